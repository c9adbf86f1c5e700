import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'
import type { Database } from '../../platform/database/database.ts'
import { type Statement, statement } from '../../platform/database/statement.ts'
import type { AgendaReading, ClinicalArchive, ListedAppointment } from '../../ports/clinical-archive.ts'
import { type Counted, paged, toWindow, type Window } from './counted-page.ts'

/** The condition for appointments of a period, and their order. No appointment is longer than a day. */
const periods = {
  upcoming: {
    when: `a.starts_at > :now::timestamptz - interval '24 hours' and a.ends_at > :now::timestamptz`,
    direction: 'asc',
  },
  past: { when: 'a.starts_at < :now::timestamptz and a.ends_at <= :now::timestamptz', direction: 'desc' },
} as const

type Period = keyof typeof periods

export const agendaColumns = `a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
  a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.private_since is not null as is_private,
  (select image_key from professionals where rut = a.rut_professional) as image_key, a.booked_by, a.confirmed_at, a.attendance,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name,
  case when b.rol = 'STANDART_ROLE' and is_open(b) then concat_ws(' ', b.first_name, b.last_name) end as booker_name,
  case when a.outside_id is null or o.name = a.place_care then o.office_id end as site,
  a.professional_id is not null and a.outside_id is null as in_own_calendar,
  exists (select from appointment_orders m where m.appointment_id = a.id) as has_order,
  case when a.service_item like 'exam:%' then true
    else coalesce((select d.requires_order from procedures d
      where d.code = substr(a.service_item, 11) and a.service_item like 'procedure:%'), false) end as needs_order,
  not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move`

export const agendaTables = `join people p on p.id = a.patient_id
  left join people b on b.id = a.booked_by and b.id <> a.patient_id
  join offices o on o.id = a.office_id`

type Given = {
  readonly patient_ids: readonly number[]
  /** 1 for each person whose reserved appointments are left out, 0 for the others. */
  readonly without_reserved: readonly number[]
  /** The booker whose appointments alone are listed, or 0 for all appointments of the person. */
  readonly bookers: readonly number[]
  readonly now: Date
  readonly last_row: number
} & Window

function agendaStatement(period: Period): Statement<Counted<ListedAppointment>, Given> {
  const { when, direction } = periods[period]
  const readers = `unnest(:patient_ids::int[], :without_reserved::int[], :bookers::int[])
    as r (patient_id, without_reserved, booker)`
  const order = `a.starts_at ${direction}, a.id ${direction}`
  const visible = `a.patient_id = r.patient_id and a.state = 'booked' and ${when}
    and (r.without_reserved = 0 or a.reserved_group is null)`
  // A whole record is read from the index of its patient, the appointments of a booker from the index of the booker.
  const toRows = (limit: string) => `(
    (select a.id, a.starts_at from appointments a where r.booker = 0 and ${visible} order by ${order} limit ${limit})
    union all
    (select a.id, a.starts_at from appointments a where r.booker <> 0 and a.booked_by = r.booker and a.booked_by <> a.patient_id
       and ${visible} order by ${order} limit ${limit})) a`
  return statement(
    `archive.agenda.${period}`,
    `with counted as (
       select count(*)::int as total from (
         select from ${readers} cross join lateral ${toRows(String(exactTotal + 1))} limit ${exactTotal + 1}) c
     ), page as (
       select a.id, a.starts_at from ${readers} cross join lateral ${toRows(':last_row')}
       order by ${order} limit :limit_rows offset :offset_rows
     )
     select counted.total, listed.* from counted left join (
       select ${agendaColumns} from page join appointments a on a.id = page.id ${agendaTables}
     ) listed on true
     order by listed.starts_at ${direction}, listed.id ${direction}`,
  )
}

const statements = { upcoming: agendaStatement('upcoming'), past: agendaStatement('past') }

export function createAgendaReading(db: Database): Pick<ClinicalArchive, 'agenda'> {
  return {
    agenda: async (
      readings: readonly AgendaReading[],
      period: Period,
      now: Date,
      page: Page,
    ): Promise<Paged<ListedAppointment>> =>
      paged(
        await db.run(statements[period], {
          patient_ids: readings.map(({ patientId }) => patientId),
          without_reserved: readings.map(({ withoutReserved }) => (withoutReserved ? 1 : 0)),
          bookers: readings.map(({ onlyBookedBy }) => onlyBookedBy ?? 0),
          now,
          last_row: page.page * page.limit,
          ...toWindow(page),
        }),
      ),
  }
}
