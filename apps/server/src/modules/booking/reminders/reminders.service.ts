/**
 * Sends reminders on the days before an appointment that the clinic chose, never twice: for each person and day one mail, and a
 * notification for each patient.
 */

import { setTimeout } from 'node:timers/promises'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Ages } from '@mi-portal/contract/values/ages'
import {
  addDays,
  type Day,
  dayOf,
  latestBirth,
  momentOf,
  santiago,
  showDay,
} from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createSigner } from '../../../platform/security/tokens.ts'
import type { MailQueue, OutgoingMail } from '../../../ports/mail.ts'
import type { AppointmentLinkSigner } from '../../appointments/appointment-links.service.ts'
import { setReminders } from '../../consents/manage-consents.ts'
import { recheckAccess } from '../../family/patient-access.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import type { Notice } from '../../notifications/notify-person.ts'
import { reminderMail } from './reminders.mails.ts'
import { listDaysAhead, reminderDueAt, remindersToCome } from './reminders.rules.ts'
import type { AppointmentPlace, Due, DueReminder } from './reminders.sql.ts'
import * as remindersSql from './reminders.sql.ts'

type RemindersDependencies = {
  readonly db: Database
  readonly ctx: Context
  readonly notify: NotificationsService['notify']
  readonly mail: MailQueue
  readonly clock: Clock
  readonly ages: Pick<Ages, 'adult' | 'reserve'>
  readonly secrets: Secrets
  readonly appointmentLinks: Pick<AppointmentLinkSigner, 'pathOf'>
  /** Returns the numbers of days before an appointment on which a reminder is sent. */
  readonly reminderDays: () => readonly number[]
}

/** Appointments whose recipients are looked up together. */
const appointmentsAtOnce = 100
/** Recipients whose mails are written in one transaction. Other requests are answered between the transactions. */
const recipientsAtOnce = 10

/**
 * After each step the job waits this many times as long as the step took. The day of a large clinic takes minutes, but does not
 * delay other requests.
 */
const rest = 3

/** Returns the text of a notification, which names neither professional nor place. */
function noticeText(patientName: string | null, count: number, day: Day, ahead: number): string {
  const hours = count === 1 ? 'una hora' : `${count} horas`
  const when = ahead === 1 ? 'mañana' : `el ${showDay(day)}`
  return patientName === null ? `Tienes ${hours} ${when}` : `${patientName} tiene ${hours} ${when}`
}

/** Returns the notification of a patient's appointments on a day. A single appointment is opened by it. */
function noticeOf(
  personId: number,
  patientId: number,
  hours: readonly DueReminder[],
  day: Day,
  ahead: number,
): Notice {
  const [first] = hours
  const isOwn = patientId === personId
  const isReserved = hours.every(({ reserved }) => reserved)
  const reserved_group = isReserved ? (first?.reserved_group ?? null) : null
  return {
    person_id: personId,
    type: 'appointments',
    topic: 'reminders',
    text: noticeText(isOwn ? null : (first?.patient_name ?? null), hours.length, day, ahead),
    ...(isOwn ? {} : { about: { patient_id: patientId, reserved_group } }),
    ...(hours.length === 1 && first ? { id_appointment: first.id } : {}),
  }
}

/** Runs one step and waits {@link rest} times as long as it took. */
async function restAfter<T>(step: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await step()
  await setTimeout(rest * (performance.now() - begun))
  return result
}

