/** Keeps the demonstration as fresh as on its first day: upcoming appointments, new results, busy calendars. */
import { addDays, type Day, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../src/platform/database/database.ts'
import { statement } from '../../src/platform/database/statement.ts'
import { newFileKey } from '../../src/platform/security/file-key.ts'
import { accountRows } from './accounts.ts'
import { bookCalendars, recordAttendance } from './busy-calendars.ts'
import { createSchedule, type Schedule, takenBy } from './clinic.ts'
import { createClinicLookup } from './clinic-lookup.ts'
import { type DemonstrationParts, fileRows, storeFiles } from './fill.ts'
import { addUsualVisit, addVisit, upcomingAppointments } from './histories.ts'
import { insertRows, reserveIds } from './insert.ts'
import { createLaboratory } from './laboratory.ts'
import { emptyPlan } from './plan.ts'
import {
  addChosenMeasures,
  addLaboratoryVisit,
  attentionNumbers,
  type Patient,
  type Stage,
} from './record.ts'
import { createSeededRandom } from './seeded-random.ts'
import { offerFreeSlot } from './waiting-offers.ts'

type Freshened = {
  /** The number of booked appointments. */
  readonly hours: number
  /** The new exams in the archive. */
  readonly exams: readonly { readonly id: number; readonly patient_id: number }[]
}

const nothing: Freshened = { hours: 0, exams: [] }

type State = { readonly filled_at: string; readonly first_result_at: string | null }

const state = statement<State>(
  'demonstration.state',
  `select value ->> 'filled_at' as filled_at, value ->> 'first_result_at' as first_result_at
   from installation where key = 'demonstration' and pg_try_advisory_xact_lock(7212027)`,
)

const firstResult = statement<never, { first_result_at: string }>(
  'demonstration.firstResult',
  `update installation set value = jsonb_set(value, '{first_result_at}', to_jsonb(:first_result_at::text))
   where key = 'demonstration'`,
)

type Person = Patient & { readonly upcoming: number; readonly last_laboratory: Date | null }

// People whom a visitor registered, closed or disabled are left out.
const people = statement<Person, { filled_at: Date; now: Date }>(
  'demonstration.people',
  `select p.id, p.document_type_id, p.document_number, p.first_name, p.last_name, p.second_name, p.gender_id, p.date_birth,
     (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked'
       and a.ends_at > :now)::int as upcoming,
     (select max(e.taken_at) from exams e where e.patient_id = p.id and e.type = 'laboratory') as last_laboratory
   from people p
   where p.rol = 'STANDART_ROLE' and is_open(p) and p.date_birth is not null
     and p.date_creation <= :filled_at
   order by p.id`,
)

const schedules = statement<Schedule, { today: Day }>(
  'demonstration.schedules',
  `select s.professional_id, s.office_id, s.specialty_code, s.weekday::int as weekday, to_char(s.starts, 'HH24:MI') as starts,
     to_char(s.ends, 'HH24:MI') as ends, s.slot_minutes, s.room, s.modality, s.valid_from
   from schedules s join professionals p on p.id = s.professional_id
   where p.active and (s.valid_to is null or s.valid_to > :today::date) and s.valid_from <= :today::date
   order by s.id`,
)

const professionals = statement<{ id: number; rut: string; name: string }>(
  'demonstration.professionals',
  'select id, rut, name from professionals order by id',
)

const practices = statement<{ professional_id: number; specialty_code: number }>(
  'demonstration.practices',
  'select professional_id, specialty_code from professional_specialties order by professional_id, specialty_code',
)

const taken = statement<{ professional_id: number; patient_id: number; starts_at: Date }, { now: Date }>(
  'demonstration.taken',
  `select coalesce(professional_id, 0) as professional_id, patient_id, starts_at from appointments
   where state = 'booked' and ends_at > :now`,
)

const hour = 3_600_000

/**
 * Adds what has run out over time and removes nothing. Books appointments for accounts with too few upcoming
 * ones, and some for other patients. Adds a new result where the last one is old, and one for Camila on the
 * first day. A second run on the same day does nothing. Does nothing without a demonstration.
 */
export async function freshenDemonstration(parts: DemonstrationParts): Promise<Freshened> {
  const now = parts.clock.now()
  return parts.db.transaction(async (tx) => {
    const [known] = await tx.run(state, [])
    if (!known) return nothing
    const today = toDay(now)
    const allPeople = await tx.run(people, { filled_at: new Date(known.filled_at), now })
    const plan = emptyPlan()
    const lookup = createClinicLookup(parts.clinic)
    const stage: Stage = {
      plan,
      lookup,
      laboratory: createLaboratory(parts.clinic),
      now,
      letterhead: parts.letterhead,
      clinic: { professionals: await tx.run(professionals, []), practices: await tx.run(practices, []) },
      // Another clinic may have been published since the fill, without some of the specialties or sites.
      diary: createSchedule(
        (await tx.run(schedules, { today })).filter(
          ({ specialty_code, office_id }) => lookup.hasSpecialty(specialty_code) && lookup.siteOf(office_id),
        ),
        new Set((await tx.run(taken, { now })).flatMap(takenBy)),
      ),
      // A separate range, because the fill counts from 1.
      attention: attentionNumbers(60),
    }
    await recordAttendance(tx, now)
    bookAppointments(stage, allPeople, today)
    takeSamples(stage, allPeople, today)
    const camila = accountOf(allPeople, 'camila')
    const firstDay = now.getTime() - Date.parse(known.filled_at) >= hour
    if (known.first_result_at === null && firstDay && camila) {
      addFirstResult(stage, camila, today)
      await tx.run(firstResult, { first_result_at: now.toISOString() })
    }
    const saved = await save(tx, parts, plan)
    await offerFreeSlot(tx, now)
    return { ...saved, hours: saved.hours + (await bookCalendars(tx, lookup, now)) }
  })
}

function accountOf(allPeople: readonly Person[], key: string): Person | undefined {
  const account = accountRows.find((one) => one.key === key)
  return allPeople.find(
    (person) =>
      person.document_number === account?.document_number &&
      person.document_type_id === account.document_type_id,
  )
}

function bookAppointments(stage: Stage, allPeople: readonly Person[], today: Day): void {
  const accounts = new Set(accountRows.map(({ document_number }) => document_number))
  const camila = accountOf(allPeople, 'camila')
  for (const key of ['camila', 'martina', 'jorge', 'paula'] as const) {
    const patient = accountOf(allPeople, key)
    if (!patient) continue
    const by = createSeededRandom(`freshen:${key}:${today}`)
    const booked_by = key === 'martina' ? (camila?.id ?? patient.id) : patient.id
    for (const { days, ...wish } of upcomingAppointments[key].slice(patient.upcoming)) {
      addVisit(stage, { ...wish, day: addDays(today, days), step: 1, patient, by, booked_by })
    }
  }
  for (const patient of allPeople) {
    if (accounts.has(patient.document_number) || patient.upcoming > 0) continue
    const by = createSeededRandom(`freshen:${patient.document_number}:${today}`)
    if (!by.happens(0.04)) continue
    const day = addDays(today, by.whole(2, 45))
    addUsualVisit(stage, { asOf: today, day, step: 1, patient, by })
  }
}

// The age in days at which a last result is replaced, and the panels that are then repeated.
const samples = [
  { key: 'camila', days: 60, panels: ['BIOQ', 'LIP'] },
  { key: 'martina', days: 180, panels: ['HEMO'] },
  { key: 'paula', days: 150, panels: ['TIR'] },
  { key: 'lucia', days: 180, panels: ['HEMO'] },
] as const

function takeSamples(stage: Stage, allPeople: readonly Person[], today: Day): void {
  for (const { key, days, panels } of samples) {
    const patient = accountOf(allPeople, key)
    const last = patient?.last_laboratory
    if (!patient || !last || last > toInstant(addDays(today, -days), '00:00')) continue
    addLaboratoryVisit(stage, { patient, day: addDays(today, -1), panels })
  }
}

function addFirstResult(stage: Stage, patient: Patient, today: Day): void {
  addChosenMeasures(stage, {
    patient,
    day: addDays(today, -1),
    type_exam: 'Control de diabetes',
    panel_code: 'DIA',
    codes: ['A1C', 'INS', 'RAC'],
  })
}

async function save(
  tx: Queries,
  parts: DemonstrationParts,
  plan: ReturnType<typeof emptyPlan>,
): Promise<Freshened> {
  const stored = await storeFiles(parts, plan.files.all, newFileKey)
  const files = await reserveIds(tx, 'files', stored.length)
  const exams = await reserveIds(tx, 'exams', plan.exams.all.length)
  await insertRows(tx, 'files', fileRows(stored), { id: files })
  await insertRows(
    tx,
    'appointments',
    plan.appointments.all.map(({ id: _, ...row }) => row),
  )
  // Recipients are notified of these results like of any other new result.
  const arriving = plan.exams.all.map((exam) => ({ ...exam, announced_at: null }))
  await insertRows(tx, 'exams', arriving, { id: exams, file_id: files })
  await insertRows(tx, 'exam_results', plan.results, { exam_id: exams })
  return {
    hours: plan.appointments.all.length,
    exams: plan.exams.all.map(({ patient_id }, index) => ({ id: exams[index] ?? 0, patient_id })),
  }
}
