import { identityEndpoints } from '@mi-portal/contract/identity'
import { installationEndpoints } from '@mi-portal/contract/installation'
import { expect, test } from 'vitest'
import { type PortalOptions, startPortal, startServer } from '../../../test/portal.ts'
import { buildRegistered } from '../../../test/registration.ts'
import { expectRejected, getRejection, getStatus } from '../../../test/rejection.ts'

const production = {
  SECRET_KEY: 'Zk3v9QpLr1T8wXnB5yHsC2mJ7dGfA0eUo4iVq6tWz',
  PUBLIC_URL: 'https://portal.clinica.cl',
}
const provider = {
  OIDC_ISSUER: 'https://idp.clinica.cl',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
}

async function withSuperAdmin(environment: Record<string, string> = {}, options: PortalOptions = {}) {
  const portal = await startPortal({ ...options, environment: { ...production, ...environment } })
  const call = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  return {
    ...portal,
    call,
    choose: (mode: 'embedded' | 'oidc' | 'staff') =>
      call(installationEndpoints.chooseIdentity, { body: { mode } }),
    identity: async () => (await call(installationEndpoints.state)).identity,
  }
}

async function withRegistry() {
  const portal = await withSuperAdmin()
  await buildRegistered(portal.db)
  return portal
}

/** Returns the status of the start of an identity check: 404 where staff check each account. */
async function startStatus({ anonymous }: Pick<Awaited<ReturnType<typeof withSuperAdmin>>, 'anonymous'>) {
  const query = {
    document_number: '12345678-5',
    number: '123456789',
    email: 'ana@ejemplo.cl',
    cellphone: '12345678',
  }
  return getStatus(anonymous(identityEndpoints.start, { query }))
}

test.each([production.PUBLIC_URL, 'http://localhost:3000'])(
  'at %s, without a choice and a registry staff check each account and operators are warned, and with a registry questions are asked',
  async (PUBLIC_URL) => {
    const portal = await withSuperAdmin({ PUBLIC_URL })
    const warnings = async () => (await portal.findWarnings()).map(({ code }) => code)
    expect(await warnings()).toContain('identityNotChosen')
    expect(await portal.identity()).toMatchObject({ mode: 'staff', chosen: null, set_by_environment: false })
    expect(await startStatus(portal)).toBe(404)
    await buildRegistered(portal.db)
    expect(await portal.identity()).toMatchObject({ mode: 'embedded', chosen: null })
    expect(await startStatus(portal)).toBe(200)
    expect(await warnings()).not.toContain('identityNotChosen')
  },
)

test('a choice is used at once by every server, and is in the audit log', async () => {
  const portal = await withRegistry()
  const other = await startServer(portal.db, portal.clock, { environment: production })
  expect([await startStatus(portal), await startStatus(other)]).toEqual([200, 200])
  expect((await portal.choose('staff')).identity).toMatchObject({ mode: 'staff', chosen: 'staff' })
  expect([await startStatus(portal), await startStatus(other)]).toEqual([404, 404])
  await portal.choose('embedded')
  expect([await startStatus(portal), await startStatus(other)]).toEqual([200, 200])
  expect(await portal.db.listAuditEvents('installation.identity')).toMatchObject([
    { detail: { before: { mode: null }, after: { mode: 'staff' } } },
    { detail: { before: { mode: 'staff' }, after: { mode: 'embedded' } } },
  ])
})

test('questions without a registry are rejected with the remedy, and nothing changes', async () => {
  const portal = await withSuperAdmin()
  const { status, fieldErrors } = await getRejection(portal.choose('embedded'))
  expect(status).toBe(400)
  expect(fieldErrors).toEqual([
    { param: 'mode', msg: expect.stringContaining('npm run portal -- registry:import') },
  ])
  expect(await portal.identity()).toMatchObject({ mode: 'staff', chosen: null })
})

