/**
 * The watch folder from which a running server imports new results. Another program puts a complete
 * document (`*.json`) into the folder, and the server writes the outcome next to it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseExactJson } from '@mi-portal/contract/results/exact-json'
import type { Clock } from '../../platform/clock.ts'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { ImportOutcome } from './result-import.ts'

type WatchFolderDependencies = {
  readonly folder: string
  readonly add: (document: unknown) => Promise<ImportOutcome>
  /** Called after results were imported or corrected. */
  readonly onAdded: () => Promise<unknown>
  readonly clock: Clock
  readonly logger: Logger
  /** Milliseconds between two polls of the folder. */
  readonly pause?: number
}

/** Milliseconds after which a claim counts as abandoned by a server that ended. */
const claimMs = 60_000

export function createWatchFolder({
  folder,
  add,
  onAdded,
  clock,
  logger,
  pause = 1000,
}: WatchFolderDependencies) {
  /** Identifies this server among those that share the folder. */
  const server = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let stopped = false

  async function read(file: string): Promise<unknown> {
    try {
      return parseExactJson(await readFile(file, 'utf8'))
    } catch {
      return undefined
    }
  }

  /** Claims a document for this server by renaming it, which only one server can do. Returns false if another was first. */
  async function claim(document: string, claimed: string): Promise<boolean> {
    const now = clock.now()
    try {
      // The time is set before the claim. Otherwise the old time of a waiting document would look like an abandoned claim.
      await utimes(document, now, now)
      await rename(document, claimed)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
      throw error
    }
  }

  async function importFile(name: string): Promise<ImportOutcome | null> {
    const document = join(folder, `${name}.json`)
    const claimed = join(folder, `${name}.${server}.claimed`)
    if (!(await claim(document, claimed))) return null
    try {
      const taken = await add(await read(claimed))
      // The outcome gets its final name only after it was written completely. Then the document is deleted.
      const answer = join(folder, `${name}.outcome`)
      await writeFile(`${answer}.part`, JSON.stringify(taken), { mode: 0o600 })
      await rename(`${answer}.part`, answer)
      await rm(claimed, { force: true })
      logger.info({ outcome: taken.outcome }, 'watch folder: a result document was processed')
      return taken
    } catch (error) {
      await rename(claimed, document)
      throw error
    }
  }

  /** Releases documents that were claimed by a server that ended before it had imported them. */
  async function releaseAbandoned(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const document = /^([\w-]+)\.[\w-]+\.claimed$/.exec(name)?.[1]
      if (document === undefined) continue
      const claimed = join(folder, name)
      const { mtimeMs } = await stat(claimed).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (clock.now().getTime() - mtimeMs > claimMs) await claim(claimed, join(folder, `${document}.json`))
    }
  }

  async function poll(): Promise<void> {
    const there = await readdir(folder)
    await releaseAbandoned(there)
    const names = there.flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? []).sort()
    let isNews = false
    for (const name of names) {
      if (stopped) break
      const outcome = (await importFile(name))?.outcome
      isNews = outcome === 'added' || outcome === 'corrected' || outcome === 'released' || isNews
    }
    if (isNews) await onAdded()
  }

  function next(): void {
    if (stopped) return
    timer = setTimeout(() => {
      // A document whose import failed stays in the folder and is imported at a later poll.
      polling = poll()
        .catch((error: unknown) =>
          logger.warn(
            describeError(error),
            'watch folder: documents could not be imported, and stay in DATA_DIR/archive',
          ),
        )
        .finally(next)
    }, pause).unref()
  }

  return {
    start: async (): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      next()
    },
    /** Stops polling, after the current document was imported. */
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await polling
    },
  }
}
