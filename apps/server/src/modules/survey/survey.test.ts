import { surveyEndpoints } from '@mi-portal/contract/survey'
import { expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { demonstration } from '../../../test/clinic/packages.ts'
import { startPortal } from '../../../test/portal.ts'
import { rejectionOf } from '../../../test/rejection.ts'

const answer = { suggestion: 'Mis exámenes', comment: 'Todo claro' } as const

test('a patient’s answer is stored under their name', async () => {
  const { as, person, db } = await startPortal()
  const patient = await person()
  await (await as(patient))(surveyEndpoints.answer, { body: { id: patient.id, ...answer } })
  expect(await ask(db, 'select person_id, suggestion, comment from survey_answers')).toEqual([
    { person_id: patient.id, ...answer },
  ])
})

test('no one answers for another person, and staff do not answer', async () => {
  const { as, person, db } = await startPortal()
  const [patient, other, staff] = [await person(), await person(), await person({ rol: 'ADMIN_ROLE' })]
  const call = await as(patient)
  expect(
    (await rejectionOf(call(surveyEndpoints.answer, { body: { id: other.id, ...answer } }))).status,
  ).toBe(403)
  const asStaff = await as(staff)
  expect(
    (await rejectionOf(asStaff(surveyEndpoints.answer, { body: { id: staff.id, ...answer } }))).status,
  ).toBe(403)
  expect(await ask(db, 'select id from survey_answers')).toEqual([])
})

test.each([
  [{ suggestion: '' }, 'suggestion', 'Selecciona Sugerencia'],
  [{ suggestion: 'Otra' }, 'suggestion', 'Selecciona Sugerencia'],
  [{ comment: '  ' }, 'comment', 'Digita Comentario'],
  [{ comment: 'a'.repeat(2001) }, 'comment', 'Digita máximo 2000 caracteres'],
])('an answer with %o is rejected', async (changes, param, msg) => {
  const { as, person } = await startPortal()
  const patient = await person()
  const body = { id: patient.id, ...answer, ...changes } as { id: number } & typeof answer
  const rejected = await rejectionOf((await as(patient))(surveyEndpoints.answer, { body }))
  expect(rejected).toMatchObject({ status: 400, fieldErrors: [{ param, msg }] })
})

test('a patient can send twenty answers a day', async () => {
  const { as, person } = await startPortal()
  const patient = await person()
  const call = await as(patient)
  const body = { id: patient.id, ...answer }
  for (let count = 0; count < 20; count += 1) await call(surveyEndpoints.answer, { body })
  expect((await rejectionOf(call(surveyEndpoints.answer, { body }))).status).toBe(429)
})

test('a patient can choose every suggestion of the clinic package', async () => {
  const { as, person } = await startPortal()
  const patient = await person()
  const call = await as(patient)
  for (const { name: suggestion } of demonstration.survey)
    await call(surveyEndpoints.answer, { body: { id: patient.id, comment: 'Bien', suggestion } })
})
