import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

const used = statement<{ jti: string }, { issuer: string; jti: string; expires_at: Date }>(
  'visits.use',
  `insert into used_assertions (issuer, jti, expires_at) values (:issuer, :jti, :expires_at::timestamptz)
   on conflict (issuer, jti) do nothing returning jti`,
)

/** Whether staff may book for a person, and else why not. */
type Bookability = {
  readonly is_patient: boolean
  readonly can_book: boolean
  readonly is_deceased: boolean
  readonly is_waiting: boolean
}
const bookability = statement<Bookability, { id: number }>(
  'visits.bookability',
  `select rol = 'STANDART_ROLE' and deleted_at is null as is_patient, has_open_record(p) as can_book,
     deceased_at is not null as is_deceased, status = 3 and locked_at is null as is_waiting
   from people p where id = :id`,
)
const purged = statement<{ jti: string }, { now: Date }>(
  'visits.purge',
  'delete from used_assertions where expires_at <= :now::timestamptz returning jti',
)

export function createVisitsStore(db: Database) {
  return {
    /** Stores that an assertion was used; false when it was used before. Two servers cannot both get true. */
    useOnce: async (issuer: string, jti: string, expiresAt: Date): Promise<boolean> =>
      (await db.run(used, { issuer, jti, expires_at: expiresAt })).length > 0,
    readBookability: async (id: number) => (await db.run(bookability, { id }))[0] ?? null,
    /** Removes the assertions that are rejected for their age; returns how many. */
    purge: async (now: Date): Promise<number> => (await db.run(purged, { now })).length,
  }
}

export type VisitsStore = ReturnType<typeof createVisitsStore>
