import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { newRecoveryCode } from '../../../platform/security/tokens.ts'
import { type MailedPerson, mailPerson } from '../../people/mail-person.ts'
import { recoveryCodeUsed } from './second-factor.mails.ts'
import { readCode, secondFactorLimits } from './second-factor.rules.ts'
import * as secondFactorSql from './second-factor.sql.ts'

export async function createRecoveryCodes(ctx: Context) {
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((code) => ctx.passwords.hash(readCode(code).code)))
  return { codes, hashes }
}

/** Returns the id of the unused code, or null. Hashing takes long, so it happens before the transaction that uses it up. */
export async function findRecoveryCode(
  ctx: Context,
  personId: number,
  text: string,
  address: string,
): Promise<number | null> {
  const { kind, code } = readCode(text)
  if (kind !== 'recovery') return null
  for (const { id, password_hash } of await ctx.db.run(secondFactorSql.unusedCodes, { person_id: personId }))
    if (await ctx.passwords.verify(password_hash, code, address)) return id
  return null
}

export async function consumeRecoveryCode(
  ctx: Context,
  tx: Queries,
  holder: MailedPerson,
  id: number,
): Promise<boolean> {
  if (
    (await tx.run(secondFactorSql.consumeRecoveryCode, { person_id: holder.id, id, now: ctx.clock.now() }))
      .length === 0
  )
    return false
  await mailPerson(ctx, tx, holder, recoveryCodeUsed, {
    left: await secondFactorSql.codesLeft(tx, holder.id),
  })
  return true
}
