import type { ExamResults } from '@mi-portal/contract/exams'
import { IconDownload, IconInfoCircle, IconListCheck } from '@tabler/icons-react'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { ResultRow } from './result-row.tsx'
import { takeaway } from './result-words.tsx'
import classes from './viewer.module.css'

/** The measures of a laboratory exam: first what they come to, then each, at last the document. */
export function ResultList({ results, pdf_url }: Pick<ExamResults, 'results' | 'pdf_url'>) {
  const { lead, rest } = takeaway(results)
  // What asks for attention shows its course at once.
  const first = results.find(
    ({ position, history }) => position !== null && position !== 'in' && history.length > 1,
  )
  return (
    <>
      <p className={classes.takeaway}>
        <IconListCheck size={22} stroke={1.75} aria-hidden />
        <span>
          <strong>{lead}</strong> {rest}
        </span>
      </p>
      <ul className={classes.list}>
        {results.map((result) => (
          <ResultRow key={result.code} result={result} initiallyOpen={result === first} />
        ))}
      </ul>
      <p className={classes.note}>
        <IconInfoCircle size={20} stroke={1.75} aria-hidden />
        Los valores de referencia son orientativos. Un resultado fuera de rango no siempre indica una
        enfermedad: revísalo con tu médico tratante.
      </p>
      {pdf_url && (
        <div className={classes.actions}>
          <ButtonAnchor
            href={pdf_url}
            download
            leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          >
            Descargar PDF
          </ButtonAnchor>
        </div>
      )}
    </>
  )
}
