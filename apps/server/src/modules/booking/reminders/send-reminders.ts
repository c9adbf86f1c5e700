/** On the days that the clinic chose, never twice: a mail for each person and day, and a notification for each patient. */

import { setTimeout } from 'node:timers/promises'
import { addDays, type Day, santiago, showDay, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { OutgoingMail } from '../../../ports/mail.ts'
import { signAppointmentLink } from '../../appointments/use-appointment-links.ts'
import { type Notice, notify } from '../../notifications/notify-person.ts'
import { signReminderEnd } from './end-reminders.ts'
import { getAgeLimits, mayRemind } from './promise-reminders.ts'
import { reminderMail } from './reminders.mails.ts'
import { getReminderTime, listDaysAhead } from './reminders.rules.ts'
import {
  type DueReminder,
  listDueAppointments,
  listDueReminders,
  listWaitingRecipients,
  lockReserved,
  storeSent,
} from './reminders.sql.ts'

const appointmentsAtOnce = 100
/** Recipients whose mails are written in one transaction. Other requests are answered between the transactions. */
const recipientsAtOnce = 10

/** Pause after each step, in multiples of its time: the day of a large clinic takes minutes and delays no request. */
const rest = 3

type Due = { readonly day: Day; readonly ahead: number; readonly days_before: number }

/** Returns the text of a notification, which names neither professional nor place. */
function writeNotice(patientName: string | null, count: number, { day, ahead }: Due): string {
  const appointments = count === 1 ? 'una hora' : `${count} horas`
  const when = ahead === 1 ? 'mañana' : `el ${showDay(day)}`
  return patientName === null
    ? `Tienes ${appointments} ${when}`
    : `${patientName} tiene ${appointments} ${when}`
}

function toNotice(
  personId: number,
  patientId: number,
  appointments: readonly DueReminder[],
  due: Due,
): Notice {
  const [first] = appointments
  const isOwn = patientId === personId
  const isReserved = appointments.every(({ reserved }) => reserved)
  const reserved_group = isReserved ? (first?.reserved_group ?? null) : null
  return {
    person_id: personId,
    type: 'appointments',
    topic: 'reminders',
    text: writeNotice(isOwn ? null : (first?.patient_name ?? null), appointments.length, due),
    ...(isOwn ? {} : { about: { patient_id: patientId, reserved_group } }),
    ...(appointments.length === 1 && first ? { id_appointment: first.id } : {}),
  }
}

async function restAfter<T>(step: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await step()
  await setTimeout(rest * (performance.now() - begun))
  return result
}

function toMail(
  ctx: Context,
  personId: number,
  appointments: readonly DueReminder[],
  first: DueReminder,
  { day, ahead }: Due,
) {
  return {
    recipient: first.email,
    person_id: personId,
    notAfter: first.starts_at,
    data: {
      first_name: first.first_name,
      day,
      ahead,
      appointments: appointments.map((appointment) => ({
        id_appointment: appointment.id,
        linkPath: signAppointmentLink(ctx, appointment, personId),
        time: santiago(appointment.starts_at).time,
        doctor_name: appointment.doctor_name,
        modality: appointment.modality,
        place: appointment.place,
        patient_name: appointment.patient_id === personId ? null : appointment.patient_name,
      })),
      offPath: signReminderEnd(ctx, personId),
    },
  }
}

/** Writes the notifications of a person and returns the mail about those appointments that they want by mail, if any. */
async function notifyRecipient(
  ctx: Context,
  tx: Queries,
  personId: number,
  appointments: readonly DueReminder[],
  due: Due,
) {
  const mailed: DueReminder[] = []
  let turn: OutgoingMail<unknown>['turn'] | null = null
  for (const [patientId, own] of Map.groupBy(appointments, ({ patient_id }) => patient_id)) {
    const notified = await notify(ctx, tx, toNotice(personId, patientId, own, due))
    if (notified.mail === 'never') continue
    mailed.push(...own)
    // One mail has all appointments of the day, so it leaves with the first of them.
    if (notified.mail === 'now') turn = undefined
    else if (turn === null) turn = notified.mail
  }
  const [first] = mailed
  if (first === undefined || turn === null) return []
  const written = toMail(ctx, personId, mailed, first, due)
  return [turn === undefined ? written : { ...written, turn }]
}

async function remindRecipients(ctx: Context, due: Due, reminders: readonly DueReminder[]): Promise<number> {
  const { clock, db, mail } = ctx
  const { day, days_before } = due
  const allowed: DueReminder[] = []
  for (const reminder of reminders) if (await mayRemind(ctx, reminder)) allowed.push(reminder)
  const byRecipient = Map.groupBy(allowed, ({ recipient_id }) => recipient_id)
  if (byRecipient.size === 0) return 0
  return db.transaction(async (tx) => {
    // Recorded as sent before, so that of two servers one sends the reminder.
    const sent = { person_ids: [...byRecipient.keys()], day, days_before, now: clock.now() }
    const recipients = (await tx.run(storeSent, sent)).map(({ person_id }) => person_id)
    const ids = recipients.flatMap((id) =>
      (byRecipient.get(id) ?? []).flatMap((one) => (one.patient_id === id ? [] : one.id)),
    )
    const locked = ids.length === 0 ? [] : await tx.run(lockReserved, { ids })
    const reserved = new Set(locked.map(({ id }) => id))
    const mails: Awaited<ReturnType<typeof notifyRecipient>> = []
    for (const id of recipients) {
      // An appointment that became private after it was read is left out for others.
      const shown = (byRecipient.get(id) ?? []).filter(
        (one) => one.patient_id === id || one.reserved || !reserved.has(one.id),
      )
      mails.push(...(await notifyRecipient(ctx, tx, id, shown, due)))
    }
    return mail.queueAll(tx, reminderMail, mails)
  })
}

async function remindOfDay(ctx: Context, due: Due): Promise<number> {
  const { db } = ctx
  const { day, ahead, days_before } = due
  const limits = getAgeLimits(ctx)
  const asked = {
    from: toInstant(day, '00:00'),
    to: toInstant(addDays(day, 1), '00:00'),
    due_at: getReminderTime(day, days_before),
    // A late reminder leaves out moved appointments, because the mail about the move named the new time.
    moved: ahead === days_before,
  }
  let sent = 0
  let after = { after_id: 0, after_at: asked.from.toISOString() }
  for (;;) {
    const page = { ...asked, ...after, limit_rows: appointmentsAtOnce }
    const found = await restAfter(() => db.run(listDueAppointments, page))
    const last = found.at(-1)
    if (!last) return sent
    after = { after_id: last.id, after_at: last.at }
    const patient_ids = [...new Set(found.map(({ patient_id }) => patient_id))]
    const waiting = await restAfter(() =>
      db.run(listWaitingRecipients, { patient_ids, day, days_before, ...limits }),
    )
    for (let at = 0; at < waiting.length; at += recipientsAtOnce) {
      const person_ids = waiting.slice(at, at + recipientsAtOnce).map(({ id }) => id)
      sent += await restAfter(async () =>
        remindRecipients(ctx, due, await db.run(listDueReminders, { ...asked, person_ids, ...limits })),
      )
    }
  }
}

export async function sendReminders(ctx: Context) {
  const today = toDay(ctx.clock.now())
  let sent = 0
  for (const { ahead, reminder } of listDaysAhead(ctx.settings.reminderDays()))
    sent += await remindOfDay(ctx, { day: addDays(today, ahead), ahead, days_before: reminder })
  return { sent }
}
