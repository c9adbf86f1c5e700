import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { buildAppointment, buildExam, buildLink } from '../../../test/build.ts'
import { createProfileForm, photograph, startProfile } from '../../../test/profile.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const tokenIn = (mail: { body_text: string } | undefined) =>
  /\/correo\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''

test('an edit stores the form except document, role, status and id, returns it, and audits the names of the changed fields', async () => {
  const { as, holder, db } = await startProfile()
  const call = await as(holder)
  const form = { phone: '987654321', region_id: '5', city_id: '51', commune_id: '5101', second_name: '' }
  const ignored = {
    id: '1',
    document_type_id: '2',
    document_number: 'P1234567',
    rol: 'SUPER_ADMIN_ROLE',
    status: '2',
    status_passport: 'true',
    password: 'Otra2026x',
  }
  const { data } = await call(profileEndpoints.edit, { form: createProfileForm({ ...form, ...ignored }) })
  expect(data.patient).toMatchObject({
    ...{ phone: '987654321', region_id: 5, city_id: 51, commune_id: 5101, second_name: '' },
    ...{ id: holder.id, document_number: holder.document_number, rol: 'STANDART_ROLE', status: 1 },
    ...{ email: 'rosa@ejemplo.cl', email_pending: null, document_type_id: 1, status_passport: false },
  })
  expect((await call(peopleEndpoints.self)).data).toEqual(data.patient)
  expect(await db.listAuditEvents('profile.edit')).toMatchObject([
    {
      actor_id: holder.id,
      patient_id: holder.id,
      detail: { changed: ['second_name', 'phone', 'commune_id'] },
    },
  ])
  expect(await db.listMails()).toEqual([])
})

test('proven names cannot change, and the rest changes with or without them', async () => {
  const { as, holder, db } = await startProfile({ names_proven: true, first_name: 'ROSA (2)' })
  const call = await as(holder)
  const edit = (form: FormData) => call(profileEndpoints.edit, { form })
  await expectRejected(edit(createProfileForm({ first_name: 'Rosa', last_name: 'Otra' })), 400, {
    fieldErrors: [
      {
        msg: 'Tu nombre está comprobado. Para corregirlo, envía una solicitud de rectificación',
        param: 'first_name',
      },
    ],
  })
  const others = createProfileForm({ phone: '223625400' })
  for (const name of ['first_name', 'last_name', 'second_name']) others.delete(name)
  expect((await edit(others)).data.patient).toMatchObject({
    first_name: 'ROSA (2)',
    last_name: holder.last_name,
    phone: '223625400',
    names_proven: true,
  })
  await db.ask(`update people set first_name = 'Rosa' where id = $1`, [holder.id])
  expect((await edit(createProfileForm({ first_name: 'Rosa' }))).data.patient.phone).toBe('912345678')
})

test('a preferred name can change while the names are proven; it greets the person, and its audit has no value', async () => {
  const { as, holder, db } = await startProfile({ names_proven: true, first_name: 'ROSA (2)' })
  const call = await as(holder)
  const edit = (changes: Record<string, string>) => {
    const form = createProfileForm(changes)
    for (const name of ['first_name', 'last_name', 'second_name']) form.delete(name)
    return call(profileEndpoints.edit, { form })
  }
  const { patient } = (await edit({ preferred_name: '  Nico   Andrés ' })).data
  expect(patient).toMatchObject({ first_name: 'ROSA (2)', preferred_name: 'Nico Andrés' })
  await edit({ preferred_name: 'Nico Andrés', email: 'nico@ejemplo.cl' })
  const mails = (await db.listMails()).filter(({ recipient }) => recipient === 'rosa@ejemplo.cl')
  expect(mails.map(({ body_text }) => /Hola, ([^:]*):/.exec(body_text)?.[1])).toEqual(['Nico Andrés'])
  expect((await db.listAuditEvents('profile.edit'))[0]?.detail).toEqual({ changed: ['preferred_name'] })
  expect((await edit({})).data.patient.preferred_name).toBe('')
})

test('a field is rejected where it contradicts another or is not offered, and a person who has a hidden insurance keeps it', async () => {
  const { as, holder, db } = await startProfile({ forecast_id: 9 })
  const call = await as(holder)
  const fieldsOf = async (change: Record<string, string>) =>
    (await getRejection(call(profileEndpoints.edit, { form: createProfileForm(change) }))).fieldErrors.map(
      ({ param }) => param,
    )
  expect(await fieldsOf({ region_id: '5', city_id: '51' })).toEqual(['commune_id'])
  expect(await fieldsOf({ region_id: '5' })).toEqual(['city_id', 'commune_id'])
  expect(await fieldsOf({ date_birth: '2027-01-01' })).toEqual(['date_birth'])
  const hidden = () => call(profileEndpoints.edit, { form: createProfileForm({ forecast_id: '9' }) })
  expect((await hidden()).data.patient.forecast_id).toBe(9)
  await db.ask('update people set forecast_id = 1 where id = $1', [holder.id])
  expect(await fieldsOf({ forecast_id: '9' })).toEqual(['forecast_id'])
})

