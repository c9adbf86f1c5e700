/** Stores the responses of bookings, so that a repeated request gets the first response. */
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const answered = statement<{ asked: Uint8Array; answer: object }, { person_id: number; key: string }>(
  'booking.answered',
  'select asked, answer from booking_keys where person_id = :person_id and key = :key',
)
const storeAnswer = statement<
  never,
  { person_id: number; key: string; asked: Uint8Array; answer: string; now: Date }
>(
  'booking.keepAnswer',
  `insert into booking_keys (person_id, key, asked, answer, created_at)
   values (:person_id, :key, :asked, :answer::jsonb, :now::timestamptz)`,
)
const purgeAnswers = statement<{ key: string }, { before: Date }>(
  'booking.purgeAnswers',
  'delete from booking_keys where created_at < :before::timestamptz returning key',
)

export function createRepeatedBookingsStore(db: Database) {
  return {
    answered: async (personId: number, key: string) =>
      (await db.run(answered, { person_id: personId, key }))[0] ?? null,
    storeAnswer: async (
      tx: Queries,
      personId: number,
      key: string,
      asked: Uint8Array,
      answer: object,
      now: Date,
    ) => {
      await tx.run(storeAnswer, { person_id: personId, key, asked, answer: JSON.stringify(answer), now })
    },
    purgeAnswers: async (before: Date) => (await db.run(purgeAnswers, { before })).length,
  }
}

export type RepeatedBookingsStore = ReturnType<typeof createRepeatedBookingsStore>
