import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import type { Call } from '@mi-portal/contract/calls/client'
import { addDays } from '@mi-portal/contract/values/dates'
import { expect, test } from 'vitest'
import {
  bookSlot,
  buildProfessional,
  createBearerHeader,
  findSlots,
  holdSlot,
  openAgenda,
  openCalendars,
} from '../../../test/booking/calendar.ts'
import { buildFamily } from '../../../test/build.ts'
import { startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

// The clock of the tests is at Thursday 26 November 2026. This is the Monday after it.
const monday = '2026-11-30'

async function withAgenda() {
  const portal = await startPortal()
  await openCalendars(portal)
  const doctor = await buildProfessional(portal.db, { name: 'Dra. Ana Ríos Vega' })
  const other = await buildProfessional(portal.db, { name: 'Dr. Luis Paz Mena', weekdays: [1] })
  await portal.runJob('booking.keepAhead')
  const admin = await portal.person({ rol: 'ADMIN_ROLE' })
  const patient = await portal.person({ first_name: 'Camila', email: 'camila@ejemplo.cl' })
  return { ...portal, portal, doctor, other, admin, patient, staff: await portal.as(admin) }
}

type Clinic = Awaited<ReturnType<typeof withAgenda>>

// In November Santiago is three hours behind.
const at = (time: string, day = monday) =>
  `${day}T${String(Number(time.slice(0, 2)) + 3).padStart(2, '0')}${time.slice(2)}:00.000Z`

/** Books an appointment with a professional as the patient, and returns its id. */
async function book({ portal }: Clinic, person: { id: number }, rut: string, time = '09:00', day = monday) {
  const call = await openAgenda(portal, person)
  const search = { from: day, to: day, rut_professional: rut }
  const skip = (await findSlots(call, search)).findIndex(({ starts_at }) => starts_at === at(time, day))
  return (await bookSlot(call, person, search, { skip })).id_appointment
}

const weekOf = (call: Call, id: number, from = monday) =>
  call(calendarWeekEndpoints.week, { params: { id }, query: { from } })
const wholeDay = (day = monday) => ({ from: day, to: day, starts: null, ends: null })
const blockDay = (call: Call, id: number, day = monday) =>
  call(calendarExceptionEndpoints.block, {
    params: { id },
    body: { ...wholeDay(day), reason: '', decisions: [] },
  })
const cancel = (call: Call, id: number, sequence = 0) =>
  call(calendarAppointmentEndpoints.cancel, { params: { id }, body: { sequence } })
const targetsOf = async (call: Call, id: number) =>
  (await call(calendarAppointmentEndpoints.targets, { params: { id }, query: { from: monday, of: 'any' } }))
    .slots
/** Returns the calendar file of an appointment of the patient. */
const entryOf = async ({ app, portal, patient }: Clinic, id: number) =>
  (
    await app.inject({
      url: `/agenda/v1/bookings/${id}.ics`,
      headers: await createBearerHeader(await portal.as(patient)),
    })
  ).body
const mails = ({ db }: Clinic) => db.listMails('agenda.%')
const notices = ({ db }: Clinic) =>
  db.ask<{ person_id: number; text: string; id_appointment: number | null }>(
    `select person_id, text, id_appointment from notifications where text like 'La clínica%' order by id`,
  )

test('a professional’s week shows appointments with patient and time, free slots, and no clinical data', async () => {
  const clinic = await withAgenda()
  const id = await book(clinic, clinic.patient, clinic.doctor.rut)
  const week = await weekOf(clinic.staff, clinic.doctor.id)
  expect(week.days.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, n) => addDays(monday, n)))
  expect(week.hours).toEqual([
    {
      ...{ id_appointment: id, starts_at: at('09:00'), ends_at: at('09:30'), sequence: 0 },
      ...{ patient_full_name: 'Camila Tapia Lagos', doctor_name: 'Dra. Ana Ríos Vega' },
      ...{ place: expect.stringMatching(/^Providencia, piso 2/), modality: 'presencial' },
      ...{ confirmed_at: null, is_private: false, outside: false },
    },
  ])
  expect(JSON.stringify(week.hours)).not.toContain('Medicina')
  expect(
    week.free.filter(({ starts_at }) => starts_at < at('23:00')).map(({ starts_at }) => starts_at),
  ).toEqual([at('09:30'), at('10:00'), at('10:30')])
  expect(await clinic.db.listAuditEvents('agenda.week')).toMatchObject([
    { patient_id: clinic.patient.id, actor_id: clinic.admin.id },
  ])
})

