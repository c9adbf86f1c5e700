import { appendFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { systemClock } from '../clock.ts'
import { OperatorError } from './operator-error.ts'

type SystemError = Error & {
  readonly code?: unknown
  readonly syscall?: string
  readonly path?: string
  readonly port?: number
  readonly address?: string
}

function listCauses(error: unknown): SystemError[] {
  return error instanceof Error ? [error, ...listCauses(error.cause)] : []
}

const notWritable = ({ path, code }: SystemError) =>
  `${path ?? 'A file'} cannot be used by this user (${code}): set DATA_DIR to a folder that the server may write to, or change the owner of this one.`

const lines: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ port }) =>
    `The port ${port} is in use by another program on this machine: stop that one, or set PORT to another number, as in PORT=${(port ?? 0) + 1} npm start.`,
  EADDRNOTAVAIL: ({ address }) =>
    `HOST should be an address of this machine, such as 127.0.0.1: ${address} is none.`,
  ENOSPC: ({ path }) =>
    `The disk is full${path === undefined ? '' : ` (${path})`}: free some space and start again. Nothing was lost.`,
  EDQUOT: ({ path }) =>
    `The quota of this user on the disk is used up${path === undefined ? '' : ` (${path})`}: free some space and start again.`,
  EROFS: notWritable,
  EPERM: notWritable,
  EACCES: (error) =>
    error.syscall === 'listen'
      ? `This user may not open the port ${error.port}: set PORT to a number from 1024.`
      : notWritable(error),
  ENOTDIR: ({ path }) => `${path} cannot be used, because a part of this path is a file and not a folder.`,
  ECONNREFUSED: ({ address, port }) =>
    `Nothing answers at ${address}:${port}, where the portal needs a server: start that one, or correct its address in the settings.`,
  EMFILE: () =>
    'This process may not open more files: raise the limit, as in ulimit -n 4096, and start again.',
  ENOMEM: () => 'This machine has too little free memory: end other programs and start again.',
  ERR_MODULE_NOT_FOUND: () => 'A package of the portal is not installed: run npm ci and start again.',
  '53100': () => 'The disk of the database is full: free some space and start again. Nothing was lost.',
  '53200': () => 'The database has too little memory: end other programs on its machine and start again.',
  '53300': () =>
    'The database accepts no more connections: raise max_connections, or stop a server that is not needed.',
  '57014': () => 'A statement took longer than ten minutes: start again when the machine has less to do.',
  '57P01': () => 'The database was stopped: start again when it runs.',
}

/** Codes of errors that may not come back: a statement or lock that took too long, a connection that ended, and short memory. */
const transient: readonly unknown[] = ['57014', '55P03', '57P01', '53200', '53300', 'ENOMEM']

export function needsOperator(error: unknown): boolean {
  return explainFatalError(error) !== null && !listCauses(error).some(({ code }) => transient.includes(code))
}

export function explainFatalError(error: unknown): string | null {
  for (const cause of listCauses(error)) {
    if (cause instanceof OperatorError) return cause.message
    const line = typeof cause.code === 'string' ? lines[cause.code]?.(cause) : undefined
    if (line !== undefined) return line
  }
  return null
}

/**
 * Prints the line for an error that ends the program. The details of an unexpected error are added to a file in the data folder, or in the
 * system's folder for temporary files, and the line names that file.
 */
export function reportFatalError(error: unknown, folder: string | null): void {
  const known = explainFatalError(error)
  if (known !== null) {
    process.stderr.write(`${known}\n`)
    return
  }
  const file = writeDetails(error, folder)
  process.stderr.write(
    `The program ended because of an unexpected error: ${summarize(error)}. ${file === null ? '' : `The details are in ${file}: `}start again, and report it with these details if it comes back.\n`,
  )
}

function summarize(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return first.slice(0, 200).replace(/[.\s]+$/, '') || 'it has no message'
}

function writeDetails(error: unknown, folder: string | null): string | null {
  const details = `${systemClock.now().toISOString()} node ${process.versions.node}\n${inspect(error, { depth: 5 })}\n\n`
  const files = [
    ...(folder === null ? [] : [join(folder, 'errors.log')]),
    join(tmpdir(), `mi-portal-errors-${process.pid}.log`),
  ]
  for (const file of files)
    try {
      appendFileSync(file, details, { mode: 0o600 })
      return file
    } catch {
      // The folder is missing, full or closed: the next one may not be.
    }
  return null
}

export function endOnUncaughtErrors(folder: string | null): void {
  process.on('uncaughtException', (error) => {
    reportFatalError(error, folder)
    process.exit(1)
  })
}
