/**
 * The window of all short dialogs: the browser's own modal, which traps and restores the focus, makes the rest of
 * the page inert and covers everything. Forms with lists and pickers use Mantine's `Modal` instead, because what
 * opens outside the window would be below this one.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useCloseOnBack } from './close-on-back.ts'
import classes from './dialog.module.css'
import { dialogWidth } from './tokens.ts'

interface DialogProps {
  opened: boolean
  /** Called for Escape, Back, the close button or a click outside. Without it, the dialog cannot be dismissed. */
  onClose?(): void
  title: ReactNode
  children?: ReactNode
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
}

export function Dialog(props: DialogProps) {
  return props.opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  children,
  size = dialogWidth.notice,
  centred,
  icon,
  veiled,
  closeOnClickOutside = true,
  hasOwnAddress,
}: DialogProps) {
  const window = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const waysOut = closeOnClickOutside ? 'any' : 'closerequest'
  useCloseOnBack(!hasOwnAddress, onClose)

  // Before the browser paints: until it is opened, a dialog is invisible and the page behind it can be used.
  useLayoutEffect(() => {
    const dialog = window.current
    const opener = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={window}
      className={[classes.window, veiled && classes.veiled, size > dialogWidth.form && classes.wide]
        .filter(Boolean)
        .join(' ')}
      style={{ maxWidth: size }}
      aria-labelledby={titleId}
      closedby={onClose ? waysOut : 'none'}
      onCancel={(event) => {
        // React passes on the event of a dialog or a file picker inside this dialog, which stays open.
        if (event.target !== event.currentTarget) return
        // The owner decides whether to close: it stops rendering the dialog.
        event.preventDefault()
        onClose?.()
      }}
    >
      <div className={centred ? `${classes.body} ${classes.centred}` : classes.body}>
        {icon}
        <div className={classes.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose && !centred && (
            <button type="button" className={classes.cross} aria-label="Cerrar" onClick={onClose}>
              <svg viewBox="0 0 24 24" width={22} height={22} aria-hidden="true">
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
    </dialog>
  )
}
