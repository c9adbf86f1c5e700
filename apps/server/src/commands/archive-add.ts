import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { readDataDir } from '../platform/config/config.ts'
import { fail, readArguments } from './command-line.ts'

const usage = `npm run portal -- archive:add FILE

Gives a result, as JSON, to the running server with the same DATA_DIR, and prints the outcome. FILE may be - for the
standard input: docker compose exec -T portal-1 node dist/server/portal.mjs archive:add - < result.json`

const waitMs = 15_000

type Outcome = { readonly outcome: string; readonly exam_id?: number; readonly because?: string }

function isOutcome(value: unknown): value is Outcome {
  return (
    typeof value === 'object' && value !== null && 'outcome' in value && typeof value.outcome === 'string'
  )
}

function describePlace(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  if (position === undefined) return ''
  const lines = text.slice(0, Number(position)).split('\n')
  return `, line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

async function readDocument(file: string): Promise<string> {
  const reading = file === '-' ? textOf(process.stdin) : readFile(file, 'utf8')
  const text = await reading.catch(() => fail(`${file} cannot be read`))
  try {
    JSON.parse(text)
  } catch (error) {
    fail(`${file} is not JSON${describePlace(error, text)}`)
  }
  return text
}

async function waitForOutcome(file: string): Promise<Outcome | null> {
  const deadline = performance.now() + waitMs
  while (performance.now() < deadline) {
    if (existsSync(file)) {
      const outcome: unknown = JSON.parse(await readFile(file, 'utf8'))
      await rm(file)
      return isOutcome(outcome) ? outcome : null
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return null
}

export async function run(args: readonly string[]): Promise<void> {
  const {
    positionals: [file],
  } = readArguments(usage, args, {})
  if (!file) fail(usage)
  const text = await readDocument(file)
  const folder = join(readDataDir(), 'archive')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = join(folder, randomUUID())
  // The server reads `.json` files, so the file gets that name when it is complete.
  await writeFile(`${name}.part`, text, { mode: 0o600 })
  await rename(`${name}.part`, `${name}.json`)

  const result = await waitForOutcome(`${name}.outcome`)
  if (result === null) {
    fail(
      `No server has imported the result yet: it waits in ${folder} until the server with this DATA_DIR runs.`,
    )
  }
  if (result.outcome === 'refused') fail(`Not added: ${file}: ${result.because ?? ''}`)
  const outcomes: Readonly<Record<string, string>> = { known: 'Already there', corrected: 'Corrected' }
  process.stdout.write(`${outcomes[result.outcome] ?? 'Added'}: exam ${result.exam_id}\n`)
}
