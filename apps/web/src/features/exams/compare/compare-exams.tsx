/**
 * Compares two laboratory exams of a patient in a dialog: the two are chosen, and the measures that both have are shown
 * side by side, the older exam first. The address names the two exams.
 */
import type { Exam, ExamResults } from '@mi-portal/contract/exams/exams'
import { showDecimal } from '@mi-portal/contract/results/decimals'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { showValue, speakValue, withUnit } from '@mi-portal/contract/results/value-text'
import { readDay, showDay } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { comparableExamsQuery, resultsQuery } from '../exams.queries.ts'
import { type ComparedMeasure, compareResults } from '../over-time/compare-results.rules.ts'
import classes from './compare-exams.module.css'

interface CompareExamsProps {
  patientId: number
  /** The chosen exams in the order of the choice; undefined until chosen. */
  first: number | undefined
  second: number | undefined
  onChoose(first: number | undefined, second: number | undefined): unknown
  onClose(): unknown
}

export function CompareExams(props: CompareExamsProps) {
  const exams = useQuery(comparableExamsQuery(props.patientId))
  return (
    <Dialog opened hasOwnAddress size={860} title="Comparar dos fechas" onClose={props.onClose}>
      <QueryContent query={exams} skeleton={<RowSkeletons count={2} />}>
        {(list) =>
          list.length < 2 ? (
            <Notice kind="info">Para comparar necesitas al menos dos exámenes de laboratorio.</Notice>
          ) : (
            <Choice {...props} exams={list} />
          )
        }
      </QueryContent>
    </Dialog>
  )
}

function Choice({
  patientId,
  exams,
  first,
  second,
  onChoose,
}: CompareExamsProps & { exams: readonly Exam[] }) {
  const one = useQuery({ ...resultsQuery(patientId, first ?? 0), enabled: first !== undefined })
  const others = first === undefined ? [] : listComparable(exams, first, one.data)
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,260px),1fr))] gap-3 mb-4">
        <SelectField
          label="Primer examen"
          options={exams.map(asOption)}
          value={first === undefined ? '' : String(first)}
          onChange={(chosen) => onChoose(Number(chosen), undefined)}
        />
        <SelectField
          label="Segundo examen"
          options={others.map(asOption)}
          loading={first !== undefined && one.isPending}
          disabled={first === undefined}
          placeholder={first === undefined ? 'Elige antes el primero' : 'Selecciona'}
          value={second === undefined ? '' : String(second)}
          onChange={(chosen) => onChoose(first, Number(chosen))}
        />
      </div>
      {first !== undefined && one.data && others.length === 0 && (
        <Notice kind="info" announce>
          Ningún otro examen tiene mediciones en común con este.
        </Notice>
      )}
      {first !== undefined && second !== undefined && (
        <Comparison key={`${first} ${second}`} patientId={patientId} first={first} second={second} />
      )}
    </>
  )
}

function asOption({ attention_id, date, type_exam }: Exam) {
  return { id: attention_id, name: `${date} · ${type_exam}` }
}

/**
 * Returns the exams that may share a measure with an exam: those of its name first, then those of another day in its trends.
 * Exams of the same day that have another name measure other things.
 */
function listComparable(exams: readonly Exam[], first: number, results: ExamResults | undefined) {
  if (results === undefined) return []
  const { type_exam, date } = results.exam
  const days = new Set(results.results.flatMap(({ course }) => course.map((past) => showDay(past.date))))
  const others = exams.filter(({ attention_id }) => attention_id !== first)
  return [
    ...others.filter((one) => one.type_exam === type_exam),
    ...others.filter((one) => one.type_exam !== type_exam && one.date !== date && days.has(one.date)),
  ]
}

function Comparison(props: { patientId: number; first: number; second: number }) {
  const one = useQuery(resultsQuery(props.patientId, props.first))
  const other = useQuery(resultsQuery(props.patientId, props.second))
  return (
    <QueryContent query={one} skeleton={<RowSkeletons count={3} />}>
      {(first) => (
        <QueryContent query={other} skeleton={<RowSkeletons count={3} />}>
          {(second) => <Table {...orderByDate(first, second)} />}
        </QueryContent>
      )}
    </QueryContent>
  )
}

/** Returns two exams with the older one first, so that a rise has a positive difference. Exams of the same day stay as they were chosen. */
function orderByDate(first: ExamResults, second: ExamResults) {
  const isReversed = (readDay(first.exam.date) ?? '') > (readDay(second.exam.date) ?? '')
  return isReversed ? { first: second, second: first } : { first, second }
}

function Table({ first, second }: { first: ExamResults; second: ExamResults }) {
  const measures = compareResults(first.results, second.results)
  if (measures.length === 0)
    return (
      <Notice kind="info" announce>
        Estos dos exámenes no tienen mediciones en común.
      </Notice>
    )
  return (
    <>
      <table className={classes.table}>
        <caption className="portal-hidden">
          {first.exam.type_exam} del {first.exam.date} y {second.exam.type_exam} del {second.exam.date}
        </caption>
        <thead>
          <tr>
            <th scope="col">Medición</th>
            <th scope="col">{first.exam.date}</th>
            <th scope="col">{second.exam.date}</th>
            <th scope="col">Diferencia</th>
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => (
            <tr key={measure.key}>
              <th scope="row">{measure.name}</th>
              <td>
                <Value reported={measure.first} />
              </td>
              <td>
                <Value reported={measure.second} />
              </td>
              <td>
                <Difference measure={measure} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="type-meta text-muted mt-4">
        La diferencia se calcula solo entre números exactos con la misma unidad y el mismo método. No dice si
        el cambio es bueno o malo: coméntalo con tu médico tratante.
      </p>
    </>
  )
}

/** The value as it was reported, also with its sign: a reader hears the sign in words. */
function Value({ reported }: { reported: ReportedResult }) {
  const [shown, spoken] = [showValue(reported), speakValue(reported)]
  if (shown === spoken) return shown
  return (
    <>
      <span aria-hidden>{shown}</span>
      <span className="portal-hidden">{spoken}</span>
    </>
  )
}

const reasons: Record<NonNullable<ComparedMeasure['reason']>, string> = {
  unit: 'Distinta unidad',
  method: 'Distinto método',
  value: 'No se calcula',
}

function Difference({ measure: { difference, reason, second } }: { measure: ComparedMeasure }) {
  if (difference === null) return <span className="type-meta text-muted">{reason && reasons[reason]}</span>
  const sign = difference.startsWith('-') ? '−' : '+'
  const size = difference.replace('-', '')
  if (/^[0.]+$/.test(size)) return 'Sin cambio'
  return (
    <>
      {sign}
      {withUnit(showDecimal(size), second.unit)}
    </>
  )
}
