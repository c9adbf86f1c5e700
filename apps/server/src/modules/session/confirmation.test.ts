import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { sessionConfirmationEndpoints } from '@mi-portal/contract/session/session-confirmation'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addSecondFactor } from '../../../test/external/authenticator.ts'
import { type PortalOptions, startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'
import { mountEndpoint } from '../../platform/http/mount.ts'

const { confirm } = sessionConfirmationEndpoints

/** A call that changes nothing and needs a confirmed session. */
const sensitive = {
  method: 'GET',
  path: '/test/sensitive',
  access: 'signedIn',
  summary: 'Returns nothing',
  stepUp: true,
  reply: z.object({}),
} as const satisfies Endpoint

async function withPerson(
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE',
  options: PortalOptions = {},
) {
  const portal = await startPortal({
    ...options,
    alsoMount: (app) => mountEndpoint(app, sensitive, async () => ({})),
  })
  const person = await portal.person({ password_hash: passwordHash, rol })
  const document = { document_type_id: 1 as const, document_number: person.document_number }
  const endpoint = rol === 'STANDART_ROLE' ? sessionEndpoints.signIn : sessionEndpoints.signInStaff
  const signIn = (given = password, ip?: string) =>
    portal.caller(undefined, ip)(endpoint, { body: { ...document, password: given } })
  return { ...portal, person, signIn }
}

/** Signs in, and waits until the sign-in no longer counts as a confirmation. */
async function withStaleSession(rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE') {
  const portal = await withPerson(rol)
  const token =
    rol === 'STANDART_ROLE' ? (await portal.signIn()).token : await portal.sessionOf(portal.person.id)
  portal.clock.advance({ minutes: 15 })
  return { ...portal, token, call: portal.caller(token), from: (ip: string) => portal.caller(token, ip) }
}

test('a sign-in, or a confirmation with the password, confirms the session for 15 minutes', async () => {
  const { signIn, caller, clock } = await withPerson()
  const call = caller((await signIn()).token)
  for (const _ of ['sign-in', 'confirmation']) {
    await call(sensitive)
    clock.advance({ minutes: 14, seconds: 59 })
    await call(sensitive)
    clock.advance({ seconds: 1 })
    await expectRejected(call(sensitive), 403, { number: 13 })
    expect(await call(confirm, { body: { password } })).toMatchObject({ confirmed: true })
  }
})

test('a rejected call leaves no entry of access in the audit log, and reads no input', async () => {
  const { call, person, db } = await withStaleSession()
  const before = await db.ask('select id from audit_events')
  for (const params of [{ patientId: person.id }, { patientId: 999_999 }])
    expect((await getRejection(call(exportEndpoints.request, { params }))).number).toBe(13)
  expect(await db.ask('select id from audit_events')).toEqual(before)
  expect(await db.ask('select id from exports')).toEqual([])
  await call(confirm, { body: { password } })
  await call(exportEndpoints.request, { params: { patientId: person.id } })
  expect((await db.listAuditEvents()).at(-1)?.action).toBe('exports.ask')
})

test('a wrong password is an error of its field, is audited, and confirms nothing', async () => {
  const { call, db, person } = await withStaleSession()
  await expectRejected(call(confirm, { body: { password: 'Equivocada2026' } }), 400, {
    fieldErrors: [{ msg: 'La contraseña no es correcta', param: 'password' }],
  })
  expect((await getRejection(call(sensitive))).number).toBe(13)
  await call(confirm, { body: { password } })
  expect(await db.listAuditEvents('session.confirm')).toMatchObject([
    { actor_id: person.id, outcome: 'refused' },
    { actor_id: person.id, outcome: 'done' },
  ])
})

test('ten wrong passwords from any networks, also at once, make the account’s confirmations wait, and no sign-in elsewhere, and are mailed to the owner', async () => {
  const { from, signIn, db, person } = await withStaleSession()
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, i) =>
      getRejection(from(`10.3.${i}.1`)(confirm, { body: { password: 'Otra2026x' } })),
    ),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  const over = await getRejection(from('10.1.77.1')(confirm, { body: { password } }))
  expect([over.status, over.number]).toEqual([429, 9])
  expect(over.retryAfter).toBeGreaterThan(0)
  expect(await db.listMails()).toMatchObject([
    { template: 'session.passwordsGuessed', recipient: person.email },
  ])
  expect((await signIn(password, '10.1.99.1')).token).toBeDefined()
})

test('wrong passwords count with those of sign-ins from the same network, where a stranger’s make no confirmation wait', async () => {
  const { from, signIn } = await withStaleSession()
  for (let i = 0; i < 5; i++)
    await getRejection(from('10.2.0.1')(confirm, { body: { password: 'Otra2026x' } }))
  for (let i = 0; i < 5; i++) await getRejection(signIn('Otra2026x', '10.2.0.1'))
  await expectRejected(signIn(password, '10.2.0.1'), 429, { number: 11 })
  await from('10.2.0.1')(confirm, { body: { password } })
})

async function withFactor() {
  const portal = await withStaleSession('ADMIN_ROLE')
  await portal.call(confirm, { body: { password } })
  const { app: codes, recovery_codes } = await addSecondFactor(portal.call, portal.clock)
  portal.clock.advance({ minutes: 15 })
  return { ...portal, codes, recovery_codes }
}

test('the password and a code, or a recovery code, confirm once for each code, and the password alone does not', async () => {
  const { call, codes, clock, recovery_codes } = await withFactor()
  expect(await call(confirm, { body: { password } })).toMatchObject({ confirmed: false })
  expect((await getRejection(call(sensitive))).number).toBe(13)
  for (const code of [codes.codeAt(clock.now()), recovery_codes[0] ?? '']) {
    const body = { password, code }
    expect(await call(confirm, { body })).toMatchObject({ confirmed: true })
    await call(sensitive)
    expect((await getRejection(call(confirm, { body }))).fieldErrorOf('code')).toBeDefined()
  }
  expect((await call(secondFactorEndpoints.state)).recovery_codes_left).toBe(9)
})

test('a wrong code confirms nothing, is audited and counts for the account', async () => {
  const { call, db } = await withFactor()
  const wrong = await getRejection(call(confirm, { body: { password, code: '000000' } }))
  expect([wrong.status, wrong.fieldErrorOf('code')]).toEqual([400, 'El código no es válido'])
  expect((await getRejection(call(sensitive))).number).toBe(13)
  expect((await db.listAuditEvents('session.confirm')).at(-1)?.outcome).toBe('refused')
  for (let i = 0; i < 9; i++) await getRejection(call(confirm, { body: { password, code: '000000' } }))
  await expectRejected(call(confirm, { body: { password, code: '000000' } }), 429)
})
