import { invitationEndpoints } from '@mi-portal/contract/family/invitations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { expect, test } from 'vitest'
import { asA, legalTextId, shareFamily, staffAcceptance, staffRefusal } from '../../../test/family.ts'
import { expectRejected, getRejection, getStatus } from '../../../test/rejection.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const family = shareFamily()

test('a pending request is in both lists and gives no access before it is accepted', async () => {
  const { as, leader, adult, requestFrom } = await family()
  const ids = await requestFrom(leader, adult)
  const call = await as(leader)
  const row = {
    id: ids.request_id,
    family_id: ids.family_id,
    request_status: 0,
    request_creation_date: '2026-11-26T15:00:00.000Z',
    applicant_patient: {
      id: leader.id,
      first_name: 'Camila Andrea',
      last_name: 'Fuentes',
      second_name: 'Rojas',
    },
    family_patient: { id: adult.id, first_name: 'Jorge Luis', last_name: 'Rojas', second_name: 'Tapia' },
    type_relationship: { id: asA.sibling, name: 'Hermano/a' },
    acceptance_waits: false,
    decision: null,
  }
  expect((await call(familyRequestEndpoints.sent)).requests).toEqual([row])
  expect((await call(familyRequestEndpoints.received)).requests).toEqual([])
  expect((await call(familyMemberEndpoints.group)).familyGroup).toEqual([])
  expect((await call(familyMemberEndpoints.selections)).selections).toHaveLength(1)
  const other = await as(adult)
  expect((await other(familyRequestEndpoints.received)).requests).toEqual([row])
  expect((await other(familyMemberEndpoints.memberships)).groups).toEqual([])
})

test('the invited person gets a notification and, if the group owner wants it, a mail in fixed text with the names of the database', async () => {
  const { leader, adult, person, requestFrom, letters: mails, notices } = await family()
  const typed = { user: 'Banco Falso', first_name: 'Haga clic en', email: 'otra@ejemplo.cl' }
  await requestFrom(leader, adult, typed)
  const [letter, ...more] = await mails(adult)
  expect(more).toEqual([])
  expect(letter?.body_text).toContain(
    'Hola, Jorge Luis: Camila A. F. R. quiere agregarte a su grupo familiar',
  )
  expect(letter?.body_text).toMatch(/\/invitacion\/[\w-]{43}\n/)
  expect(letter?.body_text).not.toMatch(/Banco Falso|Haga clic/)
  expect(letter?.subject).not.toMatch(/Camila|Jorge/)
  expect(await mails({ email: 'otra@ejemplo.cl' })).toEqual([])
  expect(await notices(adult)).toEqual(['Camila Andrea Fuentes Rojas quiere agregarte a su grupo familiar'])
  const unmailed = await person()
  await requestFrom(leader, unmailed, { notify_mail: false })
  expect([(await mails(unmailed)).length, (await notices(unmailed)).length]).toEqual([0, 1])
})

test('adding a minor needs the accepted legal text, stored with its hash and the IP address, and a relationship that a minor can have', async () => {
  const { as, db, leader, child, bodyFor } = await family()
  const call = await as(leader)
  const add = (more: object) =>
    call(familyRequestEndpoints.add, { body: bodyFor(child, { type_relationship_id: asA.child, ...more }) })
  const fieldOf = async (more: object) => (await getRejection(add(more))).fieldErrors[0]?.param
  expect(await fieldOf({})).toBe('legal_text_id')
  expect(await fieldOf({ legal_text_id: 99 })).toBe('legal_text_id')
  const asMother = { type_relationship_id: asA.mother, legal_text_id: legalTextId }
  expect(await fieldOf(asMother)).toBe('type_relationship_id')
  await add({ legal_text_id: legalTextId })
  const consents = await db.ask<object>(
    'select kind, version, length(text_hash) as hashed, host(ip) as ip from consents where person_id = $1',
    [leader.id],
  )
  expect(consents).toEqual([{ kind: 'family_group', version: '2', hashed: 32, ip: '127.0.0.1' }])
})

