/** A message that stays on the page: information, warning, error or success, with its icon. */
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'

type Kind = 'info' | 'warning' | 'error' | 'success'
type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean; className?: string }>

const icons: Record<Kind, Icon> = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  success: IconCircleCheck,
}

const looks: Record<Kind, string> = {
  info: 'bg-soft text-on-soft',
  warning: 'bg-attention-soft text-attention',
  error: 'bg-error-soft text-error',
  success: 'bg-success-soft text-success',
}

interface NoticeProps {
  kind: Kind
  title?: ReactNode
  children?: ReactNode
  /** Buttons below the text. */
  actions?: ReactNode
  /** Whether screen readers read it at once, for what appears after an action of the user. Errors always are. */
  announce?: boolean
  icon?: Icon
}

export function Notice({ kind, title, children, actions, announce, icon }: NoticeProps) {
  const Icon = icon ?? icons[kind]
  const role = announce ? 'status' : undefined
  return (
    <div
      className={`flex gap-3 rounded-tile px-4 py-3 ${looks[kind]}`}
      role={kind === 'error' ? 'alert' : role}
    >
      <Icon size={24} stroke={1.75} aria-hidden className="flex-none" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-strong">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
