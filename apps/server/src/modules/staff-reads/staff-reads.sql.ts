import type { OpenedThrough } from '@mi-portal/contract/calls/endpoint'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Given, type Row, type Statement } from '../../platform/database/statement.ts'
import type { OpeningOutcome } from './staff-reads.rules.ts'
import type { StaffReadsSql } from './staff-reads.sql.generated.ts'

const sql = defineSql<StaffReadsSql, { rol: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE'; opening: OpeningOutcome }>(
  'staffReads',
)

// `budget` is the number of people that can be opened without a reason, and again after each reason.
const openSql = sql('open')`
  select open_person(:staff_id::int, :person_id::int, :sites?::int[], :day::date, :budget::int) as opening!`
/** Returns whether the reason counts: not before the budget is used up, and once where it comes twice. */
export const addReason = sql('addReason')`
  update opened_people_days set reasons = reasons + 1
  where day = :day::date and staff_id = :staff_id and opened >= :budget::int * (1 + reasons)
  returning staff_id`
const selectDay = sql('day')`
  select opened, :budget::int * (1 + reasons) as allowed! from opened_people_days
  where day = :day::date and staff_id = :staff_id`

const owners: Readonly<Record<OpenedThrough, Statement<{ person_id: number }, { id: number }>>> = {
  familyLink: sql('familyLink')`select member_id as person_id from family_links where id = :id`,
  confirmation: sql('confirmation')`select subject_id as person_id from pending_confirmations where id = :id`,
  appointment: sql('appointment')`select patient_id as person_id from appointments where id = :id`,
}

export const findOpened = async (queries: Queries, through: OpenedThrough, id: number) =>
  (await queries.run(owners[through], { id }))[0]?.person_id ?? null

export const open = async (queries: Queries, opening: Given<typeof openSql>) =>
  (await queries.run(openSql, opening))[0]?.opening ?? 'opened'

export const readDay = async (tx: Queries, day: Given<typeof selectDay>): Promise<Row<typeof selectDay>> =>
  (await tx.run(selectDay, day))[0] ?? { opened: 0, allowed: day.budget }
