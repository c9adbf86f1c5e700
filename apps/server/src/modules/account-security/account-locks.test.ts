import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'

const lockedMessage = 'Tu cuenta está bloqueada. Comprueba quién eres para desbloquearla'

async function withPatient() {
  const portal = await startPortal()
  const person = await portal.person({ password_hash: passwordHash })
  const document = { document_type_id: 1 as const, document_number: person.document_number }
  const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: { ...document, password } })
  const mails = () => portal.db.listMails(person.id)
  const templates = async () => (await mails()).map(({ template }) => template)
  const staff = async (rol: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE' = 'ADMIN_ROLE') =>
    portal.as(await portal.person({ rol }))
  const ofPerson = { params: { id: person.id } }
  return { ...portal, build: portal.person, person, document, signIn, mails, templates, staff, ofPerson }
}

test('a locked account has no session, no sign-in and no recovery, and its owner is notified', async () => {
  const { as, person, document, signIn, anonymous, templates, db } = await withPatient()
  const call = await as(person)
  await call(accountSecurityEndpoints.lock)
  await expectRejected(call(peopleEndpoints.self), 401)
  await expectRejected(signIn(), 400, { number: 14, message: lockedMessage })
  const wrong = { ...document, password: 'Equivocada2026' }
  const guess = await getRejection(anonymous(sessionEndpoints.signIn, { body: wrong }))
  expect(guess.number, 'a wrong password does not tell that the account is locked').toBe(4)
  await anonymous(profileEndpoints.recover, { body: document })
  expect(await db.ask('select * from temporary_keys')).toEqual([])
  expect(await templates()).toEqual(['account.locked', 'profile.recoveryClosed'])
})

test('a temporary password and a new e-mail address that wait when the account is locked are void', async () => {
  const { as, person, document, anonymous, mails, db } = await withPatient()
  await anonymous(profileEndpoints.recover, { body: document })
  const key = /\n([\w-]{19})\n/.exec((await mails())[0]?.body_text ?? '')?.[1] ?? ''
  expect(key).not.toBe('')
  await db.ask(
    `insert into email_changes (person_id, email, token_hash, created_at, expires_at)
       values ($1, 'ladron@ejemplo.cl', '\\x01', timestamptz '2026-11-26 14:00Z', timestamptz '2026-11-28 14:00Z')`,
    [person.id],
  )
  await db.ask(`update people set email_pending = 'ladron@ejemplo.cl' where id = $1`, [person.id])
  await (await as(person))(accountSecurityEndpoints.lock)
  const body = { ...document, password: key }
  expect((await getRejection(anonymous(sessionEndpoints.signIn, { body }))).number).toBe(4)
  expect(await db.ask('select email_pending from people where id = $1', [person.id])).toEqual([
    { email_pending: null },
  ])
  expect(await db.ask(`select * from email_changes where expires_at > '2026-11-26 15:00Z'`)).toEqual([])
})

async function withLink() {
  const portal = await withPatient()
  const request = () => portal.anonymous(accountSecurityEndpoints.requestLock, { body: portal.document })
  await request()
  const [mail] = await portal.mails()
  const token = /\/proteger\/bloquear\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  const lock = () => portal.anonymous(accountSecurityEndpoints.lockByLink, { body: { token } })
  return { ...portal, request, lock }
}

test('the link locks the account once, not before it is confirmed and not after two hours', async () => {
  const { signIn, lock, clock } = await withLink()
  clock.advance({ hours: 2, seconds: 1 })
  await expectRejected(lock(), 410)
  expect((await signIn()).token).toBeDefined()
  clock.set('2026-11-26T15:00:00Z')
  await lock()
  expect((await getRejection(signIn())).number).toBe(14)
  await expectRejected(lock(), 410)
})

test('an account gets three links an hour, also at once, and a document without an account gets the same answer and no mail', async () => {
  const { caller, anonymous, document, templates, db } = await withPatient()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      caller(undefined, `190.45.${index}.1`)(accountSecurityEndpoints.requestLock, { body: document }),
    ),
  )
  expect(await templates()).toHaveLength(3)
  const unknown = { document_type_id: 1, document_number: '111111111' } as const
  expect(await anonymous(accountSecurityEndpoints.requestLock, { body: unknown })).toEqual(answers[0])
  expect(await db.ask('select count(*)::int as count from outbox')).toEqual([{ count: 3 }])
})

