import type { ComponentType, ReactNode } from 'react'
import classes from './empty-state.module.css'

interface EmptyStateProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** The sentence that states that the list is empty. */
  title: ReactNode
  children?: ReactNode
  /** One useful next step. */
  action?: ReactNode
}

/** An empty list: an icon, a sentence, and a next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <section className={`portal-card ${classes.empty}`}>
      <div className={classes.art}>
        <span className={classes.icon}>
          <Icon size={26} stroke={1.75} aria-hidden />
        </span>
      </div>
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action}
    </section>
  )
}
