/** Sends the push messages that are due. Several servers may do so at the same time. */
import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { PushKeys, PushOutcome, PushService } from '../../../ports/push-service.ts'
import type { ClaimedMessage, MessagesStore } from '../messages.store.ts'
import { afterQuietHours, notificationPath } from '../notifications.rules.ts'
import type { ReadQuietHours } from '../texts/next-channel.service.ts'
import type { ReadPushKeys } from './push-keys.service.ts'
import type { PushSubscriptionsStore, SubscriptionRow } from './push-subscriptions.store.ts'

type PushDeliveryDependencies = {
  readonly db: Database
  readonly store: MessagesStore
  readonly subscriptions: PushSubscriptionsStore
  readonly push: PushService
  readonly readKeys: ReadPushKeys
  readonly clock: Clock
  readonly quietHoursOf: ReadQuietHours
  /** Returns the topic of a notification that is unread and that its recipient may see now; otherwise null. */
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  readonly product: () => string
}

const claimedAtOnce = 20
const claimMs = 60_000
const mostAttempts = 5

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
  const { db, store, subscriptions, push, readKeys, clock } = dependencies
  const { quietHoursOf, findPending, product } = dependencies

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Returns the first instant at or after `at` at which the message may make the devices sound. */
  async function earliestFor({ is_urgent, person_id }: ClaimedMessage, at: Date): Promise<Date> {
    return is_urgent ? at : afterQuietHours(at, await quietHoursOf(db, person_id))
  }

  async function sendTo(target: SubscriptionRow, message: object, keys: PushKeys): Promise<PushOutcome> {
    const outcome = await push.send(target, message, keys)
    if (outcome === 'gone') await subscriptions.removeGone(target)
    if (outcome === 'sent') await subscriptions.markDelivered(target.id, clock.now())
    return outcome
  }

  async function deliver(held: ClaimedMessage, keys: PushKeys): Promise<boolean> {
    const attempts = held.attempts + 1
    const earliest = await earliestFor(held, clock.now())
    if (earliest > clock.now()) {
      await store.postpone(held, held.attempts, earliest)
      return false
    }
    const topic = await findPending(held.notification_id)
    const targets = topic === null ? [] : await subscriptions.targets(held.person_id)
    if (topic === null || targets.length === 0) {
      await store.finish(db, held, 'dropped', attempts, clock.now())
      return false
    }
    const message = {
      title: `Tienes una novedad en ${product()}`,
      body: topicWords[topic],
      path: notificationPath(held.notification_id),
      // A message that is sent again replaces the first one on the device.
      tag: `novedad-${held.notification_id}`,
    }
    const outcomes = await Promise.all(targets.map((target) => sendTo(target, message, keys)))
    if (outcomes.includes('sent')) await store.finish(db, held, 'sent', attempts, clock.now())
    else if (!outcomes.includes('failed')) await store.finish(db, held, 'dropped', attempts, clock.now())
    else if (attempts >= mostAttempts) await store.finish(db, held, 'failed', attempts, clock.now())
    else {
      const again = await earliestFor(held, fromNow(60_000 * 4 ** (attempts - 1)))
      await store.postpone(held, attempts, again)
    }
    return outcomes.includes('sent')
  }

  return {
    /** Sends every message that is due. Returns how many were sent to at least one device. */
    sendDue: async (): Promise<{ sent: number }> => {
      let sent = 0
      const keys = await readKeys()
      if (keys === null) return { sent }
      for (;;) {
        const claimed = await store.claim(['push'], claimedAtOnce, clock.now(), fromNow(claimMs))
        if (claimed.length === 0) return { sent }
        for (const held of claimed) if (await deliver(held, keys)) sent += 1
      }
    },
  }
}

export type PushDeliveryService = ReturnType<typeof createPushDeliveryService>
