/** Imports the complete documents (`*.json`) that another program puts into a folder, and writes the outcome next to each. */

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseExactJson } from '@mi-portal/contract/results/exact-json'
import type { Platform } from '../../../platform/composition/platform.ts'
import { createQueue, type Queue } from '../../../platform/queue/queue.ts'
import type { ImportOutcome } from './result-import.ts'

type WatchFolderDependencies = Pick<Platform, 'clock' | 'logger'> & {
  readonly folder: string
  readonly add: (document: unknown) => Promise<ImportOutcome>
  readonly onAdded: () => Promise<unknown>
  /** Milliseconds between two looks at the folder. */
  readonly poll?: number
}

/** Milliseconds after which a claim counts as abandoned by a server that ended. */
const leaseMs = 60_000

export function createWatchFolder(dependencies: WatchFolderDependencies): Queue {
  const { folder, add, onAdded, clock, logger, poll = 1000 } = dependencies
  const server = randomUUID()
  let hasNews = false

  const documentPath = (name: string) => join(folder, `${name}.json`)
  const claimedPath = (name: string) => join(folder, `${name}.${server}.claimed`)

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

  async function importFile(name: string): Promise<void> {
    const claimed = claimedPath(name)
    try {
      const imported = await add(await read(claimed))
      // The outcome gets its final name only after it was written completely. Then the document is deleted.
      const answer = join(folder, `${name}.outcome`)
      await writeFile(`${answer}.part`, JSON.stringify(imported), { mode: 0o600 })
      await rename(`${answer}.part`, answer)
      await rm(claimed, { force: true })
      logger.info({ outcome: imported.outcome }, 'watch folder: a result document was processed')
      hasNews ||= ['added', 'corrected', 'released'].includes(imported.outcome)
    } catch (error) {
      await rename(claimed, documentPath(name))
      throw error
    }
  }

  async function releaseAbandoned(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const document = /^([\w-]+)\.[\w-]+\.claimed$/.exec(name)?.[1]
      if (document === undefined) continue
      const claimed = join(folder, name)
      const { mtimeMs } = await stat(claimed).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (clock.now().getTime() - mtimeMs > leaseMs) await claim(claimed, documentPath(document))
    }
  }

  return createQueue<string>({
    name: 'watch folder',
    clock,
    logger,
    timing: { poll, lease: leaseMs },
    claim: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const found = await readdir(folder)
      await releaseAbandoned(found)
      for (const name of found.flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []).sort())
        if (await claim(documentPath(name), claimedPath(name))) return [name]
      if (hasNews) await onAdded()
      hasNews = false
      return []
    },
    renew: (name) => utimes(claimedPath(name), clock.now(), clock.now()),
    process: importFile,
  })
}
