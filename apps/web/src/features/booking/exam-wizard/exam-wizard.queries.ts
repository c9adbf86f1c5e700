/** What the wizard asks of the scheduling service. */
import {
  type BodyPart,
  type ContactAnswer,
  examBookingEndpoints,
  type PatientKind,
} from '@mi-portal/contract/exam-booking'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { solveRobotCheck } from '../../../lib/robot-check.ts'
import { callAgenda } from '../agenda.queries.ts'
import { agendaKey } from '../booking.queries.ts'
import type { ContactValues } from './contact-request.rules.ts'

// Catalogues: they change with a version of the clinic's, not during a visit.
const staleTime = 10 * 60_000

export function examSpecialtiesQuery(kind: PatientKind | undefined) {
  return queryOptions({
    queryKey: [...agendaKey, 'exam-specialties', kind],
    staleTime,
    enabled: kind !== undefined,
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          examBookingEndpoints.specialties,
          { body: { type_patient: kind ?? 'adulto' } },
          { signal, fallback: 'Error al obtener las prestaciones' },
        )
      ).data,
  })
}

interface ExamsAsked {
  type: PatientKind
  specialty_code: string
  part: BodyPart | null
  /** 2, 239, or 0 for both. */
  idOffice: number
}

/** The exams of a specialty; nothing is asked before it is known of what. */
export function bookableExamsQuery(of: ExamsAsked | null) {
  return queryOptions({
    queryKey: [...agendaKey, 'bookable-exams', of],
    staleTime,
    enabled: of !== null,
    queryFn: async ({ signal }) =>
      of === null
        ? []
        : (
            await callAgenda(
              examBookingEndpoints.exams,
              { body: of },
              { signal, fallback: 'Error al obtener los exámenes' },
            )
          ).data,
  })
}

export function indicationsQuery(examId: number) {
  return queryOptions({
    queryKey: [...agendaKey, 'indications', examId],
    staleTime,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await callAgenda(
          examBookingEndpoints.indications,
          { body: { code: examId } },
          { signal, fallback: 'No pudimos cargar las indicaciones' },
        )
      ).info,
  })
}

export const questionnairesQuery = queryOptions({
  queryKey: [...agendaKey, 'questionnaires'],
  staleTime,
  queryFn: async ({ signal }) =>
    (
      await callAgenda(
        examBookingEndpoints.questionnaires,
        {},
        { signal, fallback: 'Error al obtener el cuestionario' },
      )
    ).data,
})

interface ContactSent {
  values: ContactValues
  typeExamen: string
  answers: readonly ContactAnswer[]
}

/** Asks to be called; this machine does the robot check's work first. */
export function useAskForCall() {
  return useMutation({
    mutationFn: async ({ values, typeExamen, answers }: ContactSent) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) form.set(name, value)
      form.set('action', 'contact_request')
      form.set('typeExamen', typeExamen)
      answers.forEach(({ question, yes, no }, index) => {
        form.set(`questions[${index}][question]`, question)
        form.set(`questions[${index}][yes]`, yes ? '1' : '0')
        form.set(`questions[${index}][no]`, no ? '1' : '0')
      })
      form.set('altcha', await solveRobotCheck('contact'))
      return callAgenda(
        examBookingEndpoints.contact,
        { form },
        { fallback: 'No ha sido posible guardar contacto' },
      )
    },
  })
}
