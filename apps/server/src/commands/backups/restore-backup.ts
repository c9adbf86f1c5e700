/** Puts a backup back where nothing is. All of it is read and proven first: of a damaged one nothing is restored. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { openPostgres, overEmbedded } from '../../platform/database/driver.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { statement } from '../../platform/database/statement.ts'
import type { FileStore } from '../../ports/files.ts'
import { isSame, type Manifest, parts, readManifest, secretName } from './manifest.ts'
import { restoreDump } from './postgres-programs.ts'
import { majorVersion, rowCounts, tableNames } from './rows.ts'
import { type Bytes, measured, unseal } from './sealed.ts'
import { tarEntries } from './tar.ts'
import { BackupTrouble } from './trouble.ts'

type BackupSource = {
  readonly folder: string
  readonly identities: readonly string[]
}
type RestoreParts = BackupSource & {
  readonly config: Config
  readonly files: FileStore
  readonly programs: string | undefined
  /** The installation's secret is another on purpose: what was sealed under the old one stays unreadable. */
  readonly anotherSecret: boolean
}

const rolePresent = statement<{ name: string }>(
  'backup.role',
  `select rolname as name from pg_roles where rolname = 'portal_app'`,
)

/** Reads all of a backup. Throws a {@link BackupTrouble} for the wrong key, and for whatever is not as it was written. */
export async function proveBackup({ folder, identities }: BackupSource): Promise<Manifest> {
  const manifest = await readManifest(folder, identities)
  const database = measured(unseal(join(folder, parts.database), identities))
  for await (const _ of database.content);
  if (!isSame(database.digest(), manifest.database))
    throw new BackupTrouble(`${join(folder, parts.database)} is not the one of its manifest`)
  const files = measured(unseal(join(folder, parts.files), identities))
  const wanted = new Map(manifest.each_file.map((file) => [file.key, file]))
  for await (const { name, content } of tarEntries(files.content)) {
    const entry = measured(onePiece(content))
    for await (const _ of entry.content);
    const own = wanted.get(name)
    if (!own || !isSame(entry.digest(), own)) throw new BackupTrouble(`the file ${name} in it is damaged`)
    wanted.delete(name)
  }
  for await (const _ of files.content);
  if (wanted.size > 0 || !isSame(files.digest(), manifest.files))
    throw new BackupTrouble(`${join(folder, parts.files)} is not the one of its manifest`)
  return manifest
}

async function* onePiece(content: Uint8Array): Bytes {
  yield content
}

export async function restoreBackup(given: RestoreParts): Promise<Manifest> {
  const manifest = await proveBackup(given)
  refuseStrangers(given, manifest)
  const place = manifest.kind === 'postgres' ? intoPostgres(given) : intoEmbedded(given)
  await place.refuseUsed(manifest)
  const written: string[] = []
  try {
    const archive = unseal(join(given.folder, parts.files), given.identities)
    for await (const { name, content } of tarEntries(archive)) {
      written.push(name)
      await given.files.put(name, content)
    }
    await place.restore(manifest)
  } catch (error) {
    for (const key of written) await given.files.remove(key).catch(() => {})
    throw error
  }
  return manifest
}

/** A backup of the other kind of database, or of what only another secret opens. */
function refuseStrangers({ config, anotherSecret }: RestoreParts, manifest: Manifest): void {
  if ((manifest.kind === 'embedded') !== (config.databaseUrl === undefined))
    throw new BackupTrouble(
      manifest.kind === 'embedded'
        ? 'this is a backup of the embedded database: restore it without DATABASE_URL'
        : 'this is a backup of PostgreSQL: say where it belongs with DATABASE_URL',
    )
  const known = config.secrets.map(secretName)
  if (anotherSecret || ownSecretFile(config) || known.includes(manifest.secret)) return
  throw new BackupTrouble(
    'SECRET_KEY is not the one of the backup: passport pictures and second factors would stay unreadable (--another-secret restores all the same)',
  )
}

