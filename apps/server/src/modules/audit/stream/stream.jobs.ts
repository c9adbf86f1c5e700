import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { StreamService } from './stream.service.ts'

export function createStreamJobs(stream: StreamService): PeriodicJob[] {
  return [{ name: 'audit.stream', cron: '* * * * *', run: async () => ({ entries: await stream.send() }) }]
}
