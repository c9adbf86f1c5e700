import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface NoticeBarProps {
  /** One sentence of at most 45 characters. */
  children: ReactNode
  /** One link or button. */
  action?: ReactNode
  onDismiss?(): void
}

/** One line about something to do, at the top of the home page and of «Mi cuenta». */
export function NoticeBar({ children, action, onDismiss }: NoticeBarProps) {
  return (
    <aside
      className="type-meta flex min-h-11 items-center gap-2 bg-soft pl-4 text-on-soft"
      aria-label="Aviso"
    >
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        {children} {action}
      </p>
      {onDismiss && (
        <button
          type="button"
          className="plain-button grid size-11 flex-none place-items-center"
          aria-label="Cerrar aviso"
          onClick={onDismiss}
        >
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    </aside>
  )
}
