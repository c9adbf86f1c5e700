import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { purgeReplies } from './booking.sql.ts'
import { extendCalendars } from './calendar/refresh-calendars.ts'
import { getScheduling } from './choose-scheduling.ts'
import { cancelExternalBookings } from './deceased/end-bookings.ts'
import { purgeHolds } from './embedded/holds.sql.ts'
import { getOldestValidAnswers } from './exam-booking/exam-booking.rules.ts'
import { purgeAnswers } from './questionnaires/questionnaires.sql.ts'
import { sendReminders } from './reminders/send-reminders.ts'
import { resolveUnanswered } from './remote/book-remotely.ts'
import { purgeUses } from './visits/visits.sql.ts'

/** The milliseconds for which the response of a booking is stored for a repeated request. */
const repliesRetention = 24 * 3_600_000

export function createBookingJobs(ctx: Context): PeriodicJob[] {
  const { clock, db, ports } = ctx
  const everyTenMinutes = '*/10 * * * *'
  return [
    { name: 'booking.cancelOfDeceased', cron: everyTenMinutes, run: () => cancelExternalBookings(ctx) },
    { name: 'booking.keepAhead', cron: '20 0 * * *', run: () => extendCalendars(ctx) },
    {
      name: 'booking.purge',
      cron: everyTenMinutes,
      run: async () => {
        const now = clock.now()
        const before = new Date(now.getTime() - repliesRetention)
        return {
          holds: (await db.run(purgeHolds, { now })).length,
          answers: (await db.run(purgeReplies, { before })).length,
          questionnaires: (await db.run(purgeAnswers, { before: getOldestValidAnswers(now) })).length,
          challenges: await ports.robotCheck.purge(),
        }
      },
    },
    ...(ports.remoteScheduling === null
      ? []
      : [{ name: 'booking.settle', cron: '* * * * *', run: () => resolveUnanswered(ctx) }]),
    { name: 'booking.remind', cron: '0 9 * * *', run: () => sendReminders(ctx) },
    { name: 'booking.offerFreed', cron: '* * * * *', run: () => getScheduling(ctx).offerFreedSlots(ctx) },
    {
      name: 'visits.purge',
      cron: everyTenMinutes,
      run: async () => ({ assertions: (await db.run(purgeUses, { now: clock.now() })).length }),
    },
  ]
}
