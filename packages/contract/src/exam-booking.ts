/**
 * Steps towards an appointment for an exam or a procedure: catalogues, preparation, questionnaires and the request
 * for a call.
 */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'
import { moment } from './values/dates.ts'
import { emailMax, isEmail } from './values/email.ts'
import { countParam, id, idParam } from './values/ids.ts'
import { phonePattern } from './values/phone.ts'
import { cleanRun, isRun } from './values/run.ts'

/** Kinds of patient for whom exams are offered. */
const patientKinds = ['pediatrica', 'adulto'] as const
export type PatientKind = (typeof patientKinds)[number]

const bodyParts = ['cabeza', 'brazos', 'tronco', 'piernas'] as const
export type BodyPart = (typeof bodyParts)[number]

const examServices = ['imagenologia', 'laboratorio', 'vacunatorio', 'banco_sangre'] as const

const patientKind = z.enum(patientKinds, 'Tipo de paciente es requerido')

const examSpecialty = z.object({
  code: z.string(),
  name: z.string(),
  /** The part of the booking wizard to which the specialty belongs. */
  service: z.enum(examServices),
  office_ids: z.array(z.int()),
})
export type ExamSpecialty = z.output<typeof examSpecialty>

const bookableExam = z.object({
  id: id(),
  text: z.string(),
  encuesta_para_agendar: z.enum(['SI', 'NO']),
  /** Key of the exam's questionnaire; null when there is none. */
  questionnaire: z.nullable(z.string()),
  way_to_schedule: z.enum(['presencial', 'callcenter', 'online']),
  part: z.nullable(z.enum(bodyParts)),
  contrast: z.boolean(),
  office_ids: z.array(z.int()),
  /** Whether the call centre books this exam for children under eight. */
  under_8_callcenter: z.boolean(),
  /** Whether patients from seventy years on need a creatinine of the last thirty days. */
  creatinine_70_plus: z.boolean(),
})
export type BookableExam = z.output<typeof bookableExam>

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
export type AnsweredBy = z.output<typeof answeredBy>

const examParam = z.object({ exam_id: idParam('Examen inválido') })

const category = z.object({ code: z.string(), name: z.string() })
export type ProcedureCategory = z.output<typeof category>
const procedure = z.object({
  code: z.string(),
  name: z.string(),
  minutes: z.int(),
  sedation: z.boolean(),
  requires_order: z.boolean(),
  way_to_schedule: z.enum(['presencial', 'callcenter', 'online']),
})
export type Procedure = z.output<typeof procedure>

const code = (message: string) =>
  z.string(message).check(atMost(12, message), z.regex(/^[A-Za-z0-9_-]{1,12}$/, message))
const branch = countParam(1, 2_147_483_647, 'Sucursal inválida')
const flag = z.optional(z.enum(['true', 'false'], 'Tipo de paciente inválido'))

const required = 'Este campo es requerido'
const filled = (max: number) =>
  z.string(required).check(z.trim(), z.minLength(1, required), atMost(max, 'Texto demasiado largo'))

/** The form that requests a call about an imaging exam. The form and the server share each rule. */
export const contactRequestForm = z.object({
  name: filled(80),
  lastName: filled(120),
  rut: z.pipe(
    filled(16),
    z.pipe(
      z.transform(cleanRun),
      z.string().check(atMost(16, 'Registre un RUT válido'), z.refine(isRun, 'Registre un RUT válido')),
    ),
  ),
  email: z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      atMost(emailMax, 'Registre un correo electrónico válido'),
      z.refine(isEmail, 'Registre un correo electrónico válido'),
    ),
  phone: z
    .string(required)
    .check(
      z.trim(),
      z.minLength(1, required),
      atMost(9, 'Digita Teléfono válido'),
      z.regex(phonePattern, 'Digita Teléfono válido'),
    ),
})

const contactRequest = z.extend(contactRequestForm, {
  /** Who the exam is for; the caller when absent. */
  patient_id: z.optional(idParam('Paciente inválido')),
  action: z.literal('contact_request', 'Formulario inválido'),
  typeExamen: filled(200),
  /** The solved robot check. */
  altcha: z._default(z.string().check(atMost(8_000)), ''),
})

