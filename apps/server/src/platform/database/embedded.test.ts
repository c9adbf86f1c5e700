import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DiskFailedError,
  EngineStoppedError,
  FolderDamagedError,
  FolderFullError,
  FolderHeldError,
} from './embedded/folder-errors.ts'
import type { Disk, FileChange } from './embedded/synced-folder.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'

let base: string
/** Closed in order, with one table of three rows; and the same as a killed process leaves it. */
let closed: string
let interrupted: string
let folder: string
let open: EmbeddedDatabase[] = []

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'embedded-'))
  closed = join(base, 'closed')
  interrupted = join(base, 'interrupted')
  const database = await openEmbedded(closed, { disk: troubledDisk().disk })
  await database.client.exec(`CREATE TABLE note (id serial PRIMARY KEY, text text NOT NULL);
    INSERT INTO note (text) VALUES ('a'), ('b'), ('c')`)
  cpSync(closed, interrupted, { recursive: true })
  await database.close()
})

beforeEach(() => {
  folder = join(base, 'work')
})

afterEach(async () => {
  for (const database of open) await database.close()
  open = []
  rmSync(folder, { recursive: true, force: true })
})

afterAll(() => rmSync(base, { recursive: true }))

async function start(options: Parameters<typeof openEmbedded>[1] = {}) {
  if (!existsSync(folder)) cpSync(closed, folder, { recursive: true })
  const database = await openEmbedded(folder, { disk: troubledDisk().disk, ...options })
  open.push(database)
  return database
}

async function notes({ client }: EmbeddedDatabase) {
  const { rows } = await client.query<{ text: string }>('SELECT text FROM note ORDER BY id')
  return rows.map((row) => row.text).join('')
}

const fault = (code: string) => Object.assign(new Error(code), { code })

/** A disk that answers at once and can be told to refuse. The machine's own is for the drills. */
function troubledDisk() {
  const state = {
    refuse: (_change: FileChange): string | null => null,
    failSync: false,
    /** Syncs of the log, by whichever way. */
    logSyncs: 0,
    /** Set to hold back the syncs of the log. */
    gate: Promise.resolve(),
  }
  const disk: Disk = {
    async later() {
      state.logSyncs += 1
      await state.gate
      if (state.failSync) throw fault('EIO')
    },
    now(path) {
      if (path.includes('pg_wal')) state.logSyncs += 1
      if (state.failSync) throw fault('EIO')
    },
    tree: async () => [],
    before(change) {
      const code = state.refuse(change)
      if (code) throw fault(code)
    },
  }
  return { disk, state }
}

/** A promise with its resolver, to hold syncs back. */
const held = () => Promise.withResolvers<void>()

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const mark = Symbol('pending')
  const wait = new Promise((resolve) => setTimeout(resolve, 30, mark))
  return (await Promise.race([promise, wait])) === mark
}

