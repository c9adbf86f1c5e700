/** Writes the appointments of the portal's record, always in the transaction of the caller. */
import type { Attendance } from '@mi-portal/contract/attendance'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { MarkedItem, MarkOutcome } from '../../ports/clinical-archive.ts'

/** The professional, the place and the time of an appointment in the portal's own calendars. */
export type AppointmentSlot = {
  readonly professional_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly office_id: number
  readonly place_care: string
  readonly place_detail: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly starts_at: Date
  readonly ends_at: Date
}

/** An appointment that a person books or moves. */
export type BookedAppointment = AppointmentSlot & {
  readonly id: number
  readonly patient_id: number
  readonly specialty_code: number
  readonly specialty: string
  readonly sub_context: string
  readonly reserved_group: string | null
  readonly booked_by: number
  /** `exam:1063`, `procedure:P001` */
  readonly service_item: string | null
  readonly now: Date
}

/** An appointment as a clinic's own system sends it. */
export type ReceivedAppointment = Omit<AppointmentSlot, 'professional_id' | 'modality'> & {
  readonly specialty_code: number
  readonly specialty: string
  readonly sub_context: string
  readonly modality: string
  readonly reserved_group: string | null
  readonly state: string
  /** Null if the sender does not say whether the patient attended. */
  readonly attendance: Attendance | null
}

const book = statement<{ id: number }, BookedAppointment>(
  'appointments.book',
  `insert into appointments (id, patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty,
     sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, booked_by,
     created_at, scheduled, service_item)
   overriding system value
   values (:id, :patient_id, :professional_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context,
     :office_id, :place_care, :place_detail, :modality, :starts_at::timestamptz, :ends_at::timestamptz, :reserved_group,
     'booked', :booked_by, :now::timestamptz, true, :service_item)
   returning id`,
)
// Nobody has arrived at the new time yet.
const noAttendance = 'attendance = null, attendance_at = null, attendance_by = null'
/** Fails with `booking_moved` if the appointment is no longer booked or has begun. */
const move = statement<{ moved: boolean }, BookedAppointment>(
  'appointments.move',
  `with old as (
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
       starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, reserved_group = :reserved_group,
       booked_by = :booked_by, scheduled = true, confirmed_at = null, ${noAttendance},
       service_item = :service_item, ical_sequence = ical_sequence + 1
     from old where appointments.id = old_id
     returning appointments.id
   )
   select case when not exists (select from written) then refuse('booking_moved') else true end as moved`,
)
/** Changes the time, the professional and the place. The service stays the same. */
const reschedule = statement<{ id: number }, AppointmentSlot & { id: number; now: Date }>(
  'appointments.reschedule',
  `with old as (
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
   returning appointments.id`,
)
const cancel = statement<{ id: number }, { id: number; now: Date }>(
  'appointments.cancel',
  `with gone as (
     update appointments set state = 'cancelled', cancelled_at = :now::timestamptz, ical_sequence = ical_sequence + 1
     where id = :id and state = 'booked' and starts_at > :now::timestamptz
     returning id, professional_id, starts_at, ends_at
   ), freed as (
     insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select professional_id, starts_at, ends_at, :now::timestamptz from gone where professional_id is not null
   )
   select id from gone`,
)
const confirm = statement<{ confirmed_at: Date }, { id: number; starts_at: Date; now: Date }>(
  'appointments.confirm',
  `update appointments set confirmed_at = coalesce(confirmed_at, :now::timestamptz)
   where id = :id and state = 'booked' and starts_at = :starts_at::timestamptz and starts_at > :now::timestamptz
     and professional_id is not null and outside_id is null
   returning confirmed_at`,
)

/** The person whose answers about an exam allow to book it for a patient. */
type AnswersOf = { readonly patient_id: number; readonly exam_id: number; readonly answered_by: number }

/** Fails with `booking_answers` if the answers no longer allow the booking or were given before `:since`. */
const attachAnswers = statement<
  { attached: boolean },
  AnswersOf & { readonly appointment_id: number; readonly since: Date }
