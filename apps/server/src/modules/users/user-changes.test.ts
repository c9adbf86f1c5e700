import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { mailedCodeEndpoints } from '@mi-portal/contract/session/mailed-code'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { startServer } from '../../../test/portal.ts'
import { buildPhoto, registerPassport, toForm } from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password } from '../../../test/security/passwords.ts'
import { type FormFields, startAccountChanges } from '../../../test/staff/account-changes.ts'

const { createAdministrator, createPatient, edit, disable } = userEndpoints

type Mail = { template: string; body_text: string }

/** Returns the temporary password, which has its own line in the mail. */
function keyIn(mail: Mail | undefined): string {
  return mail?.body_text.split('\n').find((line) => /^[A-Za-z0-9-]{10,24}$/.test(line)) ?? ''
}

/** Returns the code of the newest mail for a sign-in with a password that staff typed. */
function signInCodeIn(mails: readonly Mail[]): string {
  const mail = mails.findLast(({ template }) => template === 'session.signInCode')
  return mail?.body_text.split('\n').find((line) => /^\d{6}$/.test(line)) ?? ''
}

test('an account of a person without a record is enabled at once, and its owner signs in with a temporary password of seven days', async () => {
  const portal = await startAccountChanges()
  const { staff, fields, mails, anonymous, clock, auditLog, admin, db } = portal
  const form = fields({ person_role_id: 2, rol: 'SUPER_ADMIN_ROLE', status: 3 })
  const { patient, waiting, ...answer } = await staff(createPatient, {
    form: toForm(form, { file: await buildPhoto() }),
  })
  expect(waiting).toEqual([])
  expect(answer).toMatchObject({ notified: [], not_notified: 'no_mail_server' })
  expect(patient).toMatchObject({ rol: 'STANDART_ROLE', status_data_id: 1, person_role: { id: 2 } })
  expect(patient.image_store_id).not.toBeNull()
  const mail = (await mails()).at(-1)
  expect(mail).toMatchObject({ template: 'users.welcome', recipient: 'gabriela@ejemplo.cl' })
  expect(mail?.subject).not.toMatch(/Gabriela|Lillo/)
  expect(mail?.body_text).toContain('contraseña temporal')
  expect((mail?.not_after?.getTime() ?? 0) - clock.now().getTime()).toBe(7 * 86_400_000)

  clock.advance({ days: 6, hours: 23 })
  const credentials = { document_type_id: 1 as const, document_number: String(form.document_number) }
  const signedIn = await anonymous(sessionEndpoints.signIn, {
    body: { ...credentials, password: keyIn(mail) },
  })
  expect(signedIn.patient?.temporary_key_status).toBe(true)
  const twice = anonymous(sessionEndpoints.signIn, { body: { ...credentials, password: keyIn(mail) } })
  expect((await getRejection(twice)).number).toBe(4)
  const again = await portal.as(admin)
  const { patients } = await again(userEndpoints.list, { body: { filter: String(form.document_number) } })
  const opened = await again(userEndpoints.one, { params: { id: patients[0]?.id ?? 0 } })
  expect(opened.data, 'the sign-in verifies the address').toMatchObject({ email_verified: true })
  const verified = await db.ask(`select actor_role from audit_events where action = 'profile.email'`)
  expect(verified).toEqual([{ actor_role: 'STANDART_ROLE' }])
  const [{ actor_id, patient_id, detail } = {}, ...others] = await auditLog('users.create')
  expect([actor_id, patient_id, others]).toEqual([admin.id, patient.id, []])
  expect(detail).toEqual({ rol: 'STANDART_ROLE', document_type_id: 1, terms: '4' })
  expect(await db.ask('select channel, version from consents')).toEqual([{ channel: 'staff', version: '4' }])
})

