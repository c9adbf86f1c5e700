/** Checks the project's layout by rules that neither the compiler nor Biome nor knip has. */
import { checkClinicColours, checkClinicValues } from './structure/clinic-values.ts'
import { checkFileNames } from './structure/file-names.ts'
import type { Finding } from './structure/finding.ts'
import { checkAuthorizationTable, checkForbidden, checkPlatform } from './structure/forbidden.ts'
import { checkImports } from './structure/import-rules.ts'
import { checkLock } from './structure/lock.ts'
import { readTexts, type Texts } from './structure/project-files.ts'
import { checkRepeatedSentences } from './structure/repeated-sentences.ts'
import { checkStyleLines } from './structure/style-lines.ts'
import { checkTableWriters } from './structure/table-writers.ts'

const checks = [
  checkAuthorizationTable,
  checkFileNames,
  checkForbidden,
  checkClinicValues,
  checkClinicColours,
  checkPlatform,
  checkRepeatedSentences,
  checkTableWriters,
  checkStyleLines,
  checkLock,
]

/** Returns what is wrong with the files, which are given as texts by their path from the root. */
export function structureFindings(texts: Texts): Finding[] {
  return checks
    .flatMap((check) => check(texts))
    .sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
}

/** Prints the findings below `root`. Returns whether none is an error. */
export async function checkStructure(root: string): Promise<boolean> {
  const texts = readTexts(root)
  const findings = structureFindings(texts)
  for (const { path, line, level, message } of findings) {
    console.log(`${path}:${line}  ${level === 'warning' ? 'warning: ' : ''}${message}`)
  }
  const errors = findings.filter((finding) => finding.level === 'error').length
  console.log(errors === 0 ? 'structure: clean' : `structure: ${errors} ${errors === 1 ? 'error' : 'errors'}`)
  return (await checkImports(root, [...texts.keys()])) && errors === 0
}
