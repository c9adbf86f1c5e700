import type { Queries } from '../platform/database/database.ts'
import type { MailTemplate } from '../platform/mail-layout.ts'

/** To whom a mail goes and what it tells. */
export type Letter<Data> = {
  /** Exactly one address. */
  readonly recipient: string
  readonly person_id: number | null
  readonly data: Data
  /**
   * For mails that hold something secret: not sent any more from this moment on, and the bodies are erased as soon
   * as the mail has left or is too late.
   */
  readonly notAfter?: Date
}

/** How a domain sends mail: the message is written by the transaction of what it tells of, and leaves after it. */
export type MailQueue = {
  /** `refused` when the recipient is not exactly one address: nothing was queued. */
  readonly queue: <Data>(
    tx: Queries,
    template: MailTemplate<Data>,
    letter: Letter<Data>,
  ) => Promise<'queued' | 'refused'>
  /** Many at once, in one statement; gives how many were queued, all but those without exactly one address. */
  readonly queueAll: <Data>(
    tx: Queries,
    template: MailTemplate<Data>,
    letters: readonly Letter<Data>[],
  ) => Promise<number>
  /** Says that a transaction with a message has committed; without it the message leaves two seconds later at most. */
  readonly nudge: () => void
}

/** A message ready to leave: one recipient, both bodies, its own Message-ID. */
export type MailMessage = {
  readonly messageId: string
  readonly createdAt: Date
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * What came of handing a message over.
 * - `refused`: the other side's lasting no to this message.
 * - `failed`: not now, or cut off half-way; trying this message again makes sense.
 * - `unreachable`: nobody answers or lets us in; it has nothing to do with the message.
 */
export type MailOutcome =
  | { readonly result: 'sent' }
  | { readonly result: 'refused' | 'failed' | 'unreachable'; readonly reason: string }

export type MailTransport = {
  /** Never throws and always ends, within two minutes. */
  readonly send: (message: MailMessage) => Promise<MailOutcome>
  /** Ends every connection, also those with a message under way. */
  readonly close: () => void
}
