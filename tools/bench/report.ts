/** Prints figures with their limits and results. */

export type Figure = {
  /** The number of the promise that this figure checks, or null if the figure is only information. */
  readonly promise: number | null
  readonly what: string
  /** The measured value with its unit. */
  readonly measured: string
  /** The value for comparison with its unit. */
  readonly against?: string
  /** The ratio that is compared with its limit, or shown without a limit if nothing is promised. */
  readonly ratio?:
    | { readonly value: number; readonly limit: number; readonly kind: 'least' | 'most' }
    | { readonly value: number; readonly limit?: never; readonly kind?: never }
  /** Whether the promise is met, for figures without a ratio. */
  readonly met?: boolean
}

export function isMet({ ratio, met }: Figure): boolean {
  if (ratio?.limit === undefined) return met ?? true
  return ratio.kind === 'least' ? ratio.value >= ratio.limit : ratio.value <= ratio.limit
}

export function print(figure: Figure): void {
  const { ratio } = figure
  const verdict = figure.promise === null ? '·' : isMet(figure) ? 'met' : 'MISSED'
  const words =
    ratio?.limit === undefined
      ? ''
      : ` (${ratio.kind === 'least' ? 'at least' : 'at most'} ${shown(ratio.limit)})`
  const limit = ratio ? `${shown(ratio.value)}${words}` : ''
  const columns = [
    (figure.promise === null ? '' : String(figure.promise)).padStart(2),
    figure.what.padEnd(46),
    figure.measured.padStart(16),
    (figure.against ?? '').padStart(18),
    limit.padStart(26),
    verdict,
  ]
  console.log(columns.join('  '))
}

export function heading(text: string, measured = '', against = '', limit = ''): void {
  console.log(
    `\n    ${text.padEnd(46)}  ${measured.padStart(16)}  ${against.padStart(18)}  ${limit.padStart(26)}`,
  )
}

/** Formats a number with three significant digits. */
export function shown(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Returns the spread of the values as a share of their median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}
