/** Puts messages in the outbox. */
import { randomUUID } from 'node:crypto'
import { isEmail } from '@mi-portal/contract/values/email'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { type House, renderMail } from '../../platform/mail-layout.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { MailingStore } from './mailing.store.ts'

type MailingParts = {
  readonly store: MailingStore
  readonly clock: Clock
  readonly logger: Logger
  readonly house: House
  /** The sender's address: its domain also ends every Message-ID. */
  readonly from: string
  /** Wakes whoever sends. */
  readonly nudge: () => void
}

export function mailingService({ store, clock, logger, house, from, nudge }: MailingParts): MailQueue {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    queue: async (tx, template, letter) => {
      if (!isEmail(letter.recipient)) {
        // What the person asked for goes on: an address that was stored wrong must not stand in its way.
        logger.warn({ template: template.name, person: letter.person_id }, 'mail without a usable address')
        return 'refused'
      }
      await store.put(tx, {
        // Made once: however often the message is tried, mailboxes can tell that it is the same one.
        messageId: `<${randomUUID()}@${domain}>`,
        template: template.name,
        personId: letter.person_id,
        recipient: letter.recipient,
        ...renderMail(template, letter.data, house),
        now: clock.now(),
        notAfter: letter.notAfter ?? null,
      })
      return 'queued'
    },
    nudge,
  }
}
