/** The inbox of patients' requests by matter. The address has the matter, and the open request. */
import { describePromise } from '@mi-portal/contract/clinic/promise'
import {
  type deskEndpoints,
  type InboxMatter,
  inboxMatters,
  type TrayState,
  trayStates,
} from '@mi-portal/contract/desk'
import type { Reply } from '@mi-portal/contract/endpoint'
import { IconInbox, IconInboxOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { useHasPermission } from '../../lib/permissions.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CallsDue } from '../calls-due/calls-due.tsx'
import { trayQuery } from './desk.queries.ts'
import { formatAge, matterNames } from './desk.rules.ts'
import { DeskRequest } from './desk-request.tsx'
import { RequestClock } from './request-clock.tsx'

const address = '/admin/solicitudes'
const stateLabels: Readonly<Record<TrayState, string>> = {
  pendiente: 'Pendientes',
  atrasada: 'Atrasadas',
  respondida: 'Respondidas',
}
const emptyLabels: Readonly<Record<TrayState, string>> = {
  pendiente: 'No hay solicitudes por responder',
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

type TrayRow = Reply<typeof deskEndpoints.tray>['requests'][number]

export function DeskPage() {
  const answersRequests = useHasPermission('requests.answer')
  const {
    matter = answersRequests ? 'documents' : 'privacy',
    estado,
    page = 1,
    id,
  } = useSearch({
    strict: false,
  })
  const navigate = useNavigate()
  const where = { matter, estado, page: page === 1 ? undefined : page }
  if (id !== undefined)
    return (
      <DeskRequest
        key={`${matter} ${id}`}
        matter={matter}
        id={id}
        onBack={() => navigate({ to: address, search: where })}
      />
    )
  return (
    <Tray
      matter={matter}
      state={estado ?? 'pendiente'}
      page={page}
      onMatter={(to) => navigate({ to: address, search: { matter: to, estado } })}
      onState={(state) =>
        navigate({ to: address, search: { matter, estado: state === 'pendiente' ? undefined : state } })
      }
      onPage={(to) => navigate({ to: address, search: { ...where, page: to === 1 ? undefined : to } })}
      onOpen={(request) => navigate({ to: address, search: { ...where, id: request } })}
    />
  )
}

interface TrayProps {
  matter: InboxMatter
  state: TrayState
  page: number
  onMatter(matter: InboxMatter): unknown
  onState(state: TrayState): unknown
  onPage(page: number): unknown
  onOpen(id: number): unknown
}

function Tray({ matter, state, page, ...on }: TrayProps) {
  const query = useQuery(trayQuery(matter, state, page))
  useExistingPage(query.isPlaceholderData ? undefined : query.data, on.onPage)
  const pending = query.data?.pending
  const answersRequests = useHasPermission('requests.answer')
  const answersPrivacy = useHasPermission('privacy.answer')
  const answered = inboxMatters.filter((one) => (one === 'privacy' ? answersPrivacy : answersRequests))
  const tabs = answered.map((value) => ({
    value,
    label: pending?.[value] ? `${matterNames[value]} (${pending[value]})` : matterNames[value],
  }))
  return (
    <>
      <PageHeading
        title="Solicitudes"
        lead={matter === 'privacy' ? privacyLead : describeResponsePromise(matter)}
      />
      <CallsDue />
      <PageTabs label="Materias" tabs={tabs} value={matter} onChange={on.onMatter}>
        <div className="max-w-[280px] mb-4">
          <SelectField
            label="Estado"
            options={states}
            value={String(trayStates.indexOf(state) + 1)}
            onChange={(chosen) => on.onState(trayStates[Number(chosen) - 1] ?? 'pendiente')}
          />
        </div>
        <QueryContent query={query}>
          {({ requests, pending: _, ...paging }) =>
            requests.length === 0 ? (
              <EmptyState
                icon={state === 'respondida' ? IconInboxOff : IconInbox}
                title={emptyLabels[state]}
              />
            ) : (
              <PagedTable
                caption={`${matterNames[matter]}: ${stateLabels[state].toLowerCase()}`}
                columns={columnsWith(on.onOpen)}
                rows={requests}
                rowKey={({ id }) => id}
                paging={{ ...paging, page, noun: 'solicitudes', onPage: on.onPage }}
                stale={query.isPlaceholderData}
              />
            )
          }
        </QueryContent>
      </PageTabs>
    </>
  )
}

function columnsWith(onOpen: (id: number) => unknown): readonly Column<TrayRow>[] {
  return [
    { header: 'Solicitud', role: 'title', cell: ({ subject, receipt }) => `${subject} (N° ${receipt})` },
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
    {
      header: 'Acciones',
      role: 'actions',
      cell: ({ id, subject, patient_full_name }) => (
        <Button
          size="sm"
          variant="default"
          aria-label={`Abrir la solicitud ${id} de ${patient_full_name}: ${subject}`}
          onClick={() => onOpen(id)}
        >
          Abrir
        </Button>
      ),
    },
  ]
}