test('when staff move an appointment, the patient is notified and the calendar entry is updated', async () => {
  const clinic = await withAgenda()
  const id = await book(clinic, clinic.patient, clinic.doctor.rut)
  const slots = await targetsOf(clinic.staff, id)
  expect(new Set(slots.map(({ doctor_name }) => doctor_name))).toEqual(
    new Set(['Dra. Ana Ríos Vega', 'Dr. Luis Paz Mena']),
  )
  const target = slots.find(
    ({ doctor_name, starts_at }) => doctor_name === 'Dr. Luis Paz Mena' && starts_at === at('10:30'),
  )
  await clinic.staff(calendarAppointmentEndpoints.move, {
    params: { id },
    body: { slot_id: target?.id ?? 0, sequence: 0 },
  })
  expect((await weekOf(clinic.staff, clinic.doctor.id)).hours).toEqual([])
  expect((await weekOf(clinic.staff, clinic.other.id)).hours).toMatchObject([
    { id_appointment: id, starts_at: at('10:30'), sequence: 1 },
  ])
  const [mail] = await mails(clinic)
  const moved = { template: 'agenda.moved', recipient: 'camila@ejemplo.cl', appointment_id: id }
  expect(mail).toMatchObject(moved)
  expect(mail?.body_text).toContain('30/11/2026 a las 09:00')
  expect(mail?.body_text).not.toContain('Medicina')
  const text = 'La clínica cambió tu hora del 30/11/2026 a las 09:00: ahora es el 30/11/2026 a las 10:30.'
  expect(await notices(clinic)).toEqual([{ person_id: clinic.patient.id, text, id_appointment: id }])
  expect(await entryOf(clinic, id)).toMatch(/SEQUENCE:1\r\n/)
  expect(await clinic.db.ask(`select id from holds`)).toEqual([])
  expect(await clinic.db.listAuditEvents('agenda.move')).toMatchObject([
    { patient_id: clinic.patient.id, object: `id_appointment=${id}` },
  ])
})

test('staff confirm for a patient who calls, until the appointment begins', async () => {
  const clinic = await withAgenda()
  const { clock, db } = clinic
  const id = await book(clinic, clinic.patient, clinic.doctor.rut)
  const confirm = (sequence: number, call = clinic.staff) =>
    call(calendarAppointmentEndpoints.confirm, { params: { id }, body: { sequence } })
  await expectRejected(confirm(1), 409)
  const now = clock.now()
  await confirm(0)
  await confirm(0)
  expect(await db.ask('select confirmed_at from appointments')).toEqual([{ confirmed_at: now }])
  expect(await db.listAuditEvents('agenda.confirm')).toMatchObject([
    { patient_id: clinic.patient.id, object: `id_appointment=${id}` },
    {},
  ])
  await expectRejected(confirm(0, await clinic.as(clinic.patient)), 403)
  clock.set(`${monday}T12:00:00Z`)
  await expectRejected(confirm(0, await clinic.as(clinic.admin)), 409)
})

