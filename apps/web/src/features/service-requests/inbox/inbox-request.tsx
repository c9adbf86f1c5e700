/** A service request as staff see it: what was asked, the conversation, and what they can do with it. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import {
  answerText,
  type InboxMatter,
  inboxEndpoints,
  requestNote,
} from '@mi-portal/contract/service-requests/inbox'
import { IconArrowLeft, IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatTimestamp } from '../../../lib/dates.ts'
import { describeNotified } from '../../../lib/notified.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Card, Spread, Stack } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'
import { Shortcuts } from '../../../ui/shortcuts.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { PatientLink } from '../../people/staff/patient-link.tsx'
import { AttachedFiles } from '../attached-files.tsx'
import { FactList } from '../fact-list.tsx'
import { NoteForm } from '../note-form.tsx'
import { Conversation } from '../threads/conversation.tsx'
import { MessageForm } from '../threads/message-form.tsx'
import { Extension } from './extension.tsx'
import { inboxRequestQuery, useAnswerRequest, useChangeRequest, useReloadInbox } from './inbox.queries.ts'
import { matterNames } from './inbox.rules.ts'
import { RequestActions } from './request-actions.tsx'
import { RequestClock } from './request-clock.tsx'

type Request = Reply<typeof inboxEndpoints.open>['request']

export function InboxRequest({ matter, id, onBack }: { matter: InboxMatter; id: number; onBack(): void }) {
  const query = useQuery(inboxRequestQuery(matter, id))
  const back = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
      onClick={onBack}
    >
      Volver a la bandeja
    </Button>
  )
  const isGone = query.error instanceof CallError && query.error.status === 404
  return (
    <>
      <PageHeading title={`${matterNames[matter]}: solicitud N° ${query.data?.receipt ?? id}`}>
        {back}
      </PageHeading>
      {isGone ? (
        <EmptyState icon={IconInboxOff} title={query.error?.message ?? ''} />
      ) : (
        <QueryContent query={query} skeleton={<BlockSkeleton height={480} />}>
          {(request) => <Opened request={request} onBack={onBack} />}
        </QueryContent>
      )}
    </>
  )
}

const noteForm = { ...inboxEndpoints.note, body: requestNote }

const focusAnswer = () => document.querySelector<HTMLElement>('[aria-labelledby=responder] textarea')?.focus()

function Opened({ request, onBack }: { request: Request; onBack(): void }) {
  const { matter, patient, requester, patient_read_at } = request
  const { note: addNote } = useChangeRequest(matter, request.id)
  const facts = [
    { label: 'Solicitud', value: request.subject },
    { label: 'Recibida', value: formatTimestamp(request.created_at) },
    {
      label: 'Paciente',
      value: (
        <>
          <PatientLink patient={request} /> · {patient.document}
        </>
      ),
    },
    ...(requester.is_patient ? [] : [{ label: 'Solicita', value: requester.full_name }]),
    { label: 'E-mail', value: requester.email ?? 'Sin e-mail' },
    { label: 'Teléfono', value: requester.phone ?? 'Sin teléfono' },
    ...request.facts,
  ]
  const last = request.messages.findLast(({ kind }) => kind === 'answer' || kind === 'closing')
  const isRead = last !== undefined && patient_read_at !== null && patient_read_at >= last.at
  const isOver = request.closed_at !== null || (matter === 'privacy' && request.state === 'respondida')
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26.25rem,100%),1fr))] items-start gap-4">
      <Card className="grid gap-4" aria-labelledby="lo-solicitado">
        <Spread gap="md">
          <h2 id="lo-solicitado">Lo solicitado</h2>
          <RequestClock request={request} />
        </Spread>
        {request.reserve_applies && (
          <Notice kind="warning" title="Solicita otra persona por el paciente">
            No incluyas en la respuesta lo que la ley reserva al paciente.
          </Notice>
        )}
        <FactList facts={facts} />
        <AttachedFiles label="Archivos de la solicitud" files={request.files} isStaff />
        {request.may_extend && <Extension id={request.id} />}
        <RequestActions request={request} />
      </Card>
      <Stack>
        <Card className="grid gap-4" aria-labelledby="conversacion">
          <h2 id="conversacion">Conversación</h2>
          <Conversation
            messages={request.messages.map((message, index) => ({
              ...message,
              author: message.author ?? matterNames[matter],
              // What came with the request is listed beside what was asked.
              files: index === 0 ? [] : message.files,
            }))}
            readState={
              isRead ? `Leído por quien lo pidió el ${formatTimestamp(patient_read_at)}.` : undefined
            }
            isStaff
          />
          <NoteForm endpoint={noteForm} draftOf={`${matter} ${request.id}`} save={addNote} maxLength={2000} />
        </Card>
        {!isOver && <AnswerForm request={request} onBack={onBack} />}
        <Shortcuts
          shortcuts={[
            ...(isOver ? [] : [{ key: 'R', label: 'responder', act: focusAnswer }]),
            { key: 'Esc', label: 'volver', act: onBack },
          ]}
        />
      </Stack>
    </div>
  )
}

function AnswerForm({ request, onBack }: { request: Request; onBack(): void }) {
  const { matter, id, messages } = request
  const answer = useAnswerRequest(matter, id, messages.filter(({ kind }) => kind !== 'note').length)
  const reload = useReloadInbox()
  return (
    <Card className="grid gap-4" aria-labelledby="responder">
      <h2 id="responder">Responder</h2>
      <MessageForm
        endpoint={inboxEndpoints.answer}
        rule={answerText}
        draftOf={`${matter} ${id}`}
        label="Respuesta"
        description="El paciente la lee en el portal; el aviso por correo no la incluye."
        submit="Enviar respuesta"
        save={answer}
        texts={request.canned_answers}
        onSent={() => {}}
        onReload={() => void reload()}
      />
      <ResultDialog
        opened={answer.isSuccess}
        kind="success"
        title="La respuesta fue enviada"
        onClose={() => {
          void reload()
          onBack()
        }}
      >
        {answer.data && describeNotified(answer.data).text}
      </ResultDialog>
    </Card>
  )
}
