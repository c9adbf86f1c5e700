import type { Day } from '@mi-portal/contract/values/dates'
import type { Holiday } from '@mi-portal/contract/values/holidays'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { CalendarSql } from './calendar.sql.generated.ts'

const sql = defineSql<CalendarSql>('booking')

const storeHolidaysSql = sql(
  'storeHolidays',
  `insert into holidays (day, name, source)
   select day, name, 'law' from json_to_recordset(:holidays::json) as given (day date, name text)
   on conflict (day) do nothing`,
)
const addHolidaySql = sql(
  'addHoliday',
  `insert into holidays (day, name, source, added_by, added_at)
   values (:day::date, :name, 'staff', :added_by, :now::timestamptz)
   on conflict (day) do nothing returning day`,
)
const removeHolidaySql = sql(
  'removeHoliday',
  `delete from holidays where day = :day::date and source = 'staff' returning day`,
)
const refreshSql = sql(
  'refreshSlots',
  'select refresh_slots(:professional_id?::int, :first_day::date, :last_day::date) as changed!',
)
const professionalsSql = sql('allProfessionals', 'select id from professionals order by id')
/** Deletes past slots, and stores how many a day had of a service at a site and how many were booked. */
const deletePastSql = sql(
  'deletePastSlots',
  `with gone as (
     delete from slots where starts_at < :before::timestamptz returning office_id, service_code, starts_at, taken
   ), counted as (
     insert into calendar_days (day, office_id, service_code, slots, taken)
     select (starts_at at time zone 'America/Santiago')::date, office_id, service_code, count(*), count(*) filter (where taken)
     from gone group by 1, 2, 3
     on conflict (day, office_id, service_code) do update
       set slots = calendar_days.slots + excluded.slots, taken = calendar_days.taken + excluded.taken
   )
   select count(*)::int as dropped! from gone`,
)

/** Stores legal holidays. A holiday that is already stored is not changed. */
export const storeHolidays = async (db: Queries, queries: Queries | null, days: readonly Holiday[]) => {
  await (queries ?? db).run(storeHolidaysSql, { holidays: JSON.stringify(days) })
}

/** Adds a holiday. Returns false if the day already is one. */
export const addHoliday = async (tx: Queries, day: Day, name: string, by: number, now: Date) =>
  (await tx.run(addHolidaySql, { day, name, added_by: by, now })).length > 0

/** Removes a holiday that staff added. Returns false if staff added none on that day. */
export const removeHoliday = async (tx: Queries, day: Day) =>
  (await tx.run(removeHolidaySql, { day })).length > 0

/** Updates the slots of one or all professionals between two days to match their calendars. Returns the number of changes. */
export const refresh = async (
  db: Queries,
  queries: Queries | null,
  professionalId: number | null,
  first: string,
  last: string,
) => {
  const days = { first_day: first, last_day: last }
  return (
    (await (queries ?? db).run(refreshSql, { professional_id: professionalId, ...days }))[0]?.changed ?? 0
  )
}

export const professionals = async (db: Queries, queries: Queries | null) =>
  (await (queries ?? db).run(professionalsSql, {})).map(({ id }) => id)

export const deletePast = async (db: Queries, before: Date) =>
  (await db.run(deletePastSql, { before }))[0]?.dropped ?? 0
