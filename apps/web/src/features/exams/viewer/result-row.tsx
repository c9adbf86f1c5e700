import type { ExamResult } from '@mi-portal/contract/exams'
import { showDecimal } from '@mi-portal/contract/results/decimals'
import { changeSinceLast, writeChange } from '@mi-portal/contract/results/over-time/change-since-last'
import { showRanges } from '@mi-portal/contract/results/reference-ranges'
import { detailLines } from '@mi-portal/contract/results/result-details'
import { isShowable, showValue, speakValue } from '@mi-portal/contract/results/value-text'
import type { Day } from '@mi-portal/contract/values/dates'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { RangeBar } from './range-bar.tsx'
import { FlagTag } from './result-labels.tsx'
import { Sparkline } from './sparkline.tsx'
import { Trend } from './trend.tsx'
import classes from './viewer.module.css'

interface ResultRowProps {
  result: ExamResult
  /** The day of the exam; null if it cannot be read. */
  day: Day | null
  /** Address of the exam's document; null when it has none. */
  documentUrl: string | null
  initiallyOpen: boolean
}

/** One measure of an exam: value, range, position, and an expandable trend. */
export function ResultRow({ result, day, documentUrl, initiallyOpen }: ResultRowProps) {
  const [open, setOpen] = useState(initiallyOpen)
  const trendId = useId()
  const hasCourse = result.course.length > 1
  return (
    <li className={classes.item}>
      <div className={open ? `${classes.row} ${classes.open}` : classes.row}>
        <div className={classes.name}>
          <h2>{result.name}</h2>
          <Details result={result} />
          <Change result={result} day={day} />
          <Purpose result={result} />
        </div>
        <Value result={result} documentUrl={documentUrl} />
        <div className={classes.place}>
          <RangeBar result={result} />
        </div>
        <div className={classes.tag}>
          {result.reported.status === 'preliminary' && <StatusBadge look="info">Preliminar</StatusBadge>}
          {result.flag && <FlagTag flag={result.flag} />}
        </div>
        <div className={classes.past}>
          <Sparkline result={result} />
        </div>
        {hasCourse && (
          <button
            type="button"
            className={classes.unfold}
            aria-expanded={open}
            aria-controls={trendId}
            aria-label={`Evolución de ${result.name}`}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={20} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      <div id={trendId}>{open && <Trend result={result} />}</div>
    </li>
  )
}

/** Shows the details of a value: ranges, notes of the laboratory, and corrections. */
function Details({ result }: { result: ExamResult }) {
  const { reported } = result
  return (
    <>
      {showRanges(reported).map((range) => (
        <p key={range}>
          <abbr title="Referencia">Ref.</abbr> {range}
        </p>
      ))}
      {detailLines(result).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  )
}

/** Says how the value changed since the last time, or why that cannot be said. */
function Change({ result, day }: Pick<ResultRowProps, 'result' | 'day'>) {
  const change = day === null ? null : changeSinceLast(result, day)
  if (change === null) return null
  return <p className={classes.change}>{writeChange(change)}</p>
}

/** Says, when opened, what the test is for, in the clinic's approved words. */
function Purpose({ result: { name, purpose } }: Pick<ResultRowProps, 'result'>) {
  if (!purpose) return null
  return (
    <details className={classes.purpose}>
      <summary>
        Para qué sirve<span className="portal-hidden">: {name}</span>
      </summary>
      <p>{purpose}</p>
    </details>
  )
}

function Value({ result: { reported, name }, documentUrl }: Pick<ResultRowProps, 'result' | 'documentUrl'>) {
  const { value, unit } = reported
  if (!isShowable(reported))
    return (
      <p className={`${classes.value} ${classes.words}`}>
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
      <p className={classes.value}>
        <strong>{showDecimal(value.number)}</strong> {unit}
      </p>
    )
  const [shown, spoken] = [showValue(reported), speakValue(reported)]
  return (
    <p className={`${classes.value} ${classes.words}`}>
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
