import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { rangesAdvice } from '@mi-portal/contract/exams/exams'
import { statusNotice } from '@mi-portal/contract/results/result-details'
import { type Day, readDay } from '@mi-portal/contract/values/dates'
import { IconDownload, IconHelpCircle, IconPrinter } from '@tabler/icons-react'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { CriticalResults } from './critical-results.tsx'
import { ReportText } from './report-text.tsx'
import { summarizeResults } from './result-labels.tsx'
import { ResultRow } from './result-row.tsx'

type ResultListProps = Pick<
  ExamResults,
  'type' | 'results' | 'pdf_url' | 'conclusion' | 'report' | 'documents' | 'has_unshowable_document'
> & {
  exam: Pick<ExamResults['exam'], 'status' | 'corrected_on' | 'date'>
  /** What the panel of the results is for. */
  purpose?: string | null
  /** Whether documents and the printer follow; not where the page around has them. */
  hasActions?: boolean | undefined
  /** What the patient does after a critical result. A recipient of a shared exam has none. */
  critical_advice?: string
}

/** Shows an exam: what it says, then the values outside their range, and then the others. Reports come as text. */
export function ResultList(props: ResultListProps) {
  const { type, exam, conclusion, report, results, pdf_url, purpose, critical_advice } = props
  const { lead, rest } = summarizeResults(results)
  return (
    <Stack gap="lg">
      {results.length > 0 && (
        <div>
          <p className="type-title text-strong">{lead}</p>
          {rest !== '' && <p className="mt-1">{rest}</p>}
        </div>
      )}
      <ReportState {...exam} type={type} />
      <CriticalResults results={results} advice={critical_advice} />
      {(report.length > 0 || conclusion !== null) && (
        <div>
          <ReportText blocks={report} hasPdf={pdf_url !== null} conclusion={conclusion} />
        </div>
      )}
      <Groups results={results} day={readDay(exam.date)} documentUrl={pdf_url} />
      {purpose && (
        <details className="border-y border-line">
          <summary className="flex min-h-14 cursor-pointer items-center gap-3">
            <IconHelpCircle size={20} stroke={1.75} aria-hidden />
            Para qué sirve este examen
          </summary>
          <p className="pb-4">{purpose}</p>
        </details>
      )}
      {results.length > 0 && <p className="type-meta text-muted">{rangesAdvice}</p>}
      {props.has_unshowable_document && (
        <p className="type-meta text-muted">
          {type === 'imaging' ? 'La clínica' : 'El laboratorio'} adjuntó un documento en un formato que el
          portal no puede mostrar. Pídelo en la clínica.
        </p>
      )}
      {props.hasActions && <Actions {...props} />}
    </Stack>
  )
}

/** Lists the values by where they lie; without any judged one, and where all are within their range, as one list. */
function Groups({
  results,
  ...exam
}: Pick<ExamResults, 'results'> & { day: Day | null; documentUrl: string | null }) {
  const outside = results.filter(({ flag }) => flag !== null && flag.level !== 'in')
  const inside = results.filter(({ flag }) => flag?.level === 'in')
  const others = results.filter(({ flag }) => flag === null)
  const isAllInside = outside.length === 0 && others.length === 0
  const groups = [
    { title: 'Fuera del rango', shown: outside },
    { title: isAllInside ? 'Todo dentro del rango' : 'Dentro del rango', shown: inside },
    { title: outside.length + inside.length === 0 ? 'Resultados' : 'Otros resultados', shown: others },
  ]
  return groups
    .filter(({ shown }) => shown.length > 0)
    .map(({ title, shown }) => (
      <section key={title} aria-label={title}>
        <h2 className="break-after-avoid">{title}</h2>
        <ul className="plain-list rows">
          {addKeys(shown).map(({ key, result }) => (
            <ResultRow key={key} result={result} {...exam} />
          ))}
        </ul>
      </section>
    ))
}

/** Gives each measure a key. A report may have a measure twice. */
function addKeys(results: ExamResults['results']) {
  return results.map((result, place) => ({ result, key: `${place} ${result.code}` }))
}

/** Leads to the documents and to the printer. */
function Actions({ pdf_url, documents }: Pick<ResultListProps, 'pdf_url' | 'documents'>) {
  return (
    <Cluster fill className="print:hidden">
      {pdf_url && <Downloads pdfUrl={pdf_url} documents={documents} />}
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        Imprimir
      </Button>
    </Cluster>
  )
}

function Downloads({ pdfUrl, documents }: { pdfUrl: string; documents: ExamResults['documents'] }) {
  return documents.length > 1 ? (
    documents.map(({ name, url }) => <Download key={url} url={url} label={`Descargar ${name}`} />)
  ) : (
    <Download url={pdfUrl} label="Descargar PDF" />
  )
}

function Download({ url, label }: { url: string; label: string }) {
  return (
    <ButtonAnchor href={url} download leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}>
      {label}
    </ButtonAnchor>
  )
}

/** Says that the report can still change, or that it was corrected. */
function ReportState({
  status,
  corrected_on,
  type,
}: ResultListProps['exam'] & Pick<ResultListProps, 'type'>) {
  const notice = statusNotice(status, corrected_on, type)
  if (notice === null) return null
  return (
    <p>
      <strong>{notice.lead}</strong> {notice.rest}
    </p>
  )
}
