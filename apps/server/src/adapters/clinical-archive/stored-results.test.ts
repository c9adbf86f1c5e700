import { expect, test } from 'vitest'
import { ask as askOf } from '../../../test/ask.ts'
import { buildExam, buildFile, buildPerson, buildResult } from '../../../test/build.ts'
import { nothingHeld } from '../../../test/clinic/nothing-held.ts'
import { getReservedGroup } from '../../../test/clinic/reserved-group.ts'
import { provideTestDatabase } from '../../../test/database.ts'
import { createEmbeddedArchive } from './embedded.ts'
import { judgeStoredResults } from './stored-results.ts'

async function start() {
  const db = await provideTestDatabase()
  return {
    db,
    ask: <Row>(sql: string) => askOf<Row>(db, sql),
    judge: (revision: string) =>
      judgeStoredResults({
        db,
        getReservedGroup: async (test) => getReservedGroup(test),
        reservedRevision: () => revision,
      }),
  }
}

test('results that were stored before their code was listed are reserved when the lists change, and a questionnaire as a whole', async () => {
  const { db, ask, judge } = await start()
  const patient = await buildPerson(db)
  const exam = await buildExam(db, { patient_id: patient.id })
  const results = [
    { code: 'RAPIDO', loinc: '68961-2', reserved_group: null },
    { code: 'GLI', loinc: '2345-7', reserved_group: null },
    { code: 'OTRO', loinc: '68961-2', reserved_group: 'ITS' },
  ]
  for (const [index, result] of results.entries())
    await buildResult(db, exam, { ...result, position: index + 1 })
  const questionnaire = await buildExam(db, { patient_id: patient.id })
  await buildResult(db, questionnaire, { code: 'P1', name: 'Poco interés o placer' })
  await buildResult(db, questionnaire, { code: 'P9', loinc: '44260-8', name: 'Pensamientos' })
  await judge('later')
  const ofExam = `where exam_id = ${exam.id} order by position`
  expect(await ask(`select reserved_group from exam_results ${ofExam}`)).toEqual([
    { reserved_group: 'VIH' },
    { reserved_group: null },
    { reserved_group: 'ITS' },
  ])
  expect(await ask('select reserved_group from exams order by id')).toEqual([
    { reserved_group: null },
    { reserved_group: 'SALUD_MENTAL' },
  ])
})

test('results that were stored before their kind was one that is never shown are hidden, with the document that holds them', async () => {
  const { db, judge } = await start()
  const patient = await buildPerson(db)
  const file = await buildFile(db, { key: 'one' })
  const mixed = await buildExam(db, { patient_id: patient.id, file_id: file.id })
  const bloodGroup = { code: 'X1', loinc: '883-9', name: 'Estudio 1' }
  await buildResult(db, mixed, { ...bloodGroup, position: 1 })
  await buildResult(db, mixed, { position: 2 })
  const alone = await buildExam(db, { patient_id: patient.id })
  await buildResult(db, alone, { code: 'X2', name: 'Test de Coombs directo', position: 1 })
  const named = await buildExam(db, { patient_id: patient.id, type_exam: 'Grupo sanguíneo AB0 y Rh' })
  const plain = await buildExam(db, {
    patient_id: patient.id,
    file_id: (await buildFile(db, { key: 'other' })).id,
  })
  await buildResult(db, plain, { position: 1 })
  await judge('later')
  const archive = createEmbeddedArchive(db, nothingHeld)
  const of = { patientId: patient.id, withoutReserved: false }
  const { rows } = await archive.exams(of, 'laboratory', { page: 1, limit: 10 })
  expect(rows.map(({ id }) => id).sort()).toEqual([mixed.id, plain.id])
  expect(rows.map(({ id }) => id)).not.toContain(named.id)
  expect((await archive.results(of, mixed.id)).map(({ name }) => name)).toEqual(['Glucosa'])
  expect(await archive.examFiles(of, mixed.id)).toEqual([])
  expect(await archive.examFiles(of, plain.id)).toHaveLength(1)
})
