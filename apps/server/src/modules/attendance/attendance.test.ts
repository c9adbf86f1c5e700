import { arrivalTooEarly, attendanceEndpoints, attendanceTooEarly } from '@mi-portal/contract/attendance'
import { formatRun } from '@mi-portal/contract/values/run'
import { expect, test } from 'vitest'
import { buildAppointment } from '../../../test/build.ts'
import { readAuditLog } from '../../../test/departments.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const { arrivals, exportArrivals, ofPatient, one, record } = attendanceEndpoints

const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)
const today = { day: '2026-11-26' }

async function withClerk() {
  const portal = await startPortal()
  const patient = await portal.person({ first_name: 'Camila', last_name: 'Fuentes', second_name: 'Rojas' })
  const clerk = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea', last_name: 'Morales' })
  const book = async (startsIn: number, rest: object = {}) =>
    (await buildAppointment(portal.db, { patient_id: patient.id, starts_at: hours(startsIn), ...rest })).id
  return { ...portal, patient, clerk, book, call: await portal.as(clerk) }
}

const listIds = ({ appointments }: { appointments: readonly { id_appointment: number }[] }) =>
  appointments.map(({ id_appointment }) => id_appointment)

test('staff see the appointments of a day in order, with document, age, phone and confirmation, and each patient is audited', async () => {
  const { call, book, clerk, patient, ...portal } = await withClerk()
  await portal.db.ask(`update people set date_birth = '1980-11-27', phone = '+56955550108' where id = $1`, [
    patient.id,
  ])
  const later = await book(2, { confirmed_at: hours(-20), reserved_group: 'salud-mental' })
  const first = await book(-3)
  await book(-30)
  await book(-2, { state: 'cancelled', cancelled_at: hours(-5) })
  const { appointments, more } = await call(arrivals, { query: today })
  expect([listIds({ appointments }), more]).toEqual([[first, later], false])
  expect(appointments[0]).toEqual({
    ...{ id_appointment: first, patient_id: patient.id, patient_full_name: 'Camila Fuentes Rojas' },
    ...{ starts_at: '2026-11-26T12:00:00.000Z', ends_at: '2026-11-26T12:30:00.000Z' },
    ...{ doctor_name: 'Dra. Marcela Ortega Pino', modality: 'presencial', confirmed_at: null, age: 45 },
    ...{ place: expect.any(String), specialty: expect.any(String), phone: '+56955550108' },
    ...{ document: formatRun(patient.document_number), attendance: null },
    ...{ attendance_at: null, attendance_by: null },
  })
  expect(appointments[1]).toMatchObject({ confirmed_at: '2026-11-25T19:00:00.000Z', specialty: null })
  expect(await readAuditLog(portal, clerk.id)).toMatchObject([
    { action: 'attendance.list', patient_id: patient.id, outcome: 'done' },
  ])
  const { csv, name } = await call(exportArrivals, { query: today })
  expect(name).toBe('llegadas-2026-11-26.csv')
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    expect.stringMatching(/^"09:00","Camila Fuentes Rojas",".*","'\+56955550108",.*"Por confirmar"$/),
    expect.stringMatching(/"Confirmada"$/),
  ])
  expect(listIds(await call(arrivals, { query: { ...today, office_id: 239 } }))).toEqual([])
  expect(listIds(await call(arrivals, { query: { day: '2026-11-27' } }))).toEqual([])
})

test('an arrival is recorded from 60 minutes before the appointment, and withdrawn; attendance only once it began', async () => {
  const { call, book, db } = await withClerk()
  const soon = await book(0.9)
  const far = await book(1.1)
  const arrive = (id: number) =>
    call(record, { params: { id }, body: { attendance: 'arrived', previous: null } })
  await expectRejected(arrive(far), 400, { fieldErrors: [{ msg: arrivalTooEarly }] })
  await expectRejected(call(one, { params: { id: far } }), 404)
  await arrive(soon)
  expect((await call(one, { params: { id: soon } })).appointment).toMatchObject({
    attendance: 'arrived',
    attendance_by: 'Andrea Morales',
  })
  const attended = { params: { id: soon }, body: { attendance: 'attended', previous: 'arrived' } } as const
  expect((await getRejection(call(record, attended))).fieldErrors[0]?.msg).toBe(attendanceTooEarly)
  await call(record, { params: { id: soon }, body: { attendance: null, previous: 'arrived' } })
  await expectRejected(call(record, attended), 400)
  await arrive(soon)
  await db.ask(`update appointments set starts_at = starts_at - interval '1 hour' where id = $1`, [soon])
  await call(record, attended)
  expect((await call(one, { params: { id: soon } })).appointment.attendance).toBe('attended')
})

