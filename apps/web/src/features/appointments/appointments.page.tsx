/**
 * A patient's future and past appointments, and requested documents. The address says whose, which tab and which page.
 */

import type { Appointment } from '@mi-portal/contract/appointments'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { useClearRecordsExcept } from '../people/people.queries.ts'
import { RecordBanner } from '../people/record-banner.tsx'
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
  asking: boolean
}

interface AppointmentsPageProps {
  /** Component that shows the documents tab. */
  documents: ComponentType<DocumentsProps>
  /** Called when the user wants another appointment with the same professional. */
  onRebook(appointment: Appointment): void
}

export function AppointmentsPage(props: AppointmentsPageProps) {
  const user = useCurrentUser()
  return user && <Appointments user={user} {...props} />
}

function Appointments({
  user,
  documents: Documents,
  onRebook,
}: AppointmentsPageProps & { user: CurrentUser }) {
  const { id } = useParams({ strict: false })
  const { patient_id, from_family_group, solicitar = false, page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === id)?.value ?? 'proximas-horas'
  const member = patient_id ?? (id && /^\d+$/.test(id) ? Number(id) : undefined)
  const patientId = member ?? user.id
  const whose = member === undefined ? {} : { patient_id: member, from_family_group }
  useClearRecordsExcept(patientId)

  const params = (to: Tab) => ({ id: to === 'proximas-horas' ? undefined : to })
  const toTab = (to: Tab) => navigate({ to: address, params: params(to), search: whose })
  const toPage = (next: number) =>
    navigate({ to: address, params: { id }, search: { ...whose, page: next === 1 ? undefined : next } })
  const toMember = (patient_id: number) =>
    navigate({ to: address, params: params(tab), search: { patient_id } })
  const toOwn = () => navigate({ to: address, params: params(tab), search: {} })

  return (
    <>
      <PageHeading title="Consultas médicas" lead="Revisa tus horas, tu historial y tus documentos.">
        <RecordBanner patientId={patientId} onBack={toOwn} onChoose={toMember} />
        <ButtonLink
          to="/dashboard/agenda"
          search={{ patient_id: member }}
          leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}
        >
          RESERVAR HORA
        </ButtonLink>
      </PageHeading>
      <PageTabs label="Consultas médicas" tabs={tabs} value={tab} onChange={toTab}>
        {tab === 'solicitar-documento' ? (
          <Documents
            key={patientId}
            ownId={user.id}
            memberId={member}
            page={page}
            onPage={toPage}
            asking={solicitar}
          />
        ) : (
          <AppointmentsList
            // The key resets the state between patients and between lists.
            key={`${patientId} ${tab}`}
            patientId={patientId}
            when={tab === 'proximas-horas' ? 'upcoming' : 'history'}
            page={page}
            onPage={toPage}
            onBack={toOwn}
            onRebook={onRebook}
          />
        )}
      </PageTabs>
    </>
  )
}
