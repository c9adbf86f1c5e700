import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import { cleanText, createBlockCollector } from './blocks.ts'

function isTitle(line: string): boolean {
  return /^\p{Lu}[\p{Lu} ()/-]{2,58}:?$/u.test(line.trim())
}

function hasColumns(text: string): boolean {
  return /\S(?: {3,}|\t)\S/.test(text)
}

export function readPlainText(text: string): ReportBlock[] {
  const collector = createBlockCollector()
  for (const part of cleanText(text).split(/\n[ \t]*\n/)) {
    const lines = part.split('\n').filter((line) => line.trim() !== '')
    const [first] = lines
    if (first !== undefined && isTitle(first)) collector.addHeading(1, lines.shift() ?? '')
    const rest = lines.join('\n')
    if (hasColumns(rest)) collector.add({ kind: 'preformatted', text: rest })
    else collector.addParagraphs(rest)
  }
  return collector.finish()
}
