import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { mailedCodeEndpoints } from '@mi-portal/contract/mailed-code'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { type User, userEndpoints } from '@mi-portal/contract/users'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { buildRun } from '../../../test/build.ts'
import { openPortal } from '../../../test/portal.ts'
import {
  buildPhoto,
  choices,
  formOf,
  passportPhotos,
  registerPassport,
  startRegistering,
} from '../../../test/registration.ts'
import { expectRejected, rejectionOf } from '../../../test/rejection.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

const { createAdministrator, createPatient, edit, disable, one } = userEndpoints

type Fields = Record<string, string | number | undefined>
type Mail = {
  template: string
  recipient: string
  subject: string
  body_text: string
  not_after: Date | null
}

async function withStaff() {
  const portal = await startRegistering()
  const admin = await portal.person({ rol: 'ADMIN_ROLE' })
  const boss = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const place = await choices(portal.db)
  /** Returns the fields of the staff's form. */
  const fields = (own: Fields = {}): Fields => ({
    document_type_id: 1,
    document_number: buildRun(),
    first_name: 'Gabriela Inés',
    last_name: 'Lillo',
    second_name: 'Parra',
    date_birth: '1990-02-03',
    ...place,
    email: 'gabriela@ejemplo.cl',
    address: 'Los Aromos 123',
    phone: '912345678',
    ...own,
  })
  /** Returns an edit that changes only the named fields. */
  const editOf = (user: User, own: Fields = {}) =>
    formOf(
      fields({
        id: user.id,
        document_type_id: user.document_type_id,
        document_number: user.document_number,
        first_name: user.first_name,
        last_name: user.last_name,
        second_name: user.second_name,
        date_birth: user.date_birth ?? undefined,
        email: user.email ?? 'nueva@ejemplo.cl',
        person_role_id: user.person_role_id,
        updated_at: user.updated_at,
        ...own,
      }),
    )
  const mails = () =>
    ask<Mail>(portal.db, 'select template, recipient, subject, body_text, not_after from outbox order by id')
  const auditLog = (action: string) =>
    ask<{ actor_id: number; patient_id: number; detail: Record<string, unknown> }>(
      portal.db,
      'select actor_id, patient_id, detail from audit_events where action = $1 order by id',
      [action],
    )
  const staff = await portal.as(admin)
  const superAdmin = await portal.as(boss)
  const seen = async (id: number) => (await superAdmin(one, { params: { id } })).data
  const second = await openSecondPerson(portal)
  return { ...portal, admin, boss, staff, superAdmin, second, fields, editOf, mails, auditLog, seen }
}

/** Returns the temporary password, which has its own line in the mail. */
function keyIn(mail: Mail | undefined): string {
  return mail?.body_text.split('\n').find((line) => /^[A-Za-z0-9-]{10,24}$/.test(line)) ?? ''
}

/** Returns the code of the newest mail for a sign-in with a password that staff typed. */
function signInCodeIn(mails: readonly Mail[]): string {
  const mail = mails.findLast(({ template }) => template === 'session.signInCode')
  return mail?.body_text.split('\n').find((line) => /^\d{6}$/.test(line)) ?? ''
}

test('an account that one member of staff requests and another confirms is enabled, and its owner signs in with a temporary password of seven days', async () => {
  const portal = await withStaff()
  const { staff, second, seen, fields, mails, anonymous, clock, auditLog, admin, db } = portal
  const form = fields({ person_role_id: 2, rol: 'SUPER_ADMIN_ROLE', status: 3 })
  const created = await staff(createPatient, { form: formOf(form, { file: await buildPhoto() }) })
  expect(created.waiting).toEqual(['account-opening'])
  expect(created.patient).toMatchObject({ rol: 'STANDART_ROLE', status_data_id: 2, email: null })
  expect(await mails()).toEqual([])
  expect((await second.waiting(created.patient.id))[0]).toMatchObject({
    kind: 'account-opening',
    changes: [
      { field: 'name', before: null, after: 'Gabriela Inés Lillo Parra' },
      { field: 'document', before: null },
      { field: 'birth-date', before: null, after: '03/02/1990' },
      { field: 'email', before: null, after: 'gabriela@ejemplo.cl' },
      { field: 'phone', before: null, after: '912345678' },
    ],
  })
  await second.confirm(created.patient.id)
  const patient = await seen(created.patient.id)
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
  expect((await rejectionOf(twice)).number).toBe(4)
  const again = await portal.as(admin)
  const { patients } = await again(userEndpoints.list, { body: { filter: String(form.document_number) } })
  expect(patients, 'the sign-in verifies the address').toMatchObject([{ email_verified: true }])
  const verified = await ask(db, `select actor_role from audit_events where action = 'profile.email'`)
  expect(verified).toEqual([{ actor_role: 'STANDART_ROLE' }])
  expect(await auditLog('users.create')).toEqual([
    {
      actor_id: second.account.id,
      patient_id: patient.id,
      detail: expect.objectContaining({ requested_by: admin.id }),
    },
  ])
  expect(await ask(db, 'select channel, version from consents')).toEqual([{ channel: 'staff', version: '3' }])
})

