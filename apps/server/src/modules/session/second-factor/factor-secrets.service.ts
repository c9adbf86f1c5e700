/** Encrypts the secrets of authenticator apps, and judges codes with them. */

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createSealer } from '../../../platform/security/seal.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { stepOf } from '../../../platform/security/time-codes.ts'
import * as secondFactorSql from './second-factor.sql.ts'

type FactorSecretsDependencies = {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
}

export function createFactorSecretsService({ db, secrets, clock }: FactorSecretsDependencies) {
  const sealer = createSealer(secrets, 'second-factor')
  const place = (personId: number) => `second-factor ${personId}`

  /**
   * Decrypts the secret that codes are checked with. Throws if it was sealed under a SECRET_KEY that is no longer
   * configured.
   */
  function unseal(sealed: Uint8Array, personId: number): Buffer {
    const secret = sealer.open(sealed, place(personId))
    if (secret === null)
      throw new Error('a second factor is encrypted under an unknown secret: add it to SECRET_KEY_PREVIOUS')
    return secret
  }

  return {
    seal: (secret: Buffer, personId: number) => sealer.seal(secret, place(personId)),

    /** Returns the time step in which a sealed secret gives this code; null if the code is wrong. */
    findStep: (sealed: Uint8Array, personId: number, code: string): number | null =>
      stepOf(unseal(sealed, personId), code, clock.now()),

    /**
     * Seals again under the current secret what was sealed under an earlier one; returns how many factors changed.
     */
    renew: async (): Promise<number> => {
      let renewed = 0
      if (secrets.length === 1) return renewed
      for (const { person_id, secret, next_secret } of await secondFactorSql.all(db)) {
        const at = place(person_id)
        const [own, next] = [secret, next_secret].map((sealed) => sealed && sealer.renew(sealed, at))
        if (!own && !next) continue
        if (
          await secondFactorSql.reseal(
            db,
            person_id,
            { secret, next_secret },
            own ?? secret,
            next ?? next_secret,
          )
        )
          renewed += 1
      }
      return renewed
    },
  }
}

export type FactorSecretsService = ReturnType<typeof createFactorSecretsService>
