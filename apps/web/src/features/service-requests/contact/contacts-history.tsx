/** The user's earlier messages: a table, or cards on phones. */

import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { nextInstance } from '@mi-portal/contract/complaints'
import type { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay, formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useExistingPage } from '../../../ui/existing-page.ts'
import { PagePicker } from '../../../ui/page-picker.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useWideScreen } from '../../../ui/wide-screen.ts'
import { AttachedFiles } from '../attached-files.tsx'
import { ComplaintTrail } from '../complaint-trail.tsx'
import { RequestState } from '../request-state.tsx'
import { answerBy } from '../service-requests.queries.ts'
import { contactsQuery } from './contact.queries.ts'

type Contact = Reply<typeof contactEndpoints.pages>['contactUs'][number]

interface ContactsHistoryProps {
  ownId: number
  page: number
  /** The message to which the address leads. */
  linked?: number
  onPage(page: number): unknown
}

export function ContactsHistory({ ownId, page, linked, onPage }: ContactsHistoryProps) {
  const wide = useWideScreen()
  const query = useQuery(contactsQuery(ownId, page))
  useExistingPage(query.isPlaceholderData ? undefined : query.data, onPage)
  return (
    <QueryContent query={query}>
      {({ contactUs, ...paging }) => {
        if (contactUs.length === 0)
          return <EmptyState icon={IconMessages} title="Aún no tienes contactos anteriores" />
        const bar = { ...paging, page, noun: 'contactos', onPage }
        return wide ? (
          <PagedTable
            caption="Contactos anteriores"
            columns={columns}
            rows={contactUs}
            rowKey={({ id }) => id}
            isTarget={({ id }) => id === linked}
            paging={bar}
            stale={query.isPlaceholderData}
          />
        ) : (
          <>
            <ul className="plain-list grid gap-3" aria-label="Contactos anteriores">
              {contactUs.map((contact) => (
                <li key={contact.id}>
                  <ContactCard contact={contact} isLinked={contact.id === linked} />
                </li>
              ))}
            </ul>
            <PagePicker {...bar} />
          </>
        )
      }}
    </QueryContent>
  )
}

function ContactCard({ contact, isLinked }: { contact: Contact; isLinked: boolean }) {
  return (
    <details
      className="portal-card p-0 [&_summary]:flex [&_summary]:flex-wrap [&_summary]:items-center [&_summary]:justify-between [&_summary]:gap-x-3 [&_summary]:gap-y-2 [&_summary]:min-h-12 [&_summary]:p-4 [&_summary]:font-strong [&_summary]:text-strong [&_summary]:cursor-pointer [&>dl]:px-4 [&>dl]:pt-0 [&>dl]:pb-4 [&>div]:px-4 [&>div]:pt-0 [&>div]:pb-4"
      open={isLinked || undefined}
    >
      <summary>
        <span>
          {contact.reason_contact.name}
          <span className="block type-meta font-normal text-muted">
            {formatDay(contact.application_date)}
          </span>
        </span>
        <RequestState {...contact} />
      </summary>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-6 gap-y-4 m-0 [&_dt]:type-meta [&_dt]:text-muted [&_dd]:mx-0 [&_dd]:mt-1 [&_dd]:mb-0 [&_dd]:text-strong [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line">
        <div>
          <dt>Paciente</dt>
          <dd>{contact.patient_full_name}</dd>
        </div>
        <div>
          <dt>Número</dt>
          <dd>{contact.complaint?.number ?? contact.id}</dd>
        </div>
        <div>
          <dt>Fecha de solicitud</dt>
          <dd>{formatDay(contact.application_date)}</dd>
        </div>
        {contact.message !== '' && (
          <div>
            <dt>Mensaje</dt>
            <dd>{contact.message}</dd>
          </div>
        )}
        <div>
          <dt>Respuesta de la solicitud</dt>
          <dd>
            <Answer contact={contact} />
          </dd>
        </div>
      </dl>
      {contact.matter !== 'complaints' && (
        <div>
          <ThreadLink contact={contact}>Abrir la conversación</ThreadLink>
        </div>
      )}
    </details>
  )
}

const columns: readonly Column<Contact>[] = [
  {
    header: 'Razón de contacto',
    role: 'title',
    cell: (contact) => <ThreadLink contact={contact}>{contact.reason_contact.name}</ThreadLink>,
  },
  { header: 'Número', cell: ({ id, complaint }) => complaint?.number ?? String(id) },
  { header: 'Paciente', cell: ({ patient_full_name }) => patient_full_name },
  { header: 'Fecha de solicitud', cell: ({ application_date }) => formatDay(application_date) },
  { header: 'Estado', cell: (contact) => <RequestState {...contact} /> },
  { header: 'Respuesta de la solicitud', cell: (contact) => <Answer contact={contact} /> },
]

/** Leads to the conversation. A complaint has none: its steps and its letter are in the list. */
function ThreadLink({ contact: { id, matter }, children }: { contact: Contact; children: ReactNode }) {
  if (matter === 'complaints') return children
  return (
    <TextLink to="/dashboard/solicitudes/$matter/$id" params={{ matter, id: String(id) }}>
      {children}
    </TextLink>
  )
}

/** Shows the answer. If there is none, explains how to get a copy of the answer letter. */
function Answer({ contact }: { contact: Contact }) {
  if (contact.complaint !== null)
    return (
      <div className="grid gap-3">
        <ComplaintTrail
          received_at={contact.application_date}
          due_at={contact.due_at}
          is_in_review={contact.complaint.is_in_review}
          sent_at={contact.answered_at}
        />
        {contact.answer !== null && (
          <span className="whitespace-pre-line wrap-anywhere">{contact.answer}</span>
        )}
        <AttachedFiles label={`Carta del reclamo ${contact.complaint.number}`} files={contact.files} />
        <span className="type-meta text-muted">{nextInstance}</span>
      </div>
    )
  if (contact.answer === null)
    return (
      <>
        {answerBy} {formatTimestamp(contact.due_at)}. Para obtener una copia de la carta de respuesta, escribe
        a servicio al cliente: <a href={`mailto:${portal.supportEmail}`}>{portal.supportEmail}</a>
      </>
    )
  return (
    <>
      <span className="whitespace-pre-line wrap-anywhere">{contact.answer}</span>
      <AttachedFiles label={`Archivos de la respuesta ${contact.id}`} files={contact.files} />
    </>
  )
}
