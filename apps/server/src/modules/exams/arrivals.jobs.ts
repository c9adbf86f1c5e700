import type { PeriodicJob } from '../../platform/jobs.ts'
import type { ArchiveNews } from '../../ports/clinical-archive.ts'
import type { ArrivalsService } from './arrivals.service.ts'

/** What the inbox adds is told of at once; this finds what a crash or the demonstration left untold. */
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
