/** Sends the text messages that are due. Several servers may do so at the same time. */
import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import type { ClaimedMessage, MessageFailure, MessagesStore } from '../messages.store.ts'
import { notificationPath } from '../notifications.rules.ts'
import type { NextChannelService } from './next-channel.service.ts'
import type { TextCountsStore } from './text-counts.store.ts'
import type { TextPhonesStore } from './text-phones.store.ts'
import { internationalNumber, notificationText } from './texts.rules.ts'

type TextDeliveryDependencies = {
  readonly db: Database
  readonly messages: MessagesStore
  readonly phones: Pick<TextPhonesStore, 'confirmed'>
  readonly counts: TextCountsStore
  readonly nextChannel: NextChannelService
  readonly mail: Pick<MailQueue, 'trigger'>
  readonly texts: TextMessages
  readonly clock: Clock
  /** Returns the topic of a notification that is unread and that its recipient may see now; otherwise null. */
  readonly findPending: (notificationId: number) => Promise<NotificationTopic | null>
  /** Returns the name of the clinic. */
  readonly brand: () => string
  readonly publicUrl: string
}

// One message takes at most twelve seconds, so a claim outlasts all messages that were claimed with it.
const claimedAtOnce = 5
const claimMs = 90_000
const mostAttempts = 5

export function createTextDeliveryService(dependencies: TextDeliveryDependencies) {
  const { db, messages, phones, counts, nextChannel, mail, texts, clock, findPending } = dependencies
  const { brand, publicUrl } = dependencies

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Stores that the message reaches no one, and goes on to the next channel. */
  async function fail(held: ClaimedMessage, attempts: number, failure: MessageFailure): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await messages.finish(tx, held, 'failed', attempts, clock.now(), failure))) return
      await nextChannel.advance(tx, held.notification_id, held.person_id)
    })
    mail.trigger()
  }

  /** Counts the message towards the cost limits, once for all its attempts. */
  function reserve(held: ClaimedMessage): Promise<'counted' | 'limit' | 'lost'> {
    if (held.is_counted) return Promise.resolve('counted')
    return db.transaction(async (tx) => {
      const now = clock.now()
      // Another server that took over the claim counts the message, and sends it.
      if (!(await messages.markCounted(tx, held, now))) return 'lost'
      return (await counts.count(tx, held.person_id, now)) ? 'counted' : 'limit'
    })
  }

  async function deliver(held: ClaimedMessage): Promise<boolean> {
    const attempts = held.attempts + 1
    const { channel, reference } = held
    const isPending = (await findPending(held.notification_id)) !== null
    const phone = isPending ? await phones.confirmed(held.person_id) : null
    if (phone === null || channel === 'push' || reference === null) {
      await messages.finish(db, held, 'dropped', attempts, clock.now())
      return false
    }
    const reserved = await reserve(held)
    if (reserved === 'lost') return false
    if (reserved === 'limit') {
      await fail(held, attempts, 'limit')
      return false
    }
    const url = `${publicUrl}${notificationPath(held.notification_id)}`
    const outcome = await texts.send({
      id: reference,
      channel,
      recipient: internationalNumber(phone),
      kind: 'notification',
      text: notificationText(brand(), url),
      url,
    })
    if (outcome === 'accepted') await messages.finish(db, held, 'sent', attempts, clock.now())
    else if (outcome === 'rejected') await fail(held, attempts, 'rejected')
    else if (attempts >= mostAttempts) await fail(held, attempts, 'unreachable')
    else await messages.postpone(held, attempts, fromNow(60_000 * 4 ** (attempts - 1)))
    return outcome === 'accepted'
  }

  return {
    /** Sends every text message that is due. Returns how many the gateway accepted. */
    sendDue: async (): Promise<{ sent: number }> => {
      let sent = 0
      for (;;) {
        const claimed = await messages.claim(texts.channels, claimedAtOnce, clock.now(), fromNow(claimMs))
        if (claimed.length === 0) return { sent }
        for (const held of claimed) if (await deliver(held)) sent += 1
      }
    },
  }
}

export type TextDeliveryService = ReturnType<typeof createTextDeliveryService>
