/** The mobile number of a person, which gets text messages once its holder typed the code that was sent to it. */

import { randomUUID } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import type { TextChannel, TextPhone } from '@mi-portal/contract/notifications/text-messages'
import { isMobile } from '@mi-portal/contract/values/phone'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createKeyedHash, newSpokenCode } from '../../../platform/security/tokens.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import type { TextCountsStore } from './text-counts.store.ts'
import * as textPhonesSql from './text-phones.sql.ts'
import { codeAttempts, codeMinutes, codeText, internationalNumber, phoneState } from './texts.rules.ts'

type TextPhonesDependencies = {
  readonly db: Database
  readonly counts: TextCountsStore
  /** Null if the installation sends no text messages. */
  readonly texts: TextMessages | null
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
  /** Returns the name of the clinic. */
  readonly brand: () => string
}

function rejectPhone(msg: string): ApiError {
  return new ApiError('invalid', { param: 'phone', msg })
}

export function createTextPhonesService(dependencies: TextPhonesDependencies) {
  const { db, counts, texts, rateLimiter, audit, clock, brand } = dependencies
  const codeHashes = createKeyedHash(dependencies.secrets, 'text-phone-code')

  const entry = (actor: Actor, action: string, origin: Origin) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    origin,
  })

  /** Returns the mobile number of the caller's profile. Throws if it cannot be confirmed. */
  async function findMobile(personId: number): Promise<string> {
    const stored = await textPhonesSql.find(db, personId, codeAttempts)
    if (!stored?.phone) throw rejectPhone('Agrega tu celular en tus datos personales')
    if (!isMobile(stored.phone))
      throw rejectPhone(
        'Un teléfono de red fija no recibe mensajes. Cámbialo por un celular, que empieza con 9',
      )
    if (stored.confirmed) throw new ApiError('textPhoneConfirmed')
    return stored.phone
  }

  /** Counts a code. Other accounts can use up the limits of a number and a network, so the first code of an account is always sent. */
  async function admitCode(actor: Actor, phone: string, origin: Origin): Promise<void> {
    const account = await rateLimiter.consume(limits.textCode, String(actor.id))
    if (account.over) throw new ApiError('tooMany', { retryAfter: account.retryAfter })
    for (const [limit, subject] of [
      [limits.textCodeNetwork, callerNetwork(origin.ip)],
      [limits.textCodeNumber, phone],
    ] as const) {
      const { over, retryAfter } = await rateLimiter.consume(limit, subject)
      if (over && account.count > 1) throw new ApiError('tooMany', { retryAfter })
    }
  }

  return {
    state: async (personId: number): Promise<TextPhone> =>
      phoneState(
        (await textPhonesSql.find(db, personId, codeAttempts)) ?? {
          phone: null,
          confirmed: false,
          code_expires_at: null,
        },
        clock.now(),
      ),

    /**
     * Sends a code to the number of the caller's profile. It goes by SMS if the installation sends SMS. Throws 400 for a number that is
     * no mobile one, 409 if it is confirmed, 429 above the limits of the account, the number and the network, and 503 if the message
     * cannot be sent.
     */
    sendCode: async (actor: Actor, origin: Origin): Promise<{ channel: TextChannel; minutes: number }> => {
      if (texts === null) throw new ApiError('textPhoneNotOffered')
      const channel = texts.channels.includes('sms') ? 'sms' : 'whatsapp'
      const phone = await findMobile(actor.id)
      await admitCode(actor, phone, origin)
      const code = newSpokenCode()
      const codeHash = codeHashes.of(`${actor.id}:${phone}:${code}`)
      const now = clock.now()
      await db.transaction(async (tx) => {
        if (!(await counts.count(tx, null, now))) throw new ApiError('textsUsedUp')
        const until = new Date(now.getTime() + codeMinutes * 60_000)
        await textPhonesSql.putCode(tx, actor.id, phone, codeHash, until, now)
        await audit.add(tx, entry(actor, 'notifications.phoneCode', origin))
      })
      const outcome = await texts.send({
        id: randomUUID(),
        channel,
        recipient: internationalNumber(phone),
        kind: 'code',
        text: codeText(brand(), code),
        url: null,
      })
      if (outcome === 'accepted') return { channel, minutes: codeMinutes }
      await textPhonesSql.removeCode(db, actor.id, codeHash)
      // The caller can do nothing about a gateway that does not answer.
      if (outcome === 'failed') await rateLimiter.refund(limits.textCode, String(actor.id))
      if (outcome === 'rejected')
        throw rejectPhone('No pudimos enviar un mensaje a este número. Revisa que sea tu celular')
      throw new ApiError('textNotSent')
    },

    /** Confirms the number by the code. Throws 400 for a wrong code, and 409 if the code is over: too old, or typed wrong five times. */
    confirm: async (actor: Actor, code: string, origin: Origin): Promise<void> => {
      if (texts === null) throw new ApiError('textPhoneNotOffered')
      const { phone } = (await textPhonesSql.find(db, actor.id, codeAttempts)) ?? { phone: null }
      // A wrong code must stay counted, so it does not end the transaction.
      const outcome = await db.transaction(async (tx) => {
        const stored = await textPhonesSql.attempt(tx, actor.id, codeAttempts, clock.now())
        if (stored === null) return 'over'
        const isRight = codeHashes
          .candidates(`${actor.id}:${phone}:${code}`)
          .some((hash) => hash.equals(stored))
        if (!isRight) return 'wrong'
        await textPhonesSql.confirm(tx, actor.id, clock.now())
        await audit.add(tx, entry(actor, 'notifications.phoneOn', origin))
        return 'confirmed'
      })
      if (outcome === 'over') throw new ApiError('textCodeOver')
      if (outcome === 'wrong')
        throw new ApiError('invalid', { param: 'code', msg: 'El código no es correcto' })
    },

    remove: (actor: Actor, origin: Origin): Promise<void> =>
      db.transaction(async (tx) => {
        if (await textPhonesSql.remove(tx, actor.id))
          await audit.add(tx, entry(actor, 'notifications.phoneOff', origin))
      }),

    /** Ends the confirmation of a person whose account was disabled. */
    endOfPerson: async (tx: Queries, personId: number): Promise<void> => {
      await textPhonesSql.remove(tx, personId)
    },

    /** Removes what is stored about a person whose account was closed. */
    forget: async (tx: Queries, personId: number): Promise<void> => {
      await textPhonesSql.remove(tx, personId)
      await counts.removeOfPerson(tx, personId)
    },
  }
}

export type TextPhonesService = ReturnType<typeof createTextPhonesService>
