/**
 * The product's button, and the link with the same look. They are plain elements, because the sign-in page does not
 * load Mantine.
 */
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './button.module.css'

interface Looks {
  /**
   * `filled` is the main action of a view, `outline` the second, `default` neutral, `light` soft, `subtle` without
   * a frame, `white` on images.
   */
  variant?: 'filled' | 'outline' | 'default' | 'light' | 'subtle' | 'white'
  /** Red: to retry after an error, and to confirm what cannot be undone. */
  danger?: boolean
  /** Height: 48, 40 or 36 px. */
  size?: 'md' | 'sm' | 'xs'
  fullWidth?: boolean
  /** Decoration before and after the text. */
  leftSection?: ReactNode
  rightSection?: ReactNode
}

interface ButtonProps extends Looks, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether an action is in progress: the button shows a spinner and cannot be pressed. */
  loading?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const { variant, danger, size, fullWidth, leftSection, rightSection, loading, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(props)}
      disabled={rest.disabled || loading}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
    >
      {loading ? <span className={classes.turning} aria-hidden /> : leftSection}
      {children}
      {rightSection}
    </button>
  )
}

interface AnchorProps extends Looks, AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
}

/** A link that looks like a button, to an external address or to a file. */
export function ButtonAnchor(props: AnchorProps) {
  const { variant, danger, size, fullWidth, leftSection, rightSection, children, ...rest } = props
  return (
    <a {...rest} className={buttonClass(props)}>
      {leftSection}
      {children}
      {rightSection}
    </a>
  )
}

/** A link that looks like a button, to a page of the portal; takes the router's `to`, `params`, `search`. */
export const ButtonLink = createLink(ButtonAnchor)

function buttonClass({
  variant = 'filled',
  danger,
  size = 'md',
  fullWidth,
  className,
}: Looks & { className?: string }): string {
  return [
    classes.button,
    classes[variant],
    classes[size],
    danger && classes.danger,
    fullWidth && classes.full,
    className,
  ]
    .filter(Boolean)
    .join(' ')
}
