import { ApiError } from '@mi-portal/contract/calls/api-error'
import { delegationAnswerDays, delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { accountStatus } from '@mi-portal/contract/people'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { showDay, toDay } from '@mi-portal/contract/values/dates'
import {
  cleanCountry,
  cleanDocument,
  documentType,
  maskDocument,
} from '@mi-portal/contract/values/document-number'
import { bySystem } from '../../../platform/audit.ts'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { notify } from '../../notifications/notify-person.ts'
import { mailPerson } from '../../people/mail-person.ts'
import { findPerson, getOutgrownStep, isPersonMinor } from '../../people/read-people.ts'
import { delegationChanged, delegationGiven, delegationOffered } from './delegations.mails.ts'
import { type DelegationEvent, describeEvent, describeMatters } from './delegations.rules.ts'
import type { PairRow } from './delegations.sql.ts'
import * as delegationsSql from './delegations.sql.ts'

const dayMs = 86_400_000
/** Days after which an ended access is deleted. The audit log has its history. */
const storedDays = 90
/** Days after a declined offer in which the person who declined gets no mail or notification about a new offer of the same grantor. */
const quietDays = 30

async function notifyBoth(ctx: Context, tx: Queries, row: PairRow, event: DelegationEvent): Promise<void> {
  const { grantor_name: grantor, delegate_name: delegate } = row
  if (row.delegate_id === null || delegate === null) return
  const date = row.expires_at === null ? '' : showDay(toDay(row.expires_at))
  const sides = [
    {
      id: row.grantor_id,
      first_name: row.grantor_greeting_name,
      email: row.grantor_email,
      isGrantor: true,
    },
    {
      id: row.delegate_id,
      first_name: row.delegate_greeting_name ?? '',
      email: row.delegate_email,
      isGrantor: false,
    },
  ]
  for (const { id, first_name, email, isGrantor } of sides) {
    const change = { event, isGrantor, grantor, delegate, date }
    await notify(ctx, tx, {
      person_id: id,
      type: 'family_group',
      text: describeEvent(event, change),
    })
    if (email === null) continue
    await ctx.mail.queue(tx, delegationChanged, {
      recipient: email,
      person_id: id,
      data: { ...change, first_name, matters: describeMatters(row.matters, row.may_book) },
    })
  }
}

const recordDelegation = (
  ctx: ActorContext,
  tx: Queries,
  action: string,
  { id, grantorId }: { id: number; grantorId: number },
  detail?: object,
) =>
  ctx.auditLog.add(tx, {
    actorId: ctx.actor.id,
    actorRole: ctx.actor.id === grantorId ? ctx.actor.rol : 'delegate',
    action,
    patientId: grantorId,
    object: `delegation=${id}`,
    origin: ctx.origin,
    ...(detail === undefined ? {} : { detail }),
  })

async function readPair(tx: Queries, id: number): Promise<PairRow> {
  const row = await findRow(tx, delegationsSql.pair, { id })
  if (row === null) throw new ApiError('delegationOver')
  return row
}

/** Ends what is over by time, of one grantor (null: of all), notifies both people of each access, and returns how much was ended. */
async function endExpired(ctx: Context, tx: Queries, grantorId: number | null, now: Date): Promise<number> {
  const over = await tx.run(delegationsSql.endExpired, { grantor_id: grantorId, now })
  for (const { id, grantor_id, was_accepted } of over) {
    if (!was_accepted) continue
    await ctx.auditLog.add(tx, {
      ...bySystem,
      action: 'delegations.expire',
      patientId: grantor_id,
      object: `delegation=${id}`,
    })
    await notifyBoth(ctx, tx, await readPair(tx, id), 'expired')
  }
  return over.length
}

/**
 * Notifies the person with the document of an offer, if an adult with an open account has it and did not decline an offer of this
 * grantor lately.
 */
async function notifyInvited(
  ctx: Context,
  tx: Queries,
  id: number,
  now: Date,
  grantor: string,
  matters: string,
): Promise<void> {
  const declined_since = new Date(now.getTime() - quietDays * dayMs)
  const found = await findRow(tx, delegationsSql.findInvited, { id, now, declined_since })
  if (found === null) return
  const invited = await findPerson(ctx, found.id)
  const isOpen =
    invited !== null &&
    !isStaff(invited) &&
    invited.status === accountStatus.enabled &&
    invited.deleted_at === null &&
    invited.locked_at === null &&
    !isPersonMinor(ctx, invited) &&
    getOutgrownStep(ctx, invited) === null
  if (!isOpen) return
  await notify(ctx, tx, {
    person_id: invited.id,
    type: 'family_group',
    text: `${grantor} te ofrece ver parte de sus datos. Acéptalo o recházalo en Mi Grupo familiar, en Accesos`,
  })
  await mailPerson(ctx, tx, invited, delegationOffered, { grantor, matters, days: delegationAnswerDays })
}

export const listDelegations = operation(delegationEndpoints.list, async (ctx) => {
  const now = ctx.clock.now()
  const [given, received, holder] = await Promise.all([
    ctx.db.run(delegationsSql.given, { person_id: ctx.actor.id, now }),
    ctx.actor.isMinor ? [] : ctx.db.run(delegationsSql.received, { person_id: ctx.actor.id, now }),
    ctx.actor.documentType === documentType.passport ? findPerson(ctx, ctx.actor.id) : null,
  ])
  return {
    lacks_country: holder !== null && holder.document_country === null,
    given: given.map(({ delegate_id, first_name, last_name, second_name, ...row }) => ({
      ...row,
      matters: [...row.matters],
      delegate:
        delegate_id === null
          ? null
          : {
              id: delegate_id,
              first_name: first_name ?? '',
              last_name: last_name ?? '',
              second_name: second_name ?? '',
            },
    })),
    received: received.map(({ grantor_id, first_name, last_name, second_name, ...row }) => ({
      ...row,
      matters: [...row.matters],
      grantor: { id: grantor_id, first_name, last_name, second_name },
    })),
  }
})

/**
 * Offers access to the person with an identity document. Nothing in the answer, the list or the mail to the grantor says whether
 * the document has an account. Throws 400 for the own document, and if there is an offer or access for the document.
 */
export const giveAccess = operation(delegationEndpoints.give, async (ctx, { body }) => {
  await ctx.rateLimiter.consumeEach([limits.delegation], String(ctx.actor.id))
  const self = await findPerson(ctx, ctx.actor.id)
  if (self === null) throw new ApiError('noSession')
  const { document_type_id, matters, may_book, months } = body
  const document_number = cleanDocument(document_type_id, body.document_number)
  if (document_type_id === self.document_type_id && document_number === self.document_number)
    throw new ApiError('ownDocument', { param: 'document_number' })
  const named = describeMatters(matters, may_book)
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    await endExpired(ctx, tx, ctx.actor.id, now)
    const offered = await findRow(tx, delegationsSql.offer, {
      grantor_id: ctx.actor.id,
      document_type_id,
      document_number,
      document_country: cleanCountry(document_type_id, body.document_country),
      matters,
      may_book,
      months,
      answer_until: new Date(now.getTime() + delegationAnswerDays * dayMs),
      now,
    })
    if (offered === null) throw new ApiError('delegationExists', { param: 'document_number' })
    const { id } = offered
    const detail = { matters, may_book, months }
    await recordDelegation(ctx, tx, 'delegations.give', { id, grantorId: ctx.actor.id }, detail)
    await notifyInvited(ctx, tx, id, now, formatFullName(self), named)
    await mailPerson(ctx, tx, self, delegationGiven, {
      document: maskDocument(document_type_id, document_number),
      matters: named,
      days: delegationAnswerDays,
    })
  })
  return {}
})

