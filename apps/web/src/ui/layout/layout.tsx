/** How parts stand to each other: docs/design.md. Each takes the attributes of its element, and `className` for what is special. */
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react'

export const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

const gaps = { xs: 'gap-2', sm: 'gap-3', md: 'gap-4', lg: 'gap-6', xl: 'gap-10' } as const
type Gap = { gap?: keyof typeof gaps }

/** Parts below each other. */
export function Stack({ gap = 'md', className, ...rest }: ComponentProps<'div'> & Gap) {
  return <div {...rest} className={join('grid grid-cols-1', gaps[gap], className)} />
}

/** Parts beside each other, which wrap. With `fill`, each takes the whole width of a phone. */
export function Cluster({
  gap = 'sm',
  fill,
  className,
  ...rest
}: ComponentProps<'div'> & Gap & { fill?: boolean }) {
  const filled = fill && 'max-desktop:*:flex-[1_1_100%]'
  return <div {...rest} className={join('flex flex-wrap items-center', gaps[gap], filled, className)} />
}

/** Two sides of a line: the first grows, the second stays at the right, below it where both do not fit. */
export function Spread({ gap = 'sm', className, ...rest }: ComponentProps<'div'> & Gap) {
  return (
    <div {...rest} className={join('flex flex-wrap items-center justify-between', gaps[gap], className)} />
  )
}

/** A card: the only surface on a page, never inside another card. */
export function Card({
  as: Element = 'section',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'section' | 'div' | 'article' | 'aside' | 'li' }) {
  return <Element {...rest} className={join('rounded-card bg-card p-4 shadow-e1 desktop:p-6', className)} />
}

/** A card of rows, with a line between them. */
export function RowList({
  as: Element = 'ul',
  className,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'ul' | 'ol' }) {
  return (
    <Element
      {...rest}
      className={join('plain-list rows rounded-card bg-card px-4 py-1 shadow-e1', className)}
    />
  )
}

/** A part of a page under its heading of the second level, with one link at the right. */
export function Section({
  title,
  side,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & { title: ReactNode; side?: ReactNode }) {
  return (
    <section {...rest} className={join('grid grid-cols-1 desktop:gap-2', className)}>
      <Spread className="min-h-11">
        <h2>{title}</h2>
        {side}
      </Spread>
      {children}
    </section>
  )
}
