/** Checks the query plans of lists: their cost must not grow with the size of the archive. */
import { expect, test } from 'vitest'
import { buildAppointment, buildExam, buildPerson } from '../../../test/build.ts'
import { nothingHeld } from '../../../test/clinic/nothing-held.ts'
import { provideTestDatabase } from '../../../test/database.ts'
import { asked, asOwner, explained } from '../../../test/statements/plans.ts'
import { createEmbeddedArchive } from './embedded.ts'

const now = new Date('2026-11-26T15:00:00Z')

/** Tables with a row for each patient, appointment or exam. Small tables, such as that of offices, may be read whole. */
const growingTables = ['people', 'appointments', 'exams', 'exam_results']

const scansOfGrowingTables = (scanned: readonly string[]) =>
  scanned.filter((table) => growingTables.includes(table))

test('a page of appointments or exams is read from an index, without sorting, in a fixed number of buffers', async () => {
  const db = await provideTestDatabase()
  const rows = 100_000
  const patients: number[] = []
  for (let i = 0; i < 3; i++) patients.push((await buildPerson(db)).id)
  const [middle = 0] = patients.slice(1)
  await buildAppointment(db, { patient_id: middle, starts_at: new Date('2026-11-27T15:00:00Z') })
  await buildExam(db, { patient_id: middle })
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'STANDART_ROLE', 1 from generate_series(1, 2000) n;
     insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
       office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select 1 + (n * 7919) % 2000, a.rut_professional, a.doctor_name, a.specialty_code, a.specialty, a.sub_context,
       a.office_id, a.place_care, a.place_detail, a.modality, a.starts_at + at, a.ends_at + at, 'booked', a.created_at
     from (select * from appointments limit 1) a,
       (select n, make_interval(mins => (n * 11) % 1000000 - 950000) as at from generate_series(1, ${rows}) n) s;
     insert into exams (attention_number, patient_id, type, type_exam, doctor_solicite, type_patient, taken_at, created_at)
     select 'A-' || n, 1 + (n * 7919) % 2000, case when n % 3 = 0 then 'imaging' else 'laboratory' end, e.type_exam,
       e.doctor_solicite, e.type_patient, e.taken_at - make_interval(mins => (n * 11) % 1000000), e.created_at
     from (select * from exams limit 1) e, generate_series(1, ${rows} / 2) n;
     insert into exam_results (exam_id, position, patient_id, taken_at, code, name, value)
     select id, position, patient_id, taken_at, 'C' || (id + position) % 40, 'Analito', position
     from exams, generate_series(1, 1) position`,
  )
  for (const table of growingTables) await asOwner(db, `vacuum analyze ${table}`)

  const page = { page: 1, limit: 5 }
  for (const withoutReserved of [false, true]) {
    const of = { patientId: middle, withoutReserved }
    const lists = [
      await asked(db, (seen) => createEmbeddedArchive(seen, nothingHeld).upcoming(of, now, page)),
      await asked(db, (seen) => createEmbeddedArchive(seen, nothingHeld).past(of, now, page)),
      await asked(db, (seen) => createEmbeddedArchive(seen, nothingHeld).exams(of, 'laboratory', page)),
    ]
    for (const [index, list] of lists.entries()) {
      const { nodes, sequentiallyScanned, buffers } = await explained(db, list)
      expect(scansOfGrowingTables(sequentiallyScanned)).toEqual([])
      // For an adolescent's guardian every exam of the patient is checked for results that are not reserved.
      if (index === 2 && withoutReserved) continue
      expect(nodes.filter((node) => node?.includes('Sort'))).toEqual([])
      // Index and rows take twelve buffers. Each appointment then reads the professional's photo in two more, and each exam in three
      // more the results of which its row shows the conclusion.
      expect(buffers).toBeLessThanOrEqual(12 + (index < 2 ? 2 : 3) * page.limit)
    }
    // A list of several people reads each person's page from the same index, and sorts only these few rows.
    for (const period of ['upcoming', 'past'] as const) {
      const readings = patients.map((patientId, index) => ({
        patientId,
        withoutReserved,
        onlyBookedBy: index === 2 ? middle : null,
      }))
      const agenda = await asked(db, (seen) =>
        createEmbeddedArchive(seen, nothingHeld).agenda(readings, period, now, page),
      )
      const { sequentiallyScanned, buffers } = await explained(db, agenda)
      expect(scansOfGrowingTables(sequentiallyScanned)).toEqual([])
      expect(buffers).toBeLessThanOrEqual(40 * patients.length)
    }
    const results = await explained(
      db,
      await asked(db, (seen) => createEmbeddedArchive(seen, nothingHeld).results(of, 1)),
    )
    expect(scansOfGrowingTables(results.sequentiallyScanned)).toEqual([])
  }
  // The lists of several patients read a few rows of each from the same indexes.
  const family = patients.map((patientId, index) => ({ patientId, withoutReserved: index > 0 }))
  const until = new Date('2026-11-28T03:00:00Z')
  const since = new Date('2026-08-28T15:00:00Z')
  for (const list of [
    await asked(db, (seen) => createEmbeddedArchive(seen, nothingHeld).upcomingUntil(family, now, until)),
    await asked(db, (seen) =>
      createEmbeddedArchive(seen, nothingHeld).recentExams(family, ['laboratory', 'imaging'], since),
    ),
  ]) {
    const { sequentiallyScanned, buffers } = await explained(db, list)
    expect(scansOfGrowingTables(sequentiallyScanned)).toEqual([])
    expect(buffers).toBeLessThanOrEqual(150)
  }
}, 120_000)
