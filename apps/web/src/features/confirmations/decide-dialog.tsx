/** Dialogs in which a second member of staff decides a change, or its requester withdraws it. */
import {
  type Confirmation,
  confirmationLabels,
  type RejectionReason,
  rejectionReasonLabels,
  rejectionReasons,
} from '@mi-portal/contract/confirmations'
import type { Notified } from '@mi-portal/contract/notified'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ChangedValues } from './changed-values.tsx'
import { useConfirmChange, useRejectChange, useWithdrawChange } from './confirmations.queries.ts'
import { kindEffects } from './confirmations.rules.ts'

export type DecisionAction = 'confirm' | 'reject' | 'withdraw'

interface DialogProps {
  change: Confirmation
  onDecided(answer: Notified): void
  onClose(): void
}

export function DecideDialog({ action, ...props }: DialogProps & { action: DecisionAction }) {
  if (action === 'confirm') return <ConfirmChange {...props} />
  return action === 'reject' ? <RejectChange {...props} /> : <WithdrawChange {...props} />
}

const titleOf = (verb: string, { kind, subject }: Confirmation) =>
  `¿${verb} «${confirmationLabels[kind]}» de ${subject.full_name}?`

function ConfirmChange({ change, onDecided, onClose }: DialogProps) {
  const confirm = useConfirmChange()
  return (
    <ConfirmDialog
      opened
      title={titleOf('Confirmar', change)}
      confirm="Confirmar"
      loading={confirm.isPending}
      onConfirm={() => confirm.mutate(change.id, { onSuccess: onDecided })}
      onClose={onClose}
    >
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      <ChangedValues changes={change.changes} />
      <p>{kindEffects[change.kind]}</p>
      {change.kind === 'application' && (
        <p>
          <TextLink to="/admin/usuarios/editar/$id" params={{ id: String(change.subject.id) }}>
            Ver sus datos y fotografías
          </TextLink>
        </p>
      )}
    </ConfirmDialog>
  )
}

function WithdrawChange({ change, onDecided, onClose }: DialogProps) {
  const withdraw = useWithdrawChange()
  return (
    <ConfirmDialog
      opened
      danger
      title={titleOf('Retirar', change)}
      confirm="Retirar"
      loading={withdraw.isPending}
      onConfirm={() => withdraw.mutate(change.id, { onSuccess: onDecided })}
      onClose={onClose}
    >
      {withdraw.isError && <ErrorNotice error={withdraw.error} />}
      <p>El cambio no se hará. Se puede pedir de nuevo.</p>
    </ConfirmDialog>
  )
}

function RejectChange({ change, onDecided, onClose }: DialogProps) {
  const reject = useRejectChange()
  const [reason, setReason] = useState<RejectionReason | ''>('')
  const [isMissing, setMissing] = useState(false)
  return (
    <FormDialog
      title={titleOf('Rechazar', change)}
      onClose={() => {
        if (!reject.isPending) onClose()
      }}
    >
      <div className="grid gap-4">
        {reject.isError && <ErrorNotice error={reject.error} />}
        <p>El cambio no se hará. Quien lo pidió recibe el motivo.</p>
        <SelectField
          label="Motivo"
          options={rejectionReasons.map((id) => ({ id, name: rejectionReasonLabels[id] }))}
          value={reason}
          error={isMissing && reason === '' ? 'Selecciona un motivo' : undefined}
          onChange={(chosen) => setReason(rejectionReasons.find((known) => known === chosen) ?? '')}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="default" disabled={reject.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button
            danger
            loading={reject.isPending}
            onClick={() => {
              setMissing(reason === '')
              if (reason !== '') reject.mutate({ id: change.id, reason }, { onSuccess: onDecided })
            }}
          >
            Rechazar
          </Button>
        </div>
      </div>
    </FormDialog>
  )
}
