/** The people whom staff have to call, because the change of their appointment was notified to no one. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'

const callDue = z.object({
  id: id(),
  patient_full_name: z.string(),
  phone: z.nullable(z.string()),
  /** What the person has to know. */
  text: z.string(),
  created_at: moment(),
})
export type CallDue = z.output<typeof callDue>

export const callDueEndpoints = {
  list: {
    method: 'GET',
    path: '/admin/agenda/calls',
    access: 'staff',
    permission: 'agenda.manage',
    summary:
      'Lists the people who have to be called because no one was notified, oldest first and at most a hundred',
    reply: z.object({ calls: z.array(callDue) }),
  },
  done: {
    method: 'POST',
    path: '/admin/agenda/calls/{id}/done',
    access: 'staff',
    permission: 'agenda.manage',
    summary: 'Records that a person was called',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
