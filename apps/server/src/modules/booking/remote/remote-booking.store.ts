import type { Appointment, HourFacts } from '@mi-portal/contract/appointments'
import type { BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Slot } from '@mi-portal/contract/booking/slots'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** A booking that was sent to the service and may have succeeded there. */
export type AskedBooking = {
  readonly request: BookingRequest
  readonly key: string | null
}

export type RemoteHold = {
  readonly id: number
  readonly person_id: number
  /** The person under whose name the service holds the slot. */
  readonly as_person_id: number
  readonly slot_id: number
  readonly outside_hold_id: number
  readonly expires_at: Date
  /** The modality of the slot; null for holds of earlier versions, which did not store it. */
  readonly modality: 'presencial' | 'telemedicina' | null
  readonly asked: AskedBooking | null
}

const holdColumns = 'id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality, asked'

// A hold whose booking was already sent is not changed.
const keepHold = statement<
  { id: number },
  {
    person_id: number
    as_person_id: number
    slot_id: number
    outside_hold_id: number
    expires_at: Date
    modality: Slot['modality']
  }
>(
  'outside.keepHold',
  `insert into outside_holds (person_id, as_person_id, slot_id, outside_hold_id, expires_at, modality)
   values (:person_id, :as_person_id, :slot_id, :outside_hold_id, :expires_at::timestamptz, :modality)
   on conflict (person_id, slot_id) do update set as_person_id = excluded.as_person_id,
     outside_hold_id = excluded.outside_hold_id, expires_at = excluded.expires_at,
     modality = excluded.modality where outside_holds.asked is null
   returning id`,
)
const hold = statement<RemoteHold, { id: number; person_id: number }>(
  'outside.hold',
  `select ${holdColumns} from outside_holds where id = :id and person_id = :person_id`,
)
const passOn = statement<
  never,
  { id: number; as_person_id: number; outside_hold_id: number; expires_at: Date }
>(
  'outside.passOn',
  `update outside_holds set as_person_id = :as_person_id, outside_hold_id = :outside_hold_id,
     expires_at = :expires_at::timestamptz where id = :id`,
)
/** Stores a booking before it is sent. */
const ask = statement<never, { id: number; asked: string; now: Date }>(
  'outside.ask',
  'update outside_holds set asked = :asked::jsonb, asked_at = :now::timestamptz where id = :id',
)
const forgetAsked = statement<never, { id: number }>(
  'outside.forgetAsked',
  'update outside_holds set asked = null, asked_at = null where id = :id',
)
const dropHold = statement<{ id: number }, { id: number }>(
  'outside.dropHold',
  'delete from outside_holds where id = :id returning id',
)
const purge = statement<{ id: number }, { now: Date }>(
  'outside.purge',
  'delete from outside_holds where asked is null and expires_at <= :now::timestamptz returning id',
)
const unanswered = statement<RemoteHold, { before: Date }>(
  'outside.unanswered',
  `select ${holdColumns} from outside_holds where asked_at <= :before::timestamptz order by id limit 50`,
)