test('staff cannot move an appointment with an outdated view, nor to a held, taken, unknown or unsuitable slot, nor cancel one that has begun', async () => {
  const clinic = await withAgenda()
  const { portal, doctor, patient, staff } = clinic
  const dentist = await buildProfessional(portal.db, { service: 102 })
  const remote = await buildProfessional(portal.db, { name: 'Dra. Eva Soto', modality: 'telemedicina' })
  await portal.runJob('booking.keepAhead')
  const id = await book(clinic, patient, doctor.rut)
  const move = (slot_id: number, sequence = 0, accepted_modality?: 'presencial' | 'telemedicina') =>
    staff(calendarAppointmentEndpoints.move, {
      params: { id },
      body: { slot_id, sequence, accepted_modality },
    })
  const free = (await weekOf(staff, doctor.id)).free
  const slotAt = (time: string) => free.find(({ starts_at }) => starts_at === at(time))?.id ?? 0
  await expectRejected(move(slotAt('09:30'), 1), 409)

  const rival = await openAgenda(portal, await portal.person())
  await rival(slotEndpoints.hold, { body: { slot_id: slotAt('09:30') } })
  await book(clinic, await portal.person(), doctor.rut, '10:00')
  const [alien] = (await weekOf(staff, dentist.id)).free
  for (const slot of [slotAt('09:30'), slotAt('10:00'), alien?.id ?? 0, 999_999])
    await expectRejected(move(slot), 409)
  const slots = await targetsOf(staff, id)
  const ofDoctor = slots.filter(({ doctor_name }) => doctor_name === doctor.name)
  expect(ofDoctor[0]?.starts_at).toBe(at('10:30'))

  // The patient has an appointment with another professional at that time.
  await book(clinic, patient, dentist.rut, '10:30')
  await expectRejected(move(slotAt('10:30')), 409, 'El paciente ya tiene otra hora en ese mismo horario')
  // Between in person and video, staff confirm exactly this change.
  const byVideo = slots.find(({ doctor_name }) => doctor_name === remote.name)?.id ?? 0
  for (const accepted of [undefined, 'presencial'] as const)
    expect((await getRejection(move(byVideo, 0, accepted))).fieldErrors[0]?.param).toBe('accepted_modality')
  expect(await mails(clinic)).toEqual([])
  await move(byVideo, 0, 'telemedicina')
  await expectRejected(move(free.at(-2)?.id ?? 0), 409)
  // An appointment that has begun is not cancelled.
  clinic.clock.set(`${monday}T18:10:00Z`)
  await expectRejected(cancel(await clinic.as(clinic.admin), id, 1), 409)
})

test('concurrent cancellations by staff cancel an appointment once, notify the patient, and offer the slot to the waiting list', async () => {
  const clinic = await withAgenda()
  const { portal, doctor, patient, staff, admin } = clinic
  const id = await book(clinic, patient, doctor.rut)
  const waiter = await portal.person({ email: 'ana@ejemplo.cl' })
  await (await openAgenda(portal, waiter))(waitingEndpoints.wait, {
    body: { patient_id: waiter.id, specialty: '101', rut_professional: doctor.rut, from: monday, to: monday },
  })
  const second = await startServer(portal.db, portal.clock)
  const rival = await second.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const attempts = await Promise.allSettled([staff, rival].map((call) => cancel(call, id)))
  expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await mails(clinic)).toMatchObject([
    { template: 'agenda.cancelled', recipient: 'camila@ejemplo.cl', appointment_id: id },
  ])
  expect(await notices(clinic)).toHaveLength(1)
  expect(await entryOf(clinic, id)).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:1\r\n/)
  const mine = await portal.as(patient)
  expect((await mine(appointmentEndpoints.upcoming)).appointments).toEqual([])
  expect(await portal.runJob('booking.offerFreed')).toEqual({ lapsed: 0, offered: 1 })
  await expectRejected(cancel(await portal.as(admin), id, 1), 404)
})

test('a guardian is notified of a child’s cancelled appointment unless it is reserved, once for a shared mailbox', async () => {
  const clinic = await withAgenda()
  const { doctor, staff, db } = clinic
  const { guardian: mother, child } = await buildFamily(
    db,
    {
      first_name: 'Martina',
      email: 'EVA@ejemplo.cl',
      date_birth: '2011-06-15',
    },
    { first_name: 'Eva', email: 'eva@ejemplo.cl' },
  )
  const open = await book(clinic, child, doctor.rut)
  const reserved = await book(clinic, child, doctor.rut, '10:00')
  await db.ask(`update appointments set reserved_group = 'mental_health' where id = $1`, [reserved])
  await cancel(staff, open)
  expect((await mails(clinic)).map(({ recipient }) => recipient)).toEqual(['eva@ejemplo.cl'])
  expect((await notices(clinic)).map(({ person_id }) => person_id)).toEqual([child.id, mother.id])
  await cancel(staff, reserved)
  expect((await notices(clinic)).map(({ person_id }) => person_id)).toEqual([child.id, mother.id, child.id])
})

