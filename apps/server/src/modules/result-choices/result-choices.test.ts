/** The patient decides when to see the result of an exam: when it arrives, or with the physician. */
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { expect, test } from 'vitest'
import { buildAppointment, buildDelegation, buildExam, buildLink } from '../../../test/build.ts'
import { clinicWith } from '../../../test/clinic/packages.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const { one, choose, show } = resultChoiceEndpoints
const xray = { specialty_code: 601, specialty: 'Radiografía', service_item: 'exam:1001' } as const
const starts_at = new Date('2026-11-25T13:00:00Z')

/** A patient with an X-ray yesterday, of which the result arrived two hours later. */
async function start(clinic: Parameters<typeof clinicWith>[0] = { result_choice: true }) {
  const portal = await startPortal({ parts: clinicWith(clinic) })
  const person = await portal.person({ email: 'camila@ejemplo.cl' })
  const { id } = await buildAppointment(portal.db, { ...xray, patient_id: person.id, starts_at })
  const exam = await buildExam(portal.db, {
    ...{ patient_id: person.id, type: 'imaging', type_exam: 'Radiografía de tórax', taken_at: starts_at },
    ...{ created_at: new Date('2026-11-25T15:00:00Z'), announced_at: null },
  })
  const call = await portal.as(person)
  const params = { id_appointment: id }
  const holds = async (caller = call) =>
    (await caller(examEndpoints.list, { query: { type: 'imaging' } })).laboratories.map(
      ({ hold }) => hold?.cause ?? 'visible',
    )
  return { ...portal, build: portal.person, person, id, exam, call, params, holds }
}

test('a patient sees a result at once by default, and with the physician after choosing it, and can change it back', async () => {
  const { call, params, holds, runJob, db, person } = await start()
  expect(await call(one, { params })).toMatchObject({ choice: 'now', can_choose: true })
  expect(await holds()).toEqual(['visible'])
  expect(await call(choose, { params, body: { choice: 'with_doctor' } })).toMatchObject({
    choice: 'with_doctor',
  })
  expect(await holds()).toEqual(['choice'])
  await runJob('exams.announce')
  expect((await call(notificationEndpoints.list)).notifications).toEqual([])
  await call(choose, { params, body: { choice: 'now' } })
  expect(await holds()).toEqual(['visible'])
  await runJob('exams.announce')
  expect((await call(notificationEndpoints.list)).notifications).toHaveLength(1)
  const object = `id_appointment=${params.id_appointment}`
  const patient_id = person.id
  expect(await db.listAuditEvents('result-choices.%')).toMatchObject([
    { action: 'result-choices.view', object, patient_id },
    { action: 'result-choices.choose', object: `${object} choice=with_doctor`, patient_id },
    { action: 'result-choices.choose', object: `${object} choice=now`, patient_id },
  ])
})

test('the patient shows a result that waits by choice at once from the list, and no other person can', async () => {
  const { call, params, holds, person, exam, build, as } = await start()
  const target = { params: { patientId: person.id, attention_id: exam.id, type: 'imaging' as const } }
  await expectRejected(call(show, target), 404)
  await call(choose, { params, body: { choice: 'with_doctor' } })
  const stranger = await as(await build())
  await expectRejected(stranger(show, target), 404)
  const other = { params: { ...target.params, type: 'laboratory' as const } }
  await expectRejected(call(show, other), 404)
  expect(await holds()).toEqual(['choice'])
  await call(show, target)
  expect(await holds()).toEqual(['visible'])
})

