/**
 * Notifies minors and their guardians, thirty days before each age step, of what changes: what the law reserves, who decides, the end of
 * the guardian's access, and the end of an account that was opened for a younger person.
 */

import type { AgeStep } from '@mi-portal/contract/values/ages'
import { addDays, type Day, latestBirth, showDay, toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import { notifyWithMail } from '../../notifications/notify-person.ts'
import { ageStep, comingOfAge } from '../family.mails.ts'
import { ageSteps, nearAgeStep, noticeDays } from '../family.rules.ts'
import type { NotificationDueRow } from './age-steps.sql.ts'
import * as ageStepsSql from './age-steps.sql.ts'

const texts: Readonly<Record<AgeStep, { readonly own: string; readonly ofChild: (name: string) => string }>> =
  {
    reserve: {
      own: 'desde ese día solo tú ves lo que la ley te reserva y lo que marques «Solo yo»',
      ofChild: () => 'desde ese día no verás lo que la ley le reserva ni lo que marque «Solo yo»',
    },
    consent: {
      own: 'desde ese día decides tú sobre tus datos personales y con quién compartes tus exámenes',
      ofChild: (name) => `desde ese día solo ${name} decide sobre sus datos y comparte sus exámenes`,
    },
    adult: {
      own: 'desde ese día solo tú verás tu historial',
      ofChild: () => 'desde ese día ya no verás su historial',
    },
  }

function writeText(row: NotificationDueRow, step: AgeStep, day: Day, age: number): string {
  const when = `El ${showDay(day)}`
  return row.told_id === row.member_id
    ? `${when} cumples ${age} años: ${texts[step].own}`
    : `${when} ${row.member_name} cumple ${age} años: ${texts[step].ofChild(row.member_first_name)}`
}

function endsAccess(row: NotificationDueRow, step: AgeStep): boolean {
  if (step === 'adult') return row.opened_as_minor
  return step === 'reserve' && row.opened_as_child
}

async function notifyOfStep(ctx: Context, row: NotificationDueRow, step: AgeStep, day: Day) {
  return ctx.db.transaction(async (tx) => {
    const { member_id, told_id } = row
    const marked = { member_id, told_id, step, comes_of_age: day, now: ctx.clock.now() }
    if ((await tx.run(ageStepsSql.markNotified, marked)).length === 0) return false
    const isSelf = row.told_id === row.member_id
    const age = ctx.ages[step]
    const notice = {
      person_id: row.told_id,
      type: 'family_group',
      text: writeText(row, step, day, age),
    } as const
    const { email, first_name } = row
    const registersAgain = endsAccess(row, step)
    if (step === 'adult') {
      const member = isSelf ? null : row.member_name
      await notifyWithMail(ctx, tx, notice, comingOfAge, () =>
        email === null ? null : { recipient: email, data: { first_name, member, day, age, registersAgain } },
      )
    } else {
      const member = isSelf ? null : { full_name: row.member_name, first_name: row.member_first_name }
      await notifyWithMail(ctx, tx, notice, ageStep, () =>
        email === null
          ? null
          : { recipient: email, data: { first_name, member, day, age, step, registersAgain } },
      )
    }
    return true
  })
}

async function notifyStep(ctx: Context, step: AgeStep): Promise<number> {
  const now = ctx.clock.now()
  const today = toDay(now)
  const birth = latestBirth(ctx.ages[step], today)
  // The range is a day wider than the rule on either side, because birthdays of 29 February move.
  const rows = await ctx.db.run(ageStepsSql.toNotify, {
    step,
    born_from: addDays(birth, -1),
    born_until: addDays(birth, noticeDays + 1),
    now,
  })
  let notified = 0
  for (const row of rows) {
    const day = nearAgeStep(row.date_birth, step, today, ctx.ages)
    if (day !== null && (await notifyOfStep(ctx, row, step, day))) notified += 1
  }
  return notified
}

export async function notifyDueSteps(ctx: Context): Promise<number> {
  let notified = 0
  for (const step of ageSteps) notified += await notifyStep(ctx, step)
  return notified
}
