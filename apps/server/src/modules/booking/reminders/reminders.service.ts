/** Reminders by mail, seven days and one day before: one message for a person and a day, never twice. */
import { Failure } from '@mi-portal/contract/failure'
import { addDays, dayOf, momentOf, santiago } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createSigner } from '../../../platform/security/tokens.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { Reach } from '../../family/reach.ts'
import { hoursAhead } from './reminders.mails.ts'
import type { DueHour, RemindersStore } from './reminders.store.ts'

type RemindersParts = {
  readonly db: Database
  readonly store: RemindersStore
  readonly reach: Reach
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secret: string
}

/**
 * Which message is due for hours so many days ahead. Between the two days the first one is caught up with, where no server
 * ran when it was due; the day before has its own.
 */
const daysAhead = [7, 6, 5, 4, 3, 2, 1] as const
const messageOf = (ahead: number): 7 | 1 => (ahead === 1 ? 1 : 7)

/** When messages go out, on the clocks of Santiago. */
const sentAt = '09:00'

export function remindersService({ db, store, reach, mail, clock, secret }: RemindersParts) {
  const signer = createSigner(secret, 'reminders-off')

  /** Another's hour is told only to who may still see it. */
  async function mayTell(hour: DueHour): Promise<boolean> {
    if (hour.recipient_id === hour.patient_id) return true
    const seen = await reach.still(hour.recipient_id, hour.patient_id)
    return seen !== null && !(seen.withoutReserved && hour.reserved)
  }

  async function remindOf(ahead: number): Promise<number> {
    const now = clock.now()
    const days = messageOf(ahead)
    const day = addDays(dayOf(now), ahead)
    const dueAt = momentOf(addDays(day, -days), sentAt)
    const people = new Map<number, DueHour[]>()
    const [from, to] = [momentOf(day, '00:00'), momentOf(addDays(day, 1), '00:00')]
    // Who moved an hour meanwhile was told its time then.
    for (const hour of await store.due(from, to, dueAt, ahead === days)) {
      if (!(await mayTell(hour))) continue
      people.set(hour.recipient_id, [...(people.get(hour.recipient_id) ?? []), hour])
    }
    let sent = 0
    for (const [personId, hours] of people) {
      const [first] = hours
      if (!first) continue
      const isNew = await db.transaction(async (tx) => {
        if (!(await store.claim(tx, personId, day, days, now))) return false
        await mail.queue(tx, hoursAhead, {
          recipient: first.email,
          person_id: personId,
          notAfter: first.starts_at,
          data: {
            first_name: first.first_name,
            day,
            ahead,
            hours: hours.map((hour) => ({
              hour: santiago(hour.starts_at).time,
              doctor_name: hour.doctor_name,
              place: hour.place,
              patient_name: hour.patient_id === personId ? null : hour.patient_name,
            })),
            offPath: `/recordatorios/${signer.sign([personId])}`,
          },
        })
        return true
      })
      if (isNew) sent += 1
    }
    if (sent > 0) mail.nudge()
    return sent
  }

  return {
    /** Sends what is due and has not been sent; may run as often as it likes. */
    remind: async () => {
      let sent = 0
      for (const ahead of daysAhead) sent += await remindOf(ahead)
      return { sent }
    },
    /** Ends the reminders of whose link it is; 404 for a link that is none. */
    turnOff: async (token: string): Promise<void> => {
      const [personId] = signer.open(token) ?? []
      if (personId === undefined) throw new Failure('notFound')
      await store.off(personId, clock.now())
    },
  }
}

export type RemindersService = ReturnType<typeof remindersService>
