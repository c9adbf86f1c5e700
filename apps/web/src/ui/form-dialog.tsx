/** A dialog with a form in it: the kit's own, because lists that hang on a field open outside the browser's modal and would lie below it. */
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-dialog.module.css'
import { dialogWidth } from './tokens.ts'
import { useWideScreen } from './wide-screen.ts'

interface FormDialogProps {
  title: ReactNode
  children: ReactNode
  /** Width in px: 490 (the default), 680 or 860. On phones the dialog fills the screen. */
  size?: 490 | 680 | 860
  /** Escape or the cross; a click outside does not throw away what was typed. */
  onClose(): void
}

export function FormDialog({ title, children, size = dialogWidth.form, onClose }: FormDialogProps) {
  const wide = useWideScreen()
  return (
    <Modal
      opened
      onClose={onClose}
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
