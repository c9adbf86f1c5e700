/** A complaint as staff work on it: what was written, notes between staff, and the letter that answers it. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { type Complaint, complaintEndpoints, noteDraft } from '@mi-portal/contract/complaints'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconInboxOff,
  IconPrinter,
  IconSend,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Card, Spread, Stack } from '../../ui/layout/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { PrintedPages } from '../../ui/printed-pages.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { QueryContent } from '../../ui/query-content.tsx'
import { IconTile } from '../../ui/rows/row.tsx'
import { Shortcuts } from '../../ui/shortcuts.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PatientLink } from '../people/staff/patient-link.tsx'
import { AttachedFiles } from '../service-requests/attached-files.tsx'
import { ComplaintTrail, formatLastDay } from '../service-requests/complaint-trail.tsx'
import { mailStates } from '../service-requests/mail-states.rules.ts'
import { NoteForm } from '../service-requests/note-form.tsx'
import { Aside } from '../service-requests/threads/conversation.tsx'
import { ComplaintLetter } from './complaint-letter.tsx'
import { complaintQuery, useAddNote } from './complaints.queries.ts'

export function ComplaintPage() {
  const { id } = useParams({ strict: false })
  const query = useQuery(complaintQuery(Number(id)))
  const isGone = query.error instanceof CallError && query.error.status === 404
  const complaint = query.data
  const isPrinting = useIsPrinting()
  return (
    <>
      <BackLink to="/admin/reclamos">Reclamos</BackLink>
      <PageHeading
        title={`Reclamo ${complaint?.number ?? ''}`}
        lead={
          complaint &&
          `Ley 20.584, artículo 37 · recibido el ${formatTimestamp(complaint.received_at)} · vence el ${formatLastDay(complaint.due_at)}`
        }
      >
        {complaint && (
          <>
            <DaysLeft complaint={complaint} />
            <Button
              variant="text"
              leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
              onClick={() => window.print()}
            >
              Imprimir expediente
            </Button>
          </>
        )}
      </PageHeading>
      {isGone ? (
        <EmptyState icon={IconInboxOff} title={query.error?.message ?? ''} />
      ) : (
        <QueryContent query={query} skeleton={<BlockSkeleton height={480} />}>
          {(opened) => (
            <PrintedPages
              head={
                isPrinting &&
                `Expediente del reclamo ${opened.number} · Impreso el ${formatTimestamp(now().toISOString())}`
              }
            >
              <Opened complaint={opened} onReload={() => void query.refetch()} />
            </PrintedPages>
          )}
        </QueryContent>
      )}
    </>
  )
}

/** Says how many business days are left, or that the complaint is answered or late. */
function DaysLeft({ complaint: { days_left, sent_at } }: { complaint: Complaint }) {
  if (sent_at !== null)
    return (
      <StatusBadge look="success" icon={IconCircleCheck}>
        Carta enviada
      </StatusBadge>
    )
  if (days_left < 0)
    return (
      <StatusBadge look="error" icon={IconAlertTriangle}>
        Atrasado
      </StatusBadge>
    )
  const text =
    days_left === 0 ? 'Vence hoy' : days_left === 1 ? 'Queda 1 día hábil' : `Quedan ${days_left} días hábiles`
  return (
    <StatusBadge look={days_left <= 5 ? 'attention' : 'neutral'} icon={IconClock}>
      {text}
    </StatusBadge>
  )
}

const noteForm = { ...complaintEndpoints.note, body: noteDraft }

/** Leads to the text of the letter or, where it waits for a second person, to its approval. */
function focusLetter() {
  const find = (what: string) => document.querySelector<HTMLElement>(`[aria-labelledby=carta] ${what}`)
  const target = find('textarea') ?? find('[data-act=approve]') ?? find('button')
  target?.focus()
}

