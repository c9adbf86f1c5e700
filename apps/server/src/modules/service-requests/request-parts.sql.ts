/** Parts of the statements that write the requests of all tables. */

/**
 * Returns the rest of `insert into <table>` for a request. The columns that only this table has are taken from a JSON object, in which
 * they have the same names; a column that the object leaves out is null.
 */
export function toRequestInsert(table: string, columns: string): string {
  return `(requester_id, patient_id, ${columns}, state, created_at, due_at)
   select :requester_id::int, :patient_id::int, ${columns}, 'pendiente', :now::timestamptz, :due_at::timestamptz
   from jsonb_populate_record(null::${table}, :fields::jsonb) returning id`
}

/** Returns the rest of `update <table> set` that answers a request, if nobody has. `column` has the text of the answer. */
export function toRequestAnswer(column: string): string {
  return `state = 'respondida', ${column} = :text, answered_by = :answered_by::int, answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' returning id`
}
