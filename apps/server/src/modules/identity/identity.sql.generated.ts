/** The types of the statements in identity.sql.ts, which `npm run sql` generates. */
export type IdentitySql = {
  insert: { row: { id: number }; given: { key_hash: Uint8Array; provider: string; run: string; state: string; questions: string | null; email: string | null; cellphone: string | null; now: Date; expires_at: Date } }
  byKey: { row: { id: number; provider: string; run: string; state: string; questions: object; answered: number; wrong: number; expires_at: Date; solem_hash: Uint8Array | null }; given: { key_hash: Uint8Array } }
  byId: { row: { id: number; provider: string; run: string; state: string; questions: object; answered: number; wrong: number; expires_at: Date; solem_hash: Uint8Array | null }; given: { id: number } }
  answer: { row: { answered: number; wrong: number }; given: { wrong: number; id: number; answered: number; now: Date } }
  keep: { row: { id: number }; given: { questions: string; id: number } }
  end: { row: { id: number }; given: { state: string; now: Date; solem_hash: Uint8Array | null; solem_expires_at: Date | null; names: string | null; lastname: string | null; id: number } }
  proven: { row: { names: string | null; lastname: string | null }; given: { solem_hash: Uint8Array; run: string; now: Date } }
  consumeProof: { row: { id: number }; given: { now: Date; solem_hash: Uint8Array; run: string } }
  findPatient: { row: { id: number }; given: { run: string } }
  forgetContact: { row: never; given: { person_id: number } }
  purge: { row: { id: number }; given: { before: Date } }
  registry: { row: { filled: boolean }; given: Record<never, never> }
}
