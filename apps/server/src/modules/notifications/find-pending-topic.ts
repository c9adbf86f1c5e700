import type { NotificationTopic } from '@mi-portal/contract/notifications/notifications'
import type { Context } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import { usualTopics } from './notifications.rules.ts'
import { findPending } from './notifications.sql.ts'
import { getBirthLimits } from './notify-person.ts'

export async function findPendingTopic(
  ctx: Pick<Context, 'db' | 'clock' | 'ages'>,
  notificationId: number,
): Promise<NotificationTopic | null> {
  const row = await findRow(ctx.db, findPending, {
    ...{ id: notificationId, now: ctx.clock.now(), ...getBirthLimits(ctx) },
  })
  return row && (row.topic ?? usualTopics[row.type])
}
