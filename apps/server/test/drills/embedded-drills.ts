// Kills the embedded database and cuts its power while it is written to, and counts what it had promised and lost.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { PowerCut, type Unsynced, withoutSyncs } from './power-cut.ts'

/** What the rounds of a drill add up to; `reopening` in milliseconds, the slowest. */
type DrillReport = {
  rounds: number
  acknowledged: number
  lost: number[]
  halfDone: number
  reopening: number
}

/** A database with the tables of the drill, to be copied for each. */
export async function makeDrillFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'drill-'))
  const database = await openEmbedded(folder, { disk: withoutSyncs })
  await database.client.exec(`
    CREATE TABLE entry (id int PRIMARY KEY, filler text NOT NULL);
    CREATE TABLE half (id int PRIMARY KEY);
    CREATE TABLE other_half (id int PRIMARY KEY);`)
  await database.close()
  return folder
}

/** Writes in all the ways a server does, until told to stop; calls `acknowledge` when the database has said yes. */
export async function writeUntil(
  client: PGlite,
  stopped: () => boolean,
  firstId: number,
  acknowledge: (id: number) => void,
) {
  let next = firstId
  const filler = () => Array.from({ length: 40 }, () => Math.random().toString(36)).join('')

  async function write(worker: number) {
    while (!stopped()) {
      next += 1
      const id = next
      if (worker === 0) {
        await client.transaction(async (transaction) => {
          await transaction.query('INSERT INTO half VALUES ($1)', [id])
          await transaction.query('INSERT INTO entry VALUES ($1, $2)', [id, filler()])
          await transaction.query('INSERT INTO other_half VALUES ($1)', [id])
        })
      } else {
        await client.query('INSERT INTO entry VALUES ($1, $2)', [id, filler()])
      }
      if (stopped()) return
      acknowledge(id)
      if (worker === 1)
        await client.query(`UPDATE entry SET filler = filler || 'x' WHERE id % 50 = $1`, [id % 50])
      if (worker === 2 && id % 7 === 0) await client.exec('CHECKPOINT')
      if (worker === 3 && id % 11 === 0) {
        await client.exec(
          `CREATE TABLE extra_${id} AS SELECT * FROM entry ORDER BY id DESC LIMIT 20; CREATE INDEX ON extra_${id} (id)`,
        )
        if (id % 3 === 0) await client.exec(`DROP TABLE extra_${id}`)
      }
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(write))
}

/**
 * Ids of the drill's rows, each found both by its table and by its index, and the number of half-done transactions.
 * Throws when a table or index that was made meanwhile cannot be read.
 */
async function readBack(client: PGlite): Promise<{ ids: Set<number>; halfDone: number }> {
  await client.exec('SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off')
  const byTable = await client.query<{ id: number; size: number }>(
    'SELECT id, length(filler) AS size FROM entry',
  )
  await client.exec(
    'RESET enable_indexscan; RESET enable_indexonlyscan; RESET enable_bitmapscan; SET enable_seqscan = off',
  )
  const byIndex = await client.query<{ id: number }>('SELECT id FROM entry ORDER BY id')
  const half = await client.query<{ count: number }>(`
    SELECT count(*) FROM half FULL JOIN other_half USING (id) LEFT JOIN entry USING (id)
    WHERE half IS NULL OR other_half IS NULL OR entry IS NULL`)
  const extras = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relname ~ '^extra_[0-9]+$'`,
  )
  for (const { name } of extras.rows) {
    await client.query(`SELECT id FROM ${name} ORDER BY id`)
    await client.query(`SELECT length(filler) FROM ${name}`)
  }
  await client.exec('RESET enable_seqscan')
  const indexed = new Set(byIndex.rows.map((row) => row.id))
  const ids = new Set(byTable.rows.filter((row) => row.size > 0 && indexed.has(row.id)).map((row) => row.id))
  return { ids, halfDone: half.rows[0]?.count ?? 0 }
}

/** So that a slow machine takes longer and does not see less. */
const someWrites = () => 30 + Math.floor(Math.random() * 120)

/** Each round goes on from the folder that the cut before it left. */
export async function drillPowerCuts(made: string, rounds: number, unsynced: Unsynced): Promise<DrillReport> {
  const base = mkdtempSync(join(tmpdir(), 'power-'))
  const report: DrillReport = { rounds, acknowledged: 0, lost: [], halfDone: 0, reopening: 0 }
  const acknowledged = new Set<number>()
  let folder = join(base, '0')
  cpSync(made, folder, { recursive: true })
  for (let round = 1; round <= rounds; round += 1) {
    const disk = new PowerCut(join(folder, 'db'))
    const database = await openEmbedded(folder, { disk })
    let off = false
    const writing = writeUntil(
      database.client,
      () => off,
      round * 1_000_000,
      (id) => acknowledged.add(id),
    )
    const enough = acknowledged.size + someWrites()
    while (acknowledged.size < enough) await wait(Math.random() * 10)
    const after = join(base, String(round))
    mkdirSync(after)
    off = true
    disk.cut(join(after, 'db'), unsynced)
    await writing
    await database.close()

    const started = performance.now()
    const survivor = await openEmbedded(after, { disk: withoutSyncs })
    report.reopening = Math.max(report.reopening, performance.now() - started)
    const found = await readBack(survivor.client)
    await survivor.close()
    report.lost = [...acknowledged].filter((id) => !found.ids.has(id))
    report.halfDone += found.halfDone
    rmSync(folder, { recursive: true })
    folder = after
    if (report.lost.length > 0) break
  }
  rmSync(base, { recursive: true })
  return { ...report, acknowledged: acknowledged.size }
}

/** Each round starts a process on the folder, which recovers from the kill before, writes, and is killed without warning. */
export async function drillKills(made: string, rounds: number): Promise<DrillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'))
  cpSync(made, folder, { recursive: true })
  const acknowledged = new Set<number>()
  let reopening = 0
  for (let round = 1; round <= rounds; round += 1) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, './write-until-killed.ts'), folder, String(round * 1_000_000)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const enough = acknowledged.size + someWrites()
    for await (const line of createInterface({ input: child.stdout })) {
      const [, opened] = /^open after (\d+) ms$/.exec(line) ?? []
      if (opened === undefined) acknowledged.add(Number(line))
      else reopening = Math.max(reopening, Number(opened))
      if (acknowledged.size === enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 20)
    }
    await ended
  }
  const survivor = await openEmbedded(folder)
  const found = await readBack(survivor.client)
  await survivor.close()
  rmSync(folder, { recursive: true })
  const lost = [...acknowledged].filter((id) => !found.ids.has(id))
  return { rounds, acknowledged: acknowledged.size, lost, halfDone: found.halfDone, reopening }
}
