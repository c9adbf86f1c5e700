/**
 * The product's button, and the link with the same look. They are plain elements.
 */
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { join } from './layout/layout.tsx'

interface Looks {
  /**
   * `filled` is the one main action of a view, `soft` a second action of the same kind, `outline` another, `text` without a
   * frame. The other names are those of `outline`, `soft` and `text` until nothing uses them.
   */
  variant?: 'filled' | 'soft' | 'outline' | 'text' | 'default' | 'light' | 'subtle'
  /** Red: to confirm what cannot be undone. Trying again is none of that. */
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
      {loading ? <Spinner /> : leftSection}
      {children}
      {rightSection}
    </button>
  )
}

/** Says that something is in progress, beside words that say what. */
export function Spinner() {
  return (
    <span
      className="size-4 flex-none animate-skeleton rounded-full border-2 border-current border-r-transparent"
      aria-hidden
    />
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

const soft = 'border-transparent bg-soft text-on-soft hover:bg-sub'
const text = 'border-transparent bg-transparent text-link hover:bg-soft'
const looks = {
  filled: 'border-transparent bg-action text-on-action hover:opacity-90',
  soft,
  light: soft,
  outline: 'border-action bg-card text-link hover:bg-soft',
  default: 'border-control bg-card text-strong hover:bg-sub',
  text,
  subtle: text,
} as const

const red = 'border-transparent bg-error-soft text-error hover:bg-sub'
const redText = 'border-transparent bg-transparent text-error hover:bg-error-soft'
const redLooks = {
  ...looks,
  filled: 'border-transparent bg-error text-on-action hover:opacity-90',
  soft: red,
  light: red,
  outline: 'border-error bg-card text-error hover:bg-error-soft',
  text: redText,
  subtle: redText,
}

// Without a mouse, buttons need a height of 44 px.
const sizes = {
  md: 'min-h-12 px-6 py-2',
  sm: 'min-h-11 px-4 py-2 fine:min-h-10',
  xs: 'min-h-11 px-3 py-1 fine:min-h-9',
} as const

const states =
  'disabled:not-data-loading:border-transparent disabled:not-data-loading:bg-line-strong disabled:not-data-loading:text-muted disabled:not-data-loading:opacity-100 aria-disabled:border-transparent aria-disabled:bg-line-strong aria-disabled:text-muted disabled:cursor-default aria-disabled:cursor-default data-loading:cursor-progress'

function buttonClass({
  variant = 'filled',
  danger,
  size = 'md',
  fullWidth,
  className,
}: Looks & { className?: string }): string {
  return join(
    'pressable inline-flex cursor-pointer items-center justify-center gap-2 rounded-md border text-center type-body font-strong no-underline *:[svg]:flex-none print:hidden',
    (danger ? redLooks : looks)[variant],
    sizes[size],
    states,
    fullWidth && 'w-full',
    className,
  )
}
