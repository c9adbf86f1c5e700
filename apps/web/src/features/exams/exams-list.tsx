/**
 * Shows a page of a patient's exams of one kind. An exam with results or a text opens in the viewer, any other as a file in a new tab.
 */

import type { Exam, ExamType } from '@mi-portal/contract/exams/exams'
import { IconFlaskOff, IconPhotoOff, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PagePicker } from '../../ui/page-picker.tsx'
import { PrintedPages } from '../../ui/printed-pages.tsx'
import { RecordContent } from '../people/record-content.tsx'
import { describeAvailability } from './available-from.rules.ts'
import { useExamFiles } from './exam-files.flow.ts'
import { examsQuery } from './exams.queries.ts'
import { type ExamFilter, ExamsFilter } from './exams-filter.tsx'
import type { Printing } from './printing.flow.ts'
import { VisitGroups } from './visits/visit-groups.tsx'

const ExamViewerDialog = lazyComponent(
  async () => (await import('./exam-viewer-dialog.tsx')).ExamViewerDialog,
)
const ShareExamDialog = lazyComponent(
  async () => (await import('./shares/share-exam-dialog.tsx')).ShareExamDialog,
)
const ResultDialog = lazyComponent(async () => (await import('../../ui/result-dialog.tsx')).ResultDialog)

interface ExamsListProps {
  patientId: number
  /** Whether the user may share the exams with other people. */
  mayShare: boolean
  type: ExamType
  page: number
  filter: ExamFilter
  onPage(page: number): unknown
  onFilter(filter: ExamFilter): unknown
  printing: Printing
  /** The actions of the list beside its search. */
  actions: ComponentProps<typeof ExamsFilter>['actions']
  /** Returns to the user's own record. */
  onBack(): unknown
}

export function ExamsList({
  patientId,
  mayShare,
  type,
  page,
  filter,
  printing,
  actions,
  ...on
}: ExamsListProps) {
  const query = useQuery(examsQuery(patientId, type, page, filter))
  const [framed, setFramed] = useState<Exam | null>(null)
  const [sharing, setSharing] = useState<{ exam: Exam; wholeVisit: boolean } | null>(null)
  const files = useExamFiles(type, setFramed)
  const isFiltered = Boolean(filter.q) || filter.year !== undefined
  useExistingPage(query.data, on.onPage)

  return (
    <>
      <ExamsFilter type={type} filter={filter} onFilter={on.onFilter} actions={actions} />
      <RecordContent query={query} onBack={on.onBack}>
        {({ laboratories, ...paging }) =>
          laboratories.length === 0 ? (
            <NoExams type={type} onClear={isFiltered ? () => on.onFilter({}) : undefined} />
          ) : (
            <PrintedPages head={printing.head}>
              <VisitGroups
                type={type}
                exams={laboratories}
                files={files}
                stale={query.isPlaceholderData}
                onView={(exam) =>
                  type === 'laboratory' || exam.has_report_text
                    ? setFramed(exam)
                    : files.run({ exam, kind: 'view' })
                }
                onShare={mayShare ? (exam, wholeVisit) => setSharing({ exam, wholeVisit }) : undefined}
              />
              <PagePicker {...paging} page={page} noun="exámenes" onPage={on.onPage} />
            </PrintedPages>
          )
        }
      </RecordContent>
      <Suspense>
        {framed && (
          <ExamViewerDialog
            exam={framed}
            type={type}
            onShare={
              mayShare
                ? () => {
                    setFramed(null)
                    setSharing({ exam: framed, wholeVisit: false })
                  }
                : undefined
            }
            onClose={() => setFramed(null)}
          />
        )}
        {sharing && <ShareExamDialog {...sharing} type={type} onClose={() => setSharing(null)} />}
        {printing.error !== null && (
          <ResultDialog
            opened
            kind="error"
            error={printing.error}
            title="No pudimos preparar la impresión"
            onClose={printing.dismiss}
          />
        )}
        {files.error !== null && (
          <ResultDialog
            opened
            kind="error"
            error={files.error}
            title="Ha ocurrido un error"
            action={{ label: 'REINTENTAR', onClick: files.again }}
            secondary={{ label: 'Cerrar', onClick: files.dismiss }}
            onClose={files.dismiss}
          >
            {files.error.message}
          </ResultDialog>
        )}
      </Suspense>
    </>
  )
}

/** `onClear` removes the search and the filters, if there are any. */
function NoExams({ type, onClear }: { type: ExamType; onClear?: (() => unknown) | undefined }) {
  if (onClear)
    return (
      <EmptyState
        icon={IconSearchOff}
        title="No encontramos exámenes con esta búsqueda"
        action={
          <Button variant="outline" onClick={onClear}>
            Quitar búsqueda y filtros
          </Button>
        }
      >
        Revisa cómo está escrito, elige otro año o mira la otra pestaña.
      </EmptyState>
    )
  return type === 'laboratory' ? (
    <EmptyState icon={IconFlaskOff} title="Aún no tienes exámenes en este historial">
      {describeAvailability().laboratory}
    </EmptyState>
  ) : (
    <EmptyState icon={IconPhotoOff} title="Aún no tienes exámenes en este historial">
      {describeAvailability().imaging}
    </EmptyState>
  )
}
