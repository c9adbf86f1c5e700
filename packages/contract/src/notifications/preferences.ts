import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost, textLike } from '../fields/text.ts'
import { moment } from '../values/date-schemas.ts'
import { id } from '../values/ids.ts'
import { notificationTopics } from './notifications.ts'
import { textChannels, textPhone } from './text-messages.ts'

/** The channels that a person chooses. The list in the portal is always written. */
export const channels = ['email', 'push', ...textChannels] as const
export type Channel = (typeof channels)[number]

/** The channels of a person who has chosen nothing. Text messages cost money, so only a person who chose them gets them. */
export const usualChannels = ['email', 'push'] as const satisfies readonly Channel[]

/** The topics that can be about a child in the person's care. The other topics are only about the person. */
export const topicsOfChildren = ['reminders', 'appointments', 'results', 'answers'] as const

export const usualSettings = {
  in_turn: false,
  channel_order: ['email', 'push', 'whatsapp', 'sms'],
  quiet_from: '21:00',
  quiet_to: '08:00',
} as const satisfies NotificationSettings

const unknownChannel = 'Canal inválido'
const someChannels = z.array(z.enum(channels, unknownChannel), unknownChannel).check(
  atMost(channels.length, unknownChannel),
  z.refine((given) => new Set(given).size === given.length, 'Cada canal va una sola vez'),
)

const choice = z.object({ topic: z.enum(notificationTopics, 'Tema inválido'), channels: someChannels })
export type NotificationChoice = z.output<typeof choice>

const quietTime = textLike(/^([01]\d|2[0-3]):[0-5]\d$/, 5, 'Elige una hora')

export const notificationSettings = z.object({
  /** Whether a channel is used only if the notification is still unread after the channel before it. */
  in_turn: z.boolean('Indica cómo usar tus canales'),
  /** Every channel, in the order in which they are used when `in_turn` is true. */
  channel_order: someChannels.check(
    z.refine((given) => given.length === channels.length, 'Ordena todos los canales'),
  ),
  /** Local times in Santiago between which no device is made to sound. Equal times: no quiet hours. */
  quiet_from: quietTime,
  quiet_to: quietTime,
})
export type NotificationSettings = z.output<typeof notificationSettings>

const device = z.object({
  id: id(),
  device: z.string(),
  created_at: moment(),
  /** Whether it was turned on, or used last, in the caller's session. */
  is_current: z.boolean(),
})
export type PushDevice = z.output<typeof device>

const preferences = z.object({
  /** The public key of the installation for push messages, in base64url; null if the installation sends none. */
  push_key: z.nullable(z.string()),
  text_channels: z.array(z.enum(textChannels)),
  text_phone: textPhone,
  people: z.array(
    z.object({
      /** Null for the caller; otherwise a child in the caller's care. */
      patient_id: z.nullable(id()),
      first_name: z.string(),
      choices: z.array(choice),
    }),
  ),
  settings: notificationSettings,
  minutes_between: z.int(),
  devices: z.array(device),
})
export type NotificationPreferences = z.output<typeof preferences>

export const notificationPreferenceEndpoints = endpoints({ access: 'patient' })({
  get: {
    route: 'GET /notification-preferences',
    summary:
      'Returns the channels that the caller chose for each topic and person in their care, and the devices with push messages',
    reply: preferences,
  },
  choose: {
    route: 'PUT /notification-preferences/choices',
    summary: 'Stores the channels of topics, for the caller or for one child in their care',
    body: z.object({
      patient_id: z.optional(z.nullable(id())),
      choices: z.array(choice, 'Elige los canales').check(
        atMost(notificationTopics.length, 'Cada tema va una sola vez'),
        z.refine(
          (given) => new Set(given.map(({ topic }) => topic)).size === given.length,
          'Cada tema va una sola vez',
        ),
      ),
    }),
  },
  set: {
    route: 'PUT /notification-preferences/settings',
    summary: 'Stores the order of the caller’s channels and the quiet hours',
    body: notificationSettings,
  },
})
