import { defineSql } from '../../platform/database/statement.ts'
import type { AppointmentsSql } from './appointments.sql.generated.ts'

const sql = defineSql<AppointmentsSql>('appointments')

export const bookSql = sql('book')`
  insert into appointments (id, patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty,
    sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, booked_by,
    created_at, scheduled, service_item)
  overriding system value
  values (:id, :patient_id, :professional_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context,
    :office_id, :place_care, :place_detail, :modality, :starts_at::timestamptz, :ends_at::timestamptz, :reserved_group?,
    'booked', :booked_by, :now::timestamptz, true, :service_item?)
  returning id`
// Nobody has arrived at the new time yet.
const noAttendance = 'attendance = null, attendance_at = null, attendance_by = null'
/** Fails with `booking_moved` if the appointment is no longer booked or has begun. */
export const moveSql = sql('move')`
  with old as (
    select id as old_id, professional_id as old_professional, starts_at as old_start, ends_at as old_end
    from appointments
    where id = :id and patient_id = :patient_id and state = 'booked' and starts_at > :now::timestamptz
    for update
  ), freed as (
    insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
    select old_professional, old_start, old_end, :now::timestamptz from old where old_professional is not null
  ), written as (
    update appointments set professional_id = :professional_id, rut_professional = :rut_professional,
      doctor_name = :doctor_name, specialty_code = :specialty_code, specialty = :specialty, sub_context = :sub_context,
      office_id = :office_id, place_care = :place_care, place_detail = :place_detail, modality = :modality,
      starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, reserved_group = :reserved_group?,
      booked_by = :booked_by, scheduled = true, confirmed_at = null, ${noAttendance},
      service_item = :service_item?, ical_sequence = ical_sequence + 1
    from old where appointments.id = old_id
    returning appointments.id
  )
  select case when not exists (select from written) then refuse('booking_moved') else true end as moved`
export const rescheduleSql = sql('reschedule')`
  with old as (
    select id as old_id, professional_id as old_professional, starts_at as old_start, ends_at as old_end
    from appointments where id = :id and state = 'booked'
  ), freed as (
    insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
    select old_professional, old_start, old_end, :now::timestamptz from old
  )
  update appointments set professional_id = :professional_id, rut_professional = :rut_professional,
    doctor_name = :doctor_name, office_id = :office_id, place_care = :place_care, place_detail = :place_detail,
    modality = :modality, starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, scheduled = true,
    confirmed_at = null, ${noAttendance}, ical_sequence = ical_sequence + 1
  from old where appointments.id = old_id
  returning appointments.id`
export const cancelSql = sql('cancel')`
  with gone as (
    update appointments set state = 'cancelled', cancelled_at = :now::timestamptz, ical_sequence = ical_sequence + 1
    where id = :id and state = 'booked' and starts_at > :now::timestamptz
    returning id, professional_id, starts_at, ends_at
  ), freed as (
    insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
    select professional_id, starts_at, ends_at, :now::timestamptz from gone where professional_id is not null
  )
  select id from gone`
export const confirmSql = sql('confirm')`
  update appointments set confirmed_at = coalesce(confirmed_at, :now::timestamptz)
  where id = :id and state = 'booked' and starts_at = :starts_at::timestamptz and starts_at > :now::timestamptz
    and professional_id is not null and outside_id is null
  returning confirmed_at`

/** Fails with `booking_answers` if the answers no longer allow the booking or were given before `:since`. */
export const attachAnswersSql = sql('attachAnswers')`
  with latest as (
    select id, can_book from exam_answers
    where patient_id = :patient_id and exam_id = :exam_id and answered_by = :answered_by and answered_at > :since::timestamptz
    order by answered_at desc, id desc limit 1
  ), attached as (
    update appointments set exam_answers_id = latest.id from latest
    where appointments.id = :appointment_id and latest.can_book returning appointments.id
  )
  select case when not exists (select from attached) then refuse('booking_answers') else true end as attached`
export const markNotifiedElsewhereSql = sql('noteNotifiedElsewhere')`
  update appointments set told_elsewhere = true where id = :id`

