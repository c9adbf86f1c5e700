/** Restores a backup into an empty place. The whole backup is read and verified before anything is written. */
import { existsSync, readFileSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { openPostgres } from '../../platform/database/driver.ts'
import { createFolder, databaseFolder } from '../../platform/database/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres/embedded-postgres.ts'
import { type Migration, migrate } from '../../platform/database/migrate.ts'
import {
  type ArchiveEntry,
  BackupError,
  emptyDatabase,
  loadTables,
  requireEmptyDatabase,
} from '../../platform/database/table-archive.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { FileStore } from '../../ports/files.ts'
import { isSame, type Manifest, parts, readManifest, secretFile, secretName } from './manifest.ts'
import { type Bytes, measured, unseal } from './sealed.ts'
import { decompressed, readTar } from './tar.ts'

type BackupSource = {
  readonly folder: string
  /** The age identities (`AGE-SECRET-KEY-…`) that may decrypt it. */
  readonly identities: readonly string[]
}

type RestoreRequest = BackupSource & {
  readonly config: Config
  readonly openFiles: (secrets: Secrets) => Promise<FileStore>
  readonly migrations: readonly Migration[]
  /** The installation has another secret on purpose: data encrypted under the old one stays unreadable. */
  readonly anotherSecret: boolean
}

export async function verifyBackup({ folder, identities }: BackupSource): Promise<Manifest> {
  const manifest = await readManifest(folder, identities)
  const database = measured(unseal(join(folder, parts.database), identities))
  for await (const _ of database.content);
  if (!isSame(database.digest(), manifest.database))
    throw new BackupError(`${join(folder, parts.database)} is not the one of its manifest`)
  const files = measured(unseal(join(folder, parts.files), identities))
  const expected = new Map(manifest.each_file.map((file) => [file.key, file]))
  for await (const { name, content } of readTar(files.content)) {
    const entry = measured(onePiece(content))
    for await (const _ of entry.content);
    const own = expected.get(name)
    if (!own || !isSame(entry.digest(), own)) throw new BackupError(`the file ${name} in it is damaged`)
    expected.delete(name)
  }
  for await (const _ of files.content);
  if (expected.size > 0 || !isSame(files.digest(), manifest.files))
    throw new BackupError(`${join(folder, parts.files)} is not the one of its manifest`)
  return manifest
}

async function* onePiece(content: Uint8Array): Bytes {
  yield content
}

/**
 * Restores a backup: first the files, then the database. The database gets the tables of the backup's migrations; the next
 * start of the server applies the newer ones. What fails is undone.
 *
 * @throws {BackupError} when the backup is damaged, its secret is another, or the place is not empty
 */
export async function restoreBackup(request: RestoreRequest): Promise<Manifest> {
  const manifest = await verifyBackup(request)
  requireSameSecret(request, manifest)
  const place = request.config.databaseUrl === undefined ? embeddedPlace(request) : postgresPlace(request)
  const migrations = findMigrations(manifest, request.migrations)
  await place.requireEmpty()
  const files = await request.openFiles(await secretsAfterwards(request))
  const written: string[] = []
  try {
    for await (const { name, content } of readTar(
      unseal(join(request.folder, parts.files), request.identities),
    )) {
      written.push(name)
      await files.put(name, content)
    }
    await place.fill((url) => fillDatabase(url, request, manifest, migrations))
  } catch (error) {
    for (const key of written) await files.remove(key).catch(() => {})
    throw error
  }
  return manifest
}

function requireSameSecret({ config, anotherSecret }: RestoreRequest, manifest: Manifest): void {
  const known = config.secrets.map(secretName)
  if (anotherSecret || hasStoredSecret(config) || known.includes(manifest.secret)) return
  throw new BackupError(
    'SECRET_KEY is not the one of the backup: passport pictures and second factors would stay unreadable (--another-secret restores all the same)',
  )
}

/** Returns whether the portal created its secret in `DATA_DIR`. The backup's secret replaces such a secret. */
function hasStoredSecret({ databaseUrl, dataDir, secrets }: Config): boolean {
  const file = join(dataDir, secretFile)
  return databaseUrl === undefined && existsSync(file) && readFileSync(file, 'utf8').trim() === secrets[0]
}

function databaseEntries({ folder, identities }: BackupSource): AsyncGenerator<ArchiveEntry> {
  return readTar(decompressed(unseal(join(folder, parts.database), identities)))
}

async function readStoredSecret({ folder, identities }: BackupSource): Promise<Uint8Array | null> {
  // The secret is the first entry, if it is there.
  for await (const { name, content } of databaseEntries({ folder, identities }))
    return name === secretFile ? content : null
  return null
}

async function secretsAfterwards(request: RestoreRequest): Promise<Secrets> {
  const stored = hasStoredSecret(request.config) ? await readStoredSecret(request) : null
  return stored === null ? request.config.secrets : [Buffer.from(stored).toString('utf8').trim()]
}

function findMigrations(manifest: Manifest, all: readonly Migration[]): Migration[] {
  const known = new Set(all.map(({ name }) => name))
  const unknown = manifest.migrations.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new BackupError(
      `the backup was made by version ${manifest.version}, which has the migration ${unknown}: restore it with that version or a newer one`,
    )
  return all.filter(({ name }) => manifest.migrations.includes(name))
}

async function fillDatabase(
  url: string,
  { folder, identities }: RestoreRequest,
  manifest: Manifest,
  migrations: readonly Migration[],
): Promise<void> {
  const owner = openPostgres({ url, connections: 2, role: null, statementTimeout: 3_600_000 })
  await migrate(owner, migrations).finally(() => owner.close())
  await loadTables(url, manifest, rowsIn(databaseEntries({ folder, identities })))
}

async function* rowsIn(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) if (entry.name !== secretFile) yield entry
}

type Place = {
  readonly requireEmpty: () => Promise<void>
  /** Lets `work` fill the database at a connection string. When `work` fails, the place is empty again. */
  readonly fill: (work: (url: string) => Promise<void>) => Promise<void>
}

function postgresPlace({ config }: RestoreRequest): Place {
  const url = config.migrationDatabaseUrl ?? ''
  return {
    requireEmpty: () => requireEmptyDatabase(url),
    fill: async (work) => {
      try {
        await work(url)
      } catch (error) {
        await emptyDatabase(url).catch(() => {})
        throw error
      }
    },
  }
}

/** The database is created and filled beside `DATA_DIR`, then moved into it. */
function embeddedPlace(request: RestoreRequest): Place {
  const { dataDir } = request.config
  const draft = `${dataDir}.restoring`
  return {
    requireEmpty: async () => {
      const names = existsSync(dataDir) ? await readdir(dataDir) : []
      const used = names.filter((name) => name !== secretFile)
      if (used.length > 0)
        throw new BackupError(`${dataDir} is in use (${used.join(', ')}): restore into an empty folder`)
      await rm(draft, { recursive: true, force: true })
    },
    fill: async (work) => {
      const secret = await readStoredSecret(request)
      try {
        const postgres = await startEmbeddedPostgres(draft)
        await work(postgres.url).finally(postgres.stop)
        createFolder(dataDir)
        if (secret !== null) await writeFile(join(dataDir, secretFile), secret, { mode: 0o600, flush: true })
        // Last, because a folder with a database is what the server opens.
        await rename(join(draft, databaseFolder), join(dataDir, databaseFolder))
      } finally {
        await rm(draft, { recursive: true, force: true })
      }
    },
  }
}
