/** Every reading of the portal's own archive obeys the rules of when results are visible. */
import { expect, test } from 'vitest'
import { buildExam, buildFile, buildPerson, buildResult } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { testClock } from '../../../test/portal.ts'
import type { ClinicalArchive } from '../../ports/clinical-archive.ts'
import { createEmbeddedArchive } from './embedded.ts'
import { createHeldResults } from './held-results.ts'

type AppointmentReading = 'upcoming' | 'upcomingUntil' | 'past' | 'agenda' | 'cancelled' | 'appointment'
type ExamReading = Exclude<keyof ClinicalArchive, AppointmentReading>

const rule = { type: 'laboratory', shown: 'after_days', days: 7, since: '2026-01-01' } as const
const page = { page: 1, limit: 10 }

async function start() {
  const db = await openTestDatabase()
  const clock = testClock('2026-11-26T15:00:00Z')
  const archive = createEmbeddedArchive(
    db,
    createHeldResults({ db, clock, releaseRules: () => [rule], offersChoice: () => false }),
  )
  const patient = await buildPerson(db)
  const file = await buildFile(db, { key: 'informe' })
  const exam = await buildExam(db, {
    ...{ patient_id: patient.id, file_id: file.id, attention_number: 'A-7', type_exam: 'Perfil bioquímico' },
    ...{ taken_at: new Date('2026-11-25T12:00:00Z'), created_at: new Date('2026-11-26T12:00:00Z') },
    ...{ conclusion: 'Glicemia elevada', accession_number: 'RX-7' },
    report_text: [{ kind: 'paragraph', text: 'Glicemia elevada en ayunas.' }],
  })
  await buildResult(db, exam, { name: 'Glucosa', value: 190 })
  const earlier = await buildExam(db, {
    ...{ patient_id: patient.id, attention_number: 'A-1' },
    ...{ taken_at: new Date('2026-01-10T12:00:00Z'), created_at: new Date('2026-01-10T20:00:00Z') },
  })
  await buildResult(db, earlier, { name: 'Glucosa', value: 92 })
  return { clock, archive, patient, exam, earlier, of: { patientId: patient.id, withoutReserved: false } }
}

type Started = Awaited<ReturnType<typeof start>>

/** What each reading says of the exam: `visible` if it shows anything of the exam. A new reading does not compile without a row. */
const readings: Readonly<Record<ExamReading, (given: Started) => Promise<boolean>>> = {
  heldExams: async ({ archive, patient, exam }) =>
    !(await archive.heldExams(patient.id)).some(({ id }) => id === exam.id),
  exams: async ({ archive, of, exam }) =>
    (await archive.exams(of, 'laboratory', page)).rows.some(({ id }) => id === exam.id),
  recentExams: async ({ archive, of, exam }) =>
    (await archive.recentExams([of], ['laboratory'], new Date('2026-09-01T00:00:00Z'))).some(
      ({ id }) => id === exam.id,
    ),
  examsOfVisit: async ({ archive, of, exam }) => (await archive.examsOfVisit(of, exam)).length > 0,
  exam: async ({ archive, of, exam }) => (await archive.exam(of, exam.id, 'laboratory')) !== null,
  examsById: async ({ archive, of, exam }) => (await archive.examsById(of, [exam.id])).length > 0,
  results: async ({ archive, of, exam, earlier }) => {
    const own = await archive.results(of, exam.id)
    const [measure] = await archive.results(of, earlier.id)
    const trend = [
      ...(measure?.course ?? []).map(({ at }) => at),
      ...(measure?.history ?? []).map(({ at }) => at),
    ]
    return own.length > 0 || trend.some((at) => at.getTime() === exam.taken_at.getTime())
  },
  measures: async ({ archive, of, exam, earlier }) =>
    (await archive.measures(of, [exam.id, earlier.id])).some(({ exam_id }) => exam_id === exam.id),
  examFiles: async ({ archive, of, exam }) => (await archive.examFiles(of, exam.id)).length > 0,
  reportText: async ({ archive, of, exam }) => (await archive.reportText(of, exam.id)).length > 0,
  // The own archive has no such files. Both answers are the same.
  hasUnshowableFile: async ({ archive, of, exam, clock }) =>
    (await archive.hasUnshowableFile(of, exam.id)) || clock.now() >= new Date('2026-12-03T03:00:00Z'),
  accessionNumber: async ({ archive, of, exam }) => (await archive.accessionNumber(of, exam.id)) !== null,
  isAccessionNumberWithheld: async ({ archive, of }) =>
    !(await archive.isAccessionNumberWithheld(of, 'RX-7')),
}

test('no reading shows anything of a result that is held for seven days, and each shows it from the start of that day', async () => {
  const given = await start()
  const readAll = async () => {
    const read = Object.entries(readings).map(async ([name, isVisible]) => [name, await isVisible(given)])
    return Object.fromEntries(await Promise.all(read))
  }
  const all = (isVisible: boolean) =>
    Object.fromEntries(Object.keys(readings).map((name) => [name, isVisible]))
  expect(await readAll()).toEqual(all(false))
  given.clock.set('2026-12-03T02:59:00Z')
  expect(await readAll()).toEqual(all(false))
  given.clock.set('2026-12-03T03:00:00Z')
  expect(await readAll()).toEqual(all(true))
})

test('a list that names held exams counts them, finds them by their own name only, and shows nothing of their content', async () => {
  const { archive, of, exam } = await start()
  const list = await archive.exams({ ...of, withHeld: true }, 'laboratory', page)
  expect(list.total).toBe(2)
  expect(list.rows[0]).toMatchObject({
    ...{ id: exam.id, type_exam: 'Perfil bioquímico', hold: { cause: 'days', until: '2026-12-03' } },
    ...{ conclusion: null, has_document: false, accession_number: null, has_report_text: false },
  })
  expect(list.rows[1]?.hold).toBeUndefined()
  expect((await archive.exams(of, 'laboratory', page)).total).toBe(1)
  const search = async (q: string) =>
    (await archive.exams({ ...of, withHeld: true }, 'laboratory', page, { q })).rows.map(({ id }) => id)
  expect(await search('perfil')).toContain(exam.id)
  expect(await search('glucosa')).not.toContain(exam.id)
})
