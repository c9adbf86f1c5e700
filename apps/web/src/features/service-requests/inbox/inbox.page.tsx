/** The inbox of patients' requests by matter, with a search. The address has the matter and the open request, but not the searched names. */
import { describePromise } from '@mi-portal/contract/clinic/promise'
import type { Reply } from '@mi-portal/contract/endpoint'
import {
  type InboxMatter,
  type inboxEndpoints,
  inboxMatters,
  type TrayState,
  trayStates,
} from '@mi-portal/contract/service-requests/inbox'
import { IconDownload, IconInbox, IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatTimestamp } from '../../../lib/dates.ts'
import { useHasPermission } from '../../../lib/permissions.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { useExistingPage } from '../../../ui/existing-page.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { NewDot } from '../../../ui/rows/row.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSearchText } from '../../../ui/search-text.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { CallsDue } from '../../calls-due/calls-due.tsx'
import { foundQuery, trayQuery, useExportInbox } from './inbox.queries.ts'
import { formatAge, matterNames } from './inbox.rules.ts'
import { InboxRequest } from './inbox-request.tsx'
import { RequestClock } from './request-clock.tsx'

const address = '/admin/solicitudes'
const stateLabels: Readonly<Record<TrayState, string>> = {
  pendiente: 'Pendientes',
  asignada: 'Asignadas a mí',
  atrasada: 'Atrasadas',
  respondida: 'Respondidas',
}
const emptyLabels: Readonly<Record<TrayState, string>> = {
  pendiente: 'No hay solicitudes por responder',
  asignada: 'No tienes solicitudes asignadas',
  atrasada: 'No hay solicitudes atrasadas',
  respondida: 'Aún no hay solicitudes respondidas',
}
const states = trayStates.map((state, index) => ({ id: index + 1, name: stateLabels[state] }))

/** Returns the sentence about the promised time. Hours are named as running ones unless only business hours count. */
function describeResponsePromise(matter: Exclude<InboxMatter, 'privacy'>): string {
  const promise = portal.clinic.promises[matter === 'imaging' ? 'contact' : matter]
  return `Prometemos responder en ${describePromise(promise)}${promise.business_hours ? '' : ' corridas'}.`
}

const privacyLead = 'La ley da 30 días corridos para responder, y 2 días hábiles para un bloqueo.'

type TrayRow = Reply<typeof inboxEndpoints.tray>['requests'][number]

export function InboxPage() {
  const answersRequests = useHasPermission('requests.answer')
  const {
    matter = answersRequests ? 'documents' : 'privacy',
    estado,
    page = 1,
    id,
  } = useSearch({
    strict: false,
  })
  const filter = useSearchText()
  const navigate = useNavigate()

  /** Shows a part of the inbox. The searched names stay in the history entry, and never in an address. */
  function show(
    part: { matter?: InboxMatter; estado?: TrayState; page?: number; id?: number },
    searchText = filter,
  ) {
    const next = { matter, estado, ...part }
    return navigate({
      to: address,
      search: {
        ...next,
        estado: next.estado === 'pendiente' ? undefined : next.estado,
        page: next.page === 1 ? undefined : next.page,
      },
      state: { searchText: searchText || undefined },
    })
  }
  if (id !== undefined)
    return <InboxRequest key={`${matter} ${id}`} matter={matter} id={id} onBack={() => show({ page })} />
  const paging = {
    page,
    onPage: (to: number) => show({ page: to }),
    onOpen: ({ matter: of, id: opened }: TrayRow) => show({ matter: of, page, id: opened }),
  }
  return (
    <Inbox
      matter={matter}
      state={estado ?? 'pendiente'}
      filter={filter}
      onSearch={(words) => show({}, words)}
    >
      {filter === '' ? (
        <Tray {...paging} matter={matter} state={estado ?? 'pendiente'} onShow={show} />
      ) : (
        <Found {...paging} filter={filter} />
      )}
    </Inbox>
  )
}

interface InboxProps {
  matter: InboxMatter
  state: TrayState
  filter: string
  onSearch(words: string): unknown
  children: ReactNode
}

