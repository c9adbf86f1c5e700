import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { showDecimal } from '@mi-portal/contract/results/decimals'
import { showRanges } from '@mi-portal/contract/results/reference-ranges'
import { detailLines } from '@mi-portal/contract/results/result-details'
import { isShowable, showValue, speakValue } from '@mi-portal/contract/results/value-text'
import type { Day } from '@mi-portal/contract/values/dates'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { join } from '../../../ui/layout/layout.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { changeSinceLast, writeChange } from '../over-time/change-since-last.rules.ts'
import { RangeBar } from './range-bar.tsx'
import { FlagTag, formatLimits } from './result-labels.tsx'
import { Trend } from './trend.tsx'

interface ResultRowProps {
  result: ExamResult
  /** The day of the exam; null if it cannot be read. */
  day: Day | null
  /** Address of the exam's document; null when it has none. */
  documentUrl: string | null
}

/** One measure of an exam: its value, where it lies, and unfolded what it measures and how it has changed. */
export function ResultRow({ result, day, documentUrl }: ResultRowProps) {
  const [open, setOpen] = useState(false)
  const foldId = useId()
  const { flag, name, reported, purpose } = result
  const isOutside = flag !== null && flag.level !== 'in'
  const limits = formatLimits(result)
  const ranges = showRanges(reported)
  // Words besides the limits, such as those of several risks.
  const wordyRanges = limits === null || ranges.join() === limits ? [] : ranges
  const hasFold = result.course.length > 1 || Boolean(purpose) || wordyRanges.length > 0
  return (
    <li className="py-3">
      <div className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 frame:min-h-10 frame:grid-cols-[minmax(0,1fr)_192px_104px_160px_20px] frame:gap-y-0">
        <h3 className="frame:col-start-1 frame:row-start-1">{name}</h3>
        <Value result={result} documentUrl={documentUrl} />
        <div className="col-span-2 frame:col-span-1 frame:col-start-2 frame:row-span-2 frame:row-start-1">
          <RangeBar result={result} />
        </div>
        <div className="flex flex-wrap items-center gap-2 frame:col-start-4 frame:row-span-2 frame:row-start-1">
          {reported.status === 'preliminary' && <StatusBadge look="info">Preliminar</StatusBadge>}
          {flag !== null && (isOutside ? <FlagTag flag={flag} /> : <InsideWords />)}
        </div>
        <p className="type-meta text-right text-muted frame:col-start-1 frame:row-start-2 frame:text-left">
          {limits === null ? ranges.join('; ') : `Referencia: ${limits}`}
        </p>
        {hasFold && (
          <button
            type="button"
            className={join(
              'plain-button flex items-center justify-between font-strong text-link after:absolute after:inset-0 after:rounded-sm focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus frame:col-start-5 frame:row-span-2 frame:row-start-1 print:hidden',
              isOutside ? 'col-span-2 min-h-8 frame:col-span-1' : 'max-frame:absolute max-frame:inset-0',
            )}
            aria-expanded={open}
            aria-controls={foldId}
            aria-label={`Qué mide y cómo ha cambiado ${name}`}
            onClick={() => setOpen(!open)}
          >
            {isOutside && <span className="frame:hidden">Qué mide y cómo ha cambiado</span>}
            <IconChevronDown
              size={20}
              stroke={1.75}
              className={join('flex-none text-muted', open && 'rotate-180', !isOutside && 'max-frame:hidden')}
              aria-hidden
            />
          </button>
        )}
      </div>
      {detailLines(result).map((line) => (
        <p key={line} className="type-meta text-muted">
          {line}
        </p>
      ))}
      {(isOutside || open) && <Change result={result} day={day} />}
      <div id={foldId}>
        {open && (
          <div className="mt-3 grid gap-3 rounded-tile bg-sub p-4">
            {purpose && <p>{purpose}</p>}
            {wordyRanges.map((range) => (
              <p key={range} className="type-meta text-muted">
                Referencia: {range}
              </p>
            ))}
            {result.course.length > 1 && <Trend result={result} />}
          </div>
        )}
      </div>
    </li>
  )
}

/** That a value is within its range, in words without a fill, because most are. */
function InsideWords() {
  return (
    <span className="type-meta inline-flex items-center gap-1 text-success">
      <IconCheck size={18} stroke={1.75} aria-hidden />
      Dentro del rango
    </span>
  )
}

/** Says how the value changed since the last time, or why that cannot be said. */
function Change({ result, day }: Pick<ResultRowProps, 'result' | 'day'>) {
  const change = day === null ? null : changeSinceLast(result, day)
  if (change === null) return null
  return <p className="type-meta mt-1 text-muted">{writeChange(change)}</p>
}

const place = 'text-right frame:col-start-3 frame:row-span-2 frame:row-start-1'

function Value({ result: { reported, name }, documentUrl }: Pick<ResultRowProps, 'result' | 'documentUrl'>) {
  const { value, unit } = reported
  if (!isShowable(reported))
    return (
      <p className={`${place} relative z-1 font-strong text-strong`}>
        {documentUrl === null ? (
          'No se puede mostrar aquí. Pide el documento en la clínica.'
        ) : (
          <a
            href={documentUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Ver documento con ${name}, se abre en una pestaña nueva`}
          >
            Ver documento
          </a>
        )}
      </p>
    )
  if (value.kind === 'number' && value.comparator === null)
    return (
      <p className={`${place} type-meta text-muted`}>
        <strong className="type-section text-strong">{showDecimal(value.number)}</strong> {unit}
      </p>
    )
  const [shown, spoken] = [showValue(reported), speakValue(reported)]
  return (
    <p className={`${place} relative z-1 font-strong text-strong`}>
      {shown === spoken ? (
        shown
      ) : (
        <>
          <span aria-hidden>{shown}</span>
          <span className="portal-hidden">{spoken}</span>
        </>
      )}
    </p>
  )
}
