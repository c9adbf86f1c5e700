/** The inbox of patients' requests by matter, with a search. The address has the matter and the open request, but not the searched names. */

import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import {
  type InboxMatter,
  type inboxEndpoints,
  inboxMatters,
  requestColumns,
  type TrayState,
  trayStates,
} from '@mi-portal/contract/service-requests/inbox'
import { IconDownload, IconInbox, IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatTimestamp } from '../../../lib/dates.ts'
import { useHasPermission } from '../../../lib/permissions.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { useExistingListPage, useListAddress } from '../../../ui/list-address.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PageTabs } from '../../../ui/page-tabs.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { NewDot } from '../../../ui/rows/row.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSearchText } from '../../../ui/search-text.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { CallsDue } from '../../calls-due/calls-due.tsx'
import { PatientLink } from '../../people/staff/patient-link.tsx'
import { foundQuery, trayQuery, useExportInbox } from './inbox.queries.ts'
import { formatAge, matterNames } from './inbox.rules.ts'
import { InboxRequest } from './inbox-request.tsx'
import { RequestClock } from './request-clock.tsx'

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

/** Returns the departments whose requests the signed-in user answers. */
function useAnsweredMatters(): readonly InboxMatter[] {
  const answersRequests = useHasPermission('requests.answer')
  const answersPrivacy = useHasPermission('privacy.answer')
  return inboxMatters.filter((one) => (one === 'privacy' ? answersPrivacy : answersRequests))
}

export function InboxPage() {
  const { matter: wanted, estado: state = 'pendiente', id } = useSearch({ strict: false })
  const answered = useAnsweredMatters()
  const isAnswered = wanted === undefined || answered.includes(wanted)
  // An address of another department leads to the own one.
  const matter = (isAnswered ? wanted : undefined) ?? answered[0] ?? 'documents'
  const list = useListAddress({ columns: requestColumns })
  const filter = useSearchText()
  /** Opens a request, or the list again, with its page and its order. */
  const openRequest = (request: { matter: InboxMatter; id: number } | { id: undefined }) =>
    list.show({ ...request, page: list.page === 1 ? undefined : list.page })
  if (id !== undefined && isAnswered)
    return (
      <InboxRequest
        key={`${matter} ${id}`}
        matter={matter}
        id={id}
        onBack={() => openRequest({ id: undefined })}
      />
    )
  const shown = { list, onOpen: ({ matter, id }: TrayRow) => openRequest({ matter, id }) }
  return (
    <Inbox matter={matter} state={state} filter={filter} onSearch={list.search}>
      {filter === '' ? (
        <Tray {...shown} matter={matter} state={state} />
      ) : (
        <Found {...shown} filter={filter} />
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
          Descargar CSV
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
  list: ReturnType<typeof useListAddress<(typeof requestColumns)[number]>>
  onOpen(request: TrayRow): unknown
}

/** The requests of one department in one state. */
function Tray({ matter, state, list, onOpen }: ListProps & { matter: InboxMatter; state: TrayState }) {
  const query = useQuery(trayQuery(matter, state, list))
  useExistingListPage(list, query)
  const pending = query.data?.pending
  const tabs = useAnsweredMatters().map((value) => ({
    value,
    label: pending?.[value] ? `${matterNames[value]} (${pending[value]})` : matterNames[value],
  }))
  return (
    <PageTabs label="Materias" tabs={tabs} value={matter} onChange={(to) => list.show({ matter: to })}>
      <div className="max-w-[17.5rem] mb-4">
        <SelectField
          label="Estado"
          options={states}
          value={String(trayStates.indexOf(state) + 1)}
          onChange={(chosen) => {
            const to = trayStates[Number(chosen) - 1]
            void list.show({ estado: to === 'pendiente' ? undefined : to })
          }}
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
              {...list.describeTable(paging, 'solicitudes')}
              stale={query.isPlaceholderData}
            />
          )
        }
      </QueryContent>
    </PageTabs>
  )
}

/** What a search found in all departments. */
function Found({ filter, list, onOpen }: ListProps & { filter: string }) {
  const query = useQuery(foundQuery(filter, list))
  useExistingListPage(list, query)
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
            {...list.describeTable(paging, 'solicitudes')}
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
      sortName: 'subject',
      role: 'title',
      cell: ({ subject, receipt, is_unread }) => (
        <>
          {subject} (N° {receipt}){is_unread && <NewDot />}
        </>
      ),
    },
    {
      header: 'Paciente',
      sortName: 'patient_full_name',
      cell: (request) => <PatientLink patient={request} />,
    },
    {
      header: 'Recibida',
      sortName: 'created_at',
      oneLine: true,
      cell: ({ created_at }) => (
        <>
          {formatTimestamp(created_at)}
          <span className="block type-meta text-muted">{formatAge(created_at, now())}</span>
        </>
      ),
    },
    {
      header: 'Plazo',
      sortName: 'due_at',
      oneLine: true,
      cell: (request) => <RequestClock request={request} />,
    },
    { header: 'Responsable', cell: ({ assignee }) => assignee?.full_name ?? '—' },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (request) => (
        <Button
          size="xs"
          variant="default"
          data-act="open"
          aria-label={`Abrir la solicitud ${request.id} de ${request.patient_full_name}: ${request.subject}`}
          onClick={() => onOpen(request)}
        >
          Abrir
        </Button>
      ),
    },
  ]
}
