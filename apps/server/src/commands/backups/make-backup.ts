/** Saves database and files as of one moment into a folder of their own, sealed; a backup that fails leaves nothing. */
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../platform/config.ts'
import { openPostgres, overEmbedded } from '../../platform/database/driver.ts'
import { openEmbedded } from '../../platform/database/embedded.ts'
import { statement } from '../../platform/database/statement.ts'
import { syncFolder } from '../../platform/disk/sync-folder.ts'
import type { FileStore } from '../../ports/files.ts'
import { type FileEntry, type Manifest, parts, secretName } from './manifest.ts'
import { dumpOf } from './postgres-programs.ts'
import { contentOf } from './rows.ts'
import { type Bytes, type Digest, seal } from './sealed.ts'
import { tarEnd, tarEntry } from './tar.ts'
import { BackupTrouble } from './trouble.ts'

type BackupParts = {
  readonly config: Config
  readonly files: FileStore
  /** The folder that backups lie in. */
  readonly to: string
  readonly recipients: readonly string[]
  readonly programs: string | undefined
  readonly now: Date
}

type SavedDatabase = {
  readonly about: Pick<Manifest, 'kind' | 'postgres' | 'migrations' | 'rows' | 'database'>
  readonly listed: readonly FileEntry[]
  /** Of these keys, those that the database still knows. */
  readonly stillListed: (keys: readonly string[]) => Promise<string[]>
  readonly close: () => Promise<void>
}

const known = statement<{ key: string }>(
  'backup.known',
  'select key from files where key = any($1::text[]) order by key',
)
const exportSnapshot = statement<{ snapshot: string }>(
  'backup.snapshot',
  'select pg_export_snapshot() as snapshot',
)

const unfinished = '.unfinished'
const finished = /^mi-portal-\d{8}T\d{6}Z$/

export async function makeBackup(given: BackupParts) {
  const { to, recipients, now, config } = given
  if (recipients.length === 0) throw new BackupTrouble('say for whom it is sealed: --recipient age1…')
  const folder = join(to, `mi-portal-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  const draft = `${folder}${unfinished}`
  await mkdir(to, { recursive: true, mode: 0o700 })
  await mkdir(draft, { mode: 0o700 })
  try {
    const saved = await (config.databaseUrl === undefined ? saveEmbedded : savePostgres)(given, draft)
    try {
      const copied = await saveFiles(given, draft, saved)
      const manifest: Manifest = {
        format: 1,
        made_at: now.toISOString(),
        secret: secretName(config.secrets[0]),
        ...saved.about,
        files: copied.digest,
        each_file: copied.entries,
      }
      await seal(join(draft, parts.manifest), recipients, once(JSON.stringify(manifest)))
      await rename(draft, folder)
      await syncFolder(to)
      return { folder, manifest, missing: copied.missing, damaged: copied.damaged }
    } finally {
      await saved.close()
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Leaves so many of the newest backups, and nothing of those that were broken off. */
export async function removeOlder(to: string, keep: number): Promise<string[]> {
  const names = (await readdir(to)).sort()
  const whole = names.filter((name) => finished.test(name))
  const broken = names.filter(
    (name) => name.endsWith(unfinished) && finished.test(name.slice(0, -unfinished.length)),
  )
  const gone = [...whole.slice(0, Math.max(0, whole.length - keep)), ...broken]
  for (const name of gone) await rm(join(to, name), { recursive: true, force: true })
  return gone
}

async function* once(text: string): Bytes {
  yield Buffer.from(text)
}

/** The dump and the counts beside it are of one snapshot, whatever is written meanwhile. */
async function savePostgres(given: BackupParts, draft: string): Promise<SavedDatabase> {
  const url = given.config.migrationDatabaseUrl ?? ''
  const owner = openPostgres({ url, connections: 2, role: null, statementTimeout: 3_600_000 })
  try {
    return await owner.transaction(async (tx) => {
      await tx.orm.execute('set transaction isolation level repeatable read, read only')
      await tx.orm.execute('set local idle_in_transaction_session_timeout = 0')
      const [exported] = await tx.run(exportSnapshot, [])
      const dump = dumpOf({ url, programs: given.programs }, exported?.snapshot ?? '')
      const sealing = seal(join(draft, parts.database), given.recipients, dump)
      const [database, content] = await bothOrNeither(sealing, contentOf(tx))
      const { listed, ...about } = content
      return {
        about: { kind: 'postgres', ...about, database },
        listed,
        stillListed: async (keys) => (await owner.run(known, [keys])).map(({ key }) => key),
        close: () => owner.close(),
      }
    })
  } catch (error) {
    await owner.close()
    throw error
  }
}

/** Waits for both also where one fails, so that nothing is written into a folder that is being removed. */
async function bothOrNeither<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return [await one, await other]
}

/** What of `DATA_DIR` belongs to the database: all but the files, which are saved by their keys, and who has it open. */
const notSaved = new Set(['files', 'lock', 'holder', 'db.unfinished'])

/** The folder is held, and so still: a server that has it open makes this fail. */
async function saveEmbedded({ config, recipients }: BackupParts, draft: string): Promise<SavedDatabase> {
  if (!existsSync(join(config.dataDir, 'db')))
    throw new BackupTrouble(`there is no database in ${config.dataDir}`)
  const db = overEmbedded(await openEmbedded(config.dataDir))
  try {
    const { listed, ...about } = await contentOf(db)
    await db.script('checkpoint')
    const database = await seal(join(draft, parts.database), recipients, folderTar(config.dataDir))
    return {
      about: { kind: 'embedded', ...about, database },
      listed,
      stillListed: async (keys) => (await db.run(known, [keys])).map(({ key }) => key),
      close: () => db.close(),
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

async function* folderTar(root: string): Bytes {
  const tops = (await readdir(root)).filter((name) => !notSaved.has(name)).sort()
  for (const top of tops) yield* entriesUnder(root, top)
  yield tarEnd()
}

async function* entriesUnder(root: string, name: string): Bytes {
  const children = await readdir(join(root, name)).catch(() => null)
  if (children === null) {
    yield tarEntry(name, 'file', await readFile(join(root, name)))
    return
  }
  yield tarEntry(`${name}/`, 'folder')
  for (const child of children.sort()) yield* entriesUnder(root, `${name}/${child}`)
}

/** The files that the database lists: no other one belongs to anybody. */
async function saveFiles({ files, recipients }: BackupParts, draft: string, saved: SavedDatabase) {
  const entries: FileEntry[] = []
  const absent: string[] = []
  const damaged: string[] = []
  async function* archive(): Bytes {
    for (const listed of saved.listed) {
      const stream = await files.read(listed.key)
      if (stream === null) {
        absent.push(listed.key)
        continue
      }
      const content = await buffer(stream)
      const entry = { key: listed.key, ...digestOf(content) }
      if (entry.sha256 !== listed.sha256) damaged.push(listed.key)
      entries.push(entry)
      yield tarEntry(listed.key, 'file', content)
    }
    yield tarEnd()
  }
  const digest = await seal(join(draft, parts.files), recipients, archive())
  // What was removed by the portal meanwhile is missed by nobody.
  const missing = absent.length === 0 ? [] : await saved.stillListed(absent)
  return { digest, entries, missing, damaged }
}

function digestOf(content: Uint8Array): Digest {
  return { bytes: content.byteLength, sha256: hash('sha256', content, 'hex') }
}
