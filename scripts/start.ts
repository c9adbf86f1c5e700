/** `npm start`: builds if the sources have changed since the last build, then runs the server in this process. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './build-steps/build-state.ts'

const root = join(import.meta.dirname, '..')

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
