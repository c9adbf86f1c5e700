/** Reads what a booking needs, checks it for conflicts and consumes its hold. */
import type { Database, Queries } from '../../../platform/database/database.ts'
import { frequentStatement, type Statement, statement } from '../../../platform/database/statement.ts'
import type { BookedAppointment } from '../../appointments/appointment-records.service.ts'

const fulfilWaiting = statement<never, { id: number; now: Date }>(
  'booking.fulfilWaiting',
  `update waiting_list set state = 'served', ended_at = :now::timestamptz where id = :id and state = 'waiting'`,
)
/** A held slot with all data for the appointment. */
export type HeldSlot = {
  readonly hold_id: number
  readonly kind: 'hold' | 'offer'
  readonly waiting_id: number | null
  readonly slot_id: number
  readonly professional_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly image_key: string | null
  readonly office_id: number
  readonly place_care: string
  readonly address: string
  readonly service_code: number
  readonly service_kind: 'consultation' | 'exam' | 'procedure'
  readonly specialty: string
  readonly reserved_group: string | null
  readonly modality: 'presencial' | 'telemedicina'
  readonly room: string
  readonly starts_at: Date
  readonly ends_at: Date
  /** Whether the exam must be named, because some exams of this slot require a questionnaire. */
  readonly needs_exam: boolean
}

const heldColumns = `h.id as hold_id, h.kind, h.waiting_id, s.id as slot_id, s.professional_id,
  p.rut as rut_professional, p.name as doctor_name, p.image_key, s.office_id, o.name as place_care, o.address, s.service_code,
  v.kind as service_kind, v.name as specialty, v.reserved_group, s.modality, s.room, s.starts_at, s.ends_at,
  v.kind = 'exam' and exists (
    select from exam_specialties t
      join bookable_exams e on e.specialty_code = t.code or e.specialty_code = any(t.same_exams_as)
    where t.service_code = v.code and t.retired_at is null and e.retired_at is null and e.encuesta_para_agendar = 'SI') as needs_exam`
const heldTables = `from holds h join slots s on s.id = h.slot_id join professionals p on p.id = s.professional_id
    join offices o on o.id = s.office_id join services v on v.code = s.service_code`
const isHeld = 'h.id = :hold_id and h.person_id = :person_id and h.expires_at > :now::timestamptz'

/** The patient of a booking. */
export type BookingPatient = {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly greeting_name: string
  readonly email: string | null
  readonly date_birth: string | null
}

/** Another appointment of a patient, with its place. */
type NearbyAppointment = {
  readonly office_id: number
  readonly place_care: string
  readonly starts_at: Date
  readonly ends_at: Date
}

/** All data that a booking needs. */
export type BookingFacts = {
  readonly held: HeldSlot
  /** The patient; null if there is no such patient any more. */
  readonly patient: BookingPatient | null
  /** The patient's other appointments within a day of the held slot. */
  readonly near: readonly NearbyAppointment[]
}

type FactsRow = HeldSlot & {
  readonly hour_id: number
  readonly patient_id: number | null
  readonly first_name: string
  readonly last_name: string
  readonly greeting_name: string
  readonly email: string | null
  readonly date_birth: string | null
  readonly near: readonly (Omit<NearbyAppointment, 'starts_at' | 'ends_at'> & {
    readonly starts_at: string
    readonly ends_at: string
  })[]
}

type FactsParameters = {
  hold_id: number
  person_id: number
  patient_id: number
  /** The appointment that is moved; null for a new one. */
  moved_id: number | null
  now: Date
}

const factsOf = (appointmentId: string) =>
  `select ${heldColumns}, ${appointmentId}::int as hour_id, w.id as patient_id, w.first_name, w.last_name,
     greeting_name(w) as greeting_name, w.email, w.date_birth::text as date_birth, coalesce((
       select jsonb_agg(jsonb_build_object('office_id', a.office_id, 'place_care', a.place_care, 'starts_at', a.starts_at,
         'ends_at', a.ends_at) order by a.starts_at)
       from appointments a
       where a.patient_id = :patient_id::int and a.state = 'booked' and a.modality = 'presencial'
         and a.id is distinct from :moved_id::int and a.starts_at > s.starts_at - interval '1 day' and a.starts_at < s.starts_at + interval '1 day'
     ), '[]') as near
   ${heldTables} left join people w on w.id = :patient_id::int and has_open_record(w)
   where ${isHeld}`
const facts = frequentStatement<FactsRow, FactsParameters>('booking.facts', factsOf('null'))
/** Reads the facts together with the id of the future appointment, so that response and mail can contain it. */
const factsToBook = frequentStatement<FactsRow, FactsParameters>(
  'booking.factsToBook',
  factsOf(`nextval('appointments_id_seq')`),
)

