import { clinicResultTextEndpoints } from '@mi-portal/contract/clinic/result-texts'
import { type Exam, type ExamType, examEndpoints } from '@mi-portal/contract/exams/exams'
import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, callWithoutSession } from '../../lib/call.ts'
import { getCurrentUser } from '../../lib/session.ts'
import { recordKey } from '../people/people.queries.ts'
import type { ExamFilter } from './exams-filter.tsx'

function listExams(
  patientId: number,
  query: { type: ExamType; page: number; limit?: number; q?: string; year?: number },
  signal: AbortSignal,
) {
  const options = { signal, fallback: 'Error server al obtener exámenes de laboratorio' }
  return getCurrentUser()?.id === patientId
    ? call(examEndpoints.list, { query }, options)
    : call(examEndpoints.listOf, { params: { patientId }, query }, options)
}

/**
 * Loads a page of five exams of one kind. The previous page stays visible while the next one loads, but never of
 * another patient or kind.
 */
export function examsQuery(patientId: number, type: ExamType, page: number, filter: ExamFilter = {}) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'exams', type, page, filter],
    queryFn: ({ signal }) => listExams(patientId, { type, page, ...filter }, signal),
    placeholderData: (last, query) =>
      query?.queryKey[1] === patientId && query.queryKey[3] === type ? last : undefined,
  })
}

/** Loads why certain kinds of results are not shown, and how they can be obtained. */
export const withheldResultsQuery = queryOptions({
  queryKey: ['withheld-results'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    call(
      clinicResultTextEndpoints.withheldResults,
      {},
      { signal, fallback: 'No pudimos cargar la explicación' },
    ),
})

/** Loads the latest 100 laboratory exams, among which two are chosen to compare. */
export function comparableExamsQuery(patientId: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'exams', 'comparable'],
    queryFn: async ({ signal }) =>
      (await listExams(patientId, { type: 'laboratory', page: 1, limit: 100 }, signal)).laboratories.filter(
        ({ hold }) => hold === null,
      ),
  })
}

/** Loads the exams whose results are not there yet, and when each is expected. */
export function awaitedResultsQuery(patientId: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'exams', 'awaited'],
    queryFn: async ({ signal }) => {
      const options = { signal, fallback: 'Error server al obtener exámenes de laboratorio' }
      const { awaited } =
        getCurrentUser()?.id === patientId
          ? await call(examEndpoints.awaited, undefined, options)
          : await call(examEndpoints.awaitedOf, { params: { patientId } }, options)
      return awaited
    },
  })
}

/** Loads the results of a laboratory exam. */
export function resultsQuery(patientId: number, examId: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'exams', 'results', examId],
    queryFn: ({ signal }) =>
      call(
        examEndpoints.results,
        { params: { patientId, attention_id: examId } },
        { signal, fallback: 'Error server al ver examen' },
      ),
  })
}

/** Returns the documents of an exam; their addresses are valid for five minutes. */
export function findDocuments({ patient_id, attention_id }: Exam, type: ExamType) {
  return call(
    examEndpoints.documents,
    { params: { patientId: patient_id, attention_id, type } },
    { fallback: 'Error server al ver examen' },
  )
}

/** Returns the exams of a visit, and the address of all their documents, which is valid for five minutes. */
export function findVisit({ patient_id, attention_id }: Exam, type: ExamType, signal?: AbortSignal) {
  return call(
    examEndpoints.visit,
    { params: { patientId: patient_id, attention_id, type } },
    { signal, fallback: 'Error server al ver examen' },
  )
}

/** Loads the exams of a visit. */
export function visitQuery(exam: Exam, type: ExamType) {
  return queryOptions({
    queryKey: [...recordKey(exam.patient_id), 'exams', 'visit', type, exam.attention_id],
    queryFn: async ({ signal }) => (await findVisit(exam, type, signal)).exams,
  })
}

/** Finds an exam among the 100 latest of a kind; resolves with null when it is not among them. */
export function findExamQuery(patientId: number, type: ExamType, examId: number) {
  return queryOptions({
    queryKey: [...recordKey(patientId), 'exams', type, 'found', examId],
    queryFn: async ({ signal }) => {
      const { laboratories } = await listExams(patientId, { type, page: 1, limit: 100 }, signal)
      return laboratories.find(({ attention_id }) => attention_id === examId) ?? null
    },
  })
}

/** Returns the address at which an exam opens; it is valid for five minutes. */
export function viewExam({ patient_id, attention_id }: Exam, type: ExamType, signal?: AbortSignal) {
  return call(
    examEndpoints.view,
    { params: { patientId: patient_id, attention_id, type } },
    { signal, fallback: 'Error server al ver examen' },
  )
}

/**
 * Loads the address of an exam for a dialog that stays open. It is loaded once, because a new address would reload the
 * frame.
 */
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

/** Prefix of the query keys of the results that the viewer showed. The page in the viewer's frame loads them. */
export const shownResultsKey = (patientId: number) => [...recordKey(patientId), 'exams', 'shown'] as const

/**
 * Loads the results of a laboratory exam with the key in the viewer's address. They are loaded once, because the
 * results on screen outlive the key.
 */
export function resultsByKeyQuery(key: string) {
  return queryOptions({
    queryKey: ['exam-results', key],
    queryFn: ({ signal }) =>
      callWithoutSession(
        examEndpoints.resultsByKey,
        { params: { key } },
        { signal, fallback: 'Error server al ver examen' },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Reloads what marks results as new once the viewer closes: the server has stored that the user opened the result. */
export function useReloadOpened(patientId: number, type: ExamType) {
  const client = useQueryClient()
  useEffect(
    () => () => {
      for (const queryKey of [[...recordKey(patientId), 'exams', type], ['news']])
        void client.invalidateQueries({ queryKey })
    },
    [client, patientId, type],
  )
}

/** Shows a result that the patient had chosen to see with the physician. */
export function useShowResult({ patient_id: patientId, attention_id }: Exam, type: ExamType) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(
        resultChoiceEndpoints.show,
        { params: { patientId, attention_id, type } },
        { fallback: 'No ha sido posible mostrar el resultado' },
      ),
    // Another tab may have shown the result before, so the list is loaded again also after an error.
    onSettled: () => client.invalidateQueries({ queryKey: [...recordKey(patientId), 'exams', type] }),
  })
}
