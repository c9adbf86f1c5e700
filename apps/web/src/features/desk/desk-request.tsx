/** A service request as staff see it: the request, its files, and the answer or the form for it. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { deskEndpoints, InboxMatter } from '@mi-portal/contract/desk'
import type { Reply } from '@mi-portal/contract/endpoint'
import { filesErrorOf } from '@mi-portal/contract/values/upload'
import { IconArrowLeft, IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { createDraftHook } from '../../lib/drafts.ts'
import { describeNotified } from '../../lib/notified.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilesField } from '../../ui/files-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { AttachedFiles } from '../service-requests/attached-files.tsx'
import { deskRequestQuery, useAnswerRequest } from './desk.queries.ts'
import { matterNames } from './desk.rules.ts'
import { Extension } from './extension.tsx'
import { RequestClock } from './request-clock.tsx'

type Request = Reply<typeof deskEndpoints.open>['request']

export function DeskRequest({ matter, id, onBack }: { matter: InboxMatter; id: number; onBack(): void }) {
  const query = useQuery(deskRequestQuery(matter, id))
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
  const isGone = query.error instanceof ApiError && query.error.status === 404
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

function Opened({ request, onBack }: { request: Request; onBack(): void }) {
  const { patient, requester, facts } = request
  const rows: (readonly [string, string])[] = [
    ['Solicitud', request.subject],
    ['Recibida', formatTimestamp(request.created_at)],
    ['Paciente', `${patient.full_name} · ${patient.document}`],
    ...(requester.is_patient ? [] : [['Solicita', requester.full_name] as const]),
    ['E-mail', requester.email ?? 'Sin e-mail'],
    ['Teléfono', requester.phone ?? 'Sin teléfono'],
    ...facts.map(({ label, value }) => [label, value] as const),
    ...(request.message === '' ? [] : [['Mensaje', request.message] as const]),
  ]
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(420px,100%),1fr))] items-start gap-4">
      <section className="portal-card p-6 max-desktop:p-4 grid gap-4" aria-labelledby="lo-solicitado">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="lo-solicitado">Lo solicitado</h2>
          <RequestClock request={request} />
        </div>
        {request.reserve_applies && (
          <Notice kind="warning" title="Solicita otra persona por el paciente">
            No incluyas en la respuesta lo que la ley reserva al paciente.
          </Notice>
        )}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-6 gap-y-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:text-strong [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line">
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <AttachedFiles label="Archivos de la solicitud" files={request.files} isStaff />
        {request.may_extend && <Extension id={request.id} />}
      </section>
      {request.answer ? (
        <section className="portal-card p-6 max-desktop:p-4 grid gap-4" aria-labelledby="la-respuesta">
          <h2 id="la-respuesta">Respuesta</h2>
          <p className="whitespace-pre-line wrap-anywhere">{request.answer.text}</p>
          <AttachedFiles label="Archivos de la respuesta" files={request.answer.files} isStaff />
          {request.answer.by && <p className="type-meta text-muted">Respondió {request.answer.by}.</p>}
        </section>
      ) : request.may_answer ? (
        <AnswerForm matter={request.matter} id={request.id} onBack={onBack} />
      ) : (
        <Notice kind="warning" title="Este reclamo es sobre un acceso tuyo">
          Lo responde otra persona del equipo.
        </Notice>
      )}
    </div>
  )
}

const useDraft = createDraftHook<{ matter: InboxMatter; id: number; text: string; files: readonly File[] }>()

function AnswerForm({ matter, id, onBack }: { matter: InboxMatter; id: number; onBack(): void }) {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [fieldError, setFieldError] = useState<string>()
  const { answer, sent, reload } = useAnswerRequest(matter, id)
  const draft = useDraft(() =>
    !answer.isSuccess && (text !== '' || files.length > 0) ? { matter, id, text, files } : null,
  )
  const offered = draft.offered?.matter === matter && draft.offered.id === id ? draft.offered : null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = text.trim() === '' ? 'Digita Respuesta' : undefined
    setFieldError(missing)
    if (missing) document.getElementById('respuesta')?.focus()
    if (missing || filesErrorOf(files)) return
    draft.discard()
    answer.mutate({ text, files })
  }

  const isLate = answer.error instanceof ApiError && answer.error.status === 409
  return (
    <section className="portal-card p-6 max-desktop:p-4" aria-labelledby="responder">
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <h2 id="responder">Responder</h2>
        {offered && (
          <DraftNotice
            onTake={() => {
              setText(offered.text)
              setFiles(offered.files)
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        <TextArea
          id="respuesta"
          label="Respuesta"
          description="El paciente la lee en el portal; el aviso por correo no la incluye."
          rows={7}
          maxLength={4000}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setFieldError(undefined)
          }}
          error={fieldError}
        />
        <FilesField
          id="respuesta-archivos"
          label="Archivos"
          optional
          files={files}
          onChange={setFiles}
          sent={sent}
        />
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]">
          <Button type="submit" loading={answer.isPending}>
            Enviar respuesta
          </Button>
        </div>
      </form>
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
      {answer.isError && (
        <ResultDialog
          opened
          kind="error"
          error={answer.error}
          title={isLate ? 'Alguien respondió antes' : 'No ha sido posible enviar la respuesta'}
          onClose={() => {
            answer.reset()
            if (isLate) void reload()
          }}
        >
          {answer.error.message}
        </ResultDialog>
      )}
    </section>
  )
}