test('a wrong form reports every error, in the order of the form', async () => {
  const { staff, fields } = await withStaff()
  const empty = await rejectionOf(staff(createPatient, { form: formOf({}) }))
  expect(empty.fieldErrors.map(({ param }) => param)).toEqual([
    ...['document_type_id', 'document_number', 'first_name', 'last_name', 'date_birth', 'nationality_id'],
    ...['forecast_id', 'gender_id', 'email', 'phone', 'address', 'region_id', 'city_id', 'commune_id'],
  ])
  for (const own of [
    { document_number: '12345678-9' },
    { document_type_id: 2, document_number: 'AB1' },
    { email: 'a@b,c@d.cl' },
    { phone: '012345678' },
    { date_birth: '2030-01-01' },
    { commune_id: 99_999 },
    { person_role_id: 1 },
  ]) {
    const { fieldErrors } = await rejectionOf(staff(createPatient, { form: formOf(fields(own)) }))
    expect([own, fieldErrors[0]?.param]).toEqual([own, Object.keys(own).at(-1)])
  }
})

test('a document with an account is rejected, also in concurrent calls', async () => {
  const { staff, superAdmin, fields, person, db } = await withStaff()
  const taken = await person()
  const closed = await person({ deleted_at: new Date('2026-10-01T12:00:00Z') })
  const ask1 = (number: string) =>
    rejectionOf(staff(createPatient, { form: formOf(fields({ document_number: number })) }))
  expect((await ask1(taken.document_number)).message).toBe('El documento ya se encuentra registrado')
  expect((await ask1(closed.document_number)).message).toBe('El perfil ha sido eliminado')
  const form = fields()
  const both = await Promise.allSettled([
    staff(createPatient, { form: formOf(form) }),
    superAdmin(createPatient, { form: formOf(form) }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await ask(db, 'select count(*)::int as n from pending_confirmations')).toEqual([{ n: 1 }])
})

test('both sides of a document are stored encrypted for a month', async () => {
  const { staff, second, seen, fields, db, clock } = await withStaff()
  const form = fields({ document_type_id: 2, document_number: 'AB1234567', document_country: 'PE' })
  const { patient } = await staff(createPatient, { form: formOf(form, await passportPhotos()) })
  await second.confirm(patient.id)
  expect((await seen(patient.id)).status_passport).toBe(true)
  const stored = await ask<{ encrypted: string | null; delete_after: Date }>(
    db,
    'select encrypted, delete_after from files order by id',
  )
  expect(stored).toHaveLength(2)
  for (const file of stored) {
    expect(file.encrypted).not.toBeNull()
    expect(file.delete_after.getTime() - clock.now().getTime()).toBe(30 * 86_400_000)
  }
  const text = new File(['nada'], 'nada.png', { type: 'image/png' })
  const wrong = staff(createPatient, { form: formOf(fields(), { file: text }) })
  await expectRejected(wrong, 415)
})

test('only a super administrator opens an administrator’s account, and never another super administrator’s', async () => {
  const { staff, superAdmin, fields, mails } = await withStaff()
  await expectRejected(staff(createAdministrator, { form: formOf(fields()) }), 403)
  const { patient } = await superAdmin(createAdministrator, {
    form: formOf(fields({ person_role_id: 1, rol: 'SUPER_ADMIN_ROLE' })),
  })
  expect(patient).toMatchObject({ rol: 'ADMIN_ROLE', person_role: { id: 1, name: 'Administrador' } })
  expect((await mails()).at(-1)).toMatchObject({ template: 'users.staffWelcome' })
  expect((await mails()).at(-1)?.body_text).toContain('/admin')
})

test('an administrator gets 403 for every change of an administrator, their own account included', async () => {
  const { staff, admin, boss, person, seen, editOf, db } = await withStaff()
  const colleague = await person({ rol: 'ADMIN_ROLE' })
  for (const { id } of [colleague, boss, admin]) {
    const form = editOf(await seen(id))
    await expectRejected(staff(edit, { form }), 403)
    await expectRejected(staff(disable, { params: { id } }), 403)
  }
  expect(
    await ask(db, `select count(*)::int as n from people where rol <> 'STANDART_ROLE' and status <> 1`),
  ).toEqual([{ n: 0 }])
})

test('a super administrator changes and disables an administrator’s account', async () => {
  const { superAdmin, admin, seen, editOf } = await withStaff()
  const form = editOf(await seen(admin.id), { first_name: 'Otra' })
  expect((await superAdmin(edit, { form })).patient.first_name).toBe('Otra')
  await superAdmin(disable, { params: { id: admin.id } })
  expect((await seen(admin.id)).status_data_id).toBe(2)
})

test('an edit changes the data, and the audit log holds the values before and after', async () => {
  const { staff, seen, editOf, person, auditLog, admin, db, as } = await withStaff()
  const camila = await person({ email: 'vieja@ejemplo.cl', phone: '911111111' })
  const before = await seen(camila.id)
  const { patient } = await staff(edit, {
    form: editOf(before, {
      last_name: 'Ñuñez',
      preferred_name: 'Nico',
      email: 'nueva@ejemplo.cl',
      phone: '922222222',
    }),
  })
  expect(patient).toMatchObject({
    last_name: 'Ñuñez',
    preferred_name: 'Nico',
    email: 'nueva@ejemplo.cl',
    rol: 'STANDART_ROLE',
  })
  const [row] = await auditLog('users.edit')
  expect(row).toMatchObject({ actor_id: admin.id, patient_id: camila.id })
  expect(row?.detail).toMatchObject({
    before: { last_name: 'Tapia', email: 'vi•••••@ejemplo.cl', phone: '•••••111' },
    after: { last_name: 'Ñuñez', email: 'nu•••••@ejemplo.cl', phone: '•••••222' },
  })
  // Contact data must be erasable, and the audit log is not.
  expect(JSON.stringify(row?.detail)).not.toMatch(/Los Aromos|Nico/)
  expect(await ask(db, 'select template, recipient from outbox')).toEqual([
    { template: 'users.emailEntered', recipient: 'nueva@ejemplo.cl' },
    { template: 'users.emailReplaced', recipient: 'vieja@ejemplo.cl' },
  ])
  const { accesses } = await (await as(camila))(profileEndpoints.accesses)
  expect(accesses.find(({ action }) => action === 'Cambió')?.what).toContain('tu e-mail')
})

test('an edit that began before another one ended is rejected and overwrites nothing, also if both are concurrent', async () => {
  const { staff, superAdmin, seen, editOf, person } = await withStaff()
  const { id } = await person()
  const both = await seen(id)
  await staff(edit, { form: editOf(both, { first_name: 'Primera' }) })
  await expectRejected(superAdmin(edit, { form: editOf(both, { first_name: 'Segunda' }) }), 409)
  expect((await seen(id)).first_name).toBe('Primera')
  // A form without `updated_at` is not checked for concurrent edits.
  await superAdmin(edit, { form: editOf(both, { first_name: 'Tercera', updated_at: undefined }) })
  const third = await seen(id)
  expect(third.first_name).toBe('Tercera')
  const concurrent = await Promise.allSettled([
    staff(edit, { form: editOf(third, { first_name: 'Una' }) }),
    superAdmin(edit, { form: editOf(third, { first_name: 'Otra' }) }),
  ])
  expect(concurrent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an edit with a password makes it temporary for a day, ends the sessions and notifies the owner', async () => {
  const { staff, seen, editOf, person, as, anonymous, mails, clock, db } = await withStaff()
  const camila = await person({ email: 'camila@ejemplo.cl' })
  const own = await as(camila)
  await staff(edit, { form: editOf(await seen(camila.id), { password: 'Cordillera2026' }) })
  await expectRejected(own(peopleEndpoints.self), 401)
  const mail = (await mails()).find(({ template }) => template === 'users.passwordSet')
  expect(mail?.recipient).toBe('camila@ejemplo.cl')
  expect(mail?.body_text).not.toContain('Cordillera2026')
  expect(
    JSON.stringify(await ask(db, `select detail from audit_events where action = 'users.edit'`)),
  ).not.toContain('Cordillera2026')
  const body = {
    document_type_id: 1 as const,
    document_number: camila.document_number,
    password: 'Cordillera2026',
  }
  clock.advance({ hours: 23 })
  const { challenge = '', token: none } = await anonymous(sessionEndpoints.signIn, { body })
  expect(none).toBeUndefined()
  const code = signInCodeIn(await mails())
  const { patient, token } = await anonymous(mailedCodeEndpoints.answer, { body: { challenge, code } })
  expect(patient?.temporary_key_status).toBe(true)
  expect(token).toBeDefined()

  const again = await as(await person({ rol: 'ADMIN_ROLE' }))
  const { data } = await again(one, { params: { id: camila.id } })
  await again(edit, { form: editOf(data, { password: 'Araucaria-1810' }) })
  clock.advance({ hours: 24, minutes: 1 })
  const over = anonymous(sessionEndpoints.signIn, { body: { ...body, password: 'Araucaria-1810' } })
  expect((await rejectionOf(over)).number).toBe(4)
})

test('an edit is rejected at the field of a weak password, a password for oneself, another role, a status or another person’s document', async () => {
  const { superAdmin, staff, seen, editOf, person, boss } = await withStaff()
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
    const { fieldErrors } = await rejectionOf(superAdmin(edit, { form: editOf(target, own) }))
    expect([own, fieldErrors[0]?.param]).toEqual([own, Object.keys(own)[0]])
  }
  const { patient } = await staff(edit, { form: editOf(user, { rol: 'ADMIN_ROLE' }) })
  expect(patient.rol).toBe('STANDART_ROLE')
})

test('an edit enables an account that staff disabled', async () => {
  const { staff, seen, editOf, person, auditLog } = await withStaff()
  const { id } = await person({ status: 2 })
  const { patient, waiting } = await staff(edit, { form: editOf(await seen(id), { status_data_id: 1 }) })
  expect(patient).toMatchObject({ status_data_id: 1, deleted: false })
  expect(waiting).toEqual([])
  expect((await auditLog('users.enable')).map(({ patient_id }) => patient_id)).toEqual([id])
})

test('an edit does not bypass the validation of a pending account', async () => {
  const portal = await withStaff()
  const { patient } = await registerPassport(portal, 'P7654321')
  const applicant = await portal.seen(patient.id)
  for (const change of [{ first_name: 'Lucía Inés' }, { status_data_id: 2 }])
    expect((await rejectionOf(portal.staff(edit, { form: portal.editOf(applicant, change) }))).message).toBe(
      'Esta cuenta espera su validación: confírmala o deniégala',
    )
  // An account that waited before applications were stored apart has its data in the person.
  const { region_id: _, city_id: __, ...place } = await choices(portal.db)
  const contact = { address: 'Los Aromos 123', phone: '912345678' }
  const earlier = await portal.person({ status: 3, ...contact, ...place })
  const user = await portal.seen(earlier.id)
  const enable = portal.staff(edit, { form: portal.editOf(user, { status_data_id: 1 }) })
  await expectRejected(enable, 409)
  const { patient: corrected } = await portal.staff(edit, {
    form: portal.editOf(user, { first_name: 'Lucía Inés' }),
  })
  expect(corrected).toMatchObject({ first_name: 'Lucía Inés', status_data_id: 3, due_at: user.due_at })
})

test('disabling ends the sessions at once, on every server, and is audited', async () => {
  const { staff, person, as, db, clock, sessionOf, auditLog, admin } = await withStaff()
  const camila = await person()
  const own = await as(camila)
  await own(peopleEndpoints.self)
  const elsewhere = await openPortal(db, clock)
  const token = await sessionOf(camila.id)
  await elsewhere.caller(token)(peopleEndpoints.self)
  await staff(disable, { params: { id: camila.id } })
  await expectRejected(elsewhere.caller(token)(peopleEndpoints.self), 401)
  expect(await auditLog('users.disable')).toEqual([
    { actor_id: admin.id, patient_id: camila.id, detail: { before: { status: 1 }, after: { status: 2 } } },
  ])
  // A repeated call succeeds without a second entry.
  await staff(disable, { params: { id: camila.id } })
  expect(await auditLog('users.disable')).toHaveLength(1)
  await expectRejected(staff(disable, { params: { id: 999_999 } }), 404)
  await elsewhere.app.close()
})

test('a super administrator cannot disable their own account, neither directly nor by an edit', async () => {
  const { superAdmin, boss, person, seen, editOf } = await withStaff()
  await person({ rol: 'SUPER_ADMIN_ROLE' })
  await expectRejected(
    superAdmin(disable, { params: { id: boss.id } }),
    400,
    'No puedes deshabilitar tu propia cuenta',
  )
  const form = editOf(await seen(boss.id), { status_data_id: 2 })
  await expectRejected(superAdmin(edit, { form }), 400)
})

test('one super administrator remains, also when two disable each other concurrently', async () => {
  const { superAdmin, boss, person, as, db } = await withStaff()
  const other = await person({ rol: 'SUPER_ADMIN_ROLE' })
  const third = await person({ rol: 'SUPER_ADMIN_ROLE' })
  await superAdmin(disable, { params: { id: third.id } })
  const otherCall = await as(other)
  await Promise.allSettled([
    superAdmin(disable, { params: { id: other.id } }),
    otherCall(disable, { params: { id: boss.id } }),
  ])
  expect(
    await ask(db, `select count(*)::int as n from people where rol = 'SUPER_ADMIN_ROLE' and status = 1`),
  ).toEqual([{ n: 1 }])
})

test('disabling a pending account sets a removal date for its images', async () => {
  const portal = await withStaff()
  const { patient } = await registerPassport(portal, 'P7654321')
  await portal.staff(disable, { params: { id: patient.id } })
  const dates = await ask<{ delete_after: Date | null }>(portal.db, 'select delete_after from files')
  expect(dates.every(({ delete_after }) => delete_after !== null)).toBe(true)
})

describe('staff cannot enter a patient’s account', () => {
  const password = 'Cordillera2026'
  const typed = { param: 'password' }

  async function withCamila(overrides: Parameters<Awaited<ReturnType<typeof withStaff>>['person']>[0] = {}) {
    const portal = await withStaff()
    const camila = await portal.person({ email: 'camila@ejemplo.cl', phone: '912345678', ...overrides })
    const change = async (fields: Fields) =>
      portal.staff(edit, { form: portal.editOf(await portal.seen(camila.id), fields) })
    const credentials = { document_type_id: 1 as const, document_number: camila.document_number, password }
    const signIn = () => portal.anonymous(sessionEndpoints.signIn, { body: credentials })
    return { ...portal, camila, change, signIn }
  }

  test('a password typed by staff opens no session without the code that is mailed to the owner', async () => {
    const { change, signIn, mails, anonymous, db } = await withCamila()
    await change({ password })
    const answer = await signIn()
    expect(answer).toMatchObject({ second_factor: true, code_from: 'email' })
    expect(answer.token).toBeUndefined()
    expect(await ask(db, 'select id from sessions where ended_at is null and temporary_key')).toEqual([])
    const code = signInCodeIn(await mails())
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const challenge = answer.challenge ?? ''
    await expectRejected(anonymous(mailedCodeEndpoints.answer, { body: { challenge, code: wrong } }), 400, {
      number: 8,
    })
    expect(
      await ask(
        db,
        `select detail ->> 'refusal' as refusal from audit_events where action = 'session.open' and outcome = 'refused'`,
      ),
    ).toEqual([{ refusal: 'wrongSecondFactor' }])
    const { patient } = await anonymous(mailedCodeEndpoints.answer, { body: { challenge, code } })
    expect(patient?.temporary_key_status).toBe(true)
    const again = anonymous(mailedCodeEndpoints.answer, { body: { challenge, code } })
    expect((await rejectionOf(again)).number).toBe(8)
  })

  test('the code of a sign-in allows five wrong answers within ten minutes, and an account gets five codes an hour and ten wrong answers a day', async () => {
    const { change, signIn, mails, anonymous, clock } = await withCamila()
    await change({ password })
    const first = (await signIn()).challenge ?? ''
    const code = signInCodeIn(await mails())
    const answer = (challenge: string, text: string) =>
      rejectionOf(anonymous(mailedCodeEndpoints.answer, { body: { challenge, code: text } }))
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
    const unverified = await rejectionOf(change({ password }))
    expect(unverified.fieldErrors).toEqual([
      {
        ...typed,
        msg: 'Esta contraseña necesita un código que llega al e-mail verificado de la persona, y este e-mail no está verificado',
      },
    ])
    await ask(db, 'update people set email_verified_at = now() where id = $1', [camila.id])
    const both = await rejectionOf(change({ password, email: 'otra@ejemplo.cl' }))
    expect(both.fieldErrors).toEqual(unverified.fieldErrors)
    await change({ password })
  })

  test('a mailbox that staff entered and that verified itself takes no password and no recovery for 72 hours', async () => {
    const { change, camila, mails, anonymous, staff, clock, db } = await withCamila()
    await change({ email: 'otra@ejemplo.cl' })
    const link = (await mails()).find(({ template }) => template === 'users.emailEntered')
    expect(link?.recipient).toBe('otra@ejemplo.cl')
    expect(link?.body_text).not.toMatch(/Camila|Rosa|Tapia/)
    const token = /\/correo\/(\S+)/.exec(link?.body_text ?? '')?.[1] ?? ''
    await anonymous(profileEndpoints.confirmEmail, { body: { token } })
    expect(
      await ask(db, 'select email_verified_at is not null as verified from people where id = $1', [
        camila.id,
      ]),
    ).toEqual([{ verified: true }])
    const held = await rejectionOf(change({ password, email: 'otra@ejemplo.cl' }))
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
    expect(await ask(db, 'select person_id from temporary_keys')).toEqual([])
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
    const { change, camila, mails, anonymous } = await withCamila()
    const document = { document_type_id: 1 as const, document_number: camila.document_number }
    await anonymous(profileEndpoints.recover, { body: document })
    const key = keyIn((await mails()).at(-1))
    await change({ email: 'otra@ejemplo.cl' })
    const signIn = anonymous(sessionEndpoints.signIn, { body: { ...document, password: key } })
    expect((await rejectionOf(signIn)).number).toBe(4)
  })

  test.each<[string, Fields, string, string[]]>([
    ['the phone', { phone: '987654321' }, 'el teléfono', ['camila@ejemplo.cl']],
    [
      'the e-mail address and the phone',
      { email: 'otra@ejemplo.cl', phone: '987654321' },
      'el e-mail y el teléfono',
      ['otra@ejemplo.cl', 'camila@ejemplo.cl'],
    ],
  ])(
    'a change of %s by staff is reported at the old and the new address, with a link to say «no fui yo»',
    async (_, fields, changed, recipients) => {
      const { change, mails, db } = await withCamila()
      await change(fields)
      const sent = await mails()
      expect(sent.map(({ recipient }) => recipient)).toEqual(recipients)
      for (const { body_text } of sent) expect(body_text).toMatch(/No fui yo:\n\S+\/no-fui-yo\/\S{43}/)
      expect(sent.at(-1)?.body_text).toContain(changed)
      const links = await ask<{ about: string }>(
        db,
        `select about from account_links where purpose = 'report'`,
      )
      expect(links.map(({ about }) => about)).toEqual(
        recipients.map(() => expect.stringContaining(`un cambio de la clínica en ${changed}`)),
      )
    },
  )

  test('a change by staff that the owner does not recognise ends the sessions and freezes the recovery, with one click', async () => {
    const { change, camila, mails, anonymous, as, db } = await withCamila()
    const own = await as(camila)
    await change({ email: 'otra@ejemplo.cl' })
    const old = (await mails()).find(({ recipient }) => recipient === 'camila@ejemplo.cl')
    const token = /\/no-fui-yo\/(\S+)/.exec(old?.body_text ?? '')?.[1] ?? ''
    await anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
    await expectRejected(own(peopleEndpoints.self), 401)
    expect(
      await ask(db, 'select recovery_frozen_at is not null as frozen from people where id = $1', [camila.id]),
    ).toEqual([{ frozen: true }])
    expect((await rejectionOf(change({ password }))).fieldErrors[0]).toMatchObject(typed)
    const again = anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
    await expectRejected(again, 410)
  })

  test('an edit that leaves e-mail, phone and document as they are sends the owner nothing', async () => {
    const { change, mails } = await withCamila()
    await change({ first_name: 'Camila', email: 'Camila@Ejemplo.cl' })
    expect(await mails()).toEqual([])
  })

  test('a temporary password sent by staff is in no answer and no audit entry, and goes only to a verified address', async () => {
    const { camila, staff, mails, db } = await withCamila()
    const body = { document_type_id: 1 as const, document_number: camila.document_number }
    const answer = await staff(profileEndpoints.recover, { body })
    const key = keyIn((await mails()).at(-1))
    expect(key).not.toBe('')
    const audited = await ask(db, 'select * from audit_events')
    expect(JSON.stringify([answer, audited])).not.toContain(key)
    await ask(db, 'update people set email_verified_at = null where id = $1', [camila.id])
    await ask(db, 'delete from temporary_keys')
    await expectRejected(staff(profileEndpoints.recover, { body }), 409)
    expect((await mails()).at(-1)?.template).toBe('profile.verifyToRecover')
    expect(await ask(db, 'select person_id from temporary_keys')).toEqual([])
  })
})
