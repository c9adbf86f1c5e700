import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { purgeApplicationLinks } from './read-applications.ts'

const day = 24 * 3_600_000

export function createApplicationsJobs(ctx: Context): PeriodicJob[] {
  return [
    {
      name: 'applications.purge',
      cron: '20 4 * * *',
      // The link to the page of a decided application lives as long as the images of the document.
      run: async () => ({
        links: await purgeApplicationLinks(
          ctx,
          new Date(ctx.clock.now().getTime() - ctx.config.keep.passportDays * day),
        ),
      }),
    },
  ]
}
