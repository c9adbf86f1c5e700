import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type PatientRow = {
  readonly id: number
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
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
type HourRow = {
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
}
type ExamRow = {
  readonly id: number
  readonly attention_number: string
  readonly patient_id: number
  readonly type: 'laboratory' | 'imaging'
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly taken_at: Date
}
type MeasureRow = {
  readonly exam_id: number
  readonly position: number
  readonly code: string
  readonly name: string
  readonly loinc: string | null
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
}
export type PaperRow = {
  readonly exam_id: number
  readonly patient_id: number
  readonly key: string
  readonly name: string
  /** Null where whoever keeps it does not say. */
  readonly bytes: number | null
  readonly created_at: Date
  readonly type_exam: string
}
type MeasureOfExam = MeasureRow & {
  readonly exam: Omit<ExamRow, 'taken_at'> & { readonly taken_at: string }
}

const person = statement<PatientRow>(
  'fhirReading.person',
  `select p.id, p.document_type_id::int as document_type_id, p.document_number, p.first_name, p.last_name, p.second_name,
     p.date_birth::text as date_birth, p.gender_id, p.email, p.phone, p.address, p.updated_at,
     case when n.id is null then null else jsonb_build_object('iso_num', n.iso_num, 'name', n.name) end as nationality,
     case when c.id is null then null else jsonb_build_object('cut', c.cut, 'name', c.name, 'province_id', c.province_id,
       'province', v.name, 'region_id', c.region_id, 'region', r.name) end as commune
   from people p left join nationalities n on n.id = p.nationality_id left join communes c on c.id = p.commune_id
     left join provinces v on v.id = c.province_id left join regions r on r.id = c.region_id
   where p.id = $1`,
)

// $1 patient, $2 ids or null, $3 states or null, $4 from, $5 until, $6 limit, $7 offset
const hours = statement<HourRow & { total: number }>(
  'fhirReading.hours',
  `select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, place_care, place_detail, modality,
     starts_at, ends_at, state, count(*) over ()::int as total
   from appointments
   where patient_id = $1 and ($2::int[] is null or id = any($2::int[]))
     and ($3::text[] is null or state = any($3::text[]))
     and ($4::timestamptz is null or starts_at >= $4::timestamptz)
     and ($5::timestamptz is null or starts_at < $5::timestamptz)
   order by starts_at desc, id desc limit $6 offset $7`,
)
// $8 kinds the account may see
const exams = statement<ExamRow & { total: number; positions: number[] }>(
  'fhirReading.exams',
  `select id, attention_number, patient_id, type, type_exam, doctor_solicite, taken_at, count(*) over ()::int as total,
     coalesce((select array_agg(r.position::int order by r.position) from exam_results r
       where r.exam_id = exams.id and r.shown), '{}') as positions
   from exams
   where patient_id = $1 and shown and type = any($8::text[]) and ($2::int[] is null or id = any($2::int[]))
     and ($3::text[] is null or type = any($3::text[]))
     and ($4::timestamptz is null or taken_at >= $4::timestamptz)
     and ($5::timestamptz is null or taken_at < $5::timestamptz)
   order by taken_at desc, id desc limit $6 offset $7`,
)
// $2 ids as `exam-position`
const measures = statement<MeasureOfExam & { total: number }>(
  'fhirReading.measures',
  `select r.exam_id, r.position::int as position, r.code, r.name, r.loinc, r.value::float8 as value, r.text, r.unit, r.ucum,
     r.low::float8 as low, r.high::float8 as high, r.reference_text, count(*) over ()::int as total,
     jsonb_build_object('id', e.id, 'attention_number', e.attention_number, 'patient_id', e.patient_id, 'type', e.type,
       'type_exam', e.type_exam, 'doctor_solicite', e.doctor_solicite, 'taken_at', e.taken_at) as exam
   from exam_results r join exams e on e.id = r.exam_id
   where e.patient_id = $1 and r.patient_id = $1 and e.shown and r.shown and e.type = any($8::text[])
     and ($2::text[] is null or r.exam_id || '-' || r.position = any($2::text[]))
     and ($3::text[] is null or r.code = any($3::text[]) or r.loinc = any($3::text[]))
     and ($4::timestamptz is null or e.taken_at >= $4::timestamptz)
     and ($5::timestamptz is null or e.taken_at < $5::timestamptz)
   order by e.taken_at desc, r.exam_id desc, r.position limit $6 offset $7`,
)
// $3 kinds the account may see, $4 limit, $5 offset
const papers = statement<PaperRow & { total: number }>(
  'fhirReading.papers',
  `select e.id as exam_id, e.patient_id, f.key, f.name, f.bytes, f.created_at, e.type_exam, count(*) over ()::int as total
   from exams e join files f on f.id = e.file_id
   where e.patient_id = $1 and e.shown and ($2::int[] is null or e.id = any($2::int[])) and e.type = any($3::text[])
   order by f.created_at desc, e.id desc limit $4 offset $5`,
)

export type Asked = {
  readonly patientId: number
  readonly codes: readonly string[] | null
  readonly from: Date | null
  readonly until: Date | null
  readonly limit: number
  readonly offset: number
  readonly kinds: readonly string[]
}

export function readingStore(db: Database) {
  const values = (asked: Asked, ids: readonly (number | string)[] | null) => [
    asked.patientId,
    ids,
    asked.codes,
    asked.from,
    asked.until,
    asked.limit,
    asked.offset,
  ]
  return {
    person: async (id: number) => (await db.run(person, [id]))[0] ?? null,
    hours: (asked: Asked, ids: readonly number[] | null) => db.run(hours, values(asked, ids)),
    exams: (asked: Asked, ids: readonly number[] | null) =>
      db.run(exams, [...values(asked, ids), asked.kinds]),
    measures: async (asked: Asked, ids: readonly string[] | null) =>
      (await db.run(measures, [...values(asked, ids), asked.kinds])).map((row) => ({
        ...row,
        exam: { ...row.exam, taken_at: new Date(row.exam.taken_at) },
      })),
    papers: ({ patientId, kinds, limit, offset }: Asked, ids: readonly number[] | null) =>
      db.run(papers, [patientId, ids, kinds, limit, offset]),
  }
}

export type ReadingStore = ReturnType<typeof readingStore>
