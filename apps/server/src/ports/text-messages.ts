import type { TextChannel } from '@mi-portal/contract/notifications/text-messages'

/** A message to a mobile number. Its text names no patient, professional or exam. */
export type TextMessage = {
  /** A UUID that stays the same when the message is sent again, so that the gateway sends it once. Delivery reports name it. */
  readonly id: string
  readonly channel: TextChannel
  /** The mobile number in the form `+56912345678`. */
  readonly recipient: string
  /** `code`: confirms the number; `notification`: says that the person has a notification. WhatsApp needs an approved text for each. */
  readonly kind: 'code' | 'notification'
  readonly text: string
  readonly url: string | null
}

/**
 * What became of a message.
 * - `accepted`: the gateway sends it. A delivery report says later whether the telephone received it.
 * - `rejected`: the gateway cannot send to this number by this channel. Sending again is useless.
 * - `failed`: the gateway did not take the message now. It can be sent again.
 */
export type TextOutcome = 'accepted' | 'rejected' | 'failed'

/** What the gateway says about a message that it accepted. `read` comes from WhatsApp only. */
export type TextReport = { readonly id: string; readonly state: 'delivered' | 'read' | 'failed' }

/**
 * A delivery report as it was received.
 * - `unsigned`: the signature is missing, wrong or too old.
 * - `unreadable`: the signature is right, and the content is not as agreed.
 */
export type OpenedReport =
  | { readonly kind: 'report'; readonly report: TextReport; readonly signature: Buffer }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'unreadable' }

export type TextMessages = {
  readonly channels: readonly TextChannel[]
  /** Sends a message. It never throws and ends within twelve seconds. */
  readonly send: (message: TextMessage) => Promise<TextOutcome>
  readonly openReport: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: string,
  ) => OpenedReport
}
