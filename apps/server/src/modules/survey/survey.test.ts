import { surveyEndpoints } from '@mi-portal/contract/survey'
import { expect, test } from 'vitest'
import { demonstration } from '../../../test/clinic/packages.ts'
import { startPortal } from '../../../test/portal.ts'

const answer = { suggestion: 'Mis exámenes', comment: 'Todo claro' } as const

test('a patient’s answer is stored under their name', async () => {
  const { as, person, db } = await startPortal()
  const patient = await person()
  await (await as(patient))(surveyEndpoints.answer, { body: { id: patient.id, ...answer } })
  expect(await db.ask('select person_id, suggestion, comment from survey_answers')).toEqual([
    { person_id: patient.id, ...answer },
  ])
})

test('a patient can choose every suggestion of the clinic package', async () => {
  const { as, person } = await startPortal()
  const patient = await person()
  const call = await as(patient)
  for (const { name: suggestion } of demonstration.survey)
    await call(surveyEndpoints.answer, { body: { id: patient.id, comment: 'Bien', suggestion } })
})
