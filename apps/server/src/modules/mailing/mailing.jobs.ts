/** Sends the messages of the outbox: claims a message, passes it to the transport and records the outcome. */
import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { MailCalendar, MailOutcome, MailTransport } from '../../ports/mail.ts'
import { messagesInARow, pauseAfter, retryDelay, staleAfter } from './mailing.rules.ts'
import type { ClaimedMessage, MailingStore } from './mailing.store.ts'

/** Intervals and timeouts, in milliseconds. */
type Timing = {
  /** Between two queries of the outbox. */
  readonly poll: number
  /** How long a claim holds. After that the sender is considered dead and another one sends the message. */
  readonly lease: number
  /** How often a claim is renewed while its message is under way. */
  readonly heartbeat: number
  /** Between two attempts to record an outcome while the database does not answer. */
  readonly markAgain: number
  /** How long a stop waits for messages under way. */
  readonly stopTimeout: number
  readonly pause: (failedAttempts: number) => number
}

const defaultTiming: Timing = {
  poll: 2_000,
  lease: 30_000,
  heartbeat: 8_000,
  markAgain: 500,
  stopTimeout: 8_000,
  pause: pauseAfter,
}

const concurrency = 4

type DeliveryDependencies = {
  readonly store: MailingStore
  readonly transport: MailTransport
  readonly clock: Clock
  readonly logger: Logger
  /** Returns the calendar entry of an appointment as it is now, or null if the portal has no such appointment. */
  readonly calendarOf?: (appointmentId: number) => Promise<MailCalendar | null>
  /** Returns whether a notification is unread and its recipient may see it now. Mails that wait for their turn depend on it. */
  readonly isNotificationPending?: (notificationId: number) => Promise<boolean>
  readonly timing?: Timing
  readonly onOutcome?: (outcome: MailOutcome['result']) => void
}

/**
 * The sender of one server. Any number of senders share an outbox: the database gives each message to one of them. A
 * message is sent twice only if power, process or connection fail after the mail server accepted it and before the
 * outcome is on disk. Both copies then have the same Message-ID.
 */
