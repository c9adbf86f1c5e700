import type { ExamResult, ExamResults } from '@mi-portal/contract/exams/exams'
import { detailLines, statusNotice } from '@mi-portal/contract/results/result-details'
import { showValue } from '@mi-portal/contract/results/value-text'
import { CriticalResults } from '../../features/exams/viewer/critical-results.tsx'
import { ReportText } from '../../features/exams/viewer/report-text.tsx'
import { FlagTag, formatLimits, summarizeResults } from '../../features/exams/viewer/result-labels.tsx'
import { formatTime } from '../../lib/dates.ts'
import classes from './offline-screen.module.css'
import { describeAge } from './shown-values.ts'

/** Shows a laboratory result as the patient saw it, closed at first. Documents and trends need a connection. */
export function OfflineResult({ shown, savedAt }: { shown: ExamResults; savedAt: number }) {
  const { exam, results, conclusion, critical_advice } = shown
  // A result that was stored before the portal showed texts has none.
  const { type = 'laboratory', report = [] }: Partial<ExamResults> = shown
  const { lead, rest } = summarizeResults(results)
  const state = statusNotice(exam.status, exam.corrected_on, type)
  // A report may have a measure twice.
  const measures = results.map((result, place) => ({ result, key: `${place} ${result.code}` }))
  return (
    <li className={`portal-card ${classes.card}`}>
      <h3>{exam.type_exam}</h3>
      <p>
        {exam.date}, {formatTime(exam.hour)} · {exam.patient_full_name}
      </p>
      <p className="text-muted font-strong">{describeAge(savedAt)}</p>
      <details>
        <summary>Ver resultados</summary>
        {state && (
          <p>
            <strong>{state.lead}</strong> {state.rest}
          </p>
        )}
        <CriticalResults results={results} advice={critical_advice} />
        {results.length > 0 && (
          <p>
            <strong>{lead}</strong> {rest}
          </p>
        )}
        <ReportText blocks={report} hasPdf={shown.pdf_url !== null} conclusion={conclusion} />
        <ul className="plain-list grid gap-3 [&_li]:grid [&_li]:gap-1 [&_li]:py-3 [&_li]:px-0 [&_li]:border-t [&_li]:border-t-line-strong">
          {measures.map(({ key, result }) => (
            <Measure key={key} result={result} />
          ))}
        </ul>
        <p className="text-muted">Para ver los documentos y la evolución necesitas conexión.</p>
      </details>
    </li>
  )
}

function Measure({ result }: { result: ExamResult }) {
  const limits = formatLimits(result)
  return (
    <li>
      <strong>{result.name}</strong>
      <span className="flex flex-wrap items-center gap-2 type-body">
        {showValue(result.reported)} {result.flag && <FlagTag flag={result.flag} />}
      </span>
      {limits !== null && <span>Rango de referencia: {limits}</span>}
      {detailLines(result).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </li>
  )
}
