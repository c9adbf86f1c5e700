import type { Attendance } from '@mi-portal/contract/attendance'
import {
  type BookableItem,
  type DayAppointment,
  type PageMail,
  type PagePatient,
  type PageRelative,
  type PatientPage,
  type ProfessionalDay,
  patientPageRows,
} from '@mi-portal/contract/front-desk'
import { insertReads, toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { OpeningOutcome } from '../staff-reads/staff-reads.rules.ts'
import type { FrontDeskSql } from './front-desk.sql.generated.ts'

type Columns = {
  kind: BookableItem['kind']
  way_to_schedule: BookableItem['way_to_schedule']
  services: readonly string[]
  opening: OpeningOutcome
  upcoming: NonNullable<PatientPage['upcoming']>
  past: NonNullable<PatientPage['past']>
  document_type_id: PagePatient['document_type_id']
  emergency_contact: NonNullable<PagePatient['emergency_contact']>
  family: readonly PageRelative[]
  mails: readonly PageMail[]
  confirmations: NonNullable<PatientPage['confirmations']>
  requests: readonly Omit<NonNullable<PatientPage['requests']>[number], 'receipt'>[]
  modality: DayAppointment['modality']
  attendance: Attendance
  specialties: readonly string[]
  free: ProfessionalDay['free']
  blocks: ProfessionalDay['blocks']
}

const sql = defineSql<FrontDeskSql, Columns>('frontDesk')

/** A timestamp as the wire spells it, as SQL. */
const toMoment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const toWholeList = (query: string) =>
  `coalesce((select json_agg(row_to_json(listed)) from (${query}) listed), '[]'::json)`
const toList = (query: string) => toWholeList(`${query} limit ${patientPageRows}`)

// The function has a subquery, so PostgreSQL plans it again within each statement. Without a proof there is nothing to ask it.
const relatives = `select r.id, ${toFullName('r')} as full_name, t.name as relationship, f.member_id = :id as is_owner,
     f.state = 'pending' as is_pending, f.guardian_proof is not null and is_guardian_of(f, :now::timestamptz) as is_guardian, f.may_book
   from family_links f join relationship_types t on t.id = f.relationship_type_id
     join people r on r.id = case when f.member_id = :id then f.leader_id else f.member_id end
   where (f.member_id = :id or f.leader_id = :id) and f.state <> 'ended'
   order by f.member_id = :id, f.created_at, f.id limit ${patientPageRows}`
const mails = toList(
  `select o.id, o.subject, ${toMoment('o.created_at')} as created_at, o.state
   from outbox o where o.person_id = :id order by o.created_at desc, o.id desc`,
)
const requests = toList(
  `select q.matter, q.id, q.subject, q.state, ${toMoment('q.created_at')} as created_at, ${toMoment('q.due_at')} as due_at,
     ${toMoment('q.answered_at')} as answered_at
   from desk_requests q
   where q.patient_id = :id and q.matter = any(:matters::text[])
     and (:sites?::int[] is null or q.site_id is null or q.site_id = any(:sites?::int[]))
     and q.claimed_person_id is distinct from :reader_id::int
   order by q.state, case when q.state = 'pendiente' then q.due_at end, q.created_at desc, q.id desc`,
)
const confirmations = toList(
  `select c.id, c.kind, ${toFullName('b')} as requested_by, ${toMoment('c.requested_at')} as requested_at
   from pending_confirmations c join people b on b.id = c.requested_by
   where c.subject_id = :id and is_waiting(c) order by c.requested_at, c.id`,
)

/** The data of an application that waits are the only names of a person who was not known before. */
const named = (column: string) => `coalesce(a.${column}, p.${column})`

// An appointment that another system reported as missed is stored as cancelled.
const tookPlace = `(a.state = 'booked' or (a.state = 'cancelled' and a.attendance = 'missed'))`
// Their timestamps are spelled by the operation: `to_char` of so many took a fifth of the statement.
const appointments = (condition: string, order: string) =>
  toList(
    `select a.id as id_appointment, a.starts_at, a.ends_at, a.doctor_name,
     case when a.reserved_group is null then a.specialty end as specialty,
     case when a.modality = 'telemedicina' then 'Telemedicina' else a.place_care end as place, a.modality, a.attendance,
     a.confirmed_at, a.reserved_group is not null as is_private, a.ical_sequence as sequence,
     a.professional_id is not null and a.outside_id is null as in_calendars
   from appointments a
   where a.patient_id = :id and ${condition} and (:sites?::int[] is null or a.office_id = any(:sites?::int[]))
   order by a.starts_at ${order}, a.id ${order}`,
  )
const upcoming = appointments(`a.state = 'booked' and a.ends_at > :now::timestamptz`, 'asc')
const past = appointments(`${tookPlace} and a.ends_at <= :now::timestamptz`, 'desc')

// Of two pages that a member of staff opens at once, the second waits only until the first was counted.
export const openPatientPage = sql('patientPage', { isFrequent: true })`
  with opened as materialized (
    select p.id, open_person(:actor_id?::int, p.id, :sites?::int[], :day::date, :budget::int) as opening
    from people p where p.id = :id and p.rol = 'STANDART_ROLE'
  ), relatives as materialized (${relatives}
  ), noted as (
    ${insertReads(
      `select shown.* from (select 'front-desk.open' as action, :id::int as patient_id
         union all select distinct 'front-desk.family', id from relatives) shown join opened on opening = 'opened'`,
    )}
  )
  select opening as opening!, p.id, p.document_type_id, p.document_number, p.document_country, ${named('first_name')} as first_name!,
    ${named('last_name')} as last_name!, ${named('second_name')} as second_name!,
    to_char(${named('date_birth')}, 'YYYY-MM-DD') as date_birth, ${named('phone')} as phone, ${named('email')} as email,
    p.email_verified_at is not null and a.person_id is null as email_verified!, p.status, p.without_account,
    p.deleted_at, p.deceased_at, to_char(p.deceased_on, 'YYYY-MM-DD') as deceased_on,
    p.locked_at, p.recovery_frozen_at, has_open_record(p) as may_be_booked!,
    exists (select from second_factors s where s.person_id = p.id and s.confirmed_at is not null)
      or exists (select from passkeys k where k.person_id = p.id) as second_factor!,
    (select json_build_object('name', e.name, 'relationship', e.relationship, 'phone', e.phone)
     from emergency_contacts e where e.person_id = p.id) as emergency_contact,
    coalesce((select json_agg(r) from relatives r), '[]'::json) as family!, ${mails} as mails!,
    case when :with_appointments::boolean then ${upcoming} end as upcoming,
    case when :with_appointments::boolean then ${past} end as past,
    case when cardinality(:matters::text[]) > 0 then ${requests} end as requests,
    case when :with_confirmations::boolean then ${confirmations} end as confirmations
  from opened join people p on p.id = opened.id
    left join registration_applications a on a.person_id = p.id and a.creates_person`

const isOn = (column: string) => `${column} >= :from::timestamptz and ${column} < :until::timestamptz`
const isOverlapping = 'e.starts_at < :until::timestamptz and e.ends_at > :from::timestamptz'
const toPlace = (room: string, site: string) =>
  `case when ${room} = '' then ${site} else concat_ws(', ', ${site}, ${room}) end`

const freeSlots = toWholeList(
  `select s.id, ${toMoment('s.starts_at')} as starts_at, ${toMoment('s.ends_at')} as ends_at,
     case when s.modality = 'telemedicina' then 'Telemedicina' else ${toPlace('s.room', 'o.name')} end as place, s.modality,
     exists (select from holds h where h.professional_id = s.professional_id
       and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz) as held
   from slots s join services v on v.code = s.service_code and v.retired_at is null
   where s.professional_id = p.id and s.office_id = o.id and ${isOn('s.starts_at')} and s.starts_at > :now::timestamptz
     and p.active and not s.taken and not exists (select from appointments b
       where b.professional_id = s.professional_id and b.state = 'booked'
       and b.starts_at < s.ends_at and b.ends_at > s.starts_at and b.starts_at > s.starts_at - interval '24 hours')
   order by s.starts_at`,
)
const blocks = toWholeList(
  `select e.id, ${toMoment('e.starts_at')} as starts_at, ${toMoment('e.ends_at')} as ends_at, e.reason
   from schedule_exceptions e where e.professional_id = p.id and e.kind = 'block' and ${isOverlapping} order by e.starts_at, e.id`,
)

export const listDayProfessionals = sql('dayProfessionals')`
  select p.id, p.name, p.image_key, array(select v.name from professional_specialties x
      join services v on v.code = x.specialty_code where x.professional_id = p.id order by v.name) as specialties!,
    ${freeSlots} as free!, ${blocks} as blocks!
  from professionals p join offices o on o.id = :office_id
  where exists (select from slots s where s.professional_id = p.id and s.office_id = o.id and ${isOn('s.starts_at')})
    or exists (select from appointments a where a.professional_id = p.id and a.office_id = o.id and ${isOn('a.starts_at')} and ${tookPlace})
    or (exists (select from schedule_exceptions e where e.professional_id = p.id and e.kind = 'block' and ${isOverlapping})
      and exists (select from schedules c where c.professional_id = p.id and c.office_id = o.id
        and c.weekday = extract(dow from :day::date) and c.valid_from <= :day::date
        and (c.valid_to is null or c.valid_to >= :day::date)))
  order by unaccent(lower(p.name)), p.id`

export const listDayAppointments = sql('dayAppointments')`
  select a.professional_id as professional_id!, a.id as id_appointment, a.patient_id, ${toFullName('p')} as patient_full_name!,
    a.starts_at, a.ends_at, a.doctor_name,
    case when a.modality = 'telemedicina' or starts_with(a.place_detail, a.place_care) then a.place_detail
      else concat_ws(', ', a.place_care, a.place_detail) end as place!, a.modality, a.attendance, a.confirmed_at,
    a.reserved_group is not null as is_private!, a.ical_sequence as sequence!,
    a.starts_at > :now::timestamptz and not exists (select from slots s
      where s.professional_id = a.professional_id and s.starts_at = a.starts_at) as outside!
  from appointments a join people p on p.id = a.patient_id
  where a.professional_id is not null and a.office_id = :office_id and ${isOn('a.starts_at')} and ${tookPlace}
  order by a.starts_at, a.id`

export const listItems = sql('items')`
  select 'exam' as kind!, e.id::text as code!, e.text as name!, e.way_to_schedule as way_to_schedule!,
    e.encuesta_para_agendar = 'SI' as needs_questionnaire!, array_agg(distinct t.service_code::text) as services!
  from bookable_exams e join exam_specialties t on t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as)
  where e.retired_at is null and t.retired_at is null group by e.id
  union all
  select 'procedure', p.code, p.name, p.way_to_schedule, false, array[c.service_code::text]
  from procedures p join procedure_categories c on c.code = p.category_code
  where p.retired_at is null and c.retired_at is null
  order by name`
