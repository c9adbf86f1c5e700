/** Opens the exam that the address names in a dialog above its list; notifications lead here. */
import type { ExamType } from '@mi-portal/contract/exams/exams'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ExamViewerDialog } from './exam-viewer-dialog.tsx'
import { findExamQuery } from './exams.queries.ts'

const ShareExamDialog = lazyComponent(
  async () => (await import('./shares/share-exam-dialog.tsx')).ShareExamDialog,
)

interface LinkedExamProps {
  patientId: number
  /** Whether the user may share the exam with other people. */
  mayShare: boolean
  type: ExamType
  examId: number
  onClose(): void
}

export function LinkedExam({ patientId, mayShare, type, examId, onClose }: LinkedExamProps) {
  const [sharing, setSharing] = useState(false)
  const { data: exam } = useQuery(findExamQuery(patientId, type, examId))
  // Nothing is shown while the exam loads or when that fails: the list of the page shows its own error and a retry.
  if (exam === undefined) return null
  if (exam === null)
    return (
      <Notice kind="info" announce>
        Este examen ya no está entre los 100 más recientes. Búscalo en la lista.
      </Notice>
    )
  if (sharing && mayShare)
    return (
      <Suspense>
        <ShareExamDialog exam={exam} type={type} wholeVisit={false} onClose={() => setSharing(false)} />
      </Suspense>
    )
  return (
    <ExamViewerDialog
      exam={exam}
      type={type}
      hasOwnAddress
      onShare={mayShare ? () => setSharing(true) : undefined}
      onClose={onClose}
    />
  )
}
