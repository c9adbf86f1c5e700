import type { ComponentType, ReactNode } from 'react'
import classes from './status-badge.module.css'

interface StatusBadgeProps {
  /** `attention` is for pending states and values out of range; `accent` is for what is new. */
  look: 'attention' | 'success' | 'error' | 'neutral' | 'info' | 'imaging' | 'accent'
  icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  children: ReactNode
}

/** One or two words about a state; colour is never the only sign. It is not a button. */
export function StatusBadge({ look, icon: Icon, children }: StatusBadgeProps) {
  return (
    <span className={`${classes.badge} ${classes[look]}`}>
      {Icon && <Icon size={16} stroke={1.9} aria-hidden />}
      {children}
    </span>
  )
}
