import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { dialogWidth } from './tokens.ts'

interface FormDialogProps {
  title: ReactNode
  children: ReactNode
  /** Width in px: 490 (the default), 680 or 860. On phones the dialog fills the screen. */
  size?: 490 | 680 | 860
  /** Called for Escape, Back or the close button; a click outside does not discard the input. */
  onClose(): void
}

/** A dialog with a form. */
export function FormDialog({ size = dialogWidth.form, ...rest }: FormDialogProps) {
  return <Dialog {...rest} opened size={size} closeOnClickOutside={false} fillsPhone />
}
