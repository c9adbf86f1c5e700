/** The letter that answers a complaint: written by one member of staff, approved by another. */
import {
  type Complaint,
  complaintEndpoints,
  letterDraft,
  nextInstance,
  noteDraft,
} from '@mi-portal/contract/complaints'
import { IconCircleCheck, IconClock, IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Brand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ContractForm, FormEnd, FormError, useContractForm } from '../../ui/form/contract-form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Card, Cluster, Spread } from '../../ui/layout/layout.tsx'
import { NotifiedNotice } from '../../ui/notified-notice.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AttachedFiles } from '../service-requests/attached-files.tsx'
import { useApproveLetter, usePreviewLetter, useReturnLetter, useSaveLetter } from './complaints.queries.ts'

interface LetterProps {
  complaint: Complaint
  onReload(): void
}
type Letter = NonNullable<Complaint['letter']>

export function ComplaintLetter({ complaint, onReload }: LetterProps) {
  const { letter } = complaint
  const [isEditing, setIsEditing] = useState(letter === null || letter.proposed_at === null)
  const approve = useApproveLetter(complaint.id)
  const isPrinting = useIsPrinting()
  const isWriting = isEditing || letter === null
  return (
    <Card className="grid gap-4" aria-labelledby="carta">
      <Spread>
        <h2 id="carta">Carta de respuesta</h2>
        {letter && (
          <span className="type-meta text-muted">Guardada el {formatTimestamp(letter.written_by.at)}</span>
        )}
      </Spread>
      {approve.data && <NotifiedNotice title="La carta fue firmada y enviada" answer={approve.data} />}
      {isWriting && (
        // The form stays while the page is printed, so that what was typed is not lost.
        <div className="print:hidden">
          <LetterForm complaint={complaint} onReload={onReload} />
        </div>
      )}
      {letter === null && isPrinting && <p>Todavía no tiene carta.</p>}
      {letter !== null && (!isWriting || isPrinting) && (
        <>
          <Sheet complaint={complaint} text={letter.text} />
          {letter.approved_by === null && (
            <Cluster>
              <Button
                variant="text"
                size="sm"
                leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
                onClick={() => setIsEditing(true)}
              >
                Editar
              </Button>
              <Preview id={complaint.id} />
            </Cluster>
          )}
          <Signatures letter={letter} />
          {letter.approved_by === null ? (
            <div className="grid gap-4 print:hidden">
              <Decision complaint={complaint} letter={letter} approve={approve} />
            </div>
          ) : (
            <AttachedFiles label="Carta firmada" files={letter.files} isStaff />
          )}
        </>
      )}
    </Card>
  )
}

/** The letter on its paper, as the PDF has it. */
function Sheet({ complaint, text }: { complaint: Complaint; text: string }) {
  return (
    <div className="grid gap-4 rounded-md border border-line-strong p-4">
      <Spread>
        <Brand name={portal.brand} logo={portal.clinic.branding.logo} isBar={false} />
        <span className="type-meta text-muted">{complaint.number}</span>
      </Spread>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="type-meta text-muted">{nextInstance}</p>
    </div>
  )
}

function Signatures({ letter: { written_by, approved_by } }: { letter: Letter }) {
  return (
    <section aria-label="Firmas" className="grid gap-3 border-0 border-t border-solid border-line pt-4">
      <h3>Firmas</h3>
      <Signature name={written_by.full_name} what={`redactó el ${formatTimestamp(written_by.at)}`} isSigned />
      <Signature
        name={approved_by?.full_name ?? 'Otra persona del equipo'}
        what={approved_by ? `aprobó el ${formatTimestamp(approved_by.at)}` : 'segunda firma, obligatoria'}
        isSigned={approved_by !== null}
      />
    </section>
  )
}

function Signature({ name, what, isSigned }: { name: string; what: string; isSigned: boolean }) {
  return (
    <Spread>
      <span className="flex items-center gap-3">
        <Initials name={name} size={40} />
        <span>
          {name}
          <span className="type-meta block text-muted">{what}</span>
        </span>
      </span>
      <StatusBadge look={isSigned ? 'success' : 'attention'} icon={isSigned ? IconCircleCheck : IconClock}>
        {isSigned ? 'Firmada' : 'Pendiente'}
      </StatusBadge>
    </Spread>
  )
}

