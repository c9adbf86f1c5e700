import { type Exam, type ExamType, examEndpoints } from '@mi-portal/contract/exams'
import { queryOptions } from '@tanstack/react-query'
import { call, callWithKey } from '../../lib/call.ts'
import { currentUser } from '../../lib/session.ts'
import { recordKey } from '../people/people.queries.ts'

/** A page of five exams of one kind. The last page stays while the next one comes, never another person's or kind's. */
export function examsQuery(patientId: number, type: ExamType, page: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'exams', type, page],
    queryFn: ({ signal }) => {
      const options = { signal, fallback: 'Error server al obtener exámenes de laboratorio' }
      return currentUser()?.id === patientId
        ? call(examEndpoints.list, { query: { type, page } }, options)
        : call(examEndpoints.listOf, { params: { patientId }, query: { type, page } }, options)
    },
    placeholderData: (last, query) =>
      query?.queryKey[1] === patientId && query.queryKey[3] === type ? last : undefined,
  })
}

/** Where an exam opens: an address that lives five minutes. */
export function viewExam({ patient_id, attention_id }: Exam, type: ExamType, signal?: AbortSignal) {
  return call(
    examEndpoints.view,
    { params: { patientId: patient_id, attention_id, type } },
    { signal, fallback: 'Error server al ver examen' },
  )
}

/** The same for a dialog that stays open: asked once, for a new address would load the frame anew. */
export function examAddressQuery(exam: Exam, type: ExamType) {
  return queryOptions({
    queryKey: [...recordKey(exam.patient_id), 'exams', 'address', type, exam.attention_id],
    queryFn: ({ signal }) => viewExam(exam, type, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** A laboratory exam's results, by the key in the viewer's address. Asked once: what is on screen outlives the key. */
export function resultsByKeyQuery(key: string) {
  return queryOptions({
    queryKey: ['exam-results', key],
    queryFn: ({ signal }) =>
      callWithKey(
        examEndpoints.resultsByKey,
        { params: { key } },
        { signal, fallback: 'Error server al ver examen' },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
