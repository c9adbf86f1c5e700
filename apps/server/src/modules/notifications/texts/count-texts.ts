/** Counts text messages towards the cost limits. The database decides, so that two servers together do not exceed a limit. */
import { firstOfMonth, toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { addToCounts, createCounts, lockCounts, purgeCounts } from './text-counts.sql.ts'

/**
 * Counts one message, or nothing if a limit of the installation or of the person is reached. Returns whether it was counted. Other messages
 * wait for the end of the transaction.
 *
 * @param personId null for a code, which counts only towards the limits of the installation
 */
export async function countText(
  { config, clock }: Context,
  tx: Queries,
  personId: number | null,
): Promise<boolean> {
  const { day: ofDay = 0, month: ofMonth = 0, person: ofPersonDay = 0 } = config.textMessages?.limits ?? {}
  const maximum = { day: ofDay, month: ofMonth, person_day: ofPersonDay }
  const day = toDay(clock.now())
  const given = { day, month: firstOfMonth(day), person_id: personId }
  await tx.run(createCounts, given)
  const counts = await tx.run(lockCounts, given)
  if (counts.some(({ period, count }) => count >= maximum[period])) return false
  await tx.run(addToCounts, given)
  return true
}

export async function purgeTextCounts({ db, clock }: Context): Promise<number> {
  const day = toDay(clock.now())
  return (await db.run(purgeCounts, { day, month: firstOfMonth(day) })).length
}
