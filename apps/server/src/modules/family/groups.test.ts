import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { expect, test } from 'vitest'
import { asA, legalTextId, shareFamily, staffAcceptance, staffRefusal } from '../../../test/family.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const family = shareFamily()

type Family = Awaited<ReturnType<typeof family>>

/** Returns the only card of a group owner's group. */
async function cardOf({ as }: Family, leader: { id: number }) {
  const { familyGroup } = await (await as(leader))(familyMemberEndpoints.group)
  return familyGroup[0]
}

test('a guardian’s card gives access from the moment the child accepts, where the registry names the guardian as a parent', async () => {
  const all = await family()
  const { as, leader, child, nameMother, childRequestFrom, acceptAs } = all
  await nameMother(leader, child)
  const ids = await childRequestFrom(leader, child)
  const call = await as(leader)
  await expectRejected(call(appointmentEndpoints.upcomingOf, { params: { id: child.id } }), 404)
  await acceptAs(child, ids)
  expect(await cardOf(all, leader)).toMatchObject({
    ...{ button_status: true, button_reason: null, may_book: true, guardian: 'registry' },
    family_patient: { id: child.id, is_a_minor: true },
  })
  const again = await as(leader)
  expect((await again(appointmentEndpoints.upcomingOf, { params: { id: child.id } })).total).toBe(0)
  const self = { id: leader.id, first_name: 'Camila Andrea', last_name: 'Fuentes', is_self: true }
  const daughter = { id: child.id, first_name: 'Martina Ignacia', last_name: 'Soto', is_self: false }
  expect((await again(familyMemberEndpoints.selections)).selections).toEqual([self, daughter])
  expect((await again(familyMemberEndpoints.preferred)).patients).toEqual([
    { ...self, relationship: null, button_status: true, may_book: true },
    { ...daughter, relationship: 'Hijo/a', button_status: true, may_book: true },
  ])
})

test('a card without proof gives no access until two members of staff confirm the guardianship, which notifies both and is audited', async () => {
  const all = await family()
  const { as, leader, child, staff, childRequestFrom, acceptAs, letters: mails, auditLog } = all
  const ids = await childRequestFrom(leader, child)
  await acceptAs(child, ids)
  expect(await cardOf(all, leader)).toMatchObject({
    button_status: false,
    button_reason: 'notProven',
    may_book: false,
    guardian: 'unproven',
  })
  const call = await as(staff)
  const { data } = await call(familyMemberEndpoints.staffGuardian, {
    params: { link_id: ids.family_id },
    body: {},
  })
  expect(data).toMatchObject({ button_status: false, guardian: 'unproven', guardian_waits: true })
  const second = await openSecondPerson(all)
  expect((await second.waiting(child.id))[0]).toMatchObject({
    kind: 'guardian',
    changes: [{ field: 'guardian', before: 'Sin comprobar' }],
  })
  await second.confirm(child.id)
  expect(await cardOf(all, leader)).toMatchObject({
    id: ids.family_id,
    button_status: true,
    guardian: 'staff',
    guardian_waits: false,
  })
  for (const one of [leader, child]) expect((await mails(one)).at(-1)?.template).toBe('family.guardianJudged')
  const actions = (await auditLog(child)).filter(({ action }) => action === 'family.confirmGuardian')
  expect(actions).toEqual([
    { actor_id: second.account.id, actor_role: 'ADMIN_ROLE', action: 'family.confirmGuardian' },
  ])
  const reading = (await as(leader))(peopleEndpoints.one, { params: { id: child.id } })
  expect((await reading).data).toMatchObject({ id: child.id, email: null, phone: null })
})

