import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { expect, test } from 'vitest'
import { buildLink, relationship } from '../../../../test/build.ts'
import { legalTextId, shareFamily, staffAcceptance } from '../../../../test/family.ts'
import { expectRejected } from '../../../../test/rejection.ts'
import { openSecondPerson } from '../../../../test/staff/second-person.ts'

const shared = shareFamily()
const { announcements, answer, protect } = guardianshipEndpoints

/** Camila guards Martina, who is ten. The registry names Diego as the father, whom a member of staff wants to add. */
async function withFather(birth = '2016-11-20') {
  const all = await shared()
  const { db, as, person, leader: mother, staff, bodyFor, idsOf } = all
  const child = await person({
    first_name: 'Martina',
    last_name: 'Soto',
    date_birth: birth,
  })
  const father = await person({ first_name: 'Diego', last_name: 'Soto' })
  await buildLink(db, { leader_id: mother.id, member_id: child.id })
  await db.ask(
    `insert into registry_people (run, names, last_name, second_name, date_birth, father_run)
     values ($1, 'Martina', 'Soto', '', $2, $3)`,
    [child.document_number, birth, father.document_number],
  )
  const asStaff = await as(staff)
  const requested = async (to: { document_type_id: number; document_number: string } = child) => {
    const body = { ...bodyFor(to), type_relationship_id: relationship.child, legal_text_id: legalTextId }
    const { request_id } = await asStaff(familyRequestEndpoints.staffAdd, {
      body: { ...body, patient_id: father.id },
    })
    return idsOf(request_id)
  }
  /** Lets two members of staff accept for the child. Returns the number of the link. */
  const accepted = async () => {
    const params = await requested()
    await asStaff(familyRequestEndpoints.staffAccept, { params, query: staffAcceptance })
    await (await openSecondPerson(all)).confirm(child.id)
    return params.family_id
  }
  const read = async (one: { id: number } = father) =>
    (await as(one))(appointmentEndpoints.upcomingOf, { params: { id: child.id } })
  const say = async (one: { id: number }, id: number, agrees: boolean) =>
    (await as(one))(answer, { params: { id }, body: { agrees } })
  const announced = async (one: { id: number }) => (await (await as(one))(announcements)).announcements
  return { ...all, mother, child, father, asStaff, requested, accepted, read, say, announced }
}

test('a new guardian whom staff add and accept is announced to the present guardian by mail and notification, and sees nothing for 72 hours', async () => {
  const { accepted, father, mother, child, read, announced, letters, notices, clock, as } = await withFather()
  const id = await accepted()
  await expectRejected(read(), 404)
  const [card] = (await (await as(father))(familyMemberEndpoints.group)).familyGroup
  const opens_at = '2026-11-29T15:00:00.000Z'
  expect(card).toMatchObject({
    button_status: false,
    button_reason: 'announced',
    access_from: opens_at,
    may_book: false,
    family_patient: { email: null, phone: null },
  })
  const mail = (await letters(mother)).at(-1)
  expect(mail?.body_text).toContain('desde el 29/11/2026 a las 12:00, Diego S. L.')
  expect((await notices(mother)).at(-1)).toContain('Si no corresponde, dilo en Mi Grupo familiar')
  // A child of ten does not read her own mailbox, and the father is no reader of his own announcement.
  expect((await letters(child)).filter(({ template }) => template === 'family.guardianAnnounced')).toEqual([])
  expect(await announced(mother)).toEqual([
    {
      id,
      guardian_name: 'Diego Soto Lagos',
      member_name: 'Martina Soto Lagos',
      opens_at,
      has_begun: false,
    },
  ])
  expect([await announced(father), await announced(child)]).toEqual([[], []])
  clock.advance({ hours: 71 })
  await expectRejected(read(), 404)
  clock.advance({ hours: 1 })
  await read()
  expect((await announced(mother))[0]?.has_begun).toBe(true)
  const [opened] = (await (await as(father))(familyMemberEndpoints.group)).familyGroup
  expect(opened?.family_patient.email).toBe(child.email)
})