test('before a time is blocked, staff see its appointments and must decide about each of them', async () => {
  const clinic = await withAgenda()
  const { doctor, patient, portal, staff, db } = clinic
  const stored = await book(clinic, patient, doctor.rut, '09:00')
  const gone = await book(clinic, await portal.person({ email: 'eva@ejemplo.cl' }), doctor.rut, '09:30')
  await book(clinic, await portal.person(), doctor.rut, '10:30')
  const time = { from: monday, to: monday, starts: '09:00', ends: '10:30' }
  const { hours } = await staff(calendarExceptionEndpoints.booked, { params: { id: doctor.id }, body: time })
  expect(hours.map(({ id_appointment }) => id_appointment)).toEqual([stored, gone])
  const block = (decisions: { id_appointment: number; sequence: number; act: 'keep' | 'cancel' }[]) =>
    staff(calendarExceptionEndpoints.block, {
      params: { id: doctor.id },
      body: { ...time, reason: 'Congreso', decisions },
    })
  const decision = (id_appointment: number, act: 'keep' | 'cancel', sequence = 0) => ({
    id_appointment,
    act,
    sequence,
  })
  for (const decisions of [
    [],
    [decision(stored, 'keep')],
    [decision(stored, 'keep'), decision(gone, 'cancel', 1)],
    [decision(stored, 'keep'), decision(stored, 'keep')],
    [decision(stored, 'keep'), decision(gone, 'cancel'), decision(999, 'keep')],
  ]) {
    await expectRejected(block(decisions), 409, {
      fieldErrors: [{ msg: 'Las horas reservadas de ese período cambiaron. Revísalas y decide nuevamente' }],
    })
  }
  expect(await db.ask('select id from schedule_exceptions')).toEqual([])
  await block([decision(gone, 'cancel'), decision(stored, 'keep')])
  const week = await weekOf(staff, doctor.id)
  const shown = week.hours.map(({ id_appointment, outside }) => [id_appointment, outside])
  expect(shown.slice(0, 1)).toEqual([[stored, true]])
  expect(shown).toHaveLength(2)
  expect(week.free.filter(({ starts_at }) => starts_at < at('12:00'))).toEqual([])
  expect(week.exceptions).toMatchObject([
    { kind: 'block', starts_at: at('09:00'), ends_at: at('10:30'), reason: 'Congreso', place: null },
  ])
  expect(await mails(clinic)).toMatchObject([{ template: 'agenda.cancelled', recipient: 'eva@ejemplo.cl' }])
})

test('a held slot in a blocked time can no longer be booked', async () => {
  const { portal, doctor, patient, staff } = await withAgenda()
  const call = await openAgenda(portal, patient)
  const search = { from: monday, to: monday, rut_professional: doctor.rut }
  const { hold_id } = await holdSlot(call, search)
  const [next] = await findSlots(call, search)
  await blockDay(staff, doctor.id)
  await expectRejected(call(bookingEndpoints.book, { body: { hold_id, patient_id: patient.id } }), 409)
  await expectRejected(call(slotEndpoints.hold, { body: { slot_id: next?.id ?? 0 } }), 404)
})

test('if a slot is booked and blocked at the same time, only one of both succeeds', async () => {
  const { portal, doctor, staff, db } = await withAgenda()
  const second = await startServer(portal.db, portal.clock)
  for (const [index, day] of [monday, '2026-12-01', '2026-12-02', '2026-12-03'].entries()) {
    const person = await portal.person()
    const call = await openAgenda(second, person)
    const { hold_id } = await holdSlot(call, { from: day, to: day, rut_professional: doctor.rut }, index)
    const outcomes = await Promise.allSettled([
      call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } }),
      blockDay(staff, doctor.id, day),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
  const lost =
    await db.ask(`select a.id from appointments a join schedule_exceptions e on e.professional_id = a.professional_id
       where a.state = 'booked' and e.kind = 'block' and e.starts_at < a.ends_at and e.ends_at > a.starts_at`)
  expect(lost).toEqual([])
})