test('only a super administrator opens, changes and disables accounts of staff, and never their own; an administrator gets 403, also for their own', async () => {
  const { staff, superAdmin, admin, boss, person, seen, editOf, fields, mails, db } =
    await startAccountChanges()
  await expectRejected(staff(createAdministrator, { form: toForm(fields()) }), 403)
  const form = toForm(fields({ person_role_id: 1, rol: 'SUPER_ADMIN_ROLE' }))
  const { patient } = await superAdmin(createAdministrator, { form })
  expect(patient).toMatchObject({ rol: 'ADMIN_ROLE', person_role: { id: 1, name: 'Administrador' } })
  expect((await mails()).at(-1)).toMatchObject({
    template: 'users.staffWelcome',
    body_text: expect.stringContaining('/admin'),
  })
  const colleague = await person({ rol: 'ADMIN_ROLE' })
  for (const { id } of [colleague, boss, admin]) {
    await expectRejected(staff(edit, { form: editOf(await seen(id)) }), 403)
    await expectRejected(staff(disable, { params: { id } }), 403)
  }
  await person({ rol: 'SUPER_ADMIN_ROLE' })
  const own = editOf(await seen(boss.id), { status_data_id: 2 })
  await expectRejected(superAdmin(edit, { form: own }), 400)
  const message = 'No puedes deshabilitar tu propia cuenta'
  await expectRejected(superAdmin(disable, { params: { id: boss.id } }), 400, message)
  expect(
    await db.ask(`select count(*)::int as n from people where rol <> 'STANDART_ROLE' and status <> 1`),
  ).toEqual([{ n: 0 }])
})

test('an edit changes the data, and the audit log holds the values before and after, also of a mailbox that another person confirmed', async () => {
  const { staff, second, seen, editOf, person, auditLog, admin, db, as } = await startAccountChanges()
  const camila = await person({ email: 'vieja@ejemplo.cl', phone: '911111111' })
  const before = await seen(camila.id)
  const { patient } = await staff(edit, {
    form: editOf(before, {
      address: 'Los Ñires 45',
      preferred_name: 'Nico',
      email: 'nueva@ejemplo.cl',
      phone: '922222222',
    }),
  })
  expect(patient).toMatchObject({
    address: 'Los Ñires 45',
    preferred_name: 'Nico',
    email: 'vieja@ejemplo.cl',
    rol: 'STANDART_ROLE',
  })
  await second.confirm(camila.id)
  const [row, mailbox] = await auditLog('users.edit')
  expect(row).toMatchObject({ actor_id: admin.id, patient_id: camila.id })
  expect(row?.detail).toMatchObject({
    before: { phone: '•••••111' },
    after: { phone: '•••••222' },
  })
  expect(mailbox).toMatchObject({
    actor_id: second.account.id,
    detail: {
      ...{ before: { email: 'vi•••••@ejemplo.cl' }, after: { email: 'nu•••••@ejemplo.cl' } },
      requested_by: admin.id,
    },
  })
  // Contact data must be erasable, and the audit log is not.
  expect(JSON.stringify(row?.detail)).not.toMatch(/Los Aromos|Los Ñires|Nico/)
  expect(await db.listMails()).toMatchObject([
    { template: 'users.dataChanged', recipient: 'vieja@ejemplo.cl' },
    { template: 'users.emailEntered', recipient: 'nueva@ejemplo.cl' },
    { template: 'users.emailReplaced', recipient: 'vieja@ejemplo.cl' },
  ])
  const { accesses } = await (await as(camila))(profileEndpoints.accesses)
  expect(accesses.find(({ action }) => action === 'Cambió')?.what).toContain('tu e-mail')
})

