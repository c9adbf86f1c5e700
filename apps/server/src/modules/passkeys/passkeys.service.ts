/** The passkeys of an account: created, named and removed by their owner in an open session. */

import { randomBytes } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import { type Passkey, type PasskeyRegistration, passkeyLimits } from '@mi-portal/contract/passkeys'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { ConfirmationService } from '../session/sign-in/confirmation.service.ts'
import { passkeyAdded, passkeyRemoved } from './passkeys.mails.ts'
import type { ListedPasskey } from './passkeys.sql.ts'
import * as passkeysSql from './passkeys.sql.ts'
import { passkeyTimeoutMs, type VerificationService } from './verification.service.ts'

type PasskeysDependencies = {
  readonly db: Database
  readonly verification: VerificationService
  readonly people: PeopleService
  readonly confirmations: ConfirmationService
  readonly links: Pick<AccountLinksService, 'createReportLink'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly branding: { readonly product: string; readonly brand: string }
  /** Whether the portal's address can have passkeys. */
  readonly isAvailable: boolean
}

/** Queues a mail to the owner of the account. */
type Notify = <Data>(
  template: MailTemplate<Data & { readonly first_name: string }>,
  data: Data,
) => Promise<void>

/** EdDSA, ES256 and RS256: what today's authenticators use (IANA COSE algorithms). */
const algorithms = [-8, -7, -257]

/** The random name of an account for authenticators. It says nothing about the person (WebAuthn, 14.6.1). */
const newUserHandle = () => randomBytes(32)

export function createPasskeysService(dependencies: PasskeysDependencies) {
  const { db, verification, people, confirmations, links, audit, mail, clock } = dependencies

  /** Changes the caller's passkeys in one transaction, with an audit entry and an e-mail to the owner. */
  async function change(
    actor: Actor,
    origin: Origin,
    action: string,
    work: (tx: Queries, notify: Notify) => Promise<{ readonly id: number }>,
  ): Promise<number> {
    const holder = await people.byId(actor.id)
    if (!holder) throw new ApiError('noSession')
    const id = await db.transaction(async (tx) => {
      const changed = await work(tx, async (template, data) => {
        if (holder.email === null) return
        await mail.queue(tx, template, {
          recipient: holder.email,
          person_id: actor.id,
          data: { ...data, first_name: holder.greeting_name },
        })
      })
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.rol,
        action,
        patientId: null,
        object: `id=${changed.id}`,
        origin,
      })
      return changed.id
    })
    mail.trigger()
    return id
  }

  /**
   * Throws if the caller has not proven the second factor of their account: a password alone is not enough to add a passkey to
   * an account of staff that already has one.
   */
  async function requireSecondFactor(actor: Actor): Promise<void> {
    if (actor.lacksFactor && (await passkeysSql.list(db, actor.id)).length > 0)
      throw new ApiError('passkeyNeeded')
  }

  return {
    list: async (actor: Actor) => {
      const passkeys = await passkeysSql.list(db, actor.id)
      const isOffered = passkeys.length === 0 && !(await passkeysSql.hasDeclinedOffer(db, actor.id))
      const { isAvailable } = dependencies
      return { passkeys: passkeys.map(present), available: isAvailable, offered: isAvailable && isOffered }
    },

    declineOffer: (actor: Actor) => passkeysSql.declineOffer(db, actor.id, newUserHandle(), clock.now()),

    registerOptions: async (actor: Actor) => {
      const { id } = verification.requireRelyingParty()
      await requireSecondFactor(actor)
      const person = await people.byId(actor.id)
      if (!person) throw new ApiError('noSession')
      const existing = await passkeysSql.descriptors(db, actor.id)
      if (existing.length >= passkeyLimits.perAccount) throw new ApiError('tooManyPasskeys')
      const name = fullNameOf(person)
      const handle = await passkeysSql.userHandle(db, actor.id, newUserHandle())
      return {
        rp: { name: `${dependencies.branding.product} · ${dependencies.branding.brand}`, id },
        user: { id: Buffer.from(handle).toString('base64url'), name, displayName: name },
        challenge: await verification.createChallenge('register', actor.sessionId),
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
    },

    /** Adds a passkey. It proves the caller, so the session is confirmed too. */
    register: async (
      actor: Actor,
      { name, credential }: { readonly name: string; readonly credential: PasskeyRegistration },
      origin: Origin,
    ) => {
      await requireSecondFactor(actor)
      const verified = await verification.verifyRegistration(credential, actor.sessionId)
      if (verified === null) throw new ApiError('passkeyRejected')
      const now = clock.now()
      const id = await change(actor, origin, 'passkeys.add', async (tx, notify) => {
        const inserted = await passkeysSql.insert(tx, {
          person_id: actor.id,
          credential_id: Buffer.from(verified.id, 'base64url'),
          public_key: verified.publicKey,
          counter: verified.counter,
          transports: credential.response.transports ?? [],
          name,
          now,
        })
        if (inserted === null) throw new ApiError('tooManyPasskeys')
        await confirmations.confirmByPasskey(tx, actor, origin)
        const reportPath = await links.createReportLink(tx, actor.id, nameAddition(now))
        await notify(passkeyAdded, { name, reportPath })
        return { id: inserted }
      })
      return present({ id, name, created_at: now, last_used_at: null, suspended_at: null })
    },

    rename: async (actor: Actor, id: number, name: string): Promise<void> => {
      if (!(await passkeysSql.rename(db, actor.id, id, name))) throw new ApiError('notFound')
    },

    remove: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      await change(actor, origin, 'passkeys.remove', async (tx, notify) => {
        const name = await passkeysSql.remove(tx, actor.id, id)
        if (name === null) throw new ApiError('notFound')
        await notify(passkeyRemoved, { name })
        return { id }
      })
    },
  }
}

/** Returns the addition of a passkey as a part of a sentence, for the case that staff read. */
function nameAddition(at: Date): string {
  const { day, time } = santiago(at)
  return `una passkey agregada el ${showDay(day)} a las ${time}`
}

function present({ created_at, last_used_at, suspended_at, ...passkey }: ListedPasskey): Passkey {
  return {
    ...passkey,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    suspended: suspended_at !== null,
  }
}

/** Returns how a browser recognises a passkey. */
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

export type PasskeysService = ReturnType<typeof createPasskeysService>