function presentFacts({
  near,
  patient_id,
  first_name,
  last_name,
  greeting_name,
  email,
  date_birth,
  hour_id,
  ...held
}: FactsRow) {
  return {
    held,
    patient:
      patient_id === null
        ? null
        : {
            id: patient_id,
            first_name,
            last_name,
            greeting_name,
            email,
            date_birth,
          },
    near: near.map((hour) => ({
      ...hour,
      starts_at: new Date(hour.starts_at),
      ends_at: new Date(hour.ends_at),
    })),
    hour_id,
  }
}

const lockPatient = statement<{ id: number }, { id: number }>(
  'booking.lockPatient',
  'select id from people where id = :id for no key update',
)

/** Conflicts of a new appointment with the patient's other appointments. */
export type Conflicts = {
  /** Whether another appointment of the patient overlaps the slot. */
  readonly busy: boolean
  /** The number of upcoming appointments of the patient for this service. */
  readonly open_hours: number
}

/** The slot and the patient of an appointment, for the search of conflicts. */
type ConflictsParameters = {
  patient_id: number
  starts_at: Date
  ends_at: Date
  specialty_code: number
  /** The appointment itself, which is no conflict; null if it has no id yet. */
  appointment_id: number | null
  now: Date
}

const selectConflicts = `select exists (select from appointments a where a.patient_id = :patient_id and a.state = 'booked'
       and a.starts_at < :ends_at::timestamptz and a.ends_at > :starts_at::timestamptz
       and a.starts_at > :starts_at::timestamptz - interval '24 hours'
       and a.id is distinct from :appointment_id::int) as busy,
     (select count(*)::int from appointments a where a.patient_id = :patient_id and a.state = 'booked'
       and a.starts_at > :now::timestamptz and a.specialty_code = :specialty_code::int
       and a.id is distinct from :appointment_id::int) as open_hours`
const conflicts = statement<Conflicts, ConflictsParameters>('booking.conflicts', selectConflicts)

/**
 * Consumes a hold for an appointment, which is written after it in the same transaction. Conflicts are checked after the patient was
 * locked; each makes the statement fail under its own name.
 */
const consumeHold = statement<
  { consumed: boolean },
  ConflictsParameters & { hold_id: number; person_id: number; most_upcoming: number }
>(
  'booking.consumeHold',
  `with clash as (${selectConflicts}),
   spent as (
     delete from holds where id = :hold_id and person_id = :person_id and expires_at > :now::timestamptz returning id
   )
   select case
     when not exists (select from people p where p.id = :patient_id and has_open_record(p))
       then refuse('booking_patient')
     when busy then refuse('booking_busy')
     when open_hours >= :most_upcoming::int then refuse('booking_many')
     when not exists (select from spent) then refuse('booking_hold')
     else true end as consumed
   from clash`,
)

type FactsQuery = {
  readonly holdId: number
  readonly personId: number
  readonly patientId: number
  readonly moved: number | null
  readonly now: Date
}

export function createBookingStore(db: Database) {
  async function ask(question: Statement<FactsRow, FactsParameters>, query: FactsQuery) {
    const { holdId, personId, patientId, moved, now } = query
    const given = { hold_id: holdId, person_id: personId, patient_id: patientId, moved_id: moved, now }
    const [row] = await db.run(question, given)
    return row === undefined ? null : presentFacts(row)
  }

  return {
    /** Reads the facts of a booking; null if the person has no such hold. */
    facts: (query: FactsQuery): Promise<BookingFacts | null> => ask(facts, query),
    /** Reads the facts of a booking and reserves the id for a new appointment. */
    factsToBook: (query: FactsQuery) => ask(factsToBook, query),

    /** Locks a patient, so that bookings for the same patient run one after the other. */
    lockPatient: (tx: Queries, id: number) => tx.run(lockPatient, { id }),
    conflicts: async (id: number, of: HeldSlot, moved: number | null, now: Date): Promise<Conflicts> => {
      const { starts_at, ends_at, service_code: specialty_code } = of
      const slot = { patient_id: id, starts_at, ends_at, specialty_code, appointment_id: moved, now }
      const [found] = await db.run(conflicts, slot)
      if (found === undefined) throw new Error('booking.conflicts returned no row')
      return found
    },
    /** Ends the waiting-list entry of a patient who booked the offered slot. */
    fulfilWaiting: async (tx: Queries, waitingId: number, now: Date) => {
      await tx.run(fulfilWaiting, { id: waitingId, now })
    },
    /**
     * Consumes a hold for an appointment. The patient must be locked before, and the appointment is written after it.
     * `openHours` is the number of upcoming appointments that a patient may have for one service.
     */
    consumeHold: (tx: Queries, holdId: number, appointment: BookedAppointment, openHours: number) => {
      const { id, patient_id, specialty_code, booked_by, starts_at, ends_at, now } = appointment
      return tx.run(consumeHold, {
        hold_id: holdId,
        person_id: booked_by,
        patient_id,
        specialty_code,
        starts_at,
        ends_at,
        appointment_id: id,
        most_upcoming: openHours,
        now,
      })
    },
  }
}

export type BookingStore = ReturnType<typeof createBookingStore>
