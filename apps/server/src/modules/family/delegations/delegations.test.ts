import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { delegationEndpoints } from '@mi-portal/contract/family/delegations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { profileEndpoints } from '@mi-portal/contract/profile'
import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { expect, test } from 'vitest'
import { buildAppointment, buildDelegation, buildExam } from '../../../../test/build.ts'
import { startPortal } from '../../../../test/portal.ts'
import { getRejection, getStatus } from '../../../../test/rejection.ts'

/** A father and his adult daughter, without a family group. */
async function withAdults() {
  const portal = await startPortal()
  const { db, clock } = portal
  const father = await portal.person({ first_name: 'Jorge Luis', last_name: 'Rojas', second_name: 'Tapia' })
  const daughter = await portal.person({
    first_name: 'Camila Andrea',
    last_name: 'Fuentes',
    second_name: 'Rojas',
  })
  const [his, hers] = [await portal.as(father), await portal.as(daughter)]
  const offer = (more: object = {}, by = his) =>
    by(delegationEndpoints.give, {
      body: {
        document_type_id: 1 as const,
        document_number: daughter.document_number,
        matters: ['exams'],
        may_book: false,
        months: 12,
        ...more,
      },
    })
  const given = async () => (await his(delegationEndpoints.list)).given
  const received = async () => (await hers(delegationEndpoints.list)).received
  const idOfOffer = async () => (await received())[0]?.id ?? 0
  const accept = async () => {
    const id = await idOfOffer()
    await hers(delegationEndpoints.accept, { params: { id } })
    return id
  }
  const give = (matters: readonly DelegableMatter[], more: { may_book?: boolean; days?: number } = {}) =>
    buildDelegation(db, {
      grantor_id: father.id,
      delegate_id: daughter.id,
      matters,
      now: clock.now(),
      ...more,
    })
  const mails = async ({ id }: { id: number }) => (await db.listMails(id)).map(({ template }) => template)
  const appointment = async (more: object = {}) => {
    const starts_at = new Date(clock.now().getTime() + 5 * 3_600_000)
    return (await buildAppointment(db, { patient_id: father.id, starts_at, ...more })).id
  }
  const exam = async (reserved_group: string | null = null) => {
    const taken_at = new Date(clock.now().getTime() - 72 * 3_600_000)
    return (await buildExam(db, { patient_id: father.id, taken_at, reserved_group })).id
  }
  return {
    ...portal,
    ...{ father, daughter, his, hers, offer, given, received, idOfOffer, accept, give, mails },
    ...{ appointment, exam },
  }
}

test('an offer by document is listed by both, accepted by the delegate, and lasts twelve months', async () => {
  const { offer, given, received, accept, hers, father, daughter, mails } = await withAdults()
  const opened = { matters: ['appointments', 'exams'], may_book: true }
  await offer(opened)
  const document_number = daughter.document_number
  const offered = { state: 'offered', delegate: null, document_number, expires_at: null }
  expect(await given()).toMatchObject([offered])
  const grantor = { id: father.id, first_name: 'Jorge Luis' }
  expect(await received()).toMatchObject([{ state: 'offered', grantor, ...opened }])
  const id = await accept()
  expect(await given()).toMatchObject([{ id, state: 'accepted', delegate: { id: daughter.id } }])
  expect((await received())[0]?.expires_at).toBe('2027-11-26T15:00:00.000Z')
  expect(await mails(daughter)).toEqual(['family.delegationOffered', 'family.delegationChanged'])
  expect(await mails(father)).toEqual(['family.delegationGiven', 'family.delegationChanged'])
  const { delegated, selections } = await hers(familyMemberEndpoints.selections)
  expect(delegated).toEqual([{ ...grantor, last_name: 'Rojas', ...opened }])
  expect(selections.map(({ id }) => id)).toEqual([daughter.id])
})

test('an offer to a document without an account looks the same to the grantor, in the answer, the list and the mail', async () => {
  const { offer, given, father, mails } = await withAdults()
  const known = await offer()
  const unknown = await offer({ document_number: '123456785' })
  expect(unknown).toEqual(known)
  const [latest, first] = (await given()).map(({ id: _, document_number: __, ...rest }) => rest)
  expect(latest).toEqual(first)
  expect(await mails(father)).toEqual(['family.delegationGiven', 'family.delegationGiven'])
})

