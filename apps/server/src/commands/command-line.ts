import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { withDatabase } from '../platform/database/open.ts'
import { reportFatalError } from '../platform/errors/fatal-error.ts'
import { OperatorError } from '../platform/errors/operator-error.ts'
import { migrationsFolder } from '../platform/installed.ts'
import { createLogger } from '../platform/logger.ts'

class CommandError extends OperatorError {}

/**
 * Ends the command with a message and exit code 1. The error reaches `reportTrouble`, so the database, which can be the embedded one,
 * is closed first.
 *
 * @throws {CommandError}
 */
export function fail(message: string): never {
  throw new CommandError(message)
}

/** Reads the options of a command, and its files. An unknown option, and `--help`, print the usage and end the command. */
export function readArguments<const T extends ParseArgsOptionsConfig>(
  usage: string,
  args: readonly string[],
  options: T,
) {
  const help = { type: 'boolean', default: false } as const
  const parsed = parseOrFail(usage, {
    allowPositionals: true,
    options: { ...options, help },
    args: [...args],
  })
  if ('help' in parsed.values && parsed.values.help === true) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  return parsed
}

export function readOptions<const T extends ParseArgsOptionsConfig>(
  usage: string,
  args: readonly string[],
  options: T,
) {
  const { values, positionals } = readArguments(usage, args, options)
  return positionals.length > 0 ? fail(usage) : values
}

function parseOrFail<T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

export function readPath<const T extends ParseArgsOptionsConfig>(
  usage: string,
  args: readonly string[],
  options: T,
) {
  const { values, positionals } = readArguments(usage, args, options)
  const [path, ...more] = positionals
  return path === undefined || more.length > 0 ? fail(usage) : { path, values }
}

export function withOpenDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(config, readMigrations(migrationsFolder()), createLogger('silent'), work)
}

/** Reports in one line why a command failed. The stack of an unexpected error is in a file that the line names. */
export function reportTrouble(error: unknown): void {
  if (error instanceof ApiError) process.stderr.write(`${error.message}\n`)
  else reportFatalError(error, null)
  process.exitCode = 1
}

/** Asks questions on a terminal. From a pipe it takes a line for each question. The answer to a secret question is not shown. */
export function createPrompt() {
  let muted = false
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (!muted) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = process.stdin.isTTY === true
  const reading = createInterface({ input: process.stdin, output, terminal })
  const lines = reading[Symbol.asyncIterator]()
  return {
    ask: async (question: string, secret = false): Promise<string> => {
      process.stdout.write(`${question}: `)
      muted = secret
      const line = await lines.next()
      if (secret || !terminal) process.stdout.write('\n')
      muted = false
      return line.done ? '' : line.value
    },
    close: () => reading.close(),
  }
}

export async function askYesOrNo(question: string): Promise<boolean> {
  const { ask, close } = createPrompt()
  const answer = await ask(question).finally(close)
  return /^s[i\u00ed]?$/i.test(answer.trim())
}
