/** A patient's exams, the file of one and, for the laboratory, its results with their history. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageReply } from './paging.ts'
import { countParam, id, idParam } from './values/ids.ts'

const examPageSize = 5
export const examTypes = ['laboratory', 'imaging'] as const
export type ExamType = (typeof examTypes)[number]

export const exam = z.object({
  /** One for each listed exam. */
  attention_id: id(),
  /** The number a person reads, which several exams of one visit may share: `A-204817`. */
  attention_number: z.string(),
  patient_id: id(),
  type_exam: z.string(),
  doctor_solicite: z.string(),
  /** `20/11/2026` and `08:15`. */
  date: z.string(),
  hour: z.string(),
  type_patient: z.string(),
})
export type Exam = z.output<typeof exam>

const list = z.object({ laboratories: z.array(exam), ...pageReply })

const query = z.object({
  type: z._default(z.enum(examTypes, 'Tipo de examen inválido'), 'laboratory'),
  page: z._default(countParam(1, 1_000_000, 'Página inválida'), 1),
  limit: z._default(countParam(1, 100, 'Límite inválido'), examPageSize),
})

/** One measured value; `value` is null where the result is words, in `text`. */
export const examResult = z.object({
  code: z.string(),
  name: z.string(),
  value: z.nullable(z.number()),
  text: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  /** How many decimals the laboratory gives this measure with, for its value, range and history. */
  decimals: z.int(),
  reference: z.object({
    low: z.nullable(z.number()),
    high: z.nullable(z.number()),
    text: z.nullable(z.string()),
  }),
  /** Where the value lies beside its range; null where that cannot be said. */
  position: z.nullable(z.enum(['low', 'in', 'high'])),
  /** The same measure over time, oldest first, this exam's included. `date` is a day. */
  history: z.array(z.object({ date: z.string(), value: z.number() })),
})
export type ExamResult = z.output<typeof examResult>

const results = z.object({
  exam: z.object({
    ...exam.shape,
    patient_full_name: z.string(),
    patient_document: z.string(),
  }),
  results: z.array(examResult),
  pdf_url: z.nullable(z.string()),
})
export type ExamResults = z.output<typeof results>

export const examEndpoints = {
  list: {
    method: 'GET',
    path: '/exams/procedures',
    access: 'patient',
    summary: 'The caller’s exams of one kind, latest first',
    query,
    patient: { of: 'self' },
    action: 'exams.list',
    reply: list,
  },
  listOf: {
    method: 'GET',
    path: '/exams/procedures/{patientId}',
    access: 'patient',
    summary: 'A member’s exams of one kind',
    params: z.object({ patientId: idParam() }),
    query,
    patient: { of: 'param', name: 'patientId' },
    action: 'exams.list',
    reply: list,
  },
  view: {
    method: 'GET',
    path: '/exams/procedures/views/files/{patientId}/{attention_id}/{type}',
    access: 'patient',
    summary: 'An address of the exam’s file that lives five minutes and dies with the session',
    params: z.object({
      patientId: idParam(),
      attention_id: idParam(),
      type: z.enum(examTypes, 'Tipo de examen inválido'),
    }),
    patient: { of: 'param', name: 'patientId' },
    action: 'exams.view',
    reply: z.object({
      url_file: z.string(),
      attention_id: id(),
      patient_id: id(),
      type_patient: z.string(),
      /** `frame`: the portal's laboratory viewer, to be framed; `file`: opens in a tab of its own. */
      viewer: z.enum(['frame', 'file']),
    }),
  },
  results: {
    method: 'GET',
    path: '/exams/results/{patientId}/{attention_id}',
    access: 'patient',
    summary: 'The values of a laboratory exam with their history',
    params: z.object({ patientId: idParam(), attention_id: idParam() }),
    patient: { of: 'param', name: 'patientId' },
    action: 'exams.results',
    reply: results,
  },
  resultsByKey: {
    method: 'GET',
    path: '/exams/results/by-key/{key}',
    access: 'key',
    summary: 'The same for the framed viewer, which holds a key and no token',
    params: z.object({ key: z.string().check(z.maxLength(400)) }),
    reply: results,
  },
  file: {
    method: 'GET',
    path: '/exams/files/{key}',
    access: 'key',
    summary: 'The exam’s file, as PDF, inline',
    params: z.object({ key: z.string().check(z.maxLength(400)) }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
