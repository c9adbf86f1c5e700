/** The structural checks: what neither the compiler nor the linter knows of the house's layout. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCircles } from './structure/circles.ts'
import { checkDependencies, type Installed } from './structure/dependencies.ts'
import { checkDoors } from './structure/doors.ts'
import { checkFileNames } from './structure/file-names.ts'
import type { Finding } from './structure/finding.ts'
import { checkForbidden } from './structure/forbidden.ts'
import { checkImports } from './structure/import-law.ts'
import { checkLock } from './structure/lock.ts'
import { checkPlatform } from './structure/platform.ts'
import { parseTree, readTexts } from './structure/sources.ts'
import { checkUnusedExports } from './structure/unused-exports.ts'

/** All findings in a tree of texts, by their path from the root. */
export function structureFindings(texts: ReadonlyMap<string, string>, installed: Installed): Finding[] {
  const tree = parseTree(texts)
  return [
    ...checkImports(tree),
    ...checkCircles(tree),
    ...checkDoors(tree),
    ...checkFileNames(tree),
    ...checkForbidden(tree),
    ...checkPlatform(tree),
    ...checkUnusedExports(tree),
    ...checkDependencies(tree, installed),
    ...checkLock(tree),
  ].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

/** Prints what is found under the root and tells whether nothing of it is an error. */
export function checkStructure(root: string): boolean {
  const findings = structureFindings(readTexts(root), installedUnder(root))
  for (const { path, line, level, message } of findings) {
    console.log(`${path}:${line}  ${level === 'warning' ? 'warning: ' : ''}${message}`)
  }
  const errors = findings.filter((finding) => finding.level === 'error').length
  console.log(errors === 0 ? 'structure: clean' : `structure: ${errors} ${errors === 1 ? 'error' : 'errors'}`)
  return errors === 0
}

function installedUnder(root: string): Installed {
  return (name) => {
    const path = ['', 'apps/server', 'apps/web', 'packages/contract']
      .map((workspace) => join(root, workspace, 'node_modules', name, 'package.json'))
      .find((candidate) => existsSync(candidate))
    if (!path) return { peers: [], commands: [] }
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return { peers: keysIn(manifest, 'peerDependencies'), commands: keysIn(manifest, 'bin', name) }
  }
}

/** The names listed in a field; a field that is one text stands for one name, its own. */
function keysIn(manifest: unknown, field: string, own = ''): string[] {
  const listed: unknown =
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, field) : undefined
  if (typeof listed === 'string') return [own.slice(own.lastIndexOf('/') + 1)]
  return typeof listed === 'object' && listed !== null ? Object.keys(listed) : []
}
