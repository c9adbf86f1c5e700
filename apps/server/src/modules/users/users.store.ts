import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

// Of two decisions at once the second finds nobody waiting.
const decide = statement<{ id: number }>(
  'users.decide',
  `update people set status = $2, status_passport = $3, updated_at = $4::timestamptz
   where id = $1 and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)
const record = statement<never>(
  'users.record',
  `insert into validation_decisions (person_id, decided_by, approved, reason, decided_at)
   values ($1, $2, $3, $4, $5::timestamptz)`,
)
const lastDecision = statement<{ approved: boolean; decided_by: number }>(
  'users.lastDecision',
  `select approved, decided_by from validation_decisions where person_id = $1
   order by decided_at desc, id desc limit 1`,
)

export function usersStore(db: Database) {
  return {
    /** False when the person does not wait for a decision. */
    decide: async (tx: Queries, id: number, status: number, statusPassport: boolean, now: Date) =>
      (await tx.run(decide, [id, status, statusPassport, now])).length > 0,
    record: async (
      tx: Queries,
      decision: { personId: number; by: number; approved: boolean; reason: string; now: Date },
    ) => {
      const { personId, by, approved, reason, now } = decision
      await tx.run(record, [personId, by, approved, reason, now])
    },
    lastDecision: async (personId: number) => (await db.run(lastDecision, [personId]))[0] ?? null,
  }
}

export type UsersStore = ReturnType<typeof usersStore>
