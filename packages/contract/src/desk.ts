/** The inbox in which staff read and answer the requests of patients. */
import * as z from 'zod/mini'
import { attachedFile, requestState } from './desk-requests.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { atMost } from './text.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** The matters that the inbox answers. A complaint is answered by a letter of two people, see `complaints.ts`. */
export const inboxMatters = ['documents', 'budgets', 'contact', 'imaging', 'privacy'] as const
export type InboxMatter = (typeof inboxMatters)[number]

export const matters = [...inboxMatters, 'complaints'] as const
export type Matter = (typeof matters)[number]

export const trayStates = ['pendiente', 'atrasada', 'respondida'] as const
export type TrayState = (typeof trayStates)[number]

const row = {
  matter: z.enum(inboxMatters),
  id: id(),
  /** The request number that the patient knows. */
  receipt: z.string(),
  /** The kind of document, the type of intervention, the reason, or the right over personal data. */
  subject: z.string(),
  patient_full_name: z.string(),
  state: requestState,
  created_at: moment(),
  /** Until when the clinic promised to answer, when the request arrived. */
  due_at: moment(),
  answered_at: z.nullable(moment()),
}
const trayRow = z.object(row)

const deskRequest = z.object({
  ...row,
  patient: z.object({ full_name: z.string(), document: z.string() }),
  /** The account that sent the request, and its contact data. */
  requester: z.object({
    full_name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    is_patient: z.boolean(),
  }),
  /**
   * Whether a guardian asks about an adolescent, or a delegate about an adult. The answer must then not contain what the law reserves
   * to the patient.
   */
  reserve_applies: z.boolean(),
  /** Whether the caller may answer. A claim about an access is answered by another person than the one who had it. */
  may_answer: z.boolean(),
  /** Whether the term can be extended; that is possible once. */
  may_extend: z.boolean(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  message: z.string(),
  files: z.array(attachedFile),
  answer: z.nullable(
    z.object({ text: z.string(), by: z.nullable(z.string()), files: z.array(attachedFile) }),
  ),
})

const matter = z.enum(inboxMatters, 'Materia inválida')
const one = z.object({ matter, id: idParam() })
const text = 'Digita Respuesta'

const answerForm = z.object({
  answer: z
    .string(text)
    .check(z.trim(), z.minLength(1, text), atMost(4000, 'La respuesta puede tener hasta 4.000 caracteres')),
})

const reason = 'Digita Motivo'
const extension = z.object({
  reason: z
    .string(reason)
    .check(z.trim(), z.minLength(1, reason), atMost(1000, 'El motivo puede tener hasta 1.000 caracteres')),
})

export const deskEndpoints = {
  tray: {
    method: 'GET',
    path: '/admin/requests',
    access: 'staff',
    permission: ['requests.answer', 'privacy.answer'],
    summary:
      'Lists the requests of a department: pending and overdue ones oldest first, answered ones newest first',
    query: z.safeExtend(pageQuery(10), {
      matter: z._default(matter, 'documents'),
      /** `atrasada`: pending although its due moment has passed. */
      state: z._default(z.enum(trayStates, 'Estado inválido'), 'pendiente'),
    }),
    reply: z.object({
      requests: z.array(trayRow),
      /** Number of pending requests of each matter. */
      pending: z.object({
        documents: z.int(),
        budgets: z.int(),
        contact: z.int(),
        imaging: z.int(),
        privacy: z.int(),
      }),
      ...pageReply,
    }),
  },
  file: {
    method: 'GET',
    path: '/admin/requests/files/{file_id}',
    access: 'staff',
    permission: ['requests.answer', 'privacy.answer'],
    summary: 'Returns a file of a request or of its answer, as a download',
    params: z.object({ file_id: idParam() }),
    raw: true,
    reply: z.unknown(),
  },
  open: {
    method: 'GET',
    path: '/admin/requests/{matter}/{id}',
    access: 'staff',
    permission: ['requests.answer', 'privacy.answer'],
    summary: 'Returns a request with its files and its answer',
    params: one,
    reply: z.object({ request: deskRequest }),
  },
  answer: {
    method: 'POST',
    path: '/admin/requests/{matter}/{id}/answer',
    access: 'staff',
    permission: ['requests.answer', 'privacy.answer'],
    summary: 'Answers a request with text and files and notifies the patient; only the first answer counts',
    params: one,
    form: answerForm,
    files: true,
    reply: z.object({}),
  },
  extend: {
    method: 'POST',
    path: '/admin/requests/privacy/{id}/extension',
    access: 'staff',
    permission: 'privacy.answer',
    summary:
      'Extends the term of a request about personal data, once and before it ends, and sends the patient the reason',
    params: z.object({ id: idParam() }),
    body: extension,
    reply: z.object({ due_at: moment() }),
  },
} as const satisfies EndpointTable
