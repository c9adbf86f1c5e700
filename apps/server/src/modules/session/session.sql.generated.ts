/** The types of the statements in session.sql.ts, which `npm run sql` generates. */
export type SessionSql = {
  open: { row: { id: number; person_id: number; rol: string; permission_set: string | null; site_ids: number[] | null; document_type_id: number; is_minor: boolean; temporary_key: boolean; lacks_factor: boolean; lacks_consent: boolean; is_confirmed: boolean; ended_by: string | null; live: boolean }; given: { now: Date; adult_birth: string; reserve_birth: string; staff_need_factor: boolean; token_hash: Uint8Array; action: string | null; object: string | null; ip: string | null; request_id: string | null; may_lack_consent: boolean; needs_confirmation: boolean; patient_id: number | null } }
  peek: { row: { id: number; person_id: number; rol: string; permission_set: string | null; site_ids: number[] | null; document_type_id: number; temporary_key: boolean; ended_by: string | null; last_used_at: Date; live: boolean; is_minor: boolean; lacks_factor: boolean; lacks_consent: boolean; is_confirmed: boolean }; given: { now: Date; adult_birth: string; reserve_birth: string; staff_need_factor: boolean; token_hash: Uint8Array } }
  byId: { row: { id: number; person_id: number; rol: string; permission_set: string | null; site_ids: number[] | null; document_type_id: number; is_minor: boolean; temporary_key: boolean; ended_by: string | null; lacks_consent: boolean; live: boolean }; given: { adult_birth: string; now: Date; reserve_birth: string; id: number } }
  alive: { row: { id: number }; given: { id: number; now: Date; adult_birth: string; reserve_birth: string } }
  findAlive: { row: { id: number }; given: { ids: readonly number[]; now: Date; adult_birth: string; reserve_birth: string } }
  extend: { row: never; given: { now: Date; id: number } }
  confirm: { row: { id: number }; given: { now: Date; passkey: boolean; id: number } }
  end: { row: { person_id: number; published: object | null }; given: { now: Date; ended_by: string; id: number } }
  endOthers: { row: { live: boolean; device_hash: Uint8Array | null; published: object | null }; given: { now: Date; ended_by: string; person_id: number; kept_id: number } }
  openedAt: { row: { created_at: Date }; given: { id: number } }
  lockPerson: { row: { id: number }; given: { person_id: number } }
  insert: { row: { id: number }; given: { person_id: number; token_hash: Uint8Array; temporary_key_hash: string | null; idle_minutes: number; now: Date; expires_at: Date; device_hash: Uint8Array; passkey_verified: boolean } }
  insertAlone: { row: { person_id: number | null }; given: { now: Date; person_id: number; device_hash: Uint8Array; token_hash: Uint8Array; temporary_key_hash: string | null; idle_minutes: number; expires_at: Date; passkey_verified: boolean; actor_role: string; ip: string | null; request_id: string | null; detail: string } }
  keyOf: { row: { hash: string | null; lacks_passkey_proof: boolean }; given: { id: number } }
  makeOrdinary: { row: never; given: { id: number } }
  purge: { row: { id: number }; given: { before: Date } }
}
