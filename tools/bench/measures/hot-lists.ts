/**
 * Promise 1: the lists of a signed-in patient, each with a page of five and the total. Promise 15: the page of a patient and the arrivals of a
 * day at the front desk.
 */
import { deepStrictEqual } from 'node:assert'
import { getRequest, type Load } from '../load-client.ts'
import { type Figure, heading, median, print, shown, spread } from '../report.ts'
import { inRounds, type Measured, measure, medianRatio } from '../rounds.ts'
import { ask, type Server } from '../servers.ts'

export const hotLists = [
  { name: 'upcoming hours', path: '/api/medicals/appointments/upcomings' },
  { name: 'past hours', path: '/api/medicals/appointments/histories' },
  { name: 'laboratory exams', path: '/api/exams/procedures' },
  { name: 'notifications', path: '/api/notifications?limit=5' },
] as const

const connections = 16

export type ComparedList = {
  readonly name: string
  /** The addresses that are asked for in turn. */
  readonly paths: readonly string[]
}

type ComparedListsParts = {
  readonly promise: number
  readonly heading: string
  readonly lists: readonly ComparedList[]
  /** The least ratio of requests per second. */
  readonly least: number
  readonly promisesCpu: boolean
  readonly load: Load
  readonly bare: Server
  readonly portal: Server
  readonly databasePid: number | null
  readonly tokens: readonly string[]
  readonly rounds: number
  readonly seconds: number
}

export const patientLists = {
  promise: 1,
  heading: 'Hot lists, 16 connections',
  lists: hotLists.map(({ name, path }) => ({ name, paths: [path] })),
  least: 0.7,
  promisesCpu: true,
}

export function listRequests(path: string, tokens: readonly string[]): string[] {
  return tokens.map((token) => getRequest(path, { 'x-token': token }))
}

/** Throws if the two servers do not give the same answer. */
async function assertSameAnswers(bare: Server, portal: Server, path: string, token: string): Promise<void> {
  const [expected, given] = await Promise.all(
    [bare, portal].map(async ({ port }) => JSON.parse((await ask(port, path, { 'x-token': token })).body)),
  )
  deepStrictEqual(given, expected, `B and the portal answer ${path} differently`)
  const shown = given.total ?? (given.appointments ?? given.upcoming).length
  if (shown < 6) throw new Error(`${path} answers no full page`)
}

/** Measures the lists. Also returns the spread of B over its rounds, which shows how noisy the machine is. */
export async function measureLists(
  parts: ComparedListsParts,
): Promise<{ figures: Figure[]; noise: number[] }> {
  const figures: Figure[] = []
  const noise: number[] = []
  const { load, bare, portal, databasePid, tokens, rounds, seconds } = parts
  const add = (figure: Figure) => {
    figures.push(figure)
    print(figure)
  }
  heading(parts.heading, 'portal', 'B', 'ratio (limit)')
  for (const { name, paths } of parts.lists) {
    for (const token of tokens.slice(0, 3)) await assertSameAnswers(bare, portal, paths[0] ?? '', token)
    const requests = tokens.map((token, index) =>
      getRequest(paths[index % paths.length] ?? '', { 'x-token': token }),
    )
    const side = (server: Server) => () =>
      measure(
        load,
        { port: server.port, connections, warmSeconds: 0.3, seconds, requests, status: '200' },
        server,
        databasePid,
      )
    const measured = await inRounds<Measured>(rounds, { bare: side(bare), portal: side(portal) })
    const of = (key: 'perSecond' | 'cpuMs' | 'p99', who: 'bare' | 'portal') =>
      median(measured.map((round) => round[who][key]))
    noise.push(spread(measured.map(({ bare: { perSecond } }) => perSecond)))
    add({
      promise: parts.promise,
      what: `${name}: calls a second`,
      measured: shown(of('perSecond', 'portal')),
      against: shown(of('perSecond', 'bare')),
      ratio: { value: medianRatio(measured, (it) => it.perSecond), limit: parts.least, kind: 'least' },
    })
    add({
      promise: parts.promisesCpu ? parts.promise : null,
      what: `${name}: CPU a call, server and database`,
      measured: `${of('cpuMs', 'portal').toFixed(3)} ms`,
      against: `${of('cpuMs', 'bare').toFixed(3)} ms`,
      ratio: { value: medianRatio(measured, (it) => it.cpuMs), limit: 1.5, kind: 'most' },
    })
    add({
      promise: null,
      what: `${name}: 99th percentile`,
      measured: `${shown(of('p99', 'portal'))} ms`,
      against: `${shown(of('p99', 'bare'))} ms`,
    })
  }
  return { figures, noise }
}
