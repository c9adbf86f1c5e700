import { randomUUID } from 'node:crypto'
import { latestBirth, toDay } from '@mi-portal/contract/values/dates'
import { isEmail, maskEmail } from '@mi-portal/contract/values/email'
import type { Platform } from '../../platform/composition/platform.ts'
import type { Config } from '../../platform/config/config.ts'
import { afterCommit, findRow, type Queries } from '../../platform/database/database.ts'
import { type MailTemplate, renderMail } from '../../platform/mail-layout.ts'
import { addNotified, addNotNotified } from '../../platform/notified.ts'
import { mailSealer } from '../../platform/security/seal.ts'
import type { MailQueue, MailSender, OutgoingMail, QueueOutcome } from '../../ports/mail.ts'
import * as mailingSql from './mailing.sql.ts'
import { sealBodies } from './seal-bodies.ts'

type MailQueueDependencies = Pick<Platform, 'db' | 'clock' | 'logger' | 'branding'> & {
  readonly config: Pick<Config, 'secrets' | 'ages'>
  readonly sender: () => MailSender
  readonly hasServer: boolean
  readonly trigger: () => void
}

/** Returns a new Message-ID. It is created once, so that mailboxes recognise repeated copies of the same message. */
export function createMessageId({ address }: MailSender): string {
  return `<${randomUUID()}@${address.slice(address.lastIndexOf('@') + 1)}>`
}

export const countWaitingMessages = (db: Queries) => db.run(mailingSql.countWaiting, {})

export function createMailQueue(dependencies: MailQueueDependencies): MailQueue {
  const { db, clock, logger, branding, config, sender, hasServer, trigger } = dependencies
  const sealer = mailSealer(config.secrets)

  function latestBirths() {
    const today = toDay(clock.now())
    const { ages } = config
    return { adult_birth: latestBirth(ages.adult, today), reserve_birth: latestBirth(ages.reserve, today) }
  }

  function toMessage<Data>(template: MailTemplate<Data>, mail: OutgoingMail<Data>) {
    const { text, html, unsubscribeUrl, ...rendered } = renderMail(template, mail.data, branding)
    const message = {
      message_id: createMessageId(sender()),
      template: template.name,
      clinical: template.clinical,
      person_id: mail.person_id,
      recipient: mail.recipient,
      ...rendered,
      body_text: text,
      body_html: html,
      unsubscribe_url: unsubscribeUrl,
      not_after: mail.notAfter ?? null,
      appointment_id: mail.appointmentId ?? null,
      not_before: mail.turn?.notBefore ?? null,
      notification_id: mail.turn?.notificationId ?? null,
    }
    // A message with a secret is one that is not sent after some instant.
    return message.not_after === null ? message : sealBodies(sealer, message)
  }

  async function store<Data>(
    tx: Queries,
    template: MailTemplate<Data>,
    mails: readonly OutgoingMail<Data>[],
  ) {
    const messages = mails.flatMap((mail) => {
      if (isEmail(mail.recipient)) return [toMessage(template, mail)]
      // The operation continues: an invalid stored address must not prevent it.
      logger.warn(
        { template: template.name, person: mail.person_id },
        'an e-mail was not queued, because the person has no valid e-mail address',
      )
      return []
    })
    if (messages.length === 0) return { queued: 0, withheld: 0 }
    const given = { messages: JSON.stringify(messages), now: clock.now(), ...latestBirths() }
    const queued = (await tx.run(mailingSql.insertMessages, given)).length
    if (queued > 0) afterCommit(tx, trigger)
    return { queued, withheld: messages.length - queued }
  }

  /** Adds the recipient of a mail to the answer of the request. Mailboxes of departments are no recipients. */
  function addRecipient(
    { person_id: personId, recipient, turn }: Pick<OutgoingMail<unknown>, 'person_id' | 'recipient' | 'turn'>,
    outcome: QueueOutcome,
  ): void {
    if (personId === null) return
    if (!hasServer) addNotNotified(personId, 'no_mail_server')
    else if (outcome === 'queued' && turn !== undefined) addNotNotified(personId, 'in_turn')
    else if (outcome === 'queued') addNotified(personId, 'email', maskEmail(recipient))
    else addNotNotified(personId, outcome === 'refused' ? 'no_address' : outcome)
  }

  async function queue<Data>(tx: Queries, template: MailTemplate<Data>, mail: OutgoingMail<Data>) {
    const { queued, withheld } = await store(tx, template, [mail])
    if (withheld === 0) return queued === 1 ? 'queued' : 'refused'
    const { person_id, recipient } = mail
    const addressee = { person_id, recipient, ...latestBirths() }
    const found = await findRow(tx, mailingSql.findWithheldReason, addressee)
    return found?.reason ?? 'unverified'
  }

  return {
    queue: async (tx, template, mail) => {
      const outcome = await queue(tx, template, mail)
      addRecipient(mail, outcome)
      return outcome
    },
    queueAll: async (tx, template, mails) => (await store(tx, template, mails)).queued,
    sendTurnNow: async (tx, notificationId) => {
      await tx.run(mailingSql.bringTurnForward, { notification_id: notificationId, now: clock.now() })
      afterCommit(tx, trigger)
    },
    withdrawAbout: async (tx, item) => {
      await tx.run(mailingSql.withdrawAboutItem, item)
    },
    withdrawOfDeceased: async (tx, personId) => {
      await tx.run(mailingSql.withdrawOfDeceased, { person_id: personId })
    },
    retry: async (id) => {
      const isQueued = (await db.run(mailingSql.retryMessage, { id, now: clock.now() })).length > 0
      if (isQueued) trigger()
      return isQueued
    },
  }
}
