import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/ask.ts'
import { buildAppointment, buildFamily, buildLink } from '../../../test/build.ts'
import { startPatient } from '../../../test/patients.ts'
import { openPortal, startPortal } from '../../../test/portal.ts'
import { expectRejected, getStatus } from '../../../test/rejection.ts'
import { countStatements } from '../../../test/statements/counted.ts'

const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)
const days = (count: number) => hours(24 * count)

const withPatient = () => startPatient({ email: 'rosa@ejemplo.cl' })

const auditedCancellations = (db: TestDatabase) => db.listAuditEvents('appointments.cancel')

/** Creates a mother and her ten-year-old child, with proven guardianship. */
async function withChild(child: { email: string }) {
  const portal = await startPortal()
  const { guardian: mother, child: member } = await buildFamily(
    portal.db,
    { first_name: 'Martina', date_birth: '2016-11-26', ...child },
    { first_name: 'Camila', email: 'camila@ejemplo.cl' },
  )
  return { ...portal, mother, member, call: await portal.as(mother) }
}

test('a video appointment shows its address from fifteen minutes before the start until the end', async () => {
  const address = 'https://video.example/sala/{id_appointment}?con={rut_professional}'
  const { as, clock, db, person: build } = await startPortal({ environment: { TELEMEDICINE_URL: address } })
  const person = await build()
  const visit = { patient_id: person.id, starts_at: hours(1), modality: 'telemedicina' as const }
  const { id } = await buildAppointment(db, visit)
  const opens_at = '2026-11-26T15:45:00.000Z'
  const joined = { opens_at, url: `https://video.example/sala/${id}?con=111111111` }
  for (const [time, video] of [
    ['15:44:59', [{ opens_at, url: null }]],
    ['15:45:00', [joined]],
    ['16:29:59', [joined]],
    ['16:30:00', []],
  ] as const) {
    clock.set(`2026-11-26T${time}Z`)
    const { appointments } = await (await as(person))(appointmentEndpoints.upcoming)
    expect([time, appointments.map((one) => one.video)]).toEqual([time, video])
  }
})

test('only the patient and people with access to the record can join, and not after a cancellation', async () => {
  const environment = { TELEMEDICINE_URL: 'https://video.example/sala' }
  const { as, clock, db, person: build } = await startPortal({ environment })
  const mother = await build()
  const child = await build({ date_birth: '2016-11-26', email: null })
  const grandfather = await build({ date_birth: '1950-01-01' })
  await buildLink(db, { leader_id: mother.id, member_id: child.id })
  await buildLink(db, { leader_id: mother.id, member_id: grandfather.id })
  const video = { starts_at: hours(1), modality: 'telemedicina' as const }
  const theirs = await buildAppointment(db, { patient_id: child.id, ...video })
  await buildAppointment(db, { patient_id: grandfather.id, ...video, rut_professional: '222222222' })
  clock.set('2026-11-26T15:50:00Z')
  const call = await as(mother)
  const linksOf = async (id: number) =>
    (await call(appointmentEndpoints.upcomingOf, { params: { id } })).appointments.map(
      ({ video }) => video?.url,
    )
  expect(await linksOf(child.id)).toEqual(['https://video.example/sala'])
  expect((await call(appointmentEndpoints.upcoming)).appointments).toEqual([])
  await expectRejected(linksOf(grandfather.id), 404)
  const stranger = await as(await build())
  const params = { id: child.id }
  await expectRejected(stranger(appointmentEndpoints.upcomingOf, { params }), 404)

  await call(appointmentEndpoints.cancel, { body: { id_appointment: theirs.id } })
  expect(await linksOf(child.id)).toEqual([])
  expect((await call(appointmentEndpoints.historyOf, { params })).appointments).toEqual([])
})

