import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { PlainResult } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult, ResultStatus } from '@mi-portal/contract/results/reported-result'
import { flagLevels } from '@mi-portal/contract/results/result-flags'
import type { LevelCounts } from '@mi-portal/contract/results/takeaway'
import type { DatePrecision } from '@mi-portal/contract/values/partial-date'
import { defineSql } from '../../../platform/database/statement.ts'
import { mostOfPatient, visitMax } from '../../../ports/clinical-archive.ts'
import { toCountedPage } from '../counted-page.ts'
import type { ExamsSql } from './exams.sql.generated.ts'
import { eachPatient } from './readings.ts'

type StoredEarlier = readonly {
  readonly name: string
  readonly reported: ReportedResult
  readonly replaced_at: string
}[]

const sql = defineSql<
  ExamsSql,
  {
    type: ExamType
    taken_precision: DatePrecision
    status: ResultStatus
    levels: LevelCounts
    report_text: readonly ReportBlock[]
    reported: unknown
    earlier: StoredEarlier
    /** `at` is in milliseconds since 1970. */
    course: readonly (PlainResult & { readonly reported: unknown; readonly at: number })[]
  }
>('archive')

// The conclusion summarizes the whole exam, so it is left out if this reader must not see one of the results.
const listedColumns = `e.id, e.attention_number, e.patient_id, e.type_exam, e.doctor_solicite, e.type_patient, e.taken_at, e.taken_precision,
   e.status, e.corrected_at, e.private_since is not null as is_private!`

const document = 'e.file_id is not null and not e.document_withheld'

// The text of a report shows the whole exam, as its document does.
const reportText = `e.report_text is not null and not e.document_withheld
   and not exists (select from exam_results r where r.exam_id = e.id and not r.shown)`

const withoutReservedResult =
  'not exists (select from exam_results r where r.exam_id = e.id and r.reserved_group is not null)'

