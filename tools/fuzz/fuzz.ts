/** `npm run fuzz -w tools -- ROUNDS [SEED]`: runs the adversarial tests of `npm run test:full` with more rounds, and with another seed each time. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [rounds = '200', seed = String(Date.now() % 1_000_000_007)] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(rounds) || !/^\d+$/.test(seed)) {
  console.error('npm run fuzz -w tools -- ROUNDS [SEED]: two whole numbers, such as 200 7')
  process.exit(1)
}
console.log(`FUZZ_ROUNDS=${rounds} FUZZ_SEED=${seed}`)
const root = join(import.meta.dirname, '../..')
const ended = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project=server-full', 'tools/fuzz'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_ROUNDS: rounds, FUZZ_SEED: seed } },
)
process.exit(ended.status ?? 1)
