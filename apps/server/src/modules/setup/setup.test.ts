import { installationEndpoints } from '@mi-portal/contract/installation'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { setupEndpoints } from '@mi-portal/contract/setup'
import { expect, test } from 'vitest'
import { type Portal, startEmptyPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password } from '../../../test/security/passwords.ts'
import { superAdminForm as form } from '../../../test/staff/super-admin-form.ts'
import { hashToken } from '../../platform/security/tokens.ts'

async function issueToken({ issueSetupAddress }: Pick<Portal, 'issueSetupAddress'>): Promise<string> {
  const issued = await issueSetupAddress()
  return issued?.address.split('#')[1] ?? ''
}

const openLink = ({ anonymous }: Pick<Portal, 'anonymous'>, token: string) =>
  anonymous(setupEndpoints.open, { body: { token } })

const create = ({ anonymous }: Pick<Portal, 'anonymous'>, token: string, changes: object = {}) =>
  anonymous(setupEndpoints.createSuperAdmin, { body: { token, ...form, ...changes } })

async function expectOver(call: Promise<unknown>) {
  const { status, message } = await getRejection(call)
  expect(status).toBe(410)
  expect(message).toBe('Esta dirección de configuración ya no es válida')
}

const superAdmins = ({ db }: Pick<Portal, 'db'>) =>
  db.ask(`select document_number from people where rol = 'SUPER_ADMIN_ROLE'`)

test('the address has a random token in its fragment, of which only the hash is stored', async () => {
  const portal = await startEmptyPortal({ environment: { PUBLIC_URL: 'http://localhost:3000' } })
  const issued = await portal.issueSetupAddress()
  expect(issued?.address).toMatch(/^http:\/\/localhost:3000\/configurar#[\w-]{43}$/)
  const token = issued?.address.split('#')[1] ?? ''
  const stored = JSON.stringify(await portal.db.ask('select * from installation'))
  expect(stored).not.toContain(token)
  expect(stored).toContain(hashToken(token).toString('base64url'))
  expect(await openLink(portal, token)).toMatchObject({ expires_at: '2026-11-27T15:00:00.000Z' })
})

test('the operator creates the first super administrator with it once, who is mailed the link for the address, is signed in and can sign in again', async () => {
  const portal = await startEmptyPortal()
  const address = await issueToken(portal)
  const { token, patient } = await create(portal, address)
  await expectOver(openLink(portal, address))
  await expectOver(create(portal, address, { document_number: '22.222.222-2' }))
  expect(await superAdmins(portal)).toHaveLength(1)
  expect(patient).toMatchObject({ rol: 'SUPER_ADMIN_ROLE', temporary_key_status: false })
  const mails = await portal.db.ask('select template, recipient from outbox')
  expect(mails).toEqual([{ template: 'profile.verifyEmail', recipient: form.email }])
  const own = portal.caller(token)
  const id = patient?.id ?? 0
  expect((await own(sessionEndpoints.renew, { params: { id } })).token).toBe(token)
  const again = await portal.anonymous(sessionEndpoints.signInStaff, {
    body: { document_type_id: 1, document_number: '111111111', password },
  })
  expect(again.patient?.id).toBe(id)
  for (const entry of [
    { patient_id: id, actor_role: 'system', action: 'users.create' },
    { actor_id: id, actor_role: 'SUPER_ADMIN_ROLE', action: 'session.open' },
  ])
    expect(await portal.db.listAuditEvents(entry.action)).toContainEqual(expect.objectContaining(entry))
})

test('only one of simultaneous calls to two servers creates the super administrator', async () => {
  const first = await startEmptyPortal()
  const second = await startServer(first.db, first.clock)
  const token = await issueToken(first)
  const calls = ['11.111.111-1', '22.222.222-2', '12.345.678-5', '5.126.663-3'].map(
    (document_number, index) => create(index % 2 === 0 ? first : second, token, { document_number }),
  )
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 410 })
  expect(await superAdmins(first)).toHaveLength(1)
})

test('the address expires after 24 hours', async () => {
  const portal = await startEmptyPortal()
  const token = await issueToken(portal)
  portal.clock.advance({ hours: 23, minutes: 59 })
  await openLink(portal, token)
  portal.clock.advance({ minutes: 1 })
  await expectOver(openLink(portal, token))
  await expectOver(create(portal, token))
  expect(await superAdmins(portal)).toEqual([])
})

test('with a super administrator no address is issued, and an earlier one is void', async () => {
  const portal = await startEmptyPortal()
  const token = await issueToken(portal)
  await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  await expectOver(openLink(portal, token))
  await expectOver(create(portal, token))
  expect(await portal.issueSetupAddress()).toBeNull()
  expect(await portal.db.ask(`select key from installation where key = 'setupToken'`)).toEqual([])
})

test('an unknown token is rejected, and a network that guesses is stopped', async () => {
  const portal = await startEmptyPortal()
  await issueToken(portal)
  const guess = () => openLink(portal, 'x'.repeat(43))
  for (let tries = 0; tries < 20; tries += 1) await expectOver(guess())
  await expectRejected(guess(), 429)
  portal.clock.advance({ minutes: 16 })
  await expectOver(guess())
})

test('where staff need a second factor, the new session can only set it up', async () => {
  const portal = await startEmptyPortal({ environment: { STAFF_SECOND_FACTOR: 'required' } })
  const { token, patient } = await create(portal, await issueToken(portal))
  const own = portal.caller(token)
  expect((await own(sessionEndpoints.renew, { params: { id: patient?.id ?? 0 } })).token).toBe(token)
  await expectRejected(own(installationEndpoints.state), 403)
})
