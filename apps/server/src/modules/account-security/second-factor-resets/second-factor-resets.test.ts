import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { passkeyEndpoints } from '@mi-portal/contract/passkeys/passkeys'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { addSecondFactor } from '../../../../test/external/authenticator.ts'
import { createPasskeyDevice, portalOrigin } from '../../../../test/external/passkey-device.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import { password, passwordHash } from '../../../../test/security/passwords.ts'

const { giveResetCode, resetSecondFactor, state } = staffAccountEndpoints
const { resetAtSignIn, resetInSession } = accountSecurityEndpoints
const present = { document_checked: true as const }

type Factors = { readonly app?: boolean; readonly passkey?: boolean }

/** A person with second factors, and a super administrator. */
async function withFactors(
  { app = true, passkey = false }: Factors = {},
  rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE',
) {
  const portal = await startPortal({
    environment: { PUBLIC_URL: portalOrigin, STAFF_SECOND_FACTOR: 'required' },
  })
  const person = await portal.person({ password_hash: passwordHash, rol })
  const own = await portal.as(person)
  if (app) await addSecondFactor(own, portal.clock)
  const device = createPasskeyDevice()
  if (passkey) await device.register(own)
  const buildSuper = (first_name: string) =>
    portal.person({ rol: 'SUPER_ADMIN_ROLE', first_name, last_name: 'Soto', second_name: '' })
  const giver = await buildSuper('Inés')
  /** Opens a session of a member of staff, who has a second factor. */
  const asStaff = async (member: Parameters<typeof portal.as>[0]) => {
    const call = await portal.as(member)
    await createPasskeyDevice().register(call)
    return call
  }
  const staff = await asStaff(giver)
  const document = { document_type_id: 1 as const, document_number: person.document_number }
  const endpoint = rol === 'STANDART_ROLE' ? sessionEndpoints.signIn : sessionEndpoints.signInStaff
  const signIn = (typed = password) => portal.anonymous(endpoint, { body: { ...document, password: typed } })
  const challenge = async () => (await signIn()).challenge ?? ''
  const ofPerson = { params: { id: person.id } }
  const give = async (call = staff) => (await call(giveResetCode, { ...ofPerson, body: present })).reset_code
  const enter = (body: { challenge: string; code: string }) => portal.anonymous(resetAtSignIn, { body })
  const mails = () => portal.db.listMails(person.id)
  const audited = (action: string) => portal.db.listAuditEvents(action)
  const build = { super: buildSuper, administrator: () => portal.person({ rol: 'ADMIN_ROLE' }) }
  return {
    ...portal,
    ...{
      asStaff,
      build,
      person,
      own,
      device,
      giver,
      staff,
      document,
      signIn,
      challenge,
      ofPerson,
      give,
      enter,
    },
    ...{ mails, audited },
  }
}

async function resetByTwo(factors: Factors, rol?: 'ADMIN_ROLE') {
  const portal = await withFactors(factors, rol)
  await portal.staff(resetSecondFactor, portal.ofPerson)
  const other = await portal.asStaff(await portal.build.super('Otra'))
  const { confirmations } = await other(confirmationEndpoints.list)
  await other(confirmationEndpoints.confirm, { params: { id: confirmations[0]?.id ?? 0 } })
  return portal
}

test('a confirmed reset removes the passkeys too, and the mail says so', async () => {
  const { own, db, mails, device, anonymous, signIn, person } = await resetByTwo({ passkey: true })
  await expectRejected(own(peopleEndpoints.self), 401)
  expect(await db.ask('select id from passkeys where person_id = $1', [person.id])).toEqual([])
  const body = { area: 'patient' as const, credential: await device.signIn(anonymous) }
  await expectRejected(anonymous(passkeyEndpoints.signIn, { body }), 400)
  expect((await signIn()).token).toBeDefined()
  const mail = (await mails()).at(-1)
  expect(mail?.template).toBe('session.secondFactorReset')
  expect(mail?.body_text).toContain('ya no sirven tus códigos de recuperación, tu huella ni tu PIN')
})

test('the code of the counter removes the second factors after the password, ends sessions and is notified', async () => {
  const { give, enter, challenge, own, signIn, caller, mails, audited, giver, person, staff, ofPerson } =
    await withFactors({ passkey: true })
  expect((await staff(state, ofPerson)).security).toMatchObject({ second_factor: true })
  const { code } = await give()
  expect(code).toMatch(/^\d{8}$/)
  await enter({ challenge: await challenge(), code: `${code.slice(0, 4)} ${code.slice(4)}` })
  await expectRejected(own(peopleEndpoints.self), 401)
  const { token } = await signIn()
  expect(await caller(token)(secondFactorEndpoints.state)).toMatchObject({ enabled: false })
  expect((await caller(token)(passkeyEndpoints.list)).passkeys).toEqual([])
  const mail = (await mails()).find(({ template }) => template === 'session.secondFactorReset')
  expect(mail?.body_text).toContain('un código que la clínica entregó en persona')
  expect(await audited('account.giveResetCode')).toMatchObject([{ actor_id: giver.id, outcome: 'done' }])
  expect(await audited('account.resetInPerson')).toMatchObject([
    { actor_id: person.id, outcome: 'done', detail: { given_by: giver.id, given_by_name: 'Inés Soto' } },
  ])
})

