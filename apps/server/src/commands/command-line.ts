/** What all commands share: reading options, printing their usage, and reporting an error in one line. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ApiError } from '@mi-portal/contract/api-error'
import { ConfigError } from '../platform/config/reader.ts'
import { DataFolderError } from '../platform/database/embedded-postgres/errors.ts'
import { BackupError } from '../platform/database/table-archive.ts'

/** Ends the command with a message. */
export function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Reads the options of a command. An unknown one, and `--help`, print the usage and end the command. */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T) {
  const parsed = parseOrFail(usage, config)
  if ('help' in parsed.values && parsed.values.help === true) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  return parsed
}

function parseOrFail<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** Reports why a command failed: an expected error in one line, any other one with its stack. */
export function reportTrouble(error: unknown): void {
  const isExpected = [BackupError, ConfigError, DataFolderError, ApiError].some(
    (kind) => error instanceof kind,
  )
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isExpected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`)
  process.exitCode = 1
}
