/** «¿Cuándo estará?»: exams without a result, by the clinic's display durations, and notices of late ones. */
import { examEndpoints } from '@mi-portal/contract/exams'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { buildAppointment, buildExam, buildLink } from '../../../../test/build.ts'
import { startPortal } from '../../../../test/portal.ts'

// Tuesday 24 November. The demonstration shows X-rays after one business day, and Holter tests after five.
const xray = { specialty_code: 601, specialty: 'Radiografía', sub_context: 'Radiografía de tórax' } as const
const holter = { specialty_code: 701, specialty: 'Cardiología', sub_context: 'Holter de arritmias' } as const
const starts_at = new Date('2026-11-24T13:00:00Z')

async function start() {
  const portal = await startPortal()
  const person = await portal.person({ email: 'camila@ejemplo.cl' })
  const list = async () => (await (await portal.as(person))(examEndpoints.awaited)).awaited
  return { ...portal, build: portal.person, person, list }
}

test('an exam without a result is listed with its expected day, and as late after that day', async () => {
  const { db, person, clock, list } = await start()
  const appointment = await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  clock.set('2026-11-25T15:00:00Z')
  expect(await list()).toEqual([
    {
      ...{ id_appointment: appointment.id, patient_id: person.id, name: 'Radiografía de tórax' },
      ...{ date: '24/11/2026', expected_on: '2026-11-25', is_late: false },
    },
  ])
  clock.set('2026-11-26T15:00:00Z')
  expect(await list()).toMatchObject([{ is_late: true }])
})

test('business days leave out weekends, legal holidays and holidays that staff added', async () => {
  const { db, person, clock, list } = await start()
  await buildAppointment(db, {
    ...holter,
    patient_id: person.id,
    starts_at: new Date('2026-12-03T13:00:00Z'),
  })
  await ask(
    db,
    `insert into holidays (day, name, source, added_by, added_at) values ('2026-12-09', 'Aniversario', 'staff', $1, now())`,
    [person.id],
  )
  clock.set('2026-12-04T15:00:00Z')
  // 5 and 6 December are a weekend, 8 December is a legal holiday: 4, 7, 10, 11 and 14 December count.
  expect(await list()).toMatchObject([{ expected_on: '2026-12-14' }])
})

test('an exam is no longer awaited when its result arrives, also if the clinic holds it', async () => {
  const { db, person, clock, list } = await start()
  clock.set('2026-11-26T15:00:00Z')
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  const other = await buildExam(db, {
    patient_id: person.id,
    type: 'imaging',
    taken_at: new Date('2026-11-20T13:00:00Z'),
  })
  await buildExam(db, { patient_id: person.id, type: 'laboratory', taken_at: starts_at })
  expect(await list()).toHaveLength(1)
  await ask(db, 'update exams set taken_at = $1 where id = $2', [starts_at, other.id])
  expect(await list()).toEqual([])
})

test('of two exams of a day the one whose result arrived is found by its name', async () => {
  const { db, person, clock, list } = await start()
  clock.set('2026-11-26T15:00:00Z')
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  const heart = await buildAppointment(db, {
    ...{ ...holter, patient_id: person.id, starts_at: new Date('2026-11-24T14:00:00Z') },
  })
  await buildExam(db, {
    patient_id: person.id,
    type: 'imaging',
    type_exam: 'RADIOGRAFÍA DE TÓRAX',
    taken_at: starts_at,
  })
  expect((await list()).map(({ id_appointment }) => id_appointment)).toEqual([heart.id])
})

test('cancelled and upcoming appointments, other visits, and exams of more than 60 days are not awaited', async () => {
  const { db, person, clock, list } = await start()
  clock.set('2026-11-26T15:00:00Z')
  const of = { ...xray, patient_id: person.id }
  await buildAppointment(db, { ...of, starts_at, state: 'cancelled' })
  await buildAppointment(db, { ...of, starts_at: new Date('2026-11-30T13:00:00Z') })
  await buildAppointment(db, { ...of, starts_at: new Date('2026-09-20T13:00:00Z') })
  await buildAppointment(db, { patient_id: person.id, starts_at, specialty_code: 999, specialty: 'Consulta' })
  expect(await list()).toEqual([])
})

test('a guardian sees the awaited exams of a child and not a reserved one of an adolescent; a stranger sees none', async () => {
  const { db, as, build, person, clock } = await start()
  clock.set('2026-11-26T15:00:00Z')
  await ask(db, `update people set date_birth = '2011-06-15' where id = $1`, [person.id])
  const mother = await build()
  await buildLink(db, { leader_id: mother.id, member_id: person.id })
  const open = await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at, reserved_group: 'VIH' })
  const params = { patientId: person.id }
  const seen = await (await as(mother))(examEndpoints.awaitedOf, { params })
  expect(seen.awaited.map(({ id_appointment }) => id_appointment)).toEqual([open.id])
  const stranger = await build()
  await expect((await as(stranger))(examEndpoints.awaitedOf, { params })).rejects.toMatchObject({
    status: 404,
  })
})

test('a passport account awaits no images', async () => {
  const { db, as, build, clock } = await start()
  clock.set('2026-11-26T15:00:00Z')
  const traveller = await build({ document_type_id: 2, document_number: 'P7654321' })
  await buildAppointment(db, { ...xray, patient_id: traveller.id, starts_at })
  expect((await (await as(traveller))(examEndpoints.awaited)).awaited).toEqual([])
})

test('a late result is announced once by portal and mail, also by two servers at once, and not before it is late', async () => {
  const given = await start()
  const { db, as, person, clock, runJob } = given
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  const texts = async () =>
    (await (await as(person))(notificationEndpoints.list)).notifications.map(({ text }) => text)
  clock.set('2026-11-25T13:00:00Z')
  await runJob('exams.late')
  expect(await texts()).toEqual([])
  clock.set('2026-11-26T13:00:00Z')
  await Promise.all([runJob('exams.late'), runJob('exams.late')])
  await runJob('exams.late')
  expect(await texts()).toEqual(['Un resultado está tardando más de lo previsto. Revisa Mis Exámenes'])
  const mails = await ask<{ body_text: string }>(
    db,
    `select body_text from outbox where template = 'exams.lateResult'`,
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).not.toContain('Radiografía')
})

test('a result that arrived on its day is not announced as late', async () => {
  const { db, person, clock, runJob } = await start()
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  await buildExam(db, { patient_id: person.id, type: 'imaging', taken_at: starts_at })
  clock.set('2026-11-30T13:00:00Z')
  expect(await runJob('exams.late')).toEqual({ exams: 0 })
})
