/**
 * Promise 7: a sign-in costs little more than its password hash, and lists stay fast during a flood of
 * sign-ins.
 */
import { password } from '../clinic.ts'
import { type Load, type LoadPlan, postRequest } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds, measure, medianRatio } from '../rounds.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

const signInClients = 4
const listConnections = 16
/** More sign-ins a second than one core can verify. */
const mostSignIns = 150

/**
 * Seconds of warm-up after a start, in which the JavaScript engine compiles the sign-in code. It takes long,
 * because there are few sign-ins a second.
 */
const compileSeconds = 5
/** Seconds of warm-up in each round, and seconds by which the flood is longer than the lists beside it. */
const warmSeconds = 0.5
const surroundSeconds = 1

/** Returns how many accounts are needed so that no account signs in twice. */
export function signInsNeeded(rounds: number, seconds: number): number {
  return Math.ceil((compileSeconds + rounds * (2 * seconds + warmSeconds + surroundSeconds)) * mostSignIns)
}

type SignInParts = {
  readonly load: Load
  /** A second load generator, for the flood beside the lists. */
  readonly secondLoad: Load
  /** Trusts its proxy, so that callers come from many addresses. Its event loop is probed. */
  readonly portal: Server
  /** A server that verifies one password for each call and does nothing else. */
  readonly verifier: Server
  readonly databasePid: number | null
  readonly tokens: readonly string[]
  /** RUNs of accounts whose password is {@link password}. */
  readonly runs: readonly string[]
  readonly rounds: number
  readonly seconds: number
}

export async function measureSignIn(parts: SignInParts): Promise<Figure[]> {
  const { load, secondLoad, portal, verifier, databasePid, tokens, runs, rounds, seconds } = parts
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    print(figure)
  }
  const signIns = runs.map((run, index) =>
    postRequest(
      '/api/auth/login',
      { document_type_id: 1, document_number: run, password },
      { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
    ),
  )
  let signedIn = 0
  /**
   * Plans a flood that starts with unused accounts. A second sign-in would take over a session, which costs
   * more.
   */
  const flood = (warmSeconds: number, seconds: number) => {
    const from = signedIn
    signedIn = (signedIn + Math.ceil((warmSeconds + seconds) * mostSignIns)) % signIns.length
    return {
      port: portal.port,
      connections: signInClients,
      warmSeconds,
      seconds,
      requests: [...signIns.slice(from), ...signIns.slice(0, from)],
      status: '200',
    }
  }
  const lists = {
    port: portal.port,
    connections: listConnections,
    warmSeconds,
    requests: listRequests(hotLists[0].path, tokens),
    status: '200',
  }

  heading(`Sign-in, ${signInClients} clients without pause`, 'portal', 'against', 'ratio (limit)')
  await load.run(flood(0, compileSeconds))
  // Verifies passwords in an equal flood: a verification costs more while the other core is busy.
  const verifying = {
    port: verifier.port,
    connections: signInClients,
    warmSeconds,
    seconds,
    requests: [postRequest('/', {})],
    status: '200',
  }
  const cost = async (server: Server, plan: LoadPlan, database: number | null) => {
    const { result, delay } = await server.probed(() => measure(load, plan, server, database))
    return { ...result, delay }
  }
  const costs = await inRounds(rounds, {
    bare: () => cost(verifier, verifying, null),
    portal: () => cost(portal, flood(warmSeconds, seconds), databasePid),
  })
  const ofPortal = (figure: 'cpuMs' | 'delay' | 'perSecond') =>
    median(costs.map(({ portal: measured }) => measured[figure]))
  add({
    promise: 7,
    what: 'CPU of a sign-in, against one verification',
    measured: `${shown(ofPortal('cpuMs'))} ms`,
    against: `${shown(median(costs.map(({ bare }) => bare.cpuMs)))} ms`,
    ratio: { value: medianRatio(costs, ({ cpuMs }) => cpuMs), limit: 1.5, kind: 'most' },
  })
  add({
    promise: 7,
    what: 'event-loop delay in the flood, 99th percentile',
    measured: `${shown(ofPortal('delay'))} ms`,
    ratio: { value: ofPortal('delay'), limit: 20, kind: 'most' },
  })
  add({
    promise: null,
    what: 'sign-ins a second',
    measured: shown(ofPortal('perSecond')),
  })

  const stored: { alone: number; flooded: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const alone = await load.run({ ...lists, seconds })
    // The flood lasts longer than the lists are counted.
    const [flooded] = await Promise.all([
      load.run({ ...lists, seconds }),
      secondLoad.run(flood(0, seconds + surroundSeconds)),
    ])
    stored.push({ alone: alone.count / alone.seconds, flooded: flooded.count / flooded.seconds })
  }
  add({
    promise: 7,
    what: 'lists a second during the flood, against before',
    measured: shown(median(stored.map(({ flooded }) => flooded))),
    against: shown(median(stored.map(({ alone }) => alone))),
    ratio: { value: median(stored.map(({ alone, flooded }) => flooded / alone)), limit: 0.4, kind: 'least' },
  })
  return figures
}
