import type { ComponentType, ReactNode } from 'react'
import { join } from './layout/layout.tsx'

const looks = {
  attention: 'bg-attention-soft text-attention',
  success: 'bg-success-soft text-success',
  error: 'bg-error-soft text-error',
  neutral: 'bg-sub text-muted',
  info: 'bg-soft text-on-soft',
  imaging: 'bg-glaciar-soft text-glaciar',
  accent: 'bg-accent-soft text-on-accent-soft',
} as const

interface StatusBadgeProps {
  /** `attention` is for pending states and values out of range; `accent` is for what is new. */
  look: keyof typeof looks
  icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  children: ReactNode
}

/** One or two words about a state; colour is never the only sign. It is not a button. */
export function StatusBadge({ look, icon: Icon, children }: StatusBadgeProps) {
  return (
    <span
      className={join(
        'type-meta inline-flex items-center gap-1 rounded-sm px-2 py-1 font-strong *:[svg]:flex-none',
        looks[look],
      )}
    >
      {Icon && <Icon size={16} stroke={1.75} aria-hidden />}
      {children}
    </span>
  )
}