export const acceptDelegation = operation(delegationEndpoints.accept, async (ctx, { params: { id } }) => {
  const { actor, clock, db } = ctx
  const expiresAt = await db
    .transaction(async (tx) => {
      const accepted = await findRow(tx, delegationsSql.accept, { id, person_id: actor.id, now: clock.now() })
      if (accepted === null) throw new ApiError('notFound')
      const row = await readPair(tx, id)
      await recordDelegation(ctx, tx, 'delegations.accept', { id, grantorId: row.grantor_id })
      await notifyBoth(ctx, tx, row, 'accepted')
      return accepted.expires_at
    })
    .catch((error: unknown) => {
      // The same person accepted another offer of this grantor, made to another document of theirs.
      if (brokenConstraint(error) === 'delegations_one_pair') throw new ApiError('delegationOver')
      throw error
    })
  return { expires_at: expiresAt }
})

/** Declines an offer. The grantor sees it without an answer until its time ends, as if the document had no account. */
export const declineAccess = operation(delegationEndpoints.decline, async (ctx, { params }) => {
  await ctx.db.transaction(async (tx) => {
    const declined = { id: params.id, person_id: ctx.actor.id, now: ctx.clock.now() }
    if ((await tx.run(delegationsSql.decline, declined)).length === 0) throw new ApiError('notFound')
    // The entry names the caller as the person concerned: the grantor must not learn of it from the audit log.
    await recordDelegation(ctx, tx, 'delegations.decline', { id: params.id, grantorId: ctx.actor.id })
  })
  return {}
})

