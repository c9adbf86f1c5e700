/**
 * A patient's exams: laboratory, images and procedures, when each kind of exam appears in the portal, and on a page of its own what was
 * shared. The address says whose exams, which part and which page.
 */
import { type ExamType, examSearchMax } from '@mi-portal/contract/exams/exams'
import { documentType } from '@mi-portal/contract/values/document-number'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PersonTabs } from '../../ui/page-tabs.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { useWideScreen } from '../../ui/wide-screen.ts'
import { useIsDelegated } from '../people/delegated/delegated-people.queries.ts'
import { useClearRecordsExcept } from '../people/people.queries.ts'
import { RecordBanner } from '../people/record-banner.tsx'
import { describeAvailability } from './available-from.rules.ts'
import { type ExamFilter, ListMenu } from './exams-filter.tsx'
import { ExamsList } from './exams-list.tsx'
import { PassportNotice } from './passport-notice.tsx'
import { usePrinting } from './printing.flow.ts'

// The code is loaded only when the address names an exam, because most visits start at the list.
const LinkedExam = lazyComponent(async () => (await import('./linked-exam.tsx')).LinkedExam)

// The other tabs, and the parts below the list, which a visit does not begin with.
const DisplayDurations = lazyComponent(async () => (await import('./display-durations.tsx')).DisplayDurations)
const SharesList = lazyComponent(async () => (await import('./shares/shares-list.tsx')).SharesList)
const AwaitedResults = lazyComponent(
  async () => (await import('./awaited/awaited-results.tsx')).AwaitedResults,
)
const HiddenKinds = lazyComponent(async () => (await import('./hidden-kinds.tsx')).HiddenKinds)
const ReservedResults = lazyComponent(async () => (await import('./hidden-kinds.tsx')).ReservedResults)

const CompareExams = lazyComponent(async () => (await import('./compare/compare-exams.tsx')).CompareExams)

const address = '/dashboard/mis-examenes/{-$id}'

const tabs = [
  { value: 'laboratorio', label: 'Laboratorio' },
  { value: 'otros-examenes', label: 'Imágenes y procedimientos' },
  { value: 'plazos-visualizacion', label: 'Plazos de visualización' },
] as const
type Tab = (typeof tabs)[number]['value'] | 'compartidos'

export function ExamsPage() {
  const user = useCurrentUser()
  return user && <Exams user={user} />
}

