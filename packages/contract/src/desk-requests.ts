/** What every request to one of the clinic's desks has: its state, the answer and the files on both sides. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { moment } from './values/dates.ts'
import { idParam } from './values/ids.ts'

export const requestState = z.enum(['pendiente', 'respondida'])

/** A file that a person or a desk attached; `url` is a call that needs the session, and saves. */
export const attachedFile = z.object({ name: z.string(), url: z.string() })
export type AttachedFile = z.output<typeof attachedFile>

/** What a request's answer says; null until there is one. */
export const answerFields = {
  state: requestState,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(moment()),
}

/** Text a person may leave out. */
export function optionalText(longest: number, message: string) {
  return z._default(z.string(message).check(z.trim(), z.maxLength(longest, message)), '')
}

export const requestPageSize = 5

export const deskRequestEndpoints = {
  file: {
    method: 'GET',
    path: '/requests/files/{file_id}',
    access: 'patient',
    summary: 'A file of one of the caller’s requests or of its answer, to be saved',
    params: z.object({ file_id: idParam() }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
