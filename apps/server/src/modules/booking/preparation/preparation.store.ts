import type { OfficeCode } from '@mi-portal/contract/booking/services'
import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

export type Circumstances = {
  readonly office_id: OfficeCode
  readonly id: number
  readonly name: string
  readonly address: string
  readonly phone: string
  readonly entry: string
  readonly specialty: string
  /** `exam:1063`, `procedure:P001` */
  readonly service_item: string | null
  /** Whether this is a laboratory appointment for which no exam was named. */
  readonly unnamed_laboratory: boolean
  readonly indications_key: string | null
  readonly title: string | null
  readonly html: string | null
  readonly fasting_hours: number | null
  readonly patient_full_name: string
  readonly date_birth: string
}

// A site of an external service that the portal does not know has a name, but no address that could be shown.
const isOwnSite = `(a.outside_id is null or a.modality = 'telemedicina' or o.name = a.place_care)`

const circumstances = statement<Circumstances, { id: number }>(
  'booking.circumstances',
  `select o.office_id, o.id, o.phone,
     case when ${isOwnSite} then o.name else a.place_care end as name,
     case when ${isOwnSite} then o.address else '' end as address,
     case when ${isOwnSite} then o.entry else '' end as entry,
     coalesce(v.wire_code, a.specialty_code::text) as specialty, a.service_item,
     a.service_item is null and exists (select from exam_specialties t
       where t.service_code = a.specialty_code and t.service = 'laboratorio') as unnamed_laboratory,
     i.key as indications_key, i.title, i.html, i.fasting_hours,
     concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name,
     p.date_birth::text as date_birth
   from appointments a
     join offices o on o.id = a.office_id
     join people p on p.id = a.patient_id
     left join services v on v.code = a.specialty_code
     left join bookable_exams e on a.service_item = 'exam:' || e.id
     left join procedures q on a.service_item = 'procedure:' || q.code
     left join indications i on i.key = coalesce(e.indications_key, q.indications_key)
   where a.id = :id`,
)

export function createPreparationStore(db: Database) {
  return {
    circumstances: async (id: number) => (await db.run(circumstances, { id }))[0] ?? null,
  }
}

export type PreparationStore = ReturnType<typeof createPreparationStore>