test('an edit that began before another one ended is rejected and overwrites nothing, also if both are concurrent', async () => {
  const { staff, superAdmin, seen, editOf, person } = await startAccountChanges()
  const { id } = await person()
  const both = await seen(id)
  await staff(edit, { form: editOf(both, { address: 'Primera 1' }) })
  await expectRejected(superAdmin(edit, { form: editOf(both, { address: 'Segunda 2' }) }), 409)
  expect((await seen(id)).address).toBe('Primera 1')
  // A form without `updated_at` is not checked for concurrent edits.
  await superAdmin(edit, { form: editOf(both, { address: 'Tercera 3', updated_at: undefined }) })
  const third = await seen(id)
  expect(third.address).toBe('Tercera 3')
  const concurrent = await Promise.allSettled([
    staff(edit, { form: editOf(third, { address: 'Una 4' }) }),
    superAdmin(edit, { form: editOf(third, { address: 'Otra 5' }) }),
  ])
  expect(concurrent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an edit is rejected at the field of a weak password, a password for oneself, another role, a status or another person’s document', async () => {
  const { superAdmin, staff, seen, editOf, person, boss } = await startAccountChanges()
  const other = await person()
  const user = await seen((await person()).id)
  const self = await seen(boss.id)
  for (const [target, own] of [
    [user, { password: 'corta' }],
    [user, { password: 'sinmayusculas1' }],
    [user, { password: 'Tapia2026' }],
    [self, { password: 'Cordillera2026' }],
    [user, { person_role_id: 1 }],
    [user, { status_data_id: 3 }],
    [user, { document_number: other.document_number }],
  ] as const) {
    const { fieldErrors } = await getRejection(superAdmin(edit, { form: editOf(target, own) }))
    expect([own, fieldErrors[0]?.param]).toEqual([own, Object.keys(own)[0]])
  }
  const { patient } = await staff(edit, { form: editOf(user, { rol: 'ADMIN_ROLE' }) })
  expect(patient.rol).toBe('STANDART_ROLE')
})

test('an edit does not bypass the validation of a pending account', async () => {
  const portal = await startAccountChanges()
  const { patient } = await registerPassport(portal, 'P7654321')
  const applicant = await portal.seen(patient.id)
  for (const change of [{ first_name: 'Lucía Inés' }, { status_data_id: 2 }])
    expect((await getRejection(portal.staff(edit, { form: portal.editOf(applicant, change) }))).message).toBe(
      'Esta cuenta espera su validación: confírmala o deniégala',
    )
})

test('disabling ends the sessions at once, on every server, and is audited, as is enabling again', async () => {
  const { staff, person, as, db, clock, sessionOf, auditLog, admin, seen, editOf } =
    await startAccountChanges()
  const camila = await person()
  const own = await as(camila)
  await own(peopleEndpoints.self)
  const elsewhere = await startServer(db, clock)
  const token = await sessionOf(camila.id)
  await elsewhere.caller(token)(peopleEndpoints.self)
  await staff(disable, { params: { id: camila.id } })
  await expectRejected(elsewhere.caller(token)(peopleEndpoints.self), 401)
  expect(await auditLog('users.disable')).toMatchObject([
    { actor_id: admin.id, patient_id: camila.id, detail: { before: { status: 1 }, after: { status: 2 } } },
  ])
  // A repeated call succeeds without a second entry.
  await staff(disable, { params: { id: camila.id } })
  expect(await auditLog('users.disable')).toHaveLength(1)
  await expectRejected(staff(disable, { params: { id: 999_999 } }), 404)
  const enabled = await staff(edit, { form: editOf(await seen(camila.id), { status_data_id: 1 }) })
  expect([enabled.patient.status_data_id, enabled.waiting]).toEqual([1, []])
  expect((await auditLog('users.enable')).map(({ patient_id }) => patient_id)).toEqual([camila.id])
})

const typed = { param: 'password' }

async function withCamila(
  overrides: Parameters<Awaited<ReturnType<typeof startAccountChanges>>['person']>[0] = {},
) {
  const portal = await startAccountChanges()
  const camila = await portal.person({ email: 'camila@ejemplo.cl', ...overrides })
  const change = async (fields: FormFields) =>
    portal.staff(edit, { form: portal.editOf(await portal.seen(camila.id), fields) })
  const changeMailbox = async (fields: FormFields) => {
    await change(fields)
    await portal.second.confirm(camila.id)
  }
  const credentials = { document_type_id: 1 as const, document_number: camila.document_number, password }
  const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: credentials })
  return { ...portal, camila, change, changeMailbox, signIn }
}

