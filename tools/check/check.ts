/** `npm run check`: types, lint and format, unused code, structure, types of SQL. Ends with exit code 1 if one of them finds an error. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { checkStructure } from './check-structure.ts'
import { checkSql } from './sql-types/check-sql.ts'

const root = join(import.meta.dirname, '../..')

function run(title: string, command: string, parts: string[]): boolean {
  console.log(`── ${title}`)
  const bin = join(root, 'node_modules', '.bin', command)
  return spawnSync(bin, parts, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
}

const results = [
  run('types', 'tsc', ['-p', '.']),
  // A service worker has other globals than a page.
  run('types of the service worker', 'tsc', ['-p', 'apps/web/src/service-worker']),
  run('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  // With the tests as users of the code, and without them.
  run('unused code and dependencies', 'knip', ['--no-progress']),
  run('unused code and dependencies of the product', 'knip', ['--no-progress', '--production', '--strict']),
  [console.log('── structure'), checkStructure(root)].at(-1) === true,
  [console.log('── types of SQL statements'), await checkSql(root)].at(-1) === true,
]
process.exitCode = results.every(Boolean) ? 0 : 1
