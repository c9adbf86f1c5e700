/** Whom a call notified: part of the answer of every call that notifies people. Screens claim nothing else. */
import * as z from 'zod/mini'

const notifiedChannels = ['email', 'portal', 'push', 'sms', 'whatsapp'] as const
export type NotifiedChannel = (typeof notifiedChannels)[number]

const notNotifiedReasons = [
  'no_address',
  'unverified',
  'guardian_mailbox',
  'channel_off',
  'in_turn',
  'no_account',
  'deceased',
  'no_mail_server',
] as const
export type NotNotifiedReason = (typeof notNotifiedReasons)[number]

const notifiedPerson = z.object({
  channel: z.enum(notifiedChannels),
  /** The masked address; empty for channels without one. */
  to: z.string(),
})

/** The fields of an answer. All are absent if the call had no one to notify. */
export const notifiedFields = {
  notified: z.optional(z.array(notifiedPerson)),
  not_notified: z.optional(z.nullable(z.enum(notNotifiedReasons))),
  /** Only for staff, if no one was notified: the phone number to call, if it is known. */
  call_phone: z.optional(z.nullable(z.string())),
}
const notified = z.object(notifiedFields)
export type Notified = z.output<typeof notified>
