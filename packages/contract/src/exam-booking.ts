/** What leads to an hour for an exam or a procedure: catalogues, indications, questionnaires and the request to be called. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { isEmail } from './values/email.ts'
import { countParam, id } from './values/ids.ts'
import { cleanRun, isRun } from './values/run.ts'

/** Under this age the wizard offers what is paediatric; at it, both. */
const patientKinds = ['pediatrica', 'adulto'] as const
export type PatientKind = (typeof patientKinds)[number]

const bodyParts = ['cabeza', 'brazos', 'tronco', 'piernas'] as const
export type BodyPart = (typeof bodyParts)[number]

const examServices = ['imagenologia', 'laboratorio', 'vacunatorio', 'banco_sangre'] as const

const patientKind = z.enum(patientKinds, 'Tipo de paciente es requerido')

const examSpecialty = z.object({
  code: z.string(),
  name: z.string(),
  /** Which part of the wizard it belongs to. */
  service: z.enum(examServices),
  office_ids: z.array(z.int()),
})
export type ExamSpecialty = z.output<typeof examSpecialty>

const bookableExam = z.object({
  id: id(),
  text: z.string(),
  encuesta_para_agendar: z.enum(['SI', 'NO']),
  /** Key of the questionnaire, where there is one. */
  questionnaire: z.nullable(z.string()),
  way_to_schedule: z.enum(['presencial', 'callcenter', 'online']),
  part: z.nullable(z.enum(bodyParts)),
  contrast: z.boolean(),
  office_ids: z.array(z.int()),
  /** Children under eight are booked by the call centre. */
  under_8_callcenter: z.boolean(),
  /** From seventy on a creatinine of the last thirty days is needed. */
  creatinine_70_plus: z.boolean(),
})
export type BookableExam = z.output<typeof bookableExam>

const questionnaire = z.object({
  key: z.string(),
  title: z.string(),
  intro: z.string(),
  /** Codes of the exam specialties that ask it. */
  applies_to: z.array(z.string()),
  questions: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type Questionnaire = z.output<typeof questionnaire>

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

const code = (message: string) => z.string(message).check(z.regex(/^[A-Za-z0-9_-]{1,12}$/, message))
const branch = countParam(1, 2_147_483_647, 'Sucursal inválida')
const flag = z.optional(z.enum(['true', 'false'], 'Tipo de paciente inválido'))

const required = 'Este campo es requerido'
const filled = (max: number) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(max, 'Texto demasiado largo'))

/** The form in which somebody asks to be called about an imaging exam, each rule once for the form and the server. */
export const contactRequestForm = z.object({
  name: filled(80),
  lastName: filled(120),
  rut: z.pipe(
    filled(16),
    z.pipe(z.transform(cleanRun), z.string().check(z.refine(isRun, 'Registre un rut valido'))),
  ),
  email: z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.refine(isEmail, 'Registre un correo electronico valido')),
  phone: z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.regex(/^\d{8,9}$/, 'Registre un teléfono válido')),
})

const contactRequest = z.extend(contactRequestForm, {
  action: z.literal('contact_request', 'Formulario inválido'),
  typeExamen: filled(200),
  /** The solved robot check. */
  altcha: z._default(z.string().check(z.maxLength(8_000)), ''),
})

/**
 * The answers travel as `questions[0][question]`, `questions[0][yes]` and `questions[0][no]`, the last two `1` or
 * `0`; they are read beside the fields above.
 */
export const mostQuestions = 12

export type ContactAnswer = { readonly question: string; readonly yes: boolean; readonly no: boolean }

export const examBookingEndpoints = {
  specialties: {
    method: 'POST',
    path: '/agenda/wp-json/agenda/v1/specialties',
    access: 'bearer',
    summary: 'The exam specialties for that kind of patient',
    body: z.object({ type_patient: patientKind }),
    reply: z.object({ data: z.array(examSpecialty) }),
  },
  exams: {
    method: 'POST',
    path: '/agenda/wp-json/agenda/v1/exams',
    access: 'bearer',
    summary:
      'The exams of a specialty, of one part of the body where it is given; `idOffice` 239, 2 or 0 for both',
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
    access: 'bearer',
    summary: 'How to prepare for an exam: HTML of headings, lists and paragraphs, and the address of a PDF',
    body: z.object({
      code: z.union([id('Examen inválido'), z.string().check(z.regex(/^[1-9]\d{0,8}$/))], 'Examen inválido'),
    }),
    reply: z.object({ info: z.object({ indications: z.string(), pdf: z.string() }) }),
  },
  contact: {
    method: 'POST',
    path: '/agenda/wp-json/agenda/v1/contact',
    access: 'bearer',
    summary: 'Asks to be called about an imaging exam; needs the robot check of the form `contact`',
    form: z.catchall(contactRequest, z.string()),
    reply: z.object({ data: z.object({ id: id() }) }),
  },
  procedureCategories: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedure-categories',
    access: 'bearer',
    summary: 'The kinds of procedure at a site',
    query: z.object({ branch_office: branch, able_for_adults: flag, able_for_children: flag }),
    reply: z.object({ data: z.array(category) }),
  },
  procedures: {
    method: 'GET',
    path: '/agenda/wp-json/ind-booking/v1/procedures/search',
    access: 'bearer',
    summary: 'The procedures of a kind at a site, for adults or for children',
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
    access: 'bearer',
    summary: 'The address of the PDF that says how to prepare for a procedure',
    query: z.object({ code: code('Examen es requerido') }),
    reply: z.object({ data: z.object({ pdf: z.string() }) }),
  },
  questionnaires: {
    method: 'GET',
    path: '/agenda/v1/questionnaires',
    access: 'bearer',
    summary: 'What is asked before an exam is booked',
    reply: z.object({ data: z.array(questionnaire) }),
  },
  indicationsFile: {
    method: 'GET',
    path: '/agenda/v1/indications/{key}.pdf',
    access: 'public',
    summary: 'The PDF of how to prepare; it says nothing about anybody',
    params: z.object({
      key: z.string().check(z.regex(/^(exam|procedure)-[a-z0-9_]{1,40}$/, 'Documento inválido')),
    }),
    raw: true,
    reply: z.string(),
  },
} as const satisfies EndpointTable

export type ContactRequest = z.output<typeof contactRequest>
