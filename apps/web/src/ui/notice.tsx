/** A message that stays on the page: information, warning, error or success, with its icon. */
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import classes from './notice.module.css'

type Kind = 'info' | 'warning' | 'error' | 'success'
type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

const icons: Record<Kind, Icon> = {
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
  success: IconCircleCheck,
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
    <div className={`${classes.notice} ${classes[kind]}`} role={kind === 'error' ? 'alert' : role}>
      <Icon size={22} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  )
}
