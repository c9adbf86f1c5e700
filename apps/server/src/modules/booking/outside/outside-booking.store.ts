import type { Appointment, HourFacts } from '@mi-portal/contract/appointments'
import type { BookingRequest } from '@mi-portal/contract/booking'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** What was asked of the service and may have been done there. */
export type AskedBooking = {
  readonly request: BookingRequest
  readonly key: string | null
}

export type OutsideHold = {
  readonly id: number
  readonly person_id: number
  /** As whom the service holds it. */
  readonly as_person_id: number
  readonly slot_id: number
  readonly outside_hold_id: number
  readonly expires_at: Date
  readonly asked: AskedBooking | null
}

const holdColumns = 'id, person_id, as_person_id, slot_id, outside_hold_id, expires_at, asked'

// $1 person, $2 as whom, $3 slot, $4 the service's number, $5 until. A hold that is asked about already stays what it is.
const keepHold = statement<{ id: number }>(
  'outside.keepHold',
  `insert into outside_holds (person_id, as_person_id, slot_id, outside_hold_id, expires_at)
   values ($1, $2, $3, $4, $5::timestamptz)
   on conflict (person_id, slot_id) do update set as_person_id = excluded.as_person_id,
     outside_hold_id = excluded.outside_hold_id, expires_at = excluded.expires_at where outside_holds.asked is null
   returning id`,
)
const hold = statement<OutsideHold>(
  'outside.hold',
  `select ${holdColumns} from outside_holds where id = $1 and person_id = $2`,
)
const passOn = statement<never>(
  'outside.passOn',
  `update outside_holds set as_person_id = $2, outside_hold_id = $3, expires_at = $4::timestamptz where id = $1`,
)
/** Remembers what is asked before it is. $1 hold, $2 what, $3 now */
const ask = statement<never>(
  'outside.ask',
  'update outside_holds set asked = $2::jsonb, asked_at = $3::timestamptz where id = $1',
)
const forgetAsked = statement<never>(
  'outside.forgetAsked',
  'update outside_holds set asked = null, asked_at = null where id = $1',
)
const dropHold = statement<{ id: number }>(
  'outside.dropHold',
  'delete from outside_holds where id = $1 returning id',
)
const purge = statement<{ id: number }>(
  'outside.purge',
  'delete from outside_holds where asked is null and expires_at <= $1::timestamptz returning id',
)
const unanswered = statement<OutsideHold>(
  'outside.unanswered',
  `select ${holdColumns} from outside_holds where asked_at <= $1::timestamptz order by id limit 50`,
)

const hourColumns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care,
  place_detail, modality, starts_at, ends_at`
// The service's site under the name it gives it; an hour by video has none.
const officeNamed = '(select id from offices order by (name = $9) desc, id limit 1)'

const byOutsideId = statement<HourFacts>(
  'outside.byOutsideId',
  `select ${hourColumns} from appointments where outside_id = $1`,
)
const outsideIdOf = statement<{ outside_id: number | null; patient_id: number }>(
  'outside.idOf',
  'select outside_id, patient_id from appointments where id = $1',
)
const book = statement<HourFacts>(
  'outside.book',
  `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
     modality, outside_id, place_care, place_detail, starts_at, ends_at, reserved_group, booked_by, created_at,
     service_item, office_id, state, scheduled)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz,
     coalesce($13::text, (select reserved_group from services where code = $4)), $14, $15::timestamptz, $16,
     ${officeNamed}, 'booked', true)
   on conflict (outside_id) where outside_id is not null do nothing
   returning ${hourColumns}`,
)
const move = statement<HourFacts>(
  'outside.move',
  `update appointments set patient_id = $1, professional_id = null, rut_professional = $2, doctor_name = $3,
     specialty_code = $4, specialty = $5, sub_context = $6, modality = $7, outside_id = $8, place_care = $9,
     place_detail = $10, starts_at = $11::timestamptz, ends_at = $12::timestamptz,
     reserved_group = coalesce($13::text, (select reserved_group from services where code = $4)), booked_by = $14,
     service_item = $16, office_id = ${officeNamed}, ical_sequence = ical_sequence + 1
   where id = $17 and state = 'booked' and $15::timestamptz is not null
   returning ${hourColumns}`,
)

/** An hour as the service told it, with what the portal knows of it besides. */
type ToldHour = {
  readonly told: Appointment
  readonly patient_id: number
  readonly reserved_group: string | null
  readonly booked_by: number
  readonly service_item: string | null
  readonly now: Date
}

function valuesOf({ told, patient_id, reserved_group, booked_by, service_item, now }: ToldHour) {
  const code = Number(told.cod_specialty)
  return [
    patient_id,
    told.rut_professional,
    told.doctor_name,
    Number.isInteger(code) ? code : 0,
    told.specialty,
    told.sub_context,
    told.modality,
    told.id_appointment,
    told.place_care,
    told.place_care_portal,
    told.starts_at,
    told.ends_at,
    reserved_group,
    booked_by,
    now,
    service_item,
  ]
}

export function outsideBookingStore(db: Database) {
  return {
    /** Null where a booking of that hold is under way. */
    keepHold: async (personId: number, asPersonId: number, slotId: number, outsideId: number, until: Date) =>
      (await db.run(keepHold, [personId, asPersonId, slotId, outsideId, until]))[0]?.id ?? null,
    hold: async (id: number, personId: number) => (await db.run(hold, [id, personId]))[0] ?? null,
    passOn: async (id: number, asPersonId: number, outsideId: number, until: Date) => {
      await db.run(passOn, [id, asPersonId, outsideId, until])
    },
    ask: async (id: number, asked: AskedBooking, now: Date) => {
      await db.run(ask, [id, JSON.stringify(asked), now])
    },
    forgetAsked: async (id: number) => {
      await db.run(forgetAsked, [id])
    },
    dropHold: async (queries: Queries, id: number) => (await queries.run(dropHold, [id])).length > 0,
    purge: async (now: Date) => (await db.run(purge, [now])).length,
    /** Bookings whose answer has not come since before that moment. */
    unanswered: (before: Date) => db.run(unanswered, [before]),
    byOutsideId: async (id: number) => (await db.run(byOutsideId, [id]))[0] ?? null,
    outsideIdOf: async (hourId: number) => (await db.run(outsideIdOf, [hourId]))[0] ?? null,
    book: async (tx: Queries, hour: ToldHour) => (await tx.run(book, valuesOf(hour)))[0] ?? null,
    move: async (tx: Queries, hour: ToldHour, id: number) =>
      (await tx.run(move, [...valuesOf(hour), id]))[0] ?? null,
  }
}

export type OutsideBookingStore = ReturnType<typeof outsideBookingStore>
