/** Runs a command of the server in this process, with its own environment and input. */
import { Readable } from 'node:stream'
import { vi } from 'vitest'
import { reportTrouble } from '../../src/commands/command-line.ts'
import { runCommandLine } from '../../src/commands/run-command-line.ts'
import type { TestDatabase } from '../ask.ts'
import { urlOfTestDatabase } from '../database.ts'
import { testSecret } from '../portal.ts'

type CommandResult = {
  readonly code: number
  readonly output: string
  /** What is printed on the standard error output after the line about the installation. */
  readonly errors: string
  /** The line that says which installation the command uses; empty if it needs none. */
  readonly place: string
}

/** The variables with which a command works on the database of a test and a data folder. */
export const getEnvironment = async (db: TestDatabase, DATA_DIR: string) => ({
  DATABASE_URL: await urlOfTestDatabase(db),
  DATA_DIR,
  DEMO: 'false',
  SECRET_KEY: testSecret,
})

/** Runs a command, such as `images:add`, and answers its questions with `input`. */
export async function runCommand(
  name: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' }
  const capture = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      return true
    })
  const spies = [capture('stdout'), capture('stderr')]
  const { env, exitCode } = process
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  process.env = { PATH: env.PATH, HOME: env.HOME, ...environment }
  process.exitCode = 0
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) })
  try {
    await runCommandLine([name, ...words]).catch(reportTrouble)
    const [place = ''] = /^Portal: .*\n/.exec(written.stderr) ?? []
    return {
      code: Number(process.exitCode),
      output: written.stdout,
      errors: written.stderr.slice(place.length),
      place,
    }
  } finally {
    for (const spy of spies) spy.mockRestore()
    Object.assign(process, { env, exitCode })
    Object.defineProperty(process, 'stdin', stdin)
  }
}
