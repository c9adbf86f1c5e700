/** A request of the patient: its number and state, the conversation with the clinic, and the form for another message. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import {
  messageText,
  requestThreadEndpoints,
  type ThreadMatter,
} from '@mi-portal/contract/service-requests/threads'
import { IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Card, Stack } from '../../../ui/layout/layout.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { FactList } from '../fact-list.tsx'
import { RequestState } from '../request-state.tsx'
import { answerBy } from '../service-requests.queries.ts'
import { Conversation } from './conversation.tsx'
import { MessageForm } from './message-form.tsx'
import { threadQuery, useWriteMessage } from './threads.queries.ts'

type Request = Reply<typeof requestThreadEndpoints.open>['request']

export function ThreadPage() {
  const params = useParams({ strict: false })
  const matter = params.matter as ThreadMatter
  const query = useQuery(threadQuery(matter, Number(params.id)))
  const request = query.data
  const isGone = query.error instanceof CallError && query.error.status === 404
  return (
    <>
      <Back matter={matter} />
      <PageHeading
        title={request ? `Solicitud N° ${request.number}` : 'Solicitud'}
        lead={request && `${request.subject} · ${request.patient_full_name}`}
      >
        {request && <RequestState state={request.state} is_closed={request.closed_at !== null} />}
      </PageHeading>
      {isGone ? (
        <EmptyState icon={IconInboxOff} title={query.error?.message ?? ''} />
      ) : (
        <QueryContent query={query} skeleton={<BlockSkeleton height={480} />}>
          {(opened) => (
            <Thread
              key={`${matter} ${opened.id}`}
              matter={matter}
              request={opened}
              onReload={() => void query.refetch()}
            />
          )}
        </QueryContent>
      )}
    </>
  )
}

function Back({ matter }: { matter: ThreadMatter }) {
  if (matter === 'documents')
    return (
      <BackLink to="/dashboard/consultas-medicas/{-$id}" params={{ id: 'solicitar-documento' }}>
        Mis documentos
      </BackLink>
    )
  if (matter === 'budgets')
    return (
      <BackLink to="/dashboard/solicitud-presupuestos" search={{ tab: 'solicitados' }}>
        Presupuestos solicitados
      </BackLink>
    )
  return (
    <BackLink to="/dashboard/contactanos" search={{ tab: 'anteriores' }}>
      Contactos anteriores
    </BackLink>
  )
}

interface ThreadProps {
  matter: ThreadMatter
  request: Request
  onReload(): void
}

function Thread({ matter, request, onReload }: ThreadProps) {
  const { messages, facts, is_own, staff_read_at } = request
  const write = useWriteMessage(matter, request.id, messages.length)
  const asker = is_own ? 'Tú' : 'Quien envió la solicitud'
  const last = messages.at(-1)
  const isRead = last?.kind === 'request' && staff_read_at !== null && staff_read_at >= last.at
  return (
    <Stack>
      {request.state === 'pendiente' && (
        <Notice kind="info" announce>
          {answerBy} {formatTimestamp(request.due_at)}.
        </Notice>
      )}
      <Card className="grid gap-4" aria-labelledby="conversacion">
        <h2 id="conversacion">Conversación</h2>
        {facts.length > 0 && <FactList facts={facts} />}
        <Conversation
          messages={messages.map((message) => ({
            ...message,
            author: message.kind === 'request' ? asker : portal.brand,
          }))}
          readState={isRead ? `La clínica lo leyó el ${formatTimestamp(staff_read_at)}.` : undefined}
        />
      </Card>
      {request.may_write ? (
        <Card aria-label="Escribir">
          <MessageForm
            endpoint={requestThreadEndpoints.write}
            rule={messageText}
            draftOf={`${matter} ${request.id}`}
            label="Mensaje"
            description={request.closed_at === null ? undefined : 'Si escribes, la solicitud se reabre.'}
            submit="Enviar mensaje"
            save={write}
            onSent={onReload}
            onReload={onReload}
          />
        </Card>
      ) : (
        <p className="text-muted">
          {is_own
            ? 'Esta solicitud se cerró hace más de 30 días. Si necesitas algo más, envía una nueva solicitud.'
            : 'Solo quien envió la solicitud puede escribir en ella.'}
        </p>
      )}
    </Stack>
  )
}
