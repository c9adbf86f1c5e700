import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ApiError } from '@mi-portal/contract/api-error'
import { reportFatalError } from '../platform/errors/fatal-error.ts'
import { OperatorError } from '../platform/errors/operator-error.ts'

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

/** Reads the options of a command. An unknown one, and `--help`, print the usage and end the command. */
export function readOptions<T extends ParseArgsConfig>(usage: string, args: readonly string[], config: T) {
  const parsed = parseOrFail(usage, { ...config, args: [...args] })
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

/** Returns the only argument of a command that works on one file or folder. Any other number of arguments prints the usage and ends it. */
export function requireOnePath(usage: string, positionals: readonly string[]): string {
  const [path, ...more] = positionals
  return path === undefined || more.length > 0 ? fail(usage) : path
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

/** Asks a question on the terminal. Returns whether the answer is «sí», also without the accent or as «s». */
export async function askYesOrNo(question: string): Promise<boolean> {
  const { ask, close } = createPrompt()
  const answer = await ask(question).finally(close)
  return /^s[i\u00ed]?$/i.test(answer.trim())
}
