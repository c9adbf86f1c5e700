import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import type { Call } from '@mi-portal/contract/calls/client'
import { expect, test } from 'vitest'
import { buildProfessional, openAgenda } from '../../../../test/booking/calendar.ts'
import { buildAppointment, buildLink } from '../../../../test/build.ts'
import { startPair } from '../../../../test/external/scheduling-service.ts'
import { expectRejected } from '../../../../test/rejection.ts'

/** Starts a portal and an external service whose only slot of the week is booked, and a patient who waits for it. */
async function withOneSlot() {
  const pair = await startPair({ weekdays: [1], starts: '09:00', ends: '09:30' })
  const { here, there } = pair
  const { own: holder } = await pair.patient({ first_name: 'Berta', email: 'berta@ejemplo.cl' })
  const { own, known } = await pair.patient({ first_name: 'Ana', email: 'ana@ejemplo.cl' })
  const by = await openAgenda(here, holder)
  const day = { from: '2026-11-30', to: '2026-11-30' }
  const [slot] = (await by(slotEndpoints.slots, { query: { ...day, specialty: '101' } })).data
  if (!slot) throw new Error('no hour is free')
  const { data } = await by(slotEndpoints.hold, { body: { slot_id: slot.id } })
  const booked = await by(bookingEndpoints.book, { body: { hold_id: data.hold_id, patient_id: holder.id } })
  const call = await openAgenda(here, own)
  const wait = (patient_id = own.id, who: Call = call) =>
    who(waitingEndpoints.wait, { body: { patient_id, specialty: '101', ...day } })
  return {
    ...pair,
    holder,
    own,
    known,
    call,
    slot,
    wait,
    /** Cancels the appointment, lets the service offer its slot, and lets the portal ask for offers a minute later. */
    free: async () => {
      const id_appointment = booked.data.id_appointment
      await (await here.as(holder))(appointmentEndpoints.cancel, { body: { id_appointment } })
      await there.runJob('booking.offerFreed')
      return look()
    },
    look,
    offered: () => here.db.ask(`select recipient from outbox where template = 'booking.offered'`),
  }
  async function look() {
    pair.clock.advance({ minutes: 1 })
    return here.runJob('booking.offerFreed')
  }
}

test('a patient who waits in the external service is notified of an offer once by the portal and can book it', async () => {
  const { call, here, there, own, known, slot, wait, free, look, offered } = await withOneSlot()
  const { data: place } = await wait()
  expect(place).toMatchObject({
    patient_id: own.id,
    patient_full_name: 'Ana Tapia Lagos',
    specialty: { code: '101', name: 'Medicina General' },
  })
  expect((await call(waitingEndpoints.waiting)).data).toEqual([place])
  expect(await there.db.ask('select person_id, patient_id from waiting_list')).toEqual([
    { person_id: known.id, patient_id: known.id },
  ])
  expect(await look()).toEqual({ lapsed: 0, offered: 0 })

  expect(await free()).toEqual({ lapsed: 0, offered: 1 })
  expect(await look()).toEqual({ lapsed: 0, offered: 0 })
  expect(await offered()).toEqual([{ recipient: 'ana@ejemplo.cl' }])
  expect(await here.db.ask('select person_id from notifications')).toEqual([{ person_id: own.id }])
  // The service leaves the notification to the portal.
  expect(await there.db.ask('select recipient from outbox')).toEqual([])
  expect(await there.db.ask('select id from notifications')).toEqual([])

  const { data: offers } = await call(waitingEndpoints.offers)
  expect(offers).toMatchObject([{ patient_id: own.id, slot: { id: slot.id } }])
  const hold_id = offers[0]?.hold_id ?? 0
  const taken = await call(bookingEndpoints.book, { body: { hold_id, patient_id: own.id } })
  expect(taken.data.starts_at).toBe(slot.starts_at)
  expect((await call(waitingEndpoints.waiting)).data).toEqual([])
  expect((await call(waitingEndpoints.offers)).data).toEqual([])
  expect(await here.db.ask('select id from outside_waits')).toEqual([])
})

test('a declined offer of the external service goes to the next patient, not to one who left the list', async () => {
  const { call, here, there, own, patient, wait, free, look, offered } = await withOneSlot()
  await wait()
  const second = await patient({ first_name: 'Carla', email: 'carla@ejemplo.cl' })
  const theirs = await openAgenda(here, second.own)
  const third = await patient({ email: 'dora@ejemplo.cl' })
  const { data: over } = await wait(third.own.id, await openAgenda(here, third.own))
  await wait(second.own.id, theirs)
  const params = { id: String(over.id) }
  await expectRejected(call(waitingEndpoints.stopWaiting, { params }), 404)
  await (await openAgenda(here, third.own))(waitingEndpoints.stopWaiting, { params })
  await free()
  const [offer] = (await call(waitingEndpoints.offers)).data
  expect((await theirs(waitingEndpoints.offers)).data).toEqual([])
  await (await openAgenda(here, own))(slotEndpoints.release, { params: { hold_id: String(offer?.hold_id) } })
  await there.runJob('booking.offerFreed')
  expect(await look()).toEqual({ lapsed: 0, offered: 1 })
  expect((await theirs(waitingEndpoints.offers)).data).toHaveLength(1)
  expect(await offered()).toEqual([{ recipient: 'ana@ejemplo.cl' }, { recipient: 'carla@ejemplo.cl' }])
})

