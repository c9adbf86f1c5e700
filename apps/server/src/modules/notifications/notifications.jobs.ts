import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { MessagesStore } from './push/messages.store.ts'
import type { PushDeliveryService } from './push/push-delivery.service.ts'

/** Days for which a sent message is stored; afterwards only the notification remains. */
const messagesDays = 30

/** @param delivery null if the installation sends no push messages */
export function createNotificationsJobs(
  messages: MessagesStore,
  delivery: PushDeliveryService | null,
  clock: Clock,
): PeriodicJob[] {
  const purge: PeriodicJob = {
    name: 'notifications.purge',
    cron: '35 3 * * *',
    run: async () => ({
      messages: await messages.purge(new Date(clock.now().getTime() - messagesDays * 24 * 3_600_000)),
    }),
  }
  if (delivery === null) return [purge]
  return [purge, { name: 'notifications.push', cron: '* * * * *', run: delivery.sendDue }]
}
