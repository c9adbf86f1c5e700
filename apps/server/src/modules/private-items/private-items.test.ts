import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { medicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { expect, test } from 'vitest'
import {
  buildAppointment,
  buildDelegation,
  buildExam,
  buildFamily,
  buildFile,
  buildResult,
} from '../../../test/build.ts'
import { startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getStatus } from '../../../test/rejection.ts'
import { newFileKey } from '../../platform/security/file-key.ts'

const { options, markExam, markAppointment } = privateItemEndpoints
// The clock of a portal starts on 26 November 2026.
const fifteen = '2011-05-10'
const secret = 'Zafiro'

/** A mother with her daughter of fifteen, who has an ordinary exam and appointment, and one of each with a name of its own. */
async function withFamily(birth = fifteen, environment: Record<string, string> = {}) {
  const portal = await startPortal({ environment })
  const { db, files, clock } = portal
  const { guardian: mother, child } = await buildFamily(
    db,
    { first_name: 'Martina', date_birth: birth, email: 'hija@ejemplo.cl' },
    { first_name: 'Camila', email: 'madre@ejemplo.cl' },
  )
  const of = { patient_id: child.id, attention_number: 'A-7' }
  const taken_at = new Date(clock.now().getTime() - 86_400_000)
  const ordinary = await buildExam(db, { ...of, taken_at, type_exam: 'Hemograma' })
  await buildResult(db, ordinary, { value: 91 })
  const key = newFileKey()
  const file = await buildFile(db, { key, name: `${secret}.pdf` })
  await files.put(key, Buffer.from(`%PDF-1.7 ${secret}`))
  const before = new Date(taken_at.getTime() - 86_400_000)
  const exam = await buildExam(db, { ...of, taken_at: before, type_exam: secret, file_id: file.id })
  await buildResult(db, exam, { value: 137 })
  const soon = new Date(clock.now().getTime() + 20 * 3_600_000)
  await buildAppointment(db, { patient_id: child.id, starts_at: soon })
  const at = (hours: number) => new Date(soon.getTime() + hours * 3_600_000)
  const booked = { patient_id: child.id, doctor_name: `Dra. ${secret}`, booked_by: child.id }
  const appointment = await buildAppointment(db, { ...booked, starts_at: at(2) })
  const past = await buildAppointment(db, { ...booked, starts_at: at(-240) })
  const [asMother, asChild] = [await portal.as(mother), await portal.as(child)]
  const setExam = (is_private: boolean) =>
    asChild(markExam, { body: { attention_id: exam.id, type: 'laboratory', is_private } })
  const setAppointment = (id_appointment: number, is_private: boolean) =>
    asChild(markAppointment, { body: { id_appointment, is_private } })
  return {
    ...portal,
    ...{ mother, child, ordinary, exam, appointment, past, asMother, asChild, setExam, setAppointment },
  }
}

type Family = Awaited<ReturnType<typeof withFamily>>

async function textOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(JSON.stringify, async () => String(await getStatus(answer)))
}