describe('answers wait for the disk', () => {
  test('a statement that writes is answered when the log is synced, not before', async () => {
    const { disk, state } = troubledDisk()
    const { client } = await start({ disk })
    const gate = held()
    state.gate = gate.promise
    const insert = client.query(`INSERT INTO note (text) VALUES ('d')`)
    expect(await isPending(insert)).toBe(true)
    gate.resolve()
    await insert
  })

  test('a transaction is answered when its commit is synced; its own statements do not wait', async () => {
    const { disk, state } = troubledDisk()
    const { client } = await start({ disk })
    const gate = held()
    state.gate = gate.promise
    let inside = false
    const transaction = client.transaction(async (tx) => {
      await tx.query(`INSERT INTO note (text) VALUES ('d')`)
      await tx.query(`UPDATE note SET text = 'e' WHERE text = 'd'`)
      inside = true
    })
    expect(await isPending(transaction)).toBe(true)
    expect(inside).toBe(true)
    gate.resolve()
    await transaction
  })

  test('commits that wait at the same time share a sync', async () => {
    const { disk, state } = troubledDisk()
    const { client } = await start({ disk })
    const before = state.logSyncs
    const gate = held()
    state.gate = gate.promise
    const inserts = Array.from({ length: 20 }, () => client.query(`INSERT INTO note (text) VALUES ('x')`))
    expect(await isPending(Promise.any(inserts))).toBe(true)
    gate.resolve()
    await Promise.all(inserts)
    expect(state.logSyncs - before).toBeLessThanOrEqual(3)
  })

  test('a read causes no sync, and waits only for a commit that it may have seen', async () => {
    const { disk, state } = troubledDisk()
    const database = await start({ disk })
    const before = state.logSyncs
    await notes(database)
    expect(state.logSyncs).toBe(before)
    const gate = held()
    state.gate = gate.promise
    const insert = database.client.query(`INSERT INTO note (text) VALUES ('d')`)
    const read = notes(database)
    expect(await isPending(read)).toBe(true)
    gate.resolve()
    await insert
    expect(await read).toBe('abcd')
  })

  test('a write that may lose its last second does not wait, and is on the disk within that second', async () => {
    const { disk, state } = troubledDisk()
    const database = await start({ disk })
    const gate = held()
    state.gate = gate.promise
    const before = state.logSyncs
    await database.client.query(
      `INSERT INTO note (text) SELECT 'd' WHERE set_config('synchronous_commit', 'off', true) IS NOT NULL`,
    )
    expect(state.logSyncs).toBe(before)
    gate.resolve()
    await expect.poll(() => state.logSyncs, { timeout: 1000 }).toBeGreaterThan(before)
    cpSync(folder, join(base, 'after'), { recursive: true })
    const after = await openEmbedded(join(base, 'after'), { disk })
    expect(await notes(after)).toBe('abcd')
    await after.close()
  })

  test('the log does not grow for ever, also while the server works under a role of few rights', async () => {
    const { client } = await start()
    await client.exec(
      'CREATE ROLE few; GRANT ALL ON note TO few; GRANT ALL ON SEQUENCE note_id_seq TO few; SET ROLE few',
    )
    for (let round = 0; round < 30; round += 1) {
      await client.exec(
        `INSERT INTO note (text) SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 2000) g, generate_series(1, 40) h GROUP BY g`,
      )
    }
    await expect.poll(() => logFiles(folder).length, { timeout: 10_000 }).toBeLessThan(70)
    expect((await client.query('SELECT current_user AS who')).rows).toEqual([{ who: 'few' }])
  }, 60_000)
})

const logFiles = (place: string) =>
  readdirSync(join(place, 'db/pg_wal'))
    .filter((name) => name.length === 24)
    .sort()

describe('a disk in trouble', () => {
  test('a failed sync refuses the write and everything after it, and tells the process once', async () => {
    const { disk, state } = troubledDisk()
    const told: Error[] = []
    const database = await start({ disk, onFatal: (error) => told.push(error) })
    state.failSync = true
    const waiting = [1, 2, 3].map(() => database.client.query(`INSERT INTO note (text) VALUES ('d')`))
    for (const result of await Promise.allSettled(waiting)) expect(result.status).toBe('rejected')
    state.failSync = false
    await expect(notes(database)).rejects.toThrow(DiskFailedError)
    expect(told).toHaveLength(1)
  })

  test('a transaction whose commit cannot be synced is refused', async () => {
    const { disk, state } = troubledDisk()
    const { client } = await start({ disk })
    state.failSync = true
    const write = client.transaction((tx) => tx.query(`INSERT INTO note (text) VALUES ('d')`))
    await expect(write).rejects.toThrow(DiskFailedError)
  })

  test('a checkpoint that cannot sync a table ends the database, and nothing is lost', async () => {
    const { disk, state } = troubledDisk()
    const told: Error[] = []
    const { client } = await start({ disk, onFatal: (error) => told.push(error) })
    await client.query(`INSERT INTO note (text) VALUES ('d')`)
    state.failSync = true
    await expect(client.exec('CHECKPOINT')).rejects.toThrow(DiskFailedError)
    expect(told).toHaveLength(1)
    await open.pop()?.close()
    expect(await notes(await start())).toBe('abcd')
  })

  test('on a full disk a write is refused, reads go on, and writes too once there is space', async () => {
    const { disk, state } = troubledDisk()
    const database = await start({ disk })
    const large = `INSERT INTO note (text) SELECT 'z' FROM generate_series(1, 1000)`
    state.refuse = (change) => (change.kind === 'write' && change.path.includes('/base/') ? 'ENOSPC' : null)
    await expect(database.client.exec(large)).rejects.toMatchObject({ code: '53100' })
    expect(await notes(database)).toBe('abc')
    state.refuse = () => null
    await database.client.exec(large)
    expect(await notes(database)).toHaveLength(1003)
  })

  test('when the log itself has no space the process is told why, and the next start has all that was promised', async () => {
    const { disk, state } = troubledDisk()
    const told: Error[] = []
    const { client } = await start({ disk, onFatal: (error) => told.push(error) })
    await client.query(`INSERT INTO note (text) VALUES ('d')`)
    state.refuse = (change) => (change.path.includes('pg_wal') ? 'ENOSPC' : null)
    await expect(client.query(`INSERT INTO note (text) VALUES ('e')`)).rejects.toThrow(EngineStoppedError)
    expect(told.map((error) => error.message)).toEqual([expect.stringContaining('No space left on device')])
    await open.pop()?.close()
    expect(await notes(await start())).toBe('abcd')
  })

  test('a start that finds no space to recover says so, and the next one with space has everything', async () => {
    copyWhole(interrupted)
    const { disk, state } = troubledDisk()
    state.refuse = (change) => (change.kind === 'write' ? 'ENOSPC' : null)
    await expect(openEmbedded(folder, { disk })).rejects.toThrow(FolderFullError)
    expect(await notes(await start())).toBe('abc')
  })

  test('files removed under a running server are noticed by the next write', async () => {
    const { client } = await start()
    await client.query(`INSERT INTO note (text) VALUES ('d')`)
    rmSync(inDatabase(), { recursive: true })
    await expect(client.query(`INSERT INTO note (text) VALUES ('e')`)).rejects.toThrow(DiskFailedError)
  })
})

