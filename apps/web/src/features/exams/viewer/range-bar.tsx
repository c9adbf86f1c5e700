import type { ExamResult } from '@mi-portal/contract/exams'
import { showDecimal } from '@mi-portal/contract/results/decimals'
import { showValue } from '@mi-portal/contract/results/value-text'
import classes from './range-bar.module.css'
import { divideLine, type Zone } from './range-zones.rules.ts'
import { describeResult } from './result-labels.tsx'

const words: Readonly<Record<Zone['kind'], string>> = {
  criticalLow: 'Crítico',
  low: 'Bajo',
  in: 'En rango',
  high: 'Alto',
  criticalHigh: 'Crítico',
}

/**
 * Shows a value on a line with the zones below, within and above its reference range, and the critical zones that the laboratory
 * reported; renders nothing without an exact number or without a range that applies.
 */
export function RangeBar({ result }: { result: ExamResult }) {
  const line = divideLine(result)
  if (line === null) return null
  const { zones, limits, mark } = line
  return (
    <div className={classes.bar} role="img" aria-label={describeResult(result)}>
      {/* The value is moved back by as much of its own width as it is moved forward, so that it stays within the line. */}
      <p className={classes.value} style={{ left: `${mark}%`, translate: `-${mark}%` }}>
        {showValue(result.reported)}
      </p>
      <div className={classes.line}>
        {zones.map(({ kind, from, to }) => (
          <span key={kind} className={classes[kind]} style={{ width: `${to - from}%` }} />
        ))}
        <span className={classes.mark} style={{ left: `${mark}%` }} />
      </div>
      <div className={classes.limits}>
        {limits.map(({ number, at }) => (
          <span key={at} style={{ left: `${at}%` }}>
            {showDecimal(number)}
          </span>
        ))}
      </div>
      <div className={classes.words}>
        {zones.map(({ kind, from, to }) => (
          <span key={kind} style={{ width: `${to - from}%` }}>
            {words[kind]}
          </span>
        ))}
      </div>
    </div>
  )
}