/** Whether the secret was made in `DATA_DIR`: the backup brings its own in its place. */
function ownSecretFile({ databaseUrl, dataDir, secrets }: Config): boolean {
  const file = join(dataDir, 'secret.key')
  return databaseUrl === undefined && existsSync(file) && readFileSync(file, 'utf8').trim() === secrets[0]
}

type Place = {
  readonly refuseUsed: (manifest: Manifest) => Promise<void>
  readonly restore: (manifest: Manifest) => Promise<void>
}

async function refuseOtherCounts(db: Database, { rows }: Manifest): Promise<void> {
  const found = await rowCounts(db)
  const names = [...new Set([...Object.keys(rows), ...Object.keys(found)])]
  const wrong = names.filter((name) => rows[name] !== found[name])
  if (wrong.length === 0) return
  const told = wrong.map(
    (name) => `${name} has ${found[name] ?? 'no'} rows instead of ${rows[name] ?? 'none'}`,
  )
  throw new BackupTrouble(`restored, but not as it was: ${told.join('; ')}`)
}

function intoPostgres({ config, folder, identities, programs }: RestoreParts): Place {
  const url = config.migrationDatabaseUrl ?? ''
  const asOwner = async (work: (db: Database) => Promise<void>) => {
    const owner = openPostgres({ url, connections: 2, role: null, statementTimeout: 3_600_000 })
    await work(owner).finally(() => owner.close())
  }
  return {
    refuseUsed: (manifest) =>
      asOwner(async (db) => {
        if ((await tableNames(db)).length > 0)
          throw new BackupTrouble('the database has tables already: restore into an empty one')
        if ((await db.run(rolePresent, [])).length === 0)
          throw new BackupTrouble('the role portal_app is missing: run deploy/roles.sql first')
        const major = await majorVersion(db)
        if (major < manifest.postgres)
          throw new BackupTrouble(`saved from PostgreSQL ${manifest.postgres}: ${major} cannot take it`)
      }),
    restore: async (manifest) => {
      await restoreDump({ url, programs }, unseal(join(folder, parts.database), identities))
      await asOwner(async (db) => {
        await refuseOtherCounts(db, manifest)
        await db.script('analyze')
      })
    },
  }
}

/** Everything is made and proven beside `DATA_DIR`, then moved into it. */
function intoEmbedded({ config, folder, identities }: RestoreParts): Place {
  const draft = `${config.dataDir}.restoring`
  return {
    refuseUsed: async () => {
      const there = existsSync(config.dataDir) ? await readdir(config.dataDir) : []
      const used = there.filter((name) => name !== 'secret.key')
      if (used.length > 0)
        throw new BackupTrouble(
          `${config.dataDir} is in use (${used.join(', ')}): restore into an empty folder`,
        )
      await rm(draft, { recursive: true, force: true })
    },
    restore: async (manifest) => {
      try {
        await unpack(unseal(join(folder, parts.database), identities), draft)
        const db = overEmbedded(await openEmbedded(draft))
        await refuseOtherCounts(db, manifest).finally(() => db.close())
        await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
        const own = (await readdir(draft)).filter((name) => name !== 'lock' && name !== 'holder')
        // Last what tells a server that a database is there.
        for (const name of own.sort((one, other) => Number(one === 'db') - Number(other === 'db')))
          await rename(join(draft, name), join(config.dataDir, name))
      } finally {
        await rm(draft, { recursive: true, force: true })
      }
    },
  }
}

async function unpack(archive: Bytes, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for await (const { name, kind, content } of tarEntries(archive)) {
    if (name.split('/').includes('..') || name.startsWith('/'))
      throw new BackupTrouble(`${name} leads elsewhere`)
    const path = join(folder, name)
    if (kind === 'folder') await mkdir(path, { recursive: true, mode: 0o700 })
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, content, { mode: 0o600, flush: true })
    }
  }
}
