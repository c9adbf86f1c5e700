import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { NearbyAppointment } from '../booking.rules.ts'
import type { BookingsSql } from './bookings.sql.generated.ts'

export type BookingPatient = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly greeting_name: string
  readonly email: string | null
  readonly date_birth: string | null
}

const sql = defineSql<
  BookingsSql,
  {
    kind: 'hold' | 'offer'
    service_kind: 'consultation' | 'exam' | 'procedure'
    modality: 'presencial' | 'telemedicina'
    patient: BookingPatient
    near: readonly NearbyAppointment[]
  }
>('booking')

export const fulfilWaiting = sql('fulfilWaiting')`
  update waiting_list set state = 'served', ended_at = :now::timestamptz where id = :id and state = 'waiting'`

const patientAsJson = `case when w.id is not null then jsonb_build_object('id', w.id, 'first_name', w.first_name, 'last_name', w.last_name,
     'greeting_name', greeting_name(w), 'email', w.email, 'date_birth', w.date_birth) end`
// The patient's other appointments within a day of the held slot.
const nearbyAppointments = `coalesce((
       select jsonb_agg(jsonb_build_object('office_id', a.office_id, 'place_care', a.place_care, 'starts_at', a.starts_at,
         'ends_at', a.ends_at) order by a.starts_at)
       from appointments a
       where a.patient_id = :patient_id::int and a.state = 'booked' and a.modality = 'presencial'
         and a.id is distinct from :moved_id?::int and a.starts_at > s.starts_at - interval '1 day' and a.starts_at < s.starts_at + interval '1 day'
     ), '[]')`
// `needs_exam`: the exam must be named, because some exams of this slot require a questionnaire.
const selectFacts = (appointmentId: string) =>
  `select h.id as hold_id, h.kind, h.waiting_id, s.id as slot_id, s.professional_id,
     p.rut as rut_professional, p.name as doctor_name, p.image_key, s.office_id, o.name as place_care, o.address, s.service_code,
     v.kind as service_kind, v.name as specialty, v.reserved_group, s.modality, s.room, s.starts_at, s.ends_at,
     v.kind = 'exam' and exists (
       select from exam_specialties t
         join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
       where t.service_code = v.code and t.retired_at is null and e.retired_at is null and e.encuesta_para_agendar = 'SI') as needs_exam!,
     ${patientAsJson} as patient, ${nearbyAppointments} as near!, ${appointmentId}::int as appointment_id!
   from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
     join offices o on o.id = s.office_id join services v on v.code = s.service_code
     left join people w on w.id = :patient_id::int and has_open_record(w)
   where h.id = :hold_id and h.person_id = :person_id and h.expires_at > :now::timestamptz`

/** Everything that a booking needs. `patient` is null if there is no such patient any more. */
export type BookingFacts = Row<typeof findFacts>
export type HeldSlot = Omit<BookingFacts, 'patient' | 'near' | 'appointment_id'>
export const findFacts = sql('facts', { isFrequent: true })`${selectFacts('0')}`
/** Reads the facts together with the id of the future appointment, so that response and mail can contain it. */
export const findFactsToBook = sql('factsToBook', {
  isFrequent: true,
})`${selectFacts(`nextval('appointments_id_seq')`)}`

/** Locks a patient, so that bookings for the same patient run one after the other. */
export const lockPatient = sql('lockPatient')`select id from people where id = :id for no key update`

const selectConflicts = `select exists (select from appointments a where a.patient_id = :patient_id and a.state = 'booked'
       and a.starts_at < :ends_at::timestamptz and a.ends_at > :starts_at::timestamptz
       and a.starts_at > :starts_at::timestamptz - interval '24 hours'
       and a.id is distinct from :appointment_id?::int) as is_busy!,
     (select count(*)::int from appointments a where a.patient_id = :patient_id and a.state = 'booked'
       and a.starts_at > :now::timestamptz and a.specialty_code = :specialty_code::int
       and a.id is distinct from :appointment_id?::int) as upcoming!`
export const findConflicts = sql('conflicts')`${selectConflicts}`

/** Consumes a hold before its appointment is written. Each conflict, checked under the patient's lock, fails under its own name. */
export const consumeHold = sql('consumeHold')`
  with clash as (${selectConflicts}),
  spent as (
    delete from holds where id = :hold_id and person_id = :person_id and expires_at > :now::timestamptz returning id
  )
  select case
    when not exists (select from people p where p.id = :patient_id and has_open_record(p))
      then refuse('booking_patient')
    when is_busy then refuse('booking_busy')
    when upcoming >= :most_upcoming::int then refuse('booking_many')
    when not exists (select from spent) then refuse('booking_hold')
    else true end as consumed
  from clash`