test('an offer is rejected for the own document, twice for one document, also at once, and with invalid fields, each at its field', async () => {
  const { offer, given, father } = await withAdults()
  const fieldOf = async (more: object) => (await getRejection(offer(more))).fieldErrors[0]?.param
  for (const [param, more] of [
    ['document_number', { document_number: father.document_number }],
    ['document_number', { document_number: '11' }],
    ['matters', { matters: [] }],
    ['matters', { matters: ['exams', 'exams'] }],
    ['may_book', { may_book: true }],
    ['months', { months: 2 }],
  ] as const)
    expect([more, await fieldOf(more)]).toEqual([more, param])
  const outcomes = await Promise.allSettled([offer(), offer()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await given()).toHaveLength(1)
  expect(await fieldOf({})).toBe('document_number')
})

test('a minor neither gives access nor receives an offer', async () => {
  const { offer, person, as } = await withAdults()
  const minor = await person({ date_birth: '2010-05-01' })
  await offer({ document_number: minor.document_number })
  const call = await as(minor)
  expect((await call(delegationEndpoints.list)).received).toEqual([])
  expect(await getStatus(call(delegationEndpoints.accept, { params: { id: 1 } }))).toBe(403)
  expect(await getStatus(offer({}, call))).toBe(403)
})

test('an offer to a passport is for the holder of the passport of that country, and only they are notified', async () => {
  const { offer, given, person, as, mails } = await withAdults()
  const passport = { document_type_id: 2 as const, document_number: 'XA123456' }
  const peruvian = await person({ ...passport, document_country: 'PE' })
  const unknown = await person({ ...passport, document_country: null })
  await offer({ ...passport, document_country: 'AR' })
  expect(await mails(unknown)).toEqual([])
  const argentine = await person({ ...passport, document_country: 'AR' })
  const [call, ...others] = [await as(argentine), await as(peruvian), await as(unknown)]
  const id = (await call(delegationEndpoints.list)).received[0]?.id ?? 0
  for (const other of others) {
    expect((await other(delegationEndpoints.list)).received).toEqual([])
    expect(await getStatus(other(delegationEndpoints.accept, { params: { id } }))).toBe(404)
    expect(await getStatus(other(delegationEndpoints.decline, { params: { id } }))).toBe(404)
  }
  // The one without a recorded country learns why they cannot be offered access.
  const lacking = [call, ...others].map(async (one) => (await one(delegationEndpoints.list)).lacks_country)
  expect(await Promise.all(lacking)).toEqual([false, false, true])
  await offer({ ...passport, document_country: 'PE' })
  expect(await mails(peruvian)).toEqual(['family.delegationOffered'])
  expect([await mails(argentine), await mails(unknown)]).toEqual([[], []])
  await call(delegationEndpoints.accept, { params: { id } })
  expect((await given()).map(({ state }) => state)).toEqual(['offered', 'accepted'])
  expect(await getStatus(offer({ ...passport, document_country: 'PE' }))).toBe(400)
})

test('a person who declined an offer is not notified of a new offer of the same grantor for thirty days', async () => {
  const { db, offer, given, received, idOfOffer, as, his, hers, father, daughter, clock, mails } =
    await withAdults()
  const notices = async () =>
    (await db.ask('select id from notifications where person_id = $1', [daughter.id])).length
  const withoutId = ({ id: _, ...rest }: { id: number }) => rest
  await offer()
  const [first = { id: 0 }] = await given()
  await hers(delegationEndpoints.decline, { params: { id: await idOfOffer() } })
  await his(delegationEndpoints.end, { params: { id: first.id } })
  await offer()
  const [second = { id: 0 }] = await given()
  expect(withoutId(second)).toEqual(withoutId(first))
  expect(await mails(father)).toEqual(['family.delegationGiven', 'family.delegationGiven'])
  expect([await mails(daughter), await notices()]).toEqual([['family.delegationOffered'], 1])
  expect(await received()).toHaveLength(1)
  await his(delegationEndpoints.end, { params: { id: second.id } })
  clock.advance({ days: 31 })
  await offer({}, await as(father))
  expect([(await mails(daughter)).length, await notices()]).toEqual([2, 2])
})

test('only the person with the document accepts an offer, and not after thirty days', async () => {
  const { offer, idOfOffer, person, as, his, daughter, clock } = await withAdults()
  await offer()
  const id = await idOfOffer()
  const stranger = await as(await person())
  for (const call of [stranger, his])
    expect(await getStatus(call(delegationEndpoints.accept, { params: { id } }))).toBe(404)
  expect(await getStatus(stranger(delegationEndpoints.end, { params: { id } }))).toBe(404)
  clock.advance({ days: 31 })
  const late = await as(daughter)
  expect(await getStatus(late(delegationEndpoints.accept, { params: { id } }))).toBe(404)
})

test('an acceptance and an end at the same time leave no access', async () => {
  const { db, offer, idOfOffer, his, hers, father, exam } = await withAdults()
  await exam()
  await offer()
  const id = await idOfOffer()
  await Promise.allSettled([
    hers(delegationEndpoints.accept, { params: { id } }),
    his(delegationEndpoints.end, { params: { id } }),
  ])
  expect(await db.ask('select state from delegations where id = $1', [id])).toEqual([{ state: 'ended' }])
  expect(await getStatus(hers(examEndpoints.listOf, examsOf(father.id)))).toBe(404)
})

const examsOf = (patientId: number) => ({ params: { patientId }, query: { type: 'laboratory' as const } })
const agendaOf = (patient_id: number) => ({ query: { patient_id } })

test('a delegate without booking sees an appointment and cannot confirm or cancel it; with booking, cancels it', async () => {
  const { db, give, hers, daughter, father, person, appointment, mails } = await withAdults()
  const id = await give(['appointments'])
  const hour = await appointment({ booked_by: (await person()).id })
  const one = { params: { id_appointment: hour } }
  const closed = { may_change: false, can_confirm: false, video: null }
  expect((await hers(appointmentAgendaEndpoints.one, one)).appointment).toMatchObject(closed)
  const body = { body: { id_appointment: hour } }
  expect(await getStatus(hers(appointmentAgendaEndpoints.confirm, body))).toBe(404)
  expect(await getStatus(hers(appointmentEndpoints.cancel, body))).toBe(404)
  await db.ask('update delegations set may_book = true where id = $1', [id])
  expect((await hers(appointmentAgendaEndpoints.one, one)).appointment.may_change).toBe(true)
  await appointment({ booked_by: daughter.id, starts_at: new Date('2026-11-27T15:00:00Z') })
  const { appointments } = await hers(appointmentAgendaEndpoints.list, agendaOf(father.id))
  const bookers = appointments.map(({ booked_by }) => booked_by?.is_caller ?? null)
  expect(bookers, 'who else booked is not shown').toEqual([null, true])
  await hers(appointmentEndpoints.cancel, body)
  expect(await mails(father)).toContain('appointments.cancelled')
})

test('a delegate of requests asks for a document and sees only what they asked for', async () => {
  const { db, give, hers, father, his } = await withAdults()
  await give(['requests'])
  await his(documentEndpoints.request, { body: { document: 1, comment: 'propia' } })
  await hers(documentEndpoints.request, {
    body: { document: 1, comment: 'por él', family_member_id: father.id },
  })
  const { requests } = await hers(documentEndpoints.list)
  expect(requests.map(({ comment }) => comment)).toEqual(['por él'])
  await db.ask(`update delegations set state = 'ended', ended_at = now(), ended_because = 'grantor'`)
  expect((await hers(documentEndpoints.list)).requests).toEqual([])
})

test('a delegate sees notifications about answers while the access to requests lasts', async () => {
  const { db, give, clock, hers, father, daughter } = await withAdults()
  const id = await give(['requests'])
  await db.ask(
    `insert into notifications (person_id, type, text, patient_id, created_at, topic, matter, request_id)
       values ($1, 'requests', 'Respondimos una solicitud', $2, $3, 'answers', 'documents', 1)`,
    [daughter.id, father.id, clock.now()],
  )
  const shown = async () => {
    const { notifications, unread } = await hers(notificationEndpoints.list)
    return [notifications.length, unread]
  }
  expect(await shown()).toEqual([1, 1])
  for (const change of [`matters = '{exams}'`, `matters = '{requests}', expires_at = created_at`]) {
    await db.ask(`update delegations set ${change} where id = $1`, [id])
    expect(await shown()).toEqual([0, 0])
  }
})

test('the news and the agenda of a delegate have the appointments and results of the matters that were given', async () => {
  const { db, give, hers, father, appointment, exam } = await withAdults()
  await appointment()
  await exam()
  const id = await give(['appointments'])
  const first = await hers(newsEndpoints.list)
  expect(first.appointments.map(({ patient_id }) => patient_id)).toEqual([father.id])
  expect(first.results).toEqual([])
  const agenda = await hers(appointmentAgendaEndpoints.list)
  expect(agenda.people.map(({ id: person }) => person)).toEqual([father.id])
  expect(agenda.appointments).toHaveLength(1)
  await db.ask(`update delegations set matters = '{exams}' where id = $1`, [id])
  const second = await hers(newsEndpoints.list)
  expect(second.appointments).toEqual([])
  expect(second.results.map(({ patient_id }) => patient_id)).toEqual([father.id])
  expect((await hers(appointmentAgendaEndpoints.list)).people).toEqual([])
})

test.each([
  ['grantor', 'his'],
  ['delegate', 'hers'],
] as const)('the %s ends an access at once, and both are notified', async (_, who) => {
  const adults = await withAdults()
  const { offer, accept, father, daughter, mails, hers } = adults
  await offer()
  const id = await accept()
  await adults[who](delegationEndpoints.end, { params: { id } })
  expect(await getStatus(hers(examEndpoints.listOf, examsOf(father.id)))).toBe(404)
  expect((await mails(father)).filter((name) => name === 'family.delegationChanged')).toHaveLength(2)
  expect((await mails(daughter)).filter((name) => name === 'family.delegationChanged')).toHaveLength(2)
  expect(await getStatus(adults[who](delegationEndpoints.end, { params: { id } }))).toBe(404)
})

test('the first of several renewals in one day alone moves the end and notifies both people, and a patient renews ten times a day', async () => {
  const { db, give, his, mails, father, daughter, clock, as } = await withAdults()
  const renew = { params: { id: await give(['exams'], { days: 100 }) } }
  const ends = await Promise.all([
    his(delegationEndpoints.renew, renew),
    his(delegationEndpoints.renew, renew),
  ])
  clock.advance({ minutes: 1 })
  ends.push(await his(delegationEndpoints.renew, renew))
  expect(ends.map(({ expires_at }) => expires_at)).toEqual(Array(3).fill('2027-11-26T15:00:00.000Z'))
  expect([await mails(father), await mails(daughter)]).toEqual(Array(2).fill(['family.delegationChanged']))
  const renewals = `select id from audit_events where action = 'delegations.renew'`
  expect(await db.ask(renewals)).toHaveLength(1)
  for (let times = 3; times < 10; times++) await his(delegationEndpoints.renew, renew)
  expect(await getStatus(his(delegationEndpoints.renew, renew))).toBe(429)
  clock.advance({ days: 2 })
  await (await as(father))(delegationEndpoints.renew, renew)
  expect(await mails(daughter)).toHaveLength(2)
})

test('an access gives nothing while the account of the grantor is closed, disabled, locked or of a minor', async () => {
  const { db, give, hers, father } = await withAdults()
  await give(['exams'])
  for (const [change, back] of [
    ['deleted_at = now()', 'deleted_at = null'],
    ['status = 2', 'status = 1'],
    ['locked_at = now()', 'locked_at = null'],
    [`date_birth = '2012-01-01'`, `date_birth = '1980-05-17'`],
  ]) {
    await db.ask(`update people set ${change} where id = $1`, [father.id])
    expect([change, await getStatus(hers(examEndpoints.listOf, examsOf(father.id)))]).toEqual([change, 404])
    await db.ask(`update people set ${back} where id = $1`, [father.id])
  }
  await hers(examEndpoints.listOf, examsOf(father.id))
})

test('access to the documents of an exam ends with the access, also for an address that was given before', async () => {
  const { app, give, hers, his, father, exam } = await withAdults()
  const id = await give(['exams'])
  const address = await hers(examEndpoints.view, {
    params: { patientId: father.id, attention_id: await exam(), type: 'laboratory' },
  })
  const url = `/api/exams/results/by-key/${address.url_file.split('/').at(-1)}`
  const open = async () => (await app.inject(url)).statusCode
  expect(await open()).toBe(200)
  await his(delegationEndpoints.end, { params: { id } })
  expect(await open()).toBe(404)
})

test('closing the account ends what it gave and received', async () => {
  const { db, give, his, daughter, father } = await withAdults()
  await give(['exams'])
  await buildDelegation(db, {
    grantor_id: daughter.id,
    delegate_id: father.id,
    matters: ['exams'],
    now: new Date(),
  })
  await his(profileEndpoints.close)
  expect(await db.ask('select state, ended_because from delegations')).toEqual([
    { state: 'ended', ended_because: 'account' },
    { state: 'ended', ended_because: 'account' },
  ])
})

test('both people are notified once, thirty days before the end, and when it ended', async () => {
  const { db, give, runJob, clock, mails, father, daughter } = await withAdults()
  await give(['exams'], { days: 60 })
  await runJob('family.delegations')
  expect(await mails(father)).toEqual([])
  clock.advance({ days: 30 })
  await runJob('family.delegations')
  await runJob('family.delegations')
  expect(await mails(father)).toEqual(['family.delegationChanged'])
  expect(await mails(daughter)).toEqual(['family.delegationChanged'])
  clock.advance({ days: 31 })
  await runJob('family.delegations')
  expect(await mails(father)).toHaveLength(2)
  expect(await db.ask('select state, ended_because from delegations')).toEqual([
    { state: 'ended', ended_because: 'expired' },
  ])
  clock.advance({ days: 91 })
  await runJob('family.delegations')
  expect(await db.ask('select id from delegations')).toEqual([])
})
