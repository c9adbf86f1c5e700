/** What all commands share: reading options, printing their usage, and reporting an error in one line. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ApiError } from '@mi-portal/contract/api-error'
import { PackageFolderError } from '../modules/clinic/package/package-files.service.ts'
import { ConfigError } from '../platform/config/reader.ts'
import { DataFolderError } from '../platform/database/embedded-postgres/errors.ts'
import { BackupError } from '../platform/database/table-archive.ts'

/** An expected end of a command, with the message for the operator. */
class CommandError extends Error {}

/**
 * Ends the command with a message and exit code 1. The error reaches `reportTrouble`, so the database, which can be the embedded one,
 * is closed first.
 *
 * @throws {CommandError}
 */
export function fail(message: string): never {
  throw new CommandError(message)
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
  const isExpected = [
    CommandError,
    BackupError,
    ConfigError,
    DataFolderError,
    PackageFolderError,
    ApiError,
  ].some((kind) => error instanceof kind)
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isExpected || !(error instanceof Error) ? message : (error.stack ?? message)}\n`)
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

/** Asks a question on the terminal. Returns whether the answer is «sí», also without the accent or as «s». */
export async function askYesOrNo(question: string): Promise<boolean> {
  const { ask, close } = createPrompt()
  const answer = await ask(question).finally(close)
  return /^s[i\u00ed]?$/i.test(answer.trim())
}
