/** Goes on to the next channel of a notification at once, when a channel turned out not to reach the recipient. */

import type { NotificationSettings } from '@mi-portal/contract/notifications/preferences'
import type { Clock } from '../../../platform/clock.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import * as messagesSql from '../messages.sql.ts'
import { afterQuietHours } from '../notifications.rules.ts'

/** Returns the quiet hours of a person. */
export type ReadQuietHours = (
  tx: Queries,
  personId: number,
) => Promise<Pick<NotificationSettings, 'quiet_from' | 'quiet_to'>>

type NextChannelDependencies = {
  readonly mail: Pick<MailQueue, 'sendTurnNow'>
  readonly clock: Clock
  readonly quietHoursOf: ReadQuietHours
}

export function createNextChannelService({ mail, clock, quietHoursOf }: NextChannelDependencies) {
  return {
    /**
     * Makes the next channel due now, or at the end of the quiet hours; the channels after it keep their times. Whether the notification is
     * still unread is checked when the message is sent.
     */
    advance: async (tx: Queries, notificationId: number, personId: number): Promise<void> => {
      const now = clock.now()
      const next = await messagesSql.next(tx, notificationId, now)
      if (next === null) return
      if (next.kind === 'mail') await mail.sendTurnNow(tx, notificationId)
      else await messagesSql.bringForward(tx, next.id, afterQuietHours(now, await quietHoursOf(tx, personId)))
    },
  }
}

export type NextChannelService = ReturnType<typeof createNextChannelService>
