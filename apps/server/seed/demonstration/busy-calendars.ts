/**
 * Books most slots of the next days and some of the later ones, as in a clinic at work. The fill and the daily job both use it: a day
 * fills up as it comes closer.
 */
import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../src/platform/database/database.ts'
import { statement } from '../../src/platform/database/statement.ts'
import { accountRows, adolescentGuardianRun, adolescentRun } from './accounts.ts'
import type { ClinicLookup } from './clinic-lookup.ts'
import { isOpen } from './days.ts'
import { suits } from './histories.ts'
import { insertRows } from './insert.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

/** The share of booked slots on today and on each of the following working days; later days are left to patients. */
const occupancy = [0.85, 0.82, 0.8, 0.77, 0.74, 0.72, 0.7, 0.45, 0.36, 0.28, 0.2, 0.12] as const

/** The days before today whose calendars are filled too, and the share of their booked slots. */
export const pastDays = 10
const pastOccupancy = 0.78

/** Departments for exams and procedures have fewer appointments, because many of their patients come without one. */
const departmentPart = 0.5

/** The share of the slots whose appointment was cancelled, so that the slot is free again. */
const cancelledShare = 0.02

type FreeSlot = {
  readonly professional_id: number
  readonly rut: string
  readonly doctor_name: string
  readonly service_code: number
  readonly specialty: string
  readonly reserved_group: string | null
  readonly office_id: number
  readonly office_name: string
  readonly room: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly starts_at: Date
  readonly ends_at: Date
  /** The part of the slots of its day that come before this one in an order that looks random. */
  readonly rank: number
  /** Whether the slot is the last in that order of its service, site and day. It is never booked. */
  readonly is_last: boolean
}

// `offset 0` makes the planner check each slot by index. An expired hold is as good as none.
const freeSlots = statement<FreeSlot, { from: Date; to: Date; now: Date }>(
  'demonstration.freeSlots',
  `select s.professional_id, p.rut, p.name as doctor_name, s.service_code, v.name as specialty, v.reserved_group, s.office_id,
     o.name as office_name, s.room, s.modality, s.starts_at, s.ends_at, s.rank, s.is_last
   from (
     select one.*, row_number() over (partition by one.service_code, one.office_id, one.day order by one.rank desc) = 1 as is_last
     from (
       select slots.*, (slots.starts_at at time zone 'America/Santiago')::date as day,
         (hashtextextended(concat(slots.professional_id, ' ', extract(epoch from slots.starts_at)::bigint), 0) & 1048575)
           / 1048576::float8 as rank
       from slots where slots.starts_at >= :from::timestamptz and slots.starts_at < :to::timestamptz
     ) one
   ) s
     join professionals p on p.id = s.professional_id and p.active
     join offices o on o.id = s.office_id and o.retired_at is null
     join services v on v.code = s.service_code and v.retired_at is null
   where not exists (
       select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
         and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours' offset 0)
     and not exists (
       select from holds h where h.professional_id = s.professional_id
         and h.during && tstzrange(s.starts_at, s.ends_at) and h.expires_at > :now::timestamptz offset 0)
   order by s.starts_at, s.professional_id`,
)

type Patient = { readonly id: number; readonly gender_id: number; readonly date_birth: Day }

// People whom a visitor registered, closed or disabled are left out, and those whose appointments the demonstration fixes.
const patients = statement<Patient, { documents: readonly string[] }>(
  'demonstration.calendarPatients',
  `select p.id, p.gender_id, p.date_birth from people p
   where p.rol = 'STANDART_ROLE' and (is_open(p) or (p.without_account and p.status = 2)) and p.deleted_at is null and p.date_birth is not null
     and p.gender_id is not null
     and p.date_creation <= (select (value ->> 'filled_at')::timestamptz from installation where key = 'demonstration')
     and not (p.document_number = any(:documents::text[]))
   order by p.id`,
)

type StoredAppointment = {
  readonly patient_id: number
  readonly professional_id: number | null
  readonly starts_at: Date
  readonly state: 'booked' | 'cancelled'
}

const storedAppointments = statement<StoredAppointment, { from: Date; to: Date }>(
  'demonstration.storedAppointments',
  `select patient_id, professional_id, starts_at, state from appointments
   where starts_at >= :from::timestamptz and starts_at < :to::timestamptz`,
)

/** Returns the days since `first`, today and the following working days on which the clinic is open, each with its share of booked slots. */
function sharesOf(first: Day, today: Day): ReadonlyMap<Day, number> {
  const shares = new Map<Day, number>()
  for (let past = first; past < today; past = addDays(past, 1))
    if (isOpen(past)) shares.set(past, pastOccupancy)
  const [current, ...others] = occupancy
  if (isOpen(today)) shares.set(today, current)
  let day = today
  for (const share of others) {
    do day = addDays(day, 1)
    while (!isOpen(day))
    shares.set(day, share)
  }
  return shares
}

