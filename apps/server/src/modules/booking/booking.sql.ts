import { toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { BookingSql } from './booking.sql.generated.ts'

const sql = defineSql<
  BookingSql,
  {
    modality: 'presencial' | 'telemedicina'
    state: 'cancelled' | 'booked'
    way_to_schedule: 'presencial' | 'callcenter' | 'online'
    answer: object
  }
>('booking')

const imageKey = '(select image_key from professionals where rut = a.rut_professional) as image_key'

export const listBookedFor = sql('bookedFor')`
  select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context, a.place_care,
    a.place_detail, a.modality, a.starts_at, a.ends_at, ${imageKey}, ${toFullName('p')} as patient_full_name!
  from appointments a join people p on p.id = a.patient_id
  where a.booked_by = :booked_by and a.patient_id <> :booked_by and a.state = 'booked' and a.ends_at > :now::timestamptz
  order by a.starts_at, a.id limit 100`

export const listBusyTimes = sql('busyTimes')`
  select a.id, a.patient_id, p.first_name, a.reserved_group is not null as reserved!, a.booked_by, a.office_id, a.starts_at, a.ends_at
  from appointments a join people p on p.id = a.patient_id
  where a.patient_id = any(array(
      select :person_id::int union select member_id from family_links where leader_id = :person_id and state = 'approved'))
    and a.state = 'booked' and a.starts_at < :until::timestamptz and a.ends_at > :from::timestamptz
    and a.starts_at > :from::timestamptz - interval '24 hours'
  order by a.starts_at, a.id limit 500`

export type CalendarEntry = Row<typeof findCalendarEntry>
export const findCalendarEntry = sql('calendarEntry')`
  select a.id, a.patient_id, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
    a.place_care, a.place_detail, a.modality, a.starts_at, a.ends_at, a.ical_sequence, a.state, a.created_at,
    case when a.outside_id is null or o.name = a.place_care then o.address else '' end as address!,
    a.reserved_group is not null as reserved!, a.booked_by, a.office_id, a.service_item, a.told_elsewhere, ${imageKey},
    not exists (select from fhir_sources s where s.type = 'Appointment' and s.target_id = a.id) as can_move!
  from appointments a join offices o on o.id = a.office_id where a.id = :id`

export type BookedItem = Row<typeof findExamItem>
export const findExamItem = sql('itemOfExam')`
  select e.text as name!, e.reserved_group, e.way_to_schedule, 'adulto' = any(e.types) as for_adults!,
    'pediatrica' = any(e.types) as for_children!, e.under_8_callcenter,
    e.encuesta_para_agendar = 'SI' as needs_questionnaire!,
    array(select t.service_code from exam_specialties t
      where t.retired_at is null and (t.code = e.specialty_code or e.specialty_code = any(t.same_exams_as))) as codes!
  from bookable_exams e where e.id = :id and e.retired_at is null`
export const findProcedureItem = sql('itemOfProcedure')`
  select p.name, null as reserved_group, p.way_to_schedule, p.able_for_adults as for_adults!,
    p.able_for_children as for_children!, false as under_8_callcenter!, false as needs_questionnaire!,
    array[c.service_code] as codes!
  from procedures p join procedure_categories c on c.code = p.category_code
  where p.code = :code and p.retired_at is null`

export const findReply = sql('answered')`
  select asked, answer from booking_keys where person_id = :person_id and key = :key`
export const insertReply = sql('keepAnswer')`
  insert into booking_keys (person_id, key, asked, answer, created_at)
  values (:person_id, :key, :asked, :answer::jsonb, :now::timestamptz)`
export const purgeReplies = sql('purgeAnswers')`
  delete from booking_keys where created_at < :before::timestamptz returning key`
