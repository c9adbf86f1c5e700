import type { Exam, ExamType } from '@mi-portal/contract/exams/exams'
import { IconFlask, IconPhotoScan } from '@tabler/icons-react'
import { IconTile } from '../../../ui/rows/row.tsx'

/** An exam with its kind. */
export type ExamToShare = Exam & { type: ExamType }

/** Shows an exam with its icon, name, day and professional. It may be the label of a field. */
export function SharedExam({ exam }: { exam: ExamToShare }) {
  const isLaboratory = exam.type === 'laboratory'
  return (
    <span className="flex items-center gap-3">
      <IconTile icon={isLaboratory ? IconFlask : IconPhotoScan} tone={isLaboratory ? 'action' : 'glaciar'} />
      <span>
        <span className="block font-strong text-strong">{exam.type_exam}</span>{' '}
        <span className="type-meta block text-muted">
          {exam.date} · {exam.doctor_solicite}
        </span>
      </span>
    </span>
  )
}