test('a new guardian sees the record at once when another guardian agrees, and not at all after «No corresponde», which opens a case', async () => {
  const { accepted, mother, father, read, say, announced, clock, db, as } = await withFather()
  const id = await accepted()
  await say(mother, id, true)
  await read()
  // An objection is possible for thirty days, also once the access has begun.
  await say(mother, id, false)
  clock.advance({ days: 10 })
  await expectRejected(read(), 404)
  const [card] = (await (await as(father))(familyMemberEndpoints.group)).familyGroup
  expect(card).toMatchObject({ button_status: false, button_reason: 'frozen' })
  expect(await announced(mother)).toEqual([])
  const [opened] = await db.ask<{ kind: string; message: string }>(
    'select kind, message from contacts where requester_id = $1',
    [mother.id],
  )
  expect(opened).toMatchObject({
    kind: 'guardian-objection',
    message: expect.stringContaining('Diego Soto'),
  })
})

test('a new guardian whose link was frozen stays frozen after asking again, until two members of staff confirm the guardian', async () => {
  const all = await withFather()
  const { accepted, requested, mother, father, child, staff, read, say, acceptAs, as, clock } = all
  const first = await accepted()
  await say(mother, first, false)
  await (await as(father))(familyMemberEndpoints.remove, { params: { id: first } })
  const ids = await requested()
  await acceptAs(child, ids)
  clock.advance({ days: 4 })
  await expectRejected(read(), 404)
  const link = { params: { link_id: ids.family_id }, body: {} }
  await (await as(staff))(familyMemberEndpoints.staffGuardian, link)
  await (await openSecondPerson(all)).confirm(child.id)
  await read()
})

test('an announced guardian is answered only by a person who guarded the record before, and only for thirty days', async () => {
  const { accepted, person, mother, father, say, clock, db, child } = await withFather()
  const aunt = await person()
  await buildLink(db, {
    leader_id: aunt.id,
    member_id: child.id,
    relationship_type_id: relationship.nephew,
  })
  const id = await accepted()
  const later = await person()
  await buildLink(db, {
    leader_id: later.id,
    member_id: child.id,
    access_from: new Date('2026-11-26T18:00:00Z'),
  })
  clock.advance({ hours: 4 })
  for (const one of [aunt, later, father, await person()]) await expectRejected(say(one, id, true), 404)
  clock.advance({ days: 30 })
  await expectRejected(say(mother, id, false), 404)
})

test('a new guardian of an adolescent is announced to her, who may object, and not where she accepted the guardian herself', async () => {
  const { accepted, child, read, say, letters, db } = await withFather('2011-05-10')
  await db.ask(`update family_links set state = 'ended' where member_id = $1`, [child.id])
  const id = await accepted()
  expect((await letters(child)).at(-1)?.body_text).toContain('podrá ver tu historial, porque te representa')
  await expectRejected(read(), 404)
  await say(child, id, false)
  const other = await withFather('2011-05-10')
  await other.db.ask(`update family_links set state = 'ended' where member_id = $1`, [other.child.id])
  await other.acceptAs(other.child, await other.requested())
  await other.read()
})