test('a visit that ends after the result arrived makes it visible, and another exam or an earlier visit does not', async () => {
  const { db, as, call, params, holds, person, clock } = await start()
  await call(choose, { params, body: { choice: 'with_doctor' } })
  const visit = { patient_id: person.id, specialty_code: 901, specialty: 'Traumatología' }
  await buildAppointment(db, { ...visit, starts_at: new Date('2026-11-25T14:00:00Z') })
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at: new Date('2026-11-26T12:00:00Z') })
  expect(await holds()).toEqual(['choice'])
  const last = await buildAppointment(db, { ...visit, starts_at: new Date('2026-11-26T16:00:00Z') })
  expect(await holds()).toEqual(['choice'])
  clock.set('2026-11-26T16:31:00Z')
  const later = await as(person)
  expect(await holds(later)).toEqual(['visible'])
  await db.ask(`update appointments set state = 'cancelled' where id = $1`, [last.id])
  expect(await holds(later)).toEqual(['choice'])
})

test('a choice is stored once, also of two at once, and concerns exams of its day and type only', async () => {
  const { db, call, params, holds, person } = await start()
  const chooses = () => call(choose, { params, body: { choice: 'with_doctor' } })
  await Promise.all([chooses(), chooses()])
  expect(await db.ask('select type from result_choices')).toEqual([{ type: 'imaging' }])
  const of = { patient_id: person.id, type: 'imaging', created_at: new Date('2026-11-25T15:00:00Z') } as const
  await buildExam(db, { ...of, taken_at: new Date('2026-11-24T13:00:00Z') })
  await buildExam(db, { ...of, type: 'laboratory', taken_at: starts_at })
  expect(await holds()).toEqual(['choice', 'visible'])
  expect((await call(examEndpoints.list)).laboratories.map(({ hold }) => hold)).toEqual([null])
})

test('the clinic’s rule is stronger than the choice to see a result at once', async () => {
  const rule = { type: 'imaging', shown: 'after_days', days: 5, since: '2026-01-01' } as const
  const { call, params, holds, person, exam } = await start({ result_choice: true, result_release: [rule] })
  await call(choose, { params, body: { choice: 'now' } })
  expect(await holds()).toEqual(['days'])
  const target = { params: { patientId: person.id, attention_id: exam.id, type: 'imaging' as const } }
  await expectRejected(call(show, target), 404)
})

test('a choice is rejected for a consultation, a cancelled exam, an unknown choice, and a clinic that does not offer it', async () => {
  const { db, call, params, person } = await start()
  const consultation = await buildAppointment(db, {
    ...{ patient_id: person.id, starts_at: new Date('2026-12-01T13:00:00Z'), specialty_code: 901 },
  })
  const of = { params: { id_appointment: consultation.id } }
  expect(await call(one, of)).toMatchObject({ choice: 'now', can_choose: false })
  const body = { choice: 'with_doctor' as const }
  await expectRejected(call(choose, { ...of, body }), 409)
  const wrong = { params, body: { choice: 'never' as string as 'now' } }
  await expectRejected(call(choose, wrong), 400)
  await db.ask(`update appointments set state = 'cancelled' where id = $1`, [params.id_appointment])
  await expectRejected(call(choose, { params, body }), 409)
  const without = await start({})
  expect(await without.call(one, { params: without.params })).toMatchObject({ can_choose: false })
  await expectRejected(without.call(choose, { params: without.params, body }), 409)
})

test('a guardian chooses for a child; a delegate and a stranger do not', async () => {
  const { db, as, build, person, params, clock } = await start()
  await db.ask(`update people set date_birth = '2016-05-01' where id = $1`, [person.id])
  const mother = await build()
  await buildLink(db, { leader_id: mother.id, member_id: person.id })
  const body = { choice: 'with_doctor' as const }
  expect((await (await as(mother))(choose, { params, body })).choice).toBe('with_doctor')
  await db.ask(`update people set date_birth = '1980-05-01' where id = $1`, [person.id])
  const delegate = await build()
  await buildDelegation(db, {
    ...{
      grantor_id: person.id,
      delegate_id: delegate.id,
      matters: ['appointments', 'exams'],
      now: clock.now(),
    },
  })
  for (const caller of [delegate, await build()])
    await expectRejected((await as(caller))(choose, { params, body }), 404)
})
