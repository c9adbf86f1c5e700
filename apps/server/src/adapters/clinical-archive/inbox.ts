/**
 * The folder through which new results reach a running server: the embedded database belongs to one process, so whoever
 * adds a result hands it to that process. A document is put there whole (`*.json`); its outcome comes to lie beside.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { Taken } from './intake.ts'

type InboxParts = {
  readonly folder: string
  readonly add: (document: unknown) => Promise<Taken>
  /** After something was added. */
  readonly onAdded: () => Promise<unknown>
  readonly logger: Logger
  /** Milliseconds between two looks. */
  readonly pause?: number
}

export function archiveInbox({ folder, add, onAdded, logger, pause = 1000 }: InboxParts) {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let stopped = false

  async function read(file: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(file, 'utf8'))
    } catch {
      return undefined
    }
  }

  async function take(name: string): Promise<Taken> {
    const taken = await add(await read(join(folder, name)))
    // Written whole before it is there under its name; only then is the document done with.
    const answer = join(folder, name.replace(/\.json$/, '.outcome'))
    await writeFile(`${answer}.part`, JSON.stringify(taken), { mode: 0o600 })
    await rename(`${answer}.part`, answer)
    await rm(join(folder, name), { force: true })
    logger.info({ outcome: taken.outcome }, 'archive inbox')
    return taken
  }

  async function look(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => /^[\w-]+\.json$/.test(name)).sort()
    let added = false
    for (const name of names) {
      if (stopped) break
      added = (await take(name)).outcome === 'added' || added
    }
    if (added) await onAdded()
  }

  function next(): void {
    if (stopped) return
    timer = setTimeout(() => {
      // What failed lies where it lay and is taken at a later look.
      looking = look()
        .catch((error: unknown) => logger.warn(describeError(error), 'archive inbox'))
        .finally(next)
    }, pause).unref()
  }

  return {
    start: async (): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      next()
    },
    /** What is being taken is finished first. */
    stop: async (): Promise<void> => {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
