import type { PeriodicJob } from '../../platform/jobs.ts'
import type { ArchiveNews } from '../../ports/clinical-archive.ts'
import type { ArrivalsService } from './new-results.service.ts'

/**
 * Imports from watched folders and by FHIR announce their results at once. The first job announces what remained after
 * a crash or in the demonstration; the second collects new results of an external archive.
 */
export function arrivalsJobs(arrivals: ArrivalsService, news: ArchiveNews | null): PeriodicJob[] {
  const announce: PeriodicJob = {
    name: 'exams.announce',
    cron: '* * * * *',
    run: async () => ({ exams: await arrivals.announce() }),
  }
  if (news === null) return [announce]
  const collect: PeriodicJob = {
    name: 'exams.collect',
    cron: '* * * * *',
    run: async () => {
      const found = await news.collect()
      return { found, exams: found === 0 ? 0 : await arrivals.announce() }
    },
  }
  return [announce, collect]
}
