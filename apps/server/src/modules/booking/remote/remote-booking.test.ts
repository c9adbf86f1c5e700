import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { Call } from '@mi-portal/contract/calls/client'
import { expect, test } from 'vitest'
import { openAgenda } from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { startPair } from '../../../../test/external/scheduling-service.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const week = { from: '2026-11-27', to: '2026-12-04' } as const
const taken = { slots: { query: { ...week, specialty: '101' } } } as const

async function withPatient(...given: Parameters<typeof startPair>) {
  const pair = await startPair(...given)
  const { own, known } = await pair.patient({ email: 'rosa@ejemplo.cl' })
  return { ...pair, own, known, call: await openAgenda(pair.here, own) }
}

async function holdOne(call: Call, skip = 0) {
  const { data } = await call(slotEndpoints.slots, taken.slots)
  const slot = data[skip]
  if (!slot) throw new Error('no hour is free')
  const held = await call(slotEndpoints.hold, { body: { slot_id: slot.id } })
  return { slot, hold_id: held.data.hold_id }
}

async function bookOne(call: Call, patientId: number, skip = 0) {
  const { hold_id, slot } = await holdOne(call, skip)
  const { data } = await call(bookingEndpoints.book, { body: { hold_id, patient_id: patientId } })
  return { slot, hour: data }
}

test('sites, specialties, professionals and free slots are those of the external service', async () => {
  const { call, there, known, professional } = await withPatient()
  const own = await openAgenda(there, known)
  for (const endpoint of [
    serviceEndpoints.offices,
    serviceEndpoints.specialties,
    serviceEndpoints.professionals,
  ])
    expect(await call(endpoint)).toEqual(await own(endpoint))
  const { data } = await call(slotEndpoints.slots, taken.slots)
  expect(data).toEqual((await own(slotEndpoints.slots, taken.slots)).data)
  expect(data[0]?.rut_professional).toBe(professional.rut)
  const named = await call(serviceEndpoints.specialties, { query: { spec_id: '362,363' } })
  expect(named.data.map(({ code }) => code)).toEqual(['362', '363'])
  await expectRejected(call(slotEndpoints.slots, { query: { ...week, exam_id: 999_999 } }), 404)
  // The timeout includes the start of a second portal with its embedded database.
}, 60_000)

test('an appointment is booked in the external service, and is listed, mailed and audited in the portal', async () => {
  const { call, here, there, own, known } = await withPatient()
  const { slot, hour } = await bookOne(call, own.id)
  expect(hour).toMatchObject({ patient_id: own.id, starts_at: slot.starts_at, specialty: 'Medicina General' })
  const upcoming = await (await here.as(own))(appointmentEndpoints.upcoming)
  expect(upcoming.appointments).toEqual([hour])
  expect(await there.db.ask('select patient_id, starts_at, state from appointments')).toEqual([
    { patient_id: known.id, starts_at: new Date(slot.starts_at), state: 'booked' },
  ])
  expect(await here.db.listMails('booking.booked')).toMatchObject([{ recipient: 'rosa@ejemplo.cl' }])
  expect(await here.db.listAuditEvents('booking.book')).toMatchObject([{ patient_id: own.id }])
  expect(await here.db.ask('select id from outside_holds')).toEqual([])
  const { data } = await (await openAgenda(here, own))(slotEndpoints.slots, taken.slots)
  expect(data.map(({ id }) => id)).not.toContain(slot.id)
})

