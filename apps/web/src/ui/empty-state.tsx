import type { ComponentType, ReactNode } from 'react'
import { Card } from './layout/layout.tsx'

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
    <Card className="grid justify-items-center gap-3 py-10 text-center">
      <span className="grid size-14 place-items-center rounded-tile bg-soft text-on-soft">
        <Icon size={28} stroke={1.75} aria-hidden />
      </span>
      <h2 className="max-w-form">{title}</h2>
      {children && <div className="type-meta max-w-form text-muted">{children}</div>}
      {action}
    </Card>
  )
}
