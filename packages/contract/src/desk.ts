/** The tray where staff read and answer what patients asked. */
import * as z from 'zod/mini'
import { attachedFile, requestState } from './desk-requests.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

export const matters = ['documents', 'budgets', 'contact', 'imaging', 'privacy'] as const
export type Matter = (typeof matters)[number]

/** What the texts promise: an answer within 48 running hours. */
export const answerHours = 48

export const trayStates = ['pendiente', 'atrasada', 'respondida'] as const
export type TrayState = (typeof trayStates)[number]

const row = {
  matter: z.enum(matters),
  id: id(),
  /** By what number its person knows it. */
  receipt: z.string(),
  /** The kind of document, the type of intervention, the reason, the right over one's data. */
  subject: z.string(),
  patient_full_name: z.string(),
  state: requestState,
  created_at: moment(),
  /** When the promised time is over. */
  due_at: moment(),
  answered_at: z.nullable(moment()),
}
const trayRow = z.object(row)

const deskRequest = z.object({
  ...row,
  patient: z.object({ full_name: z.string(), document: z.string() }),
  /** Who asked, and how they can be reached. */
  requester: z.object({
    full_name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    is_patient: z.boolean(),
  }),
  /** A guardian asks about an adolescent: what the law reserves to the patient must not go into the answer. */
  reserve_applies: z.boolean(),
  /** The term can be extended, once. */
  may_extend: z.boolean(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  message: z.string(),
  files: z.array(attachedFile),
  answer: z.nullable(
    z.object({ text: z.string(), by: z.nullable(z.string()), files: z.array(attachedFile) }),
  ),
})
export type DeskRequest = z.output<typeof deskRequest>

const matter = z.enum(matters, 'Materia inválida')
const one = z.object({ matter, id: idParam() })
const text = 'Digita Respuesta'

const answerForm = z.object({
  answer: z
    .string(text)
    .check(
      z.trim(),
      z.minLength(1, text),
      z.maxLength(4000, 'La respuesta puede tener hasta 4.000 caracteres'),
    ),
})

const reason = 'Digita Motivo'
const extension = z.object({
  reason: z
    .string(reason)
    .check(
      z.trim(),
      z.minLength(1, reason),
      z.maxLength(1000, 'El motivo puede tener hasta 1.000 caracteres'),
    ),
})

export const deskEndpoints = {
  tray: {
    method: 'GET',
    path: '/admin/requests',
    access: 'staff',
    summary: 'Requests of a matter: pending or late ones longest waiting first, answered ones newest first',
    query: z.object({
      matter: z._default(matter, 'documents'),
      /** `atrasada`: pending for longer than the texts promise. */
      state: z._default(z.enum(trayStates, 'Estado inválido'), 'pendiente'),
      ...pageQuery(10).shape,
    }),
    reply: z.object({
      requests: z.array(trayRow),
      /** How many wait in each matter. */
      pending: z.record(z.enum(matters), z.int()),
      ...pageReply,
    }),
  },
  file: {
    method: 'GET',
    path: '/admin/requests/files/{file_id}',
    access: 'staff',
    summary: 'A file of a request or of its answer, to be saved',
    params: z.object({ file_id: idParam() }),
    raw: true,
    reply: z.unknown(),
  },
  open: {
    method: 'GET',
    path: '/admin/requests/{matter}/{id}',
    access: 'staff',
    summary: 'One request with its files and its answer',
    params: one,
    reply: z.object({ request: deskRequest }),
  },
  answer: {
    method: 'POST',
    path: '/admin/requests/{matter}/{id}/answer',
    access: 'staff',
    summary: 'Answers a request with text and files; the first answer counts, and the patient is told',
    params: one,
    form: answerForm,
    files: true,
    reply: z.object({}),
  },
  extend: {
    method: 'POST',
    path: '/admin/requests/privacy/{id}/extension',
    access: 'staff',
    summary:
      'Extends the term of a request about personal data, once and before it is over; the person is told why',
    params: z.object({ id: idParam() }),
    body: extension,
    reply: z.object({ due_at: moment() }),
  },
} as const satisfies EndpointTable
