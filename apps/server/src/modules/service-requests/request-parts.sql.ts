/**
 * Returns the rest of `insert into <table>` for a request. The columns that only this table has are taken from a JSON object, in which
 * they have the same names; a column that the object leaves out is null.
 */
export function toRequestInsert(table: string, columns: string): string {
  return `(requester_id, patient_id, ${columns}, state, created_at, due_at)
   select :requester_id::int, :patient_id::int, ${columns}, 'pendiente', :now::timestamptz, :due_at::timestamptz
   from jsonb_populate_record(null::${table}, :fields::jsonb) returning id`
}

/** Returns the rest of `update <table> set` that gives a request its first answer. `column` has the text of the answer. */
export function toRequestAnswer(column: string): string {
  return `state = 'respondida', ${column} = :text, answered_by = :answered_by::int, answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' and answered_at is null returning id`
}

/** Returns the rest of `update <table> set` that changes the state. A closing may be the first word of the clinic. */
export const stateChange =
  'state = :state, answered_at = coalesce(answered_at, :answered_at?::timestamptz) where id = :id'

/** Returns what a list of requests says of the conversation about each to the person who sent it, and the join for it. */
export function toThreadFields(
  kind: string,
  alias: string,
): { readonly fields: string; readonly join: string } {
  return {
    fields: `coalesce(t.due_at, ${alias}.due_at) as due_at!, t.closed_at is not null as is_closed!,
     coalesce(t.replied_at, ${alias}.answered_at) > coalesce(r.read_at, '-infinity') is true as is_unread!`,
    join: `left join request_threads t on t.request_kind = '${kind}' and t.request_id = ${alias}.id
     left join read_answers r on r.kind = '${kind}' and r.request_id = ${alias}.id and r.person_id = ${alias}.requester_id`,
  }
}
