import type { LockReason } from '@mi-portal/contract/account-security'
import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { toAuditActor } from '../../platform/audit.ts'
import type { ActorContext, CallContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import {
  lockPersonAccount,
  lockSuperAdmins,
  unlockPersonAccount,
} from '../people/accounts/change-account-access.ts'
import { recoveryHeldUntil } from '../people/email.rules.ts'
import { mailPerson } from '../people/mail-person.ts'
import { mayAdminister } from '../people/people.rules.ts'
import type { Person } from '../people/read-people.ts'
import { findPerson, findPersonByDocument } from '../people/read-people.ts'
import {
  consumeLockLink,
  createLockLink,
  forgetAccountLinks,
} from '../session/account-links/create-account-links.ts'
import { hasAnySecondFactor } from '../session/second-factor/change-second-factor.ts'
import { endAllSessions, lockSessions } from '../session/use-sessions.ts'
import { accountLocked, accountUnlocked, lockLink } from './account-security.mails.ts'
import { linkOver } from './account-security.rules.ts'
import * as accountSecuritySql from './account-security.sql.ts'

/** Who locks an account: the owner in a session, a member of staff, or null for the owner by the link of a mail. */
type Locking = {
  readonly actor: Actor | null
  readonly reason: LockReason | null
  readonly origin: Origin
}

/**
 * Locks an account in the caller's transaction: ends its sessions, temporary passwords, links and shares, and notifies the
 * owner. Returns false if it is locked or closed already.
 */
async function lockAccount(ctx: Context, tx: Queries, person: Person, { actor, reason, origin }: Locking) {
  await lockSessions(tx, person.id)
  if (!(await lockPersonAccount(tx, person.id, ctx.clock.now()))) return false
  await endAllSessions(ctx, tx, person.id, 'account-locked')
  await forgetAccountLinks(tx, person.id)
  await ctx.events.accountDisabled.announce(tx, { personId: person.id, at: ctx.clock.now(), cause: 'locked' })
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: 'account.lock',
    patientId: person.id,
    ...(reason === null ? {} : { detail: { reason } }),
  })
  await mailPerson(ctx, tx, person, accountLocked, { byStaff: actor !== null && actor.id !== person.id })
  return true
}

/**
 * Unlocks an account, in the caller's transaction, for an owner who was identified: by a member of staff, in person or by photos of
 * the document, or by an identity check, without an actor. Also lets temporary passwords be sent again. The password of a locked
 * account is void. The caller notifies the owner. Returns false if the account is neither locked nor frozen.
 */
export async function unlockSilently(
  ctx: Context,
  tx: Queries,
  person: Person,
  actor: Pick<Actor, 'id' | 'rol'> | null,
  origin: Origin | null,
): Promise<boolean> {
  const now = ctx.clock.now()
  if (!(await unlockPersonAccount(tx, person.id, now, recoveryHeldUntil(now)))) return false
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: 'account.unlock',
    patientId: person.id,
    ...(actor === null ? { detail: { way: 'identity-check' } } : {}),
  })
  return true
}

export async function unlockAccount(ctx: CallContext, tx: Queries, person: Person, actor: Actor | null) {
  if (!(await unlockSilently(ctx, tx, person, actor, ctx.origin))) return false
  await mailPerson(ctx, tx, person, accountUnlocked, {
    wasLocked: person.locked_at !== null,
    inPerson: actor !== null,
    isStaff: isStaff(person),
  })
  return true
}

async function findOtherAccount(ctx: ActorContext, id: number): Promise<Person> {
  const person = await findPerson(ctx, id)
  if (person === null || person.deleted_at !== null || person.without_account) throw new ApiError('notFound')
  if (!mayAdminister(ctx.actor.rol, person.rol)) throw new ApiError('forbidden')
  if (person.id === ctx.actor.id)
    throw new ApiError('ownAccount', { msg: 'Bloquea tu propia cuenta desde «Seguridad»' })
  return person
}