export const addReceivedSql = sql('addReceived')`
  insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
    place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, cancelled_at, created_at,
    attendance, attendance_at)
  values (:patient_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context, :office_id,
    :place_care, :place_detail, :modality, :starts_at::timestamptz, :ends_at::timestamptz, :reserved_group?, :state,
    case when :state::text = 'cancelled' then :now::timestamptz end, :now::timestamptz, :attendance?,
    case when :attendance?::text is not null then :now::timestamptz end) returning id`
// What the sender says of the attendance replaces what staff recorded. A sender who says nothing leaves that as it is, unless the
// appointment is at another time now.
const staysRecorded =
  ':attendance?::text is null and attendance_by is not null and starts_at = :starts_at::timestamptz'
export const changeReceivedSql = sql('changeReceived')`
  update appointments set rut_professional = :rut_professional, doctor_name = :doctor_name,
    specialty_code = :specialty_code, specialty = :specialty, sub_context = :sub_context,
    office_id = :office_id, place_care = :place_care, place_detail = :place_detail, modality = :modality,
    starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, reserved_group = :reserved_group?, state = :state,
    cancelled_at = case when :state::text = 'cancelled' then coalesce(cancelled_at, :now::timestamptz) end,
    attendance = case when ${staysRecorded} then attendance else :attendance? end,
    attendance_at = case when ${staysRecorded} then attendance_at when :attendance?::text is null then null
      when attendance = :attendance? and attendance_by is null then attendance_at else :now::timestamptz end,
    attendance_by = case when ${staysRecorded} then attendance_by end,
    ical_sequence = ical_sequence + 1 where id = :id`
// An appointment that another system reported as missed is cancelled. If the patient attended after all, it is booked again.
const isReopened = `state = 'cancelled' and :attendance?::text is distinct from 'missed'`
/** Changes nothing if the attendance is not the previous one any more. */
export const writeAttendanceSql = sql('recordAttendance')`
  update appointments set attendance = :attendance?,
    attendance_at = case when :attendance?::text is not null then :now::timestamptz end,
    attendance_by = case when :attendance?::text is not null then :recorded_by::int end,
    state = case when ${isReopened} then 'booked' else state end,
    cancelled_at = case when ${isReopened} then null else cancelled_at end,
    ical_sequence = ical_sequence + case when ${isReopened} then 1 else 0 end
  where id = :id and (state = 'booked' or attendance = 'missed') and starts_at <= :latest_start::timestamptz
    and attendance is not distinct from :previous?::text
  returning id`

// A trigger turns the mark into a reserved group. An appointment that a member of the family booked is known to them.
export const setPrivateSql = sql('setPrivate')`
  with found as (
    select a.id from appointments a where a.id = :id and a.patient_id = :patient_id for update
  ), written as (
    update appointments a
    set private_since = case when :is_private::boolean then coalesce(a.private_since, :now::timestamptz) end
    from found where a.id = found.id and not (:is_private::boolean and exists (
      select from people b where b.id = a.booked_by and b.id <> a.patient_id and b.rol = 'STANDART_ROLE' and is_open(b)))
    returning a.id
  )
  select exists (select from written) as is_stored! from found`

export const addFreedTimeSql = sql('addFreedTime')`
  insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
  values (:professional_id, :starts_at::timestamptz, :ends_at::timestamptz, :now::timestamptz)`
export const addFreedSlotsSql = sql('addFreedSlots')`
  insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
  select s.professional_id, s.starts_at, s.ends_at, :now::timestamptz from slots s
  where (:professional_id?::int is null or s.professional_id = :professional_id?)
    and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz and s.starts_at > :now::timestamptz
    and exists (select from waiting_list w where w.service_code = s.service_code and w.state = 'waiting')`
export const removePastTimesSql = sql('removePastTimes')`
  delete from freed_hours where starts_at <= :now::timestamptz`
export const claimFreedTimeSql = sql('claimFreedTime')`delete from freed_hours where id = :id returning id`
