import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import { expect, test } from 'vitest'
import { buildProfessional, openAgenda, openCalendars } from '../../../test/booking/calendar.ts'
import {
  buildAppointment,
  buildExam,
  buildFamilyRequest,
  buildLink,
  buildResult,
} from '../../../test/build.ts'
import { readAuditLog, startDepartments } from '../../../test/departments.ts'

const { list } = newsEndpoints
const none = { offers: [], requests: [], appointments: [], results: [], answers: [], failed: [] }

type Departments = Awaited<ReturnType<typeof startDepartments>>

async function answerDocument({ db, clock }: Departments, id: number) {
  await db.ask(
    `update document_requests set state = 'respondida', answer = 'Listo', answered_at = $2 where id = $1`,
    [id, clock.now()],
  )
}

/** Stores what the bell shows the mother of the item. */
function announce({ db, mother }: Departments, item: Record<string, number | string>) {
  const row = { person_id: mother.id, type: 'requests', text: 'Hay algo nuevo', topic: 'answers', ...item }
  return db.ask(
    `insert into notifications (${Object.keys(row)}, created_at)
     values (${Object.keys(row).map((_, index) => `$${index + 1}`)}, now())`,
    Object.values(row),
  )
}

test('the results of the caller and of a child are news with the name of the child until the caller opens them, the bell counts the same, and the audit log says so', async () => {
  const portal = await startDepartments()
  const { db, call, mother, child } = portal
  expect(await call(list)).toMatchObject(none)
  const own = await buildExam(db, { patient_id: mother.id, taken_at: new Date('2026-11-24T12:00:00Z') })
  const childs = await buildExam(db, { patient_id: child.id, type: 'imaging' })
  expect((await call(list)).results).toMatchObject([
    { attention_id: own.id, patient_id: mother.id, patient_name: null, type: 'laboratory' },
    { attention_id: childs.id, patient_id: child.id, patient_name: 'Martina', type: 'imaging' },
  ])
  const results = { type: 'exams_procedures', topic: 'results' }
  await announce(portal, { ...results, exam_type: 'laboratory', exam_id: own.id })
  await announce(portal, { ...results, exam_type: 'laboratory', text: 'Hay 2 resultados nuevos' })
  await announce(portal, { ...results, exam_type: 'imaging', exam_id: childs.id, patient_id: child.id })
  const unread = async () => (await call(notificationEndpoints.list)).unread
  expect(await unread()).toBe(3)
  await call(examEndpoints.results, { params: { patientId: mother.id, attention_id: own.id } })
  expect((await call(list)).results.map(({ attention_id }) => attention_id)).toEqual([childs.id])
  expect(await unread()).toBe(1)
  // The audit log names the child from the moment at which something of the child was shown.
  const entries = (await readAuditLog(portal, mother.id)).filter(({ action }) => action === 'news.list')
  expect(entries.filter(({ patient_id }) => patient_id === child.id)).toMatchObject(
    Array(2).fill({ actor_role: 'guardian', outcome: 'done' }),
  )
})

test('a guardian does not see a reserved result of a 15-year-old in the news, and the adolescent does; hidden kinds and images of a passport account are no news', async () => {
  const { db, as, person, call, child } = await startDepartments()
  await db.ask(`update people set date_birth = '2011-06-15' where id = $1`, [child.id])
  const shown = await buildExam(db, { patient_id: child.id })
  await buildExam(db, { patient_id: child.id, reserved_group: 'sexual' })
  const whole = await buildExam(db, { patient_id: child.id })
  await buildResult(db, whole, { reserved_group: 'sexual' })
  await buildExam(db, { patient_id: child.id, shown: false })
  expect((await call(list)).results.map(({ attention_id }) => attention_id)).toEqual([shown.id])
  expect((await (await as(child))(list)).results).toHaveLength(3)
  const traveller = await person({ document_type_id: 2, document_number: 'P1234567' })
  await buildExam(db, { patient_id: traveller.id, type: 'imaging' })
  expect((await (await as(traveller))(list)).results, 'images by passport').toEqual([])
})

test('the appointments of today and tomorrow are news, of the caller and of a child, without reserved ones of an adolescent', async () => {
  const { db, call, mother, child } = await startDepartments()
  await db.ask(`update people set date_birth = '2011-06-15' where id = $1`, [child.id])
  const at = (starts_at: string) => new Date(starts_at)
  await buildAppointment(db, { patient_id: mother.id, starts_at: at('2026-11-26T14:00:00Z') })
  const today = await buildAppointment(db, { patient_id: child.id, starts_at: at('2026-11-27T02:30:00Z') })
  const tomorrow = await buildAppointment(db, {
    patient_id: mother.id,
    starts_at: at('2026-11-28T02:30:00Z'),
  })
  await buildAppointment(db, { patient_id: mother.id, starts_at: at('2026-11-28T14:00:00Z') })
  const reserved = { starts_at: at('2026-11-27T15:00:00Z'), reserved_group: 'mental' }
  await buildAppointment(db, { patient_id: child.id, ...reserved })
  const cancelled = { starts_at: at('2026-11-27T16:00:00Z'), state: 'cancelled' } as const
  await buildAppointment(db, { patient_id: mother.id, ...cancelled })
  expect((await call(list)).appointments).toMatchObject([
    { id_appointment: today.id, patient_name: 'Martina', is_today: true },
    { id_appointment: tomorrow.id, patient_name: null, is_today: false },
  ])
})