/**
 * The maximum number of answers. They are sent as `questions[0][question]`, `questions[0][yes]` and
 * `questions[0][no]`, the last two being `1` or `0`, and are read in addition to the fields above.
 */
export const mostQuestions = 12

export type ContactAnswer = { readonly question: string; readonly yes: boolean; readonly no: boolean }

export const examBookingEndpoints = {
  specialties: {
    method: 'POST',
    path: '/agenda/wp-json/agenda/v1/specialties',
    root: true,
    access: 'bearer',
    summary: 'Lists the exam specialties for a kind of patient',
    body: z.object({ type_patient: patientKind }),
    reply: z.object({ data: z.array(examSpecialty) }),
  },
  exams: {
    method: 'POST',
    path: '/agenda/wp-json/agenda/v1/exams',
    root: true,
    access: 'bearer',
    summary:
      'Lists the exams of a specialty, optionally for one part of the body; `idOffice` is 239, 2 or 0 for both',
    body: z.object({
      type: patientKind,
      part: z.optional(z.nullable(z.enum(bodyParts, 'Parte del cuerpo inválida'))),
      specialty_code: code('Prestación es requerida'),
      idOffice: z._default(z.int('Sucursal inválida').check(z.minimum(0, 'Sucursal inválida')), 0),
    }),
    reply: z.object({ data: z.array(bookableExam) }),
  },
  indications: {
    method: 'POST',
    path: '/agenda/wp-json/imagenologia/v1/indications/pdf',
    root: true,
    access: 'bearer',
    summary:
      'Returns how to prepare for an exam: HTML of headings, lists and paragraphs, and the address of a PDF',
    body: z.object({
      code: z.union(
        [id('Examen inválido'), z.string().check(atMost(9), z.regex(/^[1-9]\d{0,8}$/))],
        'Examen inválido',
      ),
    }),
    reply: z.object({ info: z.object({ indications: z.string(), pdf: z.string() }) }),
  },
  contact: {
    method: 'POST',
    path: '/agenda/wp-json/agenda/v1/contact',
    root: true,
    access: 'bearer',
    summary: 'Requests a call about an imaging exam; needs the robot check of the form `contact`',
    form: z.catchall(contactRequest, z.string()),
    reply: z.object({ data: z.object({ id: id() }) }),
  },
  procedureCategories: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedure-categories',
    root: true,
    access: 'bearer',
    summary: 'Lists the kinds of procedure at a site',
    query: z.object({ branch_office: branch, able_for_adults: flag, able_for_children: flag }),
    reply: z.object({ data: z.array(category) }),
  },
  procedures: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedures/search',
    root: true,
    access: 'bearer',
    summary: 'Lists the procedures of a kind at a site, for adults or for children',
    query: z.object({
      branch_office: branch,
      category: code('Tipo de prestación es requerido'),
      able_for_adults: flag,
      able_for_children: flag,
    }),
    reply: z.object({ data: z.array(procedure) }),
  },
  procedureIndications: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedure/indications',
    root: true,
    access: 'bearer',
    summary: 'Returns the address of the PDF that says how to prepare for a procedure',
    query: z.object({ code: code('Examen es requerido') }),
    reply: z.object({ data: z.object({ pdf: z.string() }) }),
  },
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
          z.object({ id: z.string().check(atMost(40)), yes: z.boolean(required) }),
          'Responde todas las preguntas',
        )
        .check(atMost(mostQuestions, 'Responde todas las preguntas')),
    }),
    reply: z.object({ data: questionnaireAnswers }),
  },
  indicationsFile: {
    method: 'GET',
    path: '/agenda/v1/indications/{key}.pdf',
    root: true,
    access: 'public',
    summary: 'Returns the PDF about how to prepare; it contains no personal data',
    params: z.object({
      key: z
        .string()
        .check(
          atMost(60, 'Documento inválido'),
          z.regex(/^(exam|procedure)-[a-z0-9_]{1,40}$/, 'Documento inválido'),
        ),
    }),
    raw: true,
    reply: z.string(),
  },
} as const satisfies EndpointTable

export type ContactRequest = z.output<typeof contactRequest>
