/** Queues messages in the outbox. */
import { randomUUID } from 'node:crypto'
import { isEmail, maskEmail } from '@mi-portal/contract/values/email'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/logger.ts'
import { type Branding, type MailTemplate, renderMail } from '../../platform/mail-layout.ts'
import { addNotified, addNotNotified } from '../../platform/notified.ts'
import type { MailQueue, MailSender, OutgoingMail, QueueOutcome } from '../../ports/mail.ts'
import type { MailingStore } from './mailing.store.ts'

type MailingDependencies = {
  readonly store: MailingStore
  readonly clock: Clock
  readonly logger: Logger
  readonly branding: Branding
  /** Returns the sender. The domain of its address also ends every Message-ID. */
  readonly sender: () => MailSender
  /** Whether mails of the outbox are sent, or at least shown. */
  readonly hasServer: boolean
  /** Triggers the sender. */
  readonly trigger: () => void
}

export function createMailingService({
  store,
  clock,
  logger,
  branding,
  sender,
  hasServer,
  trigger,
}: MailingDependencies): MailQueue {
  async function queueAll<Data>(
    tx: Queries,
    template: MailTemplate<Data>,
    mails: readonly OutgoingMail<Data>[],
  ) {
    const { address } = sender()
    const domain = address.slice(address.lastIndexOf('@') + 1)
    const messages = mails.flatMap(({ recipient, person_id, data, notAfter, appointmentId, turn }) => {
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
        clinical: template.clinical,
        personId: person_id,
        recipient,
        ...renderMail(template, data, branding),
        notAfter: notAfter ?? null,
        appointmentId: appointmentId ?? null,
        notBefore: turn?.notBefore ?? null,
        notificationId: turn?.notificationId ?? null,
      }
    })
    const queued = messages.length === 0 ? 0 : await store.put(tx, messages, clock.now())
    return { queued, withheld: messages.length - queued }
  }

  /** Adds the recipient of a mail to the answer of the request. Mailboxes of departments are no recipients. */
  function addRecipient(personId: number | null, recipient: string, outcome: QueueOutcome): void {
    if (personId === null) return
    if (!hasServer) addNotNotified(personId, 'no_mail_server')
    else if (outcome === 'queued') addNotified(personId, 'email', maskEmail(recipient))
    else addNotNotified(personId, outcome === 'refused' ? 'no_address' : outcome)
  }

  return {
    queue: async (tx, template, mail) => {
      const { queued, withheld } = await queueAll(tx, template, [mail])
      const outcome =
        withheld > 0
          ? await store.findWithheldReason(tx, mail, clock.now())
          : queued === 1
            ? 'queued'
            : 'refused'
      addRecipient(mail.person_id, mail.recipient, outcome)
      return outcome
    },
    queueAll: async (tx, template, mails) => (await queueAll(tx, template, mails)).queued,
    sendTurnNow: (tx, notificationId) => store.bringTurnForward(tx, notificationId, clock.now()),
    withdrawAbout: store.withdrawAbout,
    withdrawOfDeceased: store.withdrawOfDeceased,
    retry: async (id) => {
      const isQueued = await store.retry(id, clock.now())
      if (isQueued) trigger()
      return isQueued
    },
    trigger,
  }
}