test('concurrent additions of the same person create one request', async () => {
  const { as, leader, adult, bodyFor, db } = await family()
  const [one, other] = [await as(leader), await as(adult)]
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      getStatus(
        (index % 2 === 0 ? one : other)(familyRequestEndpoints.add, {
          body: bodyFor(index % 2 === 0 ? adult : leader),
        }),
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
  const [row] = await db.ask<{ count: number }>(
    'select count(*)::int as count from family_links where leader_id = any($1::int[])',
    [[leader.id, adult.id]],
  )
  expect(row?.count).toBe(1)
})

const unknownDocument = { document_type_id: 1, document_number: '111111111' }

test('a person without an account is rejected with a message, and invited by mail if an address is given', async () => {
  const { as, db, leader, bodyFor, letters: mails } = await family()
  const call = await as(leader)
  const email = `invitada${leader.id}@ejemplo.cl`
  const add = (more: object = {}) =>
    getRejection(call(familyRequestEndpoints.add, { body: bodyFor(unknownDocument, more) }))
  const message =
    'El usuario no está registrado en Mi Portal. Para agregarlo al grupo familiar, primero debe crear una cuenta.'
  expect(await add()).toMatchObject({ status: 400, message, invited: false })
  expect((await add({ email, notify_mail: false })).invited).toBe(false)
  expect(await mails({ email })).toEqual([])
  expect(await add({ email })).toMatchObject({ status: 400, message, invited: true })
  const unproven = (await mails({ email }))[0]?.body_text
  expect(unproven).toContain('Una persona que usa el portal quiere agregarte a su grupo familiar')
  expect(unproven, 'names no group owner whose name is not proven').not.toContain(leader.first_name)
  await db.ask('update people set names_proven = true where id = $1', [leader.id])
  await add({ email })
  const letter = (await mails({ email })).at(-1)
  expect(letter?.subject).toBe('Invitación a Mi Portal')
  expect(letter?.body_text).toContain('Camila A. F. R. quiere agregarte a su grupo familiar')
  expect(letter?.body_text).not.toMatch(/Lo que|diga|Cualquiera/)
})

test('a group owner can send five mail invitations a day', async () => {
  const { as, leader, bodyFor } = await family()
  const call = await as(leader)
  const body = bodyFor(unknownDocument, { email: 'muchas@ejemplo.cl' })
  for (let i = 0; i < 5; i++)
    expect((await getRejection(call(familyRequestEndpoints.add, { body }))).invited).toBe(true)
  await expectRejected(call(familyRequestEndpoints.add, { body }), 429)
})

test.each([
  ['is disabled', { status: 2 }],
  ['waits for validation', { status: 3 }],
  ['deleted their profile', { deleted_at: new Date('2026-01-01T00:00:00Z') }],
  ['came of age and has not registered again', { opened_as_minor: true, date_birth: '2008-11-26' }],
  ['is staff', { rol: 'ADMIN_ROLE' as const }],
])('a person who %s is treated as having no account, and nothing of theirs is shown', async (_, state) => {
  const { as, leader, person, bodyFor } = await family()
  const closed = await person(state)
  const call = await as(leader)
  const rejected = await getRejection(call(familyRequestEndpoints.add, { body: bodyFor(closed) }))
  expect(rejected.message).toContain('El usuario no está registrado')
  const params = { document_type_id: 1, document_number: closed.document_number }
  expect(await call(familyRequestEndpoints.search, { params })).toMatchObject({
    registered: false,
    patient: null,
  })
})

test('a child without an account joins the group of the parent whom the registry names, or that two members of staff confirm, and nobody else learns of the record', async () => {
  const world = await family()
  const { as, person, leader, adult, staff, bodyFor, idsOf, nameMother, auditLog, letters: mails } = world
  const baby = await person({
    ...{ without_account: true, status: 2, email: null, date_birth: '2026-10-02', first_name: 'Emilia' },
  })
  const searchOf = async (one: { id: number }, whom = baby) =>
    (await as(one))(familyRequestEndpoints.search, {
      params: { document_type_id: 1, document_number: whom.document_number },
    })
  const body = bodyFor(baby, { type_relationship_id: asA.child, legal_text_id: legalTextId })
  await expectRejected((await as(adult))(familyRequestEndpoints.add, { body }), 400, {
    message: expect.stringContaining('no está registrado'),
  })
  expect(await searchOf(adult)).toMatchObject({ registered: false, patient: null })
  await nameMother(leader, baby)
  expect((await searchOf(leader)).patient).toMatchObject({ id: baby.id, has_account: false, email: null })
  expect((await searchOf(adult)).patient).toBeNull()

  const mother = await as(leader)
  const asNephew = { ...body, type_relationship_id: asA.nephew }
  const wrong = await getRejection(mother(familyRequestEndpoints.add, { body: asNephew }))
  expect(wrong.fieldErrors[0]?.param).toBe('type_relationship_id')
  expect(await mother(familyRequestEndpoints.add, { body })).toMatchObject({ joined: true })
  const [card] = (await mother(familyMemberEndpoints.group)).familyGroup
  expect(card).toMatchObject({ button_status: true, may_book: true, guardian: 'registry' })
  expect((await auditLog(baby)).map(({ action }) => action)).toContain('family.accept')

  const call = await as(staff)
  const { request_id, joined } = await call(familyRequestEndpoints.staffAdd, {
    body: { patient_id: adult.id, ...body },
  })
  expect(joined).toBe(false)
  await call(familyRequestEndpoints.staffAccept, { params: await idsOf(request_id), query: staffAcceptance })
  const confirmer = await openSecondPerson(world)
  await confirmer.confirm(baby.id)
  const [unproven] = (await (await as(adult))(familyMemberEndpoints.group)).familyGroup
  expect(unproven).toMatchObject({ button_status: false, button_reason: 'notProven' })
  const link_id = unproven?.id ?? 0
  const another = await as(await person({ rol: 'ADMIN_ROLE' }))
  await another(familyMemberEndpoints.staffGuardian, { params: { link_id }, body: { confirmed: true } })
  await (await openSecondPerson(world)).confirm(baby.id)
  const [announced] = (await (await as(adult))(familyMemberEndpoints.group)).familyGroup
  expect(announced).toMatchObject({ guardian: 'staff', button_reason: 'announced' })
  expect((await mails(leader)).at(-1)?.template).toBe('family.guardianAnnounced')

  for (const hidden of [
    { date_birth: '2012-01-01' },
    { date_birth: '1980-01-01' },
    { deleted_at: new Date() },
  ])
    expect(
      (await searchOf(staff, await person({ without_account: true, status: 2, ...hidden }))).patient,
    ).toBeNull()
})

test('the invited person accepts: both are notified, the landing page is signed, and the card is shown', async () => {
  const world = await family()
  const { as, anonymous, leader, adult, requestFrom, acceptAs, letters: mails, notices, auditLog } = world
  const ids = await requestFrom(leader, adult)
  const { landing } = await acceptAs(adult, ids)
  const address = new URL(landing, 'https://portal.test')
  const name = 'Camila Andrea Fuentes Rojas'
  expect(decodeURIComponent(address.pathname)).toBe(`/accepted/1/${adult.document_number}/${name}`)
  const body = {
    ...{ decision: 'accepted' as const, document_type: '1', document_number: adult.document_number, name },
    s: address.searchParams.get('s') ?? '',
  }
  expect((await anonymous(invitationEndpoints.judgeLanding, { body })).genuine).toBe(true)
  // Mails, which others may read, shorten the names of other people.
  const accepted = 'aceptó tu solicitud para integrar tu grupo familiar'
  expect((await mails(leader)).map(({ body_text }) => body_text)).toEqual([
    expect.stringContaining(`Jorge L. R. T. ${accepted}`),
  ])
  expect((await mails(adult)).at(-1)?.body_text).toContain('aceptaste la solicitud de Camila A. F. R. para')
  expect((await notices(leader)).at(-1)).toBe(`Jorge Luis Rojas Tapia ${accepted}`)
  expect((await auditLog(adult)).map(({ action }) => action)).toEqual(['family.ask', 'family.accept'])
  const [card] = (await (await as(leader))(familyMemberEndpoints.group)).familyGroup
  expect(card).toMatchObject({
    ...{ id: ids.family_id, button_status: false, button_reason: 'ofAge', may_book: false, guardian: 'none' },
    family_patient: { id: adult.id, document_number: adult.document_number, email: adult.email },
  })
})

test('only one of many concurrent decisions is made', async () => {
  const { as, caller, sessionOf, person, leader, adult, requestFrom, db } = await family()
  const ids = await requestFrom(leader, adult)
  const token = await sessionOf(adult.id)
  const helpers = await Promise.all(Array.from({ length: 4 }, () => person({ rol: 'ADMIN_ROLE' })))
  const staff = await Promise.all(helpers.map((one) => as(one)))
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, (_, index) => {
      const [one, params] = [staff[index % 8], { params: ids }]
      const asked: Promise<unknown> = one
        ? one(familyRequestEndpoints.staffReject, { ...params, query: staffRefusal })
        : caller(token)(familyRequestEndpoints.accept, params)
      return getStatus(asked)
    }),
  )
  expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
  expect(outcomes.filter((status) => status === 409)).toHaveLength(23)
  const [row] = await db.ask<{ count: number }>(
    `select count(*)::int as count from audit_events where patient_id = $1 and action in ('family.accept', 'family.reject')`,
    [adult.id],
  )
  expect(row?.count).toBe(1)
})

