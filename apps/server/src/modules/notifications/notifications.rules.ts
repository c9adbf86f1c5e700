/** Pure rules of when a notification is sent by which channel. */
import type { NotificationTopic, NotificationType } from '@mi-portal/contract/notifications'
import {
  type Channel,
  channels,
  type NotificationSettings,
} from '@mi-portal/contract/notifications/preferences'
import { addDays, dayOf, momentOf, santiago } from '@mi-portal/contract/values/dates'

/** The page that opens a notification. */
export function notificationPath(id: number): `/${string}` {
  return `/dashboard/novedades/${id}`
}

/** The topics of notifications that were written before notifications had one. */
export const usualTopics: Readonly<Record<NotificationType, NotificationTopic>> = {
  family_group: 'family',
  exams_procedures: 'results',
  appointments: 'appointments',
  personal_data: 'answers',
  requests: 'answers',
}

/**
 * Returns the first instant at or after `at` that is outside the quiet hours. The hours are local times in Santiago and may pass
 * midnight. Equal times mean that there are none.
 */
function afterQuietHours(
  at: Date,
  { quiet_from, quiet_to }: Pick<NotificationSettings, 'quiet_from' | 'quiet_to'>,
): Date {
  const { time } = santiago(at)
  const day = dayOf(at)
  if (quiet_from === quiet_to) return at
  if (quiet_from < quiet_to) return quiet_from <= time && time < quiet_to ? momentOf(day, quiet_to) : at
  if (time >= quiet_from) return momentOf(addDays(day, 1), quiet_to)
  return time < quiet_to ? momentOf(day, quiet_to) : at
}

/** How a recipient wants to be notified of a topic. */
export type Preference = {
  /** The chosen channels; null if the recipient has not chosen. */
  readonly chosen: readonly Channel[] | null
  readonly settings: NotificationSettings
  /** Whether a device of the recipient has push messages turned on. */
  readonly hasDevices: boolean
}

export type Step = { readonly channel: Channel; readonly at: Date }

/**
 * Returns when each channel is used. Push messages are left out without a device. Without a channel that can be used, the
 * notification is only in the list of the portal.
 *
 * @param minutesBetween minutes until the next channel, if the recipient's channels are used in turn
 * @param isUrgent whether the news is useless later: every channel is used at once, and at any hour
 */
export function planSteps(
  { chosen, settings, hasDevices }: Preference,
  now: Date,
  minutesBetween: number,
  isUrgent: boolean,
): readonly Step[] {
  const wanted = chosen ?? channels
  return settings.channel_order
    .filter((channel) => wanted.includes(channel) && (channel !== 'push' || hasDevices))
    .map((channel, index) => {
      if (isUrgent) return { channel, at: now }
      const at = settings.in_turn ? new Date(now.getTime() + index * minutesBetween * 60_000) : now
      // An e-mail makes no device sound by itself.
      return { channel, at: channel === 'email' ? at : afterQuietHours(at, settings) }
    })
}
