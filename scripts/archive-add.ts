/**
 * `npm run archive:add -- FILE`: hands a result to the running server through the folder `archive` in DATA_DIR, and says
 * what became of it. The embedded database belongs to one process; that process takes the document within a second.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const waitMs = 15_000

type Outcome = { readonly outcome: string; readonly exam_id?: number; readonly because?: string }

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function isOutcome(value: unknown): value is Outcome {
  return (
    typeof value === 'object' && value !== null && 'outcome' in value && typeof value.outcome === 'string'
  )
}

async function readDocument(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => fail(`${file} cannot be read`))
  try {
    JSON.parse(text)
  } catch {
    fail(`${file} is not JSON`)
  }
  return text
}

/** What the server wrote, or null when it has not answered in time. */
async function answered(file: string): Promise<Outcome | null> {
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

const [file] = process.argv.slice(2)
if (!file) fail('usage: npm run archive:add -- FILE')
const text = await readDocument(file)
const folder = join(process.env.DATA_DIR ?? './data', 'archive')
await mkdir(folder, { recursive: true, mode: 0o700 })
const name = join(folder, randomUUID())
// Under its name only when it is whole.
await writeFile(`${name}.part`, text, { mode: 0o600 })
await rename(`${name}.part`, `${name}.json`)

const result = await answered(`${name}.outcome`)
if (result === null) {
  fail(
    `No server has taken it yet: the result waits in ${folder} and is taken when the server with this DATA_DIR runs.`,
  )
}
if (result.outcome === 'refused') fail(`Not added: ${result.because ?? ''}`)
process.stdout.write(
  result.outcome === 'known' ? `Already there: exam ${result.exam_id}\n` : `Added: exam ${result.exam_id}\n`,
)
