import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { requiredText } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { countParam, id, idParam } from '../values/ids.ts'
import { attachedFile, requestState } from './service-requests.ts'

export const messageTooLong = 'El mensaje puede tener hasta 4.000 caracteres'

/** The matters with a conversation. The law says how a complaint and a request about personal data are answered. */
export const threadMatters = ['documents', 'budgets', 'contact', 'imaging'] as const
export type ThreadMatter = (typeof threadMatters)[number]

/** Days after a closing in which a message of the patient reopens the request. Later it is a new request. */
export const reopeningDays = 30

/** What a list says of the conversation: whether the clinic wrote something that the caller has not opened, and whether it is closed. */
export const threadFields = { is_unread: z.boolean(), is_closed: z.boolean() }

const written = { text: z.string(), at: moment(), files: z.array(attachedFile) }

/** `closing`: the reason for which the clinic closed the request. */
const message = z.object({ ...written, kind: z.enum(['request', 'answer', 'closing']) })

export const staffMessage = z.object({
  ...written,
  kind: z.enum(['request', 'answer', 'closing', 'note']),
  author: z.nullable(z.string()),
})
export type StaffMessage = z.output<typeof staffMessage>

/**
 * How many messages of the conversation the sender saw, notes apart. A message that was stored, but whose answer got lost, is recognised
 * by it when it is sent again.
 */
export const seenMessages = z._default(countParam(1, 100_000, 'Actualiza la página'), 1)

const missing = 'Digita Mensaje'
export const messageText = requiredText(missing, 4000, messageTooLong)
const messageForm = z.object({ message: messageText, seen: seenMessages })

const params = z.object({ matter: z.enum(threadMatters, 'Materia inválida'), id: idParam() })

export const requestThreadEndpoints = endpoints({ access: 'patient' })({
  open: {
    route: 'GET /requests/{matter}/{id}',
    summary: 'Returns a request with its conversation, and marks it as read',
    params,
    reply: z.object({
      request: z.object({
        id: id(),
        subject: z.string(),
        number: z.string(),
        patient_full_name: z.string(),
        state: requestState,
        created_at: moment(),
        /** Until when the clinic answers the last message; meaningless once it is answered. */
        due_at: moment(),
        closed_at: z.nullable(moment()),
        staff_read_at: z.nullable(moment()),
        is_own: z.boolean(),
        /** Whether the caller may write: only the person who sent the request, until thirty days after it was closed. */
        may_write: z.boolean(),
        facts: z.array(z.object({ label: z.string(), value: z.string() })),
        messages: z.array(message),
      }),
    }),
  },
  write: {
    route: 'POST /requests/{matter}/{id}/messages',
    summary:
      'Adds a message to a request of the caller. After an answer it gets a new due moment; a request that was closed less than thirty days ago is reopened',
    params,
    form: messageForm,
    files: true,
    reply: z.object({ due_at: moment() }),
  },
})
