import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { PlainResult } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult } from '@mi-portal/contract/results/reported-result'
import { flagLevels } from '@mi-portal/contract/results/result-flags'
import { frequentStatement, statement } from '../../../platform/database/statement.ts'
import {
  type ArchivedExam,
  type ArchivedMeasure,
  mostOfPatient,
  type RecentExam,
  visitMax,
} from '../../../ports/clinical-archive.ts'
import type { Counted, Window } from '../counted-page.ts'
import { eachPatient, type Pair, pageStatement, pair, type Several } from './patient-statements.ts'

// The conclusion summarizes the whole exam, so it is left out if this reader must not see one of the results.
const listedColumns = `e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private`

const document = 'e.file_id is not null and not e.document_withheld'

// The text of a report shows the whole exam, as its document does.
const reportText = `e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown)`

const withoutReservedResult =
  'not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)'

const examColumns = (unreserved: boolean) =>
  `${listedColumns}, e.accession_number, (${document} ${unreserved ? `and ${withoutReservedResult}` : ''}) as has_document,
    (${reportText} ${unreserved ? `and ${withoutReservedResult}` : ''}) as has_report_text,
   case when e.conclusion is not null and not exists (
     select from exam_results r where r.exam_id = e.id and (not r.shown ${unreserved ? 'or r.reserved_group is not null' : ''})
   ) then e.conclusion end as conclusion`

// An exam is reserved as a whole if all of its results are reserved. The group of its panel does not matter.
const unreservedExam = `and e.reserved_group is null and not coalesce((
  select bool_and(r.reserved_group is not null) from exam_results r where r.exam_id = e.id and r.shown), false)`

// A result that was stored before its level was counts as one without a range.
const levels = (unreserved: boolean) =>
  `(select case when count(*) > 0 then jsonb_build_object('total', count(*), ${flagLevels
    .map((level) => `'${level}', count(*) filter (where r.level = '${level}')`)
    .join(', ')}, 'critical', count(*) filter (where r.is_critical)) end
     from exam_results r where r.exam_id = e.id and r.shown ${unreserved ? 'and r.reserved_group is null' : ''}) as levels`

type Held = { readonly held: readonly number[] }

const visibleExam = 'and e.id <> all(:held::int[])'

export type Typed = { readonly patient_id: number; readonly type: ExamType; readonly first: Date }

type Read = Typed & { readonly reader: number | null; readonly recent_from: Date | null }

// The reader's access is looked up for recent exams only, which are few.
const readerColumns = `case when e.taken_at >= :recent_from::timestamptz then exists (select from opened_results o where o.person_id = :reader::int and o.exam_id = e.id) end as is_opened,
   case when e.taken_at >= :recent_from::timestamptz then (
     select greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) from people r
       left join family_links l on l.leader_id = r.id and l.member_id = e.patient_id and l.state = 'approved'
       left join delegations d on d.delegate_id = r.id and d.grantor_id = e.patient_id and d.state = 'accepted'
     where r.id = :reader::int) end as reader_since`

export const exams: Pair<Counted<ArchivedExam>, Read & Held & Window> = pair((suffix, unreserved) =>
  pageStatement(`archive.exams${suffix}`, {
    columns: `${examColumns(unreserved)}, ${levels(unreserved)}, ${readerColumns}`,
    from: `from exams e where e.patient_id = :patient_id and e.type = :type and e.shown
        and e.taken_at >= :first::timestamptz ${visibleExam} ${unreserved ? unreservedExam : ''}`,
    order: 'e.taken_at desc, e.id desc',
  }),
)

export const recentExams = frequentStatement<
  RecentExam,
  Several & Held & { types: readonly ExamType[]; since: readonly Date[] }
>(
  'archive.recentExams',
  `select x.* from ${eachPatient} cross join unnest(:types::text[], :since::timestamptz[]) kind (type, since)
     cross join lateral (
       select ${listedColumns}, e.type,
         (${document} and (not asked.unreserved or ${withoutReservedResult})) as has_document from exams e
       where e.patient_id = asked.patient_id and e.type = kind.type and e.shown and e.taken_at >= kind.since ${visibleExam}
         and (not asked.unreserved or (true ${unreservedExam}))
       order by e.taken_at desc, e.id desc limit ${mostOfPatient}
     ) x order by x.taken_at desc, x.id desc`,
)

