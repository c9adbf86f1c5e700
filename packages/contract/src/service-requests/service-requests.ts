/** The fields that every service request has: its state, the answer, and the files of both sides. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { atMost } from '../text.ts'
import { moment } from '../values/date-schemas.ts'
import { idParam } from '../values/ids.ts'

export const requestState = z.enum(['pendiente', 'respondida'])

/** What the malware scanner found in an uploaded file; `unscanned`: no scanner was configured. */
const scanState = z.enum(['pending', 'clean', 'infected', 'unscanned'])
export type ScanState = z.output<typeof scanState>

/** A file that a patient or staff attached. `url` is an endpoint that needs the session, and downloads the file. */
export const attachedFile = z.object({ name: z.string(), url: z.string(), scan_state: scanState })
export type AttachedFile = z.output<typeof attachedFile>

/** The answer to a request; null until there is one. */
export const answerFields = {
  state: requestState,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(moment()),
}

/** Text that the patient may omit. */
export function optionalText(longest: number, message: string) {
  return z._default(z.string(message).check(z.trim(), atMost(longest, message)), '')
}

export const requestPageSize = 5

export const serviceRequestEndpoints = {
  file: {
    method: 'GET',
    path: '/requests/files/{file_id}',
    access: 'patient',
    summary: 'Returns a file of one of the caller’s requests or of its answer, as a download',
    params: z.object({ file_id: idParam() }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
