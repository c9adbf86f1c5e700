/** The types of the statements in passkeys.sql.ts, which `npm run sql` generates. */
export type PasskeysSql = {
  list: { row: { id: number; name: string; created_at: Date; last_used_at: Date | null; suspended_at: Date | null }; given: { person_id: number } }
  descriptors: { row: { credential_id: Uint8Array; transports: string[] }; given: { person_id: number } }
  usableDescriptors: { row: { credential_id: Uint8Array; transports: string[] }; given: { person_id: number } }
  insertOwner: { row: never; given: { person_id: number; user_handle: Uint8Array } }
  owner: { row: { user_handle: Uint8Array; offer_declined_at: Date | null }; given: { person_id: number } }
  lockOwner: { row: { person_id: number }; given: { person_id: number } }
  declineOffer: { row: never; given: { now: Date; person_id: number } }
  putChallenge: { row: never; given: { challenge_hash: Uint8Array; purpose: string; session_id: number | null; expires_at: Date; now: Date } }
  consumeChallenge: { row: { valid: boolean }; given: { challenge_hash: Uint8Array; purpose: string; session_id: number | null; now: Date } }
  purgeChallenges: { row: { purpose: string }; given: { now: Date } }
  insert: { row: { id: number }; given: { person_id: number; credential_id: Uint8Array; public_key: Uint8Array; counter: number; transports: readonly string[]; name: string; now: Date; most: number } }
  byCredential: { row: { id: number; person_id: number; public_key: Uint8Array; transports: string[]; name: string; user_handle: Uint8Array }; given: { credential_id: Uint8Array } }
  recordUse: { row: { id: number }; given: { counter: number; now: Date; id: number } }
  rename: { row: { id: number }; given: { name: string; id: number; person_id: number } }
  remove: { row: { name: string }; given: { id: number; person_id: number } }
  removeAll: { row: never; given: { person_id: number } }
  suspendAddedSince: { row: { id: number }; given: { now: Date; person_id: number; since: Date } }
  removeOwner: { row: never; given: { person_id: number } }
}
