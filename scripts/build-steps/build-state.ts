/** Tells whether the build is made from the present sources. Compares their content, not their dates. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const inputs = [
  'apps/*/src/**',
  'apps/server/{migrations,seed}/**',
  'apps/web/{index.html,offline.html,vite.config.ts,vite/**,public/**}',
  'packages/contract/src/**',
  'package-lock.json',
  'scripts/{build.ts,build-steps/*.ts}',
]

function sourcesHash(root: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(inputs, { cwd: root }).sort()) {
    const file = join(root, path)
    if (!statSync(file).isFile()) continue
    hash.update(`\0${path}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const stateFile = (root: string) => join(root, 'dist', 'sources.sha256')

export function isBuilt(root: string): boolean {
  return existsSync(stateFile(root)) && readFileSync(stateFile(root), 'utf8') === sourcesHash(root)
}

export function rememberBuild(root: string): void {
  writeFileSync(stateFile(root), sourcesHash(root))
}