test('a birth date can be corrected, but makes neither a minor of an adult nor an adult of a minor', async () => {
  const { as, holder, db } = await startProfile()
  const call = await as(holder)
  const edit = (date_birth: string) =>
    call(profileEndpoints.edit, { form: createProfileForm({ date_birth }) })
  expect((await edit('1980-05-18')).data.patient.date_birth).toBe('1980-05-18')
  for (const [before, after] of [
    ['1980-05-17', '2010-05-17'],
    ['2010-05-17', '1980-05-17'],
    ['2008-11-26', '2008-11-27'],
  ] as const) {
    await db.ask('update people set date_birth = $1', [before])
    expect((await getRejection(edit(after))).fieldErrors.map(({ param }) => param)).toEqual(['date_birth'])
    expect(await db.ask('select date_birth from people')).toEqual([{ date_birth: before }])
  }
})

test('a new image replaces the old one, which is marked for deletion at once', async () => {
  const { as, holder, files, db, clock } = await startProfile()
  const call = await as(holder)
  const send = async () =>
    (await call(profileEndpoints.edit, { form: createProfileForm({}, await photograph()) })).data.patient
  const first = await send()
  expect(first.image_store_id).toEqual(expect.any(Number))
  const second = await send()
  expect(second.image_store_id).not.toBe(first.image_store_id)
  expect(await db.ask('select id from files where delete_after <= $1', [clock.now()])).toEqual([
    { id: first.image_store_id },
  ])
  expect(files.keys()).toHaveLength(2)
  const { file_profile } = await call(profileEndpoints.photos, { params: { id: holder.id } })
  expect(file_profile).toMatch(/^\/api\/patients\/photos\/files\//)
  expect((await db.listAuditEvents('profile.edit'))[0]?.detail).toEqual({ changed: ['file'] })
})

async function withPending(email = 'nueva@ejemplo.cl') {
  const portal = await startProfile()
  const call = await portal.as(portal.holder)
  const { data } = await call(profileEndpoints.edit, { form: createProfileForm({ email }) })
  const mails = await portal.db.listMails()
  return { ...portal, call, patient: data.patient, mails, token: tokenIn(mails[0]) }
}

test('a new e-mail address counts only once its mailbox confirms it, and the old one is notified twice', async () => {
  const { call, patient, mails, token, anonymous, db } = await withPending()
  expect(patient).toMatchObject({ email: 'rosa@ejemplo.cl', email_pending: 'nu•••••@ejemplo.cl' })
  expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
    ['profile.confirmEmail', 'nueva@ejemplo.cl'],
    ['profile.emailChangeAsked', 'rosa@ejemplo.cl'],
  ])
  expect(mails[1]?.body_text).not.toContain(token)
  expect(mails[1]?.body_text).toMatch(/\/proteger\/no-fui-yo\/\S{43}/)
  for (const _ of ['first', 'again'])
    expect((await anonymous(profileEndpoints.confirmEmail, { body: { token } })).email).toBe(
      'nu•••••@ejemplo.cl',
    )
  expect(await db.listAuditEvents('profile.email')).toHaveLength(1)
  expect((await call(peopleEndpoints.self)).data).toMatchObject({
    email: 'nueva@ejemplo.cl',
    email_pending: null,
  })
  expect((await db.listMails()).at(-1)).toMatchObject({
    template: 'profile.emailChanged',
    recipient: 'rosa@ejemplo.cl',
  })
})

test.each(['before', 'after'])(
  '«no fui yo» at the old address %s the confirmation ends the session, freezes the recovery and voids what waits',
  async (when) => {
    const { call, anonymous, db, token, holder } = await withPending()
    const confirm = () => anonymous(profileEndpoints.confirmEmail, { body: { token } })
    if (when === 'after') await confirm()
    const notice = (await db.listMails()).findLast(({ recipient }) => recipient === 'rosa@ejemplo.cl')
    const report = /no-fui-yo\/(\S{43})/.exec(notice?.body_text ?? '')?.[1] ?? ''
    await anonymous(accountSecurityEndpoints.reportByLink, { body: { token: report } })
    await expectRejected(call(peopleEndpoints.self), 401)
    if (when === 'before') await expectRejected(confirm(), 410)
    expect(
      await db.ask('select recovery_frozen_at is null as free from people where id = $1', [holder.id]),
    ).toEqual([{ free: false }])
  },
)

test('an unconfirmed e-mail address is removed after two days', async () => {
  const { token, anonymous, clock, db, call, holder, runJob } = await withPending()
  clock.advance({ hours: 48 })
  await expectRejected(
    anonymous(profileEndpoints.confirmEmail, { body: { token } }),
    410,
    'Este enlace ya no es válido. Vuelve a cambiar tu e-mail desde tu perfil',
  )
  await expectRejected(call(peopleEndpoints.self), 401)
  expect(await runJob('profile.purge')).toEqual({ emailsGivenUp: 1, emailChanges: 0 })
  expect(await db.ask('select email, email_pending from people where id = $1', [holder.id])).toEqual([
    { email: 'rosa@ejemplo.cl', email_pending: null },
  ])
  clock.advance({ days: 31 })
  expect(await runJob('profile.purge')).toEqual({ emailsGivenUp: 0, emailChanges: 1 })
})

