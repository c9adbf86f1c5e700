import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { expect, test } from 'vitest'
import {
  bookSlot,
  buildProfessional,
  openAgenda,
  openCalendars,
  type SlotSearch,
} from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago.

/** Starts a portal in which the service is offered, and returns functions that book an appointment and read its details. */
async function withAppointment(service = 101, wish: SlotSearch = {}, person: { date_birth?: string } = {}) {
  const portal = await startPortal()
  await buildProfessional(portal.db, { service, minutes: 60 })
  await openCalendars(portal)
  const patient = await portal.person(person)
  const call = await openAgenda(portal, patient)
  const book = (by = call, of: { id: number } = patient) => bookSlot(by, of, wish)
  const shown = async (id_appointment: number, by = call) =>
    (await by(preparationEndpoints.bookedAppointment, { params: { id_appointment } })).data
  return { portal, patient, call, book, shown }
}

test('the details name professional, site and entrance, and an audit entry is written; a cancelled appointment answers 410', async () => {
  const { portal, patient, call, book, shown } = await withAppointment()
  const hour = await book()
  const { id_appointment } = hour
  const data = await shown(id_appointment)
  expect(data.hour).toMatchObject({ ...hour, patient_full_name: expect.stringContaining(patient.first_name) })
  expect(data.office).toMatchObject({ office_id: 'PROVIDENCIA', name: 'Providencia' })
  expect(data.office.entry).toMatch(/mesón/)
  expect([data.specialty, data.exam_id, data.procedure, data.preparation]).toEqual(['101', null, null, null])
  const rows = await portal.db.listAuditEvents('booking.preparation')
  expect(rows).toMatchObject([{ object: `id_appointment=${id_appointment}` }])
  await call(bookingEndpoints.cancel, { params: { id_appointment } })
  await expectRejected(shown(id_appointment), 410, 'Esta hora fue cancelada')
  const stranger = await openAgenda(portal, await portal.person())
  await expectRejected(shown(id_appointment, stranger), 404)
})

const [child, at] = [{ date_birth: '2014-05-01' }, '2026-11-27T04:00:00.000Z']

// The appointment is at nine: eight hours before is one o'clock in the morning in Santiago.
test.each([
  ['an exam', 602, { exam_id: 1032 }, {}, '', [8]],
  ['a child’s exam, without the hours of adults', 602, { exam_id: 1032 }, child, 'Niños', []],
  ['a procedure', 703, { procedure: 'P020' }, {}, '', [8]],
  ['a laboratory visit without a named exam, both possible', 362, { specialty: '362' }, {}, '', [8, 12]],
  ['a child’s laboratory visit, by age', 362, { specialty: '362' }, child, 'dependen de la edad', []],
] as const)('the details contain the fasting hours of %s', async (_, service, wish, person, text, hours) => {
  const { book, shown } = await withAppointment(service, wish, person)
  const { preparation, exam_id } = await shown((await book()).id_appointment)
  expect(exam_id).toBe('exam_id' in wish ? wish.exam_id : null)
  expect(preparation?.html).toContain(text)
  expect(preparation?.fasting.map((fasting) => fasting.hours)).toEqual(hours)
  if (hours[0] !== undefined) expect(preparation?.fasting[0]?.from).toBe(at)
  if (exam_id !== null)
    expect(preparation).toMatchObject({
      title: 'Ecografía abdominal',
      pdf: '/agenda/v1/indications/exam-eco_abd.pdf',
    })
})

test('a group owner sees the details of an appointment booked for an adult as long as they may book', async () => {
  const { portal, patient, call, book, shown } = await withAppointment()
  const relative = await portal.person({ first_name: 'Jorge', date_birth: '1955-01-01' })
  await buildLink(portal.db, { leader_id: patient.id, member_id: relative.id, may_book: true })
  const { id_appointment } = await book(call, relative)
  expect((await shown(id_appointment)).hour.patient_full_name).toMatch(/^Jorge/)
  const theirs = await book(await openAgenda(portal, relative), relative)
  await expectRejected(shown(theirs.id_appointment), 404)
  await portal.db.ask('update family_links set may_book = false')
  await expectRejected(shown(id_appointment), 404)
})
