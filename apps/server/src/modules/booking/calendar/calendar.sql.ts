import { defineSql } from '../../../platform/database/statement.ts'
import type { CalendarSql } from './calendar.sql.generated.ts'

const sql = defineSql<CalendarSql>('booking')

export const storeHolidays = sql('storeHolidays')`
  insert into holidays (day, name, source)
  select day, name, 'law' from json_to_recordset(:holidays::json) as given (day date, name text)
  on conflict (day) do nothing`
export const insertHoliday = sql('addHoliday')`
  insert into holidays (day, name, source, added_by, added_at)
  values (:day::date, :name, 'staff', :added_by, :now::timestamptz)
  on conflict (day) do nothing returning day`
export const deleteHoliday = sql('removeHoliday')`
  delete from holidays where day = :day::date and source = 'staff' returning day`
export const refreshSlots = sql('refreshSlots')`
  select refresh_slots(:professional_id?::int, :first_day::date, :last_day::date) as changed!`
export const listProfessionals = sql('allProfessionals')`select id from professionals order by id`
export const deletePastSlots = sql('deletePastSlots')`
  with gone as (
    delete from slots where starts_at < :before::timestamptz returning office_id, service_code, starts_at, taken
  ), counted as (
    insert into calendar_days (day, office_id, service_code, slots, taken)
    select (starts_at at time zone 'America/Santiago')::date, office_id, service_code, count(*), count(*) filter (where taken)
    from gone group by 1, 2, 3
    on conflict (day, office_id, service_code) do update
      set slots = calendar_days.slots + excluded.slots, taken = calendar_days.taken + excluded.taken
  )
  select count(*)::int as dropped! from gone`