/** `unsearched`: the exams that are not found by the names of their measures, because those are not visible yet. */
export type Filtered = Typed & {
  readonly pattern: string | null
  readonly until: Date
  readonly unsearched: readonly number[]
}

// Searches among the exams of one patient only, so the names need no index of their own.
export const filteredExams: Pair<Counted<ArchivedExam>, Filtered & Held & Window> = pair(
  (suffix, unreserved) =>
    pageStatement(`archive.filteredExams${suffix}`, {
      columns: `${examColumns(unreserved)}, ${levels(unreserved)}`,
      from: `from exams e where e.patient_id = :patient_id and e.type = :type and e.shown
        and e.taken_at >= :first::timestamptz and e.taken_at < :until::timestamptz ${visibleExam} ${unreserved ? unreservedExam : ''}
        and (:pattern::text is null or folded(e.type_exam) like folded(:pattern::text) or exists (
          select from exam_results r where r.exam_id = e.id and r.shown ${unreserved ? 'and r.reserved_group is null' : ''}
            and e.id <> all(:unsearched::int[]) and folded(r.name) like folded(:pattern::text)))`,
      order: 'e.taken_at desc, e.id desc',
    }),
)

type VisitSought = Held & {
  readonly patient_id: number
  readonly attention_number: string
  readonly day_from: Date
  readonly day_until: Date
  readonly first_laboratory: Date
  readonly first_imaging: Date
}

export const examsOfVisit: Pair<ArchivedExam & { type: ExamType }, VisitSought> = pair((suffix, unreserved) =>
  statement(
    `archive.examsOfVisit${suffix}`,
    `select ${examColumns(unreserved)}, e.type from exams e
     where e.patient_id = :patient_id and e.attention_number = :attention_number and e.shown
       and (e.attention_number <> '' or e.taken_at >= :day_from::timestamptz and e.taken_at < :day_until::timestamptz)
       and e.taken_at >= case e.type when 'laboratory' then :first_laboratory::timestamptz else :first_imaging::timestamptz end
       ${visibleExam} ${unreserved ? unreservedExam : ''}
     order by e.taken_at, e.id limit ${visitMax}`,
  ),
)

export const exam: Pair<ArchivedExam, Typed & Held & { id: number }> = pair((suffix, unreserved) =>
  statement(
    `archive.exam${suffix}`,
    `select ${examColumns(unreserved)} from exams e
     where e.id = :id and e.patient_id = :patient_id and e.type = :type and e.shown
       and e.taken_at >= :first::timestamptz ${visibleExam} ${unreserved ? unreservedExam : ''}`,
  ),
)

type Listed = Held & { readonly patient_id: number; readonly ids: readonly number[] }

type Single = Held & { readonly id: number; readonly patient_id: number }

export const examsById: Pair<ArchivedExam & { type: ExamType }, Listed> = pair((suffix, unreserved) =>
  statement(
    `archive.examsById${suffix}`,
    `select ${examColumns(unreserved)}, e.type from exams e
     where e.id = any(:ids::int[]) and e.patient_id = :patient_id and e.shown
       ${visibleExam} ${unreserved ? unreservedExam : ''}`,
  ),
)

/** A stored result. Its numbers are texts with the stored digits. */
type StoredRow = PlainResult & { readonly reported: unknown }

export type StoredEarlier = readonly {
  readonly name: string
  readonly reported: ReportedResult
  readonly replaced_at: string
}[]

export type MeasureRow = StoredRow & {
  readonly code: string
  readonly name: string
  readonly earlier: StoredEarlier
  /** `at` is in milliseconds since 1970. */
  readonly course: readonly (StoredRow & { readonly at: number })[]
}

type ArchivedRow = StoredRow &
  Pick<ArchivedMeasure, 'exam_id' | 'position' | 'code' | 'name' | 'loinc'> & {
    readonly earlier: StoredEarlier
  }

const storedColumns = ['reported', 'text', 'unit', 'ucum', 'decimals', 'reference_text'] as const

const storedNumbers = ['value', 'low', 'high'] as const

const storedSelect = [
  ...storedColumns.map((name) => `r.${name}`),
  ...storedNumbers.map((name) => `r.${name}::text as ${name}`),
].join(', ')

const storedObject = [
  ...storedColumns.map((name) => `'${name}', h.${name}`),
  ...storedNumbers.map((name) => `'${name}', h.${name}::text`),
].join(', ')

