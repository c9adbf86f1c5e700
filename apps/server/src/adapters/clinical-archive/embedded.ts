/** The clinical archive that the portal holds itself, in its own database. */
import type { ExamType } from '@mi-portal/contract/exams'
import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Database } from '../../platform/database/database.ts'
import { hotStatement, type Statement, statement } from '../../platform/database/statement.ts'
import type {
  ArchivedExam,
  ArchivedMeasure,
  ClinicalArchive,
  Hour,
  KeptHour,
  Measure,
  Reading,
} from '../../ports/clinical-archive.ts'

/** A row of a page beside the total; a page past the end is one row that holds the total alone. */
type Counted<T> = { readonly total: number } & (T | { readonly [K in keyof T]: null })

type PageSource = { readonly columns: string; readonly from: string; readonly order: string }

/**
 * A page and its total in one statement; counting stops one past what is told exactly. The total is the one row of
 * the outer side, so the rows keep the order of the index in which the inner side finds them.
 * The page's limit and offset are the two parameters that follow those of `from`.
 */
function pageStatement<T>(
  name: string,
  { columns, from, order }: PageSource,
  parameters: number,
): Statement<Counted<T>> {
  return hotStatement(
    name,
    `with counted as (select count(*)::int as total from (select 1 ${from} limit ${exactTotal + 1}) c)
     select counted.total, p.* from counted left join (
       select ${columns} ${from} order by ${order} limit $${parameters + 1} offset $${parameters + 2}
     ) p on true`,
  )
}

function isFound<T extends { readonly id: number }>(row: T | { readonly [K in keyof T]: null }): row is T {
  return row.id !== null
}

function paged<T extends { readonly id: number }>(rows: readonly Counted<T>[]): Paged<T> {
  const counted = rows[0]?.total ?? 0
  const found = rows.filter((row): row is Counted<T> & T => isFound<T>(row))
  return { rows: found, total: Math.min(counted, exactTotal), more: counted > exactTotal }
}

/** The two forms of a statement: all of a patient's record, and without what is reserved to an adolescent. */
type Pair<Row> = { readonly whole: Statement<Row>; readonly unreserved: Statement<Row> }

function pair<Row>(make: (suffix: string, unreserved: boolean) => Statement<Row>): Pair<Row> {
  return { whole: make('', false), unreserved: make('Unreserved', true) }
}

function chosen<Row>(statements: Pair<Row>, of: Reading): Statement<Row> {
  return of.withoutReserved ? statements.unreserved : statements.whole
}

