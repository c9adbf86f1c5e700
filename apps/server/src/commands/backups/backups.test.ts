import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fillCatalogues } from '../../../seed/catalogues.ts'
import { letAsk } from '../../../test/ask.ts'
import { buildAppointment, buildPerson } from '../../../test/build.ts'
import { migrationsFolder } from '../../../test/database.ts'
import { createFolderStore } from '../../adapters/files/folder.ts'
import { createSealedFiles } from '../../adapters/files/sealed.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { openPostgres } from '../../platform/database/driver.ts'
import { withEmbeddedPostgres } from '../../platform/database/embedded-postgres/embedded-postgres.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import { openDatabase, withOwnerUrl, workLimits } from '../../platform/database/open.ts'
import { createLogger } from '../../platform/logger.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { makeBackup, removeOlder } from './make-backup.ts'
import { countRows } from './report.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'
import { newKey, readIdentities } from './sealed.ts'

const base = mkdtempSync(join(tmpdir(), 'mi-portal-backups-'))
// PostgreSQL's user must be able to pass through it when root runs the tests.
chmodSync(base, 0o711)
afterAll(() => rmSync(base, { recursive: true, force: true }))

const now = new Date('2026-11-22T04:00:00Z')
const migrations = readMigrations(migrationsFolder)
const [stored, lost] = [newFileKey(), newFileKey()]
const secondName = 'de los Ríos\tÑuñoa\nlínea \\ dos'
let config: Config
let made: Awaited<ReturnType<typeof save>>
let key: Awaited<ReturnType<typeof newKey>>

const folderOf = ({ files }: Config) => createFolderStore(files.kind === 'folder' ? files.folder : '')
const filesOf = (place: Config, secrets = place.secrets) => createSealedFiles(folderOf(place), secrets)
const configOf = (name: string) => readConfig({ DATA_DIR: join(base, name) })
const openServer = (place: Config) => openDatabase(place, migrations, createLogger('silent'))

/** Asks the database in a folder, beside a running server or without one. */
async function ask(place: Config, sql: string): Promise<object[]> {
  return withEmbeddedPostgres(place.dataDir, async (url) => {
    const owner = openPostgres({ url, connections: 1, role: null, ...workLimits })
    return owner.plain(sql).finally(() => owner.close())
  })
}

/** A clinic with a patient and an appointment, and two listed files, of which one is missing. */
beforeAll(async () => {
  config = configOf('whole')
  key = await newKey()
  const db = await openServer(config)
  await fillCatalogues(db, { isDemonstration: true })
  const { sha256 } = await filesOf(config).put(stored, Buffer.from('un informe'))
  await db.script(`
    insert into installation (key, value) values ('clinic', '"Clínica Andes"');
    insert into files (key, purpose, media_type, bytes, sha256, name) values
      ('${stored}', 'exam', 'application/pdf', 10, '\\x${Buffer.from(sha256).toString('hex')}', 'a.pdf'),
      ('${lost}', 'exam', 'application/pdf', 10, '\\x00', 'b.pdf')`)
  const { id } = await buildPerson(letAsk(db), { second_name: secondName })
  await buildAppointment(letAsk(db), { patient_id: id, starts_at: new Date('2026-11-23T12:30:00.123Z') })
  // The backup is made beside a running server.
  made = await save(join(base, 'backups'))
  await db.close()
}, 120_000)

function save(to: string, recipients = [key.recipient], of = config) {
  return withOwnerUrl(of, (url) =>
    makeBackup({ config: of, url, files: filesOf(of), to, recipients, version: '1.0.0', now }),
  )
}

function restore(folder: string, into: Config, identity = key.identity, anotherSecret = false) {
  return restoreBackup({
    folder,
    identities: [identity],
    config: into,
    migrations,
    openFiles: async (secrets) => filesOf(into, secrets),
    anotherSecret,
  })
}

test('a backup is restored into an empty folder with its rows, constraints, files and secret, and the server starts on it', async () => {
  const { folder, manifest, missing, damaged } = made
  expect([missing, damaged]).toEqual([[lost], []])
  expect(manifest.tables.installation?.rows).toBe(4)
  // The age of the backup can be watched.
  expect(await ask(config, `select value from installation where key = 'backup'`)).toEqual([
    {
      value: {
        made_at: now.toISOString(),
        rows: countRows(manifest),
        files: 1,
        bytes: manifest.database.bytes + manifest.files.bytes,
      },
    },
  ])
  const into = configOf('restored')
  expect(into.secrets).not.toEqual(config.secrets)
  await restore(folder, into)
  expect(await ask(into, `select value from installation where key = 'clinic'`)).toEqual([
    { value: 'Clínica Andes' },
  ])
  expect(
    await ask(
      into,
      'select p.second_name, a.starts_at from people p join appointments a on a.patient_id = p.id',
    ),
  ).toEqual([{ second_name: secondName, starts_at: new Date('2026-11-23T12:30:00.123Z') }])
  // The files are encrypted under the secret of the backup, which the server reads at its next start.
  const content = await filesOf(configOf('restored')).read(stored)
  expect(content && (await buffer(content)).toString()).toBe('un informe')
  expect(configOf('restored').secrets).toEqual(config.secrets)
  expect(existsSync(`${into.dataDir}.restoring`)).toBe(false)
  await expect(restore(folder, configOf('restored'))).rejects.toThrow('is in use (files, postgres')
  const schema = `
    select conname || ' ' || pg_get_constraintdef(oid) as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype = 'f'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`
  const both = [await ask(config, schema), await ask(into, schema)]
  expect(both[1]).toEqual(both[0])
  const db = await openServer(configOf('restored'))
  onTestFinished(() => db.close())
  // A sequence that restarted would collide with a restored row.
  const { id } = await buildPerson(letAsk(db), {})
  expect(id).toBe(2)
  await expect(
    db.script(`insert into favourites (person_id, patient_id, name) select 99, 99, 'x'`),
  ).rejects.toThrow()
}, 60_000)

