/** The audit trail: who did what to whose data, when and from where. Rows are only ever added. */
import type { Clock } from './clock.ts'
import type { Database, Queries } from './database/database.ts'
import { relaxed, statement } from './database/statement.ts'
import type { Origin } from './http/actor.ts'

export type AuditEntry = {
  readonly actorId: number | null
  /** A role, or `guardian`, `share`, `system`, `anonymous`. */
  readonly actorRole: string
  readonly action: string
  readonly patientId: number | null
  readonly object?: string | null
  readonly outcome?: 'done' | 'refused'
  readonly origin: Origin | null
  /** What changed, without free text a person typed. */
  readonly detail?: object
}

const added = statement<never>(
  'audit.add',
  `insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   values ($1, $2, $3, $4, $5, $6, $7, $8::inet, $9, $10::jsonb)`,
)

const noted = statement<never>(
  'audit.note',
  `insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $1::timestamptz, $2::int, $3, $4, $5::int, $6, $7, $8::inet, $9, $10::jsonb where ${relaxed}`,
)

const notedEach = statement<never>(
  'audit.noteEach',
  `insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   select $1::timestamptz, $2::int, $3, $4, unnest($5::int[]), $6, $7, $8::inet, $9, $10::jsonb where ${relaxed}`,
)

export type Audit = {
  /** For a change: the row is written by the transaction that makes it. */
  readonly add: (tx: Queries, entry: AuditEntry) => Promise<void>
  /** For a read or a refusal: may commit asynchronously. */
  readonly note: (entry: AuditEntry) => Promise<void>
  /** The same for a list that shows several patients: a row for each. */
  readonly noteEach: (entry: Omit<AuditEntry, 'patientId'>, patientIds: readonly number[]) => Promise<void>
}

export function createAudit(db: Database, clock: Clock): Audit {
  const values = (entry: AuditEntry) => [
    clock.now(),
    entry.actorId,
    entry.actorRole,
    entry.action,
    entry.patientId,
    entry.object ?? null,
    entry.outcome ?? 'done',
    entry.origin?.ip ?? null,
    entry.origin?.requestId ?? null,
    entry.detail ? JSON.stringify(entry.detail) : null,
  ]
  return {
    add: async (tx, entry) => {
      await tx.run(added, values(entry))
    },
    note: async (entry) => {
      await db.run(noted, values(entry))
    },
    noteEach: async (entry, patientIds) => {
      if (patientIds.length === 0) return
      const [at, actor, role, action, _patient, ...rest] = values({ ...entry, patientId: null })
      await db.run(notedEach, [at ?? null, actor ?? null, role ?? null, action ?? null, patientIds, ...rest])
    },
  }
}
