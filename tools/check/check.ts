/** `npm run check`: types, lint and format, unused code, structure, types of SQL. Ends with exit code 1 if one of them finds an error. */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The checks that this project has written. Each runs in a process of its own: `check.ts sql`. */
const ownChecks: Record<string, () => Promise<boolean>> = {
  sql: async () =>
    (await import('./sql-types/check-sql.ts')).checkSql(root, {
      isWriting: process.argv.includes('--write'),
    }),
  structure: async () => (await import('./check-structure.ts')).checkStructure(root),
}
const own = (name: string) => [process.execPath, import.meta.filename, name]

type Step = readonly [title: string, command: readonly string[]]

/** The longest ones first, so that none is left alone at the end. */
const steps: readonly Step[] = [
  ['types', ['tsc', '-p', '.']],
  ['lint and format', ['biome', 'check', '--error-on-warnings', '.']],
  ['types of SQL statements', own('sql')],
  ['structure', own('structure')],
  ['unused code and dependencies of the product', ['knip', '--no-progress', '--production', '--strict']],
  // A service worker has other globals than a page.
  ['types of the service worker', ['tsc', '-p', 'apps/web/src/service-worker']],
]

/** Runs a step and prints its output when it has ended. Returns whether it found nothing wrong. */
function run(title: string, [program = '', ...args]: readonly string[]): Promise<boolean> {
  const began = performance.now()
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    child.on('error', (error) => {
      said += error.message
    })
    child.on('close', (code) => {
      console.log(`── ${title}: ${((performance.now() - began) / 1000).toFixed(0)} s\n${said.trimEnd()}`)
      resolve(code === 0)
    })
  })
}

/** Runs the steps that are left, one after another. */
async function runSteps(left: Iterator<Step, undefined>): Promise<boolean> {
  const { value, done } = left.next()
  if (done === true) return true
  const [title, command] = value
  const isGood = await run(title, command)
  return (await runSteps(left)) && isGood
}

async function runAll(): Promise<boolean> {
  const left = steps.values()
  const results = await Promise.all(
    Array.from({ length: Math.max(2, availableParallelism()) }, () => runSteps(left)),
  )
  return results.every(Boolean)
}

const isGood = await (ownChecks[process.argv[2] ?? ''] ?? runAll)()
process.exitCode = isGood ? 0 : 1