/** Books the appointments since `first` that are missing from the calendars. Returns how many. A second call on the same day adds none. */
export async function bookCalendars(
  tx: Queries,
  lookup: ClinicLookup,
  now: Date,
  first = toDay(now),
): Promise<number> {
  const today = toDay(now)
  const shares = sharesOf(first, today)
  const from = toInstant(first, '00:00')
  const to = toInstant(addDays([...shares.keys()].at(-1) ?? today, 1), '00:00')
  const fixed = [
    ...accountRows.map(({ document_number }) => document_number),
    adolescentRun,
    adolescentGuardianRun,
  ]
  const pool = await tx.run(patients, { documents: fixed })
  const stored = await tx.run(storedAppointments, { from, to })
  const busy = new Set(
    stored.flatMap(({ state, patient_id, starts_at }) =>
      state === 'booked' ? [`${patient_id} ${toDay(starts_at)}`] : [],
    ),
  )
  // A slot stays free after a cancellation.
  const cancelled = new Set(stored.flatMap((one) => (one.state === 'cancelled' ? [slotKey(one)] : [])))
  const slots = await tx.run(freeSlots, { from, to, now })
  const rows = slots.flatMap((slot) => {
    const day = toDay(slot.starts_at)
    const share = (shares.get(day) ?? 0) * (lookup.hasSpecialty(slot.service_code) ? 1 : departmentPart)
    if (slot.is_last || slot.rank >= share + cancelledShare || !isOffered(lookup, slot)) return []
    if (cancelled.has(slotKey(slot))) return []
    const by = createSeededRandom(`calendar:${slot.rut}:${slot.starts_at.toISOString()}`)
    const patient = findPatient(
      by,
      pool,
      (one) => !busy.has(`${one.id} ${day}`) && isPatientOf(lookup, slot, one, day),
    )
    if (patient === undefined) return []
    const isCancelled = slot.rank >= share
    if (!isCancelled) busy.add(`${patient.id} ${day}`)
    return [appointmentOf(slot, patient, by, isCancelled, now)]
  })
  await insertRows(tx, 'appointments', rows)
  return rows.length
}

function slotKey(slot: { readonly professional_id: number | null; readonly starts_at: Date }): string {
  return `${slot.professional_id} ${slot.starts_at.getTime()}`
}

/** Returns whether the published clinic still has the site. */
function isOffered({ siteOf }: ClinicLookup, { office_id }: FreeSlot): boolean {
  return siteOf(office_id) !== undefined
}

function isPatientOf(
  { hasSpecialty, specialtyOf }: ClinicLookup,
  { service_code }: FreeSlot,
  patient: Patient,
  day: Day,
) {
  return !hasSpecialty(service_code) || suits(specialtyOf(service_code), patient, day)
}

// Enough to find a child among the patients of all ages.
const attempts = 60

function findPatient(by: SeededRandom, pool: readonly Patient[], fits: (patient: Patient) => boolean) {
  for (let attempt = 0; attempt < attempts && pool.length > 0; attempt++) {
    const patient = by.pick(pool)
    if (fits(patient)) return patient
  }
  return undefined
}

const hour = 3_600_000

function appointmentOf(slot: FreeSlot, patient: Patient, by: SeededRandom, isCancelled: boolean, now: Date) {
  const { office_name, room, modality } = slot
  const created_at = new Date(Math.min(now.getTime(), slot.starts_at.getTime()) - by.whole(3, 600) * hour)
  const cancelled_at = new Date(created_at.getTime() + by.whole(1, 2) * hour)
  return {
    patient_id: patient.id,
    professional_id: slot.professional_id,
    rut_professional: slot.rut,
    doctor_name: slot.doctor_name,
    specialty_code: slot.service_code,
    specialty: slot.specialty,
    sub_context: by.pick(['Primera consulta', 'Control', 'Control', 'Revisión de exámenes']),
    office_id: slot.office_id,
    place_care: office_name,
    place_detail:
      modality === 'telemedicina' ? 'Telemedicina' : [office_name, room].filter(Boolean).join(', '),
    modality,
    starts_at: slot.starts_at,
    ends_at: slot.ends_at,
    reserved_group: slot.reserved_group,
    state: isCancelled ? 'cancelled' : 'booked',
    cancelled_at: isCancelled ? cancelled_at : null,
    booked_by: null,
    created_at,
  }
}

// Of the last day nothing is recorded, so that the front desk of the demonstration has something to record.
const recordAttendanceUntil = statement<never, { until: Date }>(
  'demonstration.recordAttendance',
  `update appointments set attendance = case when id % 13 = 0 then 'missed' else 'attended' end, attendance_at = ends_at
   where state = 'booked' and attendance is null and ends_at <= :until::timestamptz`,
)

/** Records who attended the appointments that ended a day ago or earlier. */
export async function recordAttendance(tx: Queries, now: Date): Promise<void> {
  await tx.run(recordAttendanceUntil, { until: new Date(now.getTime() - 24 * hour) })
}
