import type { ExamResult } from '@mi-portal/contract/exams'
import { formatDay } from '../../../lib/dates.ts'
import { chartSegments, formatExactValue } from './result-labels.tsx'
import classes from './viewer.module.css'

const width = 92
const height = 26
const edge = 5

/**
 * Small chart of a measure over time since its method or reference range last changed, with the range as a green background;
 * renders nothing with fewer than two exact numbers.
 */
export function Sparkline({ result }: { result: ExamResult }) {
  const { reference, unit } = result
  const history = chartSegments(result).at(-1)?.points ?? []
  const first = history[0]
  const last = history.at(-1)
  if (!first || !last || history.length < 2) return null

  const times = history.map(({ date }) => Date.parse(date))
  const known = [reference.low, reference.high].filter((limit) => limit !== null)
  const values = [...history.map(({ value }) => value), ...known]
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const began = Date.parse(first.date)
  const lasted = Date.parse(last.date) - began || 1
  const x = (time: number) => edge + ((time - began) / lasted) * (width - 2 * edge)
  const y = (value: number) =>
    height - edge - ((value - lowest) / (highest - lowest || 1)) * (height - 2 * edge)
  const top = reference.high === null ? 0 : y(reference.high)
  const bottom = reference.low === null ? height : y(reference.low)
  const points = history.map(({ value }, place) => `${x(times[place] ?? began)},${y(value)}`).join(' ')

  return (
    <svg
      className={classes.spark}
      role="img"
      aria-label={`Evolución de ${result.name}: ${history.length} valores, de ${formatExactValue(first)} el ${formatDay(first.date)} a ${formatExactValue(last)} ${unit ?? ''} el ${formatDay(last.date)}.`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {known.length > 0 && (
        <rect
          className={classes.ground}
          x="0"
          y={top}
          width={width}
          height={Math.max(2, bottom - top)}
          rx="3"
        />
      )}
      <polyline className={classes.course} points={points} />
      <circle className={classes.now} cx={x(Date.parse(last.date))} cy={y(last.value)} r="3.5" />
    </svg>
  )
}
