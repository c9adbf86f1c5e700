import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './dialogs.module.css'

interface ConfirmDialogProps {
  opened: boolean
  /** The question to the user. */
  title: ReactNode
  /** What will happen. */
  children?: ReactNode
  /** Label of the confirming button: the verb of the question. */
  confirm: string
  /** Label of the cancelling button, at the left. */
  cancel?: string
  /** Whether the action cannot be undone; the button is then red. */
  danger?: boolean
  /** Whether the confirmed action is in progress. */
  loading?: boolean
  onConfirm(): void
  onClose(): void
}

/** Asks for confirmation of an important action (490 px). The initial focus is on the cancelling button. */
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