test('a decision is a GET that only the portal’s own script can make', async () => {
  const { leader, adult, requestFrom, raw } = await family()
  const ids = await requestFrom(leader, adult)
  const sent = { params: ids }
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ]
  for (const headers of foreign)
    expect((await raw(familyRequestEndpoints.accept, sent, adult, { headers })).statusCode).toBe(403)
  expect((await raw(familyRequestEndpoints.accept, sent, adult, { method: 'HEAD' })).statusCode).toBe(405)
  const done = await raw(familyRequestEndpoints.accept, sent, adult, {
    headers: { 'sec-fetch-mode': 'cors' },
  })
  expect([done.statusCode, done.headers['cache-control']]).toEqual([200, 'no-store'])
})

const tokenIn = (text: string | undefined) => /\/invitacion\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

test('an invitation shows who asks, however often it is opened, and decides nothing', async () => {
  const { as, anonymous, leader, adult, requestFrom, letters: mails } = await family()
  const ids = await requestFrom(leader, adult)
  const token = tokenIn((await mails(adult))[0]?.body_text)
  for (let i = 0; i < 2; i++) {
    expect(await anonymous(invitationEndpoints.openInvitation, { body: { token } })).toEqual({
      status: 'Ok',
      request: { id: ids.request_id, applicant_id: leader.id, family_id: ids.family_id },
      applicant: { first_name: 'Camila Andrea', last_name: 'Fuentes', second_name: 'Rojas' },
      invited_first_name: 'Jorge Luis',
      type_relationship: { id: asA.sibling, name: 'Hermano/a' },
      expires_at: '2026-12-26T15:00:00.000Z',
    })
  }
  expect((await (await as(adult))(familyRequestEndpoints.received)).requests[0]?.request_status).toBe(0)
})

