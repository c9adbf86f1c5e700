/** The types of the statements in mailing.sql.ts, which `npm run sql` generates. */
export type MailingSql = {
  whyWithheld: { row: { reason: string }; given: { person_id: number | null; adult_birth: string; reserve_birth: string; recipient: string } }
  put: { row: { id: number }; given: { now: Date; messages: string; adult_birth: string; reserve_birth: string } }
  claim: { row: { id: number; claim: number; attempts: number; message_id: string; template: string; recipient: string; subject: string; body_text: string; body_html: string; unsubscribe_url: string | null; appointment_id: number | null; notification_id: number | null; created_at: Date }; given: { now: Date; in_progress: readonly number[]; too_old: Date; limit_rows: number; claimed_until: Date } }
  renew: { row: never; given: { claimed_until: Date; id: number; claim: number } }
  sent: { row: { id: number }; given: { now: Date; id: number; claim: number } }
  later: { row: { id: number }; given: { attempts: number; next_attempt_at: Date; last_error: string; id: number; claim: number } }
  park: { row: { id: number }; given: { attempts: number; last_error: string; id: number; claim: number } }
  withdraw: { row: { id: number }; given: { id: number; claim: number } }
  retry: { row: { id: number }; given: { now: Date; id: number } }
  withdrawAbout: { row: never; given: { patient_id: number; id_appointment: number | null; exam_id: number | null } }
  withdrawOfDeceased: { row: never; given: { person_id: number } }
  depth: { row: { state: string; messages: number; oldest: Date }; given: Record<never, never> }
  forward: { row: { id: number }; given: { now: Date } }
  turnForward: { row: never; given: { now: Date; notification_id: number } }
  recent: { row: { id: number; recipient: string; subject: string; state: string; created_at: Date }; given: { limit_rows: number } }
  one: { row: { id: number; message_id: string; recipient: string; subject: string; state: string; created_at: Date; body_text: string; body_html: string; unsubscribe_url: string | null }; given: { id: number } }
  empty: { row: { id: number }; given: { before: Date } }
  remove: { row: { id: number }; given: { before: Date } }
}
