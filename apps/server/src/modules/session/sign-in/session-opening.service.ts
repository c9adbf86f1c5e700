/** Opens a session for a person who proved who they are, and notifies them of a device that is new. */
import { createHash } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import { sessionLimits } from '@mi-portal/contract/session-limits'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { PeopleService } from '../../people/people.service.ts'
import type { AccountLinksService } from '../account-links/account-links.service.ts'
import { type Device, devicesRemembered, isUnusualSignIn } from '../devices.rules.ts'
import { newDevice } from '../session.mails.ts'
import { idleMinutes, nameSignIn, signInAreaOf } from '../session.rules.ts'
import type { SessionStore } from '../session.store.ts'

export type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

export type TransactionCheck = (tx: Queries) => Promise<void>

type SessionOpeningDependencies = {
  readonly db: Database
  readonly store: SessionStore
  readonly people: PeopleService
  readonly links: Pick<AccountLinksService, 'createReportLink'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

/** Hashes a device together with its person, so that stored hashes do not show who has a device alike. */
export function hashDevice(personId: number, device: Device): Uint8Array {
  return createHash('sha256').update(`${personId} ${device.words} ${device.network}`).digest()
}

export function createSessionOpeningService({
  db,
  store,
  people,
  links,
  audit,
  mail,
  clock,
}: SessionOpeningDependencies) {
  /**
   * Uses up the temporary password. It proves the mailbox that alone received it; one that staff typed takes the place of the own
   * password. Throws 400 if it was used in the meantime.
   */
  async function consumeKey(tx: Queries, person: Person, key: string, origin: Origin): Promise<void> {
    const used = await store.consumeKey(tx, person.id, key)
    if (used === null) throw new ApiError('wrongPassword')
    if (used.mailed_to === null) return people.accounts.voidPassword(tx, person.id, clock.now())
    const verified = await people.accounts.verifyPresentEmail(tx, person.id, used.mailed_to, clock.now())
    if (!verified) return
    await audit.add(tx, {
      actorId: person.id,
      actorRole: person.rol,
      action: 'profile.email',
      patientId: person.id,
      origin,
    })
  }

  /**
   * Opens a session. `bar` and `before` run before the session is written, in the same transaction, and an error of
   * either prevents the session. `byPasskey`: the person proved a passkey instead of a password. A plain sign-in sends the
   * session's statement without waiting for the answer to `bar`.
   */
  async function openSession(
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
    const now = clock.now()
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
    /** How the person signed in, as the audit log stores it and the owner reads it. */
    const describeAudit = (secondFactor: boolean) => ({
      device: device.words,
      way: byPasskey ? 'passkey' : key === null ? 'password' : 'temporary-password',
      ...(secondFactor ? { second_factor: true } : {}),
    })
    const answer = { token, patient: people.present(person, key !== null) }
    // In nearly all sign-ins there is no session to end, no temporary password to use up and no device to notify.
    const isPlain = key === null && before === undefined
    if (isPlain) {
      const isOpen = await db.transaction(async (tx) => {
        const [done] = await Promise.all([
          store.insertAlone(tx, session, person.rol, origin, describeAudit(false)),
          bar?.(tx),
        ])
        return done
      })
      if (isOpen) return answer
    }
    await db.transaction(async (tx) => {
      await store.lockPerson(tx, person.id)
      await bar?.(tx)
      await before?.(tx)
      if (key !== null) await consumeKey(tx, person, key, origin)
      const tookOver = await store.takeOver(tx, person.id, now, session.device_hash)
      const met = await store.rememberDevice(tx, person.id, session.device_hash, now, devicesRemembered)
      if (person.email !== null && isUnusualSignIn({ ...met, tookOver })) {
        await mail.queue(tx, newDevice, {
          recipient: person.email,
          person_id: person.id,
          data: {
            first_name: person.greeting_name,
            at: now,
            device: device.words,
            network: device.network,
            reportPath: await links.createReportLink(
              tx,
              person.id,
              nameSignIn(now, device.words, device.network),
            ),
            unknown: met.unknown,
            tookOver,
            home: signInAreaOf(person.rol) === 'staff' ? '/admin' : '/',
          },
        })
      }
      await store.insert(tx, session)
      await audit.add(tx, {
        actorId: person.id,
        actorRole: person.rol,
        action: 'session.open',
        patientId: null,
        origin,
        detail: describeAudit(before !== undefined && !byPasskey),
      })
    })
    mail.trigger()
    return answer
  }

  return { openSession }
}

export type SessionOpeningService = ReturnType<typeof createSessionOpeningService>
