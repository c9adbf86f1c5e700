/** Complaints by Ley 20.584, art. 37: their number, the term for the answer, and the register of staff. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageBody, pageReply, searchWords } from './calls/paging.ts'
import { requiredText } from './fields/text.ts'
import { mailStates } from './front-desk.ts'
import { attachedFile } from './service-requests/service-requests.ts'
import { moment, sentMoment } from './values/date-schemas.ts'
import { addDays, toDay, toInstant } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

/** The contact reason «Reclamo». The specification fixes its number. */
export const complaintReason = 2

export const complaintTerm = { hours: 15 * 24, business_hours: true } as const

/** Returns when the term begins: with the day after the receipt. */
export function getTermStart(received: Date): Date {
  return toInstant(addDays(toDay(received), 1), '00:00')
}

export function formatComplaintNumber(complaintId: number, received: Date): string {
  return `R-${toDay(received).slice(0, 4)}-${String(complaintId).padStart(4, '0')}`
}

/** Where a complaint stands: received, its letter is a draft, the letter waits for the second person, or it was sent. */
const complaintStates = ['received', 'drafting', 'review', 'sent'] as const
export type ComplaintState = (typeof complaintStates)[number]

export const complaintStateNames: Readonly<Record<ComplaintState, string>> = {
  received: 'Recibido',
  drafting: 'Carta en redacción',
  review: 'Respuesta en revisión',
  sent: 'Carta enviada',
}

export const nextInstance =
  'Si no estás conforme con esta respuesta, o si no la recibes dentro del plazo, puedes reclamar ante la Superintendencia de Salud (www.superdesalud.gob.cl, teléfono 600 836 9000) o pedir una mediación, según la Ley 20.584.'

/** The filters of the register. `open`: without a sent letter; `late`: open after its due moment. */
export const complaintFilters = ['open', 'late', 'sent', 'all'] as const
export type ComplaintFilter = (typeof complaintFilters)[number]

const row = {
  id: id(),
  number: z.string(),
  state: z.enum(complaintStates),
  /** Null for staff who may not open patients. */
  patient_id: z.nullable(id()),
  patient_full_name: z.string(),
  site: z.nullable(z.string()),
  received_at: moment(),
  /** The first instant at which the answer is late. */
  due_at: moment(),
  sent_at: z.nullable(moment()),
}
const listed = z.object(row)
export type ListedComplaint = z.output<typeof listed>

const signature = z.object({ id: z.int(), full_name: z.string(), at: moment() })

const complaint = z.object({
  ...row,
  message: z.string(),
  files: z.array(attachedFile),
  /** Business days until the answer is due, today excluded; negative if it is late. */
  days_left: z.int(),
  patient: z.object({ document: z.string(), phone: z.nullable(z.string()) }),
  /** The account that complained; null if the patient did. */
  requester: z.nullable(z.object({ full_name: z.string(), phone: z.nullable(z.string()) })),
  /** The mail that acknowledged the complaint; null if it was acknowledged on screen only. */
  acknowledgement: z.nullable(z.object({ at: moment(), state: z.enum(mailStates) })),
  notes: z.array(z.object({ id: id(), author: z.string(), text: z.string(), at: moment() })),
  letter: z.nullable(
    z.object({
      text: z.string(),
      written_by: signature,
      proposed_at: z.nullable(moment()),
      approved_by: z.nullable(signature),
      files: z.array(attachedFile),
    }),
  ),
})
export type Complaint = z.output<typeof complaint>

const params = z.object({ id: idParam() })
const letterMissing = 'Digita la carta'
const letterLong = 'La carta puede tener hasta 3.500 caracteres'
const noteMissing = 'Digita la nota'
const noteLong = 'La nota puede tener hasta 1.000 caracteres'
const noteText = requiredText(noteMissing, 1000, noteLong)

export const letterDraft = z.object({
  text: requiredText(letterMissing, 3500, letterLong),
})
export const noteDraft = z.object({ text: noteText })

/** When the letter was written that the caller saw: if it changed meanwhile, the call is rejected with 409. */
const seen = { written_at: sentMoment() }

const search = {
  filter: searchWords(100),
  state: z._default(z.enum(complaintFilters, 'Estado inválido'), 'open'),
}

export const complaintColumns = ['patient_full_name', 'site', 'received_at', 'due_at'] as const

export const complaintEndpoints = endpoints({ access: 'staff', permission: 'requests.answer' })({
  pages: {
    route: 'POST /admin/complaints/pages',
    summary: 'Lists complaints: open ones with the earliest term first, then sent ones latest first',
    body: z.safeExtend(pageBody(20), { ...search, ...orderBy(complaintColumns) }),
    reply: z.object({ complaints: z.array(listed), ...pageReply }),
  },
  export: {
    route: 'POST /admin/complaints/exports',
    summary: 'Returns the register of complaints as a CSV file; cells cannot act as formulas',
    body: z.object(search),
    reply: z.object({ name: z.string(), csv: z.string() }),
  },
  open: {
    route: 'GET /admin/complaints/{id}',
    summary: 'Returns a complaint with its files, notes and letter',
    params,
    reply: z.object({ complaint }),
  },
  note: {
    route: 'POST /admin/complaints/{id}/notes',
    summary: 'Adds a note to a complaint that only staff read',
    params,
    body: noteDraft,
  },
  save: {
    route: 'PUT /admin/complaints/{id}/letter',
    summary: 'Saves the letter that answers a complaint, as a draft or for the second person to approve',
    params,
    body: z.safeExtend(letterDraft, { written_at: z.nullable(sentMoment()), proposes: z.boolean() }),
  },
  preview: {
    route: 'GET /admin/complaints/{id}/letter',
    summary: 'Returns the unsigned letter of a complaint as a PDF',
    params,
    raw: true,
  },
  return: {
    route: 'POST /admin/complaints/{id}/letter/return',
    summary: 'Returns a proposed letter to its author with a note',
    params,
    body: z.safeExtend(noteDraft, seen),
  },
  approve: {
    route: 'POST /admin/complaints/{id}/letter/approve',
    stepUp: true,
    summary:
      'Approves the letter that another member of staff proposed, signs it, sends it to the patient and closes the complaint',
    params,
    body: z.object(seen),
  },
})
