/** F1 and F3: servers are killed under load, and a second server is started on a data folder that is in use. */
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../apps/server/test/free-port.ts'
import { type Clinic, clinic, type Harness } from '../harness/harness.ts'
import { type Findings, has, openFindings, type Portion, percentile, type Size } from '../harness/outcome.ts'
import { listFiles } from '../harness/stored-files.ts'
import { audit, buildWaiting, freeSlots, halfDone, startWriting, wholeDay } from '../harness/writing.ts'

type Killed = {
  readonly name: string
  readonly at: Clinic
  readonly dataDir: string
  readonly kills: number
  /** Acknowledged writes before the next kill. */
  readonly each: number
}

/**
 * The longest time to wait for the writes before a kill. A server that is slower misses the target for its
 * writes.
 */
const longestTurn = 30_000

async function killUnderLoad(
  harness: Harness,
  { name, at, dataDir, kills, each }: Killed,
  findings: Findings,
) {
  const environment = { DATA_DIR: dataDir, ...(at.url === '' ? {} : { DATABASE_URL: at.url }) }
  const slots = await freeSlots(at.ask, 16_000)
  const waiting = await buildWaiting(at.ask, clinic.people, 6_000)
  const port = await freePort()
  let server = await harness.server(environment, { port })
  const writing = startWriting({
    ask: (asked) => server.ask(asked),
    people: clinic.people,
    workers: 10,
    kinds: wholeDay,
    slots,
    waiting,
  })
  const ready: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    const began = performance.now()
    const enough = (kill + 1) * each
    while (writing.acknowledged.length < enough && performance.now() - began < longestTurn) await wait(20)
    // Waits for a random time, so that the kill does not always follow an answer.
    await wait(300 + Math.random() * 800)
    await server.end('SIGKILL')
    server = await harness.server(environment, { port })
    ready.push(server.readyAfter)
  }
  await wait(300)
  await writing.stop()
  await server.end('SIGTERM')
  for (const { status } of writing.failed) findings.error(status)
  findings.recovered(Math.max(...ready))
  findings.quickly(`${name}: ready again after, 95 of 100`, percentile(ready, 0.95) / 1000, 3, 's')
  await audit(writing, at.ask, findings)
  const kinds = new Set(writing.acknowledged.map(({ kind }) => kind)).size
  findings.atLeast(`${name}: kinds of writes that were acknowledged`, kinds, new Set(wholeDay).size)
  findings.atLeast(
    `${name}: writes acknowledged over ${kills} kills`,
    writing.acknowledged.length,
    kills * each,
  )
  findings.atMost(`${name}: half done`, await halfDone(at.ask), 0)
  const known = await at.ask<{ key: string; owned: boolean }>(
    'select key, true as owned from files union all select key, false from unfinished_files',
  )
  // Unfinished files are listed in `unfinished_files`, and are removed within an hour.
  const stored = new Set(
    listFiles(join(dataDir, 'files')).map((path) => basename(path).split('.', 1)[0] ?? ''),
  )
  const strange = [...stored].filter((key) => !known.some((one) => one.key === key)).length
  const missing = known.filter(({ key, owned }) => owned && !stored.has(key)).length
  findings.atMost(`${name}: files without a row, rows without a file`, strange + missing, 0)
}

export async function testServerKills(harness: Harness, size: Size, portion: Portion) {
  const findings = openFindings(size)
  // Both parts together make 100 kills and 50,000 writes.
  const kills = portion.rounds ?? (size === 'whole' ? 50 : 2)
  if (has(portion, 'postgres')) {
    const at = await harness.clinic()
    const each = size === 'whole' ? 900 : 100
    await killUnderLoad(harness, { name: 'PostgreSQL', at, dataDir: harness.folder(), kills, each }, findings)
  }
  if (!has(portion, 'embedded')) return findings.outcome()
  // The embedded PostgreSQL survives the killed server. The next start stops it before it starts a new one.
  const embedded = await harness.embedded()
  const { dataDir } = embedded
  await killUnderLoad(harness, { name: 'embedded', at: embedded, dataDir, kills, each: 100 }, findings)
  return findings.outcome()
}

export async function testSecondServer(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const { dataDir } = await harness.embedded()
  const tries = size === 'whole' ? 20 : 2
  let clear = 0
  const ended: number[] = []
  for (let attempt = 0; attempt < tries; attempt += 1) {
    // The previous server was killed, so its lock is taken over.
    const first = await harness.server({ DATA_DIR: dataDir })
    const began = performance.now()
    const words = await harness.server({ DATA_DIR: dataDir }).then(
      () => '',
      (error: Error) => error.message,
    )
    ended.push(performance.now() - began)
    if (words.includes(dataDir) && first.isRunning()) clear += 1
    await first.end('SIGKILL')
  }
  findings.add({ acknowledged: tries })
  findings.quickly('a second server ended after', Math.max(...ended) / 1000, 2, 's')
  findings.atLeast('times it named the folder, and the first one went on', clear, tries)
  return findings.outcome()
}