test('a denied guardianship overrides the registry and remains when the group owner asks again', async () => {
  const all = await family()
  const { as, leader, child, staff, nameMother, childRequestFrom, acceptAs } = all
  await nameMother(leader, child)
  const first = await childRequestFrom(leader, child)
  await acceptAs(child, first)
  const guardian = async (link_id: number, confirmed: boolean) =>
    (await as(staff))(familyMemberEndpoints.staffGuardian, { params: { link_id }, body: { confirmed } })
  await guardian(first.family_id, false)
  const denied = { button_status: false, button_reason: 'denied', guardian: 'denied' }
  expect(await cardOf(all, leader)).toMatchObject(denied)
  await (await as(leader))(familyMemberEndpoints.remove, { params: { id: first.family_id } })
  const second = await childRequestFrom(leader, child)
  await acceptAs(child, second)
  expect(await cardOf(all, leader)).toMatchObject(denied)
  await guardian(second.family_id, true)
  await (await openSecondPerson(all)).confirm(child.id)
  expect(await cardOf(all, leader)).toMatchObject({ button_status: true, guardian: 'staff' })
})

test('the member of staff who accepted a request cannot confirm its guardian, and another one can', async () => {
  const all = await family()
  const { as, person, leader, child, staff, childRequestFrom } = all
  const ids = await childRequestFrom(leader, child)
  const requester = await as(await person({ rol: 'ADMIN_ROLE' }))
  await requester(familyRequestEndpoints.staffAccept, { params: ids, query: staffAcceptance })
  const accepted = (await openSecondPerson(all, 'SUPER_ADMIN_ROLE')).waiting(child.id)
  const params = { id: (await accepted)[0]?.id ?? 0 }
  await (await as(staff))(confirmationEndpoints.confirm, { params })
  await requester(familyMemberEndpoints.staffGuardian, { params: { link_id: ids.family_id }, body: {} })
  const second = await openSecondPerson(all)
  const id = (await second.waiting(child.id))[0]?.id ?? 0
  await expectRejected(
    (await as(staff))(confirmationEndpoints.confirm, { params: { id } }),
    403,
    'Tú aceptaste esta solicitud: la representación la confirma otra persona del equipo',
  )
  expect(await cardOf(all, leader)).toMatchObject({ button_status: false, guardian: 'unproven' })
  await second.confirm(child.id)
  expect(await cardOf(all, leader)).toMatchObject({ button_status: true, guardian: 'staff' })
})

test('a guardianship that was denied, whose link ended, or whose request waits for its answer cannot be confirmed', async () => {
  const all = await family()
  const { as, person, leader, child, staff, childRequestFrom, acceptAs } = all
  const call = await as(staff)
  const judge = ({ family_id }: { family_id: number }, confirmed: boolean) =>
    call(familyMemberEndpoints.staffGuardian, { params: { link_id: family_id }, body: { confirmed } })
  const second = await openSecondPerson(all)
  const ids = await childRequestFrom(leader, child)
  await expectRejected(judge(ids, true), 409)
  expect(await second.waiting(child.id), 'a waiting request').toEqual([])
  await acceptAs(child, ids)
  await judge(ids, true)
  await judge(ids, false)
  expect(await second.waiting(child.id)).toEqual([])
  expect(await cardOf(all, leader), 'denied since the request').toMatchObject({ guardian: 'denied' })
  await judge(ids, true)
  await (await as(leader))(familyMemberEndpoints.remove, { params: { id: ids.family_id } })
  expect(await second.waiting(child.id)).toEqual([])
  const brother = await person({ date_birth: '2015-01-01' })
  const waiting = await childRequestFrom(leader, brother)
  await judge(waiting, false)
  await acceptAs(brother, waiting)
  expect(await cardOf(all, leader), 'denied before the answer').toMatchObject({ guardian: 'denied' })
})