test('an invitation ends with the decision and after thirty days', async () => {
  const all = await family()
  const { anonymous, clock, person, leader, adult, requestFrom, acceptAs, letters: mails } = all
  const openOf = async (one: typeof adult) => {
    const token = tokenIn((await mails(one))[0]?.body_text)
    return () => anonymous(invitationEndpoints.openInvitation, { body: { token } })
  }
  const ids = await requestFrom(leader, adult)
  const decided = await openOf(adult)
  await acceptAs(adult, ids)
  await expectRejected(decided(), 410)
  const other = await person()
  await requestFrom(leader, other)
  const old = await openOf(other)
  clock.advance({ days: 29, hours: 23, minutes: 59 })
  await old()
  clock.advance({ minutes: 1 })
  await expectRejected(old(), 410, 'Esta invitación ya no es válida')
})

test('who asked sends the invitation of a pending request again once a day, and its earlier link ends', async () => {
  const {
    as,
    leader,
    adult,
    person,
    requestFrom,
    acceptAs,
    letters: mails,
    clock,
    auditLog,
    anonymous,
  } = await family()
  const ids = await requestFrom(leader, adult)
  const params = { request_id: ids.request_id }
  const call = await as(leader)
  await expectRejected((await as(adult))(familyRequestEndpoints.resend, { params }), 404)
  await call(familyRequestEndpoints.resend, { params })
  const tokens = (await mails(adult)).map(
    ({ body_text }) => /invitacion\/([\w-]{43})/.exec(body_text)?.[1] ?? '',
  )
  expect(new Set(tokens).size).toBe(2)
  const open = (token = '') => anonymous(invitationEndpoints.openInvitation, { body: { token } })
  await expectRejected(open(tokens[0]), 404)
  expect((await open(tokens[1])).request.id).toBe(ids.request_id)
  expect((await auditLog(adult)).map(({ action }) => action)).toContain('family.remind')
  await expectRejected(call(familyRequestEndpoints.resend, { params }), 429)
  clock.advance({ days: 1 })
  await (await as(leader))(familyRequestEndpoints.resend, { params })
  await acceptAs(adult, ids)
  clock.advance({ days: 1 })
  await expectRejected((await as(leader))(familyRequestEndpoints.resend, { params }), 404)
  const unmailed = await person({ email: null })
  const { request_id } = await requestFrom(leader, unmailed)
  await expectRejected(
    (await as(leader))(familyRequestEndpoints.resend, { params: { request_id } }),
    409,
    'No pudimos enviar la invitación a esta persona',
  )
})
