/** The types of the statements in delegations.sql.ts, which `npm run sql` generates. */
export type DelegationsSql = {
  given: { row: { id: number; state: string; matters: string[]; may_book: boolean; months: number; answer_until: Date; expires_at: Date | null; document_type_id: number; document_number: string; delegate_id: number | null; first_name: string | null; last_name: string | null; second_name: string | null }; given: { person_id: number; now: Date } }
  received: { row: { id: number; state: string; matters: string[]; may_book: boolean; months: number; answer_until: Date; expires_at: Date | null; grantor_id: number; first_name: string; last_name: string; second_name: string }; given: { now: Date; person_id: number } }
  offer: { row: { id: number }; given: { grantor_id: number; document_type_id: number; document_number: string; document_country: string | null; matters: readonly string[]; may_book: boolean; months: number; now: Date; answer_until: Date } }
  findInvited: { row: { id: number }; given: { now: Date; id: number; declined_since: Date } }
  accept: { row: { id: number; expires_at: Date }; given: { now: Date; id: number; person_id: number } }
  decline: { row: { id: number; grantor_id: number }; given: { now: Date; id: number; person_id: number } }
  renew: { row: { id: number; expires_at: Date }; given: { now: Date; id: number; grantor_id: number } }
  findEnd: { row: { expires_at: Date }; given: { id: number; grantor_id: number; now: Date } }
  end: { row: { id: number; grantor_id: number; was_accepted: boolean }; given: { now: Date; person_id: number; id: number } }
  endAllOf: { row: never; given: { now: Date; person_id: number } }
  endExpired: { row: { id: number; was_accepted: boolean; grantor_id: number }; given: { now: Date; grantor_id: number | null } }
  forget: { row: never; given: { before: Date } }
  pair: { row: { id: number; state: string; matters: string[]; may_book: boolean; months: number; expires_at: Date; document_type_id: number; document_number: string; grantor_id: number; grantor_name: string; grantor_greeting_name: string; grantor_email: string | null; delegate_id: number | null; delegate_name: string | null; delegate_greeting_name: string | null; delegate_email: string | null }; given: { id: number } }
  ending: { row: { id: number; state: string; matters: string[]; may_book: boolean; months: number; expires_at: Date; document_type_id: number; document_number: string; grantor_id: number; grantor_name: string; grantor_greeting_name: string; grantor_email: string | null; delegate_id: number | null; delegate_name: string | null; delegate_greeting_name: string | null; delegate_email: string | null }; given: { now: Date } }
  markAnnounced: { row: { id: number }; given: { now: Date; id: number; expires_at: Date } }
}
