/** Saves the database and the files as of one moment into a new folder, encrypted. A backup that fails leaves nothing. */

import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as installationSql from '../../modules/installation/installation.sql.ts'
import type { Config } from '../../platform/config/config.ts'
import { openPostgres } from '../../platform/database/driver.ts'
import { workLimits } from '../../platform/database/open.ts'
import {
  type ArchiveEntry,
  BackupError,
  type DatabaseReader,
  describeDatabase,
  type ListedFile,
  readTables,
  withSnapshot,
} from '../../platform/database/table-archive.ts'
import { syncFolder } from '../../platform/disk/sync-folder.ts'
import { type FileStore, UnreadableFileError } from '../../ports/files.ts'
import { type Manifest, parts, secretFile, secretName } from './manifest.ts'
import { countRows } from './report.ts'
import { type Bytes, type Digest, seal } from './sealed.ts'
import { compressed, writeTar } from './tar.ts'

type BackupRequest = {
  readonly config: Config
  readonly url: string
  readonly files: FileStore
  readonly to: string
  /** The age recipients (`age1…`) that can decrypt the backup. */
  readonly recipients: readonly string[]
  readonly version: string
  readonly now: Date
}

const unfinished = '.unfinished'
const finished = /^mi-portal-\d{8}T\d{6}Z$/

/**
 * Makes a backup. Servers may go on writing: the database is read as of one moment.
 *
 * @returns the new folder, its manifest, and the keys of files that the database lists but that are missing or damaged
 * @throws {BackupError} when there is no valid recipient
 */
export async function makeBackup(request: BackupRequest) {
  const { to, recipients, now, url } = request
  if (recipients.length === 0) throw new BackupError('name who can decrypt the backup: --recipient age1…')
  const folder = join(to, `mi-portal-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  const draft = `${folder}${unfinished}`
  await mkdir(to, { recursive: true, mode: 0o700 })
  await mkdir(draft, { mode: 0o700 })
  try {
    const { manifest, absent, damaged } = await withSnapshot(url, (reader) => save(request, draft, reader))
    await seal(join(draft, parts.manifest), recipients, once(JSON.stringify(manifest)))
    await rename(draft, folder)
    await syncFolder(to)
    await recordBackup(url, manifest)
    const missing = await withSnapshot(url, (reader) => stillListed(reader, absent))
    return { folder, manifest, missing, damaged }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Records the backup in the database that was saved, so that the age of the newest backup can be watched. */
async function recordBackup(url: string, manifest: Manifest): Promise<void> {
  const owner = openPostgres({ url, connections: 1, role: null, ...workLimits })
  const record = {
    made_at: manifest.made_at,
    rows: countRows(manifest),
    files: manifest.each_file.length,
    bytes: manifest.database.bytes + manifest.files.bytes,
  }
  await installationSql.rememberBackup(owner, record).finally(() => owner.close())
}

/** Removes all but the newest `keep` backups, and what broken-off backups left. Returns the names that were removed. */
export async function removeOlder(to: string, keep: number): Promise<string[]> {
  const names = (await readdir(to)).sort()
  const whole = names.filter((name) => finished.test(name))
  const broken = names.filter(
    (name) => name.endsWith(unfinished) && finished.test(name.slice(0, -unfinished.length)),
  )
  const removed = [...whole.slice(0, Math.max(0, whole.length - keep)), ...broken]
  for (const name of removed) await rm(join(to, name), { recursive: true, force: true })
  return removed
}

async function* once(text: string): Bytes {
  yield Buffer.from(text)
}

async function save(request: BackupRequest, draft: string, reader: DatabaseReader) {
  const { config, recipients, version, now } = request
  const { files, ...content } = await describeDatabase(reader)
  const entries = inTurn(storedSecret(config), readTables(reader, content.tables))
  const database = await seal(join(draft, parts.database), recipients, compressed(writeTar(entries)))
  const copied = await saveFiles(request, draft, files)
  const manifest: Manifest = {
    format: 2,
    made_at: now.toISOString(),
    version,
    secret: secretName(config.secrets[0]),
    ...content,
    database,
    files: copied.digest,
    each_file: copied.entries,
  }
  return { manifest, absent: copied.absent, damaged: copied.damaged }
}

async function* inTurn<T>(...sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const source of sources) yield* source
}

/** Yields the secret when the portal created it in `DATA_DIR`. A secret from the environment is not in the backup. */
async function* storedSecret({ dataDir, secrets }: Config): AsyncGenerator<ArchiveEntry> {
  const content = await readFile(join(dataDir, secretFile)).catch(() => null)
  if (content?.toString('utf8').trim() === secrets[0]) yield { name: secretFile, content }
}

async function saveFiles({ files, recipients }: BackupRequest, draft: string, listed: readonly ListedFile[]) {
  const entries: ListedFile[] = []
  const absent: string[] = []
  const damaged: string[] = []
  async function* contents(): AsyncGenerator<ArchiveEntry> {
    for (const { key, sha256 } of listed) {
      const content = await readStored(files, key)
      if (content === 'unreadable') damaged.push(key)
      else if (content === null) absent.push(key)
      else {
        const entry = { key, ...computeDigest(content) }
        if (entry.sha256 !== sha256) damaged.push(key)
        entries.push(entry)
        yield { name: key, content }
      }
    }
  }
  const digest = await seal(join(draft, parts.files), recipients, writeTar(contents()))
  return { digest, entries, absent, damaged }
}

async function readStored(files: FileStore, key: string): Promise<Buffer | 'unreadable' | null> {
  try {
    const stream = await files.read(key)
    return stream === null ? null : await buffer(stream)
  } catch (error) {
    // One unreadable file must not prevent the backup of all others.
    if (error instanceof UnreadableFileError) return 'unreadable'
    throw error
  }
}

function computeDigest(content: Uint8Array): Digest {
  return { bytes: content.byteLength, sha256: hash('sha256', content, 'hex') }
}

/** Returns which of these files the database still lists. The others were removed while the backup was made. */
async function stillListed({ query }: DatabaseReader, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const listed = new Set((await query<{ key: string }>('select key from files')).map(({ key }) => key))
  return keys.filter((key) => listed.has(key))
}
