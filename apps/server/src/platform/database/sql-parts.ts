import { exactTotal } from '@mi-portal/contract/calls/paging'
import { relaxed } from './statement.ts'

export function toFullName(alias: string): string {
  return `concat_ws(' ', ${alias}.first_name, nullif(${alias}.last_name, ''), nullif(${alias}.second_name, ''))`
}

export function toShownTime(column: string): string {
  return `to_char(${column} at time zone 'America/Santiago', 'DD/MM/YYYY HH24:MI')`
}

export function toYesOrNo(column: string): string {
  return `case ${column} when true then 'Sí' when false then 'No' end`
}

/**
 * Returns the `order by` of a list that is sorted by one of these columns, which the parameter `order` names, or else in the usual order. The
 * statement has to be planned for its values: only the chosen order is left of it then, and an index of the usual one serves.
 */
export function orderRows(columns: Readonly<Record<string, string>>, usual: string): string {
  const choices = Object.entries(columns).flatMap(([name, column]) => [
    `case when :order?::text = '${name}' then ${column} end`,
    `case when :order?::text = '-${name}' then ${column} end desc`,
  ])
  return `order by ${[...choices, usual].join(', ')}`
}

export function toSorted(text: string): string {
  return `unaccent(lower(${text}))`
}

/** Returns the SQL that counts the rows of a list, as far as the number is shown exactly. `from` begins with `from`. */
export function toCount(from: string): string {
  return `select count(*)::int as count! from (select 1 ${from} limit ${exactTotal + 1}) counted`
}

/**
 * Returns the SQL that adds the entries which a query selects, with all columns in this order. For a statement that writes its
 * entry together with its own rows, such as the one that opens a session.
 */
export function insertAuditEntries(query: string): string {
  return `insert into audit_events (at, actor_id, actor_role, action, patient_id, object, outcome, ip, request_id, detail)
   ${query}`
}

/**
 * Returns the SQL that records a read within the statement that reads, for a query that selects `action` and `patient_id` of each entry.
 * The other values are those of `reader()` of the call's audit log. The commit may be asynchronous.
 */
export function insertReads(query: string): string {
  return insertAuditEntries(
    `select :now::timestamptz, :actor_id?::int, :actor_role, action, patient_id, null::text, 'done', :ip?::inet, :request_id?, null::jsonb
     from (${query}) read where ${relaxed}`,
  )
}
