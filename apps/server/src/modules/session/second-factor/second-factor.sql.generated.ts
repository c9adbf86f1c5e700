/** The types of the statements in second-factor.sql.ts, which `npm run sql` generates. */
export type SecondFactorSql = {
  isOn: { row: { person_id: number }; given: { person_id: number } }
  one: { row: { secret: Uint8Array | null; next_secret: Uint8Array | null; confirmed_at: Date | null }; given: { person_id: number } }
  all: { row: { person_id: number; secret: Uint8Array | null; next_secret: Uint8Array | null; confirmed_at: Date | null }; given: Record<never, never> }
  reseal: { row: { person_id: number }; given: { secret: Uint8Array | null; next_secret: Uint8Array | null; person_id: number; former_secret: Uint8Array | null; former_next_secret: Uint8Array | null } }
  begin: { row: never; given: { person_id: number; next_secret: Uint8Array; now: Date } }
  confirm: { row: { person_id: number }; given: { now: Date; step: number; person_id: number; next_secret: Uint8Array } }
  remove: { row: { person_id: number }; given: { person_id: number } }
  spendStep: { row: { person_id: number }; given: { step: number; person_id: number } }
  unusedCodes: { row: { id: number; password_hash: string }; given: { person_id: number } }
  spendCode: { row: { id: number }; given: { now: Date; person_id: number; id: number } }
  deleteCodes: { row: never; given: { person_id: number } }
  putCodes: { row: never; given: { person_id: number; hashes: readonly string[] } }
  codesLeft: { row: { count: number }; given: { person_id: number } }
  putChallenge: { row: never; given: { token_hash: Uint8Array; person_id: number; temporary_key_hash: string | null; now: Date; expires_at: Date } }
  tryChallenge: { row: { person_id: number; temporary_key_hash: string | null }; given: { token_hash: Uint8Array; now: Date; most: number } }
  closeChallenge: { row: { person_id: number }; given: { token_hash: Uint8Array } }
  deleteChallenges: { row: never; given: { person_id: number } }
  purge: { row: { person_id: number }; given: { now: Date } }
  hasPasskey: { row: { id: number }; given: { person_id: number } }
}
