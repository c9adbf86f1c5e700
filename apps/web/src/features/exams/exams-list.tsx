/**
 * Shows a page of a patient's exams of one kind. An exam opens as a file in a new tab, or in the laboratory viewer.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Exam, ExamType, ListedExam } from '@mi-portal/contract/exams'
import {
  IconEye,
  IconFlask,
  IconFlaskOff,
  IconPhotoOff,
  IconPhotoScan,
  IconShare2,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { openEmptyTab } from '../../lib/browser/browser.ts'
import { formatTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { RecordContent } from '../people/record-content.tsx'
import { describeAvailability } from './available-from.rules.ts'
import classes from './exams.module.css'
import { examsQuery, viewExam } from './exams.queries.ts'
import { NewBadge } from './new-badge.tsx'

const ExamViewerDialog = lazyComponent(
  async () => (await import('./exam-viewer-dialog.tsx')).ExamViewerDialog,
)
const ShareExamDialog = lazyComponent(
  async () => (await import('./shares/share-exam-dialog.tsx')).ShareExamDialog,
)
const ResultDialog = lazyComponent(async () => (await import('../../ui/result-dialog.tsx')).ResultDialog)

interface ExamsListProps {
  patientId: number
  type: ExamType
  page: number
  onPage(page: number): unknown
  /** Returns to the user's own record. */
  onBack(): unknown
}

export function ExamsList({ patientId, type, page, onPage, onBack }: ExamsListProps) {
  const query = useQuery(examsQuery(patientId, type, page))
  const [framed, setFramed] = useState<Exam | null>(null)
  const [sharing, setSharing] = useState<Exam | null>(null)
  const file = useFileOpening(setFramed)
  useExistingPage(query.data, onPage)

  return (
    <>
      <RecordContent query={query} onBack={onBack}>
        {({ laboratories, ...paging }) =>
          laboratories.length === 0 ? (
            <NoExams type={type} />
          ) : (
            <PagedTable
              caption={type === 'laboratory' ? 'Exámenes de laboratorio' : 'Imágenes y procedimientos'}
              columns={columns({
                type,
                opening: file.opening,
                onView: type === 'laboratory' ? setFramed : file.open,
                onShare: setSharing,
              })}
              rows={laboratories}
              rowKey={(exam) => exam.attention_id}
              paging={{ ...paging, page, noun: 'exámenes', onPage }}
              stale={query.isPlaceholderData}
            />
          )
        }
      </RecordContent>
      <Suspense>
        {framed && <ExamViewerDialog exam={framed} type={type} onClose={() => setFramed(null)} />}
        {sharing && <ShareExamDialog exam={sharing} type={type} onClose={() => setSharing(null)} />}
        {file.error !== null && (
          <ResultDialog
            opened
            kind="error"
            error={file.error}
            title="Ha ocurrido un error"
            action={{ label: 'REINTENTAR', onClick: file.again }}
            secondary={{ label: 'Cerrar', onClick: file.dismiss }}
            onClose={file.dismiss}
          >
            {file.error.message}
          </ResultDialog>
        )}
      </Suspense>
    </>
  )
}

/**
 * Opens an exam's file in a tab. If the browser blocks the tab, or the exam needs the viewer, `onFrame` is called to
 * show the exam in the dialog instead.
 */
function useFileOpening(onFrame: (exam: Exam) => void) {
  const [opening, setOpening] = useState<Exam | null>(null)
  const [failed, setFailed] = useState<{ exam: Exam; error: Error } | null>(null)

  async function open(exam: Exam) {
    const tab = openEmptyTab()
    if (!tab) return onFrame(exam)
    setFailed(null)
    setOpening(exam)
    try {
      const { url_file, viewer } = await viewExam(exam, 'imaging')
      if (viewer === 'file') tab.show(url_file)
      else {
        tab.close()
        onFrame(exam)
      }
    } catch (error) {
      tab.close()
      if (!(error instanceof ApiError)) throw error
      setFailed({ exam, error })
    }
    setOpening(null)
  }

  return {
    open,
    opening,
    error: failed?.error ?? null,
    again: () => failed && open(failed.exam),
    dismiss: () => setFailed(null),
  }
}

interface RowActions {
  type: ExamType
  /** The exam whose file is loading. */
  opening: Exam | null
  onView(exam: Exam): unknown
  onShare(exam: Exam): unknown
}

function columns({ type, opening, onView, onShare }: RowActions): readonly Column<ListedExam>[] {
  const Icon = type === 'laboratory' ? IconFlask : IconPhotoScan
  return [
    {
      header: 'Examen',
      role: 'title',
      cell: (exam) => (
        <span className={classes.exam}>
          <span className={`${classes.tile} ${classes[type]}`}>
            <Icon size={22} stroke={1.75} aria-hidden />
          </span>
          <span>
            <span className={classes.name}>
              {exam.type_exam} <NewBadge exam={exam} />
            </span>
            <span className={classes.attention}>Atención {exam.attention_number}</span>
            {exam.status === 'preliminary' && <span className={classes.attention}>Preliminar</span>}
            {exam.corrected_on !== null && (
              <span className={classes.attention}>Corregido el {exam.corrected_on}</span>
            )}
          </span>
        </span>
      ),
    },
    { header: 'Médico solicitante', cell: (exam) => exam.doctor_solicite },
    {
      header: 'Fecha',
      oneLine: true,
      cell: (exam) => (
        <>
          {exam.date}, <span className={classes.hour}>{formatTime(exam.hour)}</span>
        </>
      ),
    },
    { header: 'Tipo de paciente', cell: (exam) => exam.type_patient },
    {
      header: 'Acciones',
      role: 'actions',
      align: 'right',
      oneLine: true,
      cell: (exam) => (
        <>
          <Button
            size="xs"
            variant="light"
            leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
            loading={opening?.attention_id === exam.attention_id}
            aria-label={`Ver ${exam.type_exam} del ${exam.date}${type === 'imaging' ? ', se abre en una pestaña nueva' : ''}`}
            onClick={() => onView(exam)}
          >
            Ver
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
            aria-label={`Compartir ${exam.type_exam} del ${exam.date}`}
            onClick={() => onShare(exam)}
          >
            Compartir
          </Button>
        </>
      ),
    },
  ]
}

function NoExams({ type }: { type: ExamType }) {
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
