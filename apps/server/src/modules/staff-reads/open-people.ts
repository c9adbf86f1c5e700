import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { OpenedThrough } from '@mi-portal/contract/calls/endpoint'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { staffReadEndpoints } from '@mi-portal/contract/staff-reads'
import { toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findPerson, listStaffWithMailbox } from '../people/read-people.ts'
import { moreOpened } from './staff-reads.mails.ts'
import { findPrivacyOfficers, type OpeningOutcome } from './staff-reads.rules.ts'
import * as staffReadsSql from './staff-reads.sql.ts'

export async function rejectUnopened(
  ctx: ActorContext,
  personId: number,
  outcome: OpeningOutcome,
): Promise<void> {
  if (outcome === 'opened') return
  await ctx.audit.record('users.read', {
    patientId: personId,
    outcome: 'refused',
    detail: { because: outcome },
  })
  throw new ApiError(outcome === 'site' ? 'notFound' : 'openedPeopleUsedUp')
}

export const findOpenedPerson = (ctx: Context, through: OpenedThrough, id: number) =>
  staffReadsSql.findOpened(ctx.db, through, id)

export const getOpeningBudget = ({ clock, settings }: Context) => ({
  day: toDay(clock.now()),
  budget: settings.openedPeopleDaily(),
})

/** Throws 404 for a patient of other sites only, and 403 (number 17) above the budget of the day. Staff are not counted. */
export async function openPerson(ctx: ActorContext, personId: number): Promise<void> {
  const outcome = await staffReadsSql.open(ctx.db, {
    ...getOpeningBudget(ctx),
    staff_id: ctx.actor.id,
    person_id: personId,
    sites: ctx.actor.sites,
  })
  await rejectUnopened(ctx, personId, outcome)
}

export const giveOpeningReason = operation(staffReadEndpoints.giveReason, async (ctx, { body }) => {
  const staff = await findPerson(ctx, ctx.actor.id)
  return ctx.db.transaction(async (tx) => {
    const today = { ...getOpeningBudget(ctx), staff_id: ctx.actor.id }
    const isNew = (await tx.run(staffReadsSql.addReason, today)).length > 0
    const counted = await staffReadsSql.readDay(tx, today)
    if (!isNew) return counted
    await ctx.audit.add(tx, 'users.openMore', { detail: { reason: body.reason, opened: counted.opened } })
    for (const { id, email, greeting_name } of findPrivacyOfficers(await listStaffWithMailbox(tx)))
      await ctx.mail.queue(tx, moreOpened, {
        recipient: email,
        person_id: id,
        data: {
          first_name: greeting_name,
          staff_name: staff === null ? '' : formatFullName(staff),
          opened: counted.opened,
          reason: body.reason,
        },
      })
    return counted
  })
})
