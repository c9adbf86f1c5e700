/** The audit trail as super administrators read it: who did what to whose data, when and from where. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageBody, pageReply, searchWords } from './paging.ts'
import { day, moment } from './values/dates.ts'
import { id } from './values/ids.ts'

const person = z.object({ id: z.int(), name: z.string() })

const event = z.object({
  id: z.int(),
  at: moment(),
  /** Who acted; null where it was no person with an account. */
  actor: z.nullable(person),
  /** In what role: of an account, or guardian, share, system, anonymous. */
  actor_role: z.string(),
  /** `domain.verb`, and the same in words. */
  action: z.string(),
  action_name: z.string(),
  /** Whose data it was. */
  patient: z.nullable(person),
  object: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused']),
  ip: z.nullable(z.string()),
  /** What changed, as text; empty where nothing more is known. */
  detail: z.string(),
})
export type AuditEvent = z.output<typeof event>

const search = {
  /** Names or document of whose data it was, and of who acted. */
  person: searchWords(100),
  staff: searchWords(100),
  patient_id: z.optional(z.nullable(id())),
  actor_id: z.optional(z.nullable(id())),
  action: z.optional(z.nullable(z.string().check(z.maxLength(60, 'Acción inválida')))),
  outcome: z.optional(z.nullable(z.enum(['done', 'refused'], 'Resultado inválido'))),
  /** Days of Santiago, both included. */
  from: z.optional(z.nullable(day())),
  to: z.optional(z.nullable(day())),
}

/** The most rows that one file holds. */
export const exportMost = 20_000

export const auditEndpoints = {
  list: {
    method: 'POST',
    path: '/audit/pages',
    access: 'superAdmin',
    summary: 'The audit trail, latest first, by person, member of staff, action and day',
    body: z.object({ ...search, ...pageBody(20) }),
    reply: z.object({ events: z.array(event), ...pageReply }),
  },
  actions: {
    method: 'GET',
    path: '/audit/actions',
    access: 'superAdmin',
    summary: 'What the trail can be searched by: every action with its words',
    reply: z.object({ actions: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  export: {
    method: 'POST',
    path: '/audit/exports',
    access: 'superAdmin',
    summary: 'The same as a CSV file, formula cells neutralised; at most 20,000 rows',
    body: z.object(search),
    reply: z.object({ name: z.string(), csv: z.string(), rows: z.int() }),
  },
} as const satisfies EndpointTable
