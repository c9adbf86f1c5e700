import type { OfficeCode } from '@mi-portal/contract/booking'
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
  /** An hour of the laboratory for which no exam was named. */
  readonly unnamed_laboratory: boolean
  readonly indications_key: string | null
  readonly title: string | null
  readonly html: string | null
  readonly fasting_hours: number | null
  readonly patient_full_name: string
  readonly date_birth: string
}

// $1 hour
const circumstances = statement<Circumstances>(
  'booking.circumstances',
  `select o.office_id, o.id, o.name, o.address, o.phone, o.entry,
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
   where a.id = $1`,
)

export function preparationStore(db: Database) {
  return {
    circumstances: async (id: number) => (await db.run(circumstances, [id]))[0] ?? null,
  }
}

export type PreparationStore = ReturnType<typeof preparationStore>
