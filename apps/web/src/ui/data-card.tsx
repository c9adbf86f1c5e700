import { type ComponentType, type ReactNode, useId } from 'react'
import classes from './data-card.module.css'

interface DataCardProps {
  title: string
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** Whether the card has the full width, because it contains a list. */
  wide?: boolean
  /** Content at the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A card for one subject of the page, with its own heading. */
export function DataCard({ title, icon: Icon, wide = false, action, children }: DataCardProps) {
  const id = useId()
  return (
    <section className={`portal-card ${classes.card} ${wide ? classes.wide : ''}`} aria-labelledby={id}>
      <div className="flex flex-wrap items-center gap-3 w-full [&>svg]:flex-none [&>svg]:text-link [&_h2]:flex-[1_1_200px]">
        <Icon size={28} stroke={1.75} aria-hidden />
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
