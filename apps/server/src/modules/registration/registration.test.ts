import { identityEndpoints } from '@mi-portal/contract/identity'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { solveRobotCheck } from '../../../test/external/robot-check.ts'
import {
  applyWithCard,
  buildRegistered,
  cardNumber,
  choices,
  openPhotos,
  passCheck,
  registerPassport,
  registerRun,
  registrationFields,
  startRegistered,
  startRegistering,
  toForm,
} from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { openSecondPerson } from '../../../test/staff/second-person.ts'

test('a RUN opens an enabled account with the names of the civil registry, is confirmed by mail and audited with its consent, and its holder signs in', async () => {
  const { portal, run } = await startRegistered({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  const typed = { first_name: 'Otra', date_birth: '2001-01-01' }
  const { patient, notified, not_notified } = await registerRun(portal, run, typed)
  expect([notified, not_notified]).toEqual([[{ channel: 'email', to: 'va•••••@ejemplo.cl' }], null])
  expect(patient).toMatchObject({
    ...{
      document_type_id: 1,
      document_number: run,
      date_birth: '1987-07-22',
      email: 'valentina@ejemplo.cl',
    },
    ...{ first_name: 'Valentina Andrea', last_name: 'Muñoz', second_name: 'Salazar', names_proven: true },
    ...{ status: 1, rol: 'STANDART_ROLE', is_a_minor: false, image_store_id: null },
  })
  expect(patient).not.toHaveProperty('password_hash')
  const [mail] = await portal.db.listMails()
  expect(mail).toMatchObject({ template: 'registration.confirmed', recipient: 'valentina@ejemplo.cl' })
  expect(mail?.body_text).not.toMatch(/Otra|Valentina/)
  expect(mail?.subject).not.toMatch(new RegExp(`Valentina|Muñoz|${run}`))
  expect(
    await portal.db.ask(
      'select kind, version, length(text_hash) as hash, channel, host(ip) as ip, given_at from consents where person_id = $1',
      [patient.id],
    ),
  ).toEqual([
    {
      kind: 'terms',
      version: '4',
      hash: 32,
      channel: 'web',
      ip: '127.0.0.1',
      given_at: portal.clock.now(),
    },
  ])
  expect(
    await portal.db.ask(`select action, actor_id from audit_events where patient_id = $1`, [patient.id]),
  ).toEqual([{ action: 'registration.open', actor_id: patient.id }])
  const { token } = await portal.anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 1, document_number: run, password: 'Cordillera2026' },
  })
  expect((await portal.caller(token)(peopleEndpoints.self)).data.id).toBe(patient.id)
})

test('a RUN needs a passed check of that RUN: none, forged, of another person, used or expired ones are rejected', async () => {
  const { portal, run } = await startRegistered()
  const { run: other } = await buildRegistered(portal.db)
  const attempt = async (solem: string | undefined) => {
    const fields = await registrationFields(portal.db, { document_number: run, solem })
    return getRejection(portal.anonymous(registrationEndpoints.register, { form: toForm(fields) }))
  }
  const foreign = await passCheck(portal, other)
  for (const solem of [undefined, 'x'.repeat(43), foreign]) {
    const failure = await attempt(solem)
    expect([failure.status, failure.fieldErrors[0]?.param]).toEqual([400, 'solem'])
  }
  const late = await passCheck(portal, run)
  portal.clock.advance({ minutes: 30 })
  expect((await attempt(late)).fieldErrors[0]?.param).toBe('solem')
  // The rejected use by another person did not use the check up.
  const used = 'select count(*)::int as n from identity_checks where solem_used_at is not null'
  expect(await portal.db.ask(used)).toEqual([{ n: 0 }])
  expect(await portal.db.ask('select count(*)::int as n from people')).toEqual([{ n: 0 }])
  const solem = await passCheck(portal, run)
  const fields = await registrationFields(portal.db, { document_number: run, solem })
  await portal.anonymous(registrationEndpoints.register, { form: toForm(fields) })
  await portal.db.ask(`update people set opened_as_minor = true, date_birth = '2000-01-01'`)
  expect((await attempt(solem)).fieldErrors[0]?.param, 'a used check').toBe('solem')
})

