/** The user's earlier messages: a table, or cards on phones. */
import type { contactEndpoints } from '@mi-portal/contract/contact'
import type { Reply } from '@mi-portal/contract/endpoint'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatTimestamp } from '../../lib/dates.ts'
import { portal } from '../../lib/portal-config.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { PagePicker } from '../../ui/page-picker.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { AttachedFiles } from '../desk-requests/attached-files.tsx'
import classes from '../desk-requests/desk-requests.module.css'
import { RequestState } from '../desk-requests/request-state.tsx'
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
            <ul className={classes.cards} aria-label="Contactos anteriores">
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
    <details className={`portal-card ${classes.fold}`} open={isLinked || undefined}>
      <summary>
        <span>
          {contact.reason_contact.name}
          <span className={classes.foldDate}>{formatDay(contact.application_date)}</span>
        </span>
        <RequestState state={contact.state} />
      </summary>
      <dl className={`${classes.facts}`}>
        <div>
          <dt>Paciente</dt>
          <dd>{contact.patient_full_name}</dd>
        </div>
        <div>
          <dt>Número</dt>
          <dd>{contact.id}</dd>
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
    </details>
  )
}

const columns: readonly Column<Contact>[] = [
  { header: 'Razón de contacto', role: 'title', cell: ({ reason_contact }) => reason_contact.name },
  { header: 'Número', cell: ({ id }) => String(id) },
  { header: 'Paciente', cell: ({ patient_full_name }) => patient_full_name },
  { header: 'Fecha de solicitud', cell: ({ application_date }) => formatDay(application_date) },
  { header: 'Estado', cell: ({ state }) => <RequestState state={state} /> },
  { header: 'Respuesta de la solicitud', cell: (contact) => <Answer contact={contact} /> },
]

/** Shows the answer. If there is none, explains how to get a copy of the answer letter. */
function Answer({ contact }: { contact: Contact }) {
  if (contact.answer === null)
    return (
      <>
        Te responderemos a más tardar el {formatTimestamp(contact.due_at)}. Para obtener una copia de la carta
        de respuesta, escribe a servicio al cliente:{' '}
        <a href={`mailto:${portal.supportEmail}`}>{portal.supportEmail}</a>
      </>
    )
  return (
    <>
      <span className={classes.text}>{contact.answer}</span>
      <AttachedFiles label={`Archivos de la respuesta ${contact.id}`} files={contact.files} />
    </>
  )
}