/** Every endpoint through which a guardian could read an exam or an appointment of the child, by its name. */
function readersOf({ asMother: call, child, exam, ordinary, appointment, past }: Family) {
  const patientId = child.id
  const one = { params: { patientId, attention_id: exam.id, type: 'laboratory' as const } }
  const other = { params: { ...one.params, attention_id: ordinary.id } }
  const share = { body: { recipient_email: 'luis@ejemplo.cl', type_relationship: 3 } }
  return {
    'the list of exams': () => call(examEndpoints.listOf, { params: { patientId } }),
    'the search of exams': () => call(examEndpoints.listOf, { params: { patientId }, query: { q: secret } }),
    'the visit of another exam': () => call(examEndpoints.visit, other),
    'the course of the same measure in another exam': async () => {
      const { results } = await call(examEndpoints.results, other)
      return results.map(({ course }) => (course.length > 1 ? secret : ''))
    },
    'the news': () => call(newsEndpoints.list),
    'the agenda of the family': () => call(appointmentAgendaEndpoints.list),
    'the past agenda of the family': () =>
      call(appointmentAgendaEndpoints.list, { query: { period: 'history' } }),
    'the coming appointments': () => call(appointmentEndpoints.upcomingOf, { params: { id: patientId } }),
    'the past appointments': () => call(appointmentEndpoints.historyOf, { params: { id: patientId } }),
    'the notifications': async () => {
      const { notifications } = await call(notificationEndpoints.list)
      return notifications.map(({ exam: about, id_appointment }) =>
        about?.attention_id === exam.id || id_appointment === appointment.id ? secret : '',
      )
    },
    // These answer with the item itself or with 404.
    'the results of the exam': async () => `${secret} ${(await call(examEndpoints.results, one)).exam.date}`,
    'the address of the exam': async () => `${secret} ${(await call(examEndpoints.view, one)).attention_id}`,
    'the documents of the exam': async () =>
      `${secret} ${(await call(examEndpoints.documents, one)).documents.length}`,
    'the visit of the exam': () => call(examEndpoints.visit, one),
    'sharing the exam': async () =>
      `${secret} ${JSON.stringify(await call(examShareEndpoints.send, { ...one, ...share }))}`,
    'the appointment': () =>
      call(appointmentAgendaEndpoints.one, { params: { id_appointment: appointment.id } }),
    'the medical order of the appointment': async () =>
      `${secret} ${JSON.stringify(await call(medicalOrderEndpoints.one, { params: { id_appointment: past.id } }))}`,
  }
}

async function announce(family: Family) {
  const { db, exam, appointment, mother, child, clock } = family
  await db.ask('update exams set announced_at = null where id = $1', [exam.id])
  await family.runJob('exams.announce')
  await db.ask(
    `insert into notifications (person_id, type, text, patient_id, id_appointment, topic, created_at)
     values ($1, 'appointments', 'Cambió una hora', $2, $3, 'appointments', $4)`,
    [mother.id, child.id, appointment.id, clock.now()],
  )
}

test('a guardian reads an exam and appointments of a 15-year-old everywhere until she keeps them private, then nowhere, and everywhere again', async () => {
  const family = await withFamily()
  await announce(family)
  const readers = readersOf(family)
  const seen = async () => {
    const texts = await Promise.all(
      Object.entries(readers).map(
        async ([name, read]) => [name, (await textOf(read())).includes(secret)] as const,
      ),
    )
    return Object.fromEntries(texts)
  }
  const all = (shown: boolean) => Object.fromEntries(Object.keys(readers).map((name) => [name, shown]))
  expect(await seen()).toEqual(all(true))
  await family.setExam(true)
  await family.setAppointment(family.appointment.id, true)
  await family.setAppointment(family.past.id, true)
  expect(await seen()).toEqual(all(false))
  await family.setExam(false)
  await family.setAppointment(family.appointment.id, false)
  await family.setAppointment(family.past.id, false)
  expect(await seen()).toEqual(all(true))
}, 60_000)

test('the adolescent sees her private items as before, with a mark that is audited; the lists and totals of her guardian are those of a record without them', async () => {
  const family = await withFamily()
  await announce(family)
  const { db, asChild, asMother, setExam, setAppointment, appointment, child } = family
  await setExam(true)
  await setAppointment(appointment.id, true)
  await setAppointment(family.past.id, true)
  const entry = { actor_id: child.id, patient_id: child.id, outcome: 'done' }
  expect(await db.listAuditEvents('privateItems.%')).toMatchObject([
    { action: 'privateItems.exam', ...entry },
    { action: 'privateItems.appointment', ...entry },
    { action: 'privateItems.appointment', ...entry },
  ])
  const marksOf = (list: readonly { readonly is_private?: boolean | undefined }[]) =>
    list.map(({ is_private = false }) => is_private).sort()
  // Before she opens the exam, which is news until then.
  const own = await asChild(newsEndpoints.list)
  const { laboratories } = await asChild(examEndpoints.list)
  expect(laboratories.map(({ type_exam, is_private }) => [type_exam, is_private])).toEqual([
    ['Hemograma', false],
    [secret, true],
  ])
  for (const list of [
    (await asChild(appointmentAgendaEndpoints.list)).appointments,
    (await asChild(appointmentEndpoints.upcomingSummary)).appointments,
    own.results,
    own.appointments,
  ])
    expect(marksOf(list)).toEqual([false, true])
  const of = { params: { id: child.id } }
  const exams = await asMother(examEndpoints.listOf, { params: { patientId: child.id } })
  const coming = await asMother(appointmentEndpoints.upcomingOf, of)
  const past = await asMother(appointmentEndpoints.historyOf, of)
  const agenda = await asMother(appointmentAgendaEndpoints.list)
  const hers = await asMother(newsEndpoints.list)
  expect([exams.total, coming.total, coming.count_appointment, past.total]).toEqual([1, 1, 1, 0])
  expect([agenda.count_appointment, hers.results.length, hers.appointments.length]).toEqual([1, 1, 1])
  expect([coming.appointments, hers.results, hers.appointments].flatMap(marksOf)).toEqual([
    false,
    false,
    false,
  ])
  const body = { id_appointment: appointment.id }
  await expectRejected(asMother(appointmentEndpoints.cancel, { body }), 404)
  await expectRejected(asMother(appointmentAgendaEndpoints.confirm, { body }), 404)
})

