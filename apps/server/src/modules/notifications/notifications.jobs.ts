import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import * as messagesSql from './messages.sql.ts'
import type { PushDeliveryService } from './push/push-delivery.service.ts'
import type { TextCountsStore } from './texts/text-counts.store.ts'
import type { TextDeliveryService } from './texts/text-delivery.service.ts'
import * as textPhonesSql from './texts/text-phones.sql.ts'
import * as textReportsSql from './texts/text-reports.sql.ts'

/** Days for which a sent message is stored; afterwards only the notification remains. */
const messagesDays = 30

/** Hours for which the signature of a delivery report is stored: longer than a report is valid. */
const signatureHours = 1

type NotificationsJobsDependencies = {
  readonly db: Database
  readonly counts: TextCountsStore

  /** Null if the installation sends no push messages. */
  readonly pushDelivery: PushDeliveryService | null
  /** Null if the installation sends no text messages. */
  readonly textDelivery: TextDeliveryService | null
  readonly clock: Clock
}

export function createNotificationsJobs(dependencies: NotificationsJobsDependencies): PeriodicJob[] {
  const { db, counts, pushDelivery, textDelivery, clock } = dependencies
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
  const purge: PeriodicJob = {
    name: 'notifications.purge',
    cron: '35 3 * * *',
    run: async () => ({
      messages: await messagesSql.purge(db, hoursAgo(messagesDays * 24)),
      codes: await textPhonesSql.removeExpired(db, clock.now()),
      counts: await counts.purge(clock.now()),
      reports: await textReportsSql.purge(db, hoursAgo(signatureHours)),
    }),
  }
  const minutely = (name: string, run: PeriodicJob['run']): PeriodicJob => ({ name, cron: '* * * * *', run })
  return [
    purge,
    ...(pushDelivery ? [minutely('notifications.push', pushDelivery.sendDue)] : []),
    ...(textDelivery ? [minutely('notifications.texts', textDelivery.sendDue)] : []),
  ]
}
