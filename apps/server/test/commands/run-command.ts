/** Runs a command of the server as an operator does, with its own environment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type CommandResult = {
  readonly code: number | null
  readonly output: string
  /** What is printed on the standard error output after the line about the installation. */
  readonly errors: string
  /** The line that says which installation the command uses; empty if it needs none. */
  readonly place: string
}

const program = join(import.meta.dirname, '../../src/commands/portal.ts')

/** Runs a command, such as `images:add`, and answers its questions with `input`. A file `.env` of the checkout is not read. */
export async function runCommand(
  name: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
  cwd = tmpdir(),
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program, name, ...words], {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
  })
  child.stdin.end(input)
  const [output, printed, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  const [place = ''] = /^Portal: .*\n/.exec(printed) ?? []
  return { code: typeof code === 'number' ? code : null, output, errors: printed.slice(place.length), place }
}
