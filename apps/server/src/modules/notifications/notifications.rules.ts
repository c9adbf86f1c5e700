import type { NotificationTopic, NotificationType } from '@mi-portal/contract/notifications/notifications'
import {
  type Channel,
  channels,
  type NotificationSettings,
  usualChannels,
} from '@mi-portal/contract/notifications/preferences'
import { addDays, santiago, toDay, toInstant } from '@mi-portal/contract/values/dates'

export function notificationPath(id: number): `/${string}` {
  return `/dashboard/novedades/${id}`
}

export const usualTopics: Readonly<Record<NotificationType, NotificationTopic>> = {
  family_group: 'family',
  exams_procedures: 'results',
  appointments: 'appointments',
  personal_data: 'answers',
  requests: 'answers',
}

/** Returns the first instant from `at` on outside the quiet hours, which are local times in Santiago and may pass midnight. */
export function afterQuietHours(
  at: Date,
  { quiet_from, quiet_to }: Pick<NotificationSettings, 'quiet_from' | 'quiet_to'>,
): Date {
  const { time } = santiago(at)
  const day = toDay(at)
  if (quiet_from === quiet_to) return at
  if (quiet_from < quiet_to) return quiet_from <= time && time < quiet_to ? toInstant(day, quiet_to) : at
  if (time >= quiet_from) return toInstant(addDays(day, 1), quiet_to)
  return time < quiet_to ? toInstant(day, quiet_to) : at
}

export type Preference = {
  readonly chosen: readonly Channel[] | null
  readonly settings: NotificationSettings
  /** Push messages need a device, and text messages a confirmed mobile number and an installation that sends them. */
  readonly usable: readonly Channel[]
}

export type Step = { readonly channel: Channel; readonly at: Date }

export function completeOrder(stored: readonly Channel[]): Channel[] {
  return [...stored, ...channels.filter((channel) => !stored.includes(channel))]
}

/**
 * Returns when each channel is used. Channels that do not reach the recipient are left out. Without any, the notification is only in the
 * list of the portal.
 *
 * @param minutesBetween minutes until the next channel, if the recipient's channels are used in turn
 * @param isUrgent whether the news is useless later: every channel is used at once, and at any hour
 */
export function planSteps(
  { chosen, settings, usable }: Preference,
  now: Date,
  minutesBetween: number,
  isUrgent: boolean,
): readonly Step[] {
  const wanted = chosen ?? usualChannels
  const used = settings.channel_order.filter(
    (channel) => wanted.includes(channel) && usable.includes(channel),
  )
  if (isUrgent) return used.map((channel) => ({ channel, at: now }))
  const between = settings.in_turn ? minutesBetween * 60_000 : 0
  // The next turn of a channel that makes a device sound: quiet hours delay all of them, so they are kept apart.
  let sounding = now.getTime()
  return used.map((channel, index) => {
    const at = new Date(now.getTime() + index * between)
    if (channel === 'email') return { channel, at }
    const turn = afterQuietHours(new Date(Math.max(at.getTime(), sounding)), settings)
    sounding = turn.getTime() + between
    return { channel, at: turn }
  })
}
