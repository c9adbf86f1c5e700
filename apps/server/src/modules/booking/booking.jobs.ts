import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { CalendarService } from './calendar/calendar.service.ts'
import * as holdsSql from './embedded/holds.sql.ts'
import type { QuestionnairesService } from './questionnaires/questionnaires.service.ts'
import * as repeatedBookingsSql from './repeated-bookings.sql.ts'

/** The milliseconds for which the response of a booking is stored for a repeated request. */
const answersRetention = 24 * 3_600_000

export function createBookingJobs(
  _db: Database,
  db: Database,
  clock: Clock,
  calendar: CalendarService,
  questionnaires: QuestionnairesService,
  robotCheck: RobotCheck,
): PeriodicJob[] {
  return [
    { name: 'booking.keepAhead', cron: '20 0 * * *', run: calendar.extendCalendars },
    {
      name: 'booking.purge',
      cron: '*/10 * * * *',
      run: async () => ({
        holds: await holdsSql.purgeHolds(db, clock.now()),
        answers: await repeatedBookingsSql.purgeAnswers(
          db,
          new Date(clock.now().getTime() - answersRetention),
        ),
        questionnaires: await questionnaires.purge(),
        challenges: await robotCheck.purge(),
      }),
    },
  ]
}
