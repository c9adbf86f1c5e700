/**
 * Sends the messages of the outbox. A message is sent twice only if power, process or connection fail after the mail server accepted it
 * and before the outcome is on disk. Both copies then have the same Message-ID.
 */
import type { Platform } from '../../platform/composition/platform.ts'
import type { Config } from '../../platform/config/config.ts'
import { describeError } from '../../platform/logger.ts'
import { createQueue, type Persist, type Queue, type QueueTiming } from '../../platform/queue/queue.ts'
import { mailSealer } from '../../platform/security/seal.ts'
import type { MailCalendar, MailOutcome, MailTransport } from '../../ports/mail.ts'
import { messagesInARow, pauseAfter, retryDelay, staleAfter } from './mailing.rules.ts'
import * as mailingSql from './mailing.sql.ts'
import { openBodies } from './seal-bodies.ts'

type ClaimedMessage = mailingSql.OutboxRow & { readonly isUnreadable: boolean }
type Failure = Exclude<MailOutcome, { result: 'sent' }>

const usualTiming: QueueTiming = { poll: 2_000, lease: 30_000, heartbeat: 8_000 }

type OutboxDependencies = Pick<Platform, 'db' | 'clock' | 'logger'> & {
  readonly config: Pick<Config, 'secrets'>
  readonly transport: MailTransport
  readonly findCalendar: (appointmentId: number) => Promise<MailCalendar | null>
  readonly isNotificationPending: (notificationId: number) => Promise<boolean>
  readonly onOutcome?: (outcome: MailOutcome['result']) => void
  readonly timing?: QueueTiming
  readonly pause?: (failedAttempts: number) => number
}

/** Creates the queue of messages that wait in the outbox. While the mail server is in trouble, it tries one message at a time. */
export function createOutboxQueue(dependencies: OutboxDependencies): Queue {
  const { db, clock, logger, transport, timing = usualTiming, pause = pauseAfter } = dependencies
  const sealer = mailSealer(dependencies.config.secrets)
  const failedInARow = new Set<number>()
  /** Logged causes of messages that still wait. Each cause is one warning, however often the message is tried. */
  const loggedCauses = new Map<number, string>()
  let isInTrouble = false
  let failedAttempts = 0

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  async function claim(limit: number, until: Date, inProgress: readonly ClaimedMessage[]) {
    const rows = await db.run(mailingSql.claimMessages, {
      now: clock.now(),
      too_old: fromNow(-staleAfter),
      limit_rows: limit,
      claimed_until: until,
      in_progress: inProgress.map(({ id }) => id),
    })
    return rows.toSorted((a, b) => a.id - b.id).map((row) => openBodies(sealer, row))
  }

  async function process(message: ClaimedMessage, persist: Persist): Promise<void> {
    const { id, claim: held, template, notification_id } = message
    const isProbe = isInTrouble
    if (notification_id !== null && !(await dependencies.isNotificationPending(notification_id))) {
      await persist(() => db.run(mailingSql.withdrawMessage, { id, claim: held }))
      logger.info({ mail: id, template }, 'mail not needed any more')
      return
    }
    const outcome = await send(message)
    if (outcome.result === 'sent') await storeSent(message, persist)
    else await storeFailure(message, outcome, isProbe, persist)
    dependencies.onOutcome?.(outcome.result)
  }

  async function send(message: ClaimedMessage): Promise<MailOutcome> {
    const { appointment_id } = message
    if (message.isUnreadable) {
      const cause = 'encrypted under an unknown secret: add it to SECRET_KEY_PREVIOUS'
      return { result: 'failed', reason: cause, cause }
    }
    try {
      return await transport.send({
        messageId: message.message_id,
        createdAt: message.created_at,
        recipient: message.recipient,
        subject: message.subject,
        text: message.body_text,
        html: message.body_html,
        unsubscribeUrl: message.unsubscribe_url,
        calendar: appointment_id === null ? null : await dependencies.findCalendar(appointment_id),
      })
    } catch (error) {
      logger.error(
        { mail: message.id, ...describeError(error) },
        'an e-mail could not be sent because of an unexpected error: it is sent again later',
      )
      return { result: 'failed', reason: 'unexpected error while sending', cause: 'ETRANSPORT' }
    }
  }

  async function storeSent({ id, claim: held, template }: ClaimedMessage, persist: Persist): Promise<void> {
    const hasRecovered = isInTrouble
    isInTrouble = false
    failedAttempts = 0
    failedInARow.clear()
    loggedCauses.delete(id)
    const stored = await persist(() => db.run(mailingSql.markSent, { id, claim: held, now: clock.now() }))
    logger.info({ mail: id, template, ...(stored.length > 0 ? {} : { lost: true }) }, 'mail sent')
    if (!hasRecovered) return
    logger.info({}, 'the mail server works again')
    await persist(() => db.run(mailingSql.bringForward, { now: clock.now() }))
  }

  /** Notes whether the server is in trouble. `isProbe`: the message was tried to learn whether the server works again. */
  function noteTrouble(id: number, { result, cause }: Failure, isProbe: boolean): void {
    if (result !== 'unreachable') failedInARow.add(id)
    const hasTrouble = result === 'unreachable' || failedInARow.size >= messagesInARow
    if (hasTrouble && !isInTrouble)
      logger.warn(
        { result, cause },
        'the mail server is in trouble, so e-mails wait in the outbox: check SMTP_URL',
      )
    isInTrouble ||= hasTrouble
    // A server that answers is reachable, so other messages must not wait long behind messages that it rejects.
    const mostCounted = result === 'unreachable' ? Number.POSITIVE_INFINITY : 2
    if (isProbe) failedAttempts = Math.min(failedAttempts + 1, mostCounted)
  }

  async function storeFailure(
    message: ClaimedMessage,
    failure: Failure,
    isProbe: boolean,
    persist: Persist,
  ): Promise<void> {
    const { id, claim: held, template } = message
    const { result, reason, cause } = failure
    noteTrouble(id, failure, isProbe)
    const attempts = message.attempts + (result === 'unreachable' ? 0 : 1)
    const delay = result === 'unreachable' ? pause(failedAttempts) : retryDelay(attempts, result, isInTrouble)
    const line = { mail: id, template, result, attempts, cause }
    const outcome = { id, claim: held, attempts, last_error: reason }
    if (delay === null) {
      await persist(() => db.run(mailingSql.parkMessage, outcome))
      failedInARow.delete(id)
      loggedCauses.delete(id)
      logger.error(line, 'mail given up: docs/operations.md says how to send it again')
    } else {
      await persist(() => db.run(mailingSql.postponeMessage, { ...outcome, next_attempt_at: fromNow(delay) }))
      logPostponed(line)
    }
  }

  function logPostponed(line: { readonly mail: number; readonly cause: string }): void {
    const level = loggedCauses.get(line.mail) === line.cause ? 'debug' : 'warn'
    logger[level](line, 'mail not sent yet')
    // Another server may send the message, so entries can remain; the map is cleared at its limit.
    if (loggedCauses.size >= 1_000) loggedCauses.clear()
    loggedCauses.set(line.mail, line.cause)
  }

  return createQueue<ClaimedMessage>({
    name: 'outbox',
    clock,
    logger,
    timing,
    concurrency: 4,
    claim,
    renew: ({ id, claim: held }, until) =>
      db.run(mailingSql.renewClaim, { id, claim: held, claimed_until: until }),
    process,
    rest: () => (isInTrouble ? pause(failedAttempts) : 0),
    onStop: transport.close,
  })
}
