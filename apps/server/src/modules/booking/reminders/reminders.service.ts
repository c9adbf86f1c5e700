/** Reminders by mail, seven days and one day before: one message for a person and a day, never twice. */
import { setTimeout } from 'node:timers/promises'
import { Failure } from '@mi-portal/contract/failure'
import { addDays, type Day, dayOf, momentOf, santiago } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createSigner } from '../../../platform/security/tokens.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { Reach } from '../../family/reach.ts'
import { hoursAhead } from './reminders.mails.ts'
import type { Due, DueHour, HourPlace, RemindersStore } from './reminders.store.ts'

type RemindersParts = {
  readonly db: Database
  readonly store: RemindersStore
  readonly reach: Reach
  readonly mail: MailQueue
  readonly clock: Clock
  readonly secrets: Secrets
}

/**
 * Which message is due for hours so many days ahead. Between the two days the first one is caught up with, where no server
 * ran when it was due; the day before has its own.
 */
const daysAhead = [7, 6, 5, 4, 3, 2, 1] as const
const messageOf = (ahead: number): 7 | 1 => (ahead === 1 ? 1 : 7)

/** A transaction's worth: the lists of everybody else are read in between. */
const hoursAtOnce = 10

/** After each the job rests so many times as long as it took: a large clinic's day takes minutes, and nobody notices. */
const rest = 3

/** When messages go out, on the clocks of Santiago. */
const sentAt = '09:00'

export function remindersService({ db, store, reach, mail, clock, secrets }: RemindersParts) {
  const signer = createSigner(secrets, 'reminders-off')

  /** Another's hour is told only to who may still see it. */
  async function mayTell(hour: DueHour): Promise<boolean> {
    if (hour.recipient_id === hour.patient_id) return true
    const seen = await reach.still(hour.recipient_id, hour.patient_id)
    return seen !== null && !(seen.withoutReserved && hour.reserved)
  }

  function letterTo(personId: number, hours: readonly DueHour[], first: DueHour, day: Day, ahead: number) {
    return {
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
        offPath: `/recordatorios/${signer.sign([personId])}` as const,
      },
    }
  }

  async function tell(due: Due, recipients: readonly number[], day: Day, ahead: number): Promise<number> {
    const people = new Map<number, DueHour[]>()
    for (const hour of await store.due(due, recipients)) {
      if (!(await mayTell(hour))) continue
      const theirs = people.get(hour.recipient_id)
      if (theirs) theirs.push(hour)
      else people.set(hour.recipient_id, [hour])
    }
    if (people.size === 0) return 0
    return db.transaction(async (tx) => {
      const mine = await store.claim(tx, [...people.keys()], day, messageOf(ahead), clock.now())
      const letters = mine.flatMap((id) => {
        const hours = people.get(id) ?? []
        return hours[0] ? letterTo(id, hours, hours[0], day, ahead) : []
      })
      return mail.queueAll(tx, hoursAhead, letters)
    })
  }

  async function remindOf(ahead: number): Promise<number> {
    const days = messageOf(ahead)
    const day = addDays(dayOf(clock.now()), ahead)
    const due: Due = {
      from: momentOf(day, '00:00'),
      to: momentOf(addDays(day, 1), '00:00'),
      dueAt: momentOf(addDays(day, -days), sentAt),
      // Who moved an hour meanwhile was told its time then.
      moved: ahead === days,
    }
    let sent = 0
    let after: HourPlace = { id: 0, at: due.from.toISOString() }
    for (;;) {
      const begun = performance.now()
      const next = await store.waiting(due, day, days, after, hoursAtOnce)
      const last = next.at(-1)
      if (!last) return sent
      after = last
      sent += await tell(due, [...new Set(next.map(({ recipient_id }) => recipient_id))], day, ahead)
      if (sent > 0) mail.nudge()
      await setTimeout(rest * (performance.now() - begun))
    }
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
