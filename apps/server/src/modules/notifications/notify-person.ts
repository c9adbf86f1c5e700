import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { NotificationTopic, NotificationType } from '@mi-portal/contract/notifications/notifications'
import { usualSettings } from '@mi-portal/contract/notifications/preferences'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { addNotified, addNotNotified } from '../../platform/notified.ts'
import type { OutgoingMail } from '../../ports/mail.ts'
import { insertMessage } from './messages.sql.ts'
import {
  completeOrder,
  notificationPath,
  type Preference,
  planSteps,
  usualTopics,
} from './notifications.rules.ts'
import * as notificationsSql from './notifications.sql.ts'
import { findPreference } from './preferences/preferences.sql.ts'

/** A notification to write. The text names no diagnosis, result or reserved matter: it says where to look. */
export type Notice = {
  readonly person_id: number
  readonly type: NotificationType
  readonly text: string
  /**
   * The patient whose record the text is about, if any. Another person's notification is shown only while the
   * recipient is that child's guardian. From the child's age of reserve on, a reserved one is shown only to the child.
   */
  readonly about?: { readonly patient_id: number; readonly reserved_group: string | null }
  readonly exam?: { readonly type: ExamType; readonly id: number | null }
  readonly id_appointment?: number
  readonly request_family_group_id?: number
  readonly request?: { readonly matter: Matter; readonly id: number }
  readonly topic?: NotificationTopic
  /** The text of an unread notification about the same patient of the last ten minutes: then nothing more is written or sent. */
  readonly joinedText?: string
  /** Whether the news is useless later: all channels are used at once, and at any hour. */
  readonly isUrgent?: boolean
}

type MailTurn = 'never' | 'now' | NonNullable<OutgoingMail<unknown>['turn']>

export type Notified = {
  readonly id: number | null
  readonly mail: MailTurn
}

const joinedMs = 10 * 60_000

function toRow({ person_id, type, text, about, exam, id_appointment, ...notice }: Notice) {
  const { request_family_group_id, request } = notice
  return {
    person_id,
    type,
    text,
    patient_id: about?.patient_id ?? null,
    reserved_group: about?.reserved_group ?? null,
    request_family_group_id: request_family_group_id ?? null,
    exam_type: exam?.type ?? null,
    exam_id: exam?.id ?? null,
    id_appointment: id_appointment ?? null,
    matter: request?.matter ?? null,
    request_id: request?.id ?? null,
  }
}

export function getBirthLimits({ ages, clock }: Pick<Context, 'ages' | 'clock'>) {
  const today = toDay(clock.now())
  return { adult_birth: latestBirth(ages.adult, today), reserve_birth: latestBirth(ages.reserve, today) }
}

async function readPreference(
  { ports }: Context,
  tx: Queries,
  personId: number,
  patientId: number,
  topic: NotificationTopic,
): Promise<Preference> {
  const row = await findRow(tx, findPreference, { person_id: personId, patient_id: patientId, topic })
  return {
    chosen: row?.channels ?? null,
    settings: {
      in_turn: row?.in_turn ?? usualSettings.in_turn,
      channel_order: completeOrder(row?.channel_order ?? usualSettings.channel_order),
      quiet_from: row?.quiet_from ?? usualSettings.quiet_from,
      quiet_to: row?.quiet_to ?? usualSettings.quiet_to,
    },
    usable: [
      'email',
      ...(row?.has_devices ? (['push'] as const) : []),
      ...(row?.has_phone ? (ports.texts?.channels ?? []) : []),
    ],
  }
}

export async function notify(ctx: Context, tx: Queries, notice: Notice): Promise<Notified> {
  const { person_id, about, isUrgent = false, joinedText } = notice
  const now = ctx.clock.now()
  const topic = notice.topic ?? usualTopics[notice.type]
  const entry = { ...toRow(notice), topic }
  if (joinedText !== undefined) {
    const joined = { ...entry, text: joinedText, since: new Date(now.getTime() - joinedMs) }
    if ((await tx.run(notificationsSql.joinNotification, joined)).length > 0)
      return { id: null, mail: 'never' }
  }
  const { reserve_birth } = getBirthLimits(ctx)
  const id =
    (await findRow(tx, notificationsSql.insertNotification, { ...entry, now, reserve_birth }))?.id ?? null
  if (id === null) return { id, mail: 'never' }
  addNotified(person_id, 'portal')
  const preference = await readPreference(ctx, tx, person_id, about?.patient_id ?? person_id, topic)
  let turn: MailTurn = 'never'
  for (const { channel, at } of planSteps(preference, now, ctx.config.minutesBetweenChannels, isUrgent)) {
    if (channel === 'email') turn = at <= now ? 'now' : { notBefore: at, notificationId: id }
    else {
      const message = { notification_id: id, person_id, channel, due_at: at, is_urgent: isUrgent, now }
      await tx.run(insertMessage, message)
      if (at <= now) addNotified(person_id, channel)
    }
  }
  return { id, mail: turn }
}

export async function wantsMail(
  ctx: Context,
  tx: Queries,
  personId: number,
  topic: NotificationTopic,
): Promise<boolean> {
  const { chosen } = await readPreference(ctx, tx, personId, personId, topic)
  return chosen === null || chosen.includes('email')
}

/** The e-mail is left out if the recipient chose other channels. `mailFor` gets the page that opens the notification. */
export async function notifyWithMail<Data>(
  ctx: Context,
  tx: Queries,
  notice: Notice,
  template: MailTemplate<Data>,
  mailFor: (
    path: `/${string}`,
  ) => (Omit<OutgoingMail<Data>, 'turn' | 'person_id'> & { readonly notBefore?: Date }) | null,
): Promise<void> {
  const { id, mail: turn } = await notify(ctx, tx, notice)
  if (id === null) return
  if (turn === 'never') return addNotNotified(notice.person_id, 'channel_off')
  const written = mailFor(notificationPath(id))
  if (written === null) return addNotNotified(notice.person_id, 'no_address')
  const { notBefore, ...letter } = written
  const own = { ...letter, person_id: notice.person_id }
  const planned = turn === 'now' ? null : turn
  const later = [planned?.notBefore, notBefore]
    .filter((at) => at !== undefined)
    .toSorted((one, other) => one.getTime() - other.getTime())
    .at(-1)
  const sent = later === undefined ? own : { ...own, turn: { notBefore: later, notificationId: id } }
  await ctx.mail.queue(tx, template, sent)
}

export async function markItemsRead(
  { clock }: Context,
  tx: Queries,
  personId: number,
  items: { readonly exam_id: number } | { readonly matter: Matter; readonly request_ids: readonly number[] },
): Promise<void> {
  const read = { exam_id: null, matter: null, request_ids: null, ...items }
  await tx.run(notificationsSql.markItemsRead, { ...read, person_id: personId, now: clock.now() })
}

export async function markRequestDecided({ clock }: Context, tx: Queries, requestId: number): Promise<void> {
  await tx.run(notificationsSql.markDecided, { request_family_group_id: requestId, now: clock.now() })
}
