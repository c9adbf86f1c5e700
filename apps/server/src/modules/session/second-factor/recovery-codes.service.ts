/** Creates the recovery codes for a lost telephone, and uses them up. */

import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Passwords } from '../../../platform/security/passwords.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createKeyedHash, newRecoveryCode } from '../../../platform/security/tokens.ts'
import type { Holder, NotifyHolder } from './holder-notice.service.ts'
import { recoveryCodeUsed } from './second-factor.mails.ts'
import { readCode, secondFactorLimits } from './second-factor.rules.ts'
import * as secondFactorSql from './second-factor.sql.ts'

type RecoveryCodesDependencies = {
  readonly db: Database
  readonly passwords: Passwords
  readonly secrets: Secrets
  readonly notifyHolder: NotifyHolder
  readonly clock: Clock
}

export function createRecoveryCodesService({
  db,
  passwords,
  secrets,
  notifyHolder,
  clock,
}: RecoveryCodesDependencies) {
  const codeHashes = createKeyedHash(secrets, 'recovery-code')
  return {
    /** Creates recovery codes and their hashes. */
    create: async () => {
      const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newRecoveryCode)
      const hashes = await Promise.all(codes.map((code) => passwords.hash(readCode(code).code)))
      return { codes, hashes }
    },

    /**
     * Returns the id of the unused recovery code that was typed, or null. Hashing takes long, so it happens before the
     * transaction that uses the code up. Codes that an earlier version gave out have a keyed hash, and count until they are used
     * or replaced.
     */
    find: async (personId: number, text: string, address: string): Promise<number | null> => {
      const { kind, code } = readCode(text)
      if (kind !== 'recovery') return null
      const keyed = codeHashes.candidates(code)
      for (const { id, hash, password_hash } of await secondFactorSql.unusedCodes(db, personId)) {
        const isRight =
          password_hash === null
            ? keyed.some((candidate) => hash !== null && candidate.equals(hash))
            : await passwords.verify(password_hash, code, address)
        if (isRight) return id
      }
      return null
    },

    /** Uses a recovery code up and notifies the owner. Returns false if it was used already. */
    consume: async (tx: Queries, holder: Holder, id: number): Promise<boolean> => {
      if (!(await secondFactorSql.consumeRecoveryCode(tx, holder.id, id, clock.now()))) return false
      await notifyHolder(tx, holder, recoveryCodeUsed, {
        left: await secondFactorSql.codesLeft(tx, holder.id),
      })
      return true
    },
  }
}

export type RecoveryCodesService = ReturnType<typeof createRecoveryCodesService>