test('a provider without its settings is rejected with the remedy, and is accepted with them', async () => {
  const without = await withSuperAdmin()
  expect((await getRejection(without.choose('oidc'))).fieldErrors).toEqual([
    { param: 'mode', msg: expect.stringContaining('OIDC_ISSUER') },
  ])
  const given = await withSuperAdmin(provider)
  expect((await given.choose('oidc')).identity).toMatchObject({ mode: 'oidc', chosen: 'oidc' })
})

test('a mode that the environment sets is shown as such and cannot be changed', async () => {
  const portal = await withSuperAdmin({ IDENTITY_CHECK: 'staff' })
  expect(await portal.identity()).toMatchObject({ mode: 'staff', set_by_environment: true })
  expect((await getRejection(portal.choose('staff'))).fieldErrors).toEqual([
    { param: 'mode', msg: expect.stringContaining('IDENTITY_CHECK') },
  ])
})

test('a chosen mode whose prerequisites are gone leaves the accounts to staff', async () => {
  const portal = await withRegistry()
  await portal.choose('embedded')
  await portal.db.ask('delete from registry_people')
  expect(await portal.identity()).toMatchObject({ mode: 'staff', chosen: 'embedded' })
  expect(await startStatus(portal)).toBe(404)
})

test('once there are patients another identity check needs a second super administrator who is independent of the first', async () => {
  const portal = await withRegistry()
  await portal.choose('staff')
  await portal.person({})
  const second = await portal.person({ rol: 'SUPER_ADMIN_ROLE', email: 'segunda@clinica.cl' })
  const secondCall = await portal.as(second)
  const chooseAs = (call: typeof secondCall, mode: 'embedded' | 'staff') =>
    call(installationEndpoints.chooseIdentity, { body: { mode } })
  for (const _ of ['once', 'again'])
    expect((await portal.choose('embedded')).identity).toMatchObject({
      ...{ mode: 'staff', chosen: 'staff', proposed: { mode: 'embedded', effective_at: null } },
    })
  expect(await startStatus(portal)).toBe(404)
  const mails = await portal.db.listMails('installation.identityRequested')
  expect(mails.map(({ recipient }) => recipient)).toContain('segunda@clinica.cl')
  await portal.db.ask('update people set date_creation = $2 where id = $1', [second.id, portal.clock.now()])
  await expectRejected(chooseAs(secondCall, 'embedded'), 403)
  await portal.db.ask(`update people set date_creation = '2026-01-01' where id = $1`, [second.id])
  await chooseAs(secondCall, 'staff')
  expect((await portal.identity()).proposed).toBeNull()
  await portal.choose('embedded')
  expect((await chooseAs(secondCall, 'embedded')).identity).toMatchObject({
    mode: 'embedded',
    proposed: null,
  })
  expect(await startStatus(portal)).toBe(200)
})

test('with one super administrator another identity check takes effect after 24 hours, unless it is taken back', async () => {
  const portal = await withRegistry()
  await portal.person({})
  await portal.choose('staff')
  const { proposed } = await portal.identity()
  expect(proposed?.effective_at).toBe(new Date(portal.clock.now().getTime() + 86_400_000).toISOString())
  expect(await startStatus(portal)).toBe(200)
  portal.clock.advance({ hours: 24 })
  expect(await portal.runJob('installation.makeIdentityDue')).toEqual({ made: true })
  expect(await startStatus(portal)).toBe(404)
  portal.clock.advance({ days: 8 })
  expect(await startStatus(portal), 'it stays').toBe(404)
})

test('an identity check that waits alone needs the super administrator who arrived before its time is over', async () => {
  const portal = await withRegistry()
  await portal.person({})
  await portal.choose('staff')
  const second = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  portal.clock.advance({ hours: 24 })
  expect(await portal.runJob('installation.makeIdentityDue')).toEqual({ made: false })
  expect(await startStatus(portal)).toBe(200)
  const secondCall = await portal.as(second)
  const { identity } = await secondCall(installationEndpoints.state)
  expect(identity.proposed).toMatchObject({ mode: 'staff', effective_at: null })
  await secondCall(installationEndpoints.chooseIdentity, { body: { mode: 'staff' } })
  expect(await startStatus(portal)).toBe(404)
})
