import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { CalendarService } from './calendar/calendar.service.ts'
import type { HoldsStore } from './embedded/holds.store.ts'
import type { QuestionnairesService } from './questionnaires/questionnaires.service.ts'
import type { RepeatedBookingsStore } from './repeated-bookings.store.ts'

/** The milliseconds for which the response of a booking is stored for a repeated request. */
const answersRetention = 24 * 3_600_000

export function createBookingJobs(
  repeated: RepeatedBookingsStore,
  holds: HoldsStore,
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
        holds: await holds.purgeHolds(clock.now()),
        answers: await repeated.purgeAnswers(new Date(clock.now().getTime() - answersRetention)),
        questionnaires: await questionnaires.purge(),
        challenges: await robotCheck.purge(),
      }),
    },
  ]
}
