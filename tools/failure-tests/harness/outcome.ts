/** The outcome of a failure test: counts, figures with their targets, and how both are printed. */

/**
 * The size of a failure test: `whole` checks the full promise, `short` fits into the test run. `untimed` is as short and judges no times,
 * so that a busy machine does not fail it.
 */
export type Size = 'whole' | 'short' | 'untimed'

/** Limits a run to one named part of a failure test, or to this many rounds, to save time. */
export type Portion = { readonly part?: string | undefined; readonly rounds?: number | undefined }

export function has({ part }: Portion, name: string): boolean {
  return part === undefined || part === name
}

type Figure = {
  readonly what: string
  readonly measured: string
  readonly target: string
  readonly met: boolean
}

/** Counts answers by status; `none` counts the calls without an answer. */
type Tally = Record<string, number>

export type Outcome = {
  readonly acknowledged: number
  readonly lost: number
  readonly duplicated: number
  readonly errors: Tally
  /** Milliseconds until the portal had recovered; null if it did not have to recover. */
  readonly recovery: number | null
  readonly figures: readonly Figure[]
}

/**
 * Collects the findings of one failure test. In every failure test the number of lost and duplicated writes
 * must be 0.
 */
export function openFindings(size: Size) {
  const figures: Figure[] = []
  const errors: Tally = {}
  const counts = { acknowledged: 0, lost: 0, duplicated: 0 }
  let recovery: number | null = null
  const isUntimed = size === 'untimed'
  return {
    add: (more: Partial<typeof counts>) => {
      for (const name of ['acknowledged', 'lost', 'duplicated'] as const) counts[name] += more[name] ?? 0
    },
    error: (status: number, times = 1) => {
      const name = status === 0 ? 'none' : String(status)
      errors[name] = (errors[name] ?? 0) + times
    },
    recovered: (milliseconds: number) => {
      recovery = Math.max(recovery ?? 0, milliseconds)
    },
    atMost: (what: string, value: number, limit: number, unit = '') => {
      figures.push({
        what,
        measured: shown(value, unit),
        target: `≤ ${shown(limit, unit)}`,
        met: value <= limit || (isUntimed && isTime(unit) && Number.isFinite(value)),
      })
    },
    /**
     * Records a time with a limit that assumes an idle machine. In the short size the limit is five times as
     * long.
     */
    quickly: (what: string, value: number, limit: number, unit: string) => {
      const most = size === 'whole' ? limit : 5 * limit
      figures.push({
        what,
        measured: shown(value, unit),
        target: `≤ ${shown(most, unit)}`,
        met: value <= most || (isUntimed && Number.isFinite(value)),
      })
    },
    atLeast: (what: string, value: number, limit: number, unit = '') => {
      figures.push({
        what,
        measured: shown(value, unit),
        target: `≥ ${shown(limit, unit)}`,
        met: value >= limit,
      })
    },
    holds: (what: string, met: boolean, measured = met ? 'yes' : 'no') => {
      figures.push({ what, measured, target: 'yes', met })
    },
    outcome: (): Outcome => ({
      ...counts,
      errors,
      recovery,
      figures: [
        { what: 'lost', measured: String(counts.lost), target: '0', met: counts.lost === 0 },
        {
          what: 'duplicated',
          measured: String(counts.duplicated),
          target: '0',
          met: counts.duplicated === 0,
        },
        ...figures,
      ],
    }),
  }
}

export type Findings = ReturnType<typeof openFindings>

function isTime(unit: string): boolean {
  return unit === 'ms' || unit === 's'
}

function shown(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit && ` ${unit}`}`
}

/** Returns one line for each figure that missed its target. */
export function missed({ figures }: Outcome): string[] {
  return figures
    .filter(({ met }) => !met)
    .map(({ what, measured, target }) => `${what}: ${measured} (target ${target})`)
}

export function print(id: string, what: string, outcome: Outcome): void {
  const errors = Object.entries(outcome.errors)
    .map(([status, count]) => `${status} × ${count.toLocaleString('en')}`)
    .join(', ')
  console.log(`\n${id}  ${what}`)
  console.log(
    `    ${outcome.acknowledged.toLocaleString('en')} acknowledged, ${outcome.lost} lost, ${outcome.duplicated} duplicated` +
      `; errors by status: ${errors || 'none'}` +
      (outcome.recovery === null ? '' : `; recovered in ${Math.round(outcome.recovery)} ms`),
  )
  for (const { what: name, measured, target, met } of outcome.figures)
    console.log(
      `    ${met ? 'met   ' : 'MISSED'}  ${name.padEnd(58)} ${measured.padStart(14)}  target ${target}`,
    )
}

/** Returns the value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
