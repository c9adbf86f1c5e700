/**
 * A dialog with a form. It uses Mantine's modal, because the list of a field opens outside the browser's own modal
 * and would be below it.
 */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCloseOnBack } from './close-on-back.ts'
import classes from './form-dialog.module.css'
import { dialogWidth } from './tokens.ts'
import { useWideScreen } from './wide-screen.ts'

interface FormDialogProps {
  title: ReactNode
  children: ReactNode
  /** Width in px: 490 (the default), 680 or 860. On phones the dialog fills the screen. */
  size?: 490 | 680 | 860
  /** Called for Escape, Back or the close button; a click outside does not discard the input. */
  onClose(): void
}

export function FormDialog({ title, children, size = dialogWidth.form, onClose }: FormDialogProps) {
  const wide = useWideScreen()
  useCloseOnBack(true, onClose)
  return (
    <Modal
      opened
      onClose={() => {
        // Mantine hears Escape on the window, also when it is meant for a dialog above this one.
        if (!document.querySelector('dialog[open]')) onClose()
      }}
      size={size}
      radius={wide ? 'xl' : 0}
      fullScreen={!wide}
      closeOnClickOutside={false}
      title={title}
      classNames={classes}
    >
      {children}
    </Modal>
  )
}
