import type { ChildProcess } from 'node:child_process'
import { DataFolderError, diskFull, folderDamaged, folderOfLaterVersion } from './errors.ts'

/** Milliseconds in which PostgreSQL must accept connections. They include the recovery after a crash. */
const startTimeout = 300_000

export class AlreadyRunningError extends Error {}

export function untilReady(child: ChildProcess, data: string): Promise<() => string> {
  let log = ''
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => {
      reject(new Error(`PostgreSQL did not accept connections within ${startTimeout / 1000} s: ${log}`))
    }, startTimeout)
    const end = (error: Error) => {
      clearTimeout(timeout)
      reject(error)
    }
    child.once('error', end)
    child.once('close', (code) => end(explainExit(log, code, data)))
    // The log is read as long as PostgreSQL runs, because a full pipe would block PostgreSQL.
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      log = (log + part).slice(-4_000)
      if (!log.includes('database system is ready to accept connections')) return
      clearTimeout(timeout)
      resolve(() => log)
    })
  })
}

/** Returns whether a message of PostgreSQL says that the disk is full. A write that fitted only in part has no error of the system. */
export function saysDiskFull(message: string): boolean {
  return /No space left on device|wrote only \d+ of \d+ bytes/.test(message)
}

function explainExit(log: string, code: number | null, data: string): Error {
  if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(log))
    return new AlreadyRunningError()
  if (saysDiskFull(log)) return diskFull(data)
  if (/initialized by PostgreSQL version \d+, which is not compatible/.test(log))
    return folderOfLaterVersion(data)
  return folderDamaged(data, fatalReason(log) ?? `PostgreSQL ended with code ${code}`)
}

export function explainEnd(log: string, data: string): Error {
  if (saysDiskFull(log)) return diskFull(data)
  return new DataFolderError(
    `The embedded PostgreSQL ended: ${fatalReason(log) ?? 'no reason given'}. Start the portal again; the database recovers what was stored.`,
  )
}

function fatalReason(log: string): string | null {
  const last = log.split('\n').findLast((line) => /\b(PANIC|FATAL):/.test(line))
  return last?.replace(/^.*\b(PANIC|FATAL):\s*/, '') ?? null
}
