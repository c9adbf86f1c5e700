/**
 * `npm run mutate`: mutates rules and access checks, one at a time, in a copy of the project. Runs the tests
 * that should detect each mutant, which is caught if a test fails. Ends with exit code 1 if more than two
 * mutants are missed. `npm run mutate -- shares certificates` mutates only files whose path contains one of these words.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyMutant } from './mutation/apply-mutant.ts'
import { mutants as all, type Mutant } from './mutation/mutants.ts'
import { failuresOfVitest, unloadedFiles } from './test-count.ts'

const root = join(import.meta.dirname, '..')
const missedAtMost = 2
const words = process.argv.slice(2)
const mutants = all.filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)))
if (mutants.length === 0) {
  console.error(`no mutant is of a file whose path contains ${words.join(' or ')}`)
  process.exit(2)
}

// Checks first that every mutant still matches its source. Otherwise one could be skipped without notice.
for (const mutant of all) applyMutant(readFileSync(join(root, mutant.file), 'utf8'), mutant)

const copy = mkdtempSync(join(tmpdir(), 'mi-portal-mutate-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
copyProject()

const allTests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
const failures = runTests(allTests)
if (failures.length > 0) {
  console.error(`these tests fail without any fault: repair them first\n${failures.join('\n')}`)
  process.exit(1)
}

let caught = 0
for (const [at, mutant] of mutants.entries()) {
  const found = isCaught(mutant)
  if (found) caught += 1
  console.log(
    `${String(at + 1).padStart(2)}  ${found ? 'caught' : 'MISSED'}  ${mutant.name}${found ? '' : `  (${mutant.file})`}`,
  )
}
console.log(`caught ${caught} of ${mutants.length}`)
process.exitCode = mutants.length - caught > missedAtMost ? 1 : 0

function isCaught(mutant: Mutant): boolean {
  const file = join(copy, mutant.file)
  const sound = readFileSync(file, 'utf8')
  writeFileSync(file, applyMutant(sound, mutant))
  try {
    return runTests(mutant.tests).length > 0
  } catch (error) {
    throw new Error(`"${mutant.name}" must be wrong, not broken`, { cause: error })
  } finally {
    writeFileSync(file, sound)
  }
}

/** Runs tests and returns one line for each failure. Throws when a test file could not be loaded. */
function runTests(tests: readonly string[]): string[] {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  spawnSync(
    join(copy, 'node_modules/.bin/vitest'),
    ['run', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`, ...tests],
    { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  if (!existsSync(report)) throw new Error('vitest wrote no report')
  const parsed: unknown = JSON.parse(readFileSync(report, 'utf8'))
  if (unloadedFiles(parsed) > 0) throw new Error('a test file did not load')
  return failuresOfVitest(parsed)
}

/** Copies the sources and links the installed packages. The project's own packages are the copies. */
function copyProject() {
  const left = new Set(['node_modules', 'dist', 'data', 'coverage', '.git', '.cache', 'docs', 'e2e'])
  for (const name of readdirSync(root)) {
    if (!left.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource })
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@mi-portal'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@mi-portal') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const [name, path] of Object.entries({
    contract: 'packages/contract',
    server: 'apps/server',
    web: 'apps/web',
  })) {
    symlinkSync(join(copy, path), join(modules, '@mi-portal', name))
    const own = join(root, path, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(copy, path, 'node_modules'))
  }
}

function isSource(path: string): boolean {
  return !/[\\/](node_modules|dist)$/.test(path)
}
