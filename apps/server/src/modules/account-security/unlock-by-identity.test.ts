import { accountSecurityEndpoints, accountUnlockEndpoints } from '@mi-portal/contract/account-security'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import type { PortalOptions } from '../../../test/portal.ts'
import { buildRegistered, passCheck, startRegistered } from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'

/** A patient of the registry whose account is locked. */
async function withLocked(options: PortalOptions = {}) {
  const { portal, run } = await startRegistered(options)
  const person = await portal.person({ document_number: run, password_hash: passwordHash })
  await (await portal.as(person))(accountSecurityEndpoints.lock)
  const document = { document_type_id: 1 as const, document_number: run }
  const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  const unlock = (solem: string, document_number = run) =>
    portal.anonymous(accountUnlockEndpoints.unlock, { body: { document_number, solem } })
  return { ...portal, registering: portal, run, build: portal.person, person, document, signIn, unlock }
}

test('a new identity check unlocks the account once, also when its proof arrives several times at once, voids the password and is mailed and audited', async () => {
  const { registering, run, unlock, signIn, document, anonymous, db } = await withLocked()
  const solem = await passCheck(registering, run)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => unlock(solem)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await getRejection(signIn())).number).toBe(4)
  await anonymous(profileEndpoints.recover, { body: document })
  expect(await db.ask('select person_id from temporary_keys')).toHaveLength(1)
  const [mail] = await db.listMails('account.unlocked')
  expect(mail?.body_text).toContain('después de una nueva validación de identidad')
  expect(await db.listAuditEvents('account.unlock')).toMatchObject([
    { actor_role: 'anonymous', detail: { way: 'identity-check' } },
  ])
  await expectRejected(unlock(solem), 400)
})

test('a made-up proof, a used one and the proof of another person unlock nothing', async () => {
  const { registering, unlock, signIn, db } = await withLocked()
  const other = await buildRegistered(db)
  const solem = await passCheck(registering, other.run)
  await expectRejected(unlock('x'.repeat(43)), 400)
  await expectRejected(
    unlock(solem),
    400,
    'No pudimos comprobar tu identidad. Vuelve a realizar la validación',
  )
  expect((await getRejection(signIn())).number).toBe(14)
})

test('an account that is not locked keeps its password, and a run without an account has nothing to unlock', async () => {
  const { registering, db, unlock, build } = await withLocked()
  const open = await buildRegistered(db)
  await build({ document_number: open.run, password_hash: passwordHash })
  await expectRejected(unlock(await passCheck(registering, open.run), open.run), 409)
  expect(
    await db.ask('select id from people where password_hash is null and document_number = $1', [open.run]),
  ).toEqual([])
  const withoutAccount = await buildRegistered(db)
  expect(
    (await getRejection(unlock(await passCheck(registering, withoutAccount.run), withoutAccount.run))).number,
  ).toBe(2)
})

test('the account of a member of staff is unlocked by another one only', async () => {
  const { registering, run, unlock, person, db } = await withLocked()
  await db.ask(`update people set rol = 'ADMIN_ROLE' where id = $1`, [person.id])
  await expectRejected(
    unlock(await passCheck(registering, run)),
    403,
    'Tu cuenta la desbloquea otra persona del equipo',
  )
})

test('where staff check identities, accounts are unlocked in person only', async () => {
  const { unlock } = await withLocked({ environment: { IDENTITY_CHECK: 'staff' } })
  await expectRejected(unlock('x'.repeat(43)), 404)
})