test('two concurrent registrations with one check, or of one passport, create one account', async () => {
  const { portal, run } = await startRegistered()
  const solem = await passCheck(portal, run)
  const fields = await registrationFields(portal.db, { document_number: run, solem })
  const runs = await Promise.allSettled([
    portal.anonymous(registrationEndpoints.register, { form: toForm(fields) }),
    portal.anonymous(registrationEndpoints.register, { form: toForm(fields) }),
  ])
  expect(runs.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const passports = await Promise.allSettled([
    registerPassport(portal, 'AB123456'),
    registerPassport(portal, 'ab123456'),
  ])
  expect(passports.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await portal.db.ask('select count(*)::int as n from people')).toEqual([{ n: 2 }])
  expect(await portal.db.ask('select count(*)::int as n from outbox')).toEqual([{ n: 2 }])
  // The images of the rejected registration are removed.
  expect(await portal.db.ask('select count(*)::int as n from files')).toEqual([{ n: 2 }])
  expect(portal.files.keys()).toHaveLength(2)
  expect(await portal.db.ask('select * from unfinished_files')).toEqual([])
})

test('an account of a minor is marked, so that it ends when they come of age', async () => {
  const portal = await startRegistering()
  const { run } = await buildRegistered(portal.db, { date_birth: '2012-05-05' })
  const { patient } = await registerRun(portal, run)
  expect(patient.is_a_minor).toBe(true)
  expect(await portal.db.ask('select opened_as_minor from people')).toEqual([{ opened_as_minor: true }])
})

/** Someone who came of age, with the second factor and the passkey that a parent added to the account. */
async function buildGrownUp(portal: Awaited<ReturnType<typeof startRegistering>>) {
  const { run } = await buildRegistered(portal.db)
  const { id } = await portal.person({
    document_number: run,
    date_birth: '1987-07-22',
    opened_as_minor: true,
  })
  const factors = [
    `insert into second_factors (person_id, secret, created_at, confirmed_at) values ($1, 'x', now(), now())`,
    `insert into recovery_codes (person_id, password_hash) values ($1, 'x')`,
    `insert into passkeys (person_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, 'x', 'x', 0, '{}', 'Teléfono', now())`,
  ]
  for (const insert of factors) await portal.db.ask(insert, [id])
  const countFactors = () =>
    portal.db.ask<{
      person_id: number
    }>(`select person_id from second_factors union all select person_id from recovery_codes
         union all select person_id from passkeys`)
  expect(await countFactors()).toHaveLength(factors.length)
  return { run, id, countFactors }
}

test('who registers again after coming of age is the only one who can sign in: earlier second factors and passkeys are removed', async () => {
  const portal = await startRegistering()
  const { run, id, countFactors } = await buildGrownUp(portal)
  const { patient } = await registerRun(portal, run)
  expect(patient.id).toBe(id)
  expect(await countFactors()).toEqual([])
})

test('where staff check identities, earlier second factors and passkeys are removed with the approval, and not before', async () => {
  const portal = await startRegistering({ environment: { IDENTITY_CHECK: 'staff' } })
  const { run, id, countFactors } = await buildGrownUp(portal)
  await applyWithCard(portal, run)
  expect(await countFactors()).toHaveLength(3)
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const second = await openSecondPerson(portal)
  for (const as of [staff, second.call]) await openPhotos(portal, as, id)
  await staff(userEndpoints.confirm, { params: { id } })
  expect(await countFactors()).toHaveLength(3)
  await second.confirm(id)
  expect(await countFactors()).toEqual([])
})

test('an installation that checks by hand leaves a RUN to staff: no check, pending, and notified', async () => {
  const { portal, run } = await startRegistered({ environment: { IDENTITY_CHECK: 'staff' } })
  const start = portal.anonymous(identityEndpoints.start, {
    query: { document_number: run, number: cardNumber, email: 'a@ejemplo.cl', cellphone: '912345678' },
  })
  await expectRejected(start, 404)
  expect(await portal.anonymous(identityEndpoints.mode)).toMatchObject({ photos: true })
  const { patient } = await applyWithCard(portal, run, { first_name: 'Como Dijo' })
  // The person's identity is not proven, so data of the registry are not shown.
  expect(patient).toMatchObject({ status: 3, first_name: 'Como Dijo', status_passport: false })
  expect((await portal.db.listMails())[0]?.template).toBe('registration.received')
})

test('a passport starts pending, stores both images, and the mail announces the result within 48 business hours', async () => {
  const portal = await startRegistering()
  const { patient, notified, not_notified } = await registerPassport(portal, 'p7654321')
  expect([notified, not_notified]).toEqual([[], 'no_mail_server'])
  const passport = { document_type_id: 2 as const, document_number: 'P7654321' }
  expect(patient).toMatchObject({ ...passport, status: 3, status_passport: false, names_proven: false })
  expect(patient.image_store_passport).toBeTypeOf('number')
  expect(patient.image_store_passport_patient).toBeTypeOf('number')
  expect(await portal.db.listAuditEvents('registration.%')).toMatchObject([
    { action: 'registration.apply', patient_id: patient.id, actor_id: null, actor_role: 'anonymous' },
  ])
  const [mail] = await portal.db.listMails()
  expect(mail).toMatchObject({ template: 'registration.received', recipient: 'lucia@ejemplo.cl' })
  expect(mail?.body_text).toContain('48 horas hábiles')
  expect(`${mail?.subject} ${mail?.body_text}`).not.toMatch(/Lucía|Gómez|P7654321/)
  const signIn = portal.anonymous(sessionEndpoints.signIn, {
    body: { ...passport, password: 'Cordillera2026' },
  })
  expect((await getRejection(signIn)).number).toBe(7)
})

test('the images are removed if the account cannot be written', async () => {
  const portal = await startRegistering()
  await portal.db.ask(`delete from legal_texts where kind = 'terms'`)
  await getRejection(registerPassport(portal, 'P7654321'))
  await portal.person({ document_type_id: 2, document_number: 'P7654321' })
  await getRejection(registerPassport(portal, 'P7654321'))
  expect(portal.files.keys()).toEqual([])
  expect(await portal.db.ask('select key from files union all select key from unfinished_files')).toEqual([])
})

test('a person who came of age keeps record and id, with a new password and mailbox, and the old credentials are void', async () => {
  const portal = await startRegistering()
  const { run } = await buildRegistered(portal.db, { date_birth: '2008-11-26' })
  const person = await portal.person({
    document_number: run,
    date_birth: '2008-11-26',
    opened_as_minor: true,
    email: 'mama@ejemplo.cl',
  })
  const token = await portal.sessionOf(person.id)
  await portal.db.ask(
    `insert into temporary_keys (person_id, hash, mailed_to, created_at, expires_at)
       values ($1, 'x', null, now(), now() + interval '30 days')`,
    [person.id],
  )
  const solem = await passCheck(portal, run)
  const params = { document_type_id: 1, document_number: run } as const
  const available = () => portal.anonymous(registrationEndpoints.available, { params })
  expect(await available()).toMatchObject({ registered: false })
  const fields = await registrationFields(portal.db, { document_number: run, solem })
  const { patient } = await portal.anonymous(registrationEndpoints.register, { form: toForm(fields) })
  const opened = { id: person.id, status: 1, email: 'valentina@ejemplo.cl', is_a_minor: false }
  expect(patient).toMatchObject(opened)
  await expectRejected(portal.caller(token)(peopleEndpoints.self), 401)
  expect(await portal.db.ask('select * from temporary_keys')).toEqual([])
  expect(await portal.db.ask('select opened_as_minor from people')).toEqual([{ opened_as_minor: false }])
  const sent = await portal.db.listMails()
  expect(sent.map(({ template, recipient }) => [template, recipient])).toEqual([
    ['registration.confirmed', 'valentina@ejemplo.cl'],
    ['registration.repeated', 'mama@ejemplo.cl'],
  ])
  expect((await getRejection(available())).message).toBe('El documento ya se encuentra registrado')
})

test('a person whose account is open, disabled by staff or closed by themself is rejected', async () => {
  const portal = await startRegistering()
  const taken = 'El documento ya se encuentra registrado'
  for (const [number, state, message] of [
    ['OPEN1234', {}, taken],
    ['DISAB123', { status: 2 }, taken],
    ['MINOR123', { status: 2, opened_as_minor: true, date_birth: '2000-01-01' }, taken],
    ['GONE1234', { deleted_at: new Date('2026-01-01') }, 'El perfil ha sido eliminado'],
  ] as const) {
    const passport = { document_type_id: 2 as const, document_number: number }
    await portal.person({ ...passport, ...state })
    await expectRejected(
      portal.anonymous(registrationEndpoints.available, { params: passport }),
      400,
      message,
    )
    expect((await getRejection(registerPassport(portal, number))).message).toBe(message)
  }
})

test('a registration with a wrong field is rejected at that field', async () => {
  const portal = await startRegistering()
  for (const [param, value] of [
    ['forecast_id', 1],
    ['city_id', 1],
    ['commune_id', 1],
    ['terms_version', '0'],
    ['terms_version', ''],
    ['privacy_version', '0'],
    ['password', 'Password123'],
    ['password', 'GOMEZ2026x'],
    ['password', 'Clave-p7654321'],
    ['password', 'Portal2026'],
  ] as const) {
    const wrong = { ...(await choices(portal.db)), [param]: value }
    const { status, fieldErrors } = await getRejection(registerPassport(portal, 'P7654321', wrong))
    expect([param, value, status, fieldErrors[0]?.param]).toEqual([param, value, 400, param])
  }
})

test.each([
  ['without a version of the terms accepts the one in force', {}, [['terms', '4', 'api']]],
  [
    'with the box of the privacy notice accepts it too',
    { terms_version: '4', privacy_version: '6' },
    [
      ['terms', '4', 'web'],
      ['privacy', '6', 'web'],
    ],
  ],
])('a form %s', async (_, versions, expected) => {
  const portal = await startRegistering()
  await registerPassport(portal, 'P7654321', { terms_version: undefined, ...versions })
  const consents = await portal.db.ask<{ kind: string; version: string; channel: string }>(
    'select c.* from registration_applications, jsonb_to_recordset(consents) as c (kind text, version text, channel text)',
  )
  expect(consents.map(({ kind, version, channel }) => [kind, version, channel])).toEqual(expected)
})

test('taken documents are answered a few times a minute and a day, also at once; then the IP address needs a robot check', async () => {
  const LIMITS = 'document-look=3,document-look-day=6'
  const portal = await startRegistering({ environment: { LIMITS } })
  const { document_number: taken } = await portal.person()
  const look = (document_number: string, altcha?: string) =>
    portal.anonymous(registrationEndpoints.available, {
      params: { document_type_id: 1, document_number },
      query: { altcha },
    })
  const answered = async (count: number) => {
    const calls = Array.from({ length: count }, () => getRejection(look(taken)))
    return (await Promise.all(calls)).filter(({ status }) => status === 400).length
  }
  for (let i = 0; i < 6; i++) await look('167890121')
  for (let round = 0; round < 2; round++) {
    expect([await answered(3), await answered(6)]).toEqual([3, 0])
    await expectRejected(look('167890121'), 429, { number: 11 })
    portal.clock.advance({ minutes: 2 })
  }
  expect((await getRejection(look('167890121'))).number).toBe(11)
  const foreign = await solveRobotCheck(portal, 'sign-in')
  expect((await getRejection(look('167890121', foreign))).number).toBe(11)
  const altcha = await solveRobotCheck(portal, 'registration')
  await look('167890121', altcha)
  expect((await getRejection(look('167890121', altcha))).number, 'a used check').toBe(11)
  portal.clock.advance({ hours: 24 })
  await look('167890121')
})

test('the age of a birth date is calculated in Santiago, with a message for a child’s guardian, and one for an adolescent', async () => {
  const portal = await startRegistering()
  const age = (date: string) => portal.anonymous(registrationEndpoints.age, { params: { date } })
  expect(await age('2008-11-26')).toMatchObject({ is_minor: false, msg: '' })
  for (const [birth, msg] of [
    ['2008-11-27', 'haz tú el registro'],
    ['2012-11-26', 'haz tú el registro'],
    ['2012-11-27', 'representante legal'],
  ] as const)
    expect(await age(birth)).toMatchObject({ is_minor: true, msg: expect.stringContaining(msg) })
  for (const wrong of ['2026-02-30', '2026-11-27', 'ayer']) {
    await expectRejected(age(wrong), 400, 'Selecciona Fecha de nacimiento')
  }
})

const draft = {
  status: 'sv_register_continuar' as const,
  document_type_id: 1 as const,
  document_number: '16.789.012-1',
  email: 'valentina@ejemplo.cl',
  cellphone: '56912345678',
}

test('a draft is stored under a random id, updated only with that id, and removed after thirty days without a change', async () => {
  const portal = await startRegistering()
  const save = (body: object = {}) =>
    portal.anonymous(registrationEndpoints.saveDraft, { body: { ...draft, ...body } })
  const update = (id: string) =>
    portal.anonymous(registrationEndpoints.updateDraft, {
      body: { ...draft, id, status: 'up_register_final' },
    })
  const { id } = await save()
  expect(id).toMatch(/^[\w-]{43}$/)
  await update(id)
  expect(await portal.db.ask('select status, document_number, cellphone from registration_drafts')).toEqual([
    { status: 'up_register_final', document_number: '167890121', cellphone: '12345678' },
  ])
  await expectRejected(update('x'.repeat(43)), 404)
  expect((await getRejection(save({ status: 'otro' }))).fieldErrors[0]?.param).toBe('status')
  expect((await getRejection(save({ cellphone: '1234' }))).message).toBe('Digita celular válido')
  portal.clock.advance({ days: 31 })
  const later = await save()
  await portal.runJob('registration.purge')
  expect(await portal.db.ask('select id from registration_drafts')).toEqual([{ id: later.id }])
})

test('an IP address that asked for ages or tried to register too often needs a robot check', async () => {
  const portal = await startRegistering({ environment: { LIMITS: 'age-look=2,register=2,draft=2' } })
  const age = (altcha?: string) =>
    portal.anonymous(registrationEndpoints.age, { params: { date: '2000-01-01' }, query: { altcha } })
  const save = (altcha?: string) =>
    portal.anonymous(registrationEndpoints.saveDraft, { body: { ...draft, altcha } })
  for (const call of [age, save]) {
    for (let i = 0; i < 2; i++) await call()
    await expectRejected(call(), 429, { number: 11 })
    await call(await solveRobotCheck(portal, 'registration'))
  }
  for (let i = 0; i < 2; i++)
    await expectRejected(registerPassport(portal, 'P7654321', { gender_id: 99 }), 400)
  expect((await getRejection(registerPassport(portal, 'P7654321'))).number).toBe(11)
  const altcha = await solveRobotCheck(portal, 'registration')
  expect((await registerPassport(portal, 'P7654321', { altcha })).patient.status).toBe(3)
})
