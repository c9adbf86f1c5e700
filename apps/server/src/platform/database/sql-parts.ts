/** Parts of statements that many domains need. */
import { exactTotal } from '@mi-portal/contract/paging'

/** The full name of a row of `people`, as SQL. */
export function toFullName(alias: string): string {
  return `concat_ws(' ', ${alias}.first_name, nullif(${alias}.last_name, ''), nullif(${alias}.second_name, ''))`
}

/** A timestamp as people in Chile read it, as SQL. */
export function toShownTime(column: string): string {
  return `to_char(${column} at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')`
}

/** A boolean as people read it, as SQL. */
export function toYesOrNo(column: string): string {
  return `case ${column} when true then 'Sí' when false then 'No' end`
}

/** Returns the SQL that counts the rows of a list, as far as the number is shown exactly. `from` begins with `from`. */
export function toCount(from: string): string {
  return `select count(*)::int as count! from (select 1 ${from} limit ${exactTotal + 1}) counted`
}
