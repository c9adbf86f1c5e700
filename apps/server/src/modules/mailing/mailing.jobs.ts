/** Sends what lies in the outbox: claims a message, hands it over, marks what came of it. */
import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { MailOutcome, MailTransport } from '../../ports/mail.ts'
import { messagesInARow, pauseAfter, retryDelay, staleAfter } from './mailing.rules.ts'
import type { ClaimedMessage, MailingStore } from './mailing.store.ts'

/** Milliseconds. */
type Pace = {
  /** Between two looks into the outbox. */
  readonly poll: number
  /** How long a claim holds: after that the sender is taken for dead and another one sends the message. */
  readonly lease: number
  /** How often a claim is renewed while its message is under way. */
  readonly beat: number
  /** Between two tries to mark a message while the database does not answer. */
  readonly markAgain: number
  /** How long a stop waits for messages under way. */
  readonly patience: number
  readonly pause: (triesInVain: number) => number
}

const usualPace: Pace = {
  poll: 2_000,
  lease: 30_000,
  beat: 8_000,
  markAgain: 500,
  patience: 8_000,
  pause: pauseAfter,
}

const lanes = 4

type DeliveryParts = {
  readonly store: MailingStore
  readonly transport: MailTransport
  readonly clock: Clock
  readonly logger: Logger
  readonly pace?: Pace
  readonly onOutcome?: (outcome: MailOutcome['result']) => void
}

/**
 * The sender of one server. Any number of them share an outbox: the database hands each message to one. A message is
 * sent twice only when the power, the process or the connection is cut after the other side took it and before the
 * mark is on disk; both copies then carry the same Message-ID.
 */
export function mailDelivery(parts: DeliveryParts) {
  const { store, transport, clock, logger, onOutcome, pace = usualPace } = parts
  const underWay = new Map<number, Promise<void>>()
  const failedInARow = new Set<number>()
  let inTrouble = false
  let triesInVain = 0
  let databaseAnswers = true
  let running: Promise<void> | undefined
  let stopping = false
  let abandoned = false
  let signalled = false
  let wake = () => {}

  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms)

  function signal(): void {
    signalled = true
    wake()
  }

  /** Rests; a signal ends it early unless `deaf`, a stop always. */
  async function rest(ms: number, deaf = false): Promise<void> {
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
      if (inTrouble && underWay.size === 0) await rest(pace.pause(triesInVain), true)
      const room = (inTrouble ? 1 : lanes) - underWay.size
      if (!stopping && room > 0) await begin(room)
      await rest(pace.poll)
    }
  }

  async function begin(room: number): Promise<void> {
    try {
      const now = clock.now()
      const tooOld = new Date(now.getTime() - staleAfter)
      const until = inFuture(pace.lease)
      for (const message of await store.claim(room, now, tooOld, until, [...underWay.keys()])) {
        underWay.set(
          message.id,
          deliver(message).finally(() => {
            underWay.delete(message.id)
            signal()
          }),
        )
      }
      databaseAnswers = true
    } catch (error) {
      if (databaseAnswers) logger.warn(describeError(error), 'the outbox cannot be read')
      databaseAnswers = false
    }
  }

  async function deliver(message: ClaimedMessage): Promise<void> {
    const probing = inTrouble
    // A renewal that does not reach the database is no harm yet: the next one may.
    const beat = setInterval(() => store.renew(message, inFuture(pace.lease)).catch(() => {}), pace.beat)
    try {
      const outcome = await hand(message)
      if (outcome.result === 'sent') await settleSent(message)
      else await settleFailure(message, outcome.result, outcome.reason, probing)
      onOutcome?.(outcome.result)
    } catch (error) {
      logger.error({ mail: message.id, ...describeError(error) }, 'mail was not marked')
    } finally {
      clearInterval(beat)
    }
  }

  async function hand(message: ClaimedMessage): Promise<MailOutcome> {
    try {
      return await transport.send({
        messageId: message.message_id,
        createdAt: message.created_at,
        recipient: message.recipient,
        subject: message.subject,
        text: message.body_text,
        html: message.body_html,
      })
    } catch (error) {
      logger.error({ mail: message.id, ...describeError(error) }, 'mail transport threw')
      return { result: 'failed', reason: 'the transport threw' }
    }
  }

  async function settleSent(message: ClaimedMessage): Promise<void> {
    const recovered = inTrouble
    inTrouble = false
    triesInVain = 0
    failedInARow.clear()
    const kept = await persist(() => store.markSent(message, clock.now()))
    logger.info(
      { mail: message.id, template: message.template, ...(kept ? {} : { lost: true }) },
      'mail sent',
    )
    if (!recovered) return
    logger.info({}, 'mail server is back')
    await persist(() => store.bringForward(clock.now()))
  }

  async function settleFailure(
    message: ClaimedMessage,
    result: 'refused' | 'failed' | 'unreachable',
    reason: string,
    probing: boolean,
  ): Promise<void> {
    if (result !== 'unreachable') failedInARow.add(message.id)
    const trouble = result === 'unreachable' || failedInARow.size >= messagesInARow
    if (trouble && !inTrouble) logger.warn({ result }, 'mail server is in trouble')
    inTrouble ||= trouble
    // A server that answers is there: others must not wait long behind messages that it does not like.
    if (probing) triesInVain = result === 'unreachable' ? triesInVain + 1 : Math.min(triesInVain + 1, 2)

    const attempts = message.attempts + (result === 'unreachable' ? 0 : 1)
    const delay = result === 'unreachable' ? pace.pause(triesInVain) : retryDelay(attempts, result, inTrouble)
    const line = { mail: message.id, template: message.template, result, attempts }
    if (delay === null) {
      await persist(() => store.park(message, attempts, reason))
      failedInARow.delete(message.id)
      logger.error(line, 'mail given up')
    } else {
      await persist(() => store.postpone(message, attempts, inFuture(delay), reason))
      logger.warn(line, 'mail not sent yet')
    }
  }

  /** What is not marked would be sent again: insists until the database answers. */
  async function persist<T>(mark: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await mark()
      } catch (error) {
        if (abandoned) throw error
        await new Promise((resolve) => setTimeout(resolve, pace.markAgain))
      }
    }
  }

  return {
    start: (): void => {
      running ??= run()
    },
    nudge: signal,
    /** Claims nothing more and waits for the messages under way; those that take too long are cut off. */
    stop: async (): Promise<void> => {
      stopping = true
      signal()
      await running
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, pace.patience)
      })
      await Promise.race([Promise.all(underWay.values()), patience])
      clearTimeout(timer)
      abandoned = true
      transport.close()
    },
  }
}

/** Days that the text of a message which is done with is kept, and that it is kept that there was a message. */
type Kept = { readonly mailTextsDays: number; readonly mailsDays: number }

export function mailingJobs(store: MailingStore, clock: Clock, kept: Kept): PeriodicJob[] {
  return [
    {
      name: 'mailing.purge',
      cron: '20 3 * * *',
      run: async () => {
        const before = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)
        return store.purge(before(kept.mailTextsDays), before(kept.mailsDays))
      },
    },
  ]
}
