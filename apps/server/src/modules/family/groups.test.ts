import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { asA, legalTextId, shareFamily } from '../../../test/family.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const family = shareFamily()

type Family = Awaited<ReturnType<typeof family>>

/** Returns the only card of a group owner's group. */
async function cardOf({ as }: Family, leader: { id: number }) {
  const { familyGroup } = await (await as(leader))(familyMemberEndpoints.group)
  return familyGroup[0]
}

describe('a guardian’s card of a child', () => {
  test('a guardian’s card gives access from the moment the child accepts, where the registry names the guardian as a parent', async () => {
    const all = await family()
    const { as, leader, child, nameMother, childRequestFrom, acceptAs } = all
    await nameMother(leader, child)
    const ids = await childRequestFrom(leader, child)
    const call = await as(leader)
    const reading = () => call(appointmentEndpoints.upcomingOf, { params: { id: child.id } })
    expect((await rejectionOf(reading())).status).toBe(404)
    await acceptAs(child, ids)
    expect(await cardOf(all, leader)).toMatchObject({
      button_status: true,
      button_reason: null,
      may_book: true,
      guardian: 'registry',
      family_patient: { id: child.id, is_a_minor: true },
    })
    const again = await as(leader)
    expect((await again(appointmentEndpoints.upcomingOf, { params: { id: child.id } })).total).toBe(0)
    expect((await again(familyMemberEndpoints.selections)).selections).toEqual([
      { id: leader.id, first_name: 'Camila Andrea', last_name: 'Fuentes', is_self: true },
      { id: child.id, first_name: 'Martina Ignacia', last_name: 'Soto', is_self: false },
    ])
    expect((await again(familyMemberEndpoints.preferred)).patients).toEqual([
      {
        id: leader.id,
        first_name: 'Camila Andrea',
        last_name: 'Fuentes',
        relationship: null,
        is_self: true,
        button_status: true,
        may_book: true,
      },
      {
        id: child.id,
        first_name: 'Martina Ignacia',
        last_name: 'Soto',
        relationship: 'Hijo/a',
        is_self: false,
        button_status: true,
        may_book: true,
      },
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
    for (const one of [leader, child])
      expect((await mails(one)).at(-1)?.template).toBe('family.guardianJudged')
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
    await (await as(staff))(familyRequestEndpoints.staffAccept, { params: ids })
    const requester = await as(await person({ rol: 'ADMIN_ROLE' }))
    await requester(familyMemberEndpoints.staffGuardian, { params: { link_id: ids.family_id }, body: {} })
    const second = await openSecondPerson(all)
    const id = (await second.waiting(child.id))[0]?.id ?? 0
    const rejected = await rejectionOf((await as(staff))(confirmationEndpoints.confirm, { params: { id } }))
    expect([rejected.status, rejected.message]).toEqual([
      403,
      'Tú aceptaste esta solicitud: la representación la confirma otra persona del equipo',
    ])
    expect(await cardOf(all, leader)).toMatchObject({ button_status: false, guardian: 'unproven' })
    await second.confirm(child.id)
    expect(await cardOf(all, leader)).toMatchObject({ button_status: true, guardian: 'staff' })
  })

  test('a guardian who was denied, or whose link ended, since the request cannot be confirmed', async () => {
    const all = await family()
    const { as, leader, child, staff, childRequestFrom, acceptAs } = all
    const ids = await childRequestFrom(leader, child)
    await acceptAs(child, ids)
    const call = await as(staff)
    const judge = (confirmed: boolean) =>
      call(familyMemberEndpoints.staffGuardian, { params: { link_id: ids.family_id }, body: { confirmed } })
    await judge(true)
    await judge(false)
    const second = await openSecondPerson(all)
    const rejected = await rejectionOf(second.confirm(child.id))
    expect(rejected.status).toBe(409)
    expect(rejected.message).toMatch(/^El vínculo de estas personas cambió desde que se pidió/)
    expect(await cardOf(all, leader)).toMatchObject({ guardian: 'denied' })
    await second.reject(child.id)
    await judge(true)
    await (await as(leader))(familyMemberEndpoints.remove, { params: { id: ids.family_id } })
    expect((await rejectionOf(second.confirm(child.id))).status).toBe(409)
  })

  test('the guardian of a request that waits for its answer cannot be confirmed, but can be denied', async () => {
    const all = await family()
    const { as, leader, child, staff, childRequestFrom, acceptAs } = all
    const ids = await childRequestFrom(leader, child)
    const call = await as(staff)
    const judge = (confirmed: boolean) =>
      call(familyMemberEndpoints.staffGuardian, { params: { link_id: ids.family_id }, body: { confirmed } })
    const rejected = await rejectionOf(judge(true))
    expect(rejected.status).toBe(409)
    expect(rejected.message).toMatch(/^La solicitud todavía espera respuesta/)
    expect(await (await openSecondPerson(all)).waiting(child.id)).toEqual([])
    await judge(false)
    await acceptAs(child, ids)
    expect(await cardOf(all, leader)).toMatchObject({ guardian: 'denied' })
  })

  test('a relationship that makes no guardian gives no access, and staff cannot confirm it', async () => {
    const all = await family()
    const { as, leader, child, staff, nameMother, childRequestFrom, acceptAs } = all
    await nameMother(leader, child)
    const ids = await childRequestFrom(leader, child, { type_relationship_id: asA.nephew })
    await acceptAs(child, ids)
    expect(await cardOf(all, leader)).toMatchObject({ button_reason: 'notGuardian', guardian: 'none' })
    const call = await as(staff)
    const params = { link_id: ids.family_id }
    const rejected = await rejectionOf(call(familyMemberEndpoints.staffGuardian, { params, body: {} }))
    expect(rejected.status).toBe(400)
  })

  test('a guardian loses access to lists and record at once on the eighteenth birthday', async () => {
    const all = await family()
    const { as, clock, person, leader, nameMother, childRequestFrom, acceptAs } = all
    const child = await person({ date_birth: '2009-09-05' })
    await nameMother(leader, child)
    await acceptAs(child, await childRequestFrom(leader, child))
    const reading = async () =>
      (await as(leader))(appointmentEndpoints.historyOf, { params: { id: child.id } })
    // In that night the clocks jump from 23:59:59 to 01:00:00, so the day has no midnight.
    clock.set('2027-09-05T03:59:59Z')
    expect((await reading()).total).toBe(0)
    expect(await cardOf(all, leader)).toMatchObject({ button_status: true })
    clock.set('2027-09-05T04:00:00Z')
    expect((await rejectionOf(reading())).status).toBe(404)
    expect(await cardOf(all, leader)).toMatchObject({ button_status: false, button_reason: 'ofAge' })
    expect((await (await as(leader))(familyMemberEndpoints.selections)).selections).toHaveLength(1)
  })

  test('a guardian of a child born on 29 February loses access on 1 March', async () => {
    const all = await family()
    const { clock, person, leader, nameMother, childRequestFrom, acceptAs } = all
    clock.set('2026-02-01T12:00:00Z')
    const child = await person({ date_birth: '2008-02-29' })
    await nameMother(leader, child)
    await acceptAs(child, await childRequestFrom(leader, child))
    clock.set('2026-03-01T02:59:59Z')
    expect(await cardOf(all, leader)).toMatchObject({ button_status: true })
    clock.set('2026-03-01T03:00:00Z')
    expect(await cardOf(all, leader)).toMatchObject({ button_status: false, button_reason: 'ofAge' })
  })

  test.each([
    ['leader', 'status = 2'],
    ['child', 'status = 2'],
    ['child', 'deleted_at = now()'],
  ] as const)(
    'a guardian’s card gives no access while the account of the %s is closed: %s',
    async (who, change) => {
      const all = await family()
      const { db, leader, child, nameMother, childRequestFrom, acceptAs, as, staff } = all
      await nameMother(leader, child)
      const ids = await childRequestFrom(leader, child)
      await acceptAs(child, ids)
      await ask(db, `update people set ${change} where id = $1`, [all[who].id])
      const { data } = await (await as(staff))(familyMemberEndpoints.member, {
        params: { id: ids.family_id },
      })
      expect(data).toMatchObject({ button_status: false, button_reason: 'notEnabled', may_book: false })
    },
  )
})

describe('the card of a group member', () => {
  test('the group owner and staff read a card by the number of its link, and each reading is audited', async () => {
    const { as, person, leader, adult, staff, requestFrom, acceptAs, auditLog } = await family()
    const ids = await requestFrom(leader, adult)
    const params = { id: ids.family_id }
    const one = async (who: { id: number }) => (await as(who))(familyMemberEndpoints.member, { params })
    expect((await rejectionOf(one(leader))).status).toBe(404)
    await acceptAs(adult, ids)
    expect((await one(leader)).data.family_patient).toMatchObject({ id: adult.id, email: adult.email })
    expect((await one(staff)).data.id).toBe(ids.family_id)
    expect((await rejectionOf(one(adult))).status).toBe(404)
    expect((await rejectionOf(one(await person()))).status).toBe(404)
    expect((await auditLog(adult)).filter(({ action }) => action === 'family.card')).toEqual([
      { actor_id: leader.id, actor_role: 'STANDART_ROLE', action: 'family.card' },
      { actor_id: staff.id, actor_role: 'ADMIN_ROLE', action: 'family.card' },
    ])
  })
})

describe('booking for an adult member', () => {
  test('an adult member allows or forbids booking, and booking gives no access to the record', async () => {
    const all = await family()
    const { as, leader, adult, requestFrom, acceptAs } = all
    const ids = await requestFrom(leader, adult)
    await acceptAs(adult, ids)
    const call = await as(adult)
    const flip = (may_book: boolean) =>
      call(familyMemberEndpoints.switchBooking, { params: { id: ids.family_id }, body: { may_book } })
    expect((await call(familyMemberEndpoints.memberships)).groups).toEqual([
      {
        id: ids.family_id,
        patient_leader: {
          id: leader.id,
          first_name: 'Camila Andrea',
          last_name: 'Fuentes',
          second_name: 'Rojas',
          image_store_id: null,
        },
        type_relationship: { id: asA.sibling, name: 'Hermano/a' },
        may_book: true,
      },
    ])
    await flip(false)
    expect(await cardOf(all, leader)).toMatchObject({ may_book: false, button_status: false })
    expect((await call(familyMemberEndpoints.memberships)).groups[0]?.may_book).toBe(false)
    await flip(true)
    expect(await cardOf(all, leader)).toMatchObject({ may_book: true, button_status: false })
  })

  test('neither the group owner nor a person outside the link can change who may book', async () => {
    const { as, person, leader, adult, requestFrom, acceptAs } = await family()
    const ids = await requestFrom(leader, adult)
    const flip = async (who: { id: number }) =>
      (await as(who))(familyMemberEndpoints.switchBooking, {
        params: { id: ids.family_id },
        body: { may_book: false },
      })
    expect((await rejectionOf(flip(adult))).status).toBe(404)
    await acceptAs(adult, ids)
    for (const who of [leader, await person()]) expect((await rejectionOf(flip(who))).status).toBe(404)
  })
})

describe('ending the link between a group owner and a member', () => {
  test('a group owner removes a member: both are notified, and no list shows the link any more', async () => {
    const { as, leader, adult, requestFrom, acceptAs, letters: mails, notices } = await family()
    const ids = await requestFrom(leader, adult)
    await acceptAs(adult, ids)
    const call = await as(leader)
    await call(familyMemberEndpoints.remove, { params: { id: ids.family_id } })
    expect((await call(familyMemberEndpoints.group)).familyGroup).toEqual([])
    expect((await call(familyRequestEndpoints.sent)).requests).toEqual([])
    const other = await as(adult)
    expect((await other(familyMemberEndpoints.memberships)).groups).toEqual([])
    expect((await other(familyRequestEndpoints.received)).requests).toEqual([])
    expect((await mails(leader)).at(-1)?.body_text).toContain('sacaste a Jorge Luis Rojas Tapia')
    expect((await mails(adult)).at(-1)?.body_text).toContain('te sacó de su grupo familiar')
    expect((await notices(adult)).at(-1)).toContain('Ya no eres integrante')
    expect(
      (await rejectionOf(call(familyMemberEndpoints.remove, { params: { id: ids.family_id } }))).status,
    ).toBe(404)
  })

  test('an adult member leaves a group', async () => {
    const { as, leader, adult, requestFrom, acceptAs, letters: mails } = await family()
    const ids = await requestFrom(leader, adult)
    const leave = async () =>
      (await as(adult))(familyMemberEndpoints.remove, { params: { id: ids.family_id } })
    expect((await rejectionOf(leave())).status).toBe(404)
    await acceptAs(adult, ids)
    await leave()
    expect((await mails(leader)).at(-1)?.body_text).toContain('Jorge Luis Rojas Tapia salió de tu grupo')
    expect((await (await as(leader))(familyMemberEndpoints.group)).familyGroup).toEqual([])
  })

  test('a group owner withdraws a request, which can then be neither decided nor seen', async () => {
    const { as, leader, adult, requestFrom, acceptAs } = await family()
    const ids = await requestFrom(leader, adult)
    await (await as(leader))(familyMemberEndpoints.remove, { params: { id: ids.family_id } })
    expect((await (await as(adult))(familyRequestEndpoints.received)).requests).toEqual([])
    expect((await rejectionOf(acceptAs(adult, ids))).status).toBe(409)
    expect((await requestFrom(leader, adult)).request_id).toBeGreaterThan(ids.request_id)
  })

  test('a person outside the link cannot end it', async () => {
    const { as, person, leader, adult, requestFrom, acceptAs } = await family()
    const ids = await requestFrom(leader, adult)
    await acceptAs(adult, ids)
    const stranger = await as(await person())
    const rejected = await rejectionOf(
      stranger(familyMemberEndpoints.remove, { params: { id: ids.family_id } }),
    )
    expect(rejected.status).toBe(404)
  })
})

describe('searching for a person', () => {
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

  test('a search says that no account has the document, or that the document is not valid', async () => {
    const { as, leader } = await family()
    const call = await as(leader)
    expect(
      await call(familyRequestEndpoints.search, paramsOf({ document_number: '111111111' })),
    ).toMatchObject({
      registered: false,
      patient: null,
    })
    const rejected = await rejectionOf(
      call(familyRequestEndpoints.search, paramsOf({ document_number: '1-2' })),
    )
    expect([rejected.status, rejected.fieldErrors]).toEqual([
      400,
      [{ msg: 'Digita RUT válido', param: 'document_number' }],
    ])
  })

  test('a patient may search twenty times an hour, and staff without limit', async () => {
    const { as, leader, adult, staff } = await family()
    const [call, desk] = [await as(leader), await as(staff)]
    for (let i = 0; i < 20; i++) {
      await call(familyRequestEndpoints.search, paramsOf(adult))
      await desk(familyRequestEndpoints.search, paramsOf(adult))
    }
    expect((await rejectionOf(call(familyRequestEndpoints.search, paramsOf(adult)))).status).toBe(429)
    await desk(familyRequestEndpoints.search, paramsOf(adult))
  })
})

describe('family groups in the administration', () => {
  test('staff read a patient’s group, memberships and requests under the same keys, and each reading is audited', async () => {
    const { as, leader, adult, staff, requestFrom, acceptAs, auditLog } = await family()
    const ids = await requestFrom(leader, adult)
    const call = await as(staff)
    const query = (patient: { id: number }) => ({ query: { patient_id: patient.id } })
    expect((await call(familyRequestEndpoints.staffSent, query(leader))).requests[0]?.id).toBe(ids.request_id)
    expect((await call(familyRequestEndpoints.staffReceived, query(adult))).requests[0]?.id).toBe(
      ids.request_id,
    )
    await acceptAs(adult, ids)
    expect((await call(familyMemberEndpoints.staffGroup, query(leader))).familyGroup[0]?.id).toBe(
      ids.family_id,
    )
    expect((await call(familyMemberEndpoints.staffMemberships, query(adult))).groups[0]?.id).toBe(
      ids.family_id,
    )
    const byStaff = async (one: { id: number }) =>
      (await auditLog(one)).flatMap(({ actor_id, action }) => (actor_id === staff.id ? [action] : []))
    expect(await byStaff(leader)).toEqual([
      'family.requests',
      'family.requests',
      'family.group',
      'family.memberships',
    ])
    expect(await byStaff(adult)).toEqual([
      'family.requests',
      'family.requests',
      'family.card',
      'family.memberships',
    ])
  })

  test('staff get 404 for an id that is no patient and 400 for one that is no number', async () => {
    const { as, staff, person } = await family()
    const call = await as(staff)
    const deleted = await person({ deleted_at: new Date('2026-01-01T00:00:00Z') })
    for (const patient_id of [staff.id, deleted.id, 999_999]) {
      const rejected = await rejectionOf(call(familyMemberEndpoints.staffGroup, { query: { patient_id } }))
      expect(rejected.status).toBe(404)
    }
    for (const patient_id of ['0', 'x', '01']) {
      const rejected = await rejectionOf(call(familyMemberEndpoints.staffGroup, { query: { patient_id } }))
      expect([rejected.status, rejected.message]).toEqual([400, 'ID de usuario inválido'])
    }
  })

  test('staff add a member in either spelling of the fields and approve the request at once', async () => {
    const {
      as,
      person,
      leader,
      adult,
      child,
      staff,
      bodyFor,
      idsOf,
      letters: mails,
      auditLog,
    } = await family()
    const call = await as(staff)
    const first = await call(familyRequestEndpoints.staffAdd, {
      body: { patient_id: leader.id, ...bodyFor(adult) },
    })
    const second = await call(familyRequestEndpoints.staffAdd, {
      body: {
        patient_leader_id: leader.id,
        documentTypeId: 1,
        documentNumber: child.document_number,
        relationshipTypeId: asA.child,
        emilNotify: true,
        firstName: 'Martina',
        lastName: 'Soto',
        secondName: '',
        email: '',
        legal_text_id: legalTextId,
      },
    })
    for (const { request_id } of [first, second])
      await call(familyRequestEndpoints.staffAccept, { params: await idsOf(request_id) })
    const members = (await (await as(leader))(familyMemberEndpoints.group)).familyGroup
    expect(members.map(({ family_patient: { id } }) => id).toSorted()).toEqual(
      [adult.id, child.id].toSorted(),
    )
    expect((await auditLog(adult)).map(({ actor_id, action }) => [actor_id, action])).toEqual(
      expect.arrayContaining([
        [staff.id, 'family.ask'],
        [staff.id, 'family.accept'],
      ]),
    )
    for (const one of [leader, adult])
      expect((await mails(one)).some(({ body_text }) => body_text.includes('el equipo de'))).toBe(true)
    const another = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
    const late = another(familyRequestEndpoints.staffReject, { params: await idsOf(first.request_id) })
    expect((await rejectionOf(late)).status).toBe(409)
  })

  test('staff see an error at the field of the spelling they used', async () => {
    const { as, leader, staff } = await family()
    const call = await as(staff)
    const snake = await rejectionOf(
      call(familyRequestEndpoints.staffAdd, {
        body: {
          patient_id: leader.id,
          family_document_type: 1,
          family_document_number: '1-2',
          type_relationship_id: asA.child,
        },
      }),
    )
    expect(snake.fieldErrors).toEqual([{ msg: 'Digita RUT válido', param: 'family_document_number' }])
    const camel = await rejectionOf(
      call(familyRequestEndpoints.staffAdd, {
        body: {
          patient_leader_id: leader.id,
          documentTypeId: 2,
          documentNumber: '',
          relationshipTypeId: 0,
        },
      }),
    )
    expect(camel.fieldErrors).toEqual([
      { msg: 'Digita Pasaporte', param: 'documentNumber' },
      { msg: 'Selecciona Tipo de relación', param: 'relationshipTypeId' },
    ])
  })

  test('staff cannot add members to a minor’s group nor add a member twice, with the same messages as patients', async () => {
    const { as, leader, adult, child, staff, bodyFor } = await family()
    const call = await as(staff)
    const add = (patient_id: number, one: typeof adult, more: object = {}) =>
      call(familyRequestEndpoints.staffAdd, { body: { patient_id, ...bodyFor(one, more) } })
    expect((await rejectionOf(add(child.id, adult))).message).toBe(
      'Martina Ignacia Soto Fuentes es menor de edad y no puede tener integrantes en su grupo familiar.',
    )
    expect((await rejectionOf(add(leader.id, leader))).message).toBe(
      'El documento ingresado corresponde al usuario Camila Andrea Fuentes Rojas',
    )
    expect(
      (await rejectionOf(add(leader.id, child, { type_relationship_id: asA.child }))).fieldErrors[0]?.param,
    ).toBe('legal_text_id')
    await add(leader.id, adult)
    expect((await rejectionOf(add(leader.id, adult))).status).toBe(400)
    expect((await rejectionOf(add(999_999, adult))).status).toBe(404)
  })

  test('staff end a link and reject a request, and both people are notified', async () => {
    const { as, person, leader, adult, staff, requestFrom, acceptAs, letters: mails } = await family()
    const ids = await requestFrom(leader, adult)
    await acceptAs(adult, ids)
    const call = await as(staff)
    await call(familyMemberEndpoints.staffRemove, { query: { id: ids.family_id } })
    for (const one of [leader, adult])
      expect((await mails(one)).at(-1)?.body_text).toMatch(/el equipo de .* sac/)
    expect(
      (await rejectionOf(call(familyMemberEndpoints.staffRemove, { query: { id: ids.family_id } }))).status,
    ).toBe(404)
    const another = await person()
    await call(familyRequestEndpoints.staffReject, { params: await requestFrom(leader, another) })
    expect((await mails(another)).at(-1)?.body_text).toContain('rechazó la solicitud de Camila')
  })
})

describe('coming of age', () => {
  test('a former guardian may book for a child who came of age, without access to the record, until the child forbids it', async () => {
    const all = await family()
    const { as, clock, person, leader, nameMother, childRequestFrom, acceptAs } = all
    const child = await person({ date_birth: '2008-12-31' })
    await nameMother(leader, child)
    const ids = await childRequestFrom(leader, child)
    await acceptAs(child, ids)
    expect(await cardOf(all, leader)).toMatchObject({ may_book: true, button_status: true })
    clock.set('2026-12-31T12:00:00Z')
    expect(await cardOf(all, leader)).toMatchObject({ may_book: true, button_status: false })
    await (await as(child))(familyMemberEndpoints.switchBooking, {
      params: { id: ids.family_id },
      body: { may_book: false },
    })
    expect(await cardOf(all, leader)).toMatchObject({ may_book: false, button_status: false })
  })

  test('the minor and the proven guardian are notified once, thirty days before the coming of age, even with two servers', async () => {
    const all = await family()
    const {
      clock,
      runJob,
      person,
      leader,
      adult,
      nameMother,
      childRequestFrom,
      acceptAs,
      letters: mails,
      notices,
    } = all
    const child = await person({ first_name: 'Nieves', date_birth: '2008-12-31', opened_as_minor: true })
    await nameMother(leader, child)
    await acceptAs(child, await childRequestFrom(leader, child))
    // The child's aunt has no access to lose.
    await acceptAs(child, await childRequestFrom(adult, child, { type_relationship_id: asA.nephew }))
    const shown = async (one: { email: string | null }) =>
      (await mails(one)).filter(({ template }) => template === 'family.comingOfAge')
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
      'Hola, Camila Andrea: el 31/12/2026 Nieves Tapia Lagos cumple 18 años. Desde ese día ya no verás su historial.',
    )
    expect(own[0]?.body_text).toContain('deberás registrarte nuevamente')
    expect(own[0]?.body_text).toContain('podrá seguir reservando horas para ti, sin ver tu historial')
    expect((await notices(leader)).at(-1)).toContain('ya no verás su historial')
  })

  test('a guardian whose link begins shortly before the coming of age is notified late, but not on the birthday itself', async () => {
    const {
      clock,
      runJob,
      person,
      leader,
      nameMother,
      childRequestFrom,
      acceptAs,
      letters: mails,
    } = await family()
    const shown = async () =>
      (await mails(leader)).filter(({ template }) => template === 'family.comingOfAge').length
    const child = await person({ date_birth: '2008-12-10', opened_as_minor: true })
    await runJob('family.ageSteps')
    await nameMother(leader, child)
    await acceptAs(child, await childRequestFrom(leader, child))
    clock.set('2026-12-09T12:00:00Z')
    await runJob('family.ageSteps')
    expect(await shown()).toBe(1)
    const another = await person({ date_birth: '2009-01-10', opened_as_minor: true })
    await nameMother(leader, another)
    await acceptAs(another, await childRequestFrom(leader, another))
    clock.set('2027-01-10T12:00:00Z')
    await runJob('family.ageSteps')
    expect(await shown()).toBe(1)
  })
})
