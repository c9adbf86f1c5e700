/**
 * F15: the database and the files are backed up during writes and restored on a blank system. Damaged backups
 * are rejected.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createFolderStore } from '../../../apps/server/src/adapters/files/folder.ts'
import { createSealedFiles } from '../../../apps/server/src/adapters/files/sealed.ts'
import { openPostgres } from '../../../apps/server/src/platform/database/driver.ts'
import { newFileKey } from '../../../apps/server/src/platform/security/file-key.ts'
import { startPostgres } from '../../../apps/server/test/postgres.ts'
import { openSessions, password } from '../../bench/clinic.ts'
import { fillDatabase } from '../../bench/filled/filler.ts'
import { json } from '../harness/calling.ts'
import { type Clinic, type Harness, harnessSecret } from '../harness/harness.ts'
import { openFindings, type Size } from '../harness/outcome.ts'
import { root } from '../harness/server-process.ts'
import { halfDone, startWriting } from '../harness/writing.ts'

/** Sizes at `--scale 1`. The tests use a small clinic and 40 MB of files. */
const patients = 20_000
const bytesOfFiles = 200_000_000
const bytesOfFile = 400_000

const kinds = ['survey', 'document', 'contact', 'budget'] as const

async function largeClinic(harness: Harness): Promise<Clinic> {
  const clinic = await harness.emptyDatabase()
  await fillDatabase({
    url: clinic.url,
    scale: (patients * harness.scale) / 1_000_000,
    seed: 1,
    tell: () => {},
  })
  await clinic.ask('drop schema bench_fill cascade')
  const owner = openPostgres({ url: clinic.url, connections: 2, role: null })
  await openSessions(owner, 500).finally(() => owner.close())
  return clinic
}

/** Opens the file store of a server, which encrypts the files in this folder. */
function filesIn(folder: string) {
  return createSealedFiles(createFolderStore(folder), [harnessSecret])
}

/** Adds files like exam reports, both to the folder and to the database. */
async function addFiles(clinic: Clinic, folder: string, bytes: number): Promise<void> {
  const store = filesIn(folder)
  const seed = randomBytes(bytesOfFile)
  const rows: { key: string; sha256: string }[] = []
  for (let at = 0; at < bytes; at += bytesOfFile) {
    seed.writeUInt32LE(at / bytesOfFile)
    const key = newFileKey()
    const written = await store.put(key, seed)
    rows.push({ key, sha256: Buffer.from(written.sha256).toString('hex') })
  }
  await clinic.ask(
    // `sealed_with` is set, so that the server’s job changes no row between the comparisons.
    `insert into files (key, purpose, media_type, bytes, sha256, name, sealed_with)
     select key, 'exam', 'application/pdf', $3, decode(sha256, 'hex'), 'informe.pdf', $4
     from unnest($1::text[], $2::text[]) as given (key, sha256)`,
    [rows.map(({ key }) => key), rows.map(({ sha256 }) => sha256), bytesOfFile, store.keyId],
  )
}

/** Starts a PostgreSQL that an operator has prepared with `deploy/roles.sql` only. */
async function blankCluster(harness: Harness) {
  const cluster = await startPostgres()
  harness.afterwards(cluster.stop)
  const superuser = new pg.Client({ connectionString: cluster.url })
  await superuser.connect()
  for (const words of readFileSync(join(root, 'deploy/roles.sql'), 'utf8').split(/;\n/))
    if (words.trim() !== '') await superuser.query(words)
  await superuser.end()
  const at = (role: string) => `postgres://${role}:${role}@127.0.0.1:${cluster.port}/portal`
  const pool = new pg.Pool({ connectionString: cluster.url.replace(/postgres$/, 'portal'), max: 2 })
  pool.on('error', () => {})
  harness.afterwards(() => pool.end())
  return {
    environment: { DATABASE_URL: at('portal_server'), MIGRATION_DATABASE_URL: at('portal_owner') },
    ask: async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
      (await pool.query(sql, [...values])).rows,
  }
}

/** The tables that the writes of this failure test never change. Their content is compared in any row order. */
const untouched = ['people', 'appointments', 'exams', 'files']
async function contentOf(ask: Clinic['ask'], keys: readonly string[]): Promise<string> {
  const reported: unknown[] = []
  for (const table of untouched) {
    const only = table === 'files' ? 'where key = any($1::text[])' : 'where $1::text[] is not null'
    reported.push(
      await ask(`select count(*)::int, sum(hashtextextended(t::text, 0))::text from ${table} t ${only}`, [
        keys,
      ]),
    )
  }
  return JSON.stringify(reported)
}

/**
 * Returns how many files are damaged or missing in the folder, and how many files there are unknown to the
 * database.
 */
async function wrongFiles(ask: Clinic['ask'], folder: string): Promise<{ wrong: number; strangers: number }> {
  const rows = await ask<{ key: string; sha256: string }>(
    `select key, encode(sha256, 'hex') as sha256 from files`,
  )
  const store = filesIn(folder)
  let wrong = 0
  for (const { key, sha256 } of rows) {
    const content = await store.read(key)
    const bytes = content === null ? null : await buffer(content).catch(() => null)
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== sha256) wrong += 1
  }
  const there = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return { wrong, strangers: there.length - (rows.length - wrong) }
}

