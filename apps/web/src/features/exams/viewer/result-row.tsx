import type { ExamResult } from '@mi-portal/contract/exams'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatNumber } from '../../../lib/dates.ts'
import { RangeBar } from './range-bar.tsx'
import { PositionTag, rangeText } from './result-words.tsx'
import { Sparkline } from './sparkline.tsx'
import { Trend } from './trend.tsx'
import classes from './viewer.module.css'

/** One measure of an exam: value, range, place on its line, and its course over time for who unfolds it. */
export function ResultRow({ result, initiallyOpen }: { result: ExamResult; initiallyOpen: boolean }) {
  const [open, setOpen] = useState(initiallyOpen)
  const trendId = useId()
  const range = rangeText(result)
  const note = range === result.reference.text ? null : result.reference.text
  const hasCourse = result.history.length > 1
  return (
    <li className={classes.item}>
      <div className={open ? `${classes.row} ${classes.open}` : classes.row}>
        <div className={classes.name}>
          <h2>{result.name}</h2>
          {range && (
            <p>
              <abbr title="Referencia">Ref.</abbr> {range}
            </p>
          )}
          {note && <p>{note}</p>}
        </div>
        <p className={result.value === null ? `${classes.value} ${classes.words}` : classes.value}>
          {result.value === null ? (
            (result.text ?? 'Sin resultado')
          ) : (
            <>
              <strong>{formatNumber(result.value, result.decimals)}</strong> {result.unit}
            </>
          )}
        </p>
        <div className={classes.place}>
          <RangeBar result={result} />
        </div>
        <div className={classes.tag}>{result.position && <PositionTag position={result.position} />}</div>
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