interface DecisionProps {
  complaint: Complaint
  letter: Letter
  approve: ReturnType<typeof useApproveLetter>
}

/** The second person approves or returns the letter. Its author can only edit it. */
function Decision({ complaint, letter, approve }: DecisionProps) {
  const [isReturning, setIsReturning] = useState(false)
  const isAuthor = useCurrentUser()?.id === letter.written_by.id
  return (
    <>
      {approve.isError && <ErrorNotice error={approve.error} />}
      {isAuthor ? (
        <p>Tú escribiste esta carta: la aprueba y la envía otra persona del equipo.</p>
      ) : (
        <>
          <Cluster>
            <Button
              data-act="approve"
              loading={approve.isPending}
              onClick={() => approve.mutate(letter.written_by.at)}
            >
              Aprobar y enviar carta
            </Button>
            <Button variant="text" onClick={() => setIsReturning(true)}>
              Devolver con comentario
            </Button>
          </Cluster>
          <p className="type-meta text-muted">
            Al aprobarla, la carta se firma, se envía y queda en el portal del paciente. El reclamo se cierra.
          </p>
        </>
      )}
      {isReturning && (
        <ReturnDialog id={complaint.id} letter={letter} onClose={() => setIsReturning(false)} />
      )}
    </>
  )
}

function Preview({ id }: { id: number }) {
  const preview = usePreviewLetter(id)
  return (
    <>
      <Button
        variant="text"
        size="sm"
        leftSection={<IconFileTypePdf size={18} stroke={1.75} aria-hidden />}
        loading={preview.isPending}
        onClick={() => preview.mutate()}
      >
        Ver como PDF
      </Button>
      {preview.isError && <ErrorNotice error={preview.error} />}
    </>
  )
}

const letterForm = { ...complaintEndpoints.save, body: letterDraft }

function LetterForm({ complaint: { id, letter }, onReload }: LetterProps) {
  const save = useSaveLetter(id)
  const proposes = useRef(false)
  const kit = useContractForm(letterForm, {
    values: { text: letter?.text ?? '' },
    draftOf: id,
    save,
    send: (values, on) =>
      save.mutate({ ...values, written_at: letter?.written_by.at ?? null, proposes: proposes.current }, on),
  })
  const { Field } = kit
  const submit = (toReview: boolean) => {
    proposes.current = toReview
    return kit.submit()
  }
  return (
    <ContractForm kit={kit} className="grid gap-4">
      <Field.Area
        name="text"
        label="Texto de la carta"
        description="Al final, la carta agrega cómo seguir ante la Superintendencia de Salud y las dos firmas."
        rows={12}
        maxLength={3500}
      />
      <FormError kit={kit} onReload={onReload} />
      <Cluster>
        <Button loading={save.isPending} onClick={() => submit(true)}>
          Firmar y pedir aprobación
        </Button>
        <Button variant="light" disabled={save.isPending} onClick={() => submit(false)}>
          Guardar borrador
        </Button>
        {letter && <Preview id={id} />}
      </Cluster>
    </ContractForm>
  )
}

const returnForm = { ...complaintEndpoints.return, body: noteDraft }

function ReturnDialog({ id, letter, onClose }: { id: number; letter: Letter; onClose(): void }) {
  const back = useReturnLetter(id)
  const kit = useContractForm(returnForm, {
    values: { text: '' },
    draftOf: id,
    save: back,
    send: (values, on) => back.mutate({ ...values, written_at: letter.written_by.at }, on),
    onSent: onClose,
  })
  const { Field } = kit
  return (
    <FormDialog title="Devolver la carta" onClose={onClose}>
      <ContractForm kit={kit} className="grid gap-4">
        <Field.Area
          name="text"
          label="Comentario"
          description="Queda como nota interna."
          rows={4}
          maxLength={1000}
        />
        <FormEnd
          kit={kit}
          className="flex flex-wrap justify-end gap-3"
          submit="Devolver"
          onCancel={onClose}
        />
      </ContractForm>
    </FormDialog>
  )
}
