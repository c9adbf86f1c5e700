/** The questions that are asked before an exam is booked, and their answers. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { atMost } from '../text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { bodyParts, patientKinds } from './exam-catalogue.ts'

const questionnaire = z.object({
  key: z.string(),
  title: z.string(),
  intro: z.string(),
  /** Codes of the exam specialties that require the questionnaire. */
  applies_to: z.array(z.string()),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      /** Wording of the question when another person answers about the patient. */
      text_other: z.optional(z.string()),
    }),
  ),
})
export type Questionnaire = z.output<typeof questionnaire>

/** Hours for which the answers to a questionnaire allow an appointment to be booked. */
export const answersValidHours = 24

const questionnaireAnswers = z.object({
  answered_at: moment(),
  /** From then on the questions have to be answered again. */
  expires_at: moment(),
  /** False: an answer is yes, so a professional has to review the case before an appointment is given. */
  can_book: z.boolean(),
})
export type QuestionnaireAnswers = z.output<typeof questionnaireAnswers>

/** What must be known of a patient before an appointment for an exam is given. */
const examQuestionnaire = z.object({
  exam: z.object({
    id: id(),
    text: z.string(),
    /** Code of the exam specialty and part of the body under which the wizard lists the exam. */
    specialty_code: z.string(),
    part: z.nullable(z.enum(bodyParts)),
    /** The kinds of patient for whom the exam is offered. */
    types: z.array(z.enum(patientKinds)),
  }),
  /** Null: the exam is booked without a questionnaire. */
  questionnaire: z.nullable(
    z.object({
      key: z.string(),
      title: z.string(),
      intro: z.string(),
      /** Addressed to the patient, or worded about the patient when another person answers. */
      questions: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
  ),
  /** The caller's last answers for this patient that are still valid; null where there are none. */
  answers: z.nullable(questionnaireAnswers),
})
export type ExamQuestionnaire = z.output<typeof examQuestionnaire>

/**
 * Who reads the questions, as stated by a partner portal that asks in the patient's name. When absent, it follows
 * from the caller's relationship.
 */
const answeredBy = z.optional(z.enum(['patient', 'other'], 'Solicitud inválida'))

const examParam = z.object({ exam_id: idParam('Examen inválido') })

/** The maximum number of answers to a questionnaire. */
export const mostQuestions = 12

export const questionnaireEndpoints = {
  questionnaires: {
    method: 'GET',
    path: '/agenda/v1/questionnaires',
    root: true,
    access: 'bearer',
    summary: 'Returns the questions that are asked before an exam is booked',
    reply: z.object({ data: z.array(questionnaire) }),
  },
  examQuestionnaire: {
    method: 'GET',
    path: '/agenda/v1/exams/{exam_id}/questionnaire',
    root: true,
    access: 'bearer',
    summary:
      'Returns the questionnaire that an exam requires, worded for the patient, and the valid stored answers',
    params: examParam,
    query: z.object({ patient_id: idParam('Paciente inválido'), answered_by: answeredBy }),
    reply: z.object({ data: examQuestionnaire }),
  },
  answerQuestionnaire: {
    method: 'POST',
    path: '/agenda/v1/exams/{exam_id}/questionnaire',
    root: true,
    access: 'bearer',
    summary: `Stores a patient’s answers; an exam that requires them can be booked within ${answersValidHours} hours`,
    params: examParam,
    body: z.object({
      patient_id: id('Paciente inválido'),
      answered_by: answeredBy,
      answers: z
        .array(
          z.object({ id: z.string().check(atMost(40)), yes: z.boolean('Este campo es requerido') }),
          'Responde todas las preguntas',
        )
        .check(atMost(mostQuestions, 'Responde todas las preguntas')),
    }),
    reply: z.object({ data: questionnaireAnswers }),
  },
} as const satisfies EndpointTable
