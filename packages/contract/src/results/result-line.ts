import { showRanges } from './reference-ranges.ts'
import { isCorrected, type ReportedResult } from './reported-result.ts'
import { findFlag, flagWords, showInterpretations } from './result-flags.ts'
import { lowerFirst, showValue } from './value-text.ts'

export function resultLine(result: ReportedResult): string {
  const state = result.status === 'preliminary' ? 'preliminar' : isCorrected(result) ? 'corregido' : ''
  const aside = [flagWords(findFlag(result)), ...showInterpretations(result), state].filter(
    (word) => word !== '',
  )
  const ranges = showRanges(result)
  return [
    showValue(result),
    aside.length > 0 ? `[${aside.map(lowerFirst).join(', ')}]` : '',
    ranges.length > 0 ? `(referencia ${ranges.join('; ')})` : '',
    ...result.notes.map((note) => `Nota: ${note}`),
    result.method === null ? '' : `Método: ${result.method}`,
    result.body_site === null ? '' : `Sitio: ${result.body_site}`,
  ]
    .filter((word) => word !== '')
    .join(' ')
}
