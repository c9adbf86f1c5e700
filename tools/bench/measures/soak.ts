/** Measures the memory of the portal over a long time of ordinary calls. */
import { password } from '../clinic.ts'
import { getRequest, type Load, postRequest } from '../load-client.ts'
import { memoryOf } from '../process-stats.ts'
import { type Figure, heading, print, shown } from '../report.ts'
import type { Server } from '../servers.ts'

const rate = 500
const stretchSeconds = 15

type SoakParts = {
  readonly load: Load
  /** Trusts its proxy. */
  readonly portal: Server
  readonly tokens: readonly string[]
  readonly runs: readonly string[]
  readonly minutes: number
}

/**
 * The calls of an ordinary day in their proportions: mostly lists, other reads of a page, and a few sign-ins.
 */
const reads = [
  '/api/medicals/appointments/upcomings',
  '/api/notifications?limit=5',
  '/api/exams/procedures',
  '/api/medicals/appointments/histories',
  '/api/notifications?limit=5',
  '/api/medicals/appointments/upcomings',
  '/api/favourites',
  '/api/patients/accesses',
  '/api/genders',
  '/api/exams/procedures?page=2',
  '/api/locations/nationalities',
  '/api/medicals/appointments/histories?page=2',
] as const
/** One of this many calls is a sign-in. */
const signInEvery = 200

function dayOf({ tokens, runs }: SoakParts): string[] {
  const calls: string[] = []
  for (const path of reads) {
    for (const token of tokens) {
      calls.push(getRequest(path, { 'x-token': token }))
      if (calls.length % signInEvery > 0) continue
      const turn = calls.length / signInEvery
      calls.push(
        postRequest(
          '/api/auth/login',
          { document_type_id: 1, document_number: runs[turn % runs.length], password },
          { 'x-forwarded-for': `10.2.${(turn >> 8) & 255}.${turn & 255}` },
        ),
      )
    }
  }
  return calls
}

/** Returns the growth in megabytes a minute, by least squares. */
function slopeOf(samples: readonly { readonly minute: number; readonly memory: number }[]): number {
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minute, memory] = [mean((it) => it.minute), mean((it) => it.memory)]
  return mean((it) => (it.minute - minute) * (it.memory - memory)) / mean((it) => (it.minute - minute) ** 2)
}

export async function measureSoak(parts: SoakParts): Promise<Figure[]> {
  const { load, portal, minutes } = parts
  heading(`A day's calls for ${minutes} minutes, ${rate} a second`, 'portal')
  const plan = {
    port: portal.port,
    connections: 64,
    rate,
    warmSeconds: 0,
    seconds: stretchSeconds,
    requests: dayOf(parts),
    status: '200',
  }
  const samples: { minute: number; memory: number }[] = []
  const started = performance.now()
  let served = 0
  let longest = 0
  while (performance.now() - started < minutes * 60_000) {
    const { count, p99 } = await load.run(plan)
    served += count
    longest = Math.max(longest, p99)
    samples.push({ minute: (performance.now() - started) / 60_000, memory: memoryOf(portal.pid) })
  }
  const settled = samples.slice(Math.floor(samples.length / 3))
  const most = Math.max(...samples.map(({ memory }) => memory))
  const slope = slopeOf(settled)
  const overHalfAnHour = slope * 30
  const figures: Figure[] = [
    {
      promise: null,
      what: 'most memory, megabytes',
      measured: `${shown(most)} MB`,
      ratio: { value: most },
    },
    {
      promise: null,
      what: 'growth over the last two thirds, MB in 30 minutes',
      measured: `${slope.toFixed(2)} MB/min`,
      ratio: { value: overHalfAnHour },
    },
    {
      promise: null,
      what: 'calls a second that were answered',
      measured: shown(served / (samples.length * stretchSeconds)),
    },
    { promise: null, what: 'worst 99th percentile of 15 seconds', measured: `${shown(longest)} ms` },
  ]
  for (const figure of figures) print(figure)
  return figures
}
