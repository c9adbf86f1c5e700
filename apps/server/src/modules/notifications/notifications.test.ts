import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { buildFamily, buildFamilyRequest, buildLink } from '../../../test/build.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { markRequestDecided, type Notice, notify } from './notify-person.ts'

const result = { type: 'exams_procedures', text: 'Hay un nuevo resultado en Mis Exámenes.' } as const

function tell({ db, ctx }: Portal, ...notices: Notice[]) {
  return db.transaction(async (tx) => {
    for (const notice of notices) await notify(ctx, tx, notice)
  })
}

test('notifications are listed newest first, with the number unread, and only their own reader marks them', async () => {
  const portal = await startPortal()
  const [patient, other] = [await portal.person(), await portal.person()]
  for (const text of ['uno', 'dos', 'tres']) {
    await tell(portal, { ...result, person_id: patient.id, text })
    portal.clock.advance({ minutes: 1 })
  }
  await tell(portal, { ...result, person_id: other.id })
  const call = await portal.as(patient)
  const first = await call(notificationEndpoints.list, { query: { page: 1, limit: 2 } })
  expect(first).toMatchObject({ total: 3, unread: 3, page: 1, limit: 2 })
  expect(first.notifications.map(({ text }) => text)).toEqual(['tres', 'dos'])
  expect(first.notifications[0]).toMatchObject({
    ...{ notification_read: false, active: true, created_at: '2026-11-26T15:02:00.000Z' },
    ...{ notification_type: { name: 'exams_procedures' }, request_family_group_id: null },
  })
  const past = await call(notificationEndpoints.list, { query: { page: 9 } })
  expect(past).toMatchObject({ notifications: [], total: 3, unread: 3, limit: 20 })
  const none = await (await portal.as(await portal.person()))(notificationEndpoints.list)
  expect(none).toMatchObject({ notifications: [], total: 0, unread: 0 })

  const read = (ids: number[]) => call(notificationEndpoints.read, { body: { ids } })
  const all = await portal.db.ask<{ id: number }>('select id from notifications')
  await expectRejected(read(all.map(({ id }) => id)), 404)
  expect(await portal.db.ask('select id from notifications where read_at is not null')).toEqual([])
  const ids = first.notifications.map(({ id }) => id)
  expect(await read([...ids, ids[0] ?? 0])).toMatchObject({ unread: 1 })
  expect(await read(ids)).toMatchObject({ unread: 1 })
  const again = await (await portal.as(patient))(notificationEndpoints.list)
  expect(again.notifications.map(({ notification_read }) => notification_read)).toEqual([true, true, false])
})

test('reading notifications does not extend a session', async () => {
  const { as, person, clock } = await startPortal()
  const call = await as(await person())
  for (let minutes = 0; minutes < 27; minutes += 9) {
    clock.advance({ minutes: 9 })
    await call(notificationEndpoints.list)
  }
  clock.advance({ minutes: 4 })
  expect((await getRejection(call(notificationEndpoints.list))).number).toBe(10)
})

test('a notification of a family request has the two addresses that decide it, only for the invited person and until the decision', async () => {
  const portal = await startPortal()
  const [leader, member] = [await portal.person(), await portal.person()]
  const request = await buildFamilyRequest(portal.db, { leader_id: leader.id, member_id: member.id })
  const asks = {
    type: 'family_group',
    request_family_group_id: request.id,
    text: 'Quiere agregarte',
  } as const
  await tell(portal, { ...asks, person_id: member.id }, { ...asks, person_id: leader.id })
  const listOf = async (who: { id: number }) =>
    (await (await portal.as(who))(notificationEndpoints.list)).notifications[0]
  const shown = await listOf(member)
  expect(shown?.request_family_group_id).toBe(request.id)
  const decides = (decision: string) =>
    `requests/families/groups/modals/${decision}/${request.id}/${leader.id}/${request.family_id}`
  expect(shown).toMatchObject({ url_accept: decides('accepteds'), url_reject: decides('rejecteds') })
  expect(await listOf(leader)).toMatchObject({ url_accept: null, url_reject: null })

  await portal.db.ask('update family_requests set request_status = 1')
  await portal.db.transaction((tx) => markRequestDecided(portal.ctx, tx, request.id))
  expect(await listOf(member)).toMatchObject({
    url_accept: null,
    url_reject: null,
    notification_read: true,
  })
})