test('a file that no known secret decrypts is named as damaged, and everything else is saved', async () => {
  const raw = folderOf(config)
  const right = await buffer((await raw.read(stored)) ?? Readable.from([]))
  try {
    await filesOf(config, ['z'.repeat(48)]).put(stored, Buffer.from('un informe'))
    const { folder, missing, damaged, manifest } = await save(join(base, 'unreadable'))
    expect([missing, damaged, manifest.each_file]).toEqual([[lost], [stored], []])
    expect((await verifyBackup({ folder, identities: [key.identity] })).tables).toEqual(manifest.tables)
  } finally {
    await raw.put(stored, right)
  }
}, 60_000)

test('nothing is restored with another key, from a damaged part or from an incomplete backup', async () => {
  const { folder } = made
  const into = configOf('untouched')
  const other = await newKey()
  await expect(restore(folder, into, other.identity)).rejects.toThrow('not sealed for this key')
  for (const part of readdirSync(folder)) {
    const path = join(folder, part)
    const right = readFileSync(path)
    const wrong = Buffer.from(right)
    wrong.writeUInt8(wrong.readUInt8(wrong.length - 20) ^ 1, wrong.length - 20)
    writeFileSync(path, wrong)
    await expect(restore(folder, into), part).rejects.toThrow(`${part} is damaged`)
    writeFileSync(path, right.subarray(0, right.length - 100))
    await expect(restore(folder, into), part).rejects.toThrow(part)
    rmSync(path)
    await expect(restore(folder, into), part).rejects.toThrow('not whole')
    writeFileSync(path, right)
  }
  expect(readdirSync(into.dataDir)).toEqual(['secret.key'])
  expect((await verifyBackup({ folder, identities: [key.identity] })).made_at).toBe(now.toISOString())
}, 120_000)

test('a backup of a newer version is rejected, and nothing is left of the attempt', async () => {
  const into = configOf('older')
  const older = migrations.slice(0, -1)
  const attempt = restoreBackup({
    folder: made.folder,
    identities: [key.identity],
    config: into,
    migrations: older,
    openFiles: async (secrets) => filesOf(into, secrets),
    anotherSecret: false,
  })
  await expect(attempt).rejects.toThrow(`which has the migration ${migrations.at(-1)?.name}`)
  expect(readdirSync(into.dataDir)).toEqual(['secret.key'])
}, 60_000)

test('a backup of another SECRET_KEY is restored only when the operator insists', async () => {
  const { folder } = made
  const into = readConfig({ DATA_DIR: join(base, 'elsewhere'), SECRET_KEY: 'y'.repeat(48) })
  await expect(restore(folder, into)).rejects.toThrow('SECRET_KEY is not the one of the backup')
  expect(existsSync(into.dataDir)).toBe(false)
  await restore(folder, into, key.identity, true)
  expect(existsSync(join(into.dataDir, 'postgres'))).toBe(true)
}, 60_000)

test('a backup keeps the newest backups, and deletes older ones and what interrupted ones left', async () => {
  const to = join(base, 'many')
  for (const day of [1, 2, 3]) mkdirSync(join(to, `mi-portal-2026110${day}T000000Z`), { recursive: true })
  for (const name of ['mi-portal-20261104T000000Z.unfinished', 'mine']) mkdirSync(join(to, name))
  await removeOlder(to, 2)
  expect(readdirSync(to).sort()).toEqual(['mi-portal-20261102T000000Z', 'mi-portal-20261103T000000Z', 'mine'])
})

test('a key file is read as age-keygen writes it', async () => {
  const path = join(base, 'key')
  writeFileSync(path, `# created: 2026-11-22\n# public key: ${key.recipient}\n${key.identity}\n`)
  expect(await readIdentities(path)).toEqual([key.identity])
  writeFileSync(path, key.recipient)
  await expect(readIdentities(path)).rejects.toThrow('holds no AGE-SECRET-KEY')
})
