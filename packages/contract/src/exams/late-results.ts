import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { orderBy, pageQuery, pageReply } from '../calls/paging.ts'
import { id } from '../values/ids.ts'

const lateResult = z.object({
  id_appointment: id(),
  /** Null for staff who may not open patients. */
  patient_id: z.nullable(id()),
  patient_full_name: z.string(),
  patient_document: z.string(),
  /** The exam or its specialty, as the appointment names it. */
  name: z.string(),
  place: z.string(),
  taken_on: z.string(),
  expected_on: z.string(),
  days_late: z.int(),
})
export type LateResult = z.output<typeof lateResult>

export const lateResultColumns = ['patient_full_name', 'place', 'taken_on'] as const

export const lateResultEndpoints = endpoints({
  access: 'staff',
  permission: ['requests.answer', 'agenda.manage'],
})({
  list: {
    route: 'GET /admin/exams/late',
    summary: 'Lists the exams whose results did not arrive on the expected day, the oldest first',
    query: z.safeExtend(pageQuery(10), orderBy(lateResultColumns)),
    reply: z.object({ late: z.array(lateResult), ...pageReply }),
  },
})