const hourColumns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at`

// $1 patient, $2 now. No hour lasts longer than a day, so those to come begin in one stretch of the index.
function hoursPage(name: string, when: string, order: string): Pair<Counted<Hour>> {
  return pair((suffix, unreserved) => {
    const from = `from appointments where patient_id = $1 and state = 'booked' and ${when}
      ${unreserved ? 'and reserved_group is null' : ''}`
    return pageStatement(`archive.${name}${suffix}`, { columns: hourColumns, from, order }, 2)
  })
}
const upcoming = hoursPage(
  'upcoming',
  `starts_at > $2::timestamptz - interval '24 hours' and ends_at > $2::timestamptz`,
  'starts_at, id',
)
const past = hoursPage(
  'past',
  'starts_at < $2::timestamptz and ends_at <= $2::timestamptz',
  'starts_at desc, id desc',
)

// $1 patient
const cancelled: Pair<Counted<Hour>> = pair((suffix, unreserved) =>
  pageStatement(
    `archive.cancelled${suffix}`,
    {
      columns: hourColumns,
      from: `from appointments where patient_id = $1 and state = 'cancelled'
        ${unreserved ? 'and reserved_group is null' : ''}`,
      order: 'starts_at desc, id desc',
    },
    1,
  ),
)

const hour = statement<KeptHour>(
  'archive.hour',
  `select ${hourColumns}, state, reserved_group is not null as reserved, booked_by from appointments where id = $1`,
)

const examColumns =
  'e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at'

// An exam all of whose results are reserved is reserved itself, whatever its panel says.
const unreservedExam = `and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false)`

// $1 patient, $2 type
const exams: Pair<Counted<ArchivedExam>> = pair((suffix, unreserved) =>
  pageStatement(
    `archive.exams${suffix}`,
    {
      columns: examColumns,
      from: `from exams e where e.patient_id = $1 and e.type = $2 and e.shown ${unreserved ? unreservedExam : ''}`,
      order: 'e.taken_at desc, e.id desc',
    },
    2,
  ),
)

// $1 exam, $2 patient, $3 type
const exam: Pair<ArchivedExam> = pair((suffix, unreserved) =>
  statement(
    `archive.exam${suffix}`,
    `select ${examColumns} from exams e
     where e.id = $1 and e.patient_id = $2 and e.type = $3 and e.shown ${unreserved ? unreservedExam : ''}`,
  ),
)

// $1 patient, $2 exams
const examsById: Pair<ArchivedExam & { type: ExamType }> = pair((suffix, unreserved) =>
  statement(
    `archive.examsById${suffix}`,
    `select ${examColumns}, e.type from exams e
     where e.id = any($2::int[]) and e.patient_id = $1 and e.shown ${unreserved ? unreservedExam : ''}`,
  ),
)

type MeasureRow = Omit<Measure, 'history'> & {
  /** Milliseconds since 1970 and the value. */
  readonly history: readonly (readonly [number, number])[]
}

// $1 exam, $2 patient. Only values in the same unit belong to one history.
const results: Pair<MeasureRow> = pair((suffix, unreserved) => {
  const kept = (alias: string) => (unreserved ? `and ${alias}.reserved_group is null` : '')
  return statement(
    `archive.results${suffix}`,
    `select r.code, r.name, r.value, r.text, r.unit, r.decimals, r.low, r.high, r.reference_text, coalesce((
         select jsonb_agg(jsonb_build_array(extract(epoch from h.taken_at) * 1000, h.value) order by h.taken_at, h.exam_id)
         from exam_results h join exams o on o.id = h.exam_id
         where h.patient_id = r.patient_id and h.code = r.code and h.value is not null
           and h.unit is not distinct from r.unit and h.shown and o.shown ${kept('h')} ${kept('o')}
       ), '[]') as history
     from exam_results r join exams e on e.id = r.exam_id
     where r.exam_id = $1 and e.patient_id = $2 and r.patient_id = $2 and e.shown and r.shown ${kept('r')} ${kept('e')}
     order by r.position`,
  )
})

// $1 patient, $2 exams. Exam by exam, whatever is believed of how many rows there are.
const measures: Pair<ArchivedMeasure> = pair((suffix, unreserved) => {
  const kept = (alias: string) => (unreserved ? `and ${alias}.reserved_group is null` : '')
  return statement(
    `archive.measures${suffix}`,
    `select r.exam_id, r.position, r.code, r.name, r.loinc, r.value, r.text, r.unit, r.ucum, r.low, r.high,
       r.reference_text
     from unnest($2::int[]) asked (id)
       cross join lateral (
         select e.id from exams e where e.id = asked.id and e.patient_id = $1 and e.shown ${kept('e')} offset 0
       ) e
       cross join lateral (
         select * from exam_results r where r.exam_id = e.id and r.patient_id = $1 and r.shown ${kept('r')} offset 0
       ) r
     order by r.exam_id, r.position`,
  )
})

// $1 exam, $2 patient. A file is whole: one reserved result in it keeps it all from a guardian.
const examFile: Pair<{ key: string; name: string }> = pair((suffix, unreserved) =>
  statement(
    `archive.examFile${suffix}`,
    `select f.key, f.name from exams e join files f on f.id = e.file_id
     where e.id = $1 and e.patient_id = $2 and e.shown
       ${
         unreserved
           ? `and e.reserved_group is null and not exists (
         select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)`
           : ''
       }`,
  ),
)

export function embeddedArchive(db: Database): ClinicalArchive {
  const window = ({ page, limit }: Page) => [limit, (page - 1) * limit]
  return {
    upcoming: async (of, now, page) =>
      paged(await db.run(chosen(upcoming, of), [of.patientId, now, ...window(page)])),
    past: async (of, now, page) =>
      paged(await db.run(chosen(past, of), [of.patientId, now, ...window(page)])),
    cancelled: async (of, page) =>
      paged(await db.run(chosen(cancelled, of), [of.patientId, ...window(page)])),
    hour: async (id) => (await db.run(hour, [id]))[0] ?? null,
    exams: async (of, type, page) =>
      paged(await db.run(chosen(exams, of), [of.patientId, type, ...window(page)])),
    exam: async (of, id, type) => (await db.run(chosen(exam, of), [id, of.patientId, type]))[0] ?? null,
    examsById: (of, ids) => db.run(chosen(examsById, of), [of.patientId, ids]),
    results: async (of, examId) =>
      (await db.run(chosen(results, of), [examId, of.patientId])).map((row) => ({
        ...row,
        history: row.history.map(([at, value]) => ({ at: new Date(at), value })),
      })),
    measures: (of, examIds) => db.run(chosen(measures, of), [of.patientId, examIds]),
    examFile: async (of, examId) => (await db.run(chosen(examFile, of), [examId, of.patientId]))[0] ?? null,
  }
}