test('a move and a cancellation are sent to the external service first; a cancellation succeeds if the service has already cancelled', async () => {
  const { call, there, here, own, known } = await withPatient()
  const { hour } = await bookOne(call, own.id)
  const { id_appointment } = hour
  const { hold_id, slot } = await holdOne(call, 2)
  const moved = await call(bookingEndpoints.book, { body: { hold_id, patient_id: own.id, id_appointment } })
  expect(moved.data).toMatchObject({ id_appointment, starts_at: slot.starts_at })
  for (const { db } of [here, there])
    expect(await db.ask('select starts_at, ical_sequence from appointments')).toEqual([
      { starts_at: new Date(slot.starts_at), ical_sequence: 1 },
    ])
  const { hour: second } = await bookOne(call, own.id, 3)
  await call(bookingEndpoints.cancel, { params: { id_appointment } })
  const stored = await there.db.ask<{ id: number; state: string }>(
    'select id, state from appointments order by id',
  )
  expect(stored.map(({ state }) => state)).toEqual(['cancelled', 'booked'])
  await (await there.as(known))(appointmentEndpoints.cancel, { body: { id_appointment: stored[1]?.id ?? 0 } })
  await (await here.as(own))(appointmentEndpoints.cancel, { body: { id_appointment: second.id_appointment } })
  expect((await (await here.as(own))(appointmentEndpoints.upcoming)).total).toBe(0)
})

test('a guardian’s booking for a child is made in the external service under the child’s name', async () => {
  const { call, here, there, own, patient } = await withPatient()
  const child = await patient({ date_birth: '2016-01-01', email: null, first_name: 'Martina' })
  await buildLink(here.db, { leader_id: own.id, member_id: child.own.id })
  const { hold_id } = await holdOne(call)
  await call(bookingEndpoints.check, { params: { hold_id }, body: { patient_id: child.own.id } })
  const { data } = await call(bookingEndpoints.book, { body: { hold_id, patient_id: child.own.id } })
  expect(data.patient_id).toBe(child.own.id)
  expect(await there.db.ask('select patient_id, booked_by from appointments')).toEqual([
    { patient_id: child.known.id, booked_by: child.known.id },
  ])
  const stranger = await patient()
  const again = await holdOne(call)
  await expectRejected(
    call(bookingEndpoints.book, { body: { hold_id: again.hold_id, patient_id: stranger.own.id } }),
    404,
  )
})

test('a hold in the external service is for one patient and is released there, and an expired hold answers 409', async () => {
  const { call, here, there, own, patient, clock } = await withPatient()
  const { hold_id, slot } = await holdOne(call)
  const rival = await openAgenda(here, (await patient()).own)
  await expectRejected(rival(slotEndpoints.hold, { body: { slot_id: slot.id } }), 409)
  await call(slotEndpoints.release, { params: { hold_id } })
  expect(await there.db.ask('select id from holds')).toEqual([])
  const later = await holdOne(call)
  clock.advance({ minutes: 6 })
  await expectRejected(
    call(bookingEndpoints.book, { body: { hold_id: later.hold_id, patient_id: own.id } }),
    409,
    'Venció el tiempo para confirmar esta hora. Elígela nuevamente',
  )
})

test('a patient who is unknown to the external service is asked to call the clinic', async () => {
  const { here } = await withPatient()
  const call = await openAgenda(here, await here.person())
  await expectRejected(
    call(serviceEndpoints.offices),
    404,
    'La agenda no encuentra a este paciente. Llama a la clínica para reservar',
  )
})

test('while the external service is down, failing or babbling requests answer 503, and they work again when it is back', async () => {
  const { call, here, own, line } = await withPatient()
  await call(serviceEndpoints.offices)
  const { hour } = await bookOne(call, own.id)
  for (const state of ['down', 'failing', 'babbling'] as const) {
    const by = await openAgenda(here, own)
    line.state = state
    expect(await getRejection(by(slotEndpoints.slots, taken.slots))).toMatchObject({
      status: 503,
      retryAfter: 5,
    })
    const params = { id_appointment: hour.id_appointment }
    if (state !== 'babbling') await expectRejected(by(bookingEndpoints.cancel, { params }), 503)
    // Requests that need only the portal's own record still work.
    const { appointments } = await (await here.as(own))(appointmentEndpoints.upcoming)
    expect(appointments.map(({ id_appointment }) => id_appointment)).toEqual([hour.id_appointment])
    line.state = 'up'
    const again = await openAgenda(here, own)
    expect((await again(slotEndpoints.slots, taken.slots)).data.length).toBeGreaterThan(0)
  }
})

