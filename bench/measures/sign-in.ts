/** Promise 7: a sign-in costs its password hash and little more, and a flood of them leaves the lists alive. */
import { password } from '../clinic.ts'
import { type Load, type LoadPlan, postRequest } from '../load-client.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'
import { inRounds, measure, medianRatio } from '../rounds.ts'
import type { Server } from '../servers.ts'
import { hotLists, listRequests } from './hot-lists.ts'

const signInClients = 4
const listConnections = 16
/** More a second than one core can verify. */
const mostSignIns = 150

/** Sign-ins are few a second: until then the engine compiles what they need, which a server does once a start. */
const compileSeconds = 8
/** A round's warm-up before the sign-ins are counted, and how much longer than the lists a flood beside them lasts. */
const warmSeconds = 1
const surroundSeconds = 1.5

/** Accounts without which somebody would sign in twice. */
export function signInsNeeded(rounds: number, seconds: number): number {
  return Math.ceil((compileSeconds + rounds * (2 * seconds + warmSeconds + surroundSeconds)) * mostSignIns)
}

type SignInParts = {
  readonly load: Load
  /** A generator of its own for the flood beside the lists. */
  readonly secondLoad: Load
  /** Behind a proxy it trusts, so that callers come from as many addresses as in life; with its loop probed. */
  readonly portal: Server
  /** Verifies one password a call and does nothing else. */
  readonly verifier: Server
  readonly databasePid: number | null
  readonly tokens: readonly string[]
  /** Runs whose password is {@link password}. */
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
  /** Nobody signs in twice while there are others: taking a session over is another thing. */
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
    warmSeconds: 1,
    requests: listRequests(hotLists[0].path, tokens),
    status: '200',
  }

  heading(`Sign-in, ${signInClients} clients without pause`, 'portal', 'against', 'ratio (limit)')
  await load.run(flood(0, compileSeconds))
  // In the same flood: with the other core busy a verification costs more than alone.
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
    // The flood surrounds the stretch in which the lists are counted.
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
