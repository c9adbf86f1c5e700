import { showRanges } from '@mi-portal/contract/results/reference-ranges'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { detailLines, type ResultWithEarlier } from '@mi-portal/contract/results/result-details'
import { findFlag, flagWords } from '@mi-portal/contract/results/result-flags'
import { printUnit } from '@mi-portal/contract/results/units'
import { showValue } from '@mi-portal/contract/results/value-text'

export type PrintedMeasure = ResultWithEarlier

/** The number of characters that fit in the column of ranges. Longer ranges are printed across the table. */
const longestRanges = 160

function splitUnit(reported: ReportedResult): { readonly value: string; readonly unit: string } {
  const value = showValue({ ...reported, unit: null })
  return { value, unit: showValue(reported) === value ? '' : printUnit(reported.unit) }
}

export function printedCells(measure: PrintedMeasure) {
  const { name, reported } = measure
  const flag = findFlag(reported)
  const ranges = showRanges(reported)
  const isLong = ranges.join('').length > longestRanges
  return {
    name,
    ...splitUnit(reported),
    arrow: flag?.level === 'high' ? ('up' as const) : flag?.level === 'low' ? ('down' as const) : null,
    isAttention: flag?.level === 'abnormal' || flag?.critical === true,
    tags: [flagWords(flag), reported.status === 'preliminary' ? 'Preliminar' : ''].filter(
      (word) => word !== '',
    ),
    ranges: isLong ? [] : ranges,
    details: [...(isLong ? ranges.map((range) => `Referencia: ${range}`) : []), ...detailLines(measure)],
  }
}