test('a password typed by staff ends the sessions, is mailed to the owner without its text, opens no session without a mailed code, and lasts a day', async () => {
  const { change, signIn, mails, anonymous, db, as, camila, clock, auditLog } = await withCamila()
  const own = await as(camila)
  await change({ password })
  await expectRejected(own(peopleEndpoints.self), 401)
  expect((await mails()).map(({ template }) => template)).toEqual(['users.passwordSet'])
  expect(JSON.stringify([await mails(), await auditLog('users.edit')])).not.toContain(password)
  clock.advance({ hours: 23 })
  const answer = await signIn()
  expect(answer).toMatchObject({ second_factor: true, code_from: 'email' })
  expect(answer.token).toBeUndefined()
  expect(await db.ask('select id from sessions where ended_at is null and temporary_key')).toEqual([])
  const code = signInCodeIn(await mails())
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const enter = (text: string) =>
    anonymous(mailedCodeEndpoints.answer, { body: { challenge: answer.challenge ?? '', code: text } })
  await expectRejected(enter(wrong), 400, { number: 8 })
  expect(await auditLog('session.open')).toMatchObject([{ detail: { refusal: 'wrongSecondFactor' } }])
  expect((await enter(code)).patient?.temporary_key_status).toBe(true)
  expect((await getRejection(enter(code))).number).toBe(8)
  clock.advance({ hours: 1, minutes: 1 })
  expect((await getRejection(signIn())).number).toBe(4)
})

test('the code of a sign-in allows five wrong answers within ten minutes, and an account gets five codes an hour and ten wrong answers a day', async () => {
  const { change, signIn, mails, anonymous, clock } = await withCamila()
  await change({ password })
  const first = (await signIn()).challenge ?? ''
  const code = signInCodeIn(await mails())
  const answer = (challenge: string, text: string) =>
    getRejection(anonymous(mailedCodeEndpoints.answer, { body: { challenge, code: text } }))
  const wrong = code === '000000' ? '000001' : '000000'
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await answer(first, wrong)).message).toBe('El código no es válido')
  expect((await answer(first, code)).message).toBe('El código venció. Inicia sesión nuevamente')
  const second = (await signIn()).challenge ?? ''
  clock.advance({ minutes: 10 })
  const late = await answer(second, signInCodeIn(await mails()))
  expect(late.message).toBe('El código venció. Inicia sesión nuevamente')
  for (let sent = 2; sent < 5; sent++) await signIn()
  await expectRejected(signIn(), 429)
  clock.advance({ hours: 1 })
  const [third, fourth] = [(await signIn()).challenge ?? '', (await signIn()).challenge ?? '']
  const statuses: number[] = []
  for (const challenge of [third, third, third, fourth])
    statuses.push((await answer(challenge, wrong)).status)
  expect(statuses).toEqual([400, 400, 400, 429])
})

test('a password typed by staff is rejected at its field unless the address of the account is verified', async () => {
  const { change, camila, db } = await withCamila({ email_verified_at: null })
  const unverified = await getRejection(change({ password }))
  expect(unverified.fieldErrors).toEqual([
    {
      ...typed,
      msg: 'Esta contraseña necesita un código que llega al e-mail verificado de la persona, y este e-mail no está verificado',
    },
  ])
  await db.ask('update people set email_verified_at = now() where id = $1', [camila.id])
  const both = await getRejection(change({ password, email: 'otra@ejemplo.cl' }))
  expect(both.fieldErrors).toEqual(unverified.fieldErrors)
  await change({ password })
})

