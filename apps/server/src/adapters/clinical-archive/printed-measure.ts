/** How a measured value, its range and its place beside it are written on paper. */

/** One measured value as it is stored; `value` is null where the result is words, in `text`. */
export type PrintedMeasure = {
  readonly name: string
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly decimals: number
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
}

/** A value as Chile writes it: `4.6` with one decimal is `4,6`. */
export function showValue(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('.', ',')
}

/** The range of reference in words: `70 a 99`, `hasta 200`, `desde 50`, or empty. */
export function showRange(measure: Pick<PrintedMeasure, 'low' | 'high' | 'decimals'>): string {
  const { low, high, decimals } = measure
  if (low !== null && high !== null) return `${showValue(low, decimals)} a ${showValue(high, decimals)}`
  if (high !== null) return `hasta ${showValue(high, decimals)}`
  if (low !== null) return `desde ${showValue(low, decimals)}`
  return ''
}

/** Where a value lies beside its range, in the word that is printed; empty inside it or where there is no range. */
export function flagOf(measure: Pick<PrintedMeasure, 'value' | 'low' | 'high'>): '' | 'Bajo' | 'Alto' {
  const { value, low, high } = measure
  if (value === null) return ''
  if (low !== null && value < low) return 'Bajo'
  if (high !== null && value > high) return 'Alto'
  return ''
}
