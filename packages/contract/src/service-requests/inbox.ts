import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { orderBy, pageBody, pageQuery, pageReply, searchWords } from '../calls/paging.ts'
import { requiredText } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { attachedFile, requestState } from './service-requests.ts'
import { seenMessages, staffMessage, threadMatters } from './threads.ts'

/** The matters that the inbox answers. A complaint is answered by a letter of two people, see `complaints.ts`. */
export const inboxMatters = ['documents', 'budgets', 'contact', 'imaging', 'privacy'] as const
export type InboxMatter = (typeof inboxMatters)[number]

export const matters = [...inboxMatters, 'complaints'] as const
export type Matter = (typeof matters)[number]

/** `asignada`: pending and assigned to the caller. */
export const trayStates = ['pendiente', 'asignada', 'atrasada', 'respondida'] as const
export type TrayState = (typeof trayStates)[number]

const assignee = z.object({ id: id(), full_name: z.string() })

const row = {
  matter: z.enum(inboxMatters),
  id: id(),
  /** The request number that the patient knows. */
  receipt: z.string(),
  /** The kind of document, the type of intervention, the reason, or the right over personal data. */
  subject: z.string(),
  /** Null for staff who may not open patients. */
  patient_id: z.nullable(id()),
  patient_full_name: z.string(),
  state: requestState,
  created_at: moment(),
  /** Until when the clinic promised to answer the last message. */
  due_at: moment(),
  answered_at: z.nullable(moment()),
  closed_at: z.nullable(moment()),
  assignee: z.nullable(assignee),
  /** Whether the patient wrote something since staff last opened the request. */
  is_unread: z.boolean(),
}
const trayRow = z.object(row)

const inboxRequest = z.object({
  ...row,
  patient: z.object({ document: z.string() }),
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
  may_extend: z.boolean(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  message: z.string(),
  files: z.array(attachedFile),
  /** The first answer. */
  answer: z.nullable(
    z.object({ text: z.string(), by: z.nullable(z.string()), files: z.array(attachedFile) }),
  ),
  /** The conversation with the notes of staff, oldest first. */
  messages: z.array(staffMessage),
  patient_read_at: z.nullable(moment()),
  /** Texts of the clinic for an answer, with name and number filled in. */
  canned_answers: z.array(z.object({ title: z.string(), text: z.string() })),
})

const matter = z.enum(inboxMatters, 'Materia inválida')
const one = z.object({ matter, id: idParam() })
const text = 'Digita Respuesta'

export const answerText = requiredText(text, 4000, 'La respuesta puede tener hasta 4.000 caracteres')
const answerForm = z.object({ answer: answerText, seen: seenMessages })

const reason = 'Digita Motivo'
export const givenReason = z.object({
  reason: requiredText(reason, 1000, 'El motivo puede tener hasta 1.000 caracteres'),
})

const note = 'Digita Nota'
export const requestNote = z.object({
  text: requiredText(note, 2000, 'La nota puede tener hasta 2.000 caracteres'),
})

const thread = z.object({ matter: z.enum(threadMatters, 'Materia inválida'), id: idParam() })

/** The columns by which requests are sorted. */
export const requestColumns = ['subject', 'patient_full_name', 'created_at', 'due_at'] as const

const listed = {
  matter: z._default(matter, 'documents'),
  /** `atrasada`: pending although its due moment has passed. */
  state: z._default(z.enum(trayStates, 'Estado inválido'), 'pendiente'),
}
/** A number, or names or a document of a person. */
const search = { filter: searchWords(100) }

export const inboxEndpoints = endpoints({
  access: 'staff',
  permission: ['requests.answer', 'privacy.answer'],
})({
  tray: {
    route: 'GET /admin/requests',
    summary:
      'Lists the requests of a department: pending and overdue ones oldest first, answered ones newest first',
    query: z.safeExtend(pageQuery(10), { ...listed, ...orderBy(requestColumns) }),
    reply: z.object({
      requests: z.array(trayRow),
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
  find: {
    route: 'POST /admin/requests/pages',
    summary:
      'Finds requests by number or person, of every department and state that the caller answers, newest first',
    body: z.safeExtend(pageBody(10), { ...search, ...orderBy(requestColumns) }),
    reply: z.object({ requests: z.array(trayRow), ...pageReply }),
  },
  export: {
    route: 'POST /admin/requests/exports',
    summary: 'Returns the requests that a list or a search shows as a CSV file; cells cannot act as formulas',
    body: z.object({ ...listed, ...search }),
    reply: z.object({ name: z.string(), csv: z.string() }),
  },
  file: {
    route: 'GET /admin/requests/files/{file_id}',
    summary: 'Returns a file of a request or of its answer, as a download',
    params: z.object({ file_id: idParam() }),
    raw: true,
  },
  open: {
    route: 'GET /admin/requests/{matter}/{id}',
    summary: 'Returns a request with its files and its conversation, and marks it as read by staff',
    params: one,
    reply: z.object({ request: inboxRequest }),
  },
  answer: {
    route: 'POST /admin/requests/{matter}/{id}/answer',
    summary:
      'Answers a request with text and files and notifies the patient. Rejected with 409 if the conversation has messages that the caller did not see',
    params: one,
    form: answerForm,
    files: true,
  },
  note: {
    route: 'POST /admin/requests/{matter}/{id}/notes',
    summary: 'Adds a note to a request that only staff read',
    params: one,
    body: requestNote,
  },
  assignees: {
    route: 'GET /admin/requests/{matter}/{id}/assignees',
    summary: 'Lists the staff to whom a request can be assigned: those who answer its matter at its site',
    params: one,
    reply: z.object({ assignees: z.array(assignee) }),
  },
  assign: {
    route: 'PUT /admin/requests/{matter}/{id}/assignee',
    summary: 'Assigns a request to a member of staff who answers its matter, or to nobody',
    params: one,
    body: z.object({ assignee_id: z.nullable(id('Selecciona Responsable')) }),
  },
  close: {
    route: 'POST /admin/requests/{matter}/{id}/closing',
    permission: 'requests.answer',
    summary: 'Closes a request with a reason that the patient reads, and notifies the patient',
    params: thread,
    body: givenReason,
  },
  reopen: {
    route: 'POST /admin/requests/{matter}/{id}/reopening',
    permission: 'requests.answer',
    summary: 'Reopens a closed request, with a new due moment',
    params: thread,
    reply: z.object({ due_at: moment() }),
  },
  extend: {
    route: 'POST /admin/requests/privacy/{id}/extension',
    permission: 'privacy.answer',
    summary:
      'Extends the term of a request about personal data, once and before it ends, and sends the patient the reason',
    params: z.object({ id: idParam() }),
    body: givenReason,
    reply: z.object({ due_at: moment() }),
  },
})
