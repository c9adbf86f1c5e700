import { toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { PreparationSql } from './preparation.sql.generated.ts'

const sql = defineSql<PreparationSql>('booking')

export type Circumstances = Row<typeof findCircumstances>

// A site of an external service that the portal does not know has a name, but no address that could be shown.
const isOwnSite = `(a.outside_id is null or a.modality = 'telemedicina' or o.name = a.place_care)`

export const findCircumstances = sql('circumstances')`
  select o.office_id, o.id, o.phone,
    case when ${isOwnSite} then o.name else a.place_care end as name!,
    case when ${isOwnSite} then o.address else '' end as address!,
    case when ${isOwnSite} then o.entry else '' end as entry!,
    coalesce(v.wire_code, a.specialty_code::text) as specialty!, a.service_item,
    a.service_item is null and exists (select from exam_specialties t
      where t.service_code = a.specialty_code and t.service = 'laboratorio') as unnamed_laboratory!,
    i.key as indications_key, i.title, i.html, i.fasting_hours,
    ${toFullName('p')} as patient_full_name!,
    p.date_birth::text as date_birth!
  from appointments a
    join offices o on o.id = a.office_id
    join people p on p.id = a.patient_id
    left join services v on v.code = a.specialty_code
    left join bookable_exams e on a.service_item = 'exam:' || e.id
    left join procedures q on a.service_item = 'procedure:' || q.code
    left join indications i on i.key = coalesce(e.indications_key, q.indications_key)
  where a.id = :id`
