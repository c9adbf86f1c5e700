/** Parts of statements that many domains need. */

/** The full name of a row of `people`, as SQL. */
export function toFullName(alias: string): string {
  return `concat_ws(' ', ${alias}.first_name, nullif(${alias}.last_name, ''), nullif(${alias}.second_name, ''))`
}

/** A timestamp as people in Chile read it, as SQL. */
export function toShownTime(column: string): string {
  return `to_char(${column} at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')`
}