function Opened({ complaint, onReload }: { complaint: Complaint; onReload(): void }) {
  const addNote = useAddNote(complaint.id)
  const navigate = useNavigate()
  const isPrinting = useIsPrinting()
  const { letter, patient, requester } = complaint
  const author = requester?.full_name ?? complaint.patient_full_name
  return (
    <Stack>
      <Card aria-label="Estado">
        <ComplaintTrail
          received_at={complaint.received_at}
          due_at={complaint.due_at}
          is_in_review={letter !== null && letter.proposed_at !== null}
          sent_at={complaint.sent_at}
        />
      </Card>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26.25rem,100%),1fr))] items-start gap-4">
        <Stack>
          <Card className="grid gap-4" aria-labelledby="conversacion">
            <h2 id="conversacion">Conversación</h2>
            <div className="flex gap-3">
              <Initials name={author} size={40} look="aromo" />
              <div className="grid min-w-0 flex-1 gap-2">
                <Spread>
                  <strong className="text-strong">{author}</strong>
                  <span className="type-meta text-muted">{formatTimestamp(complaint.received_at)}</span>
                </Spread>
                <p className="wrap-anywhere whitespace-pre-line">{complaint.message}</p>
                <AttachedFiles label="Archivos del reclamo" files={complaint.files} isStaff />
              </div>
            </div>
            <Acknowledgement complaint={complaint} />
            {/* Notes between staff are not part of the case file. */}
            {!isPrinting &&
              complaint.notes.map((note) => <Aside key={note.id} message={{ ...note, kind: 'note' }} />)}
            <div className="print:hidden">
              <NoteForm endpoint={noteForm} draftOf={complaint.id} save={addNote} maxLength={1000} />
            </div>
          </Card>
          <Card aria-label="Paciente">
            <dl className="m-0 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4 [&_dd]:m-0 [&_dd]:text-strong [&_dt]:type-meta [&_dt]:text-muted">
              <div>
                <dt>Paciente</dt>
                <dd>
                  <PatientLink patient={complaint} />
                </dd>
              </div>
              <div>
                <dt>Documento</dt>
                <dd>{patient.document}</dd>
              </div>
              <div>
                <dt>Sede</dt>
                <dd>{complaint.site ?? 'No indica'}</dd>
              </div>
              <div>
                <dt>Teléfono</dt>
                <dd>
                  <Phone number={(requester ?? patient).phone} />
                </dd>
              </div>
            </dl>
          </Card>
        </Stack>
        <ComplaintLetter key={letter?.written_by.at ?? 'new'} complaint={complaint} onReload={onReload} />
      </div>
      <Shortcuts
        shortcuts={[
          { key: 'R', label: 'responder', act: focusLetter },
          { key: 'I', label: 'imprimir expediente', act: () => window.print() },
          { key: 'Esc', label: 'volver', act: () => void navigate({ to: '/admin/reclamos' }) },
        ]}
      />
    </Stack>
  )
}

const Phone = ({ number }: { number: string | null }) =>
  number === null ? 'Sin teléfono' : <PhoneLink number={number} />

function Acknowledgement({ complaint: { acknowledgement, number } }: { complaint: Complaint }) {
  const mail = acknowledgement && mailStates[acknowledgement.state]
  return (
    <div className="flex gap-3">
      <IconTile icon={IconSend} />
      <div className="min-w-0 flex-1">
        <Spread>
          <strong className="text-strong">Acuse de recibo</strong>
          {acknowledgement && (
            <span className="type-meta text-muted">{formatTimestamp(acknowledgement.at)}</span>
          )}
        </Spread>
        <p>
          Con el número {number} y el plazo.{' '}
          {mail ? (
            <span className={`inline-flex items-center gap-1 ${mail.look}`}>
              <mail.icon size={16} stroke={1.75} aria-hidden /> Correo: {mail.text.toLowerCase()}
            </span>
          ) : (
            'En pantalla, sin correo.'
          )}
        </p>
      </div>
    </div>
  )
}
