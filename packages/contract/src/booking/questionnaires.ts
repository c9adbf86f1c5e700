import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { bodyParts, patientKinds } from './exam-catalogue.ts'

const questionnaire = z.object({
  key: z.string(),
  title: z.string(),
  intro: z.string(),
  applies_to: z.array(z.string()),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      text_other: z.optional(z.string()),
    }),
  ),
})
export type Questionnaire = z.output<typeof questionnaire>

/** Hours for which the answers to a questionnaire allow an appointment to be booked. */
export const answersValidHours = 24

const questionnaireAnswers = z.object({
  answered_at: moment(),
  expires_at: moment(),
  /** False: an answer is yes, so a professional has to review the case before an appointment is given. */
  can_book: z.boolean(),
})
export type QuestionnaireAnswers = z.output<typeof questionnaireAnswers>

const examQuestionnaire = z.object({
  exam: z.object({
    id: id(),
    text: z.string(),
    specialty_code: z.string(),
    part: z.nullable(z.enum(bodyParts)),
    types: z.array(z.enum(patientKinds)),
  }),
  /** Null: the exam is booked without a questionnaire. */
  questionnaire: z.nullable(
    z.object({
      key: z.string(),
      title: z.string(),
      intro: z.string(),
      questions: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
  ),
  answers: z.nullable(questionnaireAnswers),
})
export type ExamQuestionnaire = z.output<typeof examQuestionnaire>

/**
 * Who reads the questions, as stated by a partner portal that asks in the patient's name. When absent, it follows
 * from the caller's relationship.
 */
const answeredBy = z.optional(z.enum(['patient', 'other'], 'Solicitud inválida'))

const examParam = z.object({ exam_id: idParam('Examen inválido') })

export const mostQuestions = 12

export const questionnaireEndpoints = endpoints({ access: 'bearer', root: true })({
  questionnaires: {
    route: 'GET /agenda/v1/questionnaires',
    summary: 'Returns the questions that are asked before an exam is booked',
    reply: z.object({ data: z.array(questionnaire) }),
  },
  examQuestionnaire: {
    route: 'GET /agenda/v1/exams/{exam_id}/questionnaire',
    summary:
      'Returns the questionnaire that an exam requires, worded for the patient, and the valid stored answers',
    params: examParam,
    query: z.object({ patient_id: idParam('Paciente inválido'), answered_by: answeredBy }),
    reply: z.object({ data: examQuestionnaire }),
  },
  answerQuestionnaire: {
    route: 'POST /agenda/v1/exams/{exam_id}/questionnaire',
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
})
