import type { ExamResults } from '@mi-portal/contract/exams/exams'
import { formatTaken } from '../../../lib/dates.ts'
import { PrintedPages } from '../../../ui/printed-pages.tsx'
import { ResultList } from './result-list.tsx'

/** Shows the results of an exam below their heading. On paper each sheet names the patient and the exam. */
export function ExamResultsView({ shown }: { shown: ExamResults }) {
  return (
    <>
      <ExamHead {...shown} />
      <PrintedResults shown={shown} hasActions />
    </>
  )
}

function ExamHead({ exam }: Pick<ExamResults, 'exam'>) {
  return (
    <header className="mb-4 text-muted">
      <h1>{exam.type_exam}</h1>
      <p>
        {formatTaken(exam)} · {exam.doctor_solicite}
      </p>
      <p>
        {exam.patient_full_name} · {exam.patient_document}
      </p>
    </header>
  )
}

/** `hasActions`: whether documents and the printer follow; not where the page around has them. */
export function PrintedResults({ shown, hasActions }: { shown: ExamResults; hasActions?: boolean }) {
  const { exam } = shown
  return (
    <PrintedPages
      head={`${exam.patient_full_name} · ${exam.patient_document} · ${exam.type_exam} del ${exam.date}`}
    >
      <ResultList {...shown} hasActions={hasActions} />
    </PrintedPages>
  )
}
