import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { reportBlocks } from '../results/report/report-text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { shareCode, shareDraft } from './exam-share-draft.ts'
import { exam, examResult, examTypes } from './exams.ts'

const sharedExam = z.object({ ...exam.shape, type: z.enum(examTypes) })

const share = z.object({
  id: id(),
  exam: sharedExam,
  /** The other exams that the same link shows; those that the caller may not see are left out. */
  other_exams: z.array(sharedExam),
  recipient_email: z.string(),
  type_relationship: z.string(),
  shared_by: z.string(),
  created_at: moment(),
  expires_at: moment(),
  openings: z.array(z.object({ at: moment() })),
  ended_at: z.nullable(moment()),
  ended_because: z.nullable(z.enum(['ended', 'codes', 'sight', 'closed'])),
})
export type ExamShare = z.output<typeof share>

const openedExam = z.object({
  type: z.enum(examTypes),
  exam: z.object({ ...exam.shape, patient_full_name: z.string(), patient_document: z.string() }),
  conclusion: z.nullable(z.string()),
  report: reportBlocks,
  /** Results of a laboratory exam; they contain this exam only, without earlier values of its measures. */
  results: z.array(examResult),
  pdf_url: z.nullable(z.string()),
  /** All documents of the exam; each address is valid for five minutes. */
  documents: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Whether the report has a document in a format that the portal cannot show. */
  has_unshowable_document: z.boolean(),
  /**
   * Lists the images of the exam with `POST /images/shared`, for an hour at most; null if the image archive has none. It opens no image by
   * itself.
   */
  images_key: z.nullable(z.string()),
})
export type OpenedExam = z.output<typeof openedExam>

const opened = z.object({
  ...openedExam.shape,
  other_exams: z.array(openedExam),
  shared_by: z.string(),
  comment: z.string(),
  expires_at: moment(),
  openings_left: z.int(),
})
export type OpenedShare = z.output<typeof opened>

export const examShareEndpoints = endpoints({ access: 'patient' })({
  send: {
    route: 'POST /exams/procedures/sends/exams/{patientId}/{attention_id}/{type}',
    stepUp: true,
    summary: 'Sends a recipient the link to exams by e-mail, and returns the link and the code that opens it',
    params: z.object({
      patientId: idParam(),
      attention_id: idParam(),
      type: z.enum(examTypes, 'Tipo de examen inválido'),
    }),
    body: shareDraft,
    patient: { of: 'param', name: 'patientId', matter: 'whole' },
    action: 'exams.share',
    reply: z.object({
      share: z.object({
        id: id(),
        code: z.string(),
        /** The link that was sent by e-mail. Like the code, it is returned only here. */
        link: z.string(),
        /** The link as a QR code. It does not contain the code. */
        qr_svg: z.string(),
        expires_at: moment(),
      }),
    }),
  },
  list: {
    route: 'GET /exams/shares',
    summary: 'Lists the caller’s shared exams of the last half year and each opening, newest first',
    patient: { of: 'self' },
    action: 'exams.shares.list',
    reply: z.object({ shares: z.array(share) }),
  },
  listOf: {
    route: 'GET /exams/shares/{id}',
    summary: 'Lists the shared exams of a group member; `id` is the patient’s',
    params: z.object({ id: idParam() }),
    patient: { of: 'param', name: 'id', matter: 'whole' },
    action: 'exams.shares.list',
    reply: z.object({ shares: z.array(share) }),
  },
  end: {
    route: 'DELETE /exams/shares/{id}',
    summary: 'Ends a share at once; `id` is the share’s',
    params: z.object({ id: idParam() }),
  },
  open: {
    route: 'POST /exams/shares/open',
    access: 'public',
    summary: 'Opens a shared exam with the token of the link and the code given by the patient',
    mayBeOver: true,
    body: z.object({
      token: z
        .string('Enlace inválido')
        .check(z.minLength(20, 'Enlace inválido'), atMost(100, 'Enlace inválido')),
      code: shareCode,
    }),
    reply: opened,
  },
  file: {
    route: 'GET /exams/shares/files/{key}',
    access: 'key',
    summary: 'Returns the file of a shared exam as PDF, to be shown in the browser',
    mayBeOver: true,
    params: z.object({ key: z.string().check(atMost(400)) }),
    raw: true,
  },
})