/** A second renewal within a day changes nothing and notifies no one. */
export const renewDelegation = operation(delegationEndpoints.renew, async (ctx, { params: { id } }) => {
  await ctx.rateLimiter.consumeEach([limits.delegationRenewal], String(ctx.actor.id))
  const expiresAt = await ctx.db.transaction(async (tx) => {
    const renewal = await delegationsSql.renew(tx, id, ctx.actor.id, ctx.clock.now())
    if (renewal === null) throw new ApiError('notFound')
    if (renewal.isRenewed) {
      await recordDelegation(ctx, tx, 'delegations.renew', { id, grantorId: ctx.actor.id })
      await notifyBoth(ctx, tx, await readPair(tx, id), 'renewed')
    }
    return renewal.expiresAt
  })
  return { expires_at: expiresAt }
})

export const endAccess = operation(delegationEndpoints.end, async (ctx, { params }) => {
  await ctx.db.transaction(async (tx) => {
    const ended = await findRow(tx, delegationsSql.end, {
      id: params.id,
      person_id: ctx.actor.id,
      now: ctx.clock.now(),
    })
    if (ended === null) throw new ApiError('notFound')
    const isGrantor = ended.grantor_id === ctx.actor.id
    const action = isGrantor ? 'delegations.end' : 'delegations.leave'
    await recordDelegation(ctx, tx, action, { id: params.id, grantorId: ended.grantor_id })
    if (ended.was_accepted)
      await notifyBoth(ctx, tx, await readPair(tx, params.id), isGrantor ? 'ended' : 'left')
  })
  return {}
})

export async function maintainDelegations(ctx: Context): Promise<{ ended: number; announced: number }> {
  const now = ctx.clock.now()
  const ended = await ctx.db.transaction((tx) => endExpired(ctx, tx, null, now))
  let announced = 0
  for (const row of await ctx.db.run(delegationsSql.ending, { now })) {
    await ctx.db.transaction(async (tx) => {
      const { id, expires_at } = row
      if ((await tx.run(delegationsSql.markAnnounced, { id, expires_at, now })).length === 0) return
      await notifyBoth(ctx, tx, row, 'ending')
      announced += 1
    })
  }
  await ctx.db.run(delegationsSql.forget, { before: new Date(now.getTime() - storedDays * dayMs) })
  return { ended, announced }
}
