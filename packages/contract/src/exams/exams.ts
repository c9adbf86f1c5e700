import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply, searchWords } from '../calls/paging.ts'
import { atMost } from '../fields/text.ts'
import { holdCauses } from '../results/release/result-release.ts'
import { reportBlocks } from '../results/report/report-text.ts'
import { reportedResult, resultStatuses } from '../results/reported-result.ts'
import { flagLevels } from '../results/result-flags.ts'
import { takeaway } from '../results/takeaway.ts'
import { countParam, id, idParam } from '../values/ids.ts'

export const rangesAdvice =
  'Los valores de referencia son orientativos. Un resultado fuera de rango no siempre indica una enfermedad: revísalo con tu médico tratante.'

const examPageSize = 5
export const examTypes = ['laboratory', 'imaging'] as const
export type ExamType = (typeof examTypes)[number]

export const exam = z.object({
  attention_id: id(),
  /** The number that patients read, such as `A-204817`; several exams of one visit may share it. Empty without a visit. */
  attention_number: z.string(),
  patient_id: id(),
  type_exam: z.string(),
  doctor_solicite: z.string(),
  /** `20/11/2026` and `08:15`. As far as they are known: `11/2026`, `2026`; an empty time. */
  date: z.string(),
  hour: z.string(),
  type_patient: z.string(),
  status: z.enum(resultStatuses),
  /** The day on which a corrected report replaced an earlier one, `20/11/2026`; null when that is not known. */
  corrected_on: z.nullable(z.string()),
  /** False if this caller may open no document. An external archive finds out only when one is opened, so its exams have true. */
  has_document: z.boolean(),
})
export type Exam = z.output<typeof exam>

const listedExam = z.object({
  ...exam.shape,
  is_new: z.boolean(),
  is_private: z.boolean(),
  /** Whether images of the exam may be found in the image archive. */
  has_images: z.boolean(),
  /** Whether the viewer shows the report as text. False also if this is known only once the exam is opened. */
  has_report_text: z.boolean(),
  /** What the exam says in a few words, by the flags of the viewer; null if that is not known or nothing can be opened. */
  takeaway: z.nullable(takeaway),
  /**
   * Why the result is not visible yet, and the day from which it is visible in any case; null if it is visible. A held exam has no
   * document, no images and no results, and cannot be opened.
   */
  hold: z.nullable(z.object({ cause: z.enum(holdCauses), until: z.string() })),
})
export type ListedExam = z.output<typeof listedExam>

const list = z.object({ laboratories: z.array(listedExam), ...pageReply })

const examType = () => z.enum(examTypes, 'Tipo de examen inválido')

export const examSearchMax = 60

const query = z.safeExtend(pageQuery(examPageSize), {
  type: z._default(examType(), 'laboratory'),
  /** Part of the name of the exam or of one of its measures, without regard to accents and capitals. */
  q: searchWords(examSearchMax),
  /** The year in which the exam was taken, in Chile. */
  year: z.optional(countParam(1900, 2100, 'Año inválido')),
})

const oneExam = z.object({ patientId: idParam(), attention_id: idParam(), type: examType() })

const examDocument = z.object({ name: z.string(), url: z.string() })

/** The exams of one visit to the clinic, which are those with the same `attention_number`, oldest first. */
const visit = z.object({
  attention_number: z.string(),
  exams: z.array(z.object({ ...exam.shape, type: z.enum(examTypes) })),
  /** The address of one zip file with the documents of these exams; valid for five minutes and within the session. */
  url_file: z.string(),
})

/**
 * One measured value. `reported` is the result exactly as the laboratory reported it; `value`, `text`, `decimals`,
 * `reference`, `position` and `history` are derived from it. `value` is null when the result is not an exact
 * number.
 */
export const examResult = z.object({
  code: z.string(),
  name: z.string(),
  purpose: z.nullable(z.string()),
  reported: reportedResult,
  /**
   * The laboratory's own judgement, or else where the value lies relative to the one range that applies; null when
   * neither is known.
   */
  flag: z.nullable(z.object({ level: z.enum(flagLevels), critical: z.boolean() })),
  /** The result before it was corrected or completed, oldest first; `replaced_on` is a day. */
  earlier: z.array(z.object({ name: z.string(), reported: reportedResult, replaced_on: z.string() })),
  /** All results of this measure including this exam's, exact numbers or not, oldest first. `date` is a day. */
  course: z.array(z.object({ date: z.string(), reported: reportedResult })),
  value: z.nullable(z.number()),
  text: z.nullable(z.string()),
  unit: z.nullable(z.string()),
  /** Number of decimals with which the laboratory gives this measure; used for its value, range and history. */
  decimals: z.int(),
  reference: z.object({
    low: z.nullable(z.number()),
    high: z.nullable(z.number()),
    text: z.nullable(z.string()),
  }),
  position: z.nullable(z.enum(['low', 'in', 'high'])),
  /** The exact values of this measure over time including this exam's, oldest first. `date` is a day. */
  history: z.array(z.object({ date: z.string(), value: z.number() })),
})
export type ExamResult = z.output<typeof examResult>

