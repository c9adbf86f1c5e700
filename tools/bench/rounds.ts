/** Measures two sides in turn, so that other load on the machine affects both. */
import type { Load, LoadPlan, LoadResult } from './load-client.ts'
import { cpuBetween, cpuOfFamily, readCpuSeconds } from './process-stats.ts'
import { median } from './report.ts'

export type Measured = LoadResult & {
  readonly perSecond: number
  /** Milliseconds of CPU for each call, in the server and in its database. */
  readonly cpuMs: number
}

/**
 * Runs a plan against a server. Returns the cost of each call in the server and, if there is one, in its
 * database.
 */
export async function measure(
  load: Load,
  plan: LoadPlan,
  server: { readonly pid: number },
  databasePid: number | null,
): Promise<Measured> {
  const read = () => ({
    server: readCpuSeconds(server.pid),
    database: databasePid === null ? new Map<number, number>() : cpuOfFamily(databasePid),
  })
  let before = read()
  let after = before
  const result = await load.run(plan, {
    onCounting: () => {
      before = read()
    },
    onCounted: () => {
      after = read()
    },
  })
  const seconds = after.server - before.server + cpuBetween(before.database, after.database)
  return { ...result, perSecond: result.count / result.seconds, cpuMs: (seconds / result.count) * 1000 }
}

type Pair<T> = { readonly bare: T; readonly portal: T }

/** Measures both sides `count` times. The order changes with each round. */
export async function inRounds<T>(
  count: number,
  sides: { readonly bare: () => Promise<T>; readonly portal: () => Promise<T> },
): Promise<Pair<T>[]> {
  const rounds: Pair<T>[] = []
  for (let round = 0; round < count; round += 1) {
    if (round % 2 === 0) {
      const bare = await sides.bare()
      rounds.push({ bare, portal: await sides.portal() })
    } else {
      const portal = await sides.portal()
      rounds.push({ bare: await sides.bare(), portal })
    }
  }
  return rounds
}

/** Returns the median over all rounds of the portal’s value divided by the bare server’s value. */
export function medianRatio<T>(rounds: readonly Pair<T>[], of: (side: T) => number): number {
  return median(rounds.map(({ bare, portal }) => of(portal) / of(bare)))
}