test('a booking whose response was lost can be repeated and gives the same appointment', async () => {
  const { call, here, there, own, line } = await withPatient()
  const { hold_id, slot } = await holdOne(call)
  const body = { hold_id, patient_id: own.id }
  line.state = 'lost'
  await expectRejected(call(bookingEndpoints.book, { body }), 503)
  expect(await there.db.ask('select state from appointments')).toEqual([{ state: 'booked' }])
  line.state = 'up'
  const { data } = await call(bookingEndpoints.book, { body })
  expect(data.starts_at).toBe(slot.starts_at)
  for (const { db } of [here, there])
    expect(await db.ask('select count(*)::int as n from appointments')).toEqual([{ n: 1 }])
})

test('the job resolves a booking whose response was lost, once, and the patient is notified', async () => {
  const { call, here, own, line, clock } = await withPatient()
  const { hold_id } = await holdOne(call)
  line.state = 'lost'
  await getRejection(call(bookingEndpoints.book, { body: { hold_id, patient_id: own.id } }))
  clock.advance({ minutes: 1 })
  expect(await here.runJob('booking.settle')).toMatchObject({ settled: 0 })
  line.state = 'up'
  const both = await Promise.all([here.runJob('booking.settle'), here.runJob('booking.settle')])
  expect(both).toHaveLength(2)
  expect(await here.runJob('booking.settle')).toEqual({ settled: 0, holds: 0 })
  expect(await here.db.ask('select patient_id from appointments')).toEqual([{ patient_id: own.id }])
  expect(await here.db.ask('select recipient from outbox')).toEqual([{ recipient: 'rosa@ejemplo.cl' }])
})

test('the job drops a booking that never reached the external service and whose hold has expired', async () => {
  const { call, here, there, own, line, clock } = await withPatient()
  const { hold_id } = await holdOne(call)
  line.state = 'down'
  await getRejection(call(bookingEndpoints.book, { body: { hold_id, patient_id: own.id } }))
  line.state = 'up'
  clock.advance({ minutes: 10 })
  await here.runJob('booking.settle')
  for (const { db } of [here, there]) expect(await db.ask('select id from appointments')).toEqual([])
  expect(await here.db.ask('select id from outside_holds')).toEqual([])
})

test('the job cancels the appointments of a deceased patient in the external service, as soon as it accepts', async () => {
  const { call, here, there, own, line } = await withPatient()
  await bookOne(call, own.id)
  const states = () =>
    Promise.all([here, there].map(({ db }) => db.ask<{ state: string }>('select state from appointments')))
  expect(await here.runJob('booking.cancelOfDeceased')).toEqual({ cancelled: 0 })
  await here.db.ask(`update people set deceased_at = now(), deceased_source = 'staff' where id = $1`, [
    own.id,
  ])
  line.state = 'down'
  expect(await here.runJob('booking.cancelOfDeceased')).toEqual({ cancelled: 0 })
  expect(await states()).toEqual([[{ state: 'booked' }], [{ state: 'booked' }]])
  line.state = 'up'
  expect(await here.runJob('booking.cancelOfDeceased')).toEqual({ cancelled: 1 })
  expect(await states()).toEqual([[{ state: 'cancelled' }], [{ state: 'cancelled' }]])
  expect(await here.runJob('booking.cancelOfDeceased')).toEqual({ cancelled: 0 })
})

test('a new token is obtained when the token of the external service is about to expire', async () => {
  const { call, here, own, clock, line } = await withPatient()
  await call(serviceEndpoints.offices)
  clock.advance({ minutes: 9, seconds: 45 })
  const again = await openAgenda(here, own)
  await again(serviceEndpoints.offices)
  expect(line.asked.filter((one) => one === 'POST /agenda/v1/token')).toHaveLength(2)
})
