import type { ExamResult } from '@mi-portal/contract/exams'
import { lazy, Suspense, useState } from 'react'
import { formatDay, formatNumber } from '../../../lib/dates.ts'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { limitsText, PositionTag, positionOf } from './result-words.tsx'
import classes from './viewer.module.css'

// The chart and its library come with the first trend that is opened.
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }))

/** A measure over time, as a chart or as the table that says the same. */
export function Trend({ result }: { result: ExamResult }) {
  const [asTable, setAsTable] = useState(false)
  return (
    <div className={classes.trend}>
      <div className={classes.trendHead}>
        <h3>Evolución de {lowerFirst(result.name)}</h3>
        <fieldset className={classes.choice}>
          <legend className="portal-hidden">Forma de ver la evolución</legend>
          <button type="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
            Gráfico
          </button>
          <button type="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
            Tabla
          </button>
        </fieldset>
      </div>
      {asTable ? (
        <TrendTable result={result} />
      ) : (
        <Suspense fallback={<BlockSkeleton height={200} />}>
          <div role="img" aria-label={trendSentence(result)}>
            <TrendChart result={result} />
          </div>
        </Suspense>
      )}
    </div>
  )
}

function TrendTable({ result: { name, history, unit, decimals, reference } }: { result: ExamResult }) {
  // Two values of one day have nothing but their place to tell them apart.
  const rows = history.map((point, place) => ({ ...point, place }))
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
        {rows.toReversed().map(({ place, date, value }) => {
          const position = positionOf(value, reference)
          return (
            <tr key={place}>
              <th scope="row">{formatDay(date)}</th>
              <td>{formatNumber(value, decimals)}</td>
              <td>{position ? <PositionTag position={position} /> : 'Sin rango'}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The whole chart as one sentence, value by value. */
function trendSentence({ name, history, unit, decimals, reference }: ExamResult): string {
  const values = history.map(({ date, value }) => `${formatDay(date)}: ${formatNumber(value, decimals)}`)
  const range = limitsText(reference, decimals)
  return `Gráfico de ${lowerFirst(name)}${unit ? ` en ${unit}` : ''}. ${values.join('; ')}.${range ? ` Rango de referencia ${range}.` : ''}`
}

/** `Glicemia en ayunas` inside a sentence; `TSH` stays as it is. */
function lowerFirst(name: string): string {
  return /^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
