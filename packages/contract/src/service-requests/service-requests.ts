/** The fields that every service request has: its state, the answer, and the files of both sides. */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { idParam } from '../values/ids.ts'

export const requestState = z.enum(['pendiente', 'respondida'])

/** What the malware scanner found in an uploaded file; `unscanned`: no scanner was configured. */
const scanState = z.enum(['pending', 'clean', 'infected', 'unscanned'])
export type ScanState = z.output<typeof scanState>

/** A file that a patient or staff attached. `url` is an endpoint that needs the session, and downloads the file. */
export const attachedFile = z.object({ name: z.string(), url: z.string(), scan_state: scanState })
export type AttachedFile = z.output<typeof attachedFile>

export const answerFields = {
  state: requestState,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(moment()),
}

export function optionalText(longest: number, message: string) {
  return z._default(z.string(message).check(z.trim(), atMost(longest, message)), '')
}

export const requestPageSize = 5

export const serviceRequestEndpoints = endpoints({ access: 'patient', raw: true })({
  file: {
    route: 'GET /requests/files/{file_id}',
    summary: 'Returns a file of one of the caller’s requests or of its answer, as a download',
    params: z.object({ file_id: idParam() }),
  },
})
