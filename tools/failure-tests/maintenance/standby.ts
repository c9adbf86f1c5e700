/**
 * The primary fails under load and its standby takes over at the same address. The address moves before the
 * promotion, so the servers first reach a database that rejects writes.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '../../../apps/server/test/postgres.ts'
import type { Harness } from '../harness/harness.ts'
import { type Findings, openFindings, type Size } from '../harness/outcome.ts'
import { watchReadiness } from '../harness/readiness.ts'
import { openTcpProxy } from '../harness/tcp-proxy.ts'
import { audit, freeSlots, halfDone, startWriting } from '../harness/writing.ts'

async function say<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(sql, [...values])
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** From now on a commit waits until the standby has stored it on disk. */
async function makeSynchronous(primary: PostgresServer): Promise<void> {
  await say(primary.url, `alter system set synchronous_standby_names = '*'`)
  await say(primary.url, 'select pg_reload_conf()')
  await untilTrue(async () => {
    const rows = await say(primary.url, `select 1 from pg_stat_replication where sync_state = 'sync'`)
    return rows.length > 0
  })
}

async function untilTrue(asked: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await asked()) return
    await wait(100)
  }
  throw new Error('it never came true')
}

/** Kills the primary, promotes the standby, and counts the acknowledged writes that the standby lacks. */
async function takeOver(
  harness: Harness,
  findings: Findings,
  { synchronous, seconds }: { synchronous: boolean; seconds: number },
): Promise<void> {
  const primary = await startPostgres({ standbyOf: harness.postgres })
  harness.afterwards(primary.stop)
  const clinic = await harness.clinic()
  // Copies the cluster that all failure tests share. The copy is promoted once it has the database, so that it
  // is independent.
  await untilTrue(async () => {
    const name = new URL(clinic.url).pathname.slice(1)
    return (await say(primary.url, `select 1 from pg_database where datname = '${name}'`)).length > 0
  })
  await say(primary.url, 'select pg_promote()')
  const standby = await startPostgres({ standbyOf: primary })
  harness.afterwards(standby.stop)
  if (synchronous) await makeSynchronous(primary)
  const at = (port: number) => {
    const url = new URL(clinic.url)
    url.port = String(port)
    return url.toString()
  }
  const proxy = await openTcpProxy(primary.port)
  harness.afterwards(proxy.close)
  const servers = await Promise.all([1, 2].map(() => harness.server({ DATABASE_URL: at(proxy.port) })))
  const [one, other] = servers
  if (!one || !other) throw new Error('two servers were asked for')
  const slots = await freeSlots((sql, values) => say(at(primary.port), sql, values), 5_000)
  let turn = 0
  const ask: typeof one.ask = (asked) => (turn++ % 2 === 0 ? one : other).ask(asked)
  const writing = startWriting({ ask, people: 500, workers: 8, slots })
  const watched = servers.map(watchReadiness)
  await wait(seconds * 1000)

  const word = synchronous ? 'synchronous' : 'asynchronous'
  const broken = performance.now()
  await primary.down('SIGKILL')
  proxy.turn(standby.port)
  await wait(2_500)
  const acknowledgedOnStandby = writing.acknowledged.length
  await wait(1_500)
  findings.atMost(
    `${word}: writes acknowledged while only the standby was there`,
    writing.acknowledged.length - acknowledgedOnStandby,
    0,
  )
  const unready = await Promise.all(servers.map((server) => server.ask({ path: '/health/ready' })))
  findings.holds(
    `${word}: not ready on the standby`,
    unready.every(({ status }) => status === 503),
  )
  const promoting = performance.now()
  await say(standby.url, 'select pg_promote()')
  const promoted = performance.now()
  await wait(4_000)
  for (const readiness of watched) {
    const ready = readiness.until(true, promoting)
    findings.recovered(ready)
    findings.quickly(`${word}: ready again after the promotion`, ready - (promoted - promoting), 2_000, 'ms')
    findings.atMost(`${word}: readiness fell after`, readiness.until(false, broken), 2_000, 'ms')
  }
  await writing.stop()
  for (const readiness of watched) await readiness.stop()
  const during = writing.failed.filter(({ at: when }) => when >= broken - 3_000 && when < promoted + 2_000)
  const later = writing.failed.filter(({ at: when }) => when >= promoted + 2_000)
  for (const { status } of during) findings.error(status)
  findings.atMost(`${word}: failed calls from 2 s after the promotion`, later.length, 0)
  findings.atMost(
    `${word}: refusals that are no 503 with Retry-After`,
    during.filter(({ status, headers }) => status !== 503 || headers['retry-after'] === undefined).length,
    0,
  )
  findings.atMost(
    `${word}: longest call`,
    Math.max(0, ...during.map(({ milliseconds }) => milliseconds)),
    3_000,
    'ms',
  )
  findings.holds(
    `${word}: no server ended`,
    servers.every((server) => server.isRunning()),
  )
  const onStandby = <Row extends object>(sql: string, values?: readonly unknown[]) =>
    say<Row>(at(standby.port), sql, values)
  if (synchronous) {
    await audit(writing, onStandby, findings)
    findings.atMost('half done', await halfDone(onStandby), 0)
  } else {
    const aside = openFindings('whole')
    await audit(writing, onStandby, aside)
    const { acknowledged, lost } = aside.outcome()
    // There is no target here: only synchronous commits guarantee that no write is lost.
    findings.atMost(`asynchronous: lost of ${acknowledged}`, lost, acknowledged)
  }
  for (const server of servers) await server.end('SIGKILL')
}

export async function testStandby(harness: Harness, size: Size) {
  const findings = openFindings(size)
  await takeOver(harness, findings, { synchronous: true, seconds: size === 'whole' ? 8 : 2 })
  if (size === 'whole') await takeOver(harness, findings, { synchronous: false, seconds: 8 })
  return findings.outcome()
}