export function createRemindersService({
  db,
  ctx,
  notify,
  mail,
  clock,
  ages,
  secrets,
  appointmentLinks,
  reminderDays,
}: RemindersDependencies) {
  const signer = createSigner(secrets, 'reminders-off')

  const ageLimits = () => ({
    adults_before: latestBirth(ages.adult, dayOf(clock.now())),
    reserve_before: latestBirth(ages.reserve, dayOf(clock.now())),
  })

  /** Returns whether the recipient may be reminded: of their own appointment, or of one that they still may see. */
  async function mayNotify(
    due: Pick<DueReminder, 'recipient_id' | 'patient_id' | 'reserved'>,
  ): Promise<boolean> {
    if (due.recipient_id === due.patient_id) return true
    const seen = await recheckAccess(ctx, due.recipient_id, due.patient_id, 'whole')
    return seen !== null && !(seen.withoutReserved && due.reserved)
  }

  function reminderMailFor(
    personId: number,
    hours: readonly DueReminder[],
    first: DueReminder,
    day: Day,
    ahead: number,
  ) {
    return {
      recipient: first.email,
      person_id: personId,
      notAfter: first.starts_at,
      data: {
        first_name: first.first_name,
        day,
        ahead,
        hours: hours.map((hour) => ({
          id_appointment: hour.id,
          linkPath: appointmentLinks.pathOf(hour, personId),
          hour: santiago(hour.starts_at).time,
          doctor_name: hour.doctor_name,
          modality: hour.modality,
          place: hour.place,
          patient_name: hour.patient_id === personId ? null : hour.patient_name,
        })),
        offPath: `/recordatorios/${signer.sign([personId])}` as const,
      },
    }
  }

  /** Writes the notifications of a person and returns the mail about those appointments that they want by mail, if any. */
  async function notifyPerson(
    tx: Queries,
    personId: number,
    hours: readonly DueReminder[],
    day: Day,
    ahead: number,
  ) {
    const mailed: DueReminder[] = []
    let turn: OutgoingMail<unknown>['turn'] | null = null
    for (const [patientId, own] of Map.groupBy(hours, ({ patient_id }) => patient_id)) {
      const notified = await notify(tx, noticeOf(personId, patientId, own, day, ahead))
      if (notified.mail === 'never') continue
      mailed.push(...own)
      // One mail has all appointments of the day, so it leaves with the first of them.
      if (notified.mail === 'now') turn = undefined
      else if (turn === null) turn = notified.mail
    }
    const [first] = mailed
    if (first === undefined || turn === null) return []
    const written = reminderMailFor(personId, mailed, first, day, ahead)
    return [turn === undefined ? written : { ...written, turn }]
  }

  async function sendReminders(
    due: Due,
    recipients: readonly number[],
    { day, ahead, days }: { readonly day: Day; readonly ahead: number; readonly days: number },
  ): Promise<number> {
    const people = new Map<number, DueReminder[]>()
    for (const hour of await remindersSql.due(db, due, recipients)) {
      if (!(await mayNotify(hour))) continue
      const theirs = people.get(hour.recipient_id)
      if (theirs) theirs.push(hour)
      else people.set(hour.recipient_id, [hour])
    }
    if (people.size === 0) return 0
    return db.transaction(async (tx) => {
      const mine = await remindersSql.claim(tx, [...people.keys()], day, days, clock.now())
      const mails: Awaited<ReturnType<typeof notifyPerson>> = []
      const ofOthers = mine.flatMap((id) => (people.get(id) ?? []).filter((one) => one.patient_id !== id))
      const reserved =
        ofOthers.length === 0
          ? new Set<number>()
          : await remindersSql.lockReserved(
              tx,
              ofOthers.map(({ id }) => id),
            )
      for (const id of mine) {
        // An appointment that became private after it was read is left out for others.
        const hours = (people.get(id) ?? []).filter(
          (one) => one.patient_id === id || one.reserved || !reserved.has(one.id),
        )
        mails.push(...(await notifyPerson(tx, id, hours, day, ahead)))
      }
      return mail.queueAll(tx, reminderMail, mails)
    })
  }

  /** Sends the reminder of some days for the appointments of a day. */
  async function remindAhead(ahead: number, days: number): Promise<number> {
    const day = addDays(dayOf(clock.now()), ahead)
    const due: Due = {
      from: momentOf(day, '00:00'),
      to: momentOf(addDays(day, 1), '00:00'),
      dueAt: reminderDueAt(day, days),
      limits: ageLimits(),
      // A late reminder leaves out moved appointments, because the mail about the move named the new time.
      moved: ahead === days,
    }
    let sent = 0
    let after: AppointmentPlace = { id: 0, at: due.from.toISOString() }
    for (;;) {
      const page = await restAfter(() => remindersSql.dueAppointments(db, due, after, appointmentsAtOnce))
      const last = page.at(-1)
      if (!last) return sent
      after = last
      const patients = [...new Set(page.map(({ patient_id }) => patient_id))]
      const recipients = await restAfter(() =>
        remindersSql.waitingRecipients(db, patients, day, days, due.limits),
      )
      for (let at = 0; at < recipients.length; at += recipientsAtOnce) {
        const some = recipients.slice(at, at + recipientsAtOnce)
        sent += await restAfter(() => sendReminders(due, some, { day, ahead, days }))
        if (sent > 0) mail.trigger()
      }
    }
  }

  return {
    /** Sends due reminders that have not been sent. It can run any number of times. */
    remind: async () => {
      let sent = 0
      for (const { ahead, reminder } of listDaysAhead(reminderDays()))
        sent += await remindAhead(ahead, reminder)
      return { sent }
    },
    /** Returns which reminders of an appointment will be sent to the caller, and which to the patient instead. */
    promised: async (
      callerId: number,
      appointment: Pick<DueReminder, 'patient_id' | 'starts_at'> & {
        readonly reserved: boolean
        readonly told_elsewhere: boolean
      },
    ): Promise<{ days: number[]; to: 'caller' | 'patient' }> => {
      const days = appointment.told_elsewhere
        ? []
        : remindersToCome(reminderDays(), appointment.starts_at, clock.now())
      const { patient_id } = appointment
      if (days.length === 0) return { days, to: 'caller' }
      const recipients = await remindersSql.recipientsOf(db, patient_id, ageLimits())
      const isRecipient = recipients.includes(callerId)
      if (
        isRecipient &&
        (await mayNotify({ recipient_id: callerId, patient_id, reserved: appointment.reserved }))
      )
        return { days, to: 'caller' }
      return { days: recipients.includes(patient_id) ? days : [], to: 'patient' }
    },
    /** Ends the reminders of the person to whom the link belongs; throws 404 for an invalid link. */
    turnOff: async (token: string): Promise<void> => {
      const [personId] = signer.open(token) ?? []
      if (personId === undefined) throw new ApiError('notFound')
      await setReminders(db, personId, false, clock.now())
    },
  }
}

export type RemindersService = ReturnType<typeof createRemindersService>
