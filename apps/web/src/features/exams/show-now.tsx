/** The button that shows a result now which the patient had chosen to see with the physician. */
import type { ExamType, ListedExam } from '@mi-portal/contract/exams'
import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { IconEye } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { recordKey } from '../people/people.queries.ts'

export function ShowNow({ exam, type }: { exam: ListedExam; type: ExamType }) {
  const client = useQueryClient()
  const { patient_id: patientId, attention_id } = exam
  const show = useMutation({
    mutationFn: () =>
      call(
        resultChoiceEndpoints.show,
        { params: { patientId, attention_id, type } },
        { fallback: 'No ha sido posible mostrar el resultado' },
      ),
    // Another tab may have shown the result before, so the list is loaded again also after an error.
    onSettled: () => client.invalidateQueries({ queryKey: [...recordKey(patientId), 'exams', type] }),
  })
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
