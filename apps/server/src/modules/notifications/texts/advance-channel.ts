import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { findTimeOutsideQuietHours } from '../deliver-messages.ts'
import { bringForward, findNextStep } from '../messages.sql.ts'

/**
 * Goes on to the next channel of a notification now, or at the end of the quiet hours, because a channel turned out not to reach the
 * recipient. The channels after it keep their times. Whether the notification is still unread is checked when the message is sent.
 */
export async function advanceChannel(
  { mail, clock }: Context,
  tx: Queries,
  { notification_id, person_id }: { readonly notification_id: number; readonly person_id: number },
): Promise<void> {
  const now = clock.now()
  const next = await findRow(tx, findNextStep, { notification_id, now })
  if (next === null) return
  if (next.kind === 'mail') return mail.sendTurnNow(tx, notification_id)
  const due_at = await findTimeOutsideQuietHours(tx, person_id, now)
  await tx.run(bringForward, { id: next.id, due_at })
}