test('a lock by staff names its reason in the audit log and is notified to the owner; administrators lock no staff, and no user locks their own account', async () => {
  const { build, ofPerson, signIn, templates, db, as, person } = await withPatient()
  const [clerk, boss] = [await build({ rol: 'ADMIN_ROLE' }), await build({ rol: 'SUPER_ADMIN_ROLE' })]
  const [call, chief] = [await as(clerk), await as(boss)]
  const lost = { body: { reason: 'lost-device' as const } }
  await expectRejected(call(staffAccountEndpoints.lock, { params: { id: boss.id }, ...lost }), 403)
  await expectRejected(chief(staffAccountEndpoints.lock, { params: { id: boss.id }, ...lost }), 400)
  const session = await as(person)
  await call(staffAccountEndpoints.lock, { ...ofPerson, ...lost })
  await expectRejected(session(peopleEndpoints.self), 401)
  expect((await getRejection(signIn())).number).toBe(14)
  expect(await templates()).toEqual(['account.locked'])
  expect(await db.listAuditEvents('account.lock')).toMatchObject([
    { actor_role: 'ADMIN_ROLE', detail: { reason: 'lost-device' } },
  ])
  await expectRejected(call(staffAccountEndpoints.lock, { ...ofPerson, ...lost }), 409)
})

test('after unlocking, the former password is void and a temporary password can be asked for', async () => {
  const { staff, ofPerson, signIn, as, person, document, anonymous, templates } = await withPatient()
  const call = await staff()
  const unlock = (document_checked = true) =>
    call(staffAccountEndpoints.unlock, { ...ofPerson, body: { document_checked: document_checked as true } })
  await expectRejected(unlock(), 409, 'Esta cuenta no está bloqueada')
  await (await as(person))(accountSecurityEndpoints.lock)
  const { security } = await call(staffAccountEndpoints.state, ofPerson)
  expect(security).toEqual({
    locked_at: '2026-11-26T15:00:00.000Z',
    recovery_frozen_at: null,
    second_factor: false,
  })
  await expectRejected(unlock(false), 400)
  await unlock()
  expect((await getRejection(signIn())).number).toBe(4)
  await anonymous(profileEndpoints.recover, { body: document })
  expect(await templates()).toEqual(['account.locked', 'account.unlocked', 'profile.temporaryPassword'])
})

test('the member of staff who changed the e-mail of an account last cannot unlock it, and another one can', async () => {
  const { as, build, ofPerson, staff, db, person, clock } = await withPatient()
  const editor = await build({ rol: 'ADMIN_ROLE' })
  const edited = (actorId: number) =>
    db.ask(
      `insert into audit_events (at, actor_id, actor_role, action, patient_id, detail)
         values ($1, $2, 'ADMIN_ROLE', 'users.edit', $3, '{"changed": ["email"]}')`,
      [clock.now(), actorId, person.id],
    )
  await edited(editor.id)
  await (await as(person))(accountSecurityEndpoints.lock)
  const unlock = { ...ofPerson, body: { document_checked: true as const } }
  await expectRejected(
    (await as(editor))(staffAccountEndpoints.unlock, unlock),
    403,
    'Cambiaste el e-mail de esta cuenta, así que la debe desbloquear otra persona del equipo',
  )
  await (await staff())(staffAccountEndpoints.unlock, unlock)
})

test('after unlocking, an address that staff entered takes no temporary password for another 72 hours', async () => {
  const { as, person, document, staff, ofPerson, anonymous, templates, db, clock } = await withPatient()
  await db.ask('update people set recovery_held_until = $2 where id = $1', [person.id, clock.now()])
  await (await as(person))(accountSecurityEndpoints.lock)
  await (await staff())(staffAccountEndpoints.unlock, { ...ofPerson, body: { document_checked: true } })
  clock.advance({ hours: 71 })
  await anonymous(profileEndpoints.recover, { body: document })
  expect(await templates()).not.toContain('profile.temporaryPassword')
  clock.advance({ hours: 2 })
  await anonymous(profileEndpoints.recover, { body: document })
  expect(await templates()).toContain('profile.temporaryPassword')
})

test('staff cannot send a temporary password to a locked account or to one whose owner reported a use', async () => {
  const { staff, person, document, db } = await withPatient()
  const call = await staff()
  for (const column of ['locked_at', 'recovery_frozen_at']) {
    await db.ask(`update people set locked_at = null, recovery_frozen_at = null where id = $1`, [person.id])
    await db.ask(`update people set ${column} = now() where id = $1`, [person.id])
    await expectRejected(
      call(profileEndpoints.recover, { body: document }),
      400,
      'Esta cuenta no puede recibir contraseñas temporales hasta que se desbloquee en persona',
    )
  }
  expect(await db.ask('select * from temporary_keys')).toEqual([])
})
