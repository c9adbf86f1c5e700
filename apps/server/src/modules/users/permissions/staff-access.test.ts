import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import type { PermissionSet } from '@mi-portal/contract/permissions/permissions'
import { staffPermissionEndpoints } from '@mi-portal/contract/permissions/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { toForm } from '../../../../test/registration.ts'
import { expectRejected } from '../../../../test/rejection.ts'
import { startAccountChanges } from '../../../../test/staff/account-changes.ts'

const [providencia, maipu] = [2, 239]

/** Two super administrators, of whom one gives access, or one alone. */
async function withSuperAdmins(secondRole: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE') {
  const portal = await startAccountChanges(secondRole)
  const { superAdmin, fields, admin } = portal
  const create = () => superAdmin(userEndpoints.createAdministrator, { form: toForm(fields()) })
  const give = async (permission_set: PermissionSet, sites: number[] | null = null) => {
    const params = { id: admin.id }
    const { updated_at } = await superAdmin(staffPermissionEndpoints.one, { params })
    return superAdmin(staffPermissionEndpoints.edit, { params, body: { permission_set, sites, updated_at } })
  }
  const templates = async () => (await portal.mails()).map(({ template }) => template)
  return { ...portal, create, give, templates }
}

test('with a second super administrator a new account of staff is disabled until that person confirms it, and all super administrators are mailed', async () => {
  const { create, second, staff, superAdmin, seen, templates, boss, mails } =
    await withSuperAdmins('SUPER_ADMIN_ROLE')
  const { patient, waiting } = await create()
  expect([waiting, patient.status_data_id]).toEqual([['staff-access'], 2])
  const announced = await mails()
  expect(announced.map(({ recipient }) => recipient).sort()).toEqual(
    [boss.email, second.account.email].sort(),
  )
  expect(announced[0]?.body_text).toContain('Administración, todas las sedes')
  const [change] = await second.waiting(patient.id)
  for (const call of [staff, superAdmin])
    await expectRejected(call(confirmationEndpoints.confirm, { params: { id: change?.id ?? 0 } }), 403)
  await second.confirm(patient.id)
  expect((await seen(patient.id)).status_data_id).toBe(1)
  expect((await templates()).at(-1)).toBe('users.staffWelcome')
})

test('with a second super administrator more permissions, more sites and an enabled account of staff wait, and fewer are given at once', async () => {
  const { give, second, seen, superAdmin, admin, editAs, db } = await withSuperAdmins('SUPER_ADMIN_ROLE')
  const { id } = admin
  expect(await give('front-desk', [maipu])).toMatchObject({
    waiting: [],
    permission_set: 'front-desk',
    sites: [maipu],
  })
  for (const [set, sites] of [
    ['front-desk', [providencia, maipu]],
    ['privacy-officer', [maipu]],
    ['super-administrator', null],
  ] as const) {
    const held = await give(set, sites === null ? null : [...sites])
    expect(held).toMatchObject({ waiting: ['staff-access'], permission_set: 'front-desk', sites: [maipu] })
    await second.reject(id)
  }
  await give('front-desk')
  await second.confirm(id)
  const params = { id }
  expect(await superAdmin(staffPermissionEndpoints.one, { params })).toMatchObject({ sites: null })
  await give('administrator')
  await db.ask(`update people set updated_at = updated_at + interval '1 second' where id = $1`, [id])
  await expectRejected(second.confirm(id), 409)
  await second.reject(id)
  await superAdmin(userEndpoints.disable, { params })
  expect((await editAs(superAdmin, id, { status_data_id: 1 })).waiting).toEqual(['staff-access'])
  expect((await seen(id)).status_data_id).toBe(2)
  await second.confirm(id)
  expect((await seen(id)).status_data_id).toBe(1)
})

test('one super administrator alone gives access at once, and is mailed', async () => {
  const { create, give, templates } = await withSuperAdmins('ADMIN_ROLE')
  expect(await create()).toMatchObject({ waiting: [], patient: { status_data_id: 1 } })
  expect((await give('super-administrator')).waiting).toEqual([])
  expect((await templates()).sort()).toEqual([
    ...['users.permissionsChanged', 'users.staffAccessGiven', 'users.staffAccessGiven', 'users.staffWelcome'],
  ])
})
