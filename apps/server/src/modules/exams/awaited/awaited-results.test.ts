/** «¿Cuándo estará?»: exams without a result, by the clinic's display durations, and notices of late ones. */
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { lateResultEndpoints } from '@mi-portal/contract/exams/late-results'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { buildAppointment, buildExam, buildLink } from '../../../../test/build.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

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

test('an exam without a result is listed with its expected day, also over a holiday of the clinic, and as late after that day', async () => {
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
  const columns = '(day, name, source, added_by, added_at)'
  await db.ask(`insert into holidays ${columns} values ('2026-11-25', 'Aniversario', 'staff', $1, now())`, [
    person.id,
  ])
  expect(await list()).toMatchObject([{ expected_on: '2026-11-26', is_late: false }])
})

test('an exam is no longer awaited when its result arrives, which is found by its name among two exams of a day', async () => {
  const { db, person, clock, list } = await start()
  clock.set('2026-11-26T15:00:00Z')
  const first = await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  const other = await buildExam(db, {
    patient_id: person.id,
    type: 'imaging',
    type_exam: 'RADIOGRAFÍA DE TÓRAX',
    taken_at: new Date('2026-11-20T13:00:00Z'),
  })
  await buildExam(db, { patient_id: person.id, type: 'laboratory', taken_at: starts_at })
  expect(await list()).toHaveLength(1)
  await db.ask('update exams set taken_at = $1 where id = $2', [starts_at, other.id])
  expect(await list()).toEqual([])

  const heart = await buildAppointment(db, { ...holter, patient_id: person.id, starts_at })
  expect((await list()).map(({ id_appointment }) => id_appointment)).toEqual([heart.id])
  await db.ask(`update exams set type_exam = 'HOLTER DE CARDIOLOGÍA' where id = $1`, [other.id])
  expect((await list()).map(({ id_appointment }) => id_appointment)).toEqual([first.id])
})

test('cancelled, missed and upcoming appointments, other visits, and exams of more than 60 days are not awaited, nor images of a passport account', async () => {
  const { db, as, build, person, clock, list } = await start()
  clock.set('2026-11-26T15:00:00Z')
  const of = { ...xray, patient_id: person.id }
  await buildAppointment(db, { ...of, starts_at, state: 'cancelled' })
  await buildAppointment(db, { ...of, starts_at, attendance: 'missed', attendance_at: starts_at })
  await buildAppointment(db, { ...of, starts_at: new Date('2026-11-30T13:00:00Z') })
  await buildAppointment(db, { ...of, starts_at: new Date('2026-09-20T13:00:00Z') })
  await buildAppointment(db, { patient_id: person.id, starts_at, specialty_code: 999, specialty: 'Consulta' })
  expect(await list()).toEqual([])

  const traveller = await build({ document_type_id: 2, document_number: 'P7654321' })
  await buildAppointment(db, { ...xray, patient_id: traveller.id, starts_at })
  expect((await (await as(traveller))(examEndpoints.awaited)).awaited, 'images by passport').toEqual([])
})

test('a guardian sees the awaited exams of a child and not a reserved one of an adolescent', async () => {
  const { db, as, build, person, clock } = await start()
  clock.set('2026-11-26T15:00:00Z')
  await db.ask(`update people set date_birth = '2011-06-15' where id = $1`, [person.id])
  const mother = await build()
  await buildLink(db, { leader_id: mother.id, member_id: person.id })
  const open = await buildAppointment(db, { ...xray, patient_id: person.id, starts_at })
  await buildAppointment(db, { ...xray, patient_id: person.id, starts_at, reserved_group: 'VIH' })
  const params = { patientId: person.id }
  const seen = await (await as(mother))(examEndpoints.awaitedOf, { params })
  expect(seen.awaited.map(({ id_appointment }) => id_appointment)).toEqual([open.id])
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
  const mails = await db.listMails('exams.lateResult')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body_text).not.toContain('Radiografía')
})

/** Starts a portal with a late X-ray of a patient, of which the portal noticed this morning. */
async function startLate(more: Partial<Parameters<typeof buildAppointment>[1]> = {}) {
  const given = await start()
  const { db, as, build, person, clock, runJob } = given
  const appointment = await buildAppointment(db, { ...xray, patient_id: person.id, starts_at, ...more })
  clock.set('2026-11-30T13:00:00Z')
  await runJob('exams.late')
  const staff = await as(await build({ rol: 'ADMIN_ROLE' }))
  const lateFor = async (call = staff) => (await call(lateResultEndpoints.list)).late
  return { ...given, appointment, lateFor }
}

