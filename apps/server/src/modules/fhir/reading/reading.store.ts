import type { Attendance } from '@mi-portal/contract/attendance'
import { type PlainResult, storedResult } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult, ResultStatus } from '@mi-portal/contract/results/reported-result'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import type { ClinicalArchive } from '../../../ports/clinical-archive.ts'

type PatientRow = {
  readonly id: number
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly issuing_country: { iso_num: string | null; iso3: string | null; name: string } | null
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly preferred_name: string
  readonly date_birth: string | null
  readonly gender_id: number | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
  readonly updated_at: Date
  readonly nationality: { iso_num: string | null; name: string } | null
  readonly commune: {
    cut: string
    name: string
    province_id: number
    province: string
    region_id: number
    region: string
  } | null
}
type AppointmentRow = {
  readonly id: number
  readonly patient_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly specialty_code: number
  readonly specialty: string
  readonly place_care: string
  readonly place_detail: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly starts_at: Date
  readonly ends_at: Date
  readonly state: 'booked' | 'cancelled'
  readonly attendance: Attendance | null
}
type ExamRow = {
  readonly id: number
  readonly attention_number: string
  readonly patient_id: number
  readonly type: 'laboratory' | 'imaging'
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
  readonly status: ResultStatus
  readonly conclusion: string | null
}
type MeasureRow = {
  readonly exam_id: number
  readonly position: number
  readonly code: string
  readonly name: string
  readonly loinc: string | null
  readonly reported: ReportedResult
}
export type PaperRow = {
  readonly exam_id: number
  readonly patient_id: number
  readonly key: string
  readonly name: string
  /** The number of the document in its exam; 0 is the main document. */
  readonly number: number
  /** Null if its archive does not say. */
  readonly bytes: number | null
  readonly created_at: Date
  readonly type_exam: string
}
type MeasureOfExam = Omit<MeasureRow, 'reported'> &
  PlainResult & {
    readonly reported: unknown
    readonly exam: Omit<ExamRow, 'taken_at'> & { readonly taken_at: string }
  }

const person = statement<PatientRow, { id: number }>(
  'fhirReading.person',
  `select p.id, p.document_type_id::int as document_type_id, p.document_number, p.first_name, p.last_name, p.second_name, p.preferred_name,
     p.date_birth::text as date_birth, p.gender_id, p.email, p.phone, p.address, p.updated_at,
     case when n.id is null then null else jsonb_build_object('iso_num', n.iso_num, 'name', n.name) end as nationality,
     case when i.id is null then null
       else jsonb_build_object('iso_num', i.iso_num, 'iso3', i.iso3, 'name', i.name) end as issuing_country,
     case when c.id is null then null else jsonb_build_object('cut', c.cut, 'name', c.name, 'province_id', c.province_id,
       'province', v.name, 'region_id', c.region_id, 'region', r.name) end as commune
   from people p left join nationalities n on n.id = p.nationality_id
     left join nationalities i on i.iso2 = p.document_country left join communes c on c.id = p.commune_id
     left join provinces v on v.id = c.province_id left join regions r on r.id = c.region_id
   where p.id = :id`,
)

/** The exams that are left out, because their results are not visible yet. */
type Held = { readonly held: readonly number[] }

/** The parameters of a search, null for any. `codes` are FHIR statuses of appointments, types of exams or codes of results. */
type Search<Id extends number | string> = {
  readonly patient_id: number
  readonly ids: readonly Id[] | null
  readonly codes: readonly string[] | null
  readonly since: Date | null
  readonly until: Date | null
  readonly limit_rows: number
  readonly offset_rows: number
}

const appointmentStatus = `case when attendance = 'missed' then 'noshow' when state = 'cancelled' then 'cancelled'
  when attendance = 'attended' then 'fulfilled' else 'booked' end`
const hours = statement<AppointmentRow & { total: number }, Search<number>>(
  'fhirReading.appointments',
  `select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, place_care, place_detail, modality,
     starts_at, ends_at, state, attendance, count(*) over ()::int as total
   from appointments
   where patient_id = :patient_id and (:ids::int[] is null or id = any(:ids::int[]))
     and (:codes::text[] is null or ${appointmentStatus} = any(:codes::text[]))
     and (:since::timestamptz is null or starts_at >= :since::timestamptz)
     and (:until::timestamptz is null or starts_at < :until::timestamptz)
   order by starts_at desc, id desc limit :limit_rows offset :offset_rows`,
)
// `kinds`: the types of exams that the account may see.
const exams = statement<
  ExamRow & { report_text: readonly ReportBlock[]; total: number; positions: number[] },
  Search<number> & Held & { kinds: readonly string[] }
