import type { Holiday } from '@mi-portal/contract/values/holidays'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const keepHolidays = statement<never>(
  'booking.keepHolidays',
  `insert into holidays (day, name, source)
   select day, name, 'law' from json_to_recordset($1::json) as given (day date, name text)
   on conflict (day) do nothing`,
)
const refresh = statement<{ changed: number }>(
  'booking.refreshSlots',
  'select refresh_slots($1::int, $2::date, $3::date) as changed',
)
const professionals = statement<{ id: number }>(
  'booking.allProfessionals',
  'select id from professionals order by id',
)
const dropPast = statement<{ dropped: number }>(
  'booking.dropPastSlots',
  `with gone as (delete from slots where starts_at < $1::timestamptz returning 1) select count(*)::int as dropped from gone`,
)

export function calendarStore(db: Database) {
  return {
    /** The law's holidays; a day that is known already stays as it is. */
    keepHolidays: async (queries: Queries | null, days: readonly Holiday[]) => {
      await (queries ?? db).run(keepHolidays, [JSON.stringify(days)])
    },
    /** Makes the slots of one professional, or of all, between two days what the calendars say; gives back how many changed. */
    refresh: async (queries: Queries | null, professionalId: number | null, first: string, last: string) =>
      (await (queries ?? db).run(refresh, [professionalId, first, last]))[0]?.changed ?? 0,
    professionals: async (queries: Queries | null) =>
      (await (queries ?? db).run(professionals, [])).map(({ id }) => id),
    dropPast: async (before: Date) => (await db.run(dropPast, [before]))[0]?.dropped ?? 0,
  }
}

export type CalendarStore = ReturnType<typeof calendarStore>
