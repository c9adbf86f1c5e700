import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import { oldPassword, startProfile } from '../../../test/profile.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import type { Database } from '../../platform/database/database.ts'

type Mail = {
  template: string
  recipient: string
  subject: string
  body_text: string
  not_after: Date | null
}

const mailsOf = (db: Database) =>
  ask<Mail>(db, 'select template, recipient, subject, body_text, not_after from outbox order by id')

/** Returns the temporary password of the newest mail, which has its own line. */
async function keyIn(db: Database): Promise<string> {
  const text = (await mailsOf(db)).at(-1)?.body_text ?? ''
  return text.split('\n').find((line) => /^[A-Za-z0-9-]{10,24}$/.test(line)) ?? ''
}

const newPassword = 'Araucaria-1810'
const change = (old: string, password = newPassword) => ({
  body: { oldPassword: old, password, temporaryKeyStatus: false },
})

describe('changing the password', () => {
  test('a password change needs the current password, counts at once and is notified by mail', async () => {
    const { anonymous, caller, credentials, db, holder } = await startProfile()
    const { token } = await anonymous(sessionEndpoints.signIn, { body: credentials })
    const call = caller(token)
    await call(profileEndpoints.changePassword, change(oldPassword))
    expect((await call(peopleEndpoints.self)).data.id).toBe(holder.id)
    const old = await rejectionOf(anonymous(sessionEndpoints.signIn, { body: credentials }))
    expect(old.number).toBe(4)
    const body = { ...credentials, password: newPassword }
    expect((await anonymous(sessionEndpoints.signIn, { body })).token).toBeDefined()
    expect((await mailsOf(db))[0]).toMatchObject({
      template: 'profile.passwordChanged',
      recipient: 'rosa@ejemplo.cl',
    })
    expect(
      await ask(db, `select outcome, detail from audit_events where action = 'profile.password'`),
    ).toEqual([{ outcome: 'done', detail: null }])
  })

  test('a wrong current password is rejected, with and without the flag', async () => {
    const { as, holder, db } = await startProfile()
    const call = await as(holder)
    for (const temporaryKeyStatus of [true, false]) {
      const failure = await rejectionOf(
        call(profileEndpoints.changePassword, {
          body: { oldPassword: 'Otra2026x', password: newPassword, temporaryKeyStatus },
        }),
      )
      expect([failure.status, failure.number, failure.fieldErrors]).toEqual([
        400,
        undefined,
        [{ msg: 'La contraseña actual no es correcta', param: 'oldPassword' }],
      ])
    }
    expect(await ask(db, `select outcome from audit_events where action = 'profile.password'`)).toEqual([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ])
  })

  test.each([
    ['is empty', '', 'Digita Nueva contraseña'],
    ['is too short', 'Abc123', 'Digita mínimo 8 caracteres'],
    ['breaks the rule', 'araucaria1810', 'Digita Contraseña válida'],
    ['is too long', `Aa1${'x'.repeat(126)}`, 'Digita máximo 128 caracteres'],
    ['is the current one', oldPassword, 'La nueva contraseña debe ser distinta de la actual'],
    ['is one of the most common', 'Password1', 'Elige otra contraseña: esta es una de las más usadas'],
    ['holds a name', 'MiTapia-2026', 'La contraseña no puede contener tu nombre ni tu documento'],
    [
      'holds the product’s name',
      'ElPortal-2026',
      'La contraseña no puede contener el nombre del portal ni de la clínica',
    ],
  ])('a new password that %s is rejected', async (_, password, msg) => {
    const { as, holder } = await startProfile()
    const call = await as(holder)
    const failure = await rejectionOf(call(profileEndpoints.changePassword, change(oldPassword, password)))
    expect([failure.status, failure.fieldErrors]).toEqual([400, [{ msg, param: 'password' }]])
  })

  test.each([
    ['any characters', 'Ñandú 山🙂 "1810" <b>\\;--'],
    ['128 characters, of which the last counts', `Aa1${'x'.repeat(124)}y`],
  ])('a new password of %s is accepted', async (_, password) => {
    const { as, holder, anonymous, credentials } = await startProfile()
    await (await as(holder))(profileEndpoints.changePassword, change(oldPassword, password))
    const shorter = { ...credentials, password: password.slice(0, -1) }
    expect((await rejectionOf(anonymous(sessionEndpoints.signIn, { body: shorter }))).number).toBe(4)
    const whole = { ...credentials, password }
    expect((await anonymous(sessionEndpoints.signIn, { body: whole })).token).toBeDefined()
  })

  test('a new password that contains the document is rejected', async () => {
    const { as, holder } = await startProfile()
    const failure = await rejectionOf(
      (await as(holder))(profileEndpoints.changePassword, change(oldPassword, `Aa${holder.document_number}`)),
    )
    expect(failure.fieldErrors[0]?.msg).toBe('La contraseña no puede contener tu nombre ni tu documento')
  })

  test('guesses of the current password are rate limited', async () => {
    const { as, holder } = await startProfile()
    const call = await as(holder)
    for (let i = 0; i < 10; i++) {
      await rejectionOf(call(profileEndpoints.changePassword, change(`Mala${i}2026`)))
    }
    const failure = await rejectionOf(call(profileEndpoints.changePassword, change(oldPassword)))
    expect(failure.status).toBe(429)
    expect(failure.retryAfter).toBeGreaterThan(0)
  })

  test('staff can change their password too', async () => {
    const { as, holder } = await startProfile({ rol: 'SUPER_ADMIN_ROLE' })
    await (await as(holder))(profileEndpoints.changePassword, change(oldPassword))
  })

  test('only one of two concurrent changes with the same current password is made', async () => {
    const { as, holder } = await startProfile()
    const call = await as(holder)
    const outcomes = await Promise.allSettled([
      call(profileEndpoints.changePassword, change(oldPassword, 'Araucaria-1810')),
      call(profileEndpoints.changePassword, change(oldPassword, 'Copihue-1820')),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a forgotten password', () => {
  test('a person with a forgotten password gets a mail with a temporary password, on its own line, for half an hour', async () => {
    const { anonymous, document, db, clock, holder } = await startProfile()
    const { patient } = await anonymous(profileEndpoints.recover, { body: document })
    expect(patient).toEqual({ document_number: holder.document_number, email: 'r•••••@•••••' })
    const [mail] = await mailsOf(db)
    expect(mail?.body_text).toContain('contraseña temporal')
    expect(mail?.subject).not.toMatch(/Rosa|Tapia/)
    expect(mail?.not_after).toEqual(new Date(clock.now().getTime() + 30 * 60_000))
    const key = await keyIn(db)
    expect(key).toMatch(/[a-z]/)
    expect(key).toMatch(/[A-Z]/)
    expect(key).toMatch(/\d/)
    expect(await ask(db, 'select hash from temporary_keys')).not.toContainEqual({ hash: key })
  })

  test('a temporary password opens a session that can only change it, and that then continues as any other', async () => {
    const { anonymous, caller, document, credentials, db } = await startProfile()
    await anonymous(profileEndpoints.recover, { body: document })
    const key = await keyIn(db)
    const { token, patient } = await anonymous(sessionEndpoints.signIn, {
      body: { ...document, password: key },
    })
    expect(patient?.temporary_key_status).toBe(true)
    const call = caller(token)
    const shut = await rejectionOf(call(peopleEndpoints.self))
    expect([shut.status, shut.message]).toEqual([403, 'Debes cambiar tu contraseña temporal para continuar'])
    for (const wrong of [oldPassword, 'Otra2026x', '']) {
      expect(
        (await rejectionOf(call(profileEndpoints.changePassword, change(wrong)))).fieldErrors[0]?.param,
      ).toBe('oldPassword')
    }
    expect((await rejectionOf(call(profileEndpoints.changePassword, change(key, key)))).message).toBe(
      'La nueva contraseña debe ser distinta de la actual',
    )
    await call(profileEndpoints.changePassword, change(key))
    expect((await call(peopleEndpoints.self)).data.temporary_key_status).toBe(false)
    const body = { ...credentials, password: newPassword }
    expect((await anonymous(sessionEndpoints.signIn, { body })).token).toBeDefined()
  })

  test('a temporary password works once and for half an hour, and the old password works meanwhile', async () => {
    const { anonymous, document, credentials, db, clock } = await startProfile()
    await anonymous(profileEndpoints.recover, { body: document })
    expect((await anonymous(sessionEndpoints.signIn, { body: credentials })).token).toBeDefined()
    const first = { ...document, password: await keyIn(db) }
    await anonymous(sessionEndpoints.signIn, { body: first })
    expect((await rejectionOf(anonymous(sessionEndpoints.signIn, { body: first }))).number).toBe(4)
    await anonymous(profileEndpoints.recover, { body: document })
    const second = { ...document, password: await keyIn(db) }
    clock.advance({ minutes: 30 })
    expect((await rejectionOf(anonymous(sessionEndpoints.signIn, { body: second }))).number).toBe(4)
    expect((await anonymous(sessionEndpoints.signIn, { body: credentials })).token).toBeDefined()
  })

  test('a new temporary password invalidates the previous one, and so does a changed password', async () => {
    const { as, anonymous, document, db, holder } = await startProfile()
    await anonymous(profileEndpoints.recover, { body: document })
    const first = { ...document, password: await keyIn(db) }
    await anonymous(profileEndpoints.recover, { body: document })
    expect((await rejectionOf(anonymous(sessionEndpoints.signIn, { body: first }))).number).toBe(4)
    const second = { ...document, password: await keyIn(db) }
    await (await as(holder))(profileEndpoints.changePassword, change(oldPassword))
    expect((await rejectionOf(anonymous(sessionEndpoints.signIn, { body: second }))).number).toBe(4)
  })

  test('an unknown document is rejected with code 2, and a malformed one with the field’s message', async () => {
    const { anonymous } = await startProfile()
    const unknown = await rejectionOf(
      anonymous(profileEndpoints.recover, {
        body: { document_type_id: 1, document_number: '12345678-5' },
      }),
    )
    expect([unknown.status, unknown.number, unknown.message]).toEqual([
      400,
      2,
      'Lo sentimos, no existe una cuenta con esos datos',
    ])
    const wrong = await rejectionOf(
      anonymous(profileEndpoints.recover, { body: { document_type_id: 1, document_number: '1' } }),
    )
    expect(wrong.fieldErrors).toEqual([{ msg: 'Digita RUT válido', param: 'document_number' }])
  })

  test.each([
    ['disabled', { status: 2 }, 'Tu cuenta está deshabilitada'],
    ['pending validation', { status: 3 }, 'Estamos validando tu identidad'],
    [
      'of a person who came of age',
      { opened_as_minor: true, date_birth: '2008-11-26' },
      'Ya eres mayor de edad',
    ],
    ['deleted', { deleted_at: new Date('2026-01-01') }, 'El perfil ha sido eliminado'],
  ])(
    'a recovery for an account that is %s answers the same, and the mail explains the state instead',
    async (_, row, words) => {
      const { anonymous, document, db } = await startProfile(row)
      const { patient } = await anonymous(profileEndpoints.recover, { body: document })
      expect(patient.email).toBe('r•••••@•••••')
      const mails = await mailsOf(db)
      expect(mails).toHaveLength(1)
      expect(mails[0]).toMatchObject({ template: 'profile.recoveryClosed', recipient: 'rosa@ejemplo.cl' })
      expect(mails[0]?.body_text).toContain(words)
      expect(await ask(db, 'select person_id from temporary_keys')).toEqual([])
    },
  )

  test('a network gets at most three temporary passwords an hour for one account, and other networks still get theirs', async () => {
    const { caller, document, clock } = await startProfile()
    const ask = (i: number) => caller(undefined, `10.0.0.${i}`)(profileEndpoints.recover, { body: document })
    for (let i = 1; i <= 3; i++) await ask(1)
    const failure = await rejectionOf(ask(1))
    expect(failure.status).toBe(429)
    expect(failure.retryAfter).toBeGreaterThan(0)
    await ask(2)
    clock.advance({ minutes: 60 })
    await ask(1)
  })

  test('one account gets at most ten temporary passwords an hour, from however many networks', async () => {
    const { caller, document, clock } = await startProfile()
    const ask = (i: number) => caller(undefined, `10.0.0.${i}`)(profileEndpoints.recover, { body: document })
    for (let i = 1; i <= 10; i++) await ask(i)
    expect((await rejectionOf(ask(11))).status).toBe(429)
    clock.advance({ minutes: 60 })
    await ask(11)
  })

  test('after ten unknown documents an IP address needs a robot check', async () => {
    const portal = await startProfile()
    const { caller, document, person } = portal
    const address = caller(undefined, '10.0.0.9')
    const { buildRun } = await import('../../../test/build.ts')
    for (let i = 0; i < 10; i++) {
      const body = { document_type_id: 1 as const, document_number: buildRun() }
      expect((await rejectionOf(address(profileEndpoints.recover, { body }))).number).toBe(2)
    }
    const failure = await rejectionOf(address(profileEndpoints.recover, { body: document }))
    expect([failure.status, failure.number]).toEqual([429, 11])
    const foreign = await solveRobotCheck(portal, 'sign-in')
    const wrong = address(profileEndpoints.recover, { body: { ...document, altcha: foreign } })
    expect((await rejectionOf(wrong)).number).toBe(11)
    const altcha = await solveRobotCheck(portal, 'recover')
    await address(profileEndpoints.recover, { body: { ...document, altcha } })
    const again = address(profileEndpoints.recover, { body: { ...document, altcha } })
    expect((await rejectionOf(again)).number).toBe(11)
    const other = await person()
    const body = { document_type_id: 1 as const, document_number: other.document_number }
    await caller(undefined, '10.0.0.10')(profileEndpoints.recover, { body })
  })
})

describe('a temporary password sent by staff', () => {
  test('a temporary password sent by staff goes to the user’s own mailbox and is never shown to staff', async () => {
    const { as, person, document, db } = await startProfile()
    const staff = await person({ rol: 'ADMIN_ROLE' })
    const answer = await (await as(staff))(profileEndpoints.recover, { body: document })
    const key = await keyIn(db)
    expect(key).not.toBe('')
    expect(JSON.stringify(answer)).not.toContain(key)
    expect((await mailsOf(db))[0]?.recipient).toBe('rosa@ejemplo.cl')
    expect(
      await ask(db, `select actor_id, actor_role from audit_events where action = 'profile.recover'`),
    ).toEqual([{ actor_id: staff.id, actor_role: 'ADMIN_ROLE' }])
  })

  test.each([
    ['administrator', 'ADMIN_ROLE', 'ADMIN_ROLE', 403],
    ['administrator', 'ADMIN_ROLE', 'SUPER_ADMIN_ROLE', 403],
    ['super administrator', 'SUPER_ADMIN_ROLE', 'ADMIN_ROLE', 200],
  ] as const)('a temporary password sent by an %s (%s) for %s answers %i', async (_, by, target, status) => {
    const { as, person, document, db } = await startProfile({ rol: target })
    const call = await as(await person({ rol: by }))
    const outcome = await call(profileEndpoints.recover, { body: document }).then(
      () => 200,
      (failure: { status: number }) => failure.status,
    )
    expect(outcome).toBe(status)
    expect(await ask(db, 'select person_id from temporary_keys')).toHaveLength(status === 200 ? 1 : 0)
  })

  test('a password recovery with a patient’s token or an unknown token is not recorded as a recovery by staff', async () => {
    const { as, caller, person, document, db } = await startProfile()
    const other = await as(await person())
    await other(profileEndpoints.recover, { body: document })
    await caller('y'.repeat(43))(profileEndpoints.recover, { body: document })
    expect(
      await ask(db, `select distinct actor_role from audit_events where action = 'profile.recover'`),
    ).toEqual([{ actor_role: 'anonymous' }])
  })

  test('staff with a temporary password must change it before they send one', async () => {
    const { as, person, document } = await startProfile()
    const call = await as(await person({ rol: 'ADMIN_ROLE' }), { temporaryKey: true })
    expect((await rejectionOf(call(profileEndpoints.recover, { body: document }))).status).toBe(403)
  })
})