export const lockOwnAccount = operation(accountSecurityEndpoints.lock, async (ctx) => {
  const person = await findPerson(ctx, ctx.actor.id)
  if (person === null) throw new ApiError('noSession')
  await ctx.db.transaction((tx) =>
    lockAccount(ctx, tx, person, { actor: ctx.actor, reason: null, origin: ctx.origin }),
  )
  return {}
})

/**
 * Mails the owner of an account a link that locks it. Answers alike for any document; an account that cannot be locked, has no
 * mailbox or was mailed often enough gets no mail. Throws 400 if people of several countries have the passport number.
 */
export const requestLock = operation(accountSecurityEndpoints.requestLock, async (ctx, { body }) => {
  const stranger = await ctx.ipRateLimits.admit('lock', [limits.lockAddress], ctx.origin.ip, body.altcha)
  await stranger.countFailure()
  const number = cleanDocument(body.document_type_id, body.document_number)
  const person = await findPersonByDocument(ctx, body.document_type_id, number, body.document_country)
  const { over } = await ctx.rateLimiter.consume(limits.lockAccount, `${body.document_type_id}:${number}`)
  if (person === null || over || person.email === null) return {}
  if (person.deleted_at !== null || person.locked_at !== null || person.without_account) return {}
  const { email } = person
  await ctx.db.transaction(async (tx) => {
    const { path, expiresAt } = await createLockLink(ctx, tx, person.id)
    await ctx.mail.queue(tx, lockLink, {
      recipient: email,
      person_id: person.id,
      data: { first_name: person.greeting_name, path },
      notAfter: expiresAt,
    })
    await ctx.auditLog.add(tx, {
      ...toAuditActor(null, ctx.origin),
      action: 'account.askLock',
      patientId: person.id,
    })
  })
  return {}
})

export const lockByLink = operation(accountSecurityEndpoints.lockByLink, async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    const link = await consumeLockLink(ctx, tx, body.token)
    const person = link === null ? null : await findPerson(ctx, link.person_id)
    if (person === null) throw linkOver()
    await lockAccount(ctx, tx, person, { actor: null, reason: null, origin: ctx.origin })
  })
  return {}
})

async function describeAccount(ctx: ActorContext, id: number) {
  const person = await findPerson(ctx, id)
  if (person === null) throw new ApiError('notFound')
  if (!mayAdminister(ctx.actor.rol, person.rol)) throw new ApiError('forbidden')
  await ctx.audit.record('account.readSecurity', { patientId: id })
  return {
    locked_at: person.locked_at,
    recovery_frozen_at: person.recovery_frozen_at,
    second_factor: await hasAnySecondFactor(ctx, id),
  }
}

export const lockByStaff = operation(staffAccountEndpoints.lock, async (ctx, { params, body }) => {
  const person = await findOtherAccount(ctx, params.id)
  await ctx.db.transaction(async (tx) => {
    // If two super administrators lock each other at once, the second caller is already locked here.
    if (person.rol === 'SUPER_ADMIN_ROLE' && !(await lockSuperAdmins(tx)).includes(ctx.actor.id))
      throw new ApiError('forbidden')
    if (!(await lockAccount(ctx, tx, person, { actor: ctx.actor, reason: body.reason, origin: ctx.origin })))
      throw new ApiError('changedMeanwhile', { msg: 'Esta cuenta ya está bloqueada' })
  })
  return {}
})

export const unlockByStaff = operation(staffAccountEndpoints.unlock, async (ctx, { params }) => {
  const person = await findOtherAccount(ctx, params.id)
  // The owner may have locked the account because of the address that this member of staff entered.
  if ((await accountSecuritySql.findEmailEditor(ctx.db, params.id)) === ctx.actor.id)
    throw new ApiError('forbidden', {
      msg: 'Cambiaste el e-mail de esta cuenta, así que la debe desbloquear otra persona del equipo',
    })
  await ctx.db.transaction(async (tx) => {
    if (!(await unlockAccount(ctx, tx, person, ctx.actor)))
      throw new ApiError('changedMeanwhile', { msg: 'Esta cuenta no está bloqueada' })
  })
  return {}
})

export const getAccountSecurity = operation(staffAccountEndpoints.state, async (ctx, { params }) => ({
  security: await describeAccount(ctx, params.id),
}))