test('staff see a late result with its patient, days and delay, and each patient on the page is audited', async () => {
  const { db, person, appointment, lateFor } = await startLate()
  expect(await lateFor()).toEqual([
    {
      ...{
        id_appointment: appointment.id,
        patient_id: person.id,
        patient_full_name: 'Rosa Elena Tapia Lagos',
      },
      ...{
        patient_document: expect.stringContaining('-'),
        name: 'Radiografía de tórax',
        place: 'Clínica Providencia',
      },
      ...{ taken_on: '2026-11-24', expected_on: '2026-11-25', days_late: 5 },
    },
  ])
  expect(await db.listAuditEvents('exams.late.list')).toMatchObject([
    { patient_id: person.id, outcome: 'done' },
  ])
})

test('staff who answer requests and may not open patients read the name of a late result without the record', async () => {
  const { db, as, build, lateFor } = await startLate()
  const clerk = await build({ rol: 'ADMIN_ROLE' })
  await db.ask(`update people set permission_set = 'requests-desk' where id = $1`, [clerk.id])
  expect(await lateFor(await as(clerk))).toMatchObject([
    { patient_id: null, patient_full_name: 'Rosa Elena Tapia Lagos' },
  ])
})

test('a late result disappears from the list when it arrives, also if it is held, and for two readers at once', async () => {
  const { db, person, lateFor } = await startLate()
  await buildExam(db, { patient_id: person.id, type: 'imaging', taken_at: starts_at, shown: true })
  const lists = await Promise.all([lateFor(), lateFor()])
  expect(lists).toEqual([[], []])
  expect(await db.ask('select arrived_at from late_results')).toEqual([
    { arrived_at: new Date('2026-11-30T13:00:00Z') },
  ])
})

test('the result of an appointment that was missed, cancelled or is older than 180 days is not in the list', async () => {
  const { db, appointment, lateFor } = await startLate()
  for (const [change, back] of [
    [`attendance = 'missed', attendance_at = now()`, 'attendance = null, attendance_at = null'],
    [`state = 'cancelled'`, `state = 'booked'`],
    [`starts_at = '2026-05-01T13:00:00Z', ends_at = '2026-05-01T13:30:00Z'`, `state = 'booked'`],
  ]) {
    expect(await lateFor()).toHaveLength(1)
    await db.ask(`update appointments set ${change} where id = $1`, [appointment.id])
    expect([change, await lateFor()]).toEqual([change, []])
    await db.ask(`update appointments set ${back} where id = $1`, [appointment.id])
  }
})

test('pages of late results are the oldest first, and a page is filled again when results on it arrived', async () => {
  const { db, as, build, clock, runJob } = await start()
  const days = ['17', '18', '19', '20']
  for (const day of days) {
    const patient = await build({ first_name: `Paciente ${day}` })
    await buildAppointment(db, {
      ...{ ...xray, patient_id: patient.id, starts_at: new Date(`2026-11-${day}T13:00:00Z`) },
    })
  }
  clock.set('2026-11-30T13:00:00Z')
  await runJob('exams.late')
  const staff = await as(await build({ rol: 'ADMIN_ROLE' }))
  const read = async (page: number) => {
    const { late, total } = await staff(lateResultEndpoints.list, { query: { page, limit: 2 } })
    return [late.map(({ taken_on }) => taken_on.slice(-2)), total]
  }
  expect([await read(1), await read(2)]).toEqual([
    [['17', '18'], 4],
    [['19', '20'], 4],
  ])
  const [first] = await db.ask<{ patient_id: number }>(
    'select patient_id from appointments order by id limit 1',
  )
  await buildExam(db, {
    ...{ patient_id: first?.patient_id ?? 0, type: 'imaging', taken_at: new Date('2026-11-17T13:00:00Z') },
  })
  expect(await read(1)).toEqual([['18', '19'], 3])
})

test('only the requests desk, the front desk and administrators see late results, and only of their sites', async () => {
  const { db, as, build, person, lateFor } = await startLate()
  for (const permission_set of ['requests-desk', 'front-desk'] as const) {
    const staff = await build({ rol: 'ADMIN_ROLE' })
    await db.ask('update people set permission_set = $2 where id = $1', [staff.id, permission_set])
    expect(await lateFor(await as(staff))).toHaveLength(1)
    await db.ask('update people set site_ids = $2 where id = $1', [staff.id, [239]])
    expect(await lateFor(await as(staff))).toEqual([])
  }
  const editor = await build({ rol: 'ADMIN_ROLE' })
  await db.ask(`update people set permission_set = 'content-editor' where id = $1`, [editor.id])
  await expectRejected(lateFor(await as(editor)), 403)
  await expectRejected(lateFor(await as(person)), 403)
})
