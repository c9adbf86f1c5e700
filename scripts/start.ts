/**
 * `npm start`: builds if the sources have changed since the last build, then runs the server in this process. `--clinic NAME` starts the
 * demonstration with another clinic package of the product.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { isBuilt } from './build-steps/build-state.ts'

const root = join(import.meta.dirname, '..')

/** Returns the value of `--clinic`. Ends the process when the arguments are others. */
function readClinicOption(): string | undefined {
  try {
    return parseArgs({ options: { clinic: { type: 'string' } } }).values.clinic
  } catch {
    console.error('usage: npm start, or npm start -- --clinic tres-sedes')
    return process.exit(2)
  }
}

// The commands read the same file.
if (existsSync('.env')) loadEnvFile('.env')
const clinic = readClinicOption()
if (clinic !== undefined) process.env.DEMO_CLINIC = clinic

// The build is a separate process, so that the bundlers do not stay in the server's memory.
if (!isBuilt(root)) {
  console.log('building …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
// Not a child process, so that signals, exit codes and standard output are those of the server.
await import(pathToFileURL(join(root, 'dist/server/main.mjs')).href)
