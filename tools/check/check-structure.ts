/** Checks the project's layout by rules that neither the compiler nor Biome nor knip has. */

import { checkAuthorizationTable } from './structure/authorization-table.ts'
import { checkCircles } from './structure/circles.ts'
import { checkClinicColours, checkClinicValues } from './structure/clinic-values.ts'
import { checkFileNames } from './structure/file-names.ts'
import type { Finding } from './structure/finding.ts'
import { checkForbidden } from './structure/forbidden.ts'
import { checkImports } from './structure/import-rules.ts'
import { checkLock } from './structure/lock.ts'
import { checkPlatform } from './structure/platform.ts'
import { parseTree, readTexts } from './structure/sources.ts'
import { checkTableWriters } from './structure/table-writers.ts'

/** Returns all findings. The files are given as texts by their path from the root. */
export function structureFindings(texts: ReadonlyMap<string, string>): Finding[] {
  const tree = parseTree(texts)
  return [
    ...checkImports(tree),
    ...checkCircles(tree),
    ...checkAuthorizationTable(tree),
    ...checkFileNames(tree),
    ...checkForbidden(tree),
    ...checkClinicValues(tree),
    ...checkClinicColours(tree),
    ...checkPlatform(tree),
    ...checkTableWriters(tree),
    ...checkLock(tree),
  ].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

/** Prints the findings below `root`. Returns whether none is an error. */
export function checkStructure(root: string): boolean {
  const findings = structureFindings(readTexts(root))
  for (const { path, line, level, message } of findings) {
    console.log(`${path}:${line}  ${level === 'warning' ? 'warning: ' : ''}${message}`)
  }
  const errors = findings.filter((finding) => finding.level === 'error').length
  console.log(errors === 0 ? 'structure: clean' : `structure: ${errors} ${errors === 1 ? 'error' : 'errors'}`)
  return errors === 0
}