const results = z.object({
  type: z.enum(examTypes),
  exam: z.object({
    ...exam.shape,
    patient_full_name: z.string(),
    patient_document: z.string(),
  }),
  conclusion: z.nullable(z.string()),
  /** The text of the report in parts that can be shown; empty if it has none. */
  report: reportBlocks,
  purpose: z.nullable(z.string()),
  critical_advice: z.string(),
  results: z.array(examResult),
  pdf_url: z.nullable(z.string()),
  documents: z.array(examDocument),
  has_unshowable_document: z.boolean(),
})
export type ExamResults = z.output<typeof results>

const awaitedResult = z.object({
  id_appointment: id(),
  patient_id: id(),
  name: z.string(),
  /** The day of the appointment, `20/11/2026`. */
  date: z.string(),
  /** The day on which the result is expected, `2026-11-23`. */
  expected_on: z.string(),
  is_late: z.boolean(),
})
export type AwaitedResult = z.output<typeof awaitedResult>

const awaited = z.object({ awaited: z.array(awaitedResult) })

export const examEndpoints = endpoints({ access: 'patient' })({
  list: {
    route: 'GET /exams/procedures',
    summary: 'Lists the caller’s exams of one kind, latest first',
    query,
    patient: { of: 'self' },
    action: 'exams.list',
    reply: list,
  },
  listOf: {
    route: 'GET /exams/procedures/{patientId}',
    summary: 'Lists the exams of one kind of a group member',
    params: z.object({ patientId: idParam() }),
    query,
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'exams.list',
    reply: list,
  },
  awaited: {
    route: 'GET /exams/awaited',
    summary:
      'Lists the caller’s exams of the last 60 days whose results are not there, and when each is expected',
    patient: { of: 'self' },
    action: 'exams.list',
    reply: awaited,
  },
  awaitedOf: {
    route: 'GET /exams/awaited/{patientId}',
    summary: 'Lists the exams of a group member whose results are not there, and when each is expected',
    params: z.object({ patientId: idParam() }),
    patient: { of: 'param', name: 'patientId', matter: 'whole' },
    action: 'exams.list',
    reply: awaited,
  },
  view: {
    route: 'GET /exams/procedures/views/files/{patientId}/{attention_id}/{type}',
    summary: 'Returns an address of the exam’s file that is valid for five minutes and within the session',
    params: oneExam,
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'exams.view',
    reply: z.object({
      url_file: z.string(),
      attention_id: id(),
      patient_id: id(),
      type_patient: z.string(),
      /** `frame`: the portal's viewer of results and texts, shown in a frame; `file`: opens in a new tab. */
      viewer: z.enum(['frame', 'file']),
    }),
  },
  documents: {
    route: 'GET /exams/documents/{patientId}/{attention_id}/{type}',
    summary: 'Returns the addresses of an exam’s documents, valid for five minutes and within the session',
    params: oneExam,
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'exams.view',
    reply: z.object({ documents: z.array(examDocument) }),
  },
  visit: {
    route: 'GET /exams/visits/{patientId}/{attention_id}/{type}',
    summary: 'Returns all exams of the visit that an exam belongs to, and the address of their documents',
    params: oneExam,
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'exams.visit',
    reply: visit,
  },
  visitFile: {
    route: 'GET /exams/visits/files/{key}',
    access: 'key',
    summary: 'Returns one zip file with the documents of a visit’s exams',
    params: z.object({ key: z.string().check(atMost(400)) }),
    raw: true,
  },
  results: {
    route: 'GET /exams/results/{patientId}/{attention_id}',
    summary: 'Returns the values of a laboratory exam with earlier values',
    params: z.object({ patientId: idParam(), attention_id: idParam() }),
    patient: { of: 'param', name: 'patientId', matter: 'exams' },
    action: 'exams.results',
    reply: results,
  },
  resultsByKey: {
    route: 'GET /exams/results/by-key/{key}',
    access: 'key',
    summary: 'Returns the values and the text of an exam to the embedded viewer, by key instead of token',
    params: z.object({ key: z.string().check(atMost(400)) }),
    reply: results,
  },
  file: {
    route: 'GET /exams/files/{key}',
    access: 'key',
    summary: 'Returns the file of an exam as PDF, to be shown in the browser',
    params: z.object({ key: z.string().check(atMost(400)) }),
    raw: true,
  },
})
