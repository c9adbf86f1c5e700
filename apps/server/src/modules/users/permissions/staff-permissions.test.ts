import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { auditEndpoints } from '@mi-portal/contract/audit'
import { peopleEndpoints } from '@mi-portal/contract/people'
import type { PermissionSet } from '@mi-portal/contract/permissions/permissions'
import { staffPermissionEndpoints } from '@mi-portal/contract/permissions/staff-permissions'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { formWith } from '../../../../test/departments.ts'
import { startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const { one, edit } = staffPermissionEndpoints
const [providencia, maipu] = [2, 239]

async function withStaff() {
  const portal = await startPortal()
  const boss = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const clerk = await portal.person({ rol: 'ADMIN_ROLE' })
  const call = await portal.as(boss)
  const give = async (
    id: number,
    permission_set: PermissionSet,
    sites: number[] | null = null,
    as = call,
  ) => {
    const { updated_at } = await call(one, { params: { id } })
    return as(edit, { params: { id }, body: { permission_set, sites, updated_at } })
  }
  return { ...portal, boss, clerk, call, give, clerkCalls: await portal.as(clerk) }
}

test('a super administrator gives a set and sites, which count at the next call of an open session', async () => {
  const { give, clerk, clerkCalls, call, boss, db } = await withStaff()
  expect(await call(one, { params: { id: clerk.id } })).toMatchObject({
    permission_set: 'administrator',
    sites: null,
    offered_sites: expect.arrayContaining([{ id: providencia, name: 'Providencia' }]),
  })
  await clerkCalls(userEndpoints.list, { body: {} })
  expect(await give(clerk.id, 'requests-desk', [maipu, providencia, maipu])).toMatchObject({
    permission_set: 'requests-desk',
    sites: [providencia, maipu],
  })
  await expectRejected(clerkCalls(userEndpoints.list, { body: {} }), 403)
  await clerkCalls(inboxEndpoints.tray, { query: {} })
  const { data } = await clerkCalls(peopleEndpoints.self)
  expect(data).toMatchObject({ rol: 'ADMIN_ROLE', permission_set: 'requests-desk' })
  expect(await db.listAuditEvents('users.permissions')).toMatchObject([
    {
      actor_id: boss.id,
      patient_id: clerk.id,
      detail: {
        before: { permission_set: 'administrator', sites: null },
        after: { permission_set: 'requests-desk', sites: ['Providencia', 'Maipú'] },
      },
    },
  ])
  const mails = await db.listMails()
  expect(mails.map(({ recipient }) => recipient)).toEqual([clerk.email])
  expect(mails[0]?.body_text).toMatch(/Permisos: Solicitudes\s+Sedes: Providencia, Maipú/)
  const { events } = await call(auditEndpoints.list, { body: { action: 'users.permissions' } })
  expect(events.map(({ action_name, detail }) => [action_name, detail])).toEqual([
    ['Cambió sus permisos', 'sedes: todas → Providencia, Maipú; permisos: Administración → Solicitudes'],
  ])
})

test('an administrator becomes a super administrator, and an administrator again', async () => {
  const { give, clerk, clerkCalls } = await withStaff()
  await give(clerk.id, 'super-administrator')
  expect((await clerkCalls(peopleEndpoints.self)).data).toMatchObject({
    rol: 'SUPER_ADMIN_ROLE',
    permission_set: null,
  })
  await give(clerk.id, 'administrator')
  expect((await clerkCalls(peopleEndpoints.self)).data.rol).toBe('ADMIN_ROLE')
})

test('super administrators cannot change their own permissions, and administrators change none', async () => {
  const { give, boss, clerk, clerkCalls } = await withStaff()
  await expectRejected(give(boss.id, 'administrator'), 403, 'No puedes cambiar tus propios permisos')
  await expectRejected(give(clerk.id, 'super-administrator', null, clerkCalls), 403)
})

test('one of two super administrators who lock, disable or demote each other on two servers at once remains', async () => {
  const { boss, call, person, db, clock } = await withStaff()
  const other = await person({ rol: 'SUPER_ADMIN_ROLE' })
  const second = await startServer(db, clock)
  const otherCalls = await second.as(other)
  const { updated_at } = await call(one, { params: { id: boss.id } })
  const removals = (as: typeof call, target: number) => [
    () => as(staffAccountEndpoints.lock, { params: { id: target }, body: { reason: 'suspicious-use' } }),
    () => as(userEndpoints.disable, { params: { id: target } }),
  ]
  const demote = () =>
    otherCalls(edit, {
      params: { id: boss.id },
      body: { permission_set: 'administrator', sites: null, updated_at },
    })
  for (const mine of removals(call, other.id))
    for (const theirs of [...removals(otherCalls, boss.id), demote]) {
      await Promise.allSettled([mine(), theirs()])
      const left = await db.ask<{ id: number }>(
        `select id from people where rol = 'SUPER_ADMIN_ROLE' and is_open(people)`,
      )
      expect(left).toHaveLength(1)
      await db.ask(
        `update people set rol = 'SUPER_ADMIN_ROLE', status = 1, locked_at = null, updated_at = $2 where id = any($1::int[])`,
        [[boss.id, other.id], updated_at],
      )
      await db.ask('update sessions set ended_at = null, ended_by = null', [])
    }
})

test('an edit of permissions that were changed meanwhile is rejected', async () => {
  const { call, give, clerk } = await withStaff()
  const { updated_at } = await call(one, { params: { id: clerk.id } })
  await give(clerk.id, 'front-desk')
  const body = { permission_set: 'content-editor', sites: null, updated_at } as const
  await expectRejected(call(edit, { params: { id: clerk.id }, body }), 409)
})

test('permissions with an unknown site, without a site, or with one for a super administrator are rejected at the field', async () => {
  const { give, clerk } = await withStaff()
  for (const [set, sites] of [
    ['front-desk', [999]],
    ['front-desk', []],
    ['super-administrator', [providencia]],
  ] as const) {
    const { fieldErrors } = await getRejection(give(clerk.id, set, [...sites]))
    expect([set, sites, fieldErrors[0]?.param]).toEqual([set, sites, 'sites'])
  }
})

test('with a set for some requests, the inbox shows those and no others', async () => {
  const { give, clerk, clerkCalls } = await withStaff()
  for (const [set, own, other] of [
    ['requests-desk', 'documents', 'privacy'],
    ['privacy-officer', 'privacy', 'documents'],
  ] as const) {
    await give(clerk.id, set)
    await clerkCalls(inboxEndpoints.tray, { query: { matter: own } })
    const params = { matter: other, id: 1 } as const
    for (const call of [
      () => clerkCalls(inboxEndpoints.tray, { query: { matter: other } }),
      () => clerkCalls(inboxEndpoints.open, { params }),
      () => clerkCalls(inboxEndpoints.answer, { params, form: formWith({ answer: 'Gracias' }) }),
    ])
      await expectRejected(call(), 403)
  }
})

test('a member of staff who does not edit accounts cannot send a temporary password', async () => {
  const { give, clerk, clerkCalls, person, db } = await withStaff()
  await give(clerk.id, 'privacy-officer')
  const { document_number } = await person({ email: 'camila@ejemplo.cl' })
  const body = { document_type_id: 1, document_number } as const
  await expectRejected(clerkCalls(profileEndpoints.recover, { body }), 403)
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
})
