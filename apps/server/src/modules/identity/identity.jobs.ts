import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type { IdentityService } from './identity.service.ts'

// Checks are kept long enough to examine a complaint. A check holds a RUN, an e-mail address and a mobile number.
const day = 24 * 3_600_000

export function createIdentityJobs(
  identity: IdentityService,
  registry: CivilRegistry,
  clock: Clock,
  retentionDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'identity.purge',
      cron: '50 3 * * *',
      run: async () => ({
        checks: await identity.purge(new Date(clock.now().getTime() - retentionDays * day)),
      }),
    },
    {
      name: 'identity.registry-deaths',
      cron: '25 * * * *',
      run: async () => ({ deaths: await identity.recordImportedDeaths() }),
    },
    {
      // Rows of older versions, and of backups of older versions, have the number itself.
      name: 'identity.hash-cards',
      cron: '*/10 * * * *',
      run: async () => ({ cards: await registry.hashPlainCards() }),
    },
  ]
}
