/** Changes by staff that a second member of staff has to confirm. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** The changes that need two members of staff. */
export const confirmationKinds = ['second-factor-reset'] as const
export type ConfirmationKind = (typeof confirmationKinds)[number]

const confirmationStates = ['pendiente', 'confirmada', 'rechazada'] as const

const confirmation = z.object({
  id: id(),
  kind: z.enum(confirmationKinds),
  /** The person whose account is changed. */
  subject: z.object({ id: id(), full_name: z.string(), document: z.string() }),
  requested_by: z.string(),
  requested_at: moment(),
  state: z.enum(confirmationStates),
  /** Who confirmed or rejected the change, and when; null while it waits. */
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(moment()),
  /** Whether the caller may confirm it. */
  may_confirm: z.boolean(),
  /** Whether the caller may reject it. The requester may, which withdraws it. */
  may_reject: z.boolean(),
})
export type Confirmation = z.output<typeof confirmation>

const one = z.object({ id: idParam() })

export const confirmationEndpoints = {
  list: {
    method: 'GET',
    path: '/admin/confirmations',
    access: 'staff',
    summary:
      'Lists changes that wait for a second member of staff, oldest first, or the decided ones, latest first',
    query: z.safeExtend(pageQuery(10), {
      state: z._default(z.enum(['pendiente', 'resuelta'], 'Estado inválido'), 'pendiente'),
    }),
    reply: z.object({ confirmations: z.array(confirmation), ...pageReply }),
  },
  confirm: {
    method: 'POST',
    path: '/admin/confirmations/{id}/confirm',
    access: 'staff',
    stepUp: true,
    summary: 'Confirms a change that another member of staff requested, which makes it',
    params: one,
    reply: z.object({}),
  },
  reject: {
    method: 'POST',
    path: '/admin/confirmations/{id}/reject',
    access: 'staff',
    summary: 'Rejects a change that waits, or withdraws the caller’s own request',
    params: one,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