/** The heading of the inbox, and the search over all its requests. */
function Inbox({ matter, state, filter, onSearch, children }: InboxProps) {
  const download = useExportInbox()
  return (
    <>
      <PageHeading
        title="Solicitudes"
        lead={matter === 'privacy' ? privacyLead : describeResponsePromise(matter)}
      >
        <Button
          variant="outline"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate({ matter, state, filter })}
        >
          EXPORTAR CSV
        </Button>
      </PageHeading>
      {download.isError && <ErrorNotice error={download.error} />}
      <CallsDue />
      <div className="mb-4">
        <SearchField label="Número, nombre o documento" value={filter} maxLength={100} onSearch={onSearch} />
      </div>
      {children}
    </>
  )
}

interface ListProps {
  page: number
  onPage(page: number): unknown
  onOpen(request: TrayRow): unknown
}

interface TrayProps extends ListProps {
  matter: InboxMatter
  state: TrayState
  onShow(part: { matter?: InboxMatter; estado?: TrayState }): unknown
}

/** The requests of one department in one state. */
function Tray({ matter, state, page, onPage, onOpen, onShow }: TrayProps) {
  const query = useQuery(trayQuery(matter, state, page))
  useExistingPage(query.isPlaceholderData ? undefined : query.data, onPage)
  const pending = query.data?.pending
  const answersRequests = useHasPermission('requests.answer')
  const answersPrivacy = useHasPermission('privacy.answer')
  const answered = inboxMatters.filter((one) => (one === 'privacy' ? answersPrivacy : answersRequests))
  const tabs = answered.map((value) => ({
    value,
    label: pending?.[value] ? `${matterNames[value]} (${pending[value]})` : matterNames[value],
  }))
  return (
    <PageTabs label="Materias" tabs={tabs} value={matter} onChange={(to) => onShow({ matter: to })}>
      <div className="max-w-[280px] mb-4">
        <SelectField
          label="Estado"
          options={states}
          value={String(trayStates.indexOf(state) + 1)}
          onChange={(chosen) => onShow({ estado: trayStates[Number(chosen) - 1] ?? 'pendiente' })}
        />
      </div>
      <QueryContent query={query}>
        {({ requests, pending: _, ...paging }) =>
          requests.length === 0 ? (
            <EmptyState icon={state === 'respondida' ? IconInboxOff : IconInbox} title={emptyLabels[state]} />
          ) : (
            <PagedTable
              caption={`${matterNames[matter]}: ${stateLabels[state].toLowerCase()}`}
              columns={columnsWith(onOpen)}
              rows={requests}
              rowKey={({ id }) => id}
              paging={{ ...paging, page, noun: 'solicitudes', onPage }}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
    </PageTabs>
  )
}

/** What a search found in all departments. */
function Found({ filter, page, onPage, onOpen }: ListProps & { filter: string }) {
  const query = useQuery(foundQuery(filter, page))
  useExistingPage(query.isPlaceholderData ? undefined : query.data, onPage)
  return (
    <QueryContent query={query}>
      {({ requests, ...paging }) =>
        requests.length === 0 ? (
          <EmptyState icon={IconInboxOff} title="No encontramos solicitudes" />
        ) : (
          <PagedTable
            caption="Solicitudes encontradas"
            columns={[
              { header: 'Departamento', cell: ({ matter }) => matterNames[matter] },
              ...columnsWith(onOpen),
            ]}
            rows={requests}
            rowKey={({ matter, id }) => `${matter} ${id}`}
            paging={{ ...paging, page, noun: 'solicitudes', onPage }}
            stale={query.isPlaceholderData}
          />
        )
      }
    </QueryContent>
  )
}

function columnsWith(onOpen: (request: TrayRow) => unknown): readonly Column<TrayRow>[] {
  return [
    {
      header: 'Solicitud',
      role: 'title',
      cell: ({ subject, receipt, is_unread }) => (
        <>
          {subject} (N° {receipt}){is_unread && <NewDot />}
        </>
      ),
    },
    { header: 'Paciente', cell: ({ patient_full_name }) => patient_full_name },
    {
      header: 'Recibida',
      oneLine: true,
      cell: ({ created_at }) => (
        <>
          {formatTimestamp(created_at)}
          <span className="block type-meta text-muted">{formatAge(created_at, now())}</span>
        </>
      ),
    },
    { header: 'Plazo', cell: (request) => <RequestClock request={request} /> },
    { header: 'Responsable', cell: ({ assignee }) => assignee?.full_name ?? '—' },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (request) => (
        <Button
          size="sm"
          variant="default"
          aria-label={`Abrir la solicitud ${request.id} de ${request.patient_full_name}: ${request.subject}`}
          onClick={() => onOpen(request)}
        >
          Abrir
        </Button>
      ),
    },
  ]
}
