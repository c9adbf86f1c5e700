/** Builders of results for tests. */
import type { ReferenceRange, ReportedResult, ReportedValue } from '../src/results/reported-result.ts'

export const buildLimit = (number: string, unit: string | null = null) => ({
  number,
  comparator: null,
  unit,
  ucum: null,
})

export function buildRange(
  low: string | null,
  high: string | null,
  { unit = null, ...more }: Partial<ReferenceRange> & { readonly unit?: string | null } = {},
): ReferenceRange {
  return {
    low: low === null ? null : buildLimit(low, unit),
    high: high === null ? null : buildLimit(high, unit),
    ...{ text: null, type: null, applies_to: [], age_low: null, age_high: null },
    ...more,
  }
}

export function buildResult(value: ReportedValue, more: Partial<ReportedResult> = {}): ReportedResult {
  return {
    value,
    ...{ unit: null, ucum: null, status: 'final', method: null, body_site: null },
    ...{ interpretations: [], ranges: [], notes: [] },
    ...more,
  }
}