test('staff open and record only an appointment that has begun, is not cancelled and is at their site', async () => {
  const { call, book, clerk, patient, db, ...portal } = await withClerk()
  const body = { attendance: 'attended', previous: null } as const
  const id = await book(-1, { attendance: 'attended', attendance_at: hours(0) })
  const { appointment } = await call(one, { params: { id } })
  expect(appointment).toMatchObject({ id_appointment: id, attendance: 'attended', attendance_by: null })
  expect(await readAuditLog({ ...portal, db }, clerk.id)).toMatchObject([
    { action: 'attendance.list', patient_id: patient.id, outcome: 'done' },
  ])
  const future = await book(2)
  await expectRejected(call(one, { params: { id: future } }), 404)
  await expectRejected(call(record, { params: { id: future }, body }), 400, {
    fieldErrors: [{ param: 'attendance' }],
  })
  const cancelled = await book(-1, { state: 'cancelled', cancelled_at: hours(-5), starts_at: hours(-4) })
  await expectRejected(call(one, { params: { id: cancelled } }), 404)
  await expectRejected(call(record, { params: { id: cancelled }, body }), 404)
  const elsewhere = await book(-2)
  await db.ask('update people set site_ids = array[239] where id = $1', [clerk.id])
  await expectRejected(call(one, { params: { id: elsewhere } }), 404)
  await expectRejected(call(record, { params: { id: elsewhere }, body }), 404)
  expect(listIds(await call(arrivals, { query: today }))).toEqual([])
  await expectRejected(call(ofPatient, { params: { id: patient.id }, query: {} }), 404)
})

test('staff record that a patient attended and correct it, and each change is audited', async () => {
  const { call, book, clerk, patient, clock, ...portal } = await withClerk()
  const id = await book(-1)
  await call(record, { params: { id }, body: { attendance: 'attended', previous: null } })
  const { appointments } = await call(ofPatient, { params: { id: patient.id }, query: {} })
  expect(appointments).toMatchObject([
    { attendance: 'attended', attendance_at: '2026-11-26T15:00:00.000Z', attendance_by: 'Andrea Morales' },
  ])
  clock.set('2026-11-26T15:20:00Z')
  await call(record, { params: { id }, body: { attendance: 'missed', previous: 'attended' } })
  await call(record, { params: { id }, body: { attendance: null, previous: 'missed' } })
  const [row] = (await call(ofPatient, { params: { id: patient.id }, query: {} })).appointments
  expect(row).toMatchObject({ attendance: null, attendance_at: null, attendance_by: null })
  const entries = await portal.db.listAuditEvents('attendance.record')
  const entry = { patient_id: patient.id, object: `id_appointment=${id}` }
  expect(entries).toMatchObject([
    { ...entry, detail: { attendance: 'attended', previous: null } },
    { ...entry, detail: { attendance: 'missed', previous: 'attended' } },
    { ...entry, detail: { attendance: null, previous: 'missed' } },
  ])
})

test('the front desk corrects an appointment that another system reported as missed, and it is booked again', async () => {
  const { call, book, patient, db } = await withClerk()
  const reported = { attendance: 'missed', attendance_at: hours(-1) } as const
  const id = await book(-2, { state: 'cancelled', cancelled_at: hours(-1), ...reported })
  const missed = {
    ...{ id_appointment: id, attendance: 'missed', attendance_at: '2026-11-26T14:00:00.000Z' },
    attendance_by: null,
  }
  expect((await call(arrivals, { query: today })).appointments).toMatchObject([missed])
  expect((await call(ofPatient, { params: { id: patient.id }, query: {} })).appointments).toMatchObject([
    missed,
  ])
  await call(record, { params: { id }, body: { attendance: 'attended', previous: 'missed' } })
  const stored = () =>
    db.ask('select state, cancelled_at, attendance, ical_sequence from appointments where id = $1', [id])
  const booked = { state: 'booked', cancelled_at: null, ical_sequence: 1 }
  expect(await stored()).toEqual([{ ...booked, attendance: 'attended' }])
  // Staff take the correction back: the appointment stays booked, as any that staff recorded as missed.
  await call(record, { params: { id }, body: { attendance: 'missed', previous: 'attended' } })
  expect(await stored()).toEqual([{ ...booked, attendance: 'missed' }])
})

test('one of two members of staff who correct a missed appointment at the same time is rejected', async () => {
  const { call, book, db, ...portal } = await withClerk()
  const other = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const reported = { attendance: 'missed', attendance_at: hours(-1) } as const
  const id = await book(-2, { state: 'cancelled', cancelled_at: hours(-1), ...reported })
  const outcomes = await Promise.allSettled([
    call(record, { params: { id }, body: { attendance: 'attended', previous: 'missed' } }),
    other(record, { params: { id }, body: { attendance: null, previous: 'missed' } }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(failed?.reason).toMatchObject({ status: 409, message: expect.stringContaining('cambiaron') })
  expect(await db.ask('select state, ical_sequence from appointments where id = $1', [id])).toEqual([
    { state: 'booked', ical_sequence: 1 },
  ])
})
