/** The people whom staff have to call, because no message could be sent to them. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** What a person has to be called about: a change of an appointment, an answer to a request, or a decision about an account. */
const callTopics = ['appointments', 'requests', 'privacy', 'identity'] as const
export type CallTopic = (typeof callTopics)[number]

/** The permission with which staff see and tick the calls of a topic. */
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
  /** What the person has to know. */
  text: z.string(),
  created_at: moment(),
})

export const callDueEndpoints = {
  list: {
    method: 'GET',
    path: '/admin/calls',
    access: 'staff',
    permission: anyOfThem,
    summary:
      'Lists the people who have to be called because no message could be sent to them, oldest first and at most a hundred',
    reply: z.object({ calls: z.array(callDue) }),
  },
  done: {
    method: 'POST',
    path: '/admin/calls/{id}/done',
    access: 'staff',
    permission: anyOfThem,
    summary: 'Records that a person was called',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
