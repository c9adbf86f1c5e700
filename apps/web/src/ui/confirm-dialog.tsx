import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './dialogs.module.css'

interface ConfirmDialogProps {
  opened: boolean
  /** A question. */
  title: ReactNode
  /** What will happen. */
  children?: ReactNode
  /** What the confirming button says: the verb of the question. */
  confirm: string
  /** The way back, at its left. */
  cancel?: string
  /** Red, for what cannot be undone. */
  danger?: boolean
  /** The confirmed thing is under way. */
  loading?: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks before something that matters is done (490 px). The focus starts on the way back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      opened={props.opened}
      onClose={props.loading ? undefined : props.onClose}
      title={props.title}
      size={490}
    >
      {props.children}
      <div className={classes.actions}>
        <Button variant="default" data-autofocus disabled={props.loading} onClick={props.onClose}>
          {props.cancel ?? 'Volver'}
        </Button>
        <Button danger={props.danger} loading={props.loading} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </div>
    </Dialog>
  )
}
