import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageBody, pageReply, searchWords } from './calls/paging.ts'
import { atMost } from './fields/text.ts'
import { day, moment } from './values/date-schemas.ts'
import { id } from './values/ids.ts'

const person = z.object({ id: z.int(), name: z.string() })

const event = z.object({
  id: z.int(),
  at: moment(),
  /** The account that acted; null when it was not a person with an account. */
  actor: z.nullable(person),
  actor_role: z.string(),
  action: z.string(),
  action_name: z.string(),
  /** The patient whose data was read or changed; of a list, one of them. */
  patient: z.nullable(person),
  /** All patients of the entry: a list that shows several is one entry. */
  patients: z.array(person),
  object: z.nullable(z.string()),
  outcome: z.enum(['done', 'refused']),
  ip: z.nullable(z.string()),
  detail: z.string(),
})
export type AuditEvent = z.output<typeof event>

const search = {
  person: searchWords(100),
  staff: searchWords(100),
  patient_id: z.optional(z.nullable(id())),
  actor_id: z.optional(z.nullable(id())),
  action: z.optional(z.nullable(z.string().check(atMost(60, 'Acción inválida')))),
  outcome: z.optional(z.nullable(z.enum(['done', 'refused'], 'Resultado inválido'))),
  /** Days in Santiago, both included. */
  from: z.optional(z.nullable(day())),
  to: z.optional(z.nullable(day())),
}

export const exportMost = 20_000

/** The column by which the log is sorted. An index has it, whereas any other order would read the whole log. */
export const auditColumns = ['at'] as const

export const auditEndpoints = endpoints({ access: 'staff', permission: 'audit.read' })({
  list: {
    route: 'POST /audit/pages',
    summary: 'Lists audit log entries, latest first, by patient, staff member, action and day',
    body: z.safeExtend(pageBody(20), { ...search, ...orderBy(auditColumns) }),
    reply: z.object({ events: z.array(event), ...pageReply }),
  },
  actions: {
    route: 'GET /audit/actions',
    summary: 'Lists the actions of the audit log with their labels',
    reply: z.object({ actions: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  export: {
    route: 'POST /audit/exports',
    stepUp: true,
    summary: 'Returns audit log entries as a CSV file of at most 20,000 rows; cells cannot act as formulas',
    body: z.object(search),
    reply: z.object({ name: z.string(), csv: z.string(), rows: z.int() }),
  },
})