// Results in another unit belong to the course too: they are listed, and neither drawn nor compared. A result that a report has taken
// over from its source is in the course once: as part of the exam that is read, else as part of the report.
export const results: Pair<MeasureRow, Single> = pair((suffix, unreserved) => {
  const withoutReservedFilter = (alias: string) => (unreserved ? `and ${alias}.reserved_group is null` : '')
  return statement(
    `archive.results${suffix}`,
    `select r.code, r.name, ${storedSelect}, r.earlier, coalesce((
         select jsonb_agg(jsonb_build_object('at', extract(epoch from h.taken_at) * 1000, ${storedObject})
           order by h.taken_at, h.exam_id, h.position)
         from exam_results h join exams o on o.id = h.exam_id
         where h.patient_id = r.patient_id and h.code = r.code
           and h.shown and o.shown and h.exam_id <> all(:held::int[]) ${withoutReservedFilter('h')} ${withoutReservedFilter('o')}
           and (h.exam_id = r.exam_id or h.source_id is null or (h.source_id is distinct from r.source_id and not exists (
             select from fhir_sources s join exams t on t.id = s.target_id
             where s.id = h.source_id and t.id <> h.exam_id and t.shown ${withoutReservedFilter('t')})))
       ), '[]') as course
     from exam_results r join exams e on e.id = r.exam_id
     where r.exam_id = :id and e.patient_id = :patient_id and r.patient_id = :patient_id and e.shown
       and r.shown ${visibleExam} ${withoutReservedFilter('r')} ${withoutReservedFilter('e')}
     order by r.position`,
  )
})

// Read exam by exam, also if the planner estimates many rows.
export const measures: Pair<ArchivedRow, Listed> = pair((suffix, unreserved) => {
  const withoutReservedFilter = (alias: string) => (unreserved ? `and ${alias}.reserved_group is null` : '')
  return statement(
    `archive.measures${suffix}`,
    `select r.exam_id, r.position, r.code, r.name, r.loinc, ${storedSelect}, r.earlier
     from unnest(:ids::int[]) asked (id)
       cross join lateral (
         select e.id from exams e where e.id = asked.id and e.patient_id = :patient_id and e.shown
           ${visibleExam} ${withoutReservedFilter('e')} offset 0
       ) e
       cross join lateral (
         select * from exam_results r where r.exam_id = e.id and r.patient_id = :patient_id
           and r.shown ${withoutReservedFilter('r')} offset 0
       ) r
     order by r.exam_id, r.position`,
  )
})

// A file shows the whole exam, so one reserved result keeps all files of the exam from a guardian.
export const examFiles: Pair<{ key: string; name: string; number: number }, Single> = pair(
  (suffix, unreserved) =>
    statement(
      `archive.examFiles${suffix}`,
      `select f.key, f.name, d.number from exams e
       cross join lateral (
         select e.file_id, 0 as number
         union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
       ) d
       join files f on f.id = d.file_id
     where e.id = :id and e.patient_id = :patient_id and e.shown and not e.document_withheld
       ${visibleExam} ${
         unreserved
           ? `and e.reserved_group is null and not exists (
         select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)`
           : ''
       }
     order by d.number`,
    ),
)

export const reportTexts: Pair<{ report_text: readonly ReportBlock[] }, Single> = pair((suffix, unreserved) =>
  statement(
    `archive.reportText${suffix}`,
    `select e.report_text from exams e
     where e.id = :id and e.patient_id = :patient_id and e.shown and ${reportText}
       ${visibleExam} ${unreserved ? `and e.reserved_group is null and ${withoutReservedResult}` : ''}`,
  ),
)

export const accessionNumber = statement<{ accession_number: string }, Omit<Single, 'held'>>(
  'archive.accessionNumber',
  `select e.accession_number from exams e
   where e.id = :id and e.patient_id = :patient_id and e.accession_number is not null`,
)

// Exams with one accession number share their images, so one that is kept from the reader keeps the images of all.
export const withheldNumber: Pair<
  { withheld: boolean },
  Held & { patient_id: number; accession_number: string }
> = pair((suffix, unreserved) =>
  statement(
    `archive.withheldNumber${suffix}`,
    `select exists (
       select from exams e where e.patient_id = :patient_id and e.accession_number = :accession_number
         and (not e.shown or e.document_withheld or e.id = any(:held::int[])
           ${unreserved ? `or e.reserved_group is not null or not ${withoutReservedResult}` : ''})
     ) as withheld`,
  ),
)