async function family(date_birth: string) {
  const portal = await startPortal()
  const [guardian, child] = [await portal.person(), await portal.person({ date_birth })]
  const link = await buildLink(portal.db, { leader_id: guardian.id, member_id: child.id })
  const count = async (who: { id: number }) =>
    (await (await portal.as(who))(notificationEndpoints.list)).total
  const about = (reserved_group: string | null) => ({ patient_id: child.id, reserved_group })
  return { ...portal, portal, guardian, child, link, count, about }
}

test('notifications about a child disappear when the link ends, is unproven or no guardianship, the account is disabled, or the child is of age', async () => {
  const { portal, guardian, count, about, db, as, clock } = await family('2008-11-28')
  await tell(portal, { ...result, person_id: guardian.id, about: about(null) })
  const [listed] = (await (await as(guardian))(notificationEndpoints.list)).notifications
  for (const [table, change, back] of [
    ['family_links', `state = 'ended', ended_at = now()`, `state = 'approved', ended_at = null`],
    ['family_links', 'guardian_proof = null', `guardian_proof = 'registry'`],
    ['family_links', 'relationship_type_id = 11', 'relationship_type_id = 3'],
    ['people', 'status = 2', 'status = 1'],
  ] as const) {
    const where = table === 'people' ? 'where id = (select member_id from family_links)' : ''
    await db.ask(`update ${table} set ${change} ${where}`)
    expect([change, await count(guardian)]).toEqual([change, 0])
    const one = (await as(guardian))(notificationEndpoints.one, { params: { id: listed?.id ?? 0 } })
    await expectRejected(one, 404)
    await db.ask(`update ${table} set ${back} ${where}`)
    expect(await count(guardian)).toBe(1)
  }
  clock.set('2026-11-28T12:00:00Z')
  expect(await count(guardian)).toBe(0)
})

test('notifications about reserved matters reach only the adolescent', async () => {
  const { portal, guardian, child, count, about, db } = await family('2011-03-01')
  for (const person_id of [guardian.id, child.id])
    await tell(
      portal,
      { ...result, person_id, about: about('hiv') },
      { ...result, person_id, about: about(null) },
    )
  expect(await count(guardian)).toBe(1)
  expect(await count(child)).toBe(2)
  expect(await db.ask(`select id from notifications where person_id = ${guardian.id}`)).toHaveLength(1)
})

test('reserved notifications disappear from list, counts and marking on the child’s fourteenth birthday', async () => {
  const { portal, guardian, count, about, clock, db, as } = await family('2012-11-28')
  await tell(portal, { ...result, person_id: guardian.id, about: about('hiv') })
  expect(await count(guardian)).toBe(1)
  clock.set('2026-11-28T12:00:00Z')
  expect(await count(guardian)).toBe(0)
  const ids = (await db.ask<{ id: number }>('select id from notifications')).map(({ id }) => id)
  const marked = (await as(guardian))(notificationEndpoints.read, { body: { ids } })
  await expectRejected(marked, 404)
})

test('a notification opens with its topic, its patient and its item, and only for its reader', async () => {
  const portal = await startPortal()
  const { guardian, child } = await buildFamily(portal.db, { date_birth: '2019-03-01' })
  await tell(portal, {
    person_id: guardian.id,
    type: 'requests',
    text: 'Respondimos tu solicitud 12: solicitud de presupuesto',
    about: { patient_id: child.id, reserved_group: null },
    request: { matter: 'budgets', id: 12 },
  })
  const call = await portal.as(guardian)
  const [listed] = (await call(notificationEndpoints.list)).notifications
  const params = { id: listed?.id ?? 0 }
  const { notification } = await call(notificationEndpoints.one, { params })
  expect(notification).toEqual(listed)
  expect(notification).toMatchObject({
    topic: 'answers',
    patient_id: child.id,
    request: { matter: 'budgets', id: 12 },
    notification_read: false,
  })
  for (const other of [child, await portal.person()])
    await expectRejected((await portal.as(other))(notificationEndpoints.one, { params }), 404)
})
