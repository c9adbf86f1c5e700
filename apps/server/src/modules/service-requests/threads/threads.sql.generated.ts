/** The types of the statements in threads.sql.ts, which `npm run sql` generates. */
export type ThreadsSql = {
  lock: { row: never; given: { request_kind: string; request_id: number } }
  messages: { row: { id: number; kind: string; author_id: number; author: string; text: string; created_at: Date }; given: { request_kind: string; request_id: number } }
  insertMessage: { row: { id: number }; given: { request_kind: string; request_id: number; kind: string; author_id: number; text: string; now: Date } }
  asked: { row: never; given: { now: Date; due_at: Date | null; request_kind: string; request_id: number } }
  replied: { row: never; given: { now: Date; closes: boolean; request_kind: string; request_id: number } }
  reopen: { row: { request_id: number }; given: { due_at: Date; request_kind: string; request_id: number } }
  assign: { row: never; given: { request_kind: string; request_id: number; assignee_id: number | null } }
  staffRead: { row: never; given: { request_kind: string; request_id: number; now: Date } }
}
