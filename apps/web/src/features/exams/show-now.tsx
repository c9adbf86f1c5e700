/** The button that shows a result now which the patient had chosen to see with the physician. */
import type { ExamType, ListedExam } from '@mi-portal/contract/exams/exams'
import { IconEye } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useShowResult } from './exams.queries.ts'

export function ShowNow({ exam, type }: { exam: ListedExam; type: ExamType }) {
  const show = useShowResult(exam, type)
  return (
    <>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconEye size={18} stroke={1.75} aria-hidden />}
        loading={show.isPending}
        aria-label={`Ver ahora ${exam.type_exam} del ${exam.date}`}
        onClick={() => show.mutate()}
      >
        Ver ahora
      </Button>
      {show.isError && <ErrorNotice error={show.error} />}
    </>
  )
}
