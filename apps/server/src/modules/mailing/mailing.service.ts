/** Queues messages in the outbox. */
import { randomUUID } from 'node:crypto'
import { isEmail } from '@mi-portal/contract/values/email'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/logger.ts'
import { type House, type MailTemplate, renderMail } from '../../platform/mail-layout.ts'
import type { Letter, MailQueue } from '../../ports/mail.ts'
import type { MailingStore } from './mailing.store.ts'

type MailingParts = {
  readonly store: MailingStore
  readonly clock: Clock
  readonly logger: Logger
  readonly house: House
  /** The sender's address. Its domain also ends every Message-ID. */
  readonly from: string
  /** Triggers the sender. */
  readonly nudge: () => void
}

export function mailingService({ store, clock, logger, house, from, nudge }: MailingParts): MailQueue {
  const domain = from.slice(from.lastIndexOf('@') + 1)

  async function queueAll<Data>(tx: Queries, template: MailTemplate<Data>, letters: readonly Letter<Data>[]) {
    const messages = letters.flatMap(({ recipient, person_id, data, notAfter, appointmentId }) => {
      if (!isEmail(recipient)) {
        // The operation continues: an invalid stored address must not prevent it.
        logger.warn(
          { template: template.name, person: person_id },
          'an e-mail was not queued, because the person has no valid e-mail address',
        )
        return []
      }
      return {
        // Created once, so that mailboxes recognise repeated copies of the same message.
        messageId: `<${randomUUID()}@${domain}>`,
        template: template.name,
        personId: person_id,
        recipient,
        ...renderMail(template, data, house),
        notAfter: notAfter ?? null,
        appointmentId: appointmentId ?? null,
      }
    })
    if (messages.length > 0) await store.put(tx, messages, clock.now())
    return messages.length
  }

  return {
    queue: async (tx, template, letter) =>
      (await queueAll(tx, template, [letter])) === 1 ? 'queued' : 'refused',
    queueAll,
    nudge,
  }
}