test('a parent’s waiting-list entry for a child is in the child’s name, survives a failure of the service, and needs the right to book', async () => {
  const { here, there, own, patient, line, wait, free, look, offered } = await withOneSlot()
  const child = await patient({ date_birth: '2016-01-01', email: null, first_name: 'Martina' })
  await expectRejected(wait(child.own.id), 404)
  const link = await buildLink(here.db, { leader_id: own.id, member_id: child.own.id })
  await wait(child.own.id)
  expect(await there.db.ask('select person_id, patient_id from waiting_list')).toEqual([
    { person_id: child.known.id, patient_id: child.known.id },
  ])
  line.state = 'down'
  expect(await look()).toEqual({ lapsed: 0, offered: 0 })
  await expectRejected(wait(), 503)
  line.state = 'up'
  await here.db.ask("update family_links set state = 'ended' where id = $1", [link.id])
  await free()
  expect(await offered()).toEqual([])
  expect(await there.db.ask('select state from waiting_list')).toEqual([{ state: 'ended' }])
  expect(await here.db.ask('select id from outside_waits')).toEqual([])
})

test('only the portal that booked an appointment notifies and reminds the patient', async () => {
  const { here, there, clock, holder } = await withOneSlot()
  expect(await here.db.listMails()).toMatchObject([
    { recipient: 'berta@ejemplo.cl', template: 'booking.booked' },
  ])
  await there.db.ask(`update people set email = 'berta@otra.cl' where first_name = 'Berta'`)
  clock.set('2026-11-29T12:05:00Z')
  for (const portal of [here, there]) await portal.runJob('booking.remind')
  expect(await here.db.listMails('booking.reminder')).toMatchObject([{ recipient: 'berta@ejemplo.cl' }])
  const [hour] = (await (await here.as(holder))(appointmentEndpoints.upcoming)).appointments
  await (await here.as(holder))(appointmentEndpoints.cancel, {
    body: { id_appointment: hour?.id_appointment ?? 0 },
  })
  expect(await there.db.ask('select recipient from outbox')).toEqual([])
})

test('staff cannot change calendars of an external service in the portal, and the error says where to do it', async () => {
  const { here } = await withOneSlot()
  const staff = await here.as(await here.person({ rol: 'ADMIN_ROLE' }))
  const params = { id: '1' }
  for (const asked of [
    () => staff(professionalEndpoints.professionals, {}),
    () => staff(holidayEndpoints.holidays, { query: { year: '2026' } }),
    () => staff(calendarAppointmentEndpoints.move, { params, body: { slot_id: 1, sequence: 0 } }),
    () => staff(calendarAppointmentEndpoints.cancel, { params, body: { sequence: 0 } }),
  ])
    await expectRejected(
      asked(),
      409,
      'Los calendarios se llevan en un servicio externo: los cambios se hacen allí',
    )
})

test('staff can list and cancel, but not move, appointments booked before in the portal’s own calendars', async () => {
  const { here, holder, own } = await withOneSlot()
  const professional = await buildProfessional(here.db)
  const before = await buildAppointment(here.db, {
    patient_id: own.id,
    professional_id: professional.id,
    starts_at: new Date('2026-12-01T13:00:00Z'),
    ends_at: new Date('2026-12-01T13:30:00Z'),
  })
  const staff = await here.as(await here.person({ rol: 'ADMIN_ROLE' }))
  const listed = await staff(calendarAppointmentEndpoints.heldByPortal)
  expect([listed.total, listed.hours.map(({ id_appointment }) => id_appointment)]).toEqual([1, [before.id]])
  expect(await here.db.listAuditEvents('agenda.kept')).toMatchObject([{ patient_id: own.id }])
  const params = { id: String(before.id) }
  await expectRejected(
    staff(calendarAppointmentEndpoints.move, { params, body: { slot_id: 1, sequence: 0 } }),
    409,
  )
  // Staff cannot cancel an appointment of the external service in the portal.
  const [outside] = await here.db.ask<{ id: number }>(
    'select id from appointments where patient_id = $1 and outside_id is not null',
    [holder.id],
  )
  await expectRejected(
    staff(calendarAppointmentEndpoints.cancel, {
      params: { id: String(outside?.id) },
      body: { sequence: 0 },
    }),
    409,
  )
  await expectRejected(staff(calendarAppointmentEndpoints.cancel, { params, body: { sequence: 7 } }), 409)
  await staff(calendarAppointmentEndpoints.cancel, { params, body: { sequence: 0 } })
  expect((await staff(calendarAppointmentEndpoints.heldByPortal)).total).toBe(0)
  expect(await here.db.listMails('agenda.cancelled')).toMatchObject([{ recipient: 'ana@ejemplo.cl' }])
})
