/** Checks notifications again when a message about them is about to be sent. */

import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { usualTopics } from './notifications.rules.ts'
import * as notificationsSql from './notifications.sql.ts'

export function createPendingNotificationsService({
  db,
  clock,
  ages,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly ages: Ages
}) {
  /** Returns the topic of a notification that is unread and that its recipient may see now; otherwise null. */
  async function findTopic(notificationId: number): Promise<NotificationTopic | null> {
    const now = clock.now()
    const today = dayOf(now)
    const births = { adult: latestBirth(ages.adult, today), reserve: latestBirth(ages.reserve, today) }
    const row = await notificationsSql.pending(db, births, now, notificationId)
    return row && (row.topic ?? usualTopics[row.type])
  }

  return {
    findTopic,
    isPending: async (notificationId: number): Promise<boolean> => (await findTopic(notificationId)) !== null,
  }
}
