/** Runs a command of the server as an operator does, with its own environment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type CommandResult = { readonly code: number | null; readonly output: string; readonly errors: string }

/** Runs `src/commands/NAME.ts` and answers its questions with `input`. */
export async function runCommand(
  name: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandResult> {
  const program = join(import.meta.dirname, `../../src/commands/${name}.ts`)
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment },
  })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code: typeof code === 'number' ? code : null, output, errors }
}
