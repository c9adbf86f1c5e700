/** The exams whose results did not arrive on the expected day, as staff see them. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { id } from './values/ids.ts'

const lateResult = z.object({
  id_appointment: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  patient_document: z.string(),
  /** The exam or its specialty, as the appointment names it. */
  name: z.string(),
  place: z.string(),
  /** The day of the appointment at which the exam was taken, `2026-11-20`. */
  taken_on: z.string(),
  /** The day on which the result was expected, `2026-11-23`. */
  expected_on: z.string(),
  /** The days that passed since the result was expected. */
  days_late: z.int(),
})
export type LateResult = z.output<typeof lateResult>

export const lateResultEndpoints = {
  list: {
    method: 'GET',
    path: '/admin/exams/late',
    access: 'staff',
    permission: ['requests.answer', 'agenda.manage'],
    summary: 'Lists the exams whose results did not arrive on the expected day, the oldest first',
    query: pageQuery(10),
    reply: z.object({ late: z.array(lateResult), ...pageReply }),
  },
} as const satisfies EndpointTable