test('a guardianship begins at once if the record has no other guardian, and of two accepted at the same moment one waits', async () => {
  const { child, mother, father, person, as, db, requested, read, clock } = await withFather()
  await db.ask(`update family_links set state = 'ended' where member_id = $1`, [child.id])
  const second = await person()
  const pending = await buildLink(db, {
    leader_id: second.id,
    member_id: child.id,
    state: 'pending',
    access_from: null,
  })
  const [request] = await db.ask<{ id: number }>(
    'insert into family_requests (family_id, applicant_id, created_at) values ($1, $2, $3) returning id',
    [pending.id, second.id, clock.now()],
  )
  const other = { request_id: request?.id ?? 0, applicant_id: second.id, family_id: pending.id }
  const ids = await requested()
  const asChild = await as(child)
  await Promise.all([ids, other].map((params) => asChild(familyRequestEndpoints.accept, { params })))
  const outcomes = await Promise.allSettled([read(father), read(second)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expectRejected(read(mother), 404)
})

test('staff who accept a family request need a second member of staff, and the group owner books for the adult only once the adult lets them', async () => {
  const all = await shared()
  const { as, leader, adult, staff, requestFrom, letters } = all
  const params = await requestFrom(leader, adult)
  const asStaff = await as(staff)
  await asStaff(familyRequestEndpoints.staffAccept, { params, query: staffAcceptance })
  await expectRejected(asStaff(familyRequestEndpoints.staffAccept, { params, query: staffAcceptance }), 409)
  const card = async () => (await (await as(leader))(familyMemberEndpoints.group)).familyGroup[0]
  expect(await card()).toBeUndefined()
  const { requests } = await asStaff(familyRequestEndpoints.staffReceived, {
    query: { patient_id: adult.id },
  })
  expect(requests[0]).toMatchObject({ request_status: 0, acceptance_waits: true })
  const second = await openSecondPerson(all)
  const id = (await second.waiting(adult.id))[0]?.id ?? 0
  await expectRejected(asStaff(confirmationEndpoints.confirm, { params: { id } }), 403)
  await second.confirm(adult.id)
  expect(await card()).toMatchObject({ may_book: false, button_reason: 'ofAge' })
  expect((await letters(adult)).at(-1)?.body_text).toContain('aceptó la solicitud de Camila')
  const asAdult = await as(adult)
  await asAdult(familyMemberEndpoints.switchBooking, {
    params: { id: params.family_id },
    body: { may_book: true },
  })
  expect(await card()).toMatchObject({ may_book: true })
})

test('staff cannot complete the acceptance of a request that the person rejected meanwhile', async () => {
  const all = await shared()
  const { as, leader, adult, staff, requestFrom } = all
  const params = await requestFrom(leader, adult)
  await (await as(staff))(familyRequestEndpoints.staffAccept, { params, query: staffAcceptance })
  await (await as(adult))(familyRequestEndpoints.reject, { params })
  const second = await openSecondPerson(all)
  expect(await second.waiting(adult.id)).toEqual([])
})

test('a protection measure stops new links without saying why, an open request, a proof of staff and an access that has not begun', async () => {
  const all = await withFather()
  const { accepted, asStaff, child, father, mother, bodyFor, as, person, read, say, clock, requestFrom } = all
  const link = await accepted()
  const aunt = await person()
  const nephew = { type_relationship_id: relationship.nephew, legal_text_id: legalTextId }
  const open = await requestFrom(aunt, child, nephew)
  await asStaff(protect, { params: { patient_id: child.id }, body: { protected: true } })
  const body = bodyFor(child, nephew)
  const stranger = await as(await person())
  const text =
    'No podemos agregar a esta persona desde el portal. Acércate a la clínica con tu documento de identidad'
  await expectRejected(stranger(familyRequestEndpoints.add, { body }), 400, text)
  await expectRejected((await as(child))(familyRequestEndpoints.accept, { params: open }), 400, text)
  const guardian = { params: { link_id: link }, body: { confirmed: true } }
  await expectRejected(asStaff(familyMemberEndpoints.staffGuardian, guardian), 409)
  clock.advance({ days: 4 })
  await expectRejected(read(father), 404)
  await say(mother, link, true)
  await expectRejected(read(father), 404)
  await read(mother)
})

test('a protection measure is ended by two members of staff, is unknown to the minor’s account, and belongs to a minor', async () => {
  const all = await withFather()
  const { accepted, asStaff, child, adult, read, clock, auditLog, letters } = all
  const second = await openSecondPerson(all)
  const set = (patient_id: number, isProtected: boolean) =>
    asStaff(protect, { params: { patient_id }, body: { protected: isProtected } })
  await expectRejected(set(adult.id, true), 409)
  await expectRejected(set(child.id, false), 404)
  await set(child.id, true)
  await set(child.id, true)
  const query = { patient_id: child.id }
  const shown = async () => (await asStaff(familyMemberEndpoints.staffMemberships, { query })).protection
  expect(await shown()).toMatchObject({ end_waits: false })
  expect((await auditLog(child)).map(({ action }) => action)).not.toContain('family.protect')
  await set(child.id, false)
  expect(await shown()).toMatchObject({ end_waits: true })
  await second.confirm(child.id)
  expect(await shown()).toBeNull()
  expect((await letters(child)).filter(({ body_text }) => body_text.includes('protección'))).toEqual([])
  await accepted()
  clock.advance({ hours: 72 })
  await read()
})
