import type { PatientAccess } from '@mi-portal/contract/profile'
import { type SubmitEvent, useState } from 'react'
import { formatDay, formatTimestamp } from '../../../lib/dates.ts'
import { describeOwnMail } from '../../../lib/notified.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { answerBy } from '../service-requests.queries.ts'
import { useClaimAccess } from './data-rights.queries.ts'

interface ClaimDialogProps {
  access: PatientAccess
  ownId: number
  onClose(): void
}

export function ClaimDialog({ access, ownId, onClose }: ClaimDialogProps) {
  const [message, setMessage] = useState('')
  const claim = useClaimAccess(access.id, ownId)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    claim.mutate(message)
  }

  if (claim.isSuccess) {
    const { receipt, due_on } = claim.data.request
    const mailed = describeOwnMail(claim.data)
    return (
      <ResultDialog opened kind="success" title="Recibimos tu reclamo" size={490} onClose={onClose}>
        Tu número de recepción es <strong>{receipt}</strong>. {answerBy} <strong>{formatDay(due_on)}</strong>.{' '}
        {mailed && `${mailed}.`}
      </ResultDialog>
    )
  }
  return (
    <FormDialog title="Reclamar este acceso" size={680} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>
          <strong>{access.who}</strong>: {access.action} {access.what}. {formatTimestamp(access.at)}.
        </p>
        <p>
          La persona encargada de la privacidad revisa el acceso y te responde. Quien accedió no responde el
          reclamo.
        </p>
        <TextArea
          label="Por qué lo reclamas"
          optional
          value={message}
          onChange={setMessage}
          rows={5}
          maxLength={2000}
        />
        {claim.error && <ErrorNotice error={claim.error} />}
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]">
          <Button variant="default" disabled={claim.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={claim.isPending}>
            Enviar reclamo
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