test('a mailbox that staff entered and that verified itself takes no password and no recovery for 72 hours', async () => {
  const { change, changeMailbox, camila, mails, anonymous, staff, clock, db } = await withCamila()
  await changeMailbox({ email: 'otra@ejemplo.cl' })
  const link = (await mails()).find(({ template }) => template === 'users.emailEntered')
  expect(link?.recipient).toBe('otra@ejemplo.cl')
  expect(link?.body_text).not.toMatch(/Camila|Rosa|Tapia/)
  const token = /\/correo\/(\S+)/.exec(link?.body_text ?? '')?.[1] ?? ''
  await anonymous(profileEndpoints.confirmEmail, { body: { token } })
  expect(
    await db.ask('select email_verified_at is not null as verified from people where id = $1', [camila.id]),
  ).toEqual([{ verified: true }])
  const held = await getRejection(change({ password, email: 'otra@ejemplo.cl' }))
  expect(held.fieldErrors[0]).toMatchObject({
    ...typed,
    msg: 'El e-mail de esta cuenta lo cambió el personal hace menos de 72 horas. Hasta entonces no se puede definir una contraseña',
  })
  const document = { document_type_id: 1 as const, document_number: camila.document_number }
  await expectRejected(
    staff(profileEndpoints.recover, { body: document }),
    409,
    'El e-mail de esta cuenta lo cambió el personal hace menos de 72 horas. Hasta entonces no recibe contraseñas temporales',
  )
  await anonymous(profileEndpoints.recover, { body: document })
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
  expect((await mails()).at(-1)).toMatchObject({
    template: 'profile.recoveryClosed',
    recipient: 'otra@ejemplo.cl',
  })
  clock.advance({ hours: 72 })
  await anonymous(profileEndpoints.recover, { body: document })
  expect((await mails()).at(-1)).toMatchObject({
    template: 'profile.temporaryPassword',
    recipient: 'otra@ejemplo.cl',
  })
})

test('a temporary password that was mailed before staff changed the address opens nothing', async () => {
  const { changeMailbox, camila, mails, anonymous } = await withCamila()
  const document = { document_type_id: 1 as const, document_number: camila.document_number }
  await anonymous(profileEndpoints.recover, { body: document })
  const key = keyIn((await mails()).at(-1))
  await changeMailbox({ email: 'otra@ejemplo.cl' })
  const signIn = anonymous(sessionEndpoints.signIn, { body: { ...document, password: key } })
  expect((await getRejection(signIn)).number).toBe(4)
})

test('a change of phone by staff, and a confirmed one of e-mail, is reported with a link to say «no fui yo»', async () => {
  const { change, changeMailbox, mails, db } = await withCamila()
  await changeMailbox({ email: 'otra@ejemplo.cl', phone: '987654321' })
  const sent = await mails()
  expect(sent.map(({ recipient, template }) => [recipient, template])).toEqual([
    ['camila@ejemplo.cl', 'users.dataChanged'],
    ['otra@ejemplo.cl', 'users.emailEntered'],
    ['camila@ejemplo.cl', 'users.emailReplaced'],
  ])
  for (const { body_text } of sent) expect(body_text).toMatch(/No fui yo:\n\S+\/no-fui-yo\/\S{43}/)
  const links = await db.ask<{ about: string }>(
    `select about from account_links where purpose = 'report' order by about`,
  )
  for (const [index, changed] of ['el e-mail', 'el e-mail', 'el teléfono'].entries())
    expect(links[index]?.about).toContain(`un cambio de la clínica en ${changed}`)
  await change({ email: 'Otra@Ejemplo.cl', phone: '987654321' })
  expect(await mails(), 'the address is the same').toHaveLength(3)
})

test('a temporary password sent by staff is in no answer and no audit entry, and goes only to a verified address', async () => {
  const { camila, staff, mails, db } = await withCamila()
  const body = { document_type_id: 1 as const, document_number: camila.document_number }
  const answer = await staff(profileEndpoints.recover, { body })
  const key = keyIn((await mails()).at(-1))
  expect(key).not.toBe('')
  const audited = await db.ask('select * from audit_events')
  expect(JSON.stringify([answer, audited])).not.toContain(key)
  await db.ask('update people set email_verified_at = null where id = $1', [camila.id])
  await db.ask('delete from temporary_keys')
  await expectRejected(staff(profileEndpoints.recover, { body }), 409)
  expect((await mails()).at(-1)?.template).toBe('profile.verifyToRecover')
  expect(await db.ask('select person_id from temporary_keys')).toEqual([])
})