test('addresses, keys and shares that a guardian got before the mark open nothing afterwards', async () => {
  const { asMother, app, anonymous, child, exam, ordinary, setExam, db } = await withFamily()
  const params = { patientId: child.id, attention_id: exam.id, type: 'laboratory' as const }
  const { documents } = await asMother(examEndpoints.documents, { params })
  const visit = await asMother(examEndpoints.visit, { params: { ...params, attention_id: ordinary.id } })
  const { url_file } = await asMother(examEndpoints.view, { params })
  const key = url_file.slice('/visor/'.length)
  const open = (url: string) => app.inject({ url, remoteAddress: '10.0.0.9' })
  expect((await open(documents[0]?.url ?? '')).statusCode).toBe(200)
  expect((await open(visit.url_file)).rawPayload.includes(secret)).toBe(true)
  await anonymous(examEndpoints.resultsByKey, { params: { key } })
  await setExam(true)
  expect((await open(documents[0]?.url ?? '')).statusCode).toBe(404)
  expect((await open(visit.url_file)).rawPayload.includes(secret)).toBe(false)
  await expectRejected(anonymous(examEndpoints.resultsByKey, { params: { key } }), 404)
  expect(await db.ask(`select count(*)::int as n from exam_shares`)).toEqual([{ n: 0 }])
})

test('an adult to whom an adult gave access does not see private items, and the adult may set the mark only while there is one', async () => {
  const portal = await startPortal()
  const [father, son] = [await portal.person(), await portal.person()]
  const exam = await buildExam(portal.db, { patient_id: father.id, type_exam: secret })
  const [asFather, asSon] = [await portal.as(father), await portal.as(son)]
  const body = { attention_id: exam.id, type: 'laboratory' as const, is_private: true }
  expect(await asFather(options)).toMatchObject({ may_mark: false })
  await expectRejected(asFather(markExam, { body }), 403)
  await buildDelegation(portal.db, {
    grantor_id: father.id,
    delegate_id: son.id,
    matters: ['exams'],
    now: portal.clock.now(),
  })
  expect(await asFather(options)).toMatchObject({ may_mark: true })
  const seen = async () => (await asSon(examEndpoints.listOf, { params: { patientId: father.id } })).total
  expect(await seen()).toBe(1)
  await asFather(markExam, { body })
  expect(await seen()).toBe(0)
  await portal.db.ask(`update delegations set state = 'ended', ended_at = now(), ended_because = 'grantor'`)
  expect(await asFather(options)).toMatchObject({ may_mark: false })
  expect(await asFather(markExam, { body: { ...body, is_private: false } })).toMatchObject({
    is_private: false,
  })
})

test.each([
  ['2012-05-10', 403, 'where the age of the setting is fifteen', '15'],
  ['2012-11-27', 403, 'a day before her fourteenth birthday'],
  ['2012-11-26', 200, 'on her fourteenth birthday'],
  ['2008-11-27', 200, 'a day before her eighteenth birthday'],
  ['2008-11-26', 403, 'as an adult to whose record no other person has access'],
] as const)('a person born on %s is answered %i, %s', async (birth, status, _, reserve?: string) => {
  const environment = { AGE_RESERVE: reserve ?? '14' }
  const { asChild, setExam, setAppointment, appointment } = await withFamily(birth, environment)
  const marks = [setExam(true), setAppointment(appointment.id, true)]
  expect(await Promise.all(marks.map(getStatus))).toEqual([status, status])
  expect(await asChild(options)).toMatchObject({ may_mark: status === 200 })
})

