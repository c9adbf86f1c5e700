/**
 * Notifies minors and their guardians, thirty days before the coming of age, that the guardian's access to the record
 * ends.
 */
import type { Ages } from '@mi-portal/contract/values/ages'
import { addDays, type Day, dayOf, latestBirth, showDay } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import { comingOfAge } from './family.mails.ts'
import { nearComingOfAge, noticeDays } from './family.rules.ts'
import type { FamilyStore, NotificationDueRow } from './family.store.ts'

type ComingOfAgeDependencies = {
  readonly db: Database
  readonly store: Pick<FamilyStore, 'toNotify' | 'markNotified'>
  readonly notifications: Pick<NotificationsService, 'notify'>
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Ages
}

function textOf(row: NotificationDueRow, day: Day, age: number): string {
  return row.told_id === row.member_id
    ? `El ${showDay(day)} cumples ${age} años: desde ese día solo tú verás tu historial`
    : `El ${showDay(day)} ${row.member_name} cumple ${age} años: desde ese día ya no verás su historial`
}

export function createComingOfAgeService({
  db,
  store,
  notifications,
  mail,
  clock,
  ages,
}: ComingOfAgeDependencies) {
  /** Notifies one person; returns false if another server notified them first. */
  async function notify(row: NotificationDueRow, day: Day): Promise<boolean> {
    return db.transaction(async (tx) => {
      if (!(await store.markNotified(tx, row, day, clock.now()))) return false
      const isSelf = row.told_id === row.member_id
      if (row.email !== null) {
        await mail.queue(tx, comingOfAge, {
          recipient: row.email,
          person_id: row.told_id,
          data: {
            first_name: row.first_name,
            member: isSelf ? null : row.member_name,
            day,
            age: ages.adult,
            registersAgain: row.opened_as_minor,
          },
        })
      }
      await notifications.notify(tx, {
        person_id: row.told_id,
        type: 'family_group',
        text: textOf(row, day, ages.adult),
      })
      return true
    })
  }

  return {
    /** Notifies every person who is due and was not notified yet; returns how many. */
    notifyDue: async (): Promise<number> => {
      const today = dayOf(clock.now())
      const birth = latestBirth(ages.adult, today)
      // The range is a day wider than the rule on either side, because birthdays of 29 February move.
      const rows = await store.toNotify(addDays(birth, -1), addDays(birth, noticeDays + 1))
      let notified = 0
      for (const row of rows) {
        const day = nearComingOfAge(row.date_birth, today, ages)
        if (day !== null && (await notify(row, day))) notified += 1
      }
      if (notified > 0) mail.trigger()
      return notified
    },
  }
}

export type ComingOfAgeService = ReturnType<typeof createComingOfAgeService>