test('future appointments are the booked ones that have not ended, soonest first, with texts ready to show', async () => {
  const { call, db, person } = await withPatient()
  const second = await buildAppointment(db, { patient_id: person.id, starts_at: days(3) })
  const running = await buildAppointment(db, { patient_id: person.id, starts_at: hours(-0.25) })
  const first = await buildAppointment(db, {
    patient_id: person.id,
    starts_at: new Date('2026-11-27T12:30:00Z'),
    modality: 'telemedicina',
  })
  await buildAppointment(db, { patient_id: person.id, starts_at: hours(-0.5) })
  await buildAppointment(db, { patient_id: person.id, starts_at: days(1), state: 'cancelled' })
  const answer = await call(appointmentEndpoints.upcoming)
  expect(answer.appointments.map((appointment) => appointment.id_appointment)).toEqual([
    running.id,
    first.id,
    second.id,
  ])
  expect(answer).toMatchObject({ count_appointment: 3, total: 3, page: 1, limit: 5 })
  expect(answer.appointments[1]).toEqual({
    ...{ id_appointment: first.id, patient_id: person.id, rut_professional: '111111111', doctor_image: null },
    ...{ cod_specialty: '363', doctor_name: 'Dra. Marcela Ortega Pino', specialty: 'Medicina interna' },
    ...{ sub_context: 'Consulta', date: '27/11/2026', date_mobile: '27 nov', hour: '09:30' },
    ...{ place_care: 'Clínica Providencia', place_care_portal: 'Piso 3, consulta 304' },
    ...{ starts_at: '2026-11-27T12:30:00.000Z', ends_at: '2026-11-27T13:00:00.000Z' },
    ...{ modality: 'telemedicina', video: null },
  })
  await buildAppointment(db, { patient_id: person.id, starts_at: days(4) })
  const summary = await call(appointmentEndpoints.upcomingSummary)
  expect([summary.appointments.length, summary.count_appointment, summary.total]).toEqual([3, 4, 4])
})

test('past appointments are those that took place, latest first, page by page', async () => {
  const { call, db, person } = await withPatient()
  const ids: number[] = []
  for (let day = 1; day <= 7; day++) {
    ids.push((await buildAppointment(db, { patient_id: person.id, starts_at: days(-day) })).id)
  }
  await buildAppointment(db, { patient_id: person.id, starts_at: days(-2), state: 'cancelled' })
  const second = await call(appointmentEndpoints.history, { query: { page: 2 } })
  expect(second.appointments.map((appointment) => appointment.id_appointment)).toEqual(ids.slice(5))
  expect(second).toMatchObject({ count_appointment: 7, total: 7, page: 2, limit: 5 })
  const summary = await call(appointmentEndpoints.historySummary)
  expect(summary.appointments.map((appointment) => appointment.id_appointment)).toEqual(ids.slice(0, 3))
})

test('past appointments are counted exactly up to a thousand, and then reported as more', async () => {
  const { call, db, person } = await withPatient()
  await buildAppointment(db, { patient_id: person.id, starts_at: days(-1) })
  const copies = (count: number) =>
    db.ask(
      `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty,
        sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
        select patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id, place_care,
          place_detail, modality, starts_at - interval '1 day' * n, ends_at - interval '1 day' * n, state, created_at
        from (select * from appointments limit 1) a, generate_series(1, $1::int) n`,
      [count],
    )
  await copies(999)
  const exact = await call(appointmentEndpoints.history)
  expect(exact.total).toBe(1000)
  expect(exact).not.toHaveProperty('total_more')
  await copies(1)
  const more = await call(appointmentEndpoints.history, { query: { page: 200 } })
  expect(more).toMatchObject({ total: 1000, total_more: true, count_appointment: 1000 })
  expect(more.appointments).toHaveLength(5)
})

