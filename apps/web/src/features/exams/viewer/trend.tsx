import type { ExamResult } from '@mi-portal/contract/exams/exams'
import { exactNumber } from '@mi-portal/contract/results/reported-result'
import { findFlag } from '@mi-portal/contract/results/result-flags'
import { showValue, speakValue } from '@mi-portal/contract/results/value-text'
import { Fragment, Suspense, useState } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { listCourseChanges } from '../over-time/course-segments.rules.ts'
import { chartPoints, chartSegments, FlagTag, formatExactValue, formatLimits } from './result-labels.tsx'

// The chart and its library are loaded when the first trend is opened.
const TrendChart = lazyComponent(async () => (await import('./trend-chart.tsx')).TrendChart)

const choice =
  'plain-button min-h-11 rounded-md px-3 font-strong text-link aria-pressed:bg-soft aria-pressed:text-on-soft'

/** Shows a measure over time, as a chart or as a table. With fewer than two exact numbers there is only the table. */
export function Trend({ result }: { result: ExamResult }) {
  const [isTableChosen, setAsTable] = useState(false)
  const hasChart = chartPoints(result).length > 1
  const isTable = isTableChosen || !hasChart
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h4>Evolución de {lowerFirst(result.name)}</h4>
        {hasChart && (
          <fieldset className="m-0 flex gap-1 border-0 p-0 print:hidden">
            <legend className="portal-hidden">Forma de ver la evolución</legend>
            <button
              type="button"
              className={choice}
              aria-pressed={!isTable}
              onClick={() => setAsTable(false)}
            >
              Gráfico
            </button>
            <button type="button" className={choice} aria-pressed={isTable} onClick={() => setAsTable(true)}>
              Tabla
            </button>
          </fieldset>
        )}
      </div>
      {isTable ? (
        <TrendTable result={result} />
      ) : (
        <Suspense fallback={<BlockSkeleton height={200} />}>
          <div
            role="img"
            aria-label={trendSentence(result)}
            // The chart is drawn in the colours of the light scheme.
            className="always-light rounded-md bg-card"
          >
            <TrendChart result={result} />
          </div>
          <Changes result={result} />
          <MissingPoints result={result} />
        </Suspense>
      )}
    </div>
  )
}

/** Says that some results are not in the chart, so that it is not taken for complete. */
function MissingPoints({ result }: { result: ExamResult }) {
  const { course, unit } = result
  const inOtherUnit = course.filter(
    ({ reported }) => exactNumber(reported) !== null && reported.unit !== unit,
  ).length
  const inexact = course.length - chartPoints(result).length - inOtherUnit
  return (
    <>
      {inexact > 0 && (
        <p className="type-meta text-muted">
          {inexact === 1
            ? '1 resultado no es un número exacto: está en la tabla.'
            : `${inexact} resultados no son números exactos: están en la tabla.`}
        </p>
      )}
      {inOtherUnit > 0 && (
        <p className="type-meta text-muted">
          {inOtherUnit === 1
            ? '1 resultado está en otra unidad: está en la tabla.'
            : `${inOtherUnit} resultados están en otra unidad: están en la tabla.`}
        </p>
      )}
    </>
  )
}

/** Says when the method or the reference range changed, and that results before and after are not joined. */
function Changes({ result }: { result: ExamResult }) {
  const changes = listCourseChanges(chartSegments(result))
  if (changes.length === 0) return null
  return (
    <>
      <ul className="type-meta mt-2 pl-6 text-strong">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p className="type-meta text-muted">
        El gráfico no une los resultados de antes y después de un cambio, porque pueden no ser comparables.
      </p>
    </>
  )
}

function TrendTable({ result }: { result: ExamResult }) {
  const { name, course, unit } = result
  const changesBefore = new Map(
    chartSegments(result).flatMap((segment) => {
      const [first] = segment.points
      return first === undefined ? [] : [[first.reported, segment] as const]
    }),
  )
  // Two values of the same day can be told apart only by their position, so the position is the key of a row.
  const rows = course.map((past, place) => ({ ...past, place }))
  return (
    <table className="w-full border-collapse text-left text-strong *:*:border-b *:*:border-line [&_td]:p-2 [&_th]:p-2 [&_th]:font-normal">
      <caption className="portal-hidden">Evolución de {lowerFirst(name)}</caption>
      <thead>
        <tr className="type-meta text-muted">
          <th scope="col">Fecha</th>
          <th scope="col">Resultado{unit ? ` (${unit})` : ''}</th>
          <th scope="col">Según su rango</th>
        </tr>
      </thead>
      <tbody>
        {rows.toReversed().map(({ place, date, reported }) => {
          const segment = changesBefore.get(reported)
          return (
            <Fragment key={place}>
              <TrendRow date={date} reported={reported} unit={unit} />
              {segment && segment.changes.length > 0 && (
                <tr className="type-meta bg-page font-strong">
                  <td colSpan={3}>{listCourseChanges([segment]).join(' ')}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function TrendRow({ date, reported, unit }: ExamResult['course'][number] & { unit: string | null }) {
  const flag = findFlag(reported)
  const limits = formatLimits({ reported })
  return (
    <tr>
      <th scope="row">{formatDay(date)}</th>
      <td>
        {reported.unit === unit ? formatExactValue({ reported }) : showValue(reported)}
        {reported.status === 'preliminary' ? ' (preliminar)' : ''}
      </td>
      <td>
        {flag ? <FlagTag flag={flag} /> : limits === null ? 'Sin rango' : null}
        {limits !== null && <span className="whitespace-nowrap text-muted"> · {limits}</span>}
      </td>
    </tr>
  )
}

/** Returns the whole trend as text, value by value, with what changed between them. */
function trendSentence(result: ExamResult): string {
  const { name, course, unit } = result
  const values = course.map(
    ({ date, reported }) =>
      `${formatDay(date)}: ${speakValue(reported.unit === unit ? { ...reported, unit: null } : reported)}`,
  )
  const range = formatLimits(result)
  return [
    `Gráfico de ${lowerFirst(name)}${unit ? ` en ${unit}` : ''}.`,
    `${values.join('; ')}.`,
    ...(range ? [`Rango de referencia ${range}.`] : []),
    ...listCourseChanges(chartSegments(result)),
  ].join(' ')
}

/** Returns the name with a small first letter for use in a sentence; acronyms such as `TSH` stay unchanged. */
function lowerFirst(name: string): string {
  return /^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
