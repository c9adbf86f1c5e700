/** The dialog that shows the outcome of an action of the user. */
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { explainError } from '../lib/explain-error.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './dialogs.module.css'

interface ResultDialogProps {
  opened: boolean
  kind: 'success' | 'error' | 'notice'
  title: ReactNode
  children?: ReactNode
  /** The failed call of an error. Without an answer from the server, the dialog says so and what to do. */
  error?: Error | null
  /** The main action; it has the focus. */
  action?: { label: string; onClick(): void; loading?: boolean }
  /** A less prominent second action, below. */
  secondary?: { label: string; onClick(): void }
  onClose(): void
  /** Width in px: 345 for a notice (the default), 490 for more text. */
  size?: 345 | 490
}

const icons = { success: IconCircleCheck, error: IconAlertCircle, notice: IconInfoCircle }

export function ResultDialog(props: ResultDialogProps) {
  const Icon = icons[props.kind]
  const explanation = explainError(props.error, { isTyped: true })
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={props.size}
      centred
      icon={
        <span className={`${classes.icon} ${classes[props.kind]}`}>
          <Icon size={28} stroke={1.75} aria-hidden />
        </span>
      }
    >
      {props.children && <div className={classes.text}>{props.children}</div>}
      {explanation && <p className={classes.text}>{explanation}</p>}
      <Button
        fullWidth
        data-autofocus
        onClick={props.action?.onClick ?? props.onClose}
        loading={props.action?.loading}
      >
        {props.action?.label ?? 'Cerrar'}
      </Button>
      {props.secondary && (
        <Button fullWidth variant="subtle" onClick={props.secondary.onClick}>
          {props.secondary.label}
        </Button>
      )}
    </Dialog>
  )
}
