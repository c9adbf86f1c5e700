import type { PeriodicJob } from '../../platform/jobs.ts'
import type { RobotCheck } from '../../ports/robot-check.ts'
import type { BookingService } from './booking.service.ts'
import type { CalendarService } from './calendar/calendar.service.ts'
import type { QuestionnairesService } from './questionnaires/questionnaires.service.ts'

export function bookingJobs(
  booking: BookingService,
  calendar: CalendarService,
  questionnaires: QuestionnairesService,
  robotCheck: RobotCheck,
): PeriodicJob[] {
  return [
    { name: 'booking.keepAhead', cron: '20 0 * * *', run: calendar.keepAhead },
    {
      name: 'booking.purge',
      cron: '*/10 * * * *',
      run: async () => ({
        ...(await booking.purge()),
        questionnaires: await questionnaires.purge(),
        challenges: await robotCheck.purge(),
      }),
    },
  ]
}
