import type { Clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { Tries } from '../../platform/security/tries.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { SessionStore } from './session.store.ts'

// A browser that was left open that long is still told why its session ended.
const day = 24 * 3_600_000

/** Removes what no call can use any more: sessions, temporary passwords, challenges and counted tries; seals anew. */
export function sessionJobs(
  store: SessionStore,
  secondFactor: Pick<SecondFactorService, 'purge' | 'renew'>,
  tries: Tries,
  clock: Clock,
  keptDays: number,
): PeriodicJob[] {
  return [
    {
      name: 'session.purge',
      cron: '40 3 * * *',
      run: async () => {
        const now = clock.now()
        const counts = await store.purge(new Date(now.getTime() - keptDays * day), now)
        return { ...counts, challenges: await secondFactor.purge(), tries: await tries.purge() }
      },
    },
    {
      name: 'secondFactor.renew',
      cron: '23 * * * *',
      run: async () => ({ renewed: await secondFactor.renew() }),
    },
  ]
}
