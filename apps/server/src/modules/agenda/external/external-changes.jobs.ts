import type { Context } from '../../../platform/context/context.ts'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import { compareAppointments } from './compare-appointments.ts'
import { purgeWatched } from './external-changes.sql.ts'

export function createExternalChangesJobs(ctx: Context): PeriodicJob[] {
  const { clock, db } = ctx
  return [
    { name: 'agenda.external', cron: '* * * * *', run: () => compareAppointments(ctx) },
    {
      name: 'agenda.externalPurge',
      cron: '40 3 * * *',
      run: async () => ({ appointments: (await db.run(purgeWatched, { now: clock.now() })).length }),
    },
  ]
}
