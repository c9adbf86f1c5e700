import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { agendaOf, buildProfessional, openCalendars } from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago.
const week = { from: '2026-11-27', to: '2026-12-04' } as const

/** Starts a portal in which service 101 is offered, and returns a function that books an appointment of the search. */
async function withAppointment(
  service = 101,
  wish: { specialty?: string; exam_id?: number; procedure?: string } = { specialty: '101' },
  person: { date_birth?: string } = {},
) {
  const portal = await startPortal()
  await buildProfessional(portal.db, { service, minutes: 60 })
  await openCalendars(portal)
  const patient = await portal.person(person)
  const call = await agendaOf(portal, patient)
  const { exam_id, procedure } = wish
  const book = async (patient_id: number, as = call) => {
    const { data: slots } = await as(slotEndpoints.slots, { query: { ...week, ...wish } })
    const [slot] = slots
    if (!slot) throw new Error('no hour is free')
    const { data: hold } = await as(slotEndpoints.hold, { body: { slot_id: slot.id } })
    const { data } = await as(bookingEndpoints.book, {
      body: { hold_id: hold.hold_id, patient_id, exam_id, procedure },
    })
    return data
  }
  const shown = async (id_appointment: number, as = call) =>
    (await as(preparationEndpoints.bookedHour, { params: { id_appointment } })).data
  return { portal, patient, call, book, shown }
}

test('the details name professional, site and entrance, and an audit entry is written', async () => {
  const { portal, patient, book, shown } = await withAppointment()
  const hour = await book(patient.id)
  const data = await shown(hour.id_appointment)
  expect(data.hour).toMatchObject({ ...hour, patient_full_name: expect.stringContaining(patient.first_name) })
  expect(data.office).toMatchObject({ office_id: 'PROVIDENCIA', name: 'Providencia' })
  expect(data.office.entry).toMatch(/mesón/)
  expect([data.specialty, data.exam_id, data.procedure, data.preparation]).toEqual(['101', null, null, null])
  const rows = await ask(portal.db, `select object from audit_events where action = 'booking.preparation'`)
  expect(rows).toEqual([{ object: `id_appointment=${hour.id_appointment}` }])
})

test('the details of an exam contain its preparation and the time from which to fast', async () => {
  const { book, shown, patient } = await withAppointment(602, { exam_id: 1032 })
  const data = await shown((await book(patient.id)).id_appointment)
  expect([data.specialty, data.exam_id]).toEqual(['ECO', 1032])
  expect(data.hour.starts_at).toBe('2026-11-27T12:00:00.000Z')
  expect(data.preparation).toMatchObject({
    title: 'Ecografía abdominal',
    pdf: '/agenda/v1/indications/exam-eco_abd.pdf',
    // One o'clock in the morning in Santiago, eight hours before nine.
    fasting: [{ hours: 8, from: '2026-11-27T04:00:00.000Z' }],
  })
})

const [child, at] = [{ date_birth: '2014-05-01' }, '2026-11-27T04:00:00.000Z']

test.each([
  ['a child’s exam, without the hours of adults', 602, { exam_id: 1032 }, child, 'Niños', []],
  ['a procedure', 703, { procedure: 'P020' }, {}, '', [8]],
  [
    'a laboratory appointment without a named exam, both possible',
    362,
    { specialty: '362' },
    {},
    '',
    [8, 12],
  ],
  ['a child’s laboratory appointment, by age', 362, { specialty: '362' }, child, 'dependen de la edad', []],
] as const)('the details contain the fasting hours of %s', async (_, service, wish, person, text, hours) => {
  const { book, shown, patient } = await withAppointment(service, wish, person)
  const { preparation } = await shown((await book(patient.id)).id_appointment)
  expect(preparation?.html).toContain(text)
  expect(preparation?.fasting.map((fasting) => fasting.hours)).toEqual(hours)
  if (hours[0] !== undefined) expect(preparation?.fasting[0]?.from).toBe(at)
})

test('a moved appointment of an exam keeps its exam', async () => {
  const { book, shown, patient, call } = await withAppointment(602, { exam_id: 1032 })
  const { id_appointment } = await book(patient.id)
  const { data: slots } = await call(slotEndpoints.slots, { query: { ...week, exam_id: 1032 } })
  const { data: hold } = await call(slotEndpoints.hold, { body: { slot_id: slots[0]?.id ?? 0 } })
  await call(bookingEndpoints.book, {
    body: { hold_id: hold.hold_id, patient_id: patient.id, id_appointment, exam_id: 1032 },
  })
  const data = await shown(id_appointment)
  expect([data.exam_id, data.hour.starts_at]).toEqual([1032, slots[0]?.starts_at])
})

test('the details of an unknown or another patient’s appointment answer 404, and of a cancelled one 410', async () => {
  const { portal, book, shown, patient, call } = await withAppointment()
  const { id_appointment } = await book(patient.id)
  const stranger = await agendaOf(portal, await portal.person())
  await expectRejected(shown(id_appointment, stranger), 404)
  await expectRejected(shown(2_000_000), 404)
  await call(bookingEndpoints.cancel, { params: { id_appointment } })
  await expectRejected(shown(id_appointment), 410, 'Esta hora fue cancelada')
  await expectRejected(shown(id_appointment, stranger), 404)
})

test('a group owner sees the details of an appointment booked for an adult as long as they may book', async () => {
  const { portal, book, shown, patient } = await withAppointment()
  const relative = await portal.person({ first_name: 'Jorge', date_birth: '1955-01-01' })
  const link = await buildLink(portal.db, { leader_id: patient.id, member_id: relative.id })
  const { id_appointment } = await book(relative.id)
  expect((await shown(id_appointment)).hour.patient_full_name).toMatch(/^Jorge/)
  const roles = await ask(
    portal.db,
    `select actor_role from audit_events where action = 'booking.preparation'`,
  )
  expect(roles).toEqual([{ actor_role: 'leader' }])
  const own = await agendaOf(portal, relative)
  const { id_appointment: theirs } = await book(relative.id, own)
  await expectRejected(shown(theirs), 404)
  await ask(portal.db, 'update family_links set may_book = false where id = $1', [link.id])
  await expectRejected(shown(id_appointment), 404)
})

test('a patient can join their video visit, and the group owner who booked it cannot', async () => {
  const portal = await startPortal({ environment: { TELEMEDICINE_URL: 'https://video.example/sala' } })
  await buildProfessional(portal.db, { modality: 'telemedicina' })
  await openCalendars(portal)
  const leader = await portal.person()
  const relative = await portal.person({ date_birth: '1955-01-01' })
  await buildLink(portal.db, { leader_id: leader.id, member_id: relative.id })
  const call = await agendaOf(portal, leader)
  const { data: slots } = await call(slotEndpoints.slots, { query: { ...week, specialty: '101' } })
  const { data: hold } = await call(slotEndpoints.hold, { body: { slot_id: slots[0]?.id ?? 0 } })
  const { data } = await call(bookingEndpoints.book, {
    body: { hold_id: hold.hold_id, patient_id: relative.id },
  })
  expect(data.video).toBeNull()
  // The appointment begins at nine in Santiago.
  portal.clock.set('2026-11-27T11:50:00Z')
  const params = { id_appointment: data.id_appointment }
  const shown = async (person: { id: number }) =>
    (await (await agendaOf(portal, person))(preparationEndpoints.bookedHour, { params })).data.hour.video
  expect((await shown(relative))?.url).toBe('https://video.example/sala')
  expect(await shown(leader)).toBeNull()
})