test('a member of staff whose only second factor is a lost passkey types the code in their session', async () => {
  const { give, signIn, caller, db, person } = await withFactors({ app: false, passkey: true }, 'ADMIN_ROLE')
  const call = caller((await signIn()).token)
  await expectRejected(call(secondFactorEndpoints.begin, { body: {} }), 403)
  const { code } = await give()
  await call(resetInSession, { body: { code } })
  await expectRejected(call(peopleEndpoints.self), 401)
  expect(await db.ask('select id from passkeys where person_id = $1', [person.id])).toEqual([])
  await caller((await signIn()).token)(secondFactorEndpoints.begin, { body: {} })
})

test('a code works once, for ten minutes, and a new one replaces it', async () => {
  const { give, enter, challenge, clock, own } = await withFactors()
  const first = await give()
  const second = await give()
  await expectRejected(enter({ challenge: await challenge(), code: first.code }), 400, {
    number: 8,
    fieldErrors: [{ msg: 'El código no es válido o venció. Pide otro en la clínica', param: 'code' }],
  })
  clock.advance({ minutes: 10 })
  expect((await getRejection(enter({ challenge: await challenge(), code: second.code }))).number).toBe(8)
  expect((await own(secondFactorEndpoints.state)).enabled).toBe(true)
  const { code } = await give()
  const open = await challenge()
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => enter({ challenge: open, code })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('after five wrong codes the right one no longer works, each is audited, and an account takes ten codes a day', async () => {
  const { give, enter, challenge, audited, own, person } = await withFactors()
  const { code } = await give()
  const wrong = code === '00000000' ? '00000001' : '00000000'
  for (let i = 0; i < 5; i++)
    expect((await getRejection(enter({ challenge: await challenge(), code: wrong }))).number).toBe(8)
  expect((await getRejection(enter({ challenge: await challenge(), code }))).number).toBe(8)
  expect((await own(secondFactorEndpoints.state)).enabled).toBe(true)
  const rejections = await audited('account.resetInPerson')
  expect(rejections).toHaveLength(6)
  expect(rejections[0]).toMatchObject({ actor_id: person.id, outcome: 'refused' })
  const fresh = await give()
  const other = fresh.code === '00000000' ? '00000001' : '00000000'
  for (let i = 0; i < 4; i++) await getRejection(enter({ challenge: await challenge(), code: other }))
  await expectRejected(enter({ challenge: await challenge(), code: fresh.code }), 429)
})

test('a temporary password and the code together do not remove a second factor', async () => {
  const { give, enter, anonymous, document, mails, signIn, own } = await withFactors()
  await anonymous(profileEndpoints.recover, { body: document })
  const key = /\n([\w-]{19})\n/.exec((await mails()).at(-1)?.body_text ?? '')?.[1] ?? ''
  const { code } = await give()
  const { challenge } = await signIn(key)
  const rejected = await getRejection(enter({ challenge: challenge ?? '', code }))
  expect(rejected.message).toBe('Este código sirve solo si entras con tu contraseña, no con una temporal')
  expect((await own(secondFactorEndpoints.state)).enabled).toBe(true)
})

test('the code of another account removes nothing, and the database stores a keyed hash of a code until the account is locked', async () => {
  const { enter, challenge, staff, asStaff, build, give, ofPerson, person, db } = await withFactors()
  const other = await build.administrator()
  await asStaff(other)
  const { code } = await give()
  const { reset_code } = await staff(giveResetCode, { params: { id: other.id }, body: present })
  expect((await getRejection(enter({ challenge: await challenge(), code: reset_code.code }))).number).toBe(8)
  const stored = () =>
    db.ask<{ stored: string }>(
      'select c::text as stored from second_factor_reset_codes c where person_id = $1',
      [person.id],
    )
  expect((await stored())[0]?.stored).not.toContain(code)
  await staff(staffAccountEndpoints.lock, { ...ofPerson, body: { reason: 'suspicious-use' } })
  expect(await stored()).toEqual([])
})

test('staff give no code for their own account, and administrators none for other staff', async () => {
  const { staff, giver, asStaff, build, give } = await withFactors({}, 'ADMIN_ROLE')
  await expectRejected(
    staff(giveResetCode, { params: { id: giver.id }, body: present }),
    403,
    'Otra persona del equipo debe entregarte el código',
  )
  const administrator = await asStaff(await build.administrator())
  await expectRejected(give(administrator), 403)
})
