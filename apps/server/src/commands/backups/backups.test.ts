import { execFileSync } from 'node:child_process'
import {
  cpSync,
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
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../../test/database.ts'
import { withoutSyncs } from '../../../test/drills/power-cut.ts'
import { folderStore } from '../../adapters/files/folder.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { overEmbedded } from '../../platform/database/driver.ts'
import { FolderHeldError } from '../../platform/database/embedded/folder-errors.ts'
import { lockFolder } from '../../platform/database/embedded/folder-lock.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { migrate, readMigrations } from '../../platform/database/migrate.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { makeBackup, removeOlder } from './make-backup.ts'
import { proveBackup, restoreBackup } from './restore-backup.ts'
import { newKey, readIdentities, seal, unseal } from './sealed.ts'
import { tarEnd, tarEntries, tarEntry } from './tar.ts'

const base = mkdtempSync(join(tmpdir(), 'mi-portal-backups-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const now = new Date('2026-11-22T04:00:00Z')
const [kept, gone] = [newFileKey(), newFileKey()]
let config: Config
let made: Awaited<ReturnType<typeof save>>
let key: Awaited<ReturnType<typeof newKey>>

const filesOf = ({ files }: Config) => folderStore(files.kind === 'folder' ? files.folder : '')
const configOf = (name: string) => readConfig({ DATA_DIR: join(base, name) })

async function ask(place: Config, sql: string): Promise<object[]> {
  const db = overEmbedded(await openEmbedded(place.dataDir, { disk: withoutSyncs }))
  return db.plain(sql).finally(() => db.close())
}

/** A clinic with a name in its installation, and two files of which one is on the disk. */
beforeAll(async () => {
  config = configOf('whole')
  key = await newKey()
  const db = overEmbedded(await openEmbedded(config.dataDir, { disk: withoutSyncs }))
  await migrate(db, readMigrations(migrationsFolder))
  const { sha256 } = await filesOf(config).put(kept, Buffer.from('un informe'))
  await db.script(`
    insert into installation (key, value) values ('clinic', '"Clínica Andes"');
    insert into files (key, purpose, media_type, bytes, sha256, name) values
      ('${kept}', 'exam', 'application/pdf', 10, '\\x${Buffer.from(sha256).toString('hex')}', 'a.pdf'),
      ('${gone}', 'exam', 'application/pdf', 10, '\\x00', 'b.pdf')`)
  await db.close()
  made = await save(join(base, 'backups'))
}, 120_000)

function save(to: string, recipients = [key.recipient]) {
  return makeBackup({ config, files: filesOf(config), to, recipients, programs: undefined, now })
}

function restore(folder: string, into: Config, identity = key.identity, anotherSecret = false) {
  return restoreBackup({
    folder,
    identities: [identity],
    config: into,
    files: filesOf(into),
    programs: undefined,
    anotherSecret,
  })
}

test('the embedded database comes back in an empty folder with its rows, files and secret', async () => {
  const { folder, manifest, missing, damaged } = made
  expect([missing, damaged]).toEqual([[gone], []])
  expect(manifest.rows['public.installation']).toBe(1)
  const into = configOf('restored')
  expect(into.secrets).not.toEqual(config.secrets)
  await restore(folder, into)
  expect(await ask(into, 'select key, value from installation')).toEqual([
    { key: 'clinic', value: 'Clínica Andes' },
  ])
  const content = await filesOf(into).read(kept)
  expect(content && (await buffer(content)).toString()).toBe('un informe')
  expect(configOf('restored').secrets).toEqual(config.secrets)
  expect(existsSync(`${into.dataDir}.restoring`)).toBe(false)
  await expect(restore(folder, configOf('restored'))).rejects.toThrow('is in use (db, db.made, files')
}, 60_000)

test('nothing is restored with another key, of a damaged part or of a backup that is not whole', async () => {
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
  expect((await proveBackup({ folder, identities: [key.identity] })).made_at).toBe(now.toISOString())
}, 120_000)

test('a part of another backup is not taken for its own', async () => {
  const folder = join(base, 'mixed')
  cpSync(made.folder, folder, { recursive: true })
  const archive = join(folder, 'files.tar.age')
  rmSync(archive)
  async function* other() {
    yield tarEntry(kept, 'file', Buffer.from('otro'))
    yield tarEnd()
  }
  await seal(archive, [key.recipient], other())
  await expect(restore(folder, configOf('untouched'))).rejects.toThrow(`the file ${kept} in it is damaged`)
}, 60_000)

test('what was sealed under one secret is not restored beside another, unless one insists', async () => {
  const { folder } = made
  const into = readConfig({ DATA_DIR: join(base, 'elsewhere'), SECRET_KEY: 'y'.repeat(48) })
  await expect(restore(folder, into)).rejects.toThrow('SECRET_KEY is not the one of the backup')
  expect(existsSync(into.dataDir)).toBe(false)
  await restore(folder, into, key.identity, true)
  expect(existsSync(join(into.dataDir, 'db'))).toBe(true)
}, 60_000)

test('a backup of one kind of database is not restored into the other', async () => {
  const { folder } = made
  const into = readConfig({
    DATA_DIR: join(base, 'other-kind'),
    DATABASE_URL: 'postgres://127.0.0.1:1/portal',
    SECRET_KEY: config.secrets[0],
  })
  await expect(restore(folder, into)).rejects.toThrow('without DATABASE_URL')
}, 60_000)

test('a folder that a server has open is not saved, and nothing is left of the try', async () => {
  const lock = await lockFolder(config.dataDir)
  await expect(save(join(base, 'held'))).rejects.toThrow(FolderHeldError)
  lock.release()
  expect(readdirSync(join(base, 'held'))).toEqual([])
  await expect(save(join(base, 'held'), [])).rejects.toThrow('--recipient')
  await expect(save(join(base, 'held'), ['age1x'])).rejects.toThrow('no age recipient')
  expect(readdirSync(join(base, 'held'))).toEqual([])
}, 60_000)

test('of many backups the newest are left, and nothing of those broken off', async () => {
  const to = join(base, 'many')
  for (const day of [1, 2, 3]) mkdirSync(join(to, `mi-portal-2026110${day}T000000Z`), { recursive: true })
  for (const name of ['mi-portal-20261104T000000Z.unfinished', 'mine']) mkdirSync(join(to, name))
  await removeOlder(to, 2)
  expect(readdirSync(to).sort()).toEqual(['mi-portal-20261102T000000Z', 'mi-portal-20261103T000000Z', 'mine'])
})

test('any tar reads the archives of files, and ours reads them in pieces of any length', async () => {
  const path = join(base, 'archive.tar')
  const content = Buffer.alloc(1500, 7)
  const bytes = Buffer.concat([
    tarEntry('db/', 'folder'),
    tarEntry('db/a', 'file', content),
    tarEntry('b', 'file'),
    tarEnd(),
  ])
  writeFileSync(path, bytes)
  const listed = execFileSync('tar', ['-tf', path], { encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual(['db/', 'db/a', 'b'])
  expect(execFileSync('tar', ['-xOf', path, 'db/a']).equals(content)).toBe(true)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 333) yield bytes.subarray(at, at + 333)
  }
  const entries: [string, string, number][] = []
  for await (const { name, kind, content: inside } of tarEntries(pieces()))
    entries.push([name, kind, inside.length])
  expect(entries).toEqual([
    ['db/', 'folder', 0],
    ['db/a', 'file', 1500],
    ['b', 'file', 0],
  ])
})

test('a key file is one as age-keygen writes it', async () => {
  const path = join(base, 'key')
  writeFileSync(path, `# created: 2026-11-22\n# public key: ${key.recipient}\n${key.identity}\n`)
  expect(await readIdentities(path)).toEqual([key.identity])
  writeFileSync(path, key.recipient)
  await expect(readIdentities(path)).rejects.toThrow('holds no AGE-SECRET-KEY')
  async function* words() {
    yield Buffer.from('claro')
  }
  const sealed = join(base, 'sealed')
  await seal(sealed, [key.recipient], words())
  expect(readFileSync(sealed).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
  const clear: Uint8Array[] = []
  for await (const chunk of unseal(sealed, [key.identity])) clear.push(chunk)
  expect(Buffer.concat(clear).toString()).toBe('claro')
})