test('an appointment that the guardian booked cannot be kept private, one that staff booked can', async () => {
  const { db, person, mother, appointment, setAppointment } = await withFamily()
  const book = (by: number) =>
    db.ask('update appointments set booked_by = $2 where id = $1', [appointment.id, by])
  await book(mother.id)
  await expectRejected(
    setAppointment(appointment.id, true),
    409,
    'Otra persona reservó esta hora, así que la conoce. Para que sea solo tuya, cancélala y reserva otra',
  )
  await book((await person({ rol: 'ADMIN_ROLE' })).id)
  expect(await setAppointment(appointment.id, true)).toMatchObject({ is_private: true })
})

test('the notification about the exam, its planned mail and the unread count are gone for the guardian and stay for the adolescent', async () => {
  const family = await withFamily()
  const { db, asMother, asChild, mother, exam, setExam } = family
  await announce(family)
  await db.ask(`update outbox set next_attempt_at = now() + interval '1 day' where person_id = $1`, [
    mother.id,
  ])
  expect((await asMother(notificationEndpoints.list)).unread).toBe(2)
  await setExam(true)
  const rest = await asMother(notificationEndpoints.list)
  expect([rest.total, rest.unread, rest.notifications[0]?.exam]).toEqual([1, 1, null])
  const own = await asChild(notificationEndpoints.list)
  expect(own.notifications[0]?.exam?.attention_id).toBe(exam.id)
  expect(
    await db.ask(
      'select p.first_name, o.state, o.body_text = $1 as empty from outbox o join people p on p.id = o.person_id order by 1',
      [''],
    ),
  ).toEqual([
    { first_name: 'Camila', state: 'withdrawn', empty: true },
    { first_name: 'Martina', state: 'queued', empty: false },
  ])
})

test('a notification that counts several results is withdrawn from the guardian, because it would betray that one is missing', async () => {
  const family = await withFamily()
  const { db, runJob, asMother, asChild, setExam } = family
  await db.ask('update exams set announced_at = null')
  await runJob('exams.announce')
  expect((await asMother(notificationEndpoints.list)).notifications[0]?.text).toContain('2 nuevos resultados')
  await setExam(true)
  expect((await asMother(notificationEndpoints.list)).total).toBe(0)
  expect((await asChild(notificationEndpoints.list)).total).toBe(1)
})

test('an exam and a reminder are announced to the adolescent alone if she kept the items private before', async () => {
  const family = await withFamily()
  const { db, runJob, setExam, setAppointment, appointment, exam, clock } = family
  await setExam(true)
  await setAppointment(appointment.id, true)
  await db.ask('update exams set announced_at = null where id = $1', [exam.id])
  await runJob('exams.announce')
  await db.ask('delete from appointments where id <> $1', [appointment.id])
  clock.advance({ hours: 1 })
  await runJob('booking.remind')
  expect(
    await db.ask(
      'select distinct o.template, p.first_name from outbox o join people p on p.id = o.person_id order by 1',
    ),
  ).toEqual([
    { template: 'booking.reminder', first_name: 'Martina' },
    { template: 'exams.newResult', first_name: 'Martina' },
  ])
})

test('a copy of the data that a guardian requested before the mark is over like an expired one, and a new one lacks the item', async () => {
  const family = await withFamily()
  const { caller, makeCopy, child, setExam, setAppointment, app, sessionOf, mother } = family
  const token = await sessionOf(mother.id)
  const asMother = caller(token)
  const request = async () =>
    (await asMother(exportEndpoints.request, { params: { patientId: child.id } })).export
  const download = async (id: number) =>
    app.inject({ url: `/api/exports/${id}/fhir`, headers: { 'x-token': token } })
  const first = await request()
  await makeCopy()
  await setAppointment(family.appointment.id, true)
  await setAppointment(family.past.id, true)
  await setExam(true)
  expect((await asMother(exportEndpoints.list)).exports[0]).toMatchObject({ state: 'over', files: [] })
  expect((await download(first.id)).statusCode).toBe(410)
  const second = await request()
  await makeCopy()
  const answer = await download(second.id)
  expect([answer.statusCode, answer.body.includes(secret), answer.body.includes('Hemograma')]).toEqual([
    200,
    false,
    true,
  ])
})