test('an appointment that the caller booked for an adult is news while they may book for that adult', async () => {
  const { db, call, mother, person } = await startDepartments()
  const adult = await person({ first_name: 'Jorge', last_name: 'Rojas', second_name: '' })
  const link = await buildLink(db, {
    leader_id: mother.id,
    member_id: adult.id,
    relationship_type_id: 2,
    guardian_proof: null,
    may_book: true,
  })
  const common = { patient_id: adult.id, starts_at: new Date('2026-11-27T15:00:00Z') }
  const mine = await buildAppointment(db, { ...common, booked_by: mother.id })
  await buildAppointment(db, { ...common, starts_at: new Date('2026-11-27T16:00:00Z') })
  expect((await call(list)).appointments).toMatchObject([
    { id_appointment: mine.id, patient_name: 'Jorge Rojas' },
  ])
  await db.ask('update family_links set may_book = false where id = $1', [link.id])
  expect((await call(list)).appointments).toEqual([])
})

test('a request to join a group is news until the caller decides', async () => {
  const { db, as, call, mother, person } = await startDepartments()
  const applicant = await person({ first_name: 'Diego', last_name: 'Soto', second_name: '' })
  const request = await buildFamilyRequest(db, { leader_id: applicant.id, member_id: mother.id })
  expect((await call(list)).requests).toMatchObject([
    { request_id: request.id, applicant_full_name: 'Diego Soto' },
  ])
  expect((await (await as(applicant))(list)).requests).toEqual([])
  await call(familyRequestEndpoints.reject, {
    params: { request_id: request.id, applicant_id: applicant.id, family_id: request.family_id },
  })
  expect((await call(list)).requests).toEqual([])
})

test('a slot that is held for the caller is news until the offer ends', async () => {
  const portal = await startDepartments()
  const { db, clock, mother } = portal
  await buildProfessional(db, { weekdays: [1], starts: '09:00', ends: '09:30' })
  await openCalendars(portal)
  const call = await openAgenda(portal, mother)
  await db.ask(
    `insert into holds (slot_id, professional_id, during, person_id, kind, patient_id, created_at, expires_at)
     select id, professional_id, tstzrange(starts_at, ends_at), $1, 'offer', $1, $2, $3
     from slots order by starts_at limit 1`,
    [mother.id, clock.now(), new Date(clock.now().getTime() + 30 * 60_000)],
  )
  const { offers } = await call(list)
  expect(offers).toMatchObject([{ patient_id: mother.id, patient_name: null }])
  await call(bookingEndpoints.book, { body: { hold_id: offers[0]?.hold_id ?? 0, patient_id: mother.id } })
  expect((await call(list)).offers).toEqual([])
})

test('an answer of the clinic is news for its requester until the request is opened', async () => {
  const portal = await startDepartments()
  const { as, call, child } = portal
  const draft = { document: 1, comment: '', family_member_id: child.id }
  const { documentRequestId } = await call(documentEndpoints.request, { body: draft })
  await call(documentEndpoints.list)
  expect((await call(list)).answers).toEqual([])
  await answerDocument(portal, documentRequestId)
  expect((await call(list)).answers).toMatchObject([
    {
      matter: 'documents',
      request_id: documentRequestId,
      subject: 'Certificado de atención',
      patient_name: 'Martina',
    },
  ])
  expect((await (await as(child))(list)).answers).toEqual([])
  await announce(portal, { matter: 'documents', request_id: documentRequestId, patient_id: child.id })
  const unread = async () => (await call(notificationEndpoints.list)).unread
  await call(documentEndpoints.list)
  expect((await call(list)).answers).toHaveLength(1)
  expect(await unread()).toBe(1)
  const params = { matter: 'documents', id: documentRequestId } as const
  await call(requestThreadEndpoints.open, { params })
  expect((await call(list)).answers).toEqual([])
  expect(await unread()).toBe(0)

  const body = { document: 1, comment: '' }
  const ignored = await call(documentEndpoints.request, { body })
  await answerDocument(portal, ignored.documentRequestId)
  expect((await call(list)).answers).toHaveLength(1)
  portal.clock.advance({ days: 90 })
  expect((await (await as(portal.mother))(list)).answers, 'not read within 90 days').toEqual([])
})

test('nothing of a member is news after the link has ended or when the member is of age', async () => {
  const portal = await startDepartments()
  const { db, call, child, link } = portal
  const draft = { document: 1, comment: '', family_member_id: child.id }
  const { documentRequestId } = await call(documentEndpoints.request, { body: draft })
  await answerDocument(portal, documentRequestId)
  await buildExam(db, { patient_id: child.id })
  await buildAppointment(db, { patient_id: child.id, starts_at: new Date('2026-11-27T14:00:00Z') })
  const about = async () => {
    const { results, appointments, answers } = await call(list)
    return [results.length, appointments.length, answers.length]
  }
  expect(await about()).toEqual([1, 1, 1])
  await db.ask(`update people set date_birth = '2008-11-26' where id = $1`, [child.id])
  expect(await about()).toEqual([0, 0, 0])
  await db.ask(`update people set date_birth = '2016-11-26' where id = $1`, [child.id])
  await db.ask('update family_links set guardian_proof = null where id = $1', [link.id])
  expect(await about()).toEqual([0, 0, 0])
  await db.ask(`update family_links set guardian_proof = 'registry' where id = $1`, [link.id])
  expect(await about()).toEqual([1, 1, 1])
  await db.ask(`update family_links set state = 'ended', ended_at = now() where id = $1`, [link.id])
  expect(await about()).toEqual([0, 0, 0])
})
