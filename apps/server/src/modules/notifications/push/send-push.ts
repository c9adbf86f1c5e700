import type { NotificationTopic } from '@mi-portal/contract/notifications/notifications'
import type { Context } from '../../../platform/context/context.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { PushService } from '../../../ports/push-service.ts'
import { createMessageQueue } from '../deliver-messages.ts'
import { type ClaimedMessage, finishMessage } from '../messages.sql.ts'
import { notificationPath } from '../notifications.rules.ts'
import { readPushKeys } from './push-keys.ts'
import {
  listTargets,
  markDelivered,
  removeGoneDevice,
  type SubscriptionRow,
} from './push-subscriptions.sql.ts'

/** The words of a message. They name no professional, no exam and no patient, because other people may see the device's locked screen. */
const topicWords: Readonly<Record<NotificationTopic, string>> = {
  reminders: 'Tienes un recordatorio. Ábrelo para verlo.',
  appointments: 'Hay un cambio que te interesa. Ábrelo para verlo.',
  results: 'Hay algo nuevo para ti. Ábrelo para verlo.',
  answers: 'Hay una respuesta para ti. Ábrela para leerla.',
  family: 'Hay una novedad de tu grupo familiar.',
}

export function createPushQueue(ctx: Context, push: PushService): Queue {
  const { db, clock, branding } = ctx

  async function send(held: ClaimedMessage, topic: NotificationTopic) {
    const keys = await readPushKeys(ctx)
    if (keys === null) return 'failed'
    const message = {
      title: `Tienes una novedad en ${branding.product}`,
      body: topicWords[topic],
      path: notificationPath(held.notification_id),
      // A message that is sent again replaces the first one on the device.
      tag: `novedad-${held.notification_id}`,
    }
    const sendTo = async (target: SubscriptionRow) => {
      const outcome = await push.send(target, message, keys)
      if (outcome === 'gone') await db.run(removeGoneDevice, { id: target.id, endpoint: target.endpoint })
      if (outcome === 'sent') await db.run(markDelivered, { id: target.id, now: clock.now() })
      return outcome
    }
    const outcomes = await Promise.all((await db.run(listTargets, { person_id: held.person_id })).map(sendTo))
    if (outcomes.includes('sent')) return 'sent'
    return outcomes.includes('failed') ? 'failed' : 'dropped'
  }

  return createMessageQueue(ctx, {
    name: 'push',
    channels: ['push'],
    isReady: async () => (await readPushKeys(ctx)) !== null,
    send,
    giveUp: ({ id, claim }, attempts) =>
      db.run(finishMessage, { id, claim, state: 'failed', attempts, failure: null, now: clock.now() }),
  })
}
