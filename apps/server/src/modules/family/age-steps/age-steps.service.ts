/**
 * Notifies minors and their guardians, thirty days before each age step, of what changes: what the law reserves, who decides, the end of
 * the guardian's access, and the end of an account that was opened for a younger person.
 */

import type { AgeStep, Ages } from '@mi-portal/contract/values/ages'
import { addDays, type Day, dayOf, latestBirth, showDay } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import { ageStep, comingOfAge } from '../family.mails.ts'
import { ageSteps, nearAgeStep, noticeDays } from '../family.rules.ts'
import type { NotificationDueRow } from './age-steps.sql.ts'
import * as ageStepsSql from './age-steps.sql.ts'

type AgeStepsDependencies = {
  readonly db: Database
  readonly notifications: Pick<NotificationsService, 'notifyWithMail'>
  readonly mail: Pick<MailQueue, 'trigger'>
  readonly clock: Clock
  readonly ages: Ages
}

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

function textOf(row: NotificationDueRow, step: AgeStep, day: Day, age: number): string {
  const when = `El ${showDay(day)}`
  return row.told_id === row.member_id
    ? `${when} cumples ${age} años: ${texts[step].own}`
    : `${when} ${row.member_name} cumple ${age} años: ${texts[step].ofChild(row.member_first_name)}`
}

/** Returns whether the access to the member's account ends at an age step, because it was opened for a younger person. */
function endsAccess(row: NotificationDueRow, step: AgeStep): boolean {
  if (step === 'adult') return row.opened_as_minor
  return step === 'reserve' && row.opened_as_child
}

export function createAgeStepsService({ db, notifications, mail, clock, ages }: AgeStepsDependencies) {
  /** Notifies one person; returns false if another server notified them first. */
  async function notify(row: NotificationDueRow, step: AgeStep, day: Day): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await ageStepsSql.markNotified(tx, row, step, day, clock.now()))) return false
      const isSelf = row.told_id === row.member_id
      const age = ages[step]
      const notice = {
        person_id: row.told_id,
        type: 'family_group',
        text: textOf(row, step, day, age),
      } as const
      const { email, first_name } = row
      const registersAgain = endsAccess(row, step)
      if (step === 'adult') {
        const member = isSelf ? null : row.member_name
        await notifications.notifyWithMail(tx, notice, comingOfAge, () =>
          email === null
            ? null
            : { recipient: email, data: { first_name, member, day, age, registersAgain } },
        )
      } else {
        const member = isSelf ? null : { full_name: row.member_name, first_name: row.member_first_name }
        await notifications.notifyWithMail(tx, notice, ageStep, () =>
          email === null
            ? null
            : { recipient: email, data: { first_name, member, day, age, step, registersAgain } },
        )
      }
      return true
    })
  }

  async function notifyStep(step: AgeStep): Promise<number> {
    const now = clock.now()
    const today = dayOf(now)
    const birth = latestBirth(ages[step], today)
    // The range is a day wider than the rule on either side, because birthdays of 29 February move.
    const rows = await ageStepsSql.toNotify(db, step, addDays(birth, -1), addDays(birth, noticeDays + 1), now)
    let notified = 0
    for (const row of rows) {
      const day = nearAgeStep(row.date_birth, step, today, ages)
      if (day !== null && (await notify(row, step, day))) notified += 1
    }
    return notified
  }

  return {
    /** Notifies every person who is due and was not notified yet; returns how many notifications were written. */
    notifyDue: async (): Promise<number> => {
      let notified = 0
      for (const step of ageSteps) notified += await notifyStep(step)
      if (notified > 0) mail.trigger()
      return notified
    },
  }
}

export type AgeStepsService = ReturnType<typeof createAgeStepsService>
