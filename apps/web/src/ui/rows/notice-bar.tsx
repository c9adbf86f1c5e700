import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface NoticeBarProps {
  /** One sentence of at most 45 characters. */
  children: ReactNode
  /** One link or button with the look of `noticeAction`. */
  action?: ReactNode
  /** Whether screen readers read it at once, for what appears after an action of the user. */
  announce?: boolean
  onDismiss?(): void
}

/** The look of the link or button of a notice. */
export const noticeAction =
  'plain-button inline-flex min-h-11 min-w-11 items-center justify-center font-strong text-on-soft underline'

/** One line about something to do, at the top of the home page and of «Mi cuenta». */
export function NoticeBar({ children, action, announce, onDismiss }: NoticeBarProps) {
  return (
    <aside
      className="type-meta flex min-h-11 items-center gap-2 bg-soft pl-4 text-on-soft desktop:rounded-md"
      aria-label="Aviso"
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <p role={announce ? 'status' : undefined}>{children}</p> {action}
      </div>
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
