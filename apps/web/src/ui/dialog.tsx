/** The window of all dialogs. */
import { type ReactNode, useId } from 'react'
import { Layer } from './layers/layer.tsx'
import { join } from './layout/layout.tsx'
import { dialogWidth } from './tokens.ts'

const widths = { 345: 'max-w-notice', 490: 'max-w-form', 680: 'max-w-choice', 860: 'max-w-viewer' } as const

interface DialogProps {
  opened: boolean
  /** Called for Escape, Back, the close button or a click outside. Without it, the dialog cannot be dismissed. */
  onClose?(): void
  title: ReactNode
  children?: ReactNode
  /** Buttons of 44 px at the right. On phones the close button is then at the left, as on a page. */
  actions?: ReactNode
  /** Width in px: 345 (the default), 490, or 680 and 860, which fill a phone's screen. */
  size?: 345 | 490 | 680 | 860
  /**
   * Whether the title is centred with the icon above it, for outcomes. Otherwise the title is at the left and a
   * close button at the right.
   */
  centred?: boolean
  icon?: ReactNode
  /** Whether to hide what is behind the dialog. */
  veiled?: boolean
  closeOnClickOutside?: boolean
  /** Whether the address of the page opens the dialog, so that Back already leaves it. */
  hasOwnAddress?: boolean
  /** Whether it rises from the foot of a phone. */
  isSheet?: boolean
  /** Whether it fills a phone's screen; windows of 680 and 860 px always do. */
  fillsPhone?: boolean
}

export function Dialog(props: DialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  children,
  actions,
  size = dialogWidth.notice,
  centred,
  icon,
  veiled,
  closeOnClickOutside = true,
  hasOwnAddress,
  isSheet,
  fillsPhone,
}: DialogProps) {
  const titleId = useId()
  const isWide = fillsPhone ?? size > dialogWidth.form
  return (
    <Layer
      labelledBy={titleId}
      onClose={onClose}
      closeOnClickOutside={closeOnClickOutside}
      closeOnBack={!hasOwnAddress}
      veil={veiled ? 'backdrop:bg-page/70 backdrop:backdrop-blur-[14px]' : undefined}
      className={join(
        'm-auto max-h-[calc(100dvh-32px)] w-[calc(100%-32px)] animate-enter rounded-card border-0 bg-card shadow-popover',
        widths[size],
        isSheet &&
          'max-desktop:mb-0 max-desktop:w-full max-desktop:max-w-none max-desktop:animate-sheet max-desktop:rounded-b-none',
        isWide &&
          'max-desktop:h-dvh max-desktop:max-h-none max-desktop:w-full max-desktop:max-w-none max-desktop:rounded-none',
      )}
    >
      <div className={join('p-4 desktop:p-6', centred && 'grid justify-items-center gap-3 text-center')}>
        {icon}
        <div
          className={join(
            'mb-3 flex items-start gap-3',
            isWide &&
              'sticky top-0 z-1 -mx-4 -mt-4 bg-card px-4 pt-4 pb-2 desktop:-mx-6 desktop:-mt-6 desktop:px-6 desktop:pt-6 print:static',
          )}
        >
          <h2 id={titleId} className="min-w-0 flex-1">
            {title}
          </h2>
          {actions && <div className="-my-2 flex flex-none print:hidden">{actions}</div>}
          {onClose && !centred && (
            <button
              type="button"
              className={join(
                'plain-button -my-2 -mr-2 grid size-11 flex-none place-items-center rounded-md text-muted hover:bg-sub print:hidden',
                actions ? 'max-desktop:order-first max-desktop:mr-0 max-desktop:-ml-3' : undefined,
              )}
              aria-label="Cerrar"
              onClick={onClose}
            >
              <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
                <path
                  d="M6 6l12 12M18 6L6 18"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth={1.75}
                  strokeLinecap="round"
                />
              </svg>
            </button>
          )}
        </div>
        {children}
      </div>
    </Layer>
  )
}
