/**
 * A patient's exams: laboratory, images and procedures, when each kind of exam appears in the portal, and what was
 * shared. The address says whose exams, which tab and which page.
 */
import { examSearchMax } from '@mi-portal/contract/exams'
import { documentType } from '@mi-portal/contract/values/document-number'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { useIsDelegated } from '../people/delegated/delegated-people.queries.ts'
import { useClearRecordsExcept } from '../people/people.queries.ts'
import { RecordBanner } from '../people/record-banner.tsx'
import { describeAvailability } from './available-from.rules.ts'
import type { ExamFilter } from './exams-filter.tsx'
import { ExamsList } from './exams-list.tsx'
import { PassportNotice } from './passport-notice.tsx'

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
  { value: 'compartidos', label: 'Compartidos' },
] as const
type Tab = (typeof tabs)[number]['value']

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
  const available = describeAvailability()
  const patientId = patient_id ?? user.id
  // A delegate cannot share the exams with others.
  const mayShare = !useIsDelegated(patientId)
  const shownTabs = tabs.filter(({ value }) => mayShare || value !== 'compartidos')
  const tab = shownTabs.find(({ value }) => value === id)?.value ?? 'laboratorio'
  const whose = patient_id === undefined ? {} : { patient_id, from_family_group }
  const searchText = useSearchText()
  const filters = { search: { ...whose, anio }, state: { searchText } }
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

  return (
    <>
      <PageHeading title="Mis Exámenes" lead={`${available.laboratory} ${available.imaging}`}>
        <RecordBanner patientId={patientId} matter="exams" onBack={toOwn} onChoose={toMember} />
      </PageHeading>
      <PageTabs label="Mis Exámenes" tabs={shownTabs} value={tab} onChange={toTab}>
        <Suspense>
          {tab === 'plazos-visualizacion' && <DisplayDurations />}
          {tab === 'compartidos' && <SharesList key={patientId} patientId={patientId} onBack={toOwn} />}
        </Suspense>
        {(tab === 'laboratorio' || tab === 'otros-examenes') && (
          <Stack>
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
              onCompare={() => toComparison({})}
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
            <Suspense>
              {/* A delegate has no access to the appointments from which the expected days are computed. */}
              {mayShare && <AwaitedResults patientId={patientId} />}
              {tab === 'laboratorio' && <HiddenKinds />}
              {patientId !== user.id && <ReservedResults />}
            </Suspense>
          </Stack>
        )}
      </PageTabs>
    </>
  )
}
