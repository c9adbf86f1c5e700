import { randomBytes } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { passkeyEndpoints, passkeyLimits } from '@mi-portal/contract/passkeys/passkeys'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { mailPerson } from '../people/mail-person.ts'
import { findPerson } from '../people/read-people.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { confirmByPasskey } from '../session/sign-in/confirm-session.ts'
import { passkeyAdded, passkeyRemoved } from './passkeys.mails.ts'
import type { ListedPasskey } from './passkeys.sql.ts'
import * as passkeysSql from './passkeys.sql.ts'
import { getRelyingParty } from './relying-party.rules.ts'
import {
  createChallenge,
  passkeyTimeoutMs,
  requireRelyingParty,
  verifyRegistration,
} from './verify-passkeys.ts'

type Notify = <Data>(
  template: MailTemplate<Data & { readonly first_name: string }>,
  data: Data,
) => Promise<void>

/** EdDSA, ES256 and RS256: what today's authenticators use (IANA COSE algorithms). */
const algorithms = [-8, -7, -257]

/** The random name of an account for authenticators. It says nothing about the person (WebAuthn, 14.6.1). */
const newUserHandle = () => randomBytes(32)

async function changePasskeys(
  ctx: ActorContext,
  action: string,
  work: (tx: Queries, notify: Notify) => Promise<{ readonly id: number }>,
): Promise<number> {
  const holder = await findPerson(ctx, ctx.actor.id)
  if (!holder) throw new ApiError('noSession')
  return ctx.db.transaction(async (tx) => {
    const changed = await work(tx, (template, data) => mailPerson(ctx, tx, holder, template, data))
    await ctx.audit.add(tx, action, { object: `id=${changed.id}` })
    return changed.id
  })
}

/** Throws if the caller has not proven their second factor: a password alone adds no passkey to an account of staff that has one. */
async function requireSecondFactor(ctx: ActorContext): Promise<void> {
  if (ctx.actor.lacksFactor && (await ctx.db.run(passkeysSql.list, { person_id: ctx.actor.id })).length > 0)
    throw new ApiError('passkeyNeeded')
}

export const listPasskeys = operation(passkeyEndpoints.list, async (ctx) => {
  const passkeys = await ctx.db.run(passkeysSql.list, { person_id: ctx.actor.id })
  const isOffered = passkeys.length === 0 && !(await passkeysSql.hasDeclinedOffer(ctx.db, ctx.actor.id))
  const isAvailable = getRelyingParty(ctx.config.publicUrl) !== null
  return { passkeys: passkeys.map(present), available: isAvailable, offered: isAvailable && isOffered }
})

export const declinePasskeyOffer = operation(passkeyEndpoints.declineOffer, async (ctx) => {
  await passkeysSql.declineOffer(ctx.db, ctx.actor.id, newUserHandle(), ctx.clock.now())
  return {}
})

export const getRegistrationOptions = operation(passkeyEndpoints.registerOptions, async (ctx) => {
  const { id } = requireRelyingParty(ctx)
  await requireSecondFactor(ctx)
  const person = await findPerson(ctx, ctx.actor.id)
  if (!person) throw new ApiError('noSession')
  const existing = await ctx.db.run(passkeysSql.descriptors, { person_id: ctx.actor.id })
  if (existing.length >= passkeyLimits.perAccount) throw new ApiError('tooManyPasskeys')
  const name = formatFullName(person)
  const handle = await passkeysSql.userHandle(ctx.db, ctx.actor.id, newUserHandle())
  const options = {
    rp: { name: `${ctx.branding.product} · ${ctx.branding.brand}`, id },
    user: { id: Buffer.from(handle).toString('base64url'), name, displayName: name },
    challenge: await createChallenge(ctx, 'register', ctx.actor.sessionId),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: passkeyTimeoutMs,
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true,
      userVerification: 'required' as const,
    },
    attestation: 'none' as const,
  }
  return { options }
})

export const addPasskey = operation(
  passkeyEndpoints.register,
  async (ctx, { body: { name, credential } }) => {
    await requireSecondFactor(ctx)
    const verified = await verifyRegistration(ctx, credential, ctx.actor.sessionId)
    if (verified === null) throw new ApiError('passkeyRejected')
    const now = ctx.clock.now()
    const id = await changePasskeys(ctx, 'passkeys.add', async (tx, notify) => {
      const inserted = await passkeysSql.insert(tx, {
        person_id: ctx.actor.id,
        credential_id: Buffer.from(verified.id, 'base64url'),
        public_key: verified.publicKey,
        counter: verified.counter,
        transports: credential.response.transports ?? [],
        name,
        now,
      })
      if (inserted === null) throw new ApiError('tooManyPasskeys')
      await confirmByPasskey(ctx, tx)
      const { day, time } = santiago(now)
      const added = `una entrada con huella o PIN agregada el ${showDay(day)} a las ${time}`
      const reportPath = await createReportLink(ctx, tx, ctx.actor.id, added)
      await notify(passkeyAdded, { name, reportPath })
      return { id: inserted }
    })
    return { passkey: present({ id, name, created_at: now, last_used_at: null, suspended_at: null }) }
  },
)

export const renamePasskey = operation(passkeyEndpoints.rename, async (ctx, { params, body }) => {
  const renamed = { id: params.id, person_id: ctx.actor.id, name: body.name }
  if ((await ctx.db.run(passkeysSql.rename, renamed)).length === 0) throw new ApiError('notFound')
  return {}
})

export const removePasskey = operation(passkeyEndpoints.remove, async (ctx, { params }) => {
  await changePasskeys(ctx, 'passkeys.remove', async (tx, notify) => {
    const name = await passkeysSql.remove(tx, ctx.actor.id, params.id)
    if (name === null) throw new ApiError('notFound')
    await notify(passkeyRemoved, { name })
    return { id: params.id }
  })
  return {}
})

const present = (passkey: ListedPasskey) => ({ ...passkey, suspended: passkey.suspended_at !== null })

export function describeCredential({
  credential_id,
  transports,
}: {
  readonly credential_id: Uint8Array
  readonly transports: readonly string[]
}) {
  return {
    id: Buffer.from(credential_id).toString('base64url'),
    type: 'public-key' as const,
    transports: [...transports],
  }
}