test('what an adolescent writes to the clinic is never shown to her guardian', async () => {
  const { asChild, asMother, child, db } = await withFamily()
  await db.ask(
    `insert into document_kinds (id, name, only_titular_or_rep) values (900, 'Certificado', false)`,
  )
  await asChild(documentEndpoints.request, {
    body: { document: 900, comment: secret, family_member_id: child.id },
  })
  expect((await asChild(documentEndpoints.list)).total).toBe(1)
  expect((await asMother(documentEndpoints.list)).total).toBe(0)
  expect((await asMother(contactEndpoints.pages, { body: {} })).total).toBe(0)
  const answered = `update document_requests set state = 'respondida', answer = $1, answered_at = now()`
  await db.ask(answered, [secret])
  expect((await asMother(newsEndpoints.list)).answers).toEqual([])
  expect((await asChild(newsEndpoints.list)).answers).toHaveLength(1)
})

test('a mark outlasts what other systems write, and its removal leaves the reserve of the law as written last', async () => {
  const { db, exam, setExam, asMother, child } = await withFamily()
  const state = () => db.ask('select reserved_group, law_group from exams where id = $1', [exam.id])
  await setExam(true)
  expect(await state()).toEqual([{ reserved_group: 'SOLO_YO', law_group: null }])
  await db.ask(`update exams set reserved_group = null, type_exam = 'Otro' where id = $1`, [exam.id])
  expect(await state()).toEqual([{ reserved_group: 'SOLO_YO', law_group: null }])
  await db.ask(`update exams set reserved_group = 'VIH' where id = $1`, [exam.id])
  await setExam(true)
  expect(await state()).toEqual([{ reserved_group: 'SOLO_YO', law_group: 'VIH' }])
  await setExam(false)
  expect(await state()).toEqual([{ reserved_group: 'VIH', law_group: null }])
  expect((await asMother(examEndpoints.listOf, { params: { patientId: child.id } })).total).toBe(1)
})

test('no read that begins after a mark was answered has the item, also at another server', async () => {
  const { db, clock, asMother, child, exam, sessionOf, caller } = await withFamily()
  const second = await startServer(db, clock)
  const token = await sessionOf(child.id)
  const [here, there] = [caller(token), second.caller(token)]
  const body = (is_private: boolean) => ({
    body: { attention_id: exam.id, type: 'laboratory' as const, is_private },
  })
  const totals = async () => (await asMother(examEndpoints.listOf, { params: { patientId: child.id } })).total
  for (let round = 0; round < 5; round += 1) {
    const during = totals()
    await Promise.all([there(markExam, body(true)), here(markExam, body(true))])
    expect([1, 2]).toContain(await during)
    expect(await totals()).toBe(1)
    await there(markExam, body(false))
  }
  expect(
    await db.ask('select private_since, reserved_group, law_group from exams where id = $1', [exam.id]),
  ).toEqual([{ private_since: null, reserved_group: null, law_group: null }])
})

test('an exam and an appointment that are marked while jobs announce them leave no mail and no notification for the guardian', async () => {
  const { db, runJob, mother, asMother, setExam, setAppointment, appointment, exam } = await withFamily()
  await db.ask('delete from appointments where id <> $1', [appointment.id])
  for (let round = 0; round < 6; round += 1) {
    await db.ask('delete from sent_reminders')
    await db.ask('update exams set announced_at = null where id = $1', [exam.id])
    await Promise.all([
      runJob('exams.announce'),
      runJob('booking.remind'),
      setExam(true),
      setAppointment(appointment.id, true),
    ])
    const left = (await db.listMails(mother.id)).filter(({ state }) => state === 'queued')
    expect([round, left, (await asMother(notificationEndpoints.list)).total]).toEqual([round, [], 0])
    await setExam(false)
    await setAppointment(appointment.id, false)
    await db.ask('update notifications set active = false where person_id = $1', [mother.id])
  }
})
