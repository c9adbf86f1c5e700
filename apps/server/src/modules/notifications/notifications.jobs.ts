import type { Context } from '../../platform/context/context.ts'
import { purgeMessages } from './messages.sql.ts'
import { purgeTextCounts } from './texts/count-texts.ts'
import { removeExpiredPhones } from './texts/text-phones.sql.ts'
import { purgeReports } from './texts/text-reports.sql.ts'

const messagesDays = 30

/** Hours for which the signature of a delivery report is stored: longer than a report is valid. */
const signatureHours = 1

export async function purgeNotifications(ctx: Context) {
  const { db, clock } = ctx
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
  return {
    messages: (await db.run(purgeMessages, { before: hoursAgo(messagesDays * 24) })).length,
    codes: (await db.run(removeExpiredPhones, { now: clock.now() })).length,
    counts: await purgeTextCounts(ctx),
    reports: (await db.run(purgeReports, { before: hoursAgo(signatureHours) })).length,
  }
}
