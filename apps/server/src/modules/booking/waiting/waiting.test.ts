import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { expect, test } from 'vitest'
import { buildProfessional, holdSlot, openAgenda, openCalendars } from '../../../../test/booking/calendar.ts'
import { buildDelegation } from '../../../../test/build.ts'
import { startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

/** A clinic with one slot in the week, which is booked, and three people on the waiting list. */
async function withOneSlot() {
  const portal = await startPortal()
  await buildProfessional(portal.db, { weekdays: [1], starts: '09:00', ends: '09:30' })
  await openCalendars(portal)
  const holder = await portal.person()
  const call = await openAgenda(portal, holder)
  const { slot, hold_id } = await holdSlot(call)
  const booked = await call(bookingEndpoints.book, { body: { hold_id, patient_id: holder.id } })
  const waiters: { readonly id: number }[] = []
  for (const name of ['ana', 'berta', 'carla']) {
    const person = await portal.person({ first_name: name, email: `${name}@ejemplo.cl` })
    const by = await openAgenda(portal, person)
    await by(waitingEndpoints.wait, {
      body: { patient_id: person.id, specialty: '101', from: '2026-11-30', to: '2026-11-30' },
    })
    waiters.push(person)
    portal.clock.advance({ seconds: 1 })
  }
  const cancel = async () =>
    (await portal.as(holder))(appointmentEndpoints.cancel, {
      body: { id_appointment: booked.data.id_appointment },
    })
  const offersOf = async (index: number) => {
    const by = await openAgenda(portal, waiters[index] ?? { id: 0 })
    return (await by(waitingEndpoints.offers)).data
  }
  const live = () => portal.db.ask<{ id: number }>(`select id from holds where kind = 'offer'`)
  const mailed = () => portal.db.listMails('booking.offered')
  const run = () => portal.runJob('booking.offerFreed')
  return { portal, slot, holder, waiters, cancel, offersOf, live, mailed, run }
}

test('a released slot is offered to the first person; after the offer expires the second person gets it and books', async () => {
  const { portal, slot, waiters, cancel, offersOf, live, mailed, run } = await withOneSlot()
  expect(await run()).toEqual({ lapsed: 0, offered: 0 })
  await cancel()
  expect(await run()).toEqual({ lapsed: 0, offered: 1 })
  expect(await run()).toEqual({ lapsed: 0, offered: 0 })
  const [first] = await offersOf(0)
  expect(first?.slot.id).toBe(slot.id)
  expect(Date.parse(first?.expires_at ?? '') - portal.clock.now().getTime()).toBe(30 * 60_000)
  expect([(await offersOf(1)).length, (await offersOf(2)).length, (await live()).length]).toEqual([0, 0, 1])
  const outsider = await openAgenda(portal, await portal.person())
  await expectRejected(outsider(slotEndpoints.hold, { body: { slot_id: slot.id } }), 409)

  portal.clock.advance({ minutes: 30 })
  expect(await run()).toEqual({ lapsed: 1, offered: 1 })
  expect([(await offersOf(0)).length, (await offersOf(1)).length, (await live()).length]).toEqual([0, 1, 1])

  const [second] = await offersOf(1)
  const berta = await openAgenda(portal, waiters[1] ?? { id: 0 })
  await berta(bookingEndpoints.book, {
    body: { hold_id: second?.hold_id ?? 0, patient_id: waiters[1]?.id ?? 0 },
  })
  expect((await berta(waitingEndpoints.waiting)).data).toEqual([])
  portal.clock.advance({ minutes: 31 })
  expect(await run()).toEqual({ lapsed: 0, offered: 0 })
  expect((await mailed()).map(({ recipient }) => recipient)).toEqual(['ana@ejemplo.cl', 'berta@ejemplo.cl'])
  expect(await portal.db.ask(`select id from appointments where state = 'booked'`)).toHaveLength(1)
})

test('two servers that process a released slot at the same time make one offer', async () => {
  const { portal, cancel, live, mailed } = await withOneSlot()
  const second = await startServer(portal.db, portal.clock)
  await cancel()
  await Promise.all([portal, second, portal].map((server) => server.runJob('booking.offerFreed')))
  expect([(await live()).length, (await mailed()).length]).toEqual([1, 1])
})

test('two slots that are released together are offered to two different people', async () => {
  const { portal, offersOf, live, mailed, run } = await withOneSlot()
  await buildProfessional(portal.db, { weekdays: [1], starts: '15:00', ends: '15:30' })
  await portal.runJob('booking.keepAhead')
  await portal.db.ask(`delete from appointments`)
  await portal.db.ask(
    `insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
     select professional_id, starts_at, ends_at, $1::timestamptz from slots
     where starts_at >= '2026-11-30' and starts_at < '2026-12-01'`,
    [portal.clock.now()],
  )
  expect(await run()).toEqual({ lapsed: 0, offered: 1 })
  expect(await run()).toEqual({ lapsed: 0, offered: 1 })
  expect(await run()).toEqual({ lapsed: 0, offered: 0 })
  expect((await live()).length).toBe(2)
  expect((await mailed()).map(({ recipient }) => recipient)).toEqual(['ana@ejemplo.cl', 'berta@ejemplo.cl'])
  expect([(await offersOf(0)).length, (await offersOf(1)).length, (await offersOf(2)).length]).toEqual([
    1, 1, 0,
  ])
})

test('a person who left the waiting list gets no offer, and the released slot can be booked by anyone', async () => {
  const { portal, slot, waiters, cancel, live, run } = await withOneSlot()
  for (const person of waiters) {
    const by = await openAgenda(portal, person)
    const [own] = (await by(waitingEndpoints.waiting)).data
    await by(waitingEndpoints.stopWaiting, { params: { id: own?.id ?? 0 } })
    await expectRejected(by(waitingEndpoints.stopWaiting, { params: { id: own?.id ?? 0 } }), 404)
  }
  await cancel()
  expect(await run()).toEqual({ lapsed: 0, offered: 0 })
  expect(await live()).toEqual([])
  const by = await openAgenda(portal, await portal.person())
  await by(slotEndpoints.hold, { body: { slot_id: slot.id } })
})

test('a repeated waiting-list entry is one entry, and one for a stranger or an unknown specialty answers 404', async () => {
  const { portal, waiters } = await withOneSlot()
  const [ana, berta] = waiters
  const by = await openAgenda(portal, ana ?? { id: 0 })
  const wait = (body: object) =>
    by(waitingEndpoints.wait, { body: { patient_id: ana?.id ?? 0, specialty: '101', ...body } })
  const own = (await by(waitingEndpoints.waiting)).data
  expect((await wait({})).data.id).toBe(own[0]?.id)
  await expectRejected(wait({ patient_id: berta?.id }), 404)
  await expectRejected(wait({ specialty: '999' }), 404)
  await expectRejected(wait({ rut_professional: '123456785' }), 404)
  await expectRejected(wait({ specialty: '102', from: '2026-12-02', to: '2026-12-01' }), 400, {
    fieldErrors: [{ param: 'to' }],
  })
})

test('an adult with delegated access joins the waiting list for the patient only if the access allows booking, and until it ends', async () => {
  const { portal } = await withOneSlot()
  const { db, clock } = portal
  const [delegate, father, mother] = [await portal.person(), await portal.person(), await portal.person()]
  const given = { delegate_id: delegate.id, matters: ['appointments'] as const, now: clock.now() }
  await buildDelegation(db, { ...given, grantor_id: father.id, may_book: true })
  await buildDelegation(db, { ...given, grantor_id: mother.id, may_book: false })
  const by = await openAgenda(portal, delegate)
  const wait = (patient_id: number) => by(waitingEndpoints.wait, { body: { patient_id, specialty: '101' } })
  expect((await wait(father.id)).data.patient_id).toBe(father.id)
  await expectRejected(wait(mother.id), 404)
  const patients = async () => (await by(waitingEndpoints.waiting)).data.map(({ patient_id }) => patient_id)
  expect(await patients()).toEqual([father.id])
  await db.ask(
    `update delegations set state = 'ended', ended_because = 'grantor', ended_at = $2 where grantor_id = $1`,
    [father.id, clock.now()],
  )
  expect(await patients()).toEqual([])
})

test('a waiting-list entry is rejected at a site without professionals of the specialty, which is not listed either', async () => {
  const { portal, holder } = await withOneSlot()
  const call = await openAgenda(portal, holder)
  const { data } = await call(serviceEndpoints.offices, { query: { specialty: '101' } as never })
  expect(data.map(({ office_id }) => office_id)).toEqual(['PROVIDENCIA'])
  const wait = (office_id: 'PROVIDENCIA' | 'MAIPU') =>
    call(waitingEndpoints.wait, { body: { patient_id: holder.id, specialty: '101', office_id } })
  expect((await getRejection(wait('MAIPU'))).fieldErrorOf('office_id')).toBeDefined()
  expect((await wait('PROVIDENCIA')).data.office_id).toBe('PROVIDENCIA')
  await portal.db.ask(`update schedules set valid_to = '2026-11-25'`)
  await expectRejected(wait('PROVIDENCIA'), 400)
})
