/** The people whom staff have to call, because no message could be sent to them. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import type { Permission } from './permissions/permissions.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

const callTopics = ['appointments', 'requests', 'privacy', 'identity'] as const
export type CallTopic = (typeof callTopics)[number]

export const callPermissions = {
  appointments: 'agenda.manage',
  requests: 'requests.answer',
  privacy: 'privacy.answer',
  identity: 'users.validate',
} as const satisfies Record<CallTopic, Permission>
const anyOfThem = Object.values(callPermissions)

const callDue = z.object({
  id: id(),
  patient_full_name: z.string(),
  phone: z.nullable(z.string()),
  text: z.string(),
  created_at: moment(),
})

export const callDueEndpoints = endpoints({ access: 'staff', permission: anyOfThem })({
  list: {
    route: 'GET /admin/calls',
    summary:
      'Lists the people who have to be called because no message could be sent to them, oldest first and at most a hundred',
    reply: z.object({ calls: z.array(callDue) }),
  },
  done: {
    route: 'POST /admin/calls/{id}/done',
    summary: 'Records that a person was called',
    params: z.object({ id: idParam() }),
  },
})
