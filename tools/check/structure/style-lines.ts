/** Keeps the style sheets from growing again: a screen is written with utilities (docs/design.md). */
import { error, type Finding } from './finding.ts'
import type { Texts } from './project-files.ts'

/** The lines of all style sheets of the browser. */
const limit = 4_000

export function checkStyleLines(texts: Texts): Finding[] {
  const sheets = [...texts].filter(([path]) => /^apps\/web\/src\/.*\.css$/.test(path))
  const lines = sheets.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0)
  if (lines <= limit) return []
  return [
    error(
      'apps/web/src',
      1,
      `the style sheets have ${lines} lines, at most ${limit}: write utilities instead`,
    ),
  ]
}
