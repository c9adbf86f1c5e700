/** The audit log: who did what to whose data, when and from where. Rows are only ever added. */
import { createHash } from 'node:crypto'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Clock } from './clock.ts'
import type { Database, Queries } from './database/database.ts'
import { insertAuditEntries } from './database/sql-parts.ts'
import { relaxed, statement } from './database/statement.ts'
import type { Origin } from './http/actor.ts'

export type AuditEntry = {
  readonly actorId: number | null
  /** A role, or `guardian`, `share`, `system`, `anonymous`. */
  readonly actorRole: string
  readonly action: string
  readonly patientId?: number | null
  readonly object?: string | null
  readonly outcome?: 'done' | 'refused'
  readonly origin: Origin | null
  /** What changed, without free text a person typed. */
  readonly detail?: object
}

export function toAuditActor(
  actor: { readonly id: number; readonly rol: string } | null,
  origin: Origin | null,
  absent: 'anonymous' | 'system' = 'anonymous',
): Pick<AuditEntry, 'actorId' | 'actorRole' | 'origin'> {
  return { actorId: actor?.id ?? null, actorRole: actor?.rol ?? absent, origin }
}

export const bySystem = toAuditActor(null, null, 'system')

function toRow(entry: Omit<AuditEntry, 'patientId'>, now: Date) {
  return {
    now,
    actor_id: entry.actorId,
    actor_role: entry.actorRole,
    action: entry.action,
    object: entry.object ?? null,
    outcome: entry.outcome ?? 'done',
    ip: entry.origin?.ip ?? null,
    request_id: entry.origin?.requestId ?? null,
    detail: entry.detail ? JSON.stringify(entry.detail) : null,
  }
}

type Entry = ReturnType<typeof toRow>

const added = statement<never, Entry & { patient_id: number | null }>(
  'audit.add',
  insertAuditEntries(
    'values (:now, :actor_id, :actor_role, :action, :patient_id, :object, :outcome, :ip::inet, :request_id, :detail::jsonb)',
  ),
)

const noted = statement<never, Entry & { patient_id: number | null }>(
  'audit.insert',
  insertAuditEntries(
    `select :now::timestamptz, :actor_id::int, :actor_role, :action, :patient_id::int, :object, :outcome, :ip::inet, :request_id,
       :detail::jsonb where ${relaxed}`,
  ),
)

const recordedEach = statement<never, Entry & { patient_ids: readonly number[] }>(
  'audit.noteEach',
  insertAuditEntries(
    `select :now::timestamptz, :actor_id::int, :actor_role, :action, unnest(:patient_ids::int[]), :object, :outcome, :ip::inet,
       :request_id, :detail::jsonb where ${relaxed}`,
  ),
)

type Daily = { readonly patient_id: number | null; readonly day: string; readonly key: Uint8Array }

// Of two servers that add the same key, the second waits for the first and then adds nothing.
const notedDaily = statement<never, Entry & Daily>(
  'audit.noteDaily',
  `with old as (delete from daily_audit_keys where day < :day::date - 1),
     first as (insert into daily_audit_keys (day, key) values (:day::date, :key) on conflict do nothing returning key)
   ${insertAuditEntries(
     `select :now::timestamptz, :actor_id::int, :actor_role, :action, :patient_id::int, :object, :outcome, :ip::inet, :request_id,
       :detail::jsonb from first where ${relaxed}`,
   )}`,
)

export type Audit = {
  readonly add: (tx: Queries, entry: AuditEntry) => Promise<void>
  /** Records a read or a denied attempt. The commit may be asynchronous. */
  readonly record: (entry: AuditEntry) => Promise<void>
  /** Records a read of which the log has one entry for each actor, patient, object and day in Chile. */
  readonly recordDaily: (entry: AuditEntry) => Promise<void>
  readonly recordEach: (entry: Omit<AuditEntry, 'patientId'>, patientIds: readonly number[]) => Promise<void>
}

export function createAudit(db: Database, clock: Clock): Audit {
  const toValues = ({ patientId, ...entry }: AuditEntry) => ({
    ...toRow(entry, clock.now()),
    patient_id: patientId ?? null,
  })
  return {
    add: async (tx, entry) => {
      await tx.run(added, toValues(entry))
    },
    record: async (entry) => {
      await db.run(noted, toValues(entry))
    },
    recordDaily: async (entry) => {
      const values = toValues(entry)
      const same = [values.actor_id, values.patient_id, values.action, values.object, values.outcome]
      const key = createHash('sha256').update(JSON.stringify(same)).digest()
      await db.run(notedDaily, { ...values, day: toDay(values.now), key })
    },
    recordEach: async (entry, patientIds) => {
      if (patientIds.length === 0) return
      await db.run(recordedEach, { ...toRow(entry, clock.now()), patient_ids: patientIds })
    },
  }
}