test('an unconfirmed e-mail address stays when other data change, and a second one replaces it, five times a day', async () => {
  const { token, call, anonymous, db } = await withPending()
  const edit = (change: Record<string, string>) =>
    call(profileEndpoints.edit, { form: createProfileForm(change) })
  await edit({ address: 'Otra 5', email: 'Rosa@Ejemplo.cl' })
  const pending = { email: 'rosa@ejemplo.cl', email_pending: 'nu•••••@ejemplo.cl' }
  expect((await call(peopleEndpoints.self)).data).toMatchObject(pending)
  expect(await db.listMails()).toHaveLength(2)
  await edit({ email: 'otra@ejemplo.cl' })
  await expectRejected(anonymous(profileEndpoints.confirmEmail, { body: { token } }), 410)
  const [mail] = (await db.listMails()).filter(({ recipient }) => recipient === 'otra@ejemplo.cl')
  await anonymous(profileEndpoints.confirmEmail, { body: { token: tokenIn(mail) } })
  expect((await call(peopleEndpoints.self)).data.email).toBe('otra@ejemplo.cl')
  for (let i = 0; i < 3; i++) await edit({ email: `n${i}@ejemplo.cl` })
  await expectRejected(edit({ email: 'n9@ejemplo.cl' }), 429)
})

test('closing an account erases contact data and images, ends links and the session, and is notified by mail', async () => {
  const { as, holder, person, db, files } = await startProfile()
  const child = await person({ date_birth: '2016-05-05' })
  const friend = await person()
  const own = await buildLink(db, { leader_id: holder.id, member_id: child.id })
  const foreign = await buildLink(db, { leader_id: friend.id, member_id: holder.id, state: 'pending' })
  await db.plain(
    `insert into family_requests (family_id, applicant_id, request_status, created_at)
       values (${own.id}, ${holder.id}, 1, now()), (${foreign.id}, ${friend.id}, 0, now())`,
  )
  const call = await as(holder)
  await call(profileEndpoints.edit, {
    form: createProfileForm({ email: 'nueva@ejemplo.cl' }, await photograph()),
  })
  await call(profileEndpoints.close)
  const [stored] = await db.ask(
    `select email, email_pending, phone, address, commune_id, image_store_id, deleted_at is not null as deleted,
         first_name, password_hash is not null as password from people where id = $1`,
    [holder.id],
  )
  expect(stored).toEqual({
    ...{ email: null, email_pending: null, phone: null, address: null, commune_id: null },
    ...{ image_store_id: null, deleted: true, first_name: 'Rosa Elena', password: true },
  })
  expect(await db.ask('select state from family_links')).toEqual([{ state: 'ended' }, { state: 'ended' }])
  expect(await db.ask('select request_status from family_requests')).toEqual([
    { request_status: 3 },
    { request_status: 3 },
  ])
  expect(await db.ask('select id from email_changes')).toEqual([])
  expect(files.keys()).toEqual([])
  expect(await db.ask('select id from files')).toEqual([])
  expect((await db.listMails()).at(-1)).toMatchObject({
    template: 'profile.closed',
    recipient: 'rosa@ejemplo.cl',
    subject: 'Perfil eliminado',
  })
  await expectRejected(call(peopleEndpoints.self), 401, { number: 10 })
  expect(await db.listAuditEvents('profile.close')).toMatchObject([
    { actor_id: holder.id, patient_id: holder.id },
  ])
})

test('a closed account keeps appointments and exams, shows nothing to a guardian, and says that it is closed only with the right password', async () => {
  const { as, holder, person, db, anonymous, credentials } = await startProfile({ date_birth: '2016-05-05' })
  const parent = await person()
  await buildLink(db, { leader_id: parent.id, member_id: holder.id })
  await buildAppointment(db, { patient_id: holder.id, starts_at: new Date('2026-12-01T13:00:00Z') })
  await buildExam(db, { patient_id: holder.id })
  const guardian = await as(parent)
  await guardian(peopleEndpoints.one, { params: { id: holder.id } })
  await (await as(holder))(profileEndpoints.close)
  await expectRejected(guardian(peopleEndpoints.one, { params: { id: holder.id } }), 404)
  expect(
    await db.ask('select a.patient_id from appointments a join exams e using (patient_id)'),
  ).toHaveLength(1)
  await expectRejected(anonymous(sessionEndpoints.signIn, { body: credentials }), 400, { number: 5 })
  const guess = { ...credentials, password: 'Otra2026x' }
  expect((await getRejection(anonymous(sessionEndpoints.signIn, { body: guess }))).number).toBe(4)
})