>(
  'fhirReading.exams',
  `select id, attention_number, patient_id, type, type_exam, doctor_solicite, taken_at, status,
     case when not exists (select from exam_results r where r.exam_id = exams.id and not r.shown) then conclusion end
       as conclusion,
     case when report_text is not null and not document_withheld
         and not exists (select from exam_results r where r.exam_id = exams.id and not r.shown)
       then report_text else '[]' end as report_text,
     count(*) over ()::int as total,
     coalesce((select array_agg(r.position::int order by r.position) from exam_results r
       where r.exam_id = exams.id and r.shown), '{}') as positions
   from exams
   where patient_id = :patient_id and shown and id <> all(:held::int[]) and type = any(:kinds::text[])
     and (:ids::int[] is null or id = any(:ids::int[]))
     and (:codes::text[] is null or type = any(:codes::text[]))
     and (:since::timestamptz is null or taken_at >= :since::timestamptz)
     and (:until::timestamptz is null or taken_at < :until::timestamptz)
   order by taken_at desc, id desc limit :limit_rows offset :offset_rows`,
)
// `ids` as `exam-position`.
const measures = statement<
  MeasureOfExam & { total: number },
  Search<string> & Held & { kinds: readonly string[] }
>(
  'fhirReading.measures',
  `select r.exam_id, r.position::int as position, r.code, r.name, r.loinc, r.reported, r.value::text as value, r.text,
     r.unit, r.ucum, r.decimals, r.low::text as low, r.high::text as high, r.reference_text, count(*) over ()::int as total,
     jsonb_build_object('id', e.id, 'attention_number', e.attention_number, 'patient_id', e.patient_id, 'type', e.type,
       'type_exam', e.type_exam, 'doctor_solicite', e.doctor_solicite, 'taken_at', e.taken_at,
       'status', e.status, 'conclusion', null) as exam
   from exam_results r join exams e on e.id = r.exam_id
   where e.patient_id = :patient_id and r.patient_id = :patient_id and e.shown and r.shown
     and e.id <> all(:held::int[]) and e.type = any(:kinds::text[])
     and (:ids::text[] is null or r.exam_id || '-' || r.position = any(:ids::text[]))
     and (:codes::text[] is null or r.code = any(:codes::text[]) or r.loinc = any(:codes::text[]))
     and (:since::timestamptz is null or e.taken_at >= :since::timestamptz)
     and (:until::timestamptz is null or e.taken_at < :until::timestamptz)
   order by e.taken_at desc, r.exam_id desc, r.position limit :limit_rows offset :offset_rows`,
)
// `ids` as `exam` or `exam-number`, or null for any.
const papers = statement<
  PaperRow & { total: number },
  Held & {
    patient_id: number
    ids: readonly string[] | null
    kinds: readonly string[]
    limit_rows: number
    offset_rows: number
  }
>(
  'fhirReading.papers',
  `select e.id as exam_id, e.patient_id, f.key, f.name, d.number, f.bytes, f.created_at, e.type_exam, count(*) over ()::int as total
   from exams e
     cross join lateral (
       select e.file_id, 0 as number
       union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
     ) d
     join files f on f.id = d.file_id
   where e.patient_id = :patient_id and e.shown and not e.document_withheld
     and e.id <> all(:held::int[]) and (:ids::text[] is null or e.id || case d.number when 0 then '' else '-' || d.number end = any(:ids::text[]))
     and e.type = any(:kinds::text[])
   order by f.created_at desc, e.id desc, d.number limit :limit_rows offset :offset_rows`,
)

export type ReadingQuery = {
  readonly patientId: number
  readonly codes: readonly string[] | null
  readonly from: Date | null
  readonly until: Date | null
  readonly limit: number
  readonly offset: number
  readonly kinds: readonly string[]
}

export function createReadingStore(db: Database, { heldExams }: Pick<ClinicalArchive, 'heldExams'>) {
  const heldOf = async ({ patientId }: ReadingQuery) => (await heldExams(patientId)).map(({ id }) => id)
  const searchOf = <Id extends number | string>(
    asked: ReadingQuery,
    ids: readonly Id[] | null,
  ): Search<Id> => ({
    patient_id: asked.patientId,
    ids,
    codes: asked.codes,
    since: asked.from,
    until: asked.until,
    limit_rows: asked.limit,
    offset_rows: asked.offset,
  })
  return {
    person: async (id: number) => (await db.run(person, { id }))[0] ?? null,
    hours: (asked: ReadingQuery, ids: readonly number[] | null) => db.run(hours, searchOf(asked, ids)),
    exams: async (asked: ReadingQuery, ids: readonly number[] | null) =>
      db.run(exams, { ...searchOf(asked, ids), kinds: asked.kinds, held: await heldOf(asked) }),
    measures: async (asked: ReadingQuery, ids: readonly string[] | null) =>
      (
        await db.run(measures, { ...searchOf(asked, ids), kinds: asked.kinds, held: await heldOf(asked) })
      ).map(({ exam_id, position, code, name, loinc, total, exam, ...row }) => ({
        ...{ exam_id, position, code, name, loinc, total },
        reported: storedResult(row),
        exam: { ...exam, taken_at: new Date(exam.taken_at) },
      })),
    papers: async (asked: ReadingQuery, ids: readonly string[] | null) => {
      const { patientId: patient_id, kinds, limit: limit_rows, offset: offset_rows } = asked
      return db.run(papers, { patient_id, ids, kinds, limit_rows, offset_rows, held: await heldOf(asked) })
    },
  }
}

export type ReadingStore = ReturnType<typeof createReadingStore>
