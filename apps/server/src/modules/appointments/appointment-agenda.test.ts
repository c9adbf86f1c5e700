import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import type { Call } from '@mi-portal/contract/calls/client'
import { expect, test } from 'vitest'
import { buildProfessional } from '../../../test/booking/calendar.ts'
import { buildAppointment, buildLink, relationship } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)
const days = (count: number) => hours(24 * count)

/** A mother with a child of ten, an adolescent, and her adult father, who lets her book for him. */
async function withFamily() {
  const portal = await startPortal()
  const { db } = portal
  const mother = await portal.person({ first_name: 'Camila', last_name: 'Fuentes', second_name: '' })
  const child = await portal.person({ first_name: 'Martina', date_birth: '2016-05-01' })
  const adolescent = await portal.person({ first_name: 'Benjamín', date_birth: '2011-05-01' })
  const father = await portal.person({ first_name: 'Jorge', date_birth: '1955-05-01' })
  for (const member of [child, adolescent])
    await buildLink(db, { leader_id: mother.id, member_id: member.id, may_book: false })
  await buildLink(db, {
    leader_id: mother.id,
    member_id: father.id,
    relationship_type_id: relationship.nephew,
    guardian_proof: null,
    may_book: true,
  })
  const people = { mother, child, adolescent, father }
  const book = async (who: keyof typeof people, starts_at: Date, rest: object = {}) =>
    (await buildAppointment(db, { patient_id: people[who].id, starts_at, ...rest })).id
  return { ...portal, ...people, book, call: await portal.as(mother) }
}

type Query = { period?: 'upcoming' | 'history'; patient_id?: number; page?: number; limit?: number }
const listOf = (call: Call, query: Query = {}) => call(appointmentAgendaEndpoints.list, { query })
const idsOf = async (call: Call, query: Query = {}) =>
  (await listOf(call, query)).appointments.map(({ id_appointment }) => id_appointment)
const one = (call: Call, id_appointment: number) =>
  call(appointmentAgendaEndpoints.one, { params: { id_appointment } })
const confirm = (call: Call, id_appointment: number) =>
  call(appointmentAgendaEndpoints.confirm, { body: { id_appointment } })

test('the agenda lists upcoming and past appointments of a whole family in one order, page by page', async () => {
  const { call, mother, book } = await withFamily()
  const [third, first, second] = [
    await book('mother', days(3)),
    await book('child', days(1)),
    await book('adolescent', days(2)),
  ]
  const [older, latest] = [await book('child', days(-2)), await book('mother', days(-1))]
  await book('child', days(4), { state: 'cancelled' })
  expect(await idsOf(call)).toEqual([first, second, third])
  expect(await idsOf(call, { period: 'history' })).toEqual([latest, older])
  expect(await idsOf(call, { page: 2, limit: 2 })).toEqual([third])
  expect(await listOf(call, { page: 2, limit: 2 })).toMatchObject({ total: 3, page: 2, limit: 2 })
  expect(await listOf(call, { page: 9 })).toMatchObject({ appointments: [], total: 3 })
  expect(await idsOf(call, { patient_id: mother.id })).toEqual([third])
})

test('the agenda says whose each appointment is, who booked it, and where it takes place', async () => {
  const { call, db, person, mother, child, book } = await withFamily()
  await book('child', days(1), { booked_by: mother.id })
  await book('child', days(2), { booked_by: child.id })
  const { appointments, people } = await listOf(call)
  expect(appointments[0]).toMatchObject({
    patient_id: child.id,
    patient_full_name: 'Martina Tapia Lagos',
    booked_by: { full_name: 'Camila Fuentes', is_caller: true },
    site: 'PROVIDENCIA',
    confirmed_at: null,
    can_confirm: false,
  })
  expect(appointments[1]?.booked_by).toBeNull()
  const closed = await person({ first_name: 'Ana' })
  await db.ask('update people set deleted_at = now() where id = $1', [closed.id])
  await book('child', days(3), { booked_by: closed.id })
  await book('child', days(4), { booked_by: (await person({ rol: 'ADMIN_ROLE' })).id })
  const bookers = (await listOf(call)).appointments.slice(2).map(({ booked_by }) => booked_by)
  expect(bookers, 'of a closed account and of staff').toEqual([null, null])
  expect(people.map(({ first_name }) => first_name).sort()).toEqual(['Benjamín', 'Jorge', 'Martina'])
})

