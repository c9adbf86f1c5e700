/** The types of the statements in messages.sql.ts, which `npm run sql` generates. */
export type MessagesSql = {
  insert: { row: never; given: { notification_id: number; person_id: number; channel: string; due_at: Date; is_urgent: boolean; now: Date } }
  claim: { row: { id: number; claim: number; attempts: number; notification_id: number; person_id: number; channel: string; reference: string | null; is_counted: boolean; is_urgent: boolean }; given: { now: Date; channels: readonly string[]; in_progress: readonly number[]; limit_rows: number; claimed_until: Date } }
  renew: { row: never; given: { claimed_until: Date; id: number; claim: number } }
  finish: { row: { id: number }; given: { state: string; failure: string | null; attempts: number; now: Date; id: number; claim: number } }
  postpone: { row: { id: number }; given: { attempts: number; due_at: Date; id: number; claim: number } }
  markCounted: { row: { id: number }; given: { now: Date; id: number; claim: number } }
  markDelivered: { row: { id: number }; given: { now: Date; is_read: boolean; reference: string } }
  markReportedFailed: { row: { notification_id: number; person_id: number }; given: { reference: string } }
  next: { row: { kind: string; id: number; due_at: Date }; given: { notification_id: number; now: Date } }
  bringForward: { row: never; given: { due_at: Date; id: number } }
  purge: { row: { id: number }; given: { before: Date } }
  removeOfPerson: { row: never; given: { person_id: number } }
}
