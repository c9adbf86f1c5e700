import type { ExamResults } from '@mi-portal/contract/exams'
import { formatTaken } from '../../../lib/dates.ts'
import { PrintedPages } from '../../../ui/printed-pages.tsx'
import { ResultList } from './result-list.tsx'
import classes from './viewer.module.css'

/** Shows the results of an exam below their heading. On paper each sheet names the patient and the exam. */
export function ExamResultsView({ shown }: { shown: ExamResults }) {
  return (
    <>
      <ExamHead {...shown} />
      <PrintedResults shown={shown} />
    </>
  )
}

function ExamHead({ exam }: Pick<ExamResults, 'exam'>) {
  return (
    <header className={classes.head}>
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

export function PrintedResults({ shown }: { shown: ExamResults }) {
  const { exam } = shown
  return (
    <PrintedPages
      head={`${exam.patient_full_name} · ${exam.patient_document} · ${exam.type_exam} del ${exam.date}`}
    >
      <ResultList {...shown} />
    </PrintedPages>
  )
}