test('a list whose session has ended since the last call reads no record', async () => {
  const { db, clock, person, sessionOf } = await withPatient()
  const token = await sessionOf(person.id)
  const { counted, count } = countStatements(db)
  const { caller, app } = await openPortal(counted, clock)
  await caller(token)(appointmentEndpoints.upcoming)
  clock.advance({ minutes: 600 })
  const rejected = async () => {
    await expectRejected(caller(token)(appointmentEndpoints.upcoming), 401)
  }
  expect(await count(rejected)).toBe(1)
  await app.close()
})

const cancel = (id_appointment: number) => ({ body: { id_appointment } })

test('a cancellation releases the slot, mails the patient and is audited', async () => {
  const { call, db, person, clock } = await withPatient()
  const appointment = await buildAppointment(db, {
    patient_id: person.id,
    starts_at: new Date('2026-11-27T12:30:00Z'),
  })
  expect(await call(appointmentEndpoints.cancel, cancel(appointment.id))).toMatchObject({ status: 'Ok' })
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
  expect(await db.ask('select state, cancelled_at from appointments')).toEqual([
    { state: 'cancelled', cancelled_at: clock.now() },
  ])
  const mails = await db.listMails()
  expect(mails).toMatchObject([{ recipient: 'rosa@ejemplo.cl', person_id: person.id, state: 'queued' }])
  expect(mails[0]?.body_text).toMatch(/27\/11\/2026[\s\S]*09:30/)
  expect(await auditedCancellations(db)).toMatchObject([
    {
      ...{ actor_id: person.id, actor_role: 'STANDART_ROLE', patient_id: person.id },
      ...{ object: `id_appointment=${appointment.id}`, outcome: 'done' },
    },
  ])
})

test('an appointment that has begun or is past cannot be cancelled', async () => {
  const { call, db, person } = await withPatient()
  for (const start of [0, -48]) {
    const { id } = await buildAppointment(db, { patient_id: person.id, starts_at: hours(start) })
    await expectRejected(call(appointmentEndpoints.cancel, cancel(id)), 409)
  }
  expect(await db.listMails()).toEqual([])
  expect(await db.ask('select distinct state from appointments')).toEqual([{ state: 'booked' }])
})

test('concurrent cancellations take effect once, with one mail and one audit entry', async () => {
  const { call, db, person } = await withPatient()
  const appointment = await buildAppointment(db, { patient_id: person.id, starts_at: days(1) })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => getStatus(call(appointmentEndpoints.cancel, cancel(appointment.id)))),
  )
  expect(outcomes.sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  expect(await db.listMails()).toHaveLength(1)
  expect(await auditedCancellations(db)).toHaveLength(1)
})

test('a guardian cancels for a minor; both are notified, with one mail to a shared mailbox', async () => {
  const { call, db, mother, member } = await withChild({ email: 'martina@ejemplo.cl' })
  const appointment = await buildAppointment(db, { patient_id: member.id, starts_at: days(1) })
  await call(appointmentEndpoints.cancel, cancel(appointment.id))
  const mails = await db.listMails()
  expect(mails.map((mail) => mail.recipient)).toEqual(['camila@ejemplo.cl', 'martina@ejemplo.cl'])
  expect(mails[0]?.body_text).toContain('Martina')
  const [audited] = await auditedCancellations(db)
  expect(audited).toMatchObject({ actor_id: mother.id, actor_role: 'guardian', patient_id: member.id })

  await db.ask(`update people set email = 'CAMILA@ejemplo.cl' where id = $1`, [member.id])
  const other = await buildAppointment(db, { patient_id: member.id, starts_at: days(2) })
  await call(appointmentEndpoints.cancel, cancel(other.id))
  expect(await db.listMails()).toHaveLength(3)
})

test('an appointment of a patient without e-mail can be cancelled', async () => {
  const { as, db, person: build } = await startPortal()
  const person = await build({ email: null })
  const appointment = await buildAppointment(db, { patient_id: person.id, starts_at: days(1) })
  await (await as(person))(appointmentEndpoints.cancel, cancel(appointment.id))
  expect(await db.listMails()).toEqual([])
})
