/**
 * The window all short dialogs are made of: the browser's own modal, which keeps the focus inside, makes the rest
 * of the page inert, stands above everything and gives the focus back. Forms with lists and pickers use Mantine's
 * `Modal` instead: what opens outside the window would lie below this one.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './dialog.module.css'
import { dialogWidth } from './tokens.ts'

interface DialogProps {
  opened: boolean
  /** Escape, the close button or a click outside; without it the dialog cannot be dismissed. */
  onClose?(): void
  title: ReactNode
  children?: ReactNode
  /** Width in px: 345 (the default), 490, or 680 and 860, which fill a phone. */
  size?: 345 | 490 | 680 | 860
  /** Centred, with the icon above the title: for outcomes. Otherwise the title stands left with a cross at its right. */
  centred?: boolean
  icon?: ReactNode
  /** Veils what stands behind. */
  veiled?: boolean
  closeOnClickOutside?: boolean
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
}: DialogProps) {
  const window = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const waysOut = closeOnClickOutside ? 'any' : 'closerequest'

  useEffect(() => {
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
        // Closing is the owner's decision: it stops rendering the dialog.
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