test('a link is ended by the group owner or the member, who are both notified', async () => {
  const { as, leader, adult, requestFrom, acceptAs, letters: mails, notices } = await family()
  const end = async (who: { id: number }) => {
    const ids = await requestFrom(leader, adult)
    await acceptAs(adult, ids)
    await (await as(who))(familyMemberEndpoints.remove, { params: { id: ids.family_id } })
  }
  await end(leader)
  expect((await mails(leader)).at(-1)?.body_text).toContain('sacaste a Jorge L. R. T.')
  expect((await mails(adult)).at(-1)?.body_text).toContain('te sacó de su grupo familiar')
  expect((await notices(adult)).at(-1)).toContain('Ya no eres integrante')
  await end(adult)
  expect((await mails(leader)).at(-1)?.body_text).toContain('Jorge L. R. T. salió de tu grupo')
  expect((await (await as(leader))(familyMemberEndpoints.group)).familyGroup).toEqual([])
  expect((await (await as(adult))(familyMemberEndpoints.memberships)).groups).toEqual([])
})

const paramsOf = (one: { document_number: string }) => ({
  params: { document_type_id: 1, document_number: one.document_number },
})

test('a search shows patients a masked e-mail address and staff the whole one, and is audited', async () => {
  const { as, leader, staff, person, auditLog } = await family()
  const found = await person({ email: `carlos${leader.id}@ejemplo.cl` })
  const { id, first_name, last_name, second_name } = found
  const shown = { id, first_name, last_name, second_name, is_a_minor: false }
  expect(await (await as(leader))(familyRequestEndpoints.search, paramsOf(found))).toMatchObject({
    registered: true,
    patient: { ...shown, email: 'c•••••@•••••' },
  })
  expect(await (await as(staff))(familyRequestEndpoints.search, paramsOf(found))).toMatchObject({
    patient: { ...shown, email: found.email },
  })
  expect((await auditLog(found)).map(({ actor_id }) => actor_id)).toEqual([leader.id, staff.id])
})

test('a patient may search twenty times an hour, and staff without limit', async () => {
  const { as, leader, adult, staff } = await family()
  const [call, desk] = [await as(leader), await as(staff)]
  for (let i = 0; i < 20; i++) {
    await call(familyRequestEndpoints.search, paramsOf(adult))
    await desk(familyRequestEndpoints.search, paramsOf(adult))
  }
  await expectRejected(call(familyRequestEndpoints.search, paramsOf(adult)), 429)
  await desk(familyRequestEndpoints.search, paramsOf(adult))
})

test('staff add a member in either spelling of the fields, and two of them approve the request; an error is at the field of that spelling', async () => {
  const world = await family()
  const { as, person, leader, adult, child, staff, bodyFor, idsOf, letters: mails, auditLog } = world
  const call = await as(staff)
  const add = (body: object) => call(familyRequestEndpoints.staffAdd, { body: body as never })
  const snake = { patient_id: leader.id, ...bodyFor(adult) }
  const camel = {
    ...{ patient_leader_id: leader.id, documentTypeId: 1, documentNumber: child.document_number },
    ...{ relationshipTypeId: asA.child, emilNotify: true, firstName: 'Martina', lastName: 'Soto' },
    ...{ secondName: '', email: '', legal_text_id: legalTextId },
  }
  const fieldsOf = async (body: object) =>
    (await getRejection(add(body))).fieldErrors.map(({ param }) => param)
  expect(await fieldsOf({ ...snake, family_document_number: '1-2' })).toEqual(['family_document_number'])
  const wrong = { ...camel, documentNumber: '', relationshipTypeId: 0 }
  expect(await fieldsOf(wrong)).toEqual(['documentNumber', 'relationshipTypeId'])
  const [first, second] = [await add(snake), await add(camel)]
  for (const { request_id } of [first, second])
    await call(familyRequestEndpoints.staffAccept, {
      params: await idsOf(request_id),
      query: staffAcceptance,
    })
  const confirmer = await openSecondPerson(world)
  for (const one of [adult, child]) await confirmer.confirm(one.id)
  const members = (await (await as(leader))(familyMemberEndpoints.group)).familyGroup
  expect(new Set(members.map(({ family_patient: { id } }) => id))).toEqual(new Set([adult.id, child.id]))
  const by = (id: number) => (entry: { actor_id: number }) => entry.actor_id === id
  const entries = await auditLog(adult)
  expect((await world.db.listAuditEvents('family.accept')).at(-1)?.detail).toMatchObject(staffAcceptance)
  expect(entries.filter(by(staff.id)).map(({ action }) => action)).toEqual(['family.ask'])
  expect(entries.filter(by(confirmer.account.id)).map(({ action }) => action)).toEqual(['family.accept'])
  const lists = await Promise.all([
    call(familyRequestEndpoints.staffReceived, { query: { patient_id: adult.id } }),
    (await as(adult))(familyRequestEndpoints.received),
  ])
  expect(lists.map(({ requests }) => requests[0]?.decision)).toEqual([staffAcceptance, null])
  for (const one of [leader, adult])
    expect((await mails(one)).some(({ body_text }) => body_text.includes('el equipo de'))).toBe(true)
  const another = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const late = another(familyRequestEndpoints.staffReject, {
    params: await idsOf(first.request_id),
    query: staffRefusal,
  })
  await expectRejected(late, 409)
})

