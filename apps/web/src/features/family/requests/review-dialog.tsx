/** The decision about a received request: by the person who received it, or by staff with a reason and the document they saw. */
import {
  acceptanceReasons,
  decisionReasons,
  type FamilyRequest,
  refusalReasons,
  seenDocuments,
  seenEvidence,
} from '@mi-portal/contract/family/requests'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import dialogs from '../../../ui/dialogs.module.css'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { GroupRules, wantsToAddYou } from '../addition/group-rules.tsx'
import { useDecideRequest } from '../family.queries.ts'

interface ReviewDialogProps {
  request: FamilyRequest
  asStaff: boolean
  onClose(): void
}

export function ReviewDialog({ request, asStaff, onClose }: ReviewDialogProps) {
  const decide = useDecideRequest(asStaff)
  const applicant = formatFullName(request.applicant_patient)
  const member = formatFullName(request.family_patient)
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState('')
  /** The decision that lacked its reason or its evidence. */
  const [incomplete, setIncomplete] = useState<boolean>()
  const lacksReason = (approved: boolean) => !(reason in (approved ? acceptanceReasons : refusalReasons))
  const lacksEvidence = (approved: boolean) => !(evidence in (approved ? seenDocuments : seenEvidence))
  const decided = { request: { ...request, applicant_id: request.applicant_patient.id } }
  function choose(approved: boolean) {
    if (!asStaff) return decide.mutate({ ...decided, approved })
    if (lacksReason(approved) || lacksEvidence(approved)) return setIncomplete(approved)
    decide.mutate({ ...decided, approved, reason, evidence })
  }
  const approved = decide.variables?.approved === true

  if (decide.isError) {
    return (
      <ResultDialog
        opened
        kind="error"
        error={decide.error}
        title={approved ? 'No fue posible aceptar la solicitud' : 'No fue posible rechazar la solicitud'}
        onClose={onClose}
      >
        {decide.error.message}
      </ResultDialog>
    )
  }
  if (decide.isSuccess) {
    return (
      <ResultDialog
        opened
        kind="success"
        title={
          approved ? (asStaff ? 'Falta una segunda persona' : 'Solicitud aceptada') : 'Solicitud rechazada'
        }
        onClose={onClose}
      >
        {decisionText(approved, asStaff, applicant, member)}
      </ResultDialog>
    )
  }
  return (
    <Dialog opened size={490} title="Revisar solicitud" onClose={decide.isPending ? undefined : onClose}>
      <div className="grid gap-4">
        <p>
          <strong>{applicant}</strong>{' '}
          {asStaff ? (
            <>
              quiere agregar a <strong>{member}</strong> a su grupo familiar.
            </>
          ) : (
            wantsToAddYou
          )}
        </p>
        <dl className="grid pair-grid gap-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:m-0 [&_dd]:font-strong [&_dd]:text-strong [&_dd]:wrap-anywhere">
          <div>
            <dt>Relación</dt>
            <dd>{request.type_relationship.name}</dd>
          </div>
          <div>
            <dt>Fecha</dt>
            <dd>{formatDay(request.request_creation_date)}</dd>
          </div>
        </dl>
        {asStaff && (
          <>
            <SelectField
              label="Motivo"
              options={toOptions(decisionReasons)}
              value={reason}
              onChange={setReason}
              error={
                incomplete !== undefined &&
                lacksReason(incomplete) &&
                (incomplete ? 'Elige un motivo para aceptar' : 'Elige un motivo para rechazar')
              }
            />
            <SelectField
              label="Documento que viste"
              options={toOptions(seenEvidence)}
              value={evidence}
              onChange={setEvidence}
              error={
                incomplete !== undefined &&
                lacksEvidence(incomplete) &&
                (incomplete ? 'Para aceptar, elige el documento que viste' : 'Elige el documento que viste')
              }
            />
          </>
        )}
        <GroupRules />
      </div>
      <div className={dialogs.actions}>
        <Button
          variant="default"
          loading={decide.isPending && !approved}
          disabled={decide.isPending}
          onClick={() => choose(false)}
        >
          RECHAZAR
        </Button>
        <Button
          loading={decide.isPending && approved}
          disabled={decide.isPending}
          onClick={() => choose(true)}
        >
          ACEPTAR
        </Button>
      </div>
    </Dialog>
  )
}

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([id, name]) => ({ id, name }))

function decisionText(approved: boolean, asStaff: boolean, applicant: string, member: string): string {
  if (asStaff) {
    return approved
      ? `Otra persona del equipo debe confirmarlo en Por confirmar, que dice hasta cuándo: avísale ahora. Entonces ${member} será integrante del grupo familiar de ${applicant}.`
      : `${member} no se agregó al grupo familiar de ${applicant}.`
  }
  return approved
    ? `Ya eres integrante del grupo familiar de ${applicant}.`
    : `Rechazaste la solicitud de ${applicant}.`
}
