import type { NotificationTopic } from '@mi-portal/contract/notifications/notifications'
import { usualSettings } from '@mi-portal/contract/notifications/preferences'
import type { Context } from '../../platform/context/context.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { backOff } from '../../platform/queue/back-off.rules.ts'
import { createQueue, type Queue } from '../../platform/queue/queue.ts'
import { findPendingTopic } from './find-pending-topic.ts'
import * as messagesSql from './messages.sql.ts'
import { afterQuietHours } from './notifications.rules.ts'
import { findSettings } from './preferences/preferences.sql.ts'

type MessageSender = {
  readonly name: string
  readonly channels: readonly messagesSql.MessageChannel[]
  readonly isReady?: () => Promise<boolean>
  /** `dropped`: it reaches no one. `failed`: another attempt may succeed. `stored`: the outcome is stored already. */
  readonly send: (
    held: messagesSql.ClaimedMessage,
    topic: NotificationTopic,
    attempts: number,
  ) => Promise<'sent' | 'dropped' | 'failed' | 'stored'>
  readonly giveUp: (held: messagesSql.ClaimedMessage, attempts: number) => Promise<unknown>
}

const mostAttempts = 5
const retries = { first: 60_000, longest: 64 * 60_000, factor: 4 }

export async function findTimeOutsideQuietHours(tx: Queries, personId: number, at: Date): Promise<Date> {
  return afterQuietHours(at, (await findRow(tx, findSettings, { person_id: personId })) ?? usualSettings)
}

export function createMessageQueue(ctx: Context, sender: MessageSender): Queue {
  const { db, clock, logger } = ctx
  const { name, channels, isReady = async () => true, send, giveUp } = sender

  const findTurn = async ({ is_urgent, person_id }: messagesSql.ClaimedMessage, at: Date) =>
    is_urgent ? at : findTimeOutsideQuietHours(db, person_id, at)

  const postpone = ({ id, claim }: messagesSql.ClaimedMessage, attempts: number, due_at: Date) =>
    db.run(messagesSql.postponeMessage, { id, claim, attempts, due_at })

  return createQueue<messagesSql.ClaimedMessage>({
    name,
    clock,
    logger,
    concurrency: 4,
    claim: async (limit, until, inProgress) => {
      if (!(await isReady())) return []
      const in_progress = inProgress.map(({ id }) => id)
      const given = { channels, now: clock.now(), claimed_until: until, limit_rows: limit, in_progress }
      return db.run(messagesSql.claimMessages, given)
    },
    renew: ({ id, claim }, until) => db.run(messagesSql.renewClaim, { id, claim, claimed_until: until }),
    process: async (held, persist) => {
      const attempts = held.attempts + 1
      const turn = await findTurn(held, clock.now())
      if (turn > clock.now()) return postpone(held, held.attempts, turn)
      const topic = await findPendingTopic(ctx, held.notification_id)
      const outcome = topic === null ? 'dropped' : await send(held, topic, attempts)
      if (outcome === 'stored') return
      if (outcome === 'failed' && attempts >= mostAttempts) return persist(() => giveUp(held, attempts))
      if (outcome === 'failed') {
        const retry = new Date(clock.now().getTime() + backOff(attempts, retries))
        return persist(async () => postpone(held, attempts, await findTurn(held, retry)))
      }
      const { id, claim } = held
      const finished = { id, claim, state: outcome, attempts, failure: null, now: clock.now() }
      return persist(() => db.run(messagesSql.finishMessage, finished))
    },
  })
}