test('lifting a block makes its slots free again, and the waiting list gets an offer', async () => {
  const clinic = await withAgenda()
  const { portal, doctor, staff } = clinic
  await blockDay(staff, doctor.id)
  const waiter = await portal.person({ email: 'ana@ejemplo.cl' })
  await (await openAgenda(portal, waiter))(waitingEndpoints.wait, {
    body: { patient_id: waiter.id, specialty: '101', rut_professional: doctor.rut, to: monday, from: monday },
  })
  const [block] = (await weekOf(staff, doctor.id)).exceptions
  const end = () =>
    staff(calendarExceptionEndpoints.endException, {
      params: { id: block?.id ?? 0 },
      body: { decisions: [] },
    })
  await end()
  await expectRejected(end(), 404)
  expect(
    (await weekOf(staff, doctor.id)).free.filter(({ starts_at }) => starts_at < at('20:00')),
  ).toHaveLength(4)
  expect(await portal.runJob('booking.offerFreed')).toEqual({ lapsed: 0, offered: 1 })
})

const opened = {
  ...{ day: '2026-12-05', starts: '09:00', ends: '10:00', office_id: 239 },
  ...{ specialty: '101', slot_minutes: 20, room: 'piso 1, consulta 9', modality: 'presencial' as const },
}

test('an additional time can be booked, and removing it requires decisions about its appointments', async () => {
  const clinic = await withAgenda()
  const { doctor, patient, staff } = clinic
  await staff(calendarExceptionEndpoints.open, { params: { id: doctor.id }, body: opened })
  const week = await weekOf(staff, doctor.id)
  const saturday = week.free.filter(({ starts_at }) => starts_at.startsWith('2026-12-05'))
  expect(saturday.map(({ starts_at, place }) => [starts_at, place])).toEqual(
    ['09:00', '09:20', '09:40'].map((time) => [at(time, '2026-12-05'), 'Maipú, piso 1, consulta 9']),
  )
  const id = await book(clinic, patient, doctor.rut, '09:20', '2026-12-05')
  const exception = week.exceptions[0]?.id ?? 0
  const { hours } = await staff(calendarExceptionEndpoints.exceptionAppointments, {
    params: { id: exception },
  })
  expect(hours.map(({ id_appointment }) => id_appointment)).toEqual([id])
  const end = (decisions: { id_appointment: number; sequence: number; act: 'cancel' }[]) =>
    staff(calendarExceptionEndpoints.endException, { params: { id: exception }, body: { decisions } })
  await expectRejected(end([]), 409)
  await end([{ id_appointment: id, sequence: 0, act: 'cancel' }])
  expect((await mails(clinic)).map(({ template }) => template)).toEqual(['agenda.cancelled'])
  expect((await weekOf(staff, doctor.id)).exceptions).toEqual([])
})

test('an additional time is rejected if it overlaps the own calendar, a block or another professional’s room', async () => {
  const { doctor, other, staff } = await withAgenda()
  const open = async (part: object, id = doctor.id) => {
    const { status, fieldErrors } = await getRejection(
      staff(calendarExceptionEndpoints.open, { params: { id }, body: { ...opened, ...part } }),
    )
    return [status, fieldErrors[0]?.msg]
  }
  await staff(calendarExceptionEndpoints.open, { params: { id: doctor.id }, body: opened })
  await blockDay(staff, doctor.id, '2026-12-12')
  const attends = [409, 'El profesional ya atiende en ese horario']
  expect(await open({})).toEqual(attends)
  expect(await open({ day: monday, starts: '10:50', ends: '11:10' })).toEqual(attends)
  const room = [409, 'Esa sala ya está ocupada por otro profesional en ese horario']
  expect(await open({ starts: '09:30', ends: '11:00' }, other.id)).toEqual(room)
  expect(await open({ day: '2026-12-12' })).toEqual([409, 'El profesional tiene bloqueado ese horario'])
  expect(await open({ day: '2026-11-20' })).toEqual([400, 'Elige un período que no haya terminado'])
  expect(await open({ office_id: 77, day: '2026-12-19' })).toEqual([400, 'Selecciona Especialidad'])
  expect(await open({ slot_minutes: 90 })).toEqual([400, 'En ese horario no cabe ninguna hora'])
  expect(await open({ room: '' })).toEqual([400, 'Digita Sala'])
  // A visit by video needs no room.
  await staff(calendarExceptionEndpoints.open, {
    params: { id: other.id },
    body: { ...opened, modality: 'telemedicina', room: '' },
  })
})

