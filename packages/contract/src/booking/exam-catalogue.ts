import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { id } from '../values/ids.ts'
import { serviceCode } from './procedures.ts'

export const patientKinds = ['pediatrica', 'adulto'] as const
export type PatientKind = (typeof patientKinds)[number]

export const bodyParts = ['cabeza', 'brazos', 'tronco', 'piernas'] as const
export type BodyPart = (typeof bodyParts)[number]

const examServices = ['imagenologia', 'laboratorio', 'vacunatorio', 'banco_sangre'] as const

const patientKind = z.enum(patientKinds, 'Tipo de paciente es requerido')

const examSpecialty = z.object({
  code: z.string(),
  name: z.string(),
  service: z.enum(examServices),
  office_ids: z.array(z.int()),
})
export type ExamSpecialty = z.output<typeof examSpecialty>

const bookableExam = z.object({
  id: id(),
  text: z.string(),
  encuesta_para_agendar: z.enum(['SI', 'NO']),
  questionnaire: z.nullable(z.string()),
  way_to_schedule: z.enum(['presencial', 'callcenter', 'online']),
  part: z.nullable(z.enum(bodyParts)),
  contrast: z.boolean(),
  office_ids: z.array(z.int()),
  under_8_callcenter: z.boolean(),
  /** Whether patients from seventy years on need a creatinine of the last thirty days. */
  creatinine_70_plus: z.boolean(),
})
export type BookableExam = z.output<typeof bookableExam>

export const examCatalogueEndpoints = endpoints({ access: 'bearer', root: true })({
  specialties: {
    route: 'POST /agenda/wp-json/agenda/v1/specialties',
    summary: 'Lists the exam specialties for a kind of patient',
    body: z.object({ type_patient: patientKind }),
    reply: z.object({ data: z.array(examSpecialty) }),
  },
  exams: {
    route: 'POST /agenda/wp-json/agenda/v1/exams',
    summary:
      'Lists the exams of a specialty, optionally for one part of the body; `idOffice` is the number of a site, or 0 for all',
    body: z.object({
      type: patientKind,
      part: z.optional(z.nullable(z.enum(bodyParts, 'Parte del cuerpo inválida'))),
      specialty_code: serviceCode('Tipo de examen es requerido'),
      idOffice: z._default(z.int('Sucursal inválida').check(z.minimum(0, 'Sucursal inválida')), 0),
    }),
    reply: z.object({ data: z.array(bookableExam) }),
  },
  indications: {
    route: 'POST /agenda/wp-json/imagenologia/v1/indications/pdf',
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
  indicationsFile: {
    route: 'GET /agenda/v1/indications/{key}.pdf',
    access: 'public',
    summary: 'Returns the PDF about how to prepare; it contains no personal data',
    params: z.object({
      key: z
        .string()
        .check(atMost(60, 'Documento inválido'), z.regex(/^[a-z0-9][a-z0-9_-]*$/, 'Documento inválido')),
    }),
    raw: true,
    reply: z.string(),
  },
})