>(
  'appointments.attachAnswers',
  `with latest as (
     select id, can_book from exam_answers
     where patient_id = :patient_id and exam_id = :exam_id and answered_by = :answered_by and answered_at > :since::timestamptz
     order by answered_at desc, id desc limit 1
   ), attached as (
     update appointments set exam_answers_id = latest.id from latest
     where appointments.id = :appointment_id and latest.can_book returning appointments.id
   )
   select case when not exists (select from attached) then refuse('booking_answers') else true end as attached`,
)
const noteNotifiedElsewhere = statement<never, { id: number }>(
  'appointments.noteNotifiedElsewhere',
  'update appointments set told_elsewhere = true where id = :id',
)

/** What a member of staff records, in place of the attendance that they saw. */
export type RecordedAttendance = {
  readonly id: number
  readonly attendance: Attendance | null
  readonly previous: Attendance | null
  readonly recorded_by: number
  readonly now: Date
  /** Until when the appointment may begin. */
  readonly latest_start: Date
}

const addReceived = statement<{ id: number }, ReceivedAppointment & { patient_id: number; now: Date }>(
  'appointments.addReceived',
  `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
     place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, cancelled_at, created_at,
     attendance, attendance_at)
   values (:patient_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context, :office_id,
     :place_care, :place_detail, :modality, :starts_at::timestamptz, :ends_at::timestamptz, :reserved_group, :state,
     case when :state::text = 'cancelled' then :now::timestamptz end, :now::timestamptz, :attendance,
     case when :attendance::text is not null then :now::timestamptz end) returning id`,
)
// What the sender says of the attendance replaces what staff recorded. A sender who says nothing leaves that as it is, unless the
// appointment is at another time now.
const staysRecorded =
  ':attendance::text is null and attendance_by is not null and starts_at = :starts_at::timestamptz'
const changeReceived = statement<never, ReceivedAppointment & { id: number; now: Date }>(
  'appointments.changeReceived',
  `update appointments set rut_professional = :rut_professional, doctor_name = :doctor_name,
     specialty_code = :specialty_code, specialty = :specialty, sub_context = :sub_context,
     office_id = :office_id, place_care = :place_care, place_detail = :place_detail, modality = :modality,
     starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, reserved_group = :reserved_group, state = :state,
     cancelled_at = case when :state::text = 'cancelled' then coalesce(cancelled_at, :now::timestamptz) end,
     attendance = case when ${staysRecorded} then attendance else :attendance end,
     attendance_at = case when ${staysRecorded} then attendance_at when :attendance::text is null then null
       when attendance = :attendance and attendance_by is null then attendance_at else :now::timestamptz end,
     attendance_by = case when ${staysRecorded} then attendance_by end,
     ical_sequence = ical_sequence + 1 where id = :id`,
)
// An appointment that another system reported as missed is cancelled. If the patient attended after all, it is booked again.
const isReopened = `state = 'cancelled' and :attendance::text is distinct from 'missed'`
/** Changes nothing if the attendance is not the previous one any more. */
const recordAttendance = statement<{ id: number }, RecordedAttendance>(
  'appointments.recordAttendance',
  `update appointments set attendance = :attendance,
     attendance_at = case when :attendance::text is not null then :now::timestamptz end,
     attendance_by = case when :attendance::text is not null then :recorded_by::int end,
     state = case when ${isReopened} then 'booked' else state end,
     cancelled_at = case when ${isReopened} then null else cancelled_at end,
     ical_sequence = ical_sequence + case when ${isReopened} then 1 else 0 end
   where id = :id and (state = 'booked' or attendance = 'missed') and starts_at <= :latest_start::timestamptz
     and attendance is not distinct from :previous::text
   returning id`,
)

// A trigger turns the mark into a reserved group. An appointment that a member of the family booked is known to them.
const setPrivate = statement<
  { is_stored: boolean },
  { id: number; patient_id: number; is_private: boolean; now: Date }