export function createMailDelivery(dependencies: DeliveryDependencies) {
  const { store, transport, clock, logger, calendarOf, isNotificationPending, onOutcome } = dependencies
  const { timing = defaultTiming } = dependencies
  const inDelivery = new Map<number, Promise<void>>()
  const failedInARow = new Set<number>()
  /** Logged causes of messages that still wait. Each cause is one warning, however often the message is tried. */
  const loggedCauses = new Map<number, string>()
  let inTrouble = false
  let failedAttempts = 0
  let databaseAnswers = true
  let running: Promise<void> | undefined
  let stopping = false
  let abandoned = false
  let signalled = false
  let wake = () => {}

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  function signal(): void {
    signalled = true
    wake()
  }

  /** Waits. A signal ends the wait early unless `deaf`; a stop always does. */
  async function pause(ms: number, deaf = false): Promise<void> {
    if (!stopping && (deaf || !signalled)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          if (deaf && !stopping) return
          clearTimeout(timer)
          resolve()
        }
      })
    }
    wake = () => {}
    signalled = false
  }

  async function run(): Promise<void> {
    while (!stopping) {
      if (inTrouble && inDelivery.size === 0) await pause(timing.pause(failedAttempts), true)
      const room = (inTrouble ? 1 : concurrency) - inDelivery.size
      if (!stopping && room > 0) await claimDue(room)
      await pause(timing.poll)
    }
  }

  async function claimDue(room: number): Promise<void> {
    try {
      const now = clock.now()
      const tooOld = new Date(now.getTime() - staleAfter)
      const until = fromNow(timing.lease)
      for (const message of await store.claim(room, now, tooOld, until, [...inDelivery.keys()])) {
        inDelivery.set(
          message.id,
          deliver(message).finally(() => {
            inDelivery.delete(message.id)
            signal()
          }),
        )
      }
      databaseAnswers = true
    } catch (error) {
      if (databaseAnswers)
        logger.warn(
          describeError(error),
          'the outbox cannot be read, so no e-mail is sent until the database answers',
        )
      databaseAnswers = false
    }
  }

  async function deliver(message: ClaimedMessage): Promise<void> {
    const probing = inTrouble
    // A failed renewal is harmless, because the next one may succeed.
    const heartbeat = setInterval(
      () => store.renew(message, fromNow(timing.lease)).catch(() => {}),
      timing.heartbeat,
    )
    try {
      if (!(await isNeeded(message))) {
        await persist(() => store.withdraw(message))
        logger.info({ mail: message.id, template: message.template }, 'mail not needed any more')
        return
      }
      const outcome = await send(message)
      if (outcome.result === 'sent') await recordSent(message)
      else await recordFailure(message, outcome, probing)
      onOutcome?.(outcome.result)
    } catch (error) {
      logger.error(
        { mail: message.id, ...describeError(error) },
        'the outcome of an e-mail could not be stored: it may be sent again',
      )
    } finally {
      clearInterval(heartbeat)
    }
  }

  async function isNeeded({ notification_id }: ClaimedMessage): Promise<boolean> {
    if (notification_id === null || isNotificationPending === undefined) return true
    return isNotificationPending(notification_id)
  }

  async function calendarFor({ appointment_id }: ClaimedMessage): Promise<MailCalendar | null> {
    if (appointment_id === null || calendarOf === undefined) return null
    return calendarOf(appointment_id)
  }

  async function send(message: ClaimedMessage): Promise<MailOutcome> {
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
        calendar: await calendarFor(message),
      })
    } catch (error) {
      logger.error(
        { mail: message.id, ...describeError(error) },
        'an e-mail could not be sent because of an unexpected error: it is sent again later',
      )
      return { result: 'failed', reason: 'unexpected error while sending', cause: 'ETRANSPORT' }
    }
  }

  async function recordSent(message: ClaimedMessage): Promise<void> {
    const recovered = inTrouble
    inTrouble = false
    failedAttempts = 0
    failedInARow.clear()
    loggedCauses.delete(message.id)
    const retention = await persist(() => store.markSent(message, clock.now()))
    logger.info(
      { mail: message.id, template: message.template, ...(retention ? {} : { lost: true }) },
      'mail sent',
    )
    if (!recovered) return
    logger.info({}, 'the mail server works again')
    await persist(() => store.bringForward(clock.now()))
  }

  async function recordFailure(
    message: ClaimedMessage,
    { result, reason, cause }: Exclude<MailOutcome, { result: 'sent' }>,
    probing: boolean,
  ): Promise<void> {
    if (result !== 'unreachable') failedInARow.add(message.id)
    const trouble = result === 'unreachable' || failedInARow.size >= messagesInARow
    if (trouble && !inTrouble)
      logger.warn(
        { result, cause },
        'the mail server is in trouble, so e-mails wait in the outbox: check SMTP_URL',
      )
    inTrouble ||= trouble
    // A server that answers is reachable, so other messages must not wait long behind messages that it rejects.
    const mostTries = result === 'unreachable' ? Number.POSITIVE_INFINITY : 2
    if (probing) failedAttempts = Math.min(failedAttempts + 1, mostTries)

    const attempts = message.attempts + (result === 'unreachable' ? 0 : 1)
    const delay =
      result === 'unreachable' ? timing.pause(failedAttempts) : retryDelay(attempts, result, inTrouble)
    const line = { mail: message.id, template: message.template, result, attempts, cause }
    if (delay === null) {
      await persist(() => store.park(message, attempts, reason))
      failedInARow.delete(message.id)
      loggedCauses.delete(message.id)
      logger.error(line, 'mail given up: docs/operations.md says how to send it again')
    } else {
      await persist(() => store.postpone(message, attempts, fromNow(delay), reason))
      logPostponed(line)
    }
  }

  /** Logs a postponed message: the first time for a cause as a warning, then for debugging. */
  function logPostponed(line: { readonly mail: number; readonly cause: string }): void {
    const level = loggedCauses.get(line.mail) === line.cause ? 'debug' : 'warn'
    logger[level](line, 'mail not sent yet')
    // Another server may send the message, so entries can remain; the map is cleared at its limit.
    if (loggedCauses.size >= 1_000) loggedCauses.clear()
    loggedCauses.set(line.mail, line.cause)
  }

  /** Repeats until the database answers, because a message without a recorded outcome would be sent again. */
  async function persist<T>(mark: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await mark()
      } catch (error) {
        if (abandoned) throw error
        await new Promise((resolve) => setTimeout(resolve, timing.markAgain))
      }
    }
  }

  return {
    start: (): void => {
      running ??= run()
    },
    trigger: signal,
    /** Claims nothing more and waits for the messages under way; after the timeout they are cut off. */
    stop: async (): Promise<void> => {
      stopping = true
      signal()
      await running
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timing.stopTimeout)
      })
      await Promise.race([Promise.all(inDelivery.values()), patience])
      clearTimeout(timer)
      abandoned = true
      transport.close()
    },
  }
}

/** Days for which the text of a finished message is stored, and for which the message itself is. */
type MailRetention = { readonly mailTextsDays: number; readonly mailsDays: number }

export function createMailingJobs(
  store: MailingStore,
  clock: Clock,
  retention: MailRetention,
): PeriodicJob[] {
  return [
    {
      name: 'mailing.purge',
      cron: '20 3 * * *',
      run: async () => {
        const before = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)
        return store.purge(before(retention.mailTextsDays), before(retention.mailsDays))
      },
    },
  ]
}
