import type { ExamResults } from '@mi-portal/contract/exams'
import { statusNotice } from '@mi-portal/contract/results/result-details'
import { readDay } from '@mi-portal/contract/values/dates'
import { IconDownload, IconInfoCircle, IconListCheck, IconPrinter } from '@tabler/icons-react'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { CriticalResults } from './critical-results.tsx'
import { ReportText } from './report-text.tsx'
import { summarizeResults } from './result-labels.tsx'
import { ResultRow } from './result-row.tsx'
import classes from './viewer.module.css'

type ResultListProps = Pick<
  ExamResults,
  'type' | 'results' | 'pdf_url' | 'conclusion' | 'report' | 'documents' | 'has_unshowable_document'
> & {
  exam: Pick<ExamResults['exam'], 'status' | 'corrected_on' | 'date'>
  /** What the panel of the results is for. */
  purpose?: string | null
  /** What the patient does after a critical result. A recipient of a shared exam has none. */
  critical_advice?: string
}

/**
 * Shows an exam: the state of the report, the documents, a summary, the text or conclusion and each measure. The documents of a report with a
 * text follow after it.
 */
export function ResultList(props: ResultListProps) {
  const { type, exam, conclusion, report, results, pdf_url, purpose, critical_advice } = props
  const isTextFirst = report.length > 0
  const { lead, rest } = summarizeResults(results)
  // The first measure that is outside its range or abnormal, and has earlier results, shows its trend at once.
  const first = results.find(({ flag, course }) => flag !== null && flag.level !== 'in' && course.length > 1)
  const rows = results.map((result, place) => ({ result, key: `${place} ${result.code}` }))
  return (
    <>
      <ReportState {...exam} type={type} />
      <CriticalResults results={results} advice={critical_advice} />
      {!isTextFirst && <Actions {...props} />}
      {results.length > 0 && (
        <p className={classes.takeaway}>
          <IconListCheck size={22} stroke={1.75} aria-hidden />
          <span>
            <strong>{lead}</strong> {rest}
          </span>
        </p>
      )}
      <ReportText blocks={report} hasPdf={pdf_url !== null} conclusion={conclusion} />
      {isTextFirst && <Actions {...props} />}
      {purpose && <PanelPurpose text={purpose} />}
      {results.length > 0 && (
        <>
          <ul className={classes.list}>
            {rows.map(({ result, key }) => (
              <ResultRow
                key={key}
                result={result}
                day={readDay(exam.date)}
                documentUrl={pdf_url}
                initiallyOpen={result === first}
              />
            ))}
          </ul>
          <p className={classes.note}>
            <IconInfoCircle size={20} stroke={1.75} aria-hidden />
            Los valores de referencia son orientativos. Un resultado fuera de rango no siempre indica una
            enfermedad: revísalo con tu médico tratante.
          </p>
        </>
      )}
      {props.has_unshowable_document && (
        <p className={classes.note}>
          <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          {type === 'imaging' ? 'La clínica' : 'El laboratorio'} adjuntó un documento en un formato que el
          portal no puede mostrar. Pídelo en la clínica.
        </p>
      )}
    </>
  )
}

/** Leads to the documents and to the printer. */
function Actions({ pdf_url, documents }: Pick<ResultListProps, 'pdf_url' | 'documents'>) {
  return (
    <div className={classes.actions}>
      {pdf_url && <Downloads pdfUrl={pdf_url} documents={documents} />}
      <Button
        variant="default"
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        Imprimir
      </Button>
    </div>
  )
}

/** Says what the panel is for, in the clinic's approved words. */
function PanelPurpose({ text }: { text: string }) {
  return (
    <section className={classes.panelPurpose}>
      <h2>Para qué sirve este examen</h2>
      <p>{text}</p>
    </section>
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
    <p className={classes.state}>
      <strong>{notice.lead}</strong> {notice.rest}
    </p>
  )
}
