/** `npm start`: builds when the sources have changed since the last build, then becomes the server. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from './build-state.ts'

const root = join(import.meta.dirname, '..')

// A process of its own, so that the server does not carry the bundlers in its memory.
if (!isBuilt(root)) {
  console.log('building …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
// No child: signals, exit codes and standard output are the server's own.
await import(pathToFileURL(join(root, 'dist/server/main.mjs')).href)
