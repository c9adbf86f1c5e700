import { setTimeout as wait } from 'node:timers/promises'
import type { PeriodicJob } from '../../../platform/jobs.ts'
import type { DeepTrailStore } from './deep-trail.store.ts'

const looks = 40
const betweenLooks = 50

/** Closes and dates what is settled: rows get their numbers before they are committed, so whoever writes now is waited for. */
export async function closeBlocks(store: DeepTrailStore): Promise<number> {
  const settled = await store.newest()
  let writing = await store.writers()
  for (let look = 0; writing.length > 0; look += 1) {
    if (look === looks) return 0
    await wait(betweenLooks)
    const still = new Set(await store.writers())
    writing = writing.filter((writer) => still.has(writer))
  }
  const closed = await store.close(settled)
  await store.date()
  return closed
}

export function deepTrailJobs(store: DeepTrailStore): PeriodicJob[] {
  return [
    { name: 'audit.close', cron: '*/5 * * * *', run: async () => ({ blocks: await closeBlocks(store) }) },
  ]
}