const hourColumns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at, (select image_key from professionals where rut = rut_professional) as image_key`
// The portal's site with the name of the service's site. Without one, or for a visit by video, any site stands in its place:
// its address is shown only where the names agree.
const officeNamed = '(select id from offices order by (name = :place_care) desc, id limit 1)'

const byOutsideId = statement<HourFacts, { outside_id: number }>(
  'outside.byOutsideId',
  `select ${hourColumns} from appointments where outside_id = :outside_id`,
)
const outsideIdOf = statement<{ outside_id: number | null; patient_id: number }, { id: number }>(
  'outside.idOf',
  'select outside_id, patient_id from appointments where id = :id',
)
const book = statement<HourFacts, ReturnType<typeof parametersOf>>(
  'outside.book',
  `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
     modality, outside_id, place_care, place_detail, starts_at, ends_at, reserved_group, booked_by, created_at,
     service_item, office_id, state, scheduled)
   values (:patient_id, :rut_professional, :doctor_name, :specialty_code, :specialty, :sub_context, :modality,
     :outside_id, :place_care, :place_detail, :starts_at::timestamptz, :ends_at::timestamptz,
     coalesce(:reserved_group::text, (select reserved_group from services where code = :specialty_code)), :booked_by,
     :now::timestamptz, :service_item, ${officeNamed}, 'booked', true)
   on conflict (outside_id) where outside_id is not null do nothing
   returning ${hourColumns}`,
)
const move = statement<HourFacts, Omit<ReturnType<typeof parametersOf>, 'now'> & { id: number }>(
  'outside.move',
  `update appointments set patient_id = :patient_id, professional_id = null, rut_professional = :rut_professional,
     doctor_name = :doctor_name, specialty_code = :specialty_code, specialty = :specialty, sub_context = :sub_context,
     modality = :modality, outside_id = :outside_id, place_care = :place_care, place_detail = :place_detail,
     starts_at = :starts_at::timestamptz, ends_at = :ends_at::timestamptz, booked_by = :booked_by,
     reserved_group = coalesce(:reserved_group::text, (select reserved_group from services where code = :specialty_code)),
     service_item = :service_item, office_id = ${officeNamed}, ical_sequence = ical_sequence + 1
   where id = :id and state = 'booked'
   returning ${hourColumns}`,
)

/** An appointment as the service returned it, with additional data of the portal. */
type ReturnedAppointment = {
  readonly appointment: Appointment
  readonly patient_id: number
  readonly reserved_group: string | null
  readonly booked_by: number
  readonly service_item: string | null
  readonly now: Date
}

function parametersOf({ appointment, ...details }: ReturnedAppointment) {
  const { rut_professional, doctor_name, specialty, sub_context, modality, place_care } = appointment
  const { starts_at, ends_at } = appointment
  const code = Number(appointment.cod_specialty)
  return {
    ...details,
    rut_professional,
    doctor_name,
    specialty_code: Number.isInteger(code) ? code : 0,
    specialty,
    sub_context,
    modality,
    outside_id: appointment.id_appointment,
    place_care,
    place_detail: appointment.place_care_portal,
    starts_at,
    ends_at,
  }
}

export function remoteBookingStore(db: Database) {
  return {
    /** Stores a hold. Returns null if a booking of this hold is in progress. */
    keepHold: async (
      personId: number,
      asPersonId: number,
      slot: Pick<Slot, 'id' | 'modality'>,
      outsideId: number,
      until: Date,
    ) => {
      const [row] = await db.run(keepHold, {
        person_id: personId,
        as_person_id: asPersonId,
        slot_id: slot.id,
        outside_hold_id: outsideId,
        expires_at: until,
        modality: slot.modality,
      })
      return row?.id ?? null
    },
    hold: async (id: number, personId: number) =>
      (await db.run(hold, { id, person_id: personId }))[0] ?? null,
    passOn: async (id: number, asPersonId: number, outsideId: number, until: Date) => {
      await db.run(passOn, { id, as_person_id: asPersonId, outside_hold_id: outsideId, expires_at: until })
    },
    ask: async (id: number, asked: AskedBooking, now: Date) => {
      await db.run(ask, { id, asked: JSON.stringify(asked), now })
    },
    forgetAsked: async (id: number) => {
      await db.run(forgetAsked, { id })
    },
    dropHold: async (queries: Queries, id: number) => (await queries.run(dropHold, { id })).length > 0,
    purge: async (now: Date) => (await db.run(purge, { now })).length,
    /** Returns bookings that were sent before this time and have no response yet. */
    unanswered: (before: Date) => db.run(unanswered, { before }),
    byOutsideId: async (id: number) => (await db.run(byOutsideId, { outside_id: id }))[0] ?? null,
    outsideIdOf: async (hourId: number) => (await db.run(outsideIdOf, { id: hourId }))[0] ?? null,
    book: async (tx: Queries, returned: ReturnedAppointment) =>
      (await tx.run(book, parametersOf(returned)))[0] ?? null,
    move: async (tx: Queries, returned: ReturnedAppointment, id: number) =>
      (await tx.run(move, { ...parametersOf(returned), id }))[0] ?? null,
  }
}

export type RemoteBookingStore = ReturnType<typeof remoteBookingStore>
