/**
 * `npm run failure-tests -w tools`: causes faults in the systems that the portal depends on, and counts the writes that
 * were acknowledged, lost and duplicated. Ends with exit code 1 if a target is missed.
 */
import { parseArgs } from 'node:util'
import { failureTests } from './failure-tests.ts'
import { openHarness } from './harness/harness.ts'
import { missed, print } from './harness/outcome.ts'

const usage = `npm run failure-tests -w tools -- [F1 F4 …] [--short] [--part name] [--rounds N] [--scale N]

  Without names it runs all tests.

  --short       uses the small amounts of data of the test suite
  --part NAME   runs one part of a test that has parts
  --rounds N    number of repetitions of a test that repeats; minutes without a mail server in F6
  --scale N     multiplies the data of F15 and F16 (F15 --scale 10: 200,000 patients, 2 GB of files)

${failureTests.map(({ id, what, parts }) => `  ${id.padEnd(7)} ${what}${parts ? ` (parts: ${parts.join(', ')})` : ''}`).join('\n')}`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    part: { type: 'string' },
    rounds: { type: 'string' },
    scale: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const named = positionals.map((name) => name.toUpperCase())
const unknown = named.filter((name) => !failureTests.some(({ id }) => id === name))
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `unknown failure test: ${unknown.join(', ')}\n\n${usage}` : usage)
  process.exit(unknown.length > 0 ? 1 : 0)
}

const chosen = failureTests.filter(({ id }) => named.length === 0 || named.includes(id))
const rounds = values.rounds === undefined ? undefined : Number(values.rounds)
const portion = { part: values.part, rounds }
const harness = await openHarness({ scale: Number(values.scale) })
const failures: string[] = []
try {
  for (const { id, what, run } of chosen) {
    const began = performance.now()
    const outcome = await harness.during((own) => run(own, values.short ? 'short' : 'whole', portion))
    print(id, what, outcome)
    console.log(`    took ${((performance.now() - began) / 1000).toFixed(1)} s`)
    failures.push(...missed(outcome).map((line) => `${id} ${line}`))
  }
} finally {
  await harness.close()
}
console.log(failures.length === 0 ? `\nevery target was met` : `\nmissed:\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1
