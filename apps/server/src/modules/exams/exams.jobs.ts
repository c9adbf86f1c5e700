import type { Context } from '../../platform/context/context.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import { announceResults } from './announce-results.ts'
import { announceLateResults } from './awaited/announce-late-results.ts'
import { deleteExpiredShares } from './shares/shares.sql.ts'

const dayMs = 24 * 3_600_000

export function listExamsJobs(ctx: Context): PeriodicJob[] {
  const { db, clock, config, ports } = ctx
  const { resultsReader } = ports
  return [
    // Until then the patient can see when a share was opened.
    {
      name: 'exams.purgeShares',
      cron: '40 4 * * *',
      run: async () => {
        const before = new Date(clock.now().getTime() - config.keep.sharesDays * dayMs)
        return { shares: (await db.run(deleteExpiredShares, { before })).length }
      },
    },
    // Imports from watched folders and by FHIR announce their results at once. This announces what remained after a crash, or in the
    // demonstration.
    {
      name: 'exams.announce',
      cron: '* * * * *',
      run: async () => ({ exams: await announceResults(ctx) }),
    },
    ...(resultsReader === null
      ? []
      : [
          {
            name: 'exams.collect',
            cron: '* * * * *',
            run: async () => {
              const found = await resultsReader.collect()
              return { found, exams: found === 0 ? 0 : await announceResults(ctx) }
            },
          },
        ]),
    // In the morning in Chile, after results of the night were imported.
    {
      name: 'exams.late',
      cron: '0 13 * * *',
      run: async () => ({ exams: await announceLateResults(ctx) }),
    },
  ]
}
