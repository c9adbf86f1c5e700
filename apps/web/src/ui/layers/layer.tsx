/**
 * What lies over the page: dialogs, sheets, menus and popovers. It is the browser's own modal, which traps the focus, makes the rest of the
 * page inert and covers everything. It closes by Escape and Back, and returns the focus to where it was.
 */
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useCloseOnBack } from '../close-on-back.ts'
import { join } from '../layout/layout.tsx'

interface LayerProps {
  /** The accessible name, unless an element with a heading is named. */
  label?: string | undefined
  labelledBy?: string | undefined
  /** Called for Escape, Back or a click outside. Without it, the layer cannot be dismissed. */
  onClose?: (() => void) | undefined
  closeOnClickOutside?: boolean
  /** Whether Back closes only the layer; not where the address opens it, or where Back is expected to leave the page. */
  closeOnBack?: boolean
  /** What hides the page behind the layer. */
  veil?: string
  className?: string
  style?: CSSProperties
  children: ReactNode
}

export function Layer({
  label,
  labelledBy,
  onClose,
  closeOnClickOutside = true,
  closeOnBack = true,
  veil = 'backdrop:bg-scrim',
  className,
  style,
  children,
}: LayerProps) {
  const layer = useRef<HTMLDialogElement>(null)
  const waysOut = closeOnClickOutside ? 'any' : 'closerequest'
  useCloseOnBack(closeOnBack, onClose)

  // Before the browser paints: until it is opened, a layer is invisible and the page behind it can be used.
  useLayoutEffect(() => {
    const dialog = layer.current
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
      ref={layer}
      className={join('layer overflow-auto p-0 text-body', veil, className)}
      style={style}
      aria-label={label}
      aria-labelledby={labelledBy}
      closedby={onClose ? waysOut : 'none'}
      onCancel={(event) => {
        // React passes on the event of a dialog or a file picker inside this layer, which stays open.
        if (event.target !== event.currentTarget) return
        // The owner decides whether to close: it stops rendering the layer.
        event.preventDefault()
        onClose?.()
      }}
    >
      {children}
    </dialog>
  )
}
