import type { Queries } from '../platform/database/database.ts'
import type { MailTemplate } from '../platform/mail-layout.ts'

export type OutgoingMail<Data> = {
  readonly recipient: string
  readonly person_id: number | null
  readonly data: Data
  /** A mail with a secret is not sent after this instant; its bodies are erased once it was sent or has expired. */
  readonly notAfter?: Date
  readonly appointmentId?: number
  /** For mails that wait for their turn: the mail is sent from this instant on, and only while the notification is unread. */
  readonly turn?: { readonly notBefore: Date; readonly notificationId: number }
}

/**
 * What became of a mail: `refused`: the recipient is not exactly one address. The others say why it was withheld: the person died, or the
 * mail is clinical and the person has not verified this address, or a guardian uses or entered it. Only `queued` stored a mail.
 */
export type QueueOutcome = 'queued' | 'refused' | WithheldReason
export type WithheldReason = 'unverified' | 'guardian_mailbox' | 'deceased'

export type AboutItem = {
  readonly patient_id: number
  readonly exam_id: number | null
  readonly id_appointment: number | null
}

/** Queues mails. A mail is stored by the transaction of the event that it reports, and its delivery begins after the commit. */
export type MailQueue = {
  readonly queue: <Data>(
    tx: Queries,
    template: MailTemplate<Data>,
    mail: OutgoingMail<Data>,
  ) => Promise<QueueOutcome>
  readonly queueAll: <Data>(
    tx: Queries,
    template: MailTemplate<Data>,
    mails: readonly OutgoingMail<Data>[],
  ) => Promise<number>
  readonly sendTurnNow: (tx: Queries, notificationId: number) => Promise<void>
  readonly withdrawAbout: (tx: Queries, item: AboutItem) => Promise<void>
  readonly withdrawOfDeceased: (tx: Queries, personId: number) => Promise<void>
  /** Sends a mail again that was set aside after its failures. Returns false for any other mail. */
  readonly retry: (id: number) => Promise<boolean>
}

export type MailSender = { readonly name: string; readonly address: string }

export type MailMessage = {
  readonly messageId: string
  readonly createdAt: Date
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribeUrl: string | null
  readonly calendar: MailCalendar | null
}

/** An iCalendar object (RFC 5545) with the method that it names (RFC 5546). */
export type MailCalendar = { readonly method: 'PUBLISH' | 'CANCEL'; readonly content: string }

/**
 * The outcome of sending a message.
 * - `refused`: the mail server rejected this message permanently.
 * - `failed`: the mail server rejected the message temporarily, or the connection broke. The message can be sent again.
 * - `unreachable`: the mail server does not answer or rejects the sign-in, which has nothing to do with the message.
 */
export type MailOutcome =
  | { readonly result: 'sent' }
  | {
      readonly result: 'refused' | 'failed' | 'unreachable'
      /** The response of the mail server. It may contain the recipient's address. */
      readonly reason: string
      readonly cause: string
    }

export type MailTransport = {
  /** Sends a message. It never throws and ends within two minutes. */
  readonly send: (message: MailMessage) => Promise<MailOutcome>
  readonly close: () => void
}
