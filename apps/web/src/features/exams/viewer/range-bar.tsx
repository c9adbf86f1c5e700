import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { join } from '../../../ui/layout/layout.tsx'
import { divideLine, type Zone } from './range-zones.rules.ts'
import { describeResult } from './result-labels.tsx'

const zoneFills: Readonly<Record<Zone['kind'], string>> = {
  criticalLow: 'bg-range-tick',
  low: 'bg-range-track',
  in: 'bg-range-zone',
  high: 'bg-range-track',
  criticalHigh: 'bg-range-tick',
}

/**
 * Shows a value as a mark on a line, with a tick at each limit of its reference range and of the critical zones that the laboratory
 * reported; renders nothing without an exact number or without a range that applies. Browsers leave backgrounds out on paper, so they are
 * asked for.
 */
export function RangeBar({ result }: { result: ExamResult }) {
  const line = divideLine(result)
  if (line === null) return null
  const { flag } = result
  const mark = flag?.critical ? 'bg-error' : flag?.level === 'in' ? 'bg-success' : 'bg-attention'
  return (
    <div
      className="relative h-2 [print-color-adjust:exact] *:[print-color-adjust:exact]"
      role="img"
      aria-label={describeResult(result)}
    >
      {line.zones.map(({ kind, from, to }) => (
        <span
          key={kind}
          className={join(
            'absolute inset-y-0',
            from === 0 && 'rounded-l-full',
            to === 100 && 'rounded-r-full',
            zoneFills[kind],
          )}
          style={{ left: `${from}%`, width: `${to - from}%` }}
        />
      ))}
      {line.limits.map(({ at }) => (
        <span
          key={at}
          className="absolute -top-1 h-4 w-[2px] -translate-x-1/2 bg-range-tick"
          style={{ left: `${at}%` }}
        />
      ))}
      <span
        className={join(
          'absolute -top-[6px] size-[20px] -translate-x-1/2 animate-slide rounded-full border-3 border-card',
          mark,
        )}
        style={{ left: `${line.mark}%` }}
      />
    </div>
  )
}
