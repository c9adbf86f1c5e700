/** Sends the push messages that are due. Several servers may do so at the same time. */

import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PushKeys, PushOutcome, PushService } from '../../../ports/push-service.ts'
import { createMessageDelivery } from '../message-delivery.service.ts'
import type { ClaimedMessage } from '../messages.sql.ts'
import * as messagesSql from '../messages.sql.ts'
import { notificationPath } from '../notifications.rules.ts'
import type { ReadQuietHours } from '../texts/next-channel.service.ts'
import type { ReadPushKeys } from './push-keys.service.ts'
import type { SubscriptionRow } from './push-subscriptions.sql.ts'
import * as pushSubscriptionsSql from './push-subscriptions.sql.ts'

type PushDeliveryDependencies = {
  readonly db: Database
  readonly push: PushService
  readonly readKeys: ReadPushKeys
  readonly clock: Clock
  readonly quietHoursOf: ReadQuietHours
  /** Returns the topic of a notification that is unread and that its recipient may see now; otherwise null. */
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  readonly product: () => string
}

/**
 * The words of a message. They name no professional, no exam and no patient, because other people may see the device's locked
 * screen.
 */
const topicWords: Readonly<Record<NotificationTopic, string>> = {
  reminders: 'Tienes un recordatorio. Ábrelo para verlo.',
  appointments: 'Hay un cambio que te interesa. Ábrelo para verlo.',
  results: 'Hay algo nuevo para ti. Ábrelo para verlo.',
  answers: 'Hay una respuesta para ti. Ábrela para leerla.',
  family: 'Hay una novedad de tu grupo familiar.',
}

export function createPushDeliveryService(dependencies: PushDeliveryDependencies) {
  const { db, push, readKeys, clock } = dependencies
  const { quietHoursOf, findPending, product } = dependencies

  async function sendTo(target: SubscriptionRow, message: object, keys: PushKeys): Promise<PushOutcome> {
    const outcome = await push.send(target, message, keys)
    if (outcome === 'gone') await pushSubscriptionsSql.removeGone(db, target)
    if (outcome === 'sent') await pushSubscriptionsSql.markDelivered(db, target.id, clock.now())
    return outcome
  }

  async function send(held: ClaimedMessage, topic: NotificationTopic, keys: PushKeys) {
    const message = {
      title: `Tienes una novedad en ${product()}`,
      body: topicWords[topic],
      path: notificationPath(held.notification_id),
      // A message that is sent again replaces the first one on the device.
      tag: `novedad-${held.notification_id}`,
    }
    const targets = await pushSubscriptionsSql.targets(db, held.person_id)
    const outcomes = await Promise.all(targets.map((target) => sendTo(target, message, keys)))
    if (outcomes.includes('sent')) return 'sent'
    return outcomes.includes('failed') ? 'failed' : 'dropped'
  }

  return {
    /** Sends every message that is due. Returns how many were sent to at least one device. */
    sendDue: async (): Promise<{ sent: number }> => {
      const keys = await readKeys()
      if (keys === null) return { sent: 0 }
      const delivery = createMessageDelivery({
        db,
        clock,
        quietHoursOf,
        findPending,
        channels: ['push'],
        claimedAtOnce: 20,
        claimMs: 60_000,
        send: (held, topic) => send(held, topic, keys),
        giveUp: (held, attempts) => messagesSql.finish(db, held, 'failed', attempts, clock.now()),
      })
      return delivery.sendDue()
    },
  }
}

export type PushDeliveryService = ReturnType<typeof createPushDeliveryService>