function Exams({ user }: { user: CurrentUser }) {
  const { id } = useParams({ strict: false })
  const {
    patient_id,
    from_family_group,
    page = 1,
    examen,
    anio,
    comparar,
    primero,
    segundo,
  } = useSearch({ strict: false })
  const navigate = useNavigate()
  const patientId = patient_id ?? user.id
  // A delegate cannot share the exams with others.
  const mayShare = !useIsDelegated(patientId)
  const tab = tabs.find(({ value }) => value === id)?.value ?? 'laboratorio'
  const whose = patient_id === undefined ? {} : { patient_id, from_family_group }
  const searchText = useSearchText()
  const isWide = useWideScreen()
  const filters = { search: { ...whose, anio }, state: { searchText } }
  const printing = usePrinting(patientId)
  useClearRecordsExcept(patientId)

  const toTab = (to: Tab) => navigate({ to: address, params: { id: to }, search: whose })
  const toPage = (next: number) =>
    navigate({
      to: address,
      params: { id },
      ...filters,
      search: { ...filters.search, page: next === 1 ? undefined : next },
    })
  const toFilter = ({ q, year }: ExamFilter) =>
    navigate({
      to: address,
      params: { id },
      search: { ...whose, anio: year },
      state: { searchText: q },
      replace: true,
    })
  const toComparison = (chosen: { primero?: number; segundo?: number } | null) =>
    navigate({
      to: address,
      params: { id },
      ...filters,
      search: { ...filters.search, ...(chosen && { comparar: true, ...chosen }) },
      // Back leaves the comparison, also after exams were chosen in it.
      replace: comparar === true,
    })
  const toMember = (patient_id: number) => navigate({ to: address, params: { id }, search: { patient_id } })
  const toOwn = () => navigate({ to: address, params: { id }, search: {} })

  const banner = <RecordBanner patientId={patientId} matter="exams" onBack={toOwn} onChoose={toMember} />
  if (id === 'compartidos' && mayShare)
    return (
      <SharesPage whose={whose} banner={banner}>
        <SharesList key={patientId} patientId={patientId} onBack={toOwn} />
      </SharesPage>
    )
  const actions = {
    onCompare: tab === 'laboratorio' ? () => toComparison({}) : undefined,
    onShares: mayShare ? () => toTab('compartidos') : undefined,
    onPrint: printing.print,
  }
  return (
    <PersonTabs
      title="Mis Exámenes"
      person={banner}
      menu={tab !== 'plazos-visualizacion' && <ListMenu {...actions} />}
      tabs={tabs}
      value={tab}
      onChange={toTab}
    >
      <Suspense>{tab === 'plazos-visualizacion' && <DisplayDurations />}</Suspense>
      {(tab === 'laboratorio' || tab === 'otros-examenes') && (
        <Stack gap="sm">
          {user.document_type_id === documentType.passport && <PassportNotice />}
          <ExamsList
            // The key resets the state between patients and between lists.
            key={`${patientId} ${tab}`}
            patientId={patientId}
            mayShare={mayShare}
            type={tab === 'laboratorio' ? 'laboratory' : 'imaging'}
            page={page}
            filter={{ q: searchText.slice(0, examSearchMax), year: anio }}
            onPage={toPage}
            onFilter={toFilter}
            printing={printing}
            actions={isWide ? actions : undefined}
            onBack={toOwn}
          />
          {examen !== undefined && (
            <Suspense>
              <LinkedExam
                key={`${patientId} ${tab} ${examen}`}
                patientId={patientId}
                mayShare={mayShare}
                type={tab === 'laboratorio' ? 'laboratory' : 'imaging'}
                examId={examen}
                onClose={() => navigate({ to: address, params: { id }, search: whose, replace: true })}
              />
            </Suspense>
          )}
          {comparar && tab === 'laboratorio' && (
            <Suspense>
              <CompareExams
                patientId={patientId}
                first={primero}
                second={segundo}
                onChoose={(first, second) => toComparison({ primero: first, segundo: second })}
                onClose={() => toComparison(null)}
              />
            </Suspense>
          )}
          <BelowList
            type={tab === 'laboratorio' ? 'laboratory' : 'imaging'}
            patientId={patientId}
            isOwn={patientId === user.id}
            mayAsk={mayShare}
          />
        </Stack>
      )}
    </PersonTabs>
  )
}

/** What was shared, on a page of its own. */
function SharesPage(props: { whose: { patient_id?: number }; banner: ReactNode; children: ReactNode }) {
  return (
    <>
      <BackLink to={address} params={{ id: undefined }} search={props.whose}>
        Mis Exámenes
      </BackLink>
      <PageHeading title="Exámenes compartidos">{props.banner}</PageHeading>
      <Suspense>{props.children}</Suspense>
    </>
  )
}

/** What is expected, from when on results are listed, and what the list leaves out. */
function BelowList(props: { type: ExamType; patientId: number; isOwn: boolean; mayAsk: boolean }) {
  return (
    <Suspense>
      {/* A delegate has no access to the appointments from which the expected days are computed. */}
      {props.mayAsk && <AwaitedResults patientId={props.patientId} />}
      <p className="type-meta text-muted">{describeAvailability()[props.type]}</p>
      {props.type === 'laboratory' && <HiddenKinds />}
      {!props.isOwn && <ReservedResults />}
    </Suspense>
  )
}