const examColumns = (unreserved: boolean) =>
  `${listedColumns}, e.accession_number, (${document} ${unreserved ? `and ${withoutReservedResult}` : ''}) as has_document!,
    (${reportText} ${unreserved ? `and ${withoutReservedResult}` : ''}) as has_report_text!,
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

const visibleExam = 'and e.id <> all(:held::int[])'

// The reader's access is looked up for recent exams only, which are few.
const readerColumns = `case when e.taken_at >= :recent_from?::timestamptz then exists (select from opened_results o where o.person_id = :reader?::int and o.exam_id = e.id) end as is_opened,
   case when e.taken_at >= :recent_from?::timestamptz then (
     select greatest(r.date_creation, coalesce(l.approved_at, d.accepted_at)) from people r
       left join family_links l on l.leader_id = r.id and l.member_id = e.patient_id and l.state = 'approved'
       left join delegations d on d.delegate_id = r.id and d.grantor_id = e.patient_id and d.state = 'accepted'
     where r.id = :reader?::int) end as reader_since`

const writeExams = (unreserved: boolean) =>
  toCountedPage({
    columns: `${examColumns(unreserved)}, ${levels(unreserved)}, ${readerColumns}`,
    from: `from exams e where e.patient_id = :patient_id and e.type = :type and e.shown
        and e.taken_at >= :first::timestamptz ${visibleExam} ${unreserved ? unreservedExam : ''}`,
    order: 'e.taken_at desc, e.id desc',
  })
export const exams = {
  whole: sql('exams', { isFrequent: true })`${writeExams(false)}`,
  unreserved: sql('examsUnreserved', { isFrequent: true })`${writeExams(true)}`,
}

export const recentExams = sql('recentExams', { isFrequent: true })`
  select x.* from ${eachPatient} cross join unnest(:types::text[], :since::timestamptz[]) kind (type, since)
    cross join lateral (
      select ${listedColumns}, e.type,
        (${document} and (not asked.unreserved or ${withoutReservedResult})) as has_document! from exams e
      where e.patient_id = asked.patient_id and e.type = kind.type and e.shown and e.taken_at >= kind.since ${visibleExam}
        and (not asked.unreserved or (true ${unreservedExam}))
      order by e.taken_at desc, e.id desc limit ${mostOfPatient}
    ) x order by x.taken_at desc, x.id desc`

// Searches among the exams of one patient only, so the names need no index of their own. `unsearched`: the exams that are not found
// by the names of their measures, because those are not visible yet.
const writeFilteredExams = (unreserved: boolean) =>
  toCountedPage({
    columns: `${examColumns(unreserved)}, ${levels(unreserved)}`,
    from: `from exams e where e.patient_id = :patient_id and e.type = :type and e.shown
        and e.taken_at >= :first::timestamptz and e.taken_at < :until::timestamptz ${visibleExam} ${unreserved ? unreservedExam : ''}
        and (:pattern?::text is null or folded(e.type_exam) like folded(:pattern?::text) or exists (
          select from exam_results r where r.exam_id = e.id and r.shown ${unreserved ? 'and r.reserved_group is null' : ''}
            and e.id <> all(:unsearched::int[]) and folded(r.name) like folded(:pattern?::text)))`,
    order: 'e.taken_at desc, e.id desc',
  })
export const filteredExams = {
  whole: sql('filteredExams', { isFrequent: true })`${writeFilteredExams(false)}`,
  unreserved: sql('filteredExamsUnreserved', { isFrequent: true })`${writeFilteredExams(true)}`,
}

const writeExamsOfVisit = (unreserved: boolean) =>
  `select ${examColumns(unreserved)}, e.type from exams e
   where e.patient_id = :patient_id and e.attention_number = :attention_number and e.shown
     and (e.attention_number <> '' or e.taken_at >= :day_from::timestamptz and e.taken_at < :day_until::timestamptz)
     and e.taken_at >= case e.type when 'laboratory' then :first_laboratory::timestamptz else :first_imaging::timestamptz end
     ${visibleExam} ${unreserved ? unreservedExam : ''}
   order by e.taken_at, e.id limit ${visitMax}`
export const examsOfVisit = {
  whole: sql('examsOfVisit')`${writeExamsOfVisit(false)}`,
  unreserved: sql('examsOfVisitUnreserved')`${writeExamsOfVisit(true)}`,
}

const writeExam = (unreserved: boolean) =>
  `select ${examColumns(unreserved)} from exams e
   where e.id = :id and e.patient_id = :patient_id and e.type = :type and e.shown
     and e.taken_at >= :first::timestamptz ${visibleExam} ${unreserved ? unreservedExam : ''}`
export const exam = {
  whole: sql('exam')`${writeExam(false)}`,
  unreserved: sql('examUnreserved')`${writeExam(true)}`,
}

const writeExamsById = (unreserved: boolean) =>
  `select ${examColumns(unreserved)}, e.type from exams e
   where e.id = any(:ids::int[]) and e.patient_id = :patient_id and e.shown
     ${visibleExam} ${unreserved ? unreservedExam : ''}`
export const examsById = {
  whole: sql('examsById')`${writeExamsById(false)}`,
  unreserved: sql('examsByIdUnreserved')`${writeExamsById(true)}`,
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

const toUnreserved = (alias: string) => `and ${alias}.reserved_group is null`

// Results in another unit belong to the course too: they are listed, and neither drawn nor compared. A result that a report has taken
// over from its source is in the course once: as part of the exam that is read, else as part of the report.
const writeResults = (withoutReserved: (alias: string) => string) =>
  `select r.code, r.name, ${storedSelect}, r.earlier, coalesce((
       select jsonb_agg(jsonb_build_object('at', extract(epoch from h.taken_at) * 1000, ${storedObject})
         order by h.taken_at, h.exam_id, h.position)
       from exam_results h join exams o on o.id = h.exam_id
       where h.patient_id = r.patient_id and h.code = r.code
         and h.shown and o.shown and h.exam_id <> all(:held::int[]) ${withoutReserved('h')} ${withoutReserved('o')}
         and (h.exam_id = r.exam_id or h.source_id is null or (h.source_id is distinct from r.source_id and not exists (
           select from fhir_sources s join exams t on t.id = s.target_id
           where s.id = h.source_id and t.id <> h.exam_id and t.shown ${withoutReserved('t')})))
     ), '[]') as course!
   from exam_results r join exams e on e.id = r.exam_id
   where r.exam_id = :id and e.patient_id = :patient_id and r.patient_id = :patient_id and e.shown
     and r.shown ${visibleExam} ${withoutReserved('r')} ${withoutReserved('e')}
   order by r.position`
export const results = {
  whole: sql('results')`${writeResults(() => '')}`,
  unreserved: sql('resultsUnreserved')`${writeResults(toUnreserved)}`,
}

// Read exam by exam, also if the planner estimates many rows.
const writeMeasures = (withoutReserved: (alias: string) => string) =>
  `select r.exam_id, r.position, r.code, r.name, r.loinc, ${storedSelect}, r.earlier
   from unnest(:ids::int[]) asked (id)
     cross join lateral (
       select e.id from exams e where e.id = asked.id and e.patient_id = :patient_id and e.shown
         ${visibleExam} ${withoutReserved('e')} offset 0
     ) e
     cross join lateral (
       select * from exam_results r where r.exam_id = e.id and r.patient_id = :patient_id
         and r.shown ${withoutReserved('r')} offset 0
     ) r
   order by r.exam_id, r.position`
export const measures = {
  whole: sql('measures')`${writeMeasures(() => '')}`,
  unreserved: sql('measuresUnreserved')`${writeMeasures(toUnreserved)}`,
}

const unreservedWhole = `and e.reserved_group is null and ${withoutReservedResult}`

// A file shows the whole exam, so one reserved result keeps all files of the exam from a guardian.
const writeExamFiles = (unreserved: boolean) =>
  `select f.key, f.name, d.number as number! from exams e
     cross join lateral (
       select e.file_id, 0 as number
       union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
     ) d
     join files f on f.id = d.file_id
   where e.id = :id and e.patient_id = :patient_id and e.shown and not e.document_withheld
     ${visibleExam} ${unreserved ? unreservedWhole : ''}
   order by d.number`
export const examFiles = {
  whole: sql('examFiles')`${writeExamFiles(false)}`,
  unreserved: sql('examFilesUnreserved')`${writeExamFiles(true)}`,
}

const writeReportText = (unreserved: boolean) =>
  `select e.report_text as report_text! from exams e
   where e.id = :id and e.patient_id = :patient_id and e.shown and ${reportText}
     ${visibleExam} ${unreserved ? unreservedWhole : ''}`
export const reportTexts = {
  whole: sql('reportText')`${writeReportText(false)}`,
  unreserved: sql('reportTextUnreserved')`${writeReportText(true)}`,
}

export const accessionNumber = sql('accessionNumber')`
  select e.accession_number as accession_number! from exams e
  where e.id = :id and e.patient_id = :patient_id and e.accession_number is not null`

// Exams with one accession number share their images, so one that is kept from the reader keeps the images of all.
const writeWithheldNumber = (unreserved: boolean) =>
  `select exists (
     select from exams e where e.patient_id = :patient_id and e.accession_number = :accession_number
       and (not e.shown or e.document_withheld or e.id = any(:held::int[])
         ${unreserved ? `or e.reserved_group is not null or not ${withoutReservedResult}` : ''})
   ) as withheld!`
export const withheldNumber = {
  whole: sql('withheldNumber')`${writeWithheldNumber(false)}`,
  unreserved: sql('withheldNumberUnreserved')`${writeWithheldNumber(true)}`,
}
