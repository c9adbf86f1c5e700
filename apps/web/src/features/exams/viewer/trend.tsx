import type { ExamResult } from '@mi-portal/contract/exams'
import { speakValue } from '@mi-portal/contract/results/value-text'
import { Suspense, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { chartPoints, FlagTag, flagPastResult, formatExactValue, formatLimits } from './result-labels.tsx'
import classes from './viewer.module.css'

// The chart and its library are loaded when the first trend is opened.
const TrendChart = lazyComponent(async () => (await import('./trend-chart.tsx')).TrendChart)

/** Shows a measure over time, as a chart or as a table. With fewer than two exact numbers there is only the table. */
export function Trend({ result }: { result: ExamResult }) {
  const [isTableChosen, setAsTable] = useState(false)
  const hasChart = chartPoints(result).length > 1
  const isTable = isTableChosen || !hasChart
  return (
    <div className={classes.trend}>
      <div className={classes.trendHead}>
        <h3>Evolución de {lowerFirst(result.name)}</h3>
        {hasChart && (
          <fieldset className={classes.choice}>
            <legend className="portal-hidden">Forma de ver la evolución</legend>
            <button type="button" aria-pressed={!isTable} onClick={() => setAsTable(false)}>
              Gráfico
            </button>
            <button type="button" aria-pressed={isTable} onClick={() => setAsTable(true)}>
              Tabla
            </button>
          </fieldset>
        )}
      </div>
      {isTable ? (
        <TrendTable result={result} />
      ) : (
        <Suspense fallback={<BlockSkeleton height={200} />}>
          <div role="img" aria-label={trendSentence(result)}>
            <TrendChart result={result} />
          </div>
          <MissingPoints result={result} />
        </Suspense>
      )}
    </div>
  )
}

/** Says that some results are no exact numbers, so that the chart is not taken for complete. */
function MissingPoints({ result }: { result: ExamResult }) {
  const count = result.course.length - chartPoints(result).length
  if (count === 0) return null
  return (
    <p className={classes.notDrawn}>
      {count === 1
        ? '1 resultado no es un número exacto: está en la tabla.'
        : `${count} resultados no son números exactos: están en la tabla.`}
    </p>
  )
}

function TrendTable({ result }: { result: ExamResult }) {
  const { name, course, unit } = result
  // Two values of the same day can be told apart only by their position, so the position is the key of a row.
  const rows = course.map((past, place) => ({ ...past, place }))
  return (
    <table className={classes.table}>
      <caption className="portal-hidden">Evolución de {lowerFirst(name)}</caption>
      <thead>
        <tr>
          <th scope="col">Fecha</th>
          <th scope="col">Resultado{unit ? ` (${unit})` : ''}</th>
          <th scope="col">Rango actual</th>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ place, date, reported }) => {
          const flag = flagPastResult(reported, result)
          return (
            <tr key={place}>
              <th scope="row">{formatDay(date)}</th>
              <td>
                {formatExactValue({ reported })}
                {reported.status === 'preliminary' ? ' (preliminar)' : ''}
              </td>
              <td>{flag ? <FlagTag flag={flag} /> : 'Sin rango'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Returns the whole trend as one sentence, value by value. */
function trendSentence(result: ExamResult): string {
  const { name, course, unit } = result
  const values = course.map(
    ({ date, reported }) => `${formatDay(date)}: ${speakValue({ ...reported, unit: null })}`,
  )
  const range = formatLimits(result)
  return `Gráfico de ${lowerFirst(name)}${unit ? ` en ${unit}` : ''}. ${values.join('; ')}.${range ? ` Rango de referencia ${range}.` : ''}`
}

/** Returns the name with a small first letter for use in a sentence; acronyms such as `TSH` stay unchanged. */
function lowerFirst(name: string): string {
  return /^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
