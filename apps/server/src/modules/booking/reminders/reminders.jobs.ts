import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { RemindersService } from './reminders.service.ts'

export function createRemindersJobs(reminders: RemindersService): PeriodicJob[] {
  return [{ name: 'booking.remind', cron: '0 9 * * *', run: reminders.remind }]
}
