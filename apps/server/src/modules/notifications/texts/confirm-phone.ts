import { randomUUID } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import {
  landline,
  type TextChannel,
  type TextPhone,
  textPhoneEndpoints,
} from '@mi-portal/contract/notifications/text-messages'
import { isMobile } from '@mi-portal/contract/values/phone'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { callerNetwork, limits } from '../../../platform/security/rate-limiter.ts'
import { createKeyedHash, newSpokenCode } from '../../../platform/security/tokens.ts'
import { countText } from './count-texts.ts'
import * as phonesSql from './text-phones.sql.ts'
import { codeAttempts, codeMinutes, codeText, internationalNumber, phoneState } from './texts.rules.ts'

const findStored = ({ db, actor }: ActorContext) =>
  findRow(db, phonesSql.findPhone, { person_id: actor.id, most_attempts: codeAttempts })

const createCodeHash = ({ config }: Context) => createKeyedHash(config.secrets, 'text-phone-code')

function rejectPhone(msg: string): ApiError {
  return new ApiError('invalid', { param: 'phone', msg })
}

async function findMobile(ctx: ActorContext): Promise<string> {
  const stored = await findStored(ctx)
  if (!stored?.phone) throw rejectPhone('Agrega tu celular en tus datos personales')
  if (!isMobile(stored.phone)) throw rejectPhone(landline)
  if (stored.confirmed) throw new ApiError('textPhoneConfirmed')
  return stored.phone
}

/** Counts a code. Other accounts can use up the limits of a number and a network, so the first code of an account is always sent. */
async function admitCode({ actor, origin, rateLimiter }: ActorContext, phone: string): Promise<void> {
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

export async function readTextPhone(ctx: ActorContext): Promise<TextPhone> {
  const unknown = { phone: null, confirmed: false, code_expires_at: null }
  return phoneState((await findStored(ctx)) ?? unknown, ctx.clock.now())
}

export const sendPhoneCode = operation(textPhoneEndpoints.sendCode, async (ctx) => {
  const { db, ports, actor, audit, clock, branding, rateLimiter } = ctx
  if (ports.texts === null) throw new ApiError('textPhoneNotOffered')
  const channel: TextChannel = ports.texts.channels.includes('sms') ? 'sms' : 'whatsapp'
  const phone = await findMobile(ctx)
  await admitCode(ctx, phone)
  const code = newSpokenCode()
  const code_hash = createCodeHash(ctx).of(`${actor.id}:${phone}:${code}`)
  const now = clock.now()
  await db.transaction(async (tx) => {
    if (!(await countText(ctx, tx, null))) throw new ApiError('textsUsedUp')
    const code_expires_at = new Date(now.getTime() + codeMinutes * 60_000)
    await tx.run(phonesSql.saveCode, { person_id: actor.id, phone, code_hash, code_expires_at, now })
    await audit.add(tx, 'notifications.phoneCode', { patientId: actor.id })
  })
  const outcome = await ports.texts.send({
    id: randomUUID(),
    channel,
    recipient: internationalNumber(phone),
    kind: 'code',
    text: codeText(branding.brand, code),
    url: null,
  })
  if (outcome === 'accepted') return { channel, minutes: codeMinutes }
  await db.run(phonesSql.removeCode, { person_id: actor.id, code_hash })
  // The caller can do nothing about a gateway that does not answer.
  if (outcome === 'failed') await rateLimiter.refund(limits.textCode, String(actor.id))
  if (outcome === 'rejected')
    throw rejectPhone('No pudimos enviar un mensaje a este número. Revisa que sea tu celular')
  throw new ApiError('textNotSent')
})

export const confirmTextPhone = operation(textPhoneEndpoints.confirm, async (ctx, { body }) => {
  const { db, ports, actor, audit, clock } = ctx
  if (ports.texts === null) throw new ApiError('textPhoneNotOffered')
  const phone = (await findStored(ctx))?.phone ?? null
  // A wrong code must stay counted, so it does not end the transaction.
  const outcome = await db.transaction(async (tx) => {
    const given = { person_id: actor.id, now: clock.now() }
    const counted = await findRow(tx, phonesSql.countAttempt, { ...given, most_attempts: codeAttempts })
    if (counted === null) return 'over'
    const isRight = createCodeHash(ctx)
      .candidates(`${actor.id}:${phone}:${body.code}`)
      .some((hash) => hash.equals(counted.code_hash))
    if (!isRight) return 'wrong'
    await tx.run(phonesSql.confirmPhone, given)
    await audit.add(tx, 'notifications.phoneOn', { patientId: actor.id })
    return 'confirmed'
  })
  if (outcome === 'over') throw new ApiError('textCodeOver')
  if (outcome === 'wrong') throw new ApiError('invalid', { param: 'code', msg: 'El código no es correcto' })
  return {}
})

export const removeTextPhone = operation(textPhoneEndpoints.remove, async ({ db, actor, audit }) => {
  await db.transaction(async (tx) => {
    if ((await tx.run(phonesSql.removePhone, { person_id: actor.id })).length > 0)
      await audit.add(tx, 'notifications.phoneOff', { patientId: actor.id })
  })
  return {}
})