>(
  'appointments.setPrivate',
  `with found as (
     select a.id from appointments a where a.id = :id and a.patient_id = :patient_id for update
   ), written as (
     update appointments a
     set private_since = case when :is_private::boolean then coalesce(a.private_since, :now::timestamptz) end
     from found where a.id = found.id and not (:is_private::boolean and exists (
       select from people b where b.id = a.booked_by and b.id <> a.patient_id and b.rol = 'STANDART_ROLE' and is_open(b)))
     returning a.id
   )
   select exists (select from written) as is_stored from found`,
)

/** Writes appointments. Every function that changes the time of an appointment or cancels it releases its time. */
export const appointmentRecordsStore = {
  /** Adds an appointment. Fails under the name of the constraint if its time is taken. */
  book: (tx: Queries, appointment: BookedAppointment) => tx.run(book, appointment),
  /** Moves an appointment. Fails under the name of the constraint if its new time is taken. */
  move: (tx: Queries, appointment: BookedAppointment) => tx.run(move, appointment),
  /** Moves an appointment to another slot of the same service. Returns false if the appointment is not booked. */
  reschedule: async (tx: Queries, id: number, slot: AppointmentSlot, now: Date) =>
    (await tx.run(reschedule, { ...slot, id, now })).length > 0,
  /**
   * Cancels an appointment that is booked and has not begun at `now`. Returns false otherwise. Of several concurrent
   * cancellations only one returns true.
   */
  cancel: async (tx: Queries, id: number, now: Date) => (await tx.run(cancel, { id, now })).length > 0,
  /**
   * Stores that the patient will attend an appointment of the portal's own calendars, and returns when that was confirmed first.
   * Returns null if the appointment is not booked at this time, or has begun at `now`.
   */
  confirm: async (tx: Queries, id: number, startsAt: Date, now: Date) =>
    (await tx.run(confirm, { id, starts_at: startsAt, now }))[0]?.confirmed_at ?? null,
  /**
   * Stores whether the patient arrived or attended, or that this is not known. An appointment that was reported as missed is booked
   * again if it was not. Returns false if the appointment was cancelled otherwise or begins later than `latest_start`, or if the
   * attendance is not `previous` any more.
   */
  recordAttendance: async (tx: Queries, recorded: RecordedAttendance) =>
    (await tx.run(recordAttendance, recorded)).length > 0,
  /** Links the answers to an appointment, which must have been written before. */
  attachAnswers: (tx: Queries, id: number, of: AnswersOf, since: Date) =>
    tx.run(attachAnswers, { ...of, appointment_id: id, since }),
  /** Sets or removes the patient's mark «Solo yo» on an appointment that the portal stores. */
  setPrivate: async (tx: Queries, item: MarkedItem, isPrivate: boolean, now: Date): Promise<MarkOutcome> => {
    const [row] = await tx.run(setPrivate, { ...item, is_private: isPrivate, now })
    if (row === undefined) return 'absent'
    return row.is_stored ? 'stored' : 'bookedByOther'
  },
  /** Marks an appointment of a partner portal, which itself notifies and reminds its patient. */
  noteNotifiedElsewhere: (tx: Queries, id: number) => tx.run(noteNotifiedElsewhere, { id }),
  /** Adds an appointment that a clinic's own system sent, and returns its id. */
  addReceived: async (tx: Queries, patientId: number, appointment: ReceivedAppointment, now: Date) => {
    const [row] = await tx.run(addReceived, { ...appointment, patient_id: patientId, now })
    if (row === undefined) throw new Error('appointments.addReceived returned no row')
    return row.id
  },
  changeReceived: async (tx: Queries, id: number, appointment: ReceivedAppointment, now: Date) => {
    await tx.run(changeReceived, { ...appointment, id, now })
  },
}

export type AppointmentRecordsStore = typeof appointmentRecordsStore
