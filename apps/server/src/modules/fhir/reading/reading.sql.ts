import type { Attendance } from '@mi-portal/contract/attendance'
import type { SentElements } from '@mi-portal/contract/results/fhir/sent-elements'
import type { PlainResult } from '@mi-portal/contract/results/plain-result'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ResultStatus } from '@mi-portal/contract/results/reported-result'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { DatePrecision } from '@mi-portal/contract/values/partial-date'
import { defineSql } from '../../../platform/database/statement.ts'
import type { PatientRow } from '../people.rules.ts'
import type { ExamRow, MeasureRow } from '../results.rules.ts'
import type { ReadingSql } from './reading.sql.generated.ts'

const sql = defineSql<
  ReadingSql,
  Pick<PatientRow, 'date_birth' | 'nationality' | 'commune'> & {
    document_type_id: DocumentTypeId
    issuing_country: NonNullable<PatientRow['issuing_country']>
    modality: 'presencial' | 'telemedicina'
    state: 'booked' | 'cancelled'
    attendance: Attendance
    type: ExamRow['type']
    taken_precision: DatePrecision
    status: ResultStatus
    sent: SentElements
    report_text: readonly ReportBlock[]
    /** The shown measures of an observation in their order. */
    parts: readonly (Omit<MeasureRow, 'exam_id' | 'reported'> &
      PlainResult & { readonly reported: unknown })[]
    exam: Omit<ExamRow, 'taken_at'> & { readonly taken_at: string }
  }
>('fhirReading')

export const findReadPatient = sql('person')`
  select p.id, p.document_type_id::int as document_type_id!, p.document_number, p.first_name, p.last_name, p.second_name, p.preferred_name,
    p.date_birth::text as date_birth, p.gender_id, p.email, p.phone, p.address, p.updated_at,
    case when n.id is null then null else jsonb_build_object('iso_num', n.iso_num, 'name', n.name) end as nationality,
    case when i.id is null then null
      else jsonb_build_object('iso_num', i.iso_num, 'iso3', i.iso3, 'name', i.name) end as issuing_country,
    case when c.id is null then null else jsonb_build_object('cut', c.cut, 'name', c.name, 'province_id', c.province_id,
      'province', v.name, 'region_id', c.region_id, 'region', r.name) end as commune
  from people p left join nationalities n on n.id = p.nationality_id
    left join nationalities i on i.iso2 = p.document_country left join communes c on c.id = p.commune_id
    left join provinces v on v.id = c.province_id left join regions r on r.id = c.region_id
  where p.id = :id`

const within = (id: string, at: string) => `(:ids?::${id}[] is null or id = any(:ids?::${id}[]))
     and (:statuses?::text[] is null or fhir_status = any(:statuses?::text[]))
     and (:since?::timestamptz is null or ${at} >= :since?::timestamptz)
     and (:until?::timestamptz is null or ${at} < :until?::timestamptz)
     and (:updated_since?::timestamptz is null or changed_at >= :updated_since?::timestamptz)
     and (:updated_until?::timestamptz is null or changed_at < :updated_until?::timestamptz)`
const sortKey = (at: string) => `case when :by_update::boolean then changed_at else ${at} end`
const sorted = (at: string, ...rest: string[]) =>
  `order by case when :is_ascending::boolean then ${sortKey(at)} end, case when not :is_ascending::boolean then ${sortKey(at)} end desc,
     ${rest.join(', ')} limit :limit_rows offset :offset_rows`

const listCodes = (element: string) =>
  `coalesce((select array_agg(c ->> 'code') from jsonb_path_query(${element}, '$[*].coding[*]') c), '{}')`
const isIdentified = `(:identifiers?::text[] is null or exists (select from jsonb_array_elements(s.sent -> 'identifier') i
       where i ->> 'value' = any(:identifiers?::text[]) or (i ->> 'system') || '|' || (i ->> 'value') = any(:identifiers?::text[])))`

export const listReadAppointments = sql('appointments')`
  select id, patient_id, rut_professional, doctor_name, specialty_code, specialty, place_care, place_detail, modality,
    starts_at, ends_at, state, attendance, count(*) over ()::int as total!
  from (
    select a.*, case when attendance = 'missed' then 'noshow' when state = 'cancelled' then 'cancelled'
        when attendance = 'attended' then 'fulfilled' when attendance = 'arrived' then 'arrived' else 'booked' end as fhir_status,
      greatest(created_at, cancelled_at, attendance_at) as changed_at
    from appointments a where patient_id = :patient_id
  ) a where ${within('int', 'starts_at')} ${sorted('starts_at', 'id desc')}`

