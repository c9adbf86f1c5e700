import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply } from '../calls/paging.ts'
import { moment } from '../values/date-schemas.ts'
import { id } from '../values/ids.ts'
import { answerFields, attachedFile, optionalText, requestPageSize } from './service-requests.ts'
import { threadFields } from './threads.ts'

const kind = z.object({ id: id(), name: z.string() })

const documentRequest = z.object({
  id: id(),
  document: kind,
  patient_full_name: z.string(),
  comment: z.string(),
  application_date: moment(),
  due_at: moment(),
  ...answerFields,
  ...threadFields,
  files: z.array(attachedFile),
})

const longComment = 'El comentario puede tener hasta 1.000 caracteres'

/** A document request; without `family_member_id` it is for the caller. */
const documentDraft = z.object({
  document: id('Selecciona Documento'),
  comment: optionalText(1000, longComment),
  family_member_id: z.optional(z.nullable(id())),
})

export const documentEndpoints = endpoints({ access: 'patient' })({
  kinds: {
    route: 'GET /documents/medicals/appointments',
    access: 'signedIn',
    summary: 'Lists the kinds of document that can be requested',
    reply: z.object({ documents: z.array(kind) }),
  },
  request: {
    route: 'POST /documents/medicals/appointments/requests',
    summary: 'Requests a document for the caller or a minor in their care',
    body: documentDraft,
    reply: z.object({ documentRequestId: id() }),
  },
  list: {
    route: 'GET /documents/medicals/appointments/requests',
    summary: 'Lists the caller’s document requests with their answers, newest first',
    query: pageQuery(requestPageSize),
    patient: { of: 'self' },
    action: 'documents.list',
    reply: z.object({ requests: z.array(documentRequest), ...pageReply }),
  },
})
