/**
 * The future and past appointments of the user and of all people whose appointments the user may see, and requested documents. The
 * address says whose, which tab and which page. Without a person in it, the lists show the appointments of all these people together.
 */

import type { AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PersonTabs } from '../../ui/page-tabs.tsx'
import { useClearRecordsExcept, useOwnName } from '../people/people.queries.ts'
import { PersonBanner } from '../people/person-banner.tsx'
import { RecordBanner } from '../people/record-banner.tsx'
import { useFallBackFromDeniedPerson } from '../people/selected-person.search.ts'
import type { UseSaveCalendarFile } from './appointment-card.tsx'
import { agendaQuery } from './appointments.queries.ts'
import { AppointmentsList } from './appointments-list.tsx'

const address = '/dashboard/consultas-medicas/{-$id}'

const tabs = [
  { value: 'proximas-horas', label: 'Próximas horas' },
  { value: 'horas-pasadas', label: 'Horas pasadas' },
  { value: 'solicitar-documento', label: 'Mis documentos' },
] as const
type Tab = (typeof tabs)[number]['value']

interface DocumentsProps {
  ownId: number
  memberId?: number
  page: number
  onPage(page: number): unknown
  /** Whether the page was opened to request a document. */
  asking?: boolean
}

interface AppointmentsPageProps {
  /** Component that shows the documents tab. */
  documents: ComponentType<DocumentsProps>
  useSaveCalendarFile: UseSaveCalendarFile
  /** Component that says when the result of a past appointment is expected. */
  expectedResult: ComponentType<{ appointment: AgendaAppointment }>
  /** Called when the user wants another appointment with the same professional. */
  onRebook(appointment: Appointment): void
}

export function AppointmentsPage(props: AppointmentsPageProps) {
  const user = useCurrentUser()
  return user && <Appointments user={user} {...props} />
}

function Appointments({ user, ...props }: AppointmentsPageProps & { user: CurrentUser }) {
  const { id } = useParams({ strict: false })
  const { patient_id, from_family_group, solicitar = false, page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === id)?.value ?? 'proximas-horas'
  useClearRecordsExcept(patient_id ?? user.id)

  const whose = patient_id === undefined ? {} : { patient_id, from_family_group }
  const params = (to: Tab) => ({ id: to === 'proximas-horas' ? undefined : to })
  const toTab = (to: Tab) => navigate({ to: address, params: params(to), search: whose })
  const paging = {
    page,
    onPage: (next: number) =>
      navigate({ to: address, params: { id }, search: { ...whose, page: next === 1 ? undefined : next } }),
  }
  const toPerson = (person: number | 'all') =>
    navigate({
      to: address,
      params: params(tab),
      search: person === 'all' ? {} : { patient_id: person },
    })
  const toOwn = () => toPerson('all')

  if (tab === 'solicitar-documento') {
    const member = patient_id === user.id ? undefined : patient_id
    const banner = (
      <RecordBanner patientId={member ?? user.id} matter="requests" onBack={toOwn} onChoose={toPerson} />
    )
    return (
      <PersonTabs title="Consultas médicas" person={banner} tabs={tabs} value={tab} onChange={toTab}>
        <Suspense>
          <props.documents key={member} ownId={user.id} memberId={member} {...paging} asking={solicitar} />
        </Suspense>
      </PersonTabs>
    )
  }
  return (
    <AgendaTabs
      {...props}
      {...paging}
      user={user}
      tab={tab}
      person={patient_id}
      isFromFamily={from_family_group === true}
      onTab={toTab}
      onPerson={toPerson}
    />
  )
}

interface AgendaTabsProps extends Omit<AppointmentsPageProps, 'documents'> {
  user: CurrentUser
  tab: Exclude<Tab, 'solicitar-documento'>
  /** The person in the address. */
  person: number | undefined
  isFromFamily: boolean
  page: number
  onPage(page: number): unknown
  onTab(tab: Tab): unknown
  onPerson(person: number | 'all'): unknown
}

function AgendaTabs(props: AgendaTabsProps) {
  const { user, tab, person = 'all', onPerson } = props
  const period = tab === 'proximas-horas' ? 'upcoming' : 'history'
  const query = useQuery(agendaQuery(user.id, person, period, props.page))
  useFallBackFromDeniedPerson(query.error)
  const members = useLastKnown(query.data?.people) ?? []
  const ownName = useOwnName()
  const people = [{ id: user.id, first_name: ownName, last_name: '' }, ...members]
  const bookFor = person === 'all' || person === user.id ? undefined : person
  const isEverybody = person === 'all' && members.length > 0
  const banner = <PersonBanner people={people} ownId={user.id} shown={person} withAll onChoose={onPerson} />
  return (
    <PersonTabs title="Consultas médicas" person={banner} tabs={tabs} value={tab} onChange={props.onTab}>
      <AppointmentsList
        // The key resets the state between people and between lists.
        key={`${person} ${tab}`}
        query={query}
        ownId={user.id}
        period={period}
        namesPatient={isEverybody}
        page={props.page}
        useSaveCalendarFile={props.useSaveCalendarFile}
        expectedResult={props.expectedResult}
        bookFor={bookFor}
        toUpcoming={
          props.isFromFamily && (
            <ButtonLink to={address} params={{ id: undefined }} search={{ patient_id: props.person }}>
              VER PRÓXIMAS HORAS
            </ButtonLink>
          )
        }
        onPage={props.onPage}
        onBack={() => onPerson('all')}
        onRebook={props.onRebook}
      />
    </PersonTabs>
  )
}

/** Returns the last value that was known, while the next one loads. */
function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
