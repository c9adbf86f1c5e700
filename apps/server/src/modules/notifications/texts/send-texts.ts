import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import { createMessageQueue } from '../deliver-messages.ts'
import { type ClaimedMessage, finishMessage, type MessageFailure, markCounted } from '../messages.sql.ts'
import { notificationPath } from '../notifications.rules.ts'
import { advanceChannel } from './advance-channel.ts'
import { countText } from './count-texts.ts'
import { findConfirmedPhone } from './text-phones.sql.ts'
import { internationalNumber, notificationText } from './texts.rules.ts'

async function storeFailure(
  ctx: Context,
  tx: Queries,
  held: ClaimedMessage,
  attempts: number,
  failure: MessageFailure,
): Promise<void> {
  const outcome = { state: 'failed', attempts, failure, now: ctx.clock.now() }
  const stored = await tx.run(finishMessage, { id: held.id, claim: held.claim, ...outcome })
  if (stored.length > 0) await advanceChannel(ctx, tx, held)
}

async function fail(ctx: Context, held: ClaimedMessage, attempts: number, failure: MessageFailure) {
  await ctx.db.transaction((tx) => storeFailure(ctx, tx, held, attempts, failure))
}

/**
 * Counts the message towards the cost limits, once for all its attempts. If a limit is reached, the same transaction stores the failure:
 * a server that stops in between must not leave a message that is marked as counted and still waits.
 */
async function reserve(
  ctx: Context,
  held: ClaimedMessage,
  attempts: number,
): Promise<'counted' | 'limit' | 'lost'> {
  if (held.is_counted) return 'counted'
  return ctx.db.transaction(async (tx) => {
    const { id, claim } = held
    // Another server that took over the claim counts the message, and sends it.
    if ((await tx.run(markCounted, { id, claim, now: ctx.clock.now() })).length === 0) return 'lost'
    if (await countText(ctx, tx, held.person_id)) return 'counted'
    await storeFailure(ctx, tx, held, attempts, 'limit')
    return 'limit'
  })
}

export function createTextQueue(ctx: Context, texts: TextMessages): Queue {
  const { db, branding, config } = ctx

  async function send(held: ClaimedMessage, attempts: number) {
    const { channel, reference, person_id } = held
    const phone = (await findRow(db, findConfirmedPhone, { person_id }))?.phone
    if (!phone || channel === 'push' || reference === null) return 'dropped'
    if ((await reserve(ctx, held, attempts)) !== 'counted') return 'stored'
    const url = `${config.publicUrl}${notificationPath(held.notification_id)}`
    const outcome = await texts.send({
      id: reference,
      channel,
      recipient: internationalNumber(phone),
      kind: 'notification',
      text: notificationText(branding.brand, url),
      url,
    })
    if (outcome === 'accepted') return 'sent'
    if (outcome !== 'rejected') return 'failed'
    await fail(ctx, held, attempts, 'rejected')
    return 'stored'
  }

  return createMessageQueue(ctx, {
    name: 'texts',
    channels: texts.channels,
    send: (held, _topic, attempts) => send(held, attempts),
    giveUp: (held, attempts) => fail(ctx, held, attempts, 'unreachable'),
  })
}
