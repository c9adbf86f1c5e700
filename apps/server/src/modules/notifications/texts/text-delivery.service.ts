/** Sends the text messages that are due. Several servers may do so at the same time. */

import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import { createMessageDelivery } from '../message-delivery.service.ts'
import type { ClaimedMessage, MessageFailure } from '../messages.sql.ts'
import * as messagesSql from '../messages.sql.ts'
import { notificationPath } from '../notifications.rules.ts'
import type { NextChannelService, ReadQuietHours } from './next-channel.service.ts'
import type { TextCountsStore } from './text-counts.store.ts'
import * as textPhonesSql from './text-phones.sql.ts'
import { internationalNumber, notificationText } from './texts.rules.ts'

type TextDeliveryDependencies = {
  readonly db: Database
  readonly counts: TextCountsStore
  readonly nextChannel: NextChannelService
  readonly mail: Pick<MailQueue, 'trigger'>
  readonly texts: TextMessages
  readonly clock: Clock
  readonly quietHoursOf: ReadQuietHours
  /** Returns the topic of a notification that is unread and that its recipient may see now; otherwise null. */
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  /** Returns the name of the clinic. */
  readonly brand: () => string
  readonly publicUrl: string
}

export function createTextDeliveryService(dependencies: TextDeliveryDependencies) {
  const { db, counts, nextChannel, mail, texts, clock } = dependencies
  const { quietHoursOf, findPending, brand, publicUrl } = dependencies

  /** Stores that the message reaches no one, and makes the next channel due. */
  async function storeFailure(
    tx: Queries,
    held: ClaimedMessage,
    attempts: number,
    failure: MessageFailure,
  ): Promise<void> {
    if (!(await messagesSql.finish(tx, held, 'failed', attempts, clock.now(), failure))) return
    await nextChannel.advance(tx, held.notification_id, held.person_id)
  }

  async function fail(held: ClaimedMessage, attempts: number, failure: MessageFailure): Promise<void> {
    await db.transaction((tx) => storeFailure(tx, held, attempts, failure))
    mail.trigger()
  }

  /**
   * Counts the message towards the cost limits, once for all its attempts. If a limit is reached, the same transaction stores the failure:
   * a server that stops in between must not leave a message that is marked as counted and still waits.
   */
  async function reserve(held: ClaimedMessage, attempts: number): Promise<'counted' | 'limit' | 'lost'> {
    if (held.is_counted) return 'counted'
    const reserved = await db.transaction(async (tx) => {
      const now = clock.now()
      // Another server that took over the claim counts the message, and sends it.
      if (!(await messagesSql.markCounted(tx, held, now))) return 'lost'
      if (await counts.count(tx, held.person_id, now)) return 'counted'
      await storeFailure(tx, held, attempts, 'limit')
      return 'limit'
    })
    if (reserved === 'limit') mail.trigger()
    return reserved
  }

  async function send(held: ClaimedMessage, attempts: number) {
    const { channel, reference } = held
    const phone = await textPhonesSql.confirmed(db, held.person_id)
    if (phone === null || channel === 'push' || reference === null) return 'dropped'
    if ((await reserve(held, attempts)) !== 'counted') return 'stored'
    const url = `${publicUrl}${notificationPath(held.notification_id)}`
    const outcome = await texts.send({
      id: reference,
      channel,
      recipient: internationalNumber(phone),
      kind: 'notification',
      text: notificationText(brand(), url),
      url,
    })
    if (outcome === 'accepted') return 'sent'
    if (outcome !== 'rejected') return 'failed'
    await fail(held, attempts, 'rejected')
    return 'stored'
  }

  return createMessageDelivery({
    db,
    clock,
    quietHoursOf,
    findPending,
    channels: texts.channels,
    // One message takes at most twelve seconds, so a claim outlasts all messages that were claimed with it.
    claimedAtOnce: 5,
    claimMs: 90_000,
    send: (held, _topic, attempts) => send(held, attempts),
    giveUp: (held, attempts) => fail(held, attempts, 'unreachable'),
  })
}

export type TextDeliveryService = ReturnType<typeof createTextDeliveryService>
