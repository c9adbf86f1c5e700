import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { sessionLimits } from '@mi-portal/contract/session/session-limits'
import { toAuditActor } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { voidPassword } from '../../people/accounts/change-account-access.ts'
import { verifyPresentEmail } from '../../people/accounts/change-emails.ts'
import { mailPerson } from '../../people/mail-person.ts'
import { type Person, toPatient } from '../../people/read-people.ts'
import { createReportLink } from '../account-links/create-account-links.ts'
import { type Device, devicesRemembered, isUnusualSignIn } from '../devices.rules.ts'
import { rememberDevice } from '../known-devices.sql.ts'
import { newDevice } from '../session.mails.ts'
import { getSignInArea, idleMinutes, nameSignIn } from '../session.rules.ts'
import { endOtherSessions, insertOnlySession, insertSession } from '../session.sql.ts'
import { consumeTemporaryKey } from '../temporary-keys.sql.ts'
import { lockSessions } from '../use-sessions.ts'

export type TransactionCheck = (tx: Queries) => Promise<void>

/** Hashes a device together with its person, so that stored hashes do not show who has a device alike. */
export function hashDevice(personId: number, device: Device): Uint8Array {
  return createHash('sha256').update(`${personId} ${device.words} ${device.network}`).digest()
}

/**
 * Uses up the temporary password. It proves the mailbox that alone received it; one that staff typed takes the place of the own
 * password. Throws 400 if it was used in the meantime.
 */
async function consumeKey(
  ctx: Context,
  tx: Queries,
  person: Person,
  key: string,
  origin: Origin,
): Promise<void> {
  const [used] = await tx.run(consumeTemporaryKey, { person_id: person.id, hash: key })
  if (!used) throw new ApiError('wrongPassword')
  if (used.mailed_to === null) return voidPassword(tx, person.id, ctx.clock.now())
  if (!(await verifyPresentEmail(tx, person.id, used.mailed_to, ctx.clock.now()))) return
  const entry = { ...toAuditActor(person, origin), action: 'profile.email', patientId: person.id }
  await ctx.auditLog.add(tx, entry)
}

/**
 * Opens a session. `bar` and `before` run before the session is written, in the same transaction, and an error of
 * either prevents the session. `byPasskey`: the person proved a passkey instead of a password. A plain sign-in sends the
 * session's statement without waiting for the answer to `bar`.
 */
export async function openSession(
  ctx: Context,
  person: Person,
  key: string | null,
  device: Device,
  origin: Origin,
  {
    bar,
    before,
    byPasskey = false,
  }: { readonly bar?: TransactionCheck; readonly before?: TransactionCheck; readonly byPasskey?: boolean },
) {
  const token = newToken()
  const now = ctx.clock.now()
  const session = {
    person_id: person.id,
    token_hash: hashToken(token),
    temporary_key_hash: key,
    idle_minutes: idleMinutes(person.rol),
    now,
    expires_at: new Date(now.getTime() + sessionLimits.absolute * 60_000),
    device_hash: hashDevice(person.id, device),
    passkey_verified: byPasskey,
  }
  const describeAudit = (secondFactor: boolean) => ({
    device: device.words,
    way: byPasskey ? 'passkey' : key === null ? 'password' : 'temporary-password',
    ...(secondFactor ? { second_factor: true } : {}),
  })
  const answer = { token, patient: toPatient(ctx, person, key !== null) }
  // In nearly all sign-ins there is no session to end, no temporary password to use up and no device to notify.
  const isPlain = key === null && before === undefined
  if (isPlain) {
    const isOpen = await ctx.db.transaction(async (tx) => {
      const [opened] = await Promise.all([
        tx.run(insertOnlySession, {
          ...session,
          actor_role: person.rol,
          ip: origin.ip,
          request_id: origin.requestId,
          detail: JSON.stringify(describeAudit(false)),
        }),
        bar?.(tx),
      ])
      return opened.length > 0
    })
    if (isOpen) return answer
  }
  await ctx.db.transaction(async (tx) => {
    await lockSessions(tx, person.id)
    await bar?.(tx)
    await before?.(tx)
    if (key !== null) await consumeKey(ctx, tx, person, key, origin)
    const { person_id, device_hash } = session
    const ended = await tx.run(endOtherSessions, { person_id, now, ended_by: 'taken-over', kept_id: 0 })
    // A session of another device was still usable.
    const tookOver = ended.some(
      (each) =>
        each.live && (each.device_hash === null || Buffer.compare(each.device_hash, device_hash) !== 0),
    )
    const used = { person_id, device_hash, now, most: devicesRemembered }
    const [met = { unknown: false, others: false }] = await tx.run(rememberDevice, used)
    if (person.email !== null && isUnusualSignIn({ ...met, tookOver })) {
      await mailPerson(ctx, tx, person, newDevice, {
        at: now,
        device: device.words,
        network: device.network,
        reportPath: await createReportLink(ctx, tx, person.id, nameSignIn(now, device.words, device.network)),
        unknown: met.unknown,
        tookOver,
        home: getSignInArea(person.rol) === 'staff' ? ('/admin' as const) : ('/' as const),
      })
    }
    await tx.run(insertSession, session)
    await ctx.auditLog.add(tx, {
      ...toAuditActor(person, origin),
      action: 'session.open',
      detail: describeAudit(before !== undefined && !byPasskey),
    })
  })
  return answer
}