test('staff can add a future holiday, which has no slots, and remove it again, and none of the law', async () => {
  const clinic = await withAgenda()
  const { doctor, staff, patient } = clinic
  const list = async () => (await staff(holidayEndpoints.holidays, { query: { year: 2026 } })).holidays
  const law = await list()
  expect(law).toHaveLength(16)
  expect(law.every(({ source }) => source === 'law')).toBe(true)
  const id = await book(clinic, patient, doctor.rut, '09:00', '2026-12-10')
  const { hours } = await staff(holidayEndpoints.holidayAppointments, { params: { day: '2026-12-10' } })
  expect(hours.map(({ id_appointment }) => id_appointment)).toEqual([id])
  const add = (decisions: { id_appointment: number; sequence: number; act: 'keep' | 'cancel' }[]) =>
    staff(holidayEndpoints.addHoliday, { body: { day: '2026-12-10', name: 'Elección', decisions } })
  await expectRejected(add([]), 409)
  await add([{ id_appointment: id, sequence: 0, act: 'keep' }])
  expect((await list()).filter(({ source }) => source === 'staff')).toEqual([
    { day: '2026-12-10', name: 'Elección', source: 'staff' },
  ])
  const thursday = async () =>
    (await weekOf(staff, doctor.id, '2026-12-07')).free.filter(({ starts_at }) =>
      starts_at.startsWith('2026-12-10'),
    ).length
  expect(await thursday()).toBe(0)
  await clinic.portal.runJob('booking.keepAhead')
  expect(await thursday()).toBe(0)
  for (const [day, status] of [
    ['2026-12-10', 409],
    ['2026-12-08', 409],
    ['2026-11-20', 400],
  ] as const)
    await expectRejected(
      staff(holidayEndpoints.addHoliday, { body: { day, name: 'Feriado', decisions: [] } }),
      status,
    )
  const { days } = await weekOf(staff, doctor.id, '2026-12-07')
  expect(days.filter(({ holiday }) => holiday !== null)).toEqual([
    { day: '2026-12-08', holiday: 'Inmaculada Concepción' },
    { day: '2026-12-10', holiday: 'Elección' },
  ])
  const remove = (day: string) => staff(holidayEndpoints.removeHoliday, { params: { day } })
  await remove('2026-12-10')
  expect(await thursday()).toBe(3)
  // The first is no longer a holiday, and the second is one by law.
  for (const day of ['2026-12-10', '2026-12-08']) await expectRejected(remove(day), 404)
  expect((await mails(clinic)).length).toBe(0)
})

test('a holiday does not affect professionals who work on holidays, nor additional times of the day', async () => {
  const clinic = await withAgenda()
  const { db, portal, doctor, other, patient, staff } = clinic
  await db.ask('update schedules set on_holidays = true where professional_id = $1', [other.id])
  await staff(calendarExceptionEndpoints.open, {
    params: { id: doctor.id },
    body: { ...opened, day: monday, starts: '15:00', ends: '16:00' },
  })
  await book(clinic, patient, other.rut, '09:00')
  await book(clinic, patient, doctor.rut, '15:00')
  const touched = await book(clinic, await portal.person(), doctor.rut, '10:00')
  const { hours } = await staff(holidayEndpoints.holidayAppointments, { params: { day: monday } })
  expect(hours.map(({ id_appointment }) => id_appointment)).toEqual([touched])
  await staff(holidayEndpoints.addHoliday, {
    body: {
      day: monday,
      name: 'Feriado',
      decisions: [{ id_appointment: touched, sequence: 0, act: 'cancel' }],
    },
  })
  expect(
    (await weekOf(staff, other.id)).free.filter(({ starts_at }) => starts_at < at('20:00')),
  ).toHaveLength(3)
  expect(
    (await weekOf(staff, doctor.id)).hours.map(({ starts_at, outside }) => [starts_at, outside]),
  ).toEqual([[at('15:00'), false]])
})
