/** The product's button, and the link that looks like it. Plain elements: the sign-in page carries no component kit. */
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './button.module.css'

interface Looks {
  /** `filled` is the one way on of a view, `outline` the second, `default` neutral, `light` soft, `subtle` bare, `white` on pictures. */
  variant?: 'filled' | 'outline' | 'default' | 'light' | 'subtle' | 'white'
  /** Red: to try an error again, and to confirm what cannot be undone. */
  danger?: boolean
  /** 48 px high, 40 or 36. */
  size?: 'md' | 'sm' | 'xs'
  fullWidth?: boolean
  /** Decoration before and after the words. */
  leftSection?: ReactNode
  rightSection?: ReactNode
}

interface ButtonProps extends Looks, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Something is under way: shows a turning mark and takes no further press. */
  loading?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const { variant, danger, size, fullWidth, leftSection, rightSection, loading, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={look(props)}
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

/** A link with a button's looks, to an address outside the portal or to a file. */
export function ButtonAnchor(props: AnchorProps) {
  const { variant, danger, size, fullWidth, leftSection, rightSection, children, ...rest } = props
  return (
    <a {...rest} className={look(props)}>
      {leftSection}
      {children}
      {rightSection}
    </a>
  )
}

/** The same to a page of the portal: takes the router's `to`, `params`, `search`. */
export const ButtonLink = createLink(ButtonAnchor)

function look({
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
