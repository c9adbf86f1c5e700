/** Sends the text messages that are due. Several servers may do so at the same time. */
import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { TextMessages } from '../../../ports/text-messages.ts'
import type { ClaimedMessage, MessageFailure, MessagesStore } from '../messages.store.ts'
import { afterQuietHours, notificationPath } from '../notifications.rules.ts'
import type { NextChannelService, ReadQuietHours } from './next-channel.service.ts'
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
  readonly quietHoursOf: ReadQuietHours
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
  const { db, messages, phones, counts, nextChannel, mail, texts, clock } = dependencies
  const { quietHoursOf, findPending, brand, publicUrl } = dependencies

  const fromNow = (ms: number) => new Date(clock.now().getTime() + ms)

  /** Returns the first instant at or after `at` at which the message may make the device sound. */
  async function earliestFor({ is_urgent, person_id }: ClaimedMessage, at: Date): Promise<Date> {
    return is_urgent ? at : afterQuietHours(at, await quietHoursOf(db, person_id))
  }

  /** Stores that the message reaches no one, and makes the next channel due. */
  async function storeFailure(
    tx: Queries,
    held: ClaimedMessage,
    attempts: number,
    failure: MessageFailure,
  ): Promise<void> {
    if (!(await messages.finish(tx, held, 'failed', attempts, clock.now(), failure))) return
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
      if (!(await messages.markCounted(tx, held, now))) return 'lost'
      if (await counts.count(tx, held.person_id, now)) return 'counted'
      await storeFailure(tx, held, attempts, 'limit')
      return 'limit'
    })
    if (reserved === 'limit') mail.trigger()
    return reserved
  }

  async function deliver(held: ClaimedMessage): Promise<boolean> {
    const attempts = held.attempts + 1
    const { channel, reference } = held
    const earliest = await earliestFor(held, clock.now())
    if (earliest > clock.now()) {
      await messages.postpone(held, held.attempts, earliest)
      return false
    }
    const isPending = (await findPending(held.notification_id)) !== null
    const phone = isPending ? await phones.confirmed(held.person_id) : null
    if (phone === null || channel === 'push' || reference === null) {
      await messages.finish(db, held, 'dropped', attempts, clock.now())
      return false
    }
    if ((await reserve(held, attempts)) !== 'counted') return false
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
    else {
      const again = await earliestFor(held, fromNow(60_000 * 4 ** (attempts - 1)))
      await messages.postpone(held, attempts, again)
    }
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