/** Flips one bit of a file. A second call restores the file. */
async function flip(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    const byte = Buffer.alloc(1)
    const at = Math.floor(size * 0.7)
    await file.read(byte, 0, 1, at)
    byte.writeUInt8(byte.readUInt8() ^ 1)
    await file.write(byte, 0, 1, at)
  } finally {
    await file.close()
  }
}

export async function testBackup(harness: Harness, size: Size) {
  const findings = openFindings(size)
  const source = size === 'whole' ? await largeClinic(harness) : await harness.clinic()
  const FILES_URL = join(harness.folder(), 'files')
  await addFiles(source, FILES_URL, size === 'whole' ? bytesOfFiles * harness.scale : 40_000_000)
  const server = await harness.server({ DATABASE_URL: source.url, FILES_URL })
  const writing = startWriting({ ask: server.ask, people: 500, workers: 4, kinds })
  await wait(1_500)

  const place = harness.folder()
  const keyFile = join(place, 'key')
  const { said } = await harness.command('backup', ['--new-key', keyFile], {})
  const recipient = said.split('\n')[0] ?? ''
  const before = [...writing.acknowledged]
  const keys = (await source.ask<{ key: string }>('select key from files')).map(({ key }) => key)
  const content = await contentOf(source.ask, keys)
  const saving = performance.now()
  const backups = join(place, 'backups')
  const saved = await harness.command('backup', ['--to', backups, '--recipient', recipient], {
    DATABASE_URL: source.url,
    FILES_URL,
  })
  const savedAfter = performance.now() - saving
  findings.holds('saved', saved.code === 0, saved.code === 0 ? 'yes' : saved.said)
  await wait(500)
  await writing.stop()
  await server.end('SIGTERM')
  for (const { status } of writing.failed) findings.error(status)
  // A busy machine may refuse a call for lack of a free connection.
  const failed = writing.failed.filter(({ status }) => size !== 'untimed' || status !== 503)
  findings.atMost('calls that failed while it was made', failed.length, 0)
  findings.atLeast('writes acknowledged while it was made', writing.acknowledged.length - before.length, 20)

  const [name = ''] = readdirSync(backups)
  const backup = join(backups, name)
  const gigabytes =
    readdirSync(backup).reduce((sum, part) => sum + statSync(join(backup, part)).size, 0) / 1e9
  const blank = await blankCluster(harness)
  const filesThere = join(harness.folder(), 'files')
  const restore = (identity: string) =>
    harness.command('restore', [backup, '--identity', identity], {
      ...blank.environment,
      FILES_URL: filesThere,
    })
  const isUntouched = async () => {
    const [tables] = await blank.ask<{ count: number }>(
      `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace`,
    )
    return tables?.count === 0 && !existsSync(filesThere)
  }

  const otherKey = join(place, 'other')
  await harness.command('backup', ['--new-key', otherKey], {})
  const rejected: boolean[] = [(await restore(otherKey)).code === 1]
  const damage: string[] =
    size === 'whole' && harness.scale > 1 ? ['database.tar.gz.age'] : readdirSync(backup)
  for (const part of damage) {
    await flip(join(backup, part))
    const { code, said: why } = await restore(keyFile)
    rejected.push(code === 1 && /damaged/.test(why))
    await flip(join(backup, part))
  }
  findings.holds('another key and damaged parts are refused', rejected.every(Boolean))
  findings.holds('nothing was touched by that', await isUntouched())

  const began = performance.now()
  const restored = await restore(keyFile)
  const restoredAfter = performance.now() - began
  findings.recovered(restoredAfter)
  findings.holds(
    'restored, every table with its count',
    restored.code === 0,
    restored.code === 0 ? 'yes' : restored.said,
  )
  if (restored.code !== 0) return findings.outcome()
  findings.holds('content equal', (await contentOf(blank.ask, keys)) === content)
  const { wrong, strangers } = await wrongFiles(blank.ask, filesThere)
  findings.atMost('files that differ from their SHA-256', wrong, 0)
  findings.atMost('files without an owner', strangers, 0)
  findings.atMost('half done', await halfDone(blank.ask), 0)
  for (const [kind, column] of [
    ['survey', 'survey_answers.comment'],
    ['document', 'document_requests.comment'],
    ['contact', 'contacts.message'],
    ['budget', 'budget_requests.comentarios'],
  ] as const) {
    const [table, words] = column.split('.')
    const rows = await blank.ask<{ words: string }>(`select ${words} as words from ${table}`)
    const there = new Set(rows.map((row) => row.words))
    const own = before.filter((written) => written.kind === kind)
    findings.add({ acknowledged: own.length, lost: own.filter((each) => !there.has(each.words)).length })
  }

  const again = await harness.server({ ...blank.environment, FILES_URL: filesThere })
  const [person] = await blank.ask<{ document_number: string }>(
    `select document_number from people where password_hash is not null and status = 1 and document_type_id = 1
       and rol = 'STANDART_ROLE' limit 1`,
  )
  const entered = await again.ask({
    ...json({ document_type_id: 1, document_number: person?.document_number ?? '', password }),
    path: '/api/auth/login',
  })
  findings.holds('a person signs in there', entered.status === 200, String(entered.status))
  const rate = (milliseconds: number) => milliseconds / 1000 / gigabytes
  findings.atMost(`saving, a GB (${gigabytes.toFixed(2)} GB)`, rate(savedAfter), 3_600, 's')
  findings.atMost('restoring and proving, a GB', rate(restoredAfter), 3_600, 's')
  return findings.outcome()
}