test('the agenda lists only those appointments of an adult that the caller booked, without the link of the visit', async () => {
  const { call, mother, father, book } = await withFamily()
  await book('father', days(1), { booked_by: father.id })
  const booked = await book('father', days(2), { booked_by: mother.id, modality: 'telemedicina' })
  const { appointments } = await listOf(call)
  expect(appointments.map(({ id_appointment, video }) => [id_appointment, video])).toEqual([[booked, null]])
  expect(await idsOf(call, { patient_id: father.id })).toEqual([booked])
})

test('an appointment is shown with its details, also after it has ended, but not once it is cancelled', async () => {
  const { call, db, child, book } = await withFamily()
  const coming = await book('child', days(1))
  const past = await book('child', days(-1))
  expect(await one(call, coming)).toMatchObject({
    is_over: false,
    appointment: { id_appointment: coming, patient_id: child.id, patient_full_name: 'Martina Tapia Lagos' },
  })
  expect(await one(call, past)).toMatchObject({ is_over: true, appointment: { can_confirm: false } })
  await db.ask(`update appointments set state = 'cancelled', cancelled_at = now() where id = $1`, [coming])
  await expectRejected(one(call, coming), 410)
  await expectRejected(one(call, 1_900_000), 404)
})

async function withCalendar() {
  const family = await withFamily()
  const professional = await buildProfessional(family.db)
  await family.runJob('booking.keepAhead')
  const id = await family.book('child', new Date('2026-11-30T12:00:00Z'), {
    professional_id: professional.id,
    specialty_code: 101,
  })
  const staff = await family.as(await family.person({ rol: 'ADMIN_ROLE' }))
  const query = { from: '2026-11-30' }
  const shown = async () => {
    const week = await staff(calendarWeekEndpoints.week, { params: { id: professional.id }, query })
    return week.hours.map(({ confirmed_at }) => confirmed_at)
  }
  return { ...family, id, staff, query, shown }
}

test('a guardian confirms once, staff see the time in the calendar, and a move clears it and an arrival, because they were of another time', async () => {
  const { call, clock, db, child, id, staff, query, shown } = await withCalendar()
  expect(await listOf(call)).toMatchObject({ appointments: [{ can_confirm: true, confirmed_at: null }] })
  expect(await shown()).toEqual([null])
  const first = await confirm(call, id)
  expect(first.confirmed_at).toBe('2026-11-26T15:00:00.000Z')
  clock.advance({ minutes: 10 })
  expect(await confirm(call, id)).toMatchObject(first)
  expect(await shown()).toEqual([first.confirmed_at])
  expect((await one(call, id)).appointment.confirmed_at).toBe(first.confirmed_at)
  const confirmations = `select patient_id, actor_role from audit_events where action = 'appointments.confirm' limit 1`
  expect(await db.ask(confirmations)).toEqual([{ patient_id: child.id, actor_role: 'guardian' }])
  const { slots } = await staff(calendarAppointmentEndpoints.targets, { params: { id }, query })
  const arrived = `update appointments set attendance = 'arrived', attendance_at = now() where id = $1`
  await db.ask(arrived, [id])
  const body = { slot_id: slots[0]?.id ?? 0, sequence: 0 }
  await staff(calendarAppointmentEndpoints.move, { params: { id }, body })
  expect(await shown()).toEqual([null])
  expect(await db.ask('select attendance, attendance_at from appointments where id = $1', [id])).toEqual([
    { attendance: null, attendance_at: null },
  ])
})

test('an appointment that is cancelled, has begun or is in no calendar of the portal cannot be confirmed', async () => {
  const { as, mother, clock, db, book, id } = await withCalendar()
  const expectUnconfirmed = async (appointmentId: number) =>
    expectRejected(confirm(await as(mother), appointmentId), 409)
  await expectUnconfirmed(await book('mother', days(5)))
  clock.set('2026-11-30T12:00:00Z')
  await expectUnconfirmed(id)
  clock.set('2026-11-27T12:00:00Z')
  await db.ask(`update appointments set state = 'cancelled', cancelled_at = now() where id = $1`, [id])
  await expectUnconfirmed(id)
  expect(await db.ask('select id from appointments where confirmed_at is not null')).toEqual([])
})