test('staff end a link and reject a request, and both people are notified', async () => {
  const { as, person, leader, adult, staff, requestFrom, acceptAs, letters: mails } = await family()
  const ids = await requestFrom(leader, adult)
  await acceptAs(adult, ids)
  const call = await as(staff)
  await call(familyMemberEndpoints.staffRemove, { query: { id: ids.family_id } })
  for (const one of [leader, adult])
    expect((await mails(one)).at(-1)?.body_text).toMatch(/el equipo de .* sac/)
  await expectRejected(call(familyMemberEndpoints.staffRemove, { query: { id: ids.family_id } }), 404)
  const another = await person()
  const waiting = await requestFrom(leader, await person())
  const fieldsOf = async (asked: Promise<unknown>) =>
    (await getRejection(asked)).fieldErrors.map(({ param, msg }) => [param, msg])
  const query = { ...staffRefusal } as never
  expect(await fieldsOf(call(familyRequestEndpoints.staffAccept, { params: waiting, query }))).toEqual([
    ['reason', 'Elige el motivo'],
    ['evidence', 'Elige el documento que viste'],
  ])
  await call(familyRequestEndpoints.staffReject, {
    params: await requestFrom(leader, another),
    query: staffRefusal,
  })
  expect((await mails(another)).at(-1)?.body_text).toContain('rechazó la solicitud de Camila')
})

test('the minor and the proven guardian are notified once, thirty days before the coming of age, even with two servers', async () => {
  const all = await family()
  const { clock, runJob, person, leader, adult, nameMother, childRequestFrom, acceptAs } = all
  const child = await person({ first_name: 'Nieves', date_birth: '2008-12-31', opened_as_minor: true })
  await nameMother(leader, child)
  await acceptAs(child, await childRequestFrom(leader, child))
  // The child's aunt has no access to lose.
  await acceptAs(child, await childRequestFrom(adult, child, { type_relationship_id: asA.nephew }))
  const shown = async (one: { email: string | null }) =>
    (await all.letters(one)).filter(({ template }) => template === 'family.comingOfAge')
  clock.set('2026-11-30T12:00:00Z')
  await runJob('family.ageSteps')
  expect(await shown(leader)).toEqual([])
  clock.set('2026-12-01T12:00:00Z')
  await Promise.all([runJob('family.ageSteps'), runJob('family.ageSteps')])
  clock.set('2026-12-02T12:00:00Z')
  await runJob('family.ageSteps')
  const [guardians, own] = [await shown(leader), await shown(child)]
  expect([guardians.length, own.length, (await shown(adult)).length]).toEqual([1, 1, 0])
  expect(guardians[0]?.body_text).toContain(
    'el 31/12/2026 Nieves T. L. cumple 18 años. Desde ese día ya no verás su historial.',
  )
  expect(own[0]?.body_text).toContain('deberás registrarte nuevamente')
  expect((await all.notices(leader)).at(-1)).toContain('ya no verás su historial')
})
