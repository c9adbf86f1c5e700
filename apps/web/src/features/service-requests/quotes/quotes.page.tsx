/** Requests a quote, and lists the requested ones. The address has the patient, the tab and the page. */
import { describeAnswerTime } from '@mi-portal/contract/clinic/promise'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { portal } from '../../../lib/portal-config.ts'
import { type CurrentUser, useCurrentUser } from '../../../lib/session.ts'
import { PersonTabs } from '../../../ui/page-tabs.tsx'
import { useClearRecordsExcept } from '../../people/people.queries.ts'
import { RecordBanner } from '../../people/record-banner.tsx'
import { QuoteForm } from './quote-form.tsx'
import { QuotesHistory } from './quotes-history.tsx'

const address = '/dashboard/solicitud-presupuestos'
const tabs = [
  { value: 'solicitud', label: 'Solicitud de presupuestos' },
  { value: 'solicitados', label: 'Presupuestos solicitados' },
] as const
type Tab = (typeof tabs)[number]['value']

export function QuotesPage() {
  const user = useCurrentUser()
  return user && <Quotes user={user} />
}

function Quotes({ user }: { user: CurrentUser }) {
  const { patient_id, from_family_group, tab: wanted, page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const tab = tabs.find(({ value }) => value === wanted)?.value ?? 'solicitud'
  const patientId = patient_id ?? user.id
  const whose = patient_id === undefined ? {} : { patient_id, from_family_group }
  useClearRecordsExcept(patientId)

  const toTab = (to: Tab) =>
    navigate({ to: address, search: { ...whose, tab: to === 'solicitud' ? undefined : to } })
  const toPage = (next: number) =>
    navigate({ to: address, search: { ...whose, tab, page: next === 1 ? undefined : next } })
  const toOwn = () => navigate({ to: address, search: tab === 'solicitud' ? {} : { tab } })

  const toMember = (member: number) =>
    navigate({ to: address, search: { patient_id: member, tab: tab === 'solicitud' ? undefined : tab } })

  return (
    <PersonTabs
      title="Solicitud de presupuestos"
      lead={describeAnswerTime(portal.clinic.promises.budgets)}
      person={<RecordBanner patientId={patientId} matter="requests" onBack={toOwn} onChoose={toMember} />}
      tabs={tabs}
      value={tab}
      onChange={toTab}
    >
      {tab === 'solicitud' ? (
        <QuoteForm key={patientId} patientId={patientId} onAsked={() => toTab('solicitados')} />
      ) : (
        <QuotesHistory key={patientId} patientId={patientId} page={page} onPage={toPage} onBack={toOwn} />
      )}
    </PersonTabs>
  )
}