/** `held`: the exams that are left out, because their results are not visible yet. `kinds`: the types of exams that the account may see. */
export const listReadExams = sql('exams')`
  select id, attention_number, patient_id, type, type_exam, doctor_solicite, taken_at, taken_precision, status, sent, changed_at as changed_at!,
    case when not exists (select from exam_results r where r.exam_id = e.id and not r.shown) then conclusion end
      as conclusion,
    case when report_text is not null and not document_withheld
        and not exists (select from exam_results r where r.exam_id = e.id and not r.shown)
      then report_text else '[]' end as report_text!,
    count(*) over ()::int as total!,
    coalesce((select array_agg(position order by position) from (
      select min(r.position)::int as position from exam_results r where r.exam_id = e.id
      group by coalesce(r.source_id, -r.position) having bool_or(r.shown)) o), '{}') as positions!
  from (
    select e.*, s.sent, e.status as fhir_status, greatest(e.created_at, e.corrected_at, s.updated_at) as changed_at
    from exams e left join lateral (
      select sent, updated_at from fhir_sources where type = 'DiagnosticReport' and target_id = e.id order by id limit 1
    ) s on true
    where e.patient_id = :patient_id and e.shown and e.id <> all(:held::int[]) and e.type = any(:kinds::text[])
      and (:categories?::text[] is null
        or (${listCodes("s.sent -> 'category'")} || case e.type when 'laboratory' then 'LAB' else 'IMG' end) && :categories?::text[])
      and ${isIdentified}
  ) e where ${within('int', 'taken_at')} ${sorted('taken_at', 'id desc')}`

/**
 * `ids` as `exam-position`, or `exam-psource` for a panel. The measures of one sent observation are one row; `counted` counts those that are
 * not shown too. A panel is left out if a member is not shown, because its name may tell what the member is.
 */
export const listReadMeasures = sql('measures')`
  select id as id!, exam_id as exam_id!, position, counted as counted!, parts, members as members!, sent, changed_at as changed_at!,
    exam as exam!, count(*) over ()::int as total!
  from (
    select o.*, o.exam_id || case when o.position is null then '-p' || o.source_id else '-' || o.position end as id, s.sent, e.taken_at,
      coalesce((
        select array_agg(m.target_id || case when m.position is null then '-p' || m.id else '-' || m.position end order by n)
        from jsonb_array_elements_text(s.sent -> 'members') with ordinality as named (source, n)
          join fhir_sources m on m.id = named.source::int and m.target_id = o.exam_id), '{}') as members,
      coalesce(nullif(coalesce(o.first_status, s.sent ->> 'status'), 'appended'), 'amended') as fhir_status,
      greatest(e.created_at, e.corrected_at, s.updated_at) as changed_at,
      jsonb_build_object('id', e.id, 'attention_number', e.attention_number, 'patient_id', e.patient_id, 'type', e.type,
        'type_exam', e.type_exam, 'doctor_solicite', e.doctor_solicite, 'taken_at', e.taken_at,
        'taken_precision', e.taken_precision, 'status', e.status, 'conclusion', null, 'sent', x.sent) as exam
    from (
      select r.exam_id, min(r.position)::int as position, min(r.source_id) as source_id, count(*)::int as counted,
        array_agg(r.code) filter (where r.shown) || array_agg(r.loinc) filter (where r.shown) as codes,
        (array_agg(coalesce(r.reported ->> 'status', 'final') order by r.position) filter (where r.shown))[1] as first_status,
        json_agg(json_build_object('position', r.position, 'code', r.code, 'name', r.name, 'loinc', r.loinc,
          'reported', r.reported, 'value', r.value::text, 'text', r.text, 'unit', r.unit, 'ucum', r.ucum,
          'decimals', r.decimals, 'low', r.low::text, 'high', r.high::text, 'reference_text', r.reference_text)
          order by r.position) filter (where r.shown) as parts
      from exam_results r where r.patient_id = :patient_id
      group by r.exam_id, coalesce(r.source_id, -r.position) having bool_or(r.shown)
      union all
      select p.target_id, null, p.id, 0, '{}', null, null from fhir_sources p
      where p.patient_id = :patient_id and p.type = 'Observation' and p.position is null and p.sent -> 'members' is not null
        and not exists (select from exam_results r where r.exam_id = p.target_id and not r.shown)
    ) o join exams e on e.id = o.exam_id
      left join fhir_sources s on s.id = o.source_id
      left join lateral (
        select sent from fhir_sources where type = 'DiagnosticReport' and target_id = e.id order by id limit 1
      ) x on true
    where e.patient_id = :patient_id and e.shown and e.id <> all(:held::int[]) and e.type = any(:kinds::text[])
      and (:codes?::text[] is null or o.codes && :codes?::text[]
        or ${listCodes("jsonb_build_array(s.sent -> 'code')")} && :codes?::text[])
      and (:categories?::text[] is null or case when s.sent -> 'category' is null
          then array[e.type] else ${listCodes("s.sent -> 'category'")} end && :categories?::text[])
      and ${isIdentified}
  ) o where ${within('text', 'taken_at')} ${sorted('taken_at', 'exam_id desc', 'position')}`

/** `ids` as `exam` or `exam-number`. `number` is 0 for the main document of an exam. */
export const listReadDocuments = sql('papers')`
  select exam_id, patient_id, key, name, number as number!, bytes, created_at, type_exam, count(*) over ()::int as total!
  from (
    select e.id as exam_id, e.patient_id, f.key, f.name, d.number, f.bytes, f.created_at, f.created_at as changed_at, e.type_exam,
      e.id || case d.number when 0 then '' else '-' || d.number end as id, 'current' as fhir_status
    from exams e
      cross join lateral (
        select e.file_id, 0 as number
        union all select x.file_id, x.source_id from exam_documents x where x.exam_id = e.id
      ) d
      join files f on f.id = d.file_id
    where e.patient_id = :patient_id and e.shown and not e.document_withheld
      and e.id <> all(:held::int[]) and e.type = any(:kinds::text[])
  ) d where ${within('text', 'created_at')} ${sorted('created_at', 'exam_id desc', 'number')}`
