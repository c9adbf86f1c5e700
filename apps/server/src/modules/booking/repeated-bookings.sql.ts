import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { RepeatedBookingsSql } from './repeated-bookings.sql.generated.ts'

const sql = defineSql<RepeatedBookingsSql, { answer: object }>('booking')

const answeredSql = sql(
  'answered',
  'select asked, answer from booking_keys where person_id = :person_id and key = :key',
)
const storeAnswerSql = sql(
  'keepAnswer',
  `insert into booking_keys (person_id, key, asked, answer, created_at)
   values (:person_id, :key, :asked, :answer::jsonb, :now::timestamptz)`,
)
const purgeAnswersSql = sql(
  'purgeAnswers',
  'delete from booking_keys where created_at < :before::timestamptz returning key',
)

export const answered = async (db: Queries, personId: number, key: string) =>
  (await db.run(answeredSql, { person_id: personId, key }))[0] ?? null

export const storeAnswer = async (
  tx: Queries,
  personId: number,
  key: string,
  asked: Uint8Array,
  answer: object,
  now: Date,
) => {
  await tx.run(storeAnswerSql, { person_id: personId, key, asked, answer: JSON.stringify(answer), now })
}

export const purgeAnswers = async (db: Queries, before: Date) =>
  (await db.run(purgeAnswersSql, { before })).length
