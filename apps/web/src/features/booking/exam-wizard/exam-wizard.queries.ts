/** Queries of the exam wizard to the scheduling service. */

import { type ContactAnswer, callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import {
  type BodyPart,
  examCatalogueEndpoints,
  type PatientKind,
} from '@mi-portal/contract/booking/exam-catalogue'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { describeOwnMail } from '../../../lib/notified.ts'
import { solveRobotCheck } from '../../../lib/robot-check.ts'
import { schedulingKey } from '../booking.queries.ts'
import { callScheduling, type SchedulingClient } from '../scheduling.queries.ts'
import type { ContactValues } from './steps/contact-request.rules.ts'

// These catalogues change with a release of the clinic's data, not during a visit.
const staleTime = 10 * 60_000

export function examSpecialtiesQuery(kind: PatientKind | undefined) {
  return queryOptions({
    queryKey: [...schedulingKey, 'exam-specialties', kind],
    staleTime,
    enabled: kind !== undefined,
    queryFn: async ({ signal }) =>
      (
        await callScheduling(
          examCatalogueEndpoints.specialties,
          { body: { type_patient: kind ?? 'adulto' } },
          { signal, fallback: 'Error al obtener los tipos de examen' },
        )
      ).data,
  })
}

interface ExamsAsked {
  type: PatientKind
  specialty_code: string
  part: BodyPart | null
  /** Number of the site, or 0 for all sites. */
  idOffice: number
}

/** Lists the exams of a specialty; disabled until the specialty is known. */
export function bookableExamsQuery(of: ExamsAsked | null) {
  return queryOptions({
    queryKey: [...schedulingKey, 'bookable-exams', of],
    staleTime,
    enabled: of !== null,
    queryFn: async ({ signal }) =>
      of === null
        ? []
        : (
            await callScheduling(
              examCatalogueEndpoints.exams,
              { body: of },
              { signal, fallback: 'Error al obtener los exámenes' },
            )
          ).data,
  })
}

export function indicationsQuery(examId: number, client = callScheduling) {
  return queryOptions({
    queryKey: [...schedulingKey, 'indications', examId],
    staleTime,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await client(
          examCatalogueEndpoints.indications,
          { body: { code: examId } },
          { signal, fallback: 'No pudimos cargar las indicaciones' },
        )
      ).info,
  })
}

/** Loads the questionnaire of an exam for a patient, and the caller's answers while they are valid. */
export function examQuestionnaireQuery(exam_id: number, patient_id: number, client = callScheduling) {
  return queryOptions({
    queryKey: [...schedulingKey, 'exam-questionnaire', exam_id, patient_id],
    queryFn: async ({ signal }) =>
      (
        await client(
          questionnaireEndpoints.examQuestionnaire,
          { params: { exam_id }, query: { patient_id } },
          { signal, fallback: 'Error al obtener el cuestionario' },
        )
      ).data,
  })
}

/** Stores the answers to the questionnaire; the server does not book the exam without them. */
export function useAnswerQuestionnaire(callService: SchedulingClient = callScheduling) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ exam_id, ...body }: AnswersSent) =>
      callService(
        questionnaireEndpoints.answerQuestionnaire,
        { params: { exam_id }, body: { ...body, answers: [...body.answers] } },
        { fallback: 'No ha sido posible guardar tus respuestas' },
      ),
    onSuccess: (_reply, { exam_id, patient_id }) =>
      client.invalidateQueries({ queryKey: examQuestionnaireQuery(exam_id, patient_id).queryKey }),
  })
}

interface AnswersSent {
  exam_id: number
  patient_id: number
  answers: readonly { id: string; yes: boolean }[]
}

interface ContactSent {
  values: ContactValues
  /** The patient of the exam. */
  patientId: number
  typeExamen: string
  answers: readonly ContactAnswer[]
}

/** Stores what the answer of a request to be called says about the mail to the caller, for the page that confirms it. */
export const callRequestMailKey = ['call-request-mail'] as const

/** Sends a contact request, after the browser has solved the robot check. */
export function useRequestCall() {
  const client = useQueryClient()
  return useMutation({
    onSuccess: (answer) => client.setQueryData(callRequestMailKey, describeOwnMail(answer)),
    mutationFn: async ({ values, patientId, typeExamen, answers }: ContactSent) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) form.set(name, value)
      form.set('action', 'contact_request')
      form.set('typeExamen', typeExamen)
      form.set('patient_id', String(patientId))
      answers.forEach(({ question, yes, no }, index) => {
        form.set(`questions[${index}][question]`, question)
        form.set(`questions[${index}][yes]`, yes ? '1' : '0')
        form.set(`questions[${index}][no]`, no ? '1' : '0')
      })
      form.set('altcha', await solveRobotCheck('contact'))
      return callScheduling(
        callRequestEndpoints.contact,
        { form },
        { fallback: 'No ha sido posible guardar contacto' },
      )
    },
  })
}
