import type { ExamResult } from '@mi-portal/contract/exams'
import { describeResult } from './result-labels.tsx'
import classes from './viewer.module.css'

/**
 * Shows a value on a line with its reference range; renders nothing without an exact number or without a range that
 * applies.
 */
export function RangeBar({ result }: { result: ExamResult }) {
  const { value, position } = result
  const scale = value === null ? null : scaleOf(value, result.reference)
  if (!scale || position === null) return null
  const { band, mark } = scale
  return (
    <svg className={classes.bar} role="img" aria-label={describeResult(result)} width="100%" height={24}>
      <rect className={classes.line} x="0" y="8" width="100%" height="8" rx="4" />
      <rect className={classes.band} x={`${band.from}%`} y="8" width={`${band.to - band.from}%`} height="8" />
      <g className={position === 'in' ? classes.inside : classes.outside}>
        <circle className={classes.ring} cx={`${mark}%`} cy="12" r="9.5" />
        <circle className={classes.dot} cx={`${mark}%`} cy="12" r="6" />
      </g>
    </svg>
  )
}

interface Scale {
  /** In percent of the line's length. */
  band: { from: number; to: number }
  mark: number
}

/**
 * The line reaches over half a range beyond each limit, and further for a value further out, up to two ranges; what
 * lies beyond that stands at the end. Where a limit is missing the band begins or ends with the line.
 */
function scaleOf(value: number, { low, high }: ExamResult['reference']): Scale | null {
  const reach = low !== null && high !== null ? high - low : Math.abs(high ?? low ?? 0)
  if (low === null && high === null) return null
  const span = reach || 1
  const [first, last] = [low ?? (high ?? 0) - span, high ?? (low ?? 0) + span]
  const start = Math.min(
    first - (low === null ? 0 : 0.6 * span),
    Math.max(value - 0.15 * span, first - 2 * span),
  )
  const end = Math.max(
    last + (high === null ? 0 : 0.6 * span),
    Math.min(value + 0.15 * span, last + 2 * span),
  )
  // The line does not start below zero unless the range or the value does.
  const from = first >= 0 && value >= 0 ? Math.max(0, start) : start
  const at = (point: number) => ((point - from) / (end - from)) * 100
  return {
    band: { from: low === null ? 0 : at(low), to: high === null ? 100 : at(high) },
    mark: Math.min(96, Math.max(4, at(value))),
  }
}
