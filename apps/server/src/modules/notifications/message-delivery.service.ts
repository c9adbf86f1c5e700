/** Sends the messages of some channels that are due. Several servers may do so at the same time. */

import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ClaimedMessage, MessageChannel } from './messages.sql.ts'
import * as messagesSql from './messages.sql.ts'
import { afterQuietHours } from './notifications.rules.ts'
import type { ReadQuietHours } from './texts/next-channel.service.ts'

type MessageDeliveryDependencies = {
  readonly db: Database
  readonly clock: Clock
  readonly quietHoursOf: ReadQuietHours
  /** Returns the topic of a notification that is unread and that its recipient may see now; otherwise null. */
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  readonly channels: readonly MessageChannel[]
  /** How many messages are claimed together. The claim outlasts all of them. */
  readonly claimedAtOnce: number
  readonly claimMs: number
  /**
   * Sends one message. `dropped`: it reaches no one, and that is no failure. `failed`: another attempt may succeed. `stored`: the
   * outcome is stored already.
   */
  readonly send: (
    held: ClaimedMessage,
    topic: NotificationTopic,
    attempts: number,
  ) => Promise<'sent' | 'dropped' | 'failed' | 'stored'>
  /** Stores that the last attempt failed. */
  readonly giveUp: (held: ClaimedMessage, attempts: number) => Promise<unknown>
}

const mostAttempts = 5

export function createMessageDelivery(dependencies: MessageDeliveryDependencies) {
  const { db, clock, quietHoursOf, findPending, channels, claimedAtOnce, claimMs } = dependencies
  const { send, giveUp } = dependencies

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Returns the first instant at or after `at` at which the message may make the devices sound. */
  async function earliestFor({ is_urgent, person_id }: ClaimedMessage, at: Date): Promise<Date> {
    return is_urgent ? at : afterQuietHours(at, await quietHoursOf(db, person_id))
  }

  async function deliver(held: ClaimedMessage): Promise<boolean> {
    const attempts = held.attempts + 1
    const earliest = await earliestFor(held, clock.now())
    if (earliest > clock.now()) {
      await messagesSql.postpone(db, held, held.attempts, earliest)
      return false
    }
    const topic = await findPending(held.notification_id)
    const outcome = topic === null ? 'dropped' : await send(held, topic, attempts)
    if (outcome === 'sent' || outcome === 'dropped')
      await messagesSql.finish(db, held, outcome, attempts, clock.now())
    if (outcome === 'failed' && attempts >= mostAttempts) await giveUp(held, attempts)
    else if (outcome === 'failed')
      await messagesSql.postpone(
        db,
        held,
        attempts,
        await earliestFor(held, fromNow(60_000 * 4 ** (attempts - 1))),
      )
    return outcome === 'sent'
  }

  return {
    /** Sends every message that is due. Returns how many were sent. */
    sendDue: async (): Promise<{ sent: number }> => {
      let sent = 0
      for (;;) {
        const claimed = await messagesSql.claim(db, channels, claimedAtOnce, clock.now(), fromNow(claimMs))
        if (claimed.length === 0) return { sent }
        for (const held of claimed) if (await deliver(held)) sent += 1
      }
    },
  }
}