/** Copies only what a look before the opening needs: no tables. */
function copyWithoutTables(source: string) {
  cpSync(source, folder, { recursive: true, filter: (path) => !/base[\\/]\d|global[\\/]\d/.test(path) })
}

const copyWhole = (source: string) => cpSync(source, folder, { recursive: true })
const inDatabase = (...parts: string[]) => join(folder, 'db', ...parts)
const firstLogFile = () => inDatabase('pg_wal', logFiles(folder)[0] ?? '')

function replaceByEmpty(path: string) {
  rmSync(path, { recursive: true })
  mkdirSync(path)
}

function flipBit(path: string, position: number) {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
  writeFileSync(path, bytes)
}

function blankLog() {
  for (const name of logFiles(folder)) writeFileSync(inDatabase('pg_wal', name), Buffer.alloc(1 << 20))
}

/** What PostgreSQL throws away or renames whenever it starts after an interruption. */
const passing = /postmaster\.pid|pg_internal\.init|pg_wal/
const listing = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.startsWith('db') && !passing.test(name))

describe('a damaged folder is reported and kept', () => {
  const seenBefore: [string, RegExp, () => void][] = [
    ['the files are gone', /its files are gone/, () => rmSync(inDatabase(), { recursive: true })],
    ['an empty folder stands in its place', /PG_VERSION is missing/, () => replaceByEmpty(inDatabase())],
    ['PG_VERSION is missing', /PG_VERSION is missing/, () => rmSync(inDatabase('PG_VERSION'))],
    [
      'PG_VERSION is garbage',
      /PG_VERSION is unreadable/,
      () => writeFileSync(inDatabase('PG_VERSION'), '\0'),
    ],
    ['another PostgreSQL made it', /PostgreSQL 17/, () => writeFileSync(inDatabase('PG_VERSION'), '17\n')],
    ['the control file is missing', /pg_control is missing/, () => rmSync(inDatabase('global/pg_control'))],
    [
      'the control file is garbage',
      /pg_control is unreadable/,
      () => writeFileSync(inDatabase('global/pg_control'), Buffer.alloc(8192, 7)),
    ],
    ['the tables are gone', /base is missing/, () => rmSync(inDatabase('base'), { recursive: true })],
    ['the log is gone', /pg_wal is missing/, () => rmSync(inDatabase('pg_wal'), { recursive: true })],
    ['the log is empty', /log is missing/, () => replaceByEmpty(inDatabase('pg_wal'))],
    ['the log is cut short', /cut short/, () => truncateSync(firstLogFile(), 100_000)],
    ['the log lacks a file', /log is missing \(pg_wal\/0/, () => rmSync(firstLogFile())],
  ]
  const seenByPostgres: [string, RegExp, () => void][] = [
    ['one bit of the control file is wrong', /checksum/, () => flipBit(inDatabase('global/pg_control'), 70)],
    ['the log is blank', /valid checkpoint record/, blankLog],
    ['a catalogue is missing', /could not open/, () => rmSync(inDatabase('base/5/1259'))],
    [
      'a catalogue is garbage',
      /invalid page/,
      () => writeFileSync(inDatabase('base/5/1259'), Buffer.alloc(114_688, 9)),
    ],
  ]

  async function expectReport(reason: RegExp) {
    const before = listing()
    const refused = await openEmbedded(folder, { disk: troubledDisk().disk }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FolderDamagedError)
    const line = refused instanceof Error ? refused.message : ''
    expect(line).toMatch(reason)
    expect(line).toContain(inDatabase())
    expect(line).toContain('docs/operations/backups.md')
    expect(line).not.toContain('\n')
    expect(listing()).toEqual(expect.arrayContaining(before))
  }

  for (const [name, reason, damage] of seenBefore) {
    test(`when ${name}`, async () => {
      for (const source of [closed, interrupted]) {
        copyWithoutTables(source)
        damage()
        await expectReport(reason)
        rmSync(folder, { recursive: true })
      }
    })
  }

  for (const [name, reason, damage] of seenByPostgres) {
    test(`when ${name}`, async () => {
      copyWhole(interrupted)
      damage()
      await expectReport(reason)
    })
  }

  test('the unfinished making of a database is thrown away and begun again', async () => {
    cpSync(join(closed, 'db/base/5'), join(folder, 'db.unfinished/base/5'), { recursive: true })
    const { client } = await start()
    expect((await client.query(`SELECT to_regclass('note') AS found`)).rows).toEqual([{ found: null }])
    expect(readdirSync(folder)).not.toContain('db.unfinished')
  })

  test('a folder just made, of which the power was cut before the making was noted, opens', async () => {
    copyWhole(closed)
    rmSync(join(folder, 'db.made'))
    expect(await notes(await start())).toBe('abc')
    expect(readdirSync(folder)).toContain('db.made')
  })
})

describe('a folder has one user', () => {
  test('a second opening is refused, and one after closing is not', async () => {
    const first = await start()
    await expect(openEmbedded(folder)).rejects.toThrow(FolderHeldError)
    await first.client.query(`INSERT INTO note (text) VALUES ('d')`)
    await open.pop()?.close()
    expect(await notes(await start())).toBe('abcd')
  })

  test('a refused folder is free again for the next try', async () => {
    copyWhole(closed)
    writeFileSync(inDatabase('PG_VERSION'), '17\n')
    await expect(openEmbedded(folder)).rejects.toThrow(FolderDamagedError)
    writeFileSync(inDatabase('PG_VERSION'), '18\n')
    expect(await notes(await start())).toBe('abc')
  })
})

describe('in memory', () => {
  test('a copy of a snapshot has its rows and goes its own way', async () => {
    const first = await openEmbedded(null)
    await first.client.exec(`CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gist;
      CREATE TABLE note (id serial, text text); INSERT INTO note (text) VALUES ('a')`)
    const copy = await openEmbedded(null, { snapshot: await first.snapshot() })
    await copy.client.exec(`INSERT INTO note (text) VALUES ('b')`)
    expect(await notes(first)).toBe('a')
    expect(await notes(copy)).toBe('ab')
    expect((await copy.client.query(`SELECT unaccent('Ñuñoa') AS plain`)).rows).toEqual([{ plain: 'Nunoa' }])
    await Promise.all([first.close(), copy.close()])
  })

  test('a snapshot of a folder opens in memory and in another folder', async () => {
    const snapshot = await (await start()).snapshot()
    const memory = await openEmbedded(null, { snapshot })
    const other = await openEmbedded(join(base, 'other'), { snapshot, disk: troubledDisk().disk })
    expect([await notes(memory), await notes(other)]).toEqual(['abc', 'abc'])
    await Promise.all([memory.close(), other.close()])
  })
})
