import type { PeriodicJob } from '../../platform/jobs.ts'
import type { NewResultsReader } from '../../ports/clinical-archive.ts'
import type { NewResultsService } from './new-results.service.ts'

/**
 * Imports from watched folders and by FHIR announce their results at once. The first job announces what remained after
 * a crash or in the demonstration; the second collects new results of an external archive.
 */
export function createNewResultsJobs(
  results: NewResultsService,
  resultsReader: NewResultsReader | null,
): PeriodicJob[] {
  const announce: PeriodicJob = {
    name: 'exams.announce',
    cron: '* * * * *',
    run: async () => ({ exams: await results.announce() }),
  }
  if (resultsReader === null) return [announce]
  const collect: PeriodicJob = {
    name: 'exams.collect',
    cron: '* * * * *',
    run: async () => {
      const found = await resultsReader.collect()
      return { found, exams: found === 0 ? 0 : await results.announce() }
    },
  }
  return [announce, collect]
}
