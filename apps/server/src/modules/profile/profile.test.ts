import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { buildLink } from '../../../test/build.ts'
import { photograph, profileFormOf, startProfile } from '../../../test/profile.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import type { Database } from '../../platform/database/database.ts'
import { createAccountsStore } from '../people/accounts/accounts.store.ts'
import { createProfileJobs } from './profile.jobs.ts'

type Mail = {
  template: string
  recipient: string
  subject: string
  body_text: string
  not_after: Date | null
}

const mailsOf = (db: Database) =>
  ask<Mail>(db, 'select template, recipient, subject, body_text, not_after from outbox order by id')
const tokenIn = (mail: Mail | undefined) => /\/correo\/([\w-]+)/.exec(mail?.body_text ?? '')?.[1] ?? ''

describe('changing the own data', () => {
  test('an edit stores the form, returns it, and audits the names of the changed fields', async () => {
    const { as, holder, db } = await startProfile()
    const call = await as(holder)
    const { data } = await call(profileEndpoints.edit, {
      form: profileFormOf({
        phone: '987654321',
        region_id: '5',
        city_id: '51',
        commune_id: '5101',
        second_name: '',
      }),
    })
    expect(data.patient).toMatchObject({
      id: holder.id,
      phone: '987654321',
      region_id: 5,
      city_id: 51,
      commune_id: 5101,
      second_name: '',
      email: 'rosa@ejemplo.cl',
      email_pending: null,
    })
    expect((await call(peopleEndpoints.self)).data).toEqual(data.patient)
    expect(
      await ask(db, `select actor_id, patient_id, detail from audit_events where action = 'profile.edit'`),
    ).toEqual([
      {
        actor_id: holder.id,
        patient_id: holder.id,
        detail: { changed: ['second_name', 'phone', 'commune_id'] },
      },
    ])
    expect(await mailsOf(db)).toEqual([])
  })

  test('names that are not names are rejected at their field, and unusual valid names are stored', async () => {
    const { as, holder, db } = await startProfile()
    const call = await as(holder)
    const edit = (names: Record<string, string>) =>
      call(profileEndpoints.edit, { form: profileFormOf(names) })
    const rejected = await rejectionOf(
      edit({ first_name: 'Premio en evil.example', last_name: 'Rojas2', second_name: 'Ana\u202E' }),
    )
    const msg = 'Usa solo letras, espacios, apóstrofos, guiones y puntos'
    expect([rejected.status, rejected.fieldErrors]).toEqual([
      400,
      ['first_name', 'last_name', 'second_name'].map((param) => ({ msg, param })),
    ])
    expect(await ask(db, 'select first_name from people')).toEqual([{ first_name: 'Rosa Elena' }])
    const names = {
      first_name: "Łukasz María-José d'Agostino",
      last_name: "O'Higgins",
      second_name: 'Nguyễn',
    }
    expect((await edit(names)).data.patient).toMatchObject(names)
  })

  test('proven names cannot change, and the rest changes with or without them', async () => {
    const { as, holder, db } = await startProfile({ names_proven: true, first_name: 'ROSA (2)' })
    const call = await as(holder)
    const edit = (form: FormData) => call(profileEndpoints.edit, { form })
    const rejected = await rejectionOf(edit(profileFormOf({ first_name: 'Rosa', last_name: 'Otra' })))
    expect([rejected.status, rejected.fieldErrors]).toEqual([
      400,
      [
        {
          msg: 'Tu nombre está comprobado. Para corregirlo, envía una solicitud de rectificación',
          param: 'first_name',
        },
      ],
    ])
    const others = profileFormOf({ phone: '223625400' })
    for (const name of ['first_name', 'last_name', 'second_name']) others.delete(name)
    expect((await edit(others)).data.patient).toMatchObject({
      first_name: 'ROSA (2)',
      last_name: holder.last_name,
      phone: '223625400',
      names_proven: true,
    })
    await ask(db, `update people set first_name = 'Rosa' where id = $1`, [holder.id])
    expect((await edit(profileFormOf({ first_name: 'Rosa' }))).data.patient.phone).toBe('912345678')
  })

  test('a preferred name can change while the names are proven; it greets the person, and its audit has no value', async () => {
    const { as, holder, db } = await startProfile({ names_proven: true, first_name: 'ROSA (2)' })
    const call = await as(holder)
    const edit = (changes: Record<string, string>) => {
      const form = profileFormOf(changes)
      for (const name of ['first_name', 'last_name', 'second_name']) form.delete(name)
      return call(profileEndpoints.edit, { form })
    }
    const { patient } = (await edit({ preferred_name: '  Nico   Andrés ' })).data
    expect(patient).toMatchObject({ first_name: 'ROSA (2)', preferred_name: 'Nico Andrés' })
    await edit({ preferred_name: 'Nico Andrés', email: 'nico@ejemplo.cl' })
    const mails = await ask<{ body_text: string }>(
      db,
      `select body_text from outbox where recipient = 'rosa@ejemplo.cl'`,
    )
    expect(mails.map(({ body_text }) => /Hola, ([^:]*):/.exec(body_text)?.[1])).toEqual(['Nico Andrés'])
    expect(
      await ask(db, `select detail from audit_events where action = 'profile.edit' order by id limit 1`),
    ).toEqual([{ detail: { changed: ['preferred_name'] } }])
    expect((await edit({})).data.patient.preferred_name).toBe('')
  })

  test.each([
    ['<b>Nico</b>', 'Usa solo letras, espacios, apóstrofos, guiones y puntos'],
    ['a'.repeat(61), 'Digita máximo 60 caracteres'],
  ])('the preferred name «%s» is rejected at its field', async (preferred_name, msg) => {
    const { as, holder } = await startProfile()
    const form = profileFormOf({ preferred_name })
    const rejected = await rejectionOf((await as(holder))(profileEndpoints.edit, { form }))
    expect([rejected.status, rejected.fieldErrors]).toEqual([400, [{ msg, param: 'preferred_name' }]])
  })

  test('names that are not proven are required', async () => {
    const { as, holder } = await startProfile()
    const form = profileFormOf()
    for (const name of ['first_name', 'last_name', 'second_name']) form.delete(name)
    const rejected = await rejectionOf((await as(holder))(profileEndpoints.edit, { form }))
    expect(rejected.fieldErrors).toEqual([{ msg: 'Digita Nombre', param: 'first_name' }])
  })

  test('document, role, status and id in the form are ignored', async () => {
    const { as, holder, person } = await startProfile()
    const other = await person()
    const { data } = await (await as(holder))(profileEndpoints.edit, {
      form: profileFormOf({
        id: String(other.id),
        document_type_id: '2',
        document_number: 'P1234567',
        rol: 'SUPER_ADMIN_ROLE',
        status: '2',
        status_passport: 'true',
        password: 'Otra2026x',
      }),
    })
    expect(data.patient).toMatchObject({
      id: holder.id,
      document_type_id: 1,
      document_number: holder.document_number,
      rol: 'STANDART_ROLE',
      status: 1,
      status_passport: false,
    })
  })

  test('a wrong form reports every wrong field with its message, in the order of the form', async () => {
    const { as, holder } = await startProfile()
    const failure = await rejectionOf(
      (await as(holder))(profileEndpoints.edit, {
        form: profileFormOf({
          first_name: ' ',
          last_name: '',
          second_name: '',
          email: 'rosa@',
          phone: '12345',
          commune_id: '',
        }),
      }),
    )
    expect(failure.status).toBe(400)
    expect(failure.fieldErrors).toEqual([
      { msg: 'Digita Nombre', param: 'first_name' },
      { msg: 'Digita Primer apellido', param: 'last_name' },
      { msg: 'Digita E-mail válido', param: 'email' },
      { msg: 'Digita Teléfono válido', param: 'phone' },
      { msg: 'Selecciona Comuna', param: 'commune_id' },
    ])
  })

  test('a commune outside the given region or province is rejected', async () => {
    const { as, holder } = await startProfile()
    const call = await as(holder)
    const failure = await rejectionOf(
      call(profileEndpoints.edit, { form: profileFormOf({ region_id: '5', city_id: '51' }) }),
    )
    expect(failure.fieldErrors).toEqual([{ msg: 'Selecciona Comuna', param: 'commune_id' }])
    const both = await rejectionOf(call(profileEndpoints.edit, { form: profileFormOf({ region_id: '5' }) }))
    expect(both.fieldErrors.map(({ param }) => param)).toEqual(['city_id', 'commune_id'])
  })

  test('a hidden health insurance is not offered, but a person who has it can keep it', async () => {
    const { as, holder, person } = await startProfile({ forecast_id: 9 })
    const form = () => profileFormOf({ forecast_id: '9' })
    expect((await (await as(holder))(profileEndpoints.edit, { form: form() })).data.patient.forecast_id).toBe(
      9,
    )
    const other = await person({ forecast_id: 1 })
    const failure = await rejectionOf((await as(other))(profileEndpoints.edit, { form: form() }))
    expect(failure.fieldErrors).toEqual([{ msg: 'Selecciona Previsión', param: 'forecast_id' }])
  })

  test.each([
    ['make a minor of an adult', '1980-05-17', '2010-05-17'],
    ['make an adult of a minor', '2010-05-17', '1980-05-17'],
    ['make a minor by a day', '2008-11-26', '2008-11-27'],
  ])('a birth date that would %s is rejected', async (_, before, after) => {
    const { as, holder, db } = await startProfile({ date_birth: before })
    const failure = await rejectionOf(
      (await as(holder))(profileEndpoints.edit, { form: profileFormOf({ date_birth: after }) }),
    )
    expect([failure.status, failure.fieldErrors]).toEqual([
      400,
      [
        {
          msg: 'Para corregir tu fecha de nacimiento, contacta a servicio al cliente',
          param: 'date_birth',
        },
      ],
    ])
    expect(await ask(db, 'select date_birth from people')).toEqual([{ date_birth: before }])
  })

  test('an adult can correct their birth date, but not to a future day', async () => {
    const { as, holder } = await startProfile()
    const call = await as(holder)
    const { data } = await call(profileEndpoints.edit, { form: profileFormOf({ date_birth: '1980-05-18' }) })
    expect(data.patient.date_birth).toBe('1980-05-18')
    const failure = await rejectionOf(
      call(profileEndpoints.edit, { form: profileFormOf({ date_birth: '2027-01-01' }) }),
    )
    expect(failure.fieldErrors).toEqual([{ msg: 'Selecciona Fecha de nacimiento', param: 'date_birth' }])
  })

  test('a new image replaces the old one, which is marked for deletion at once', async () => {
    const { as, holder, files, db, clock } = await startProfile()
    const call = await as(holder)
    const send = async () =>
      (await call(profileEndpoints.edit, { form: profileFormOf({}, await photograph()) })).data.patient
    const first = await send()
    expect(first.image_store_id).toEqual(expect.any(Number))
    const second = await send()
    expect(second.image_store_id).not.toBe(first.image_store_id)
    expect(await ask(db, 'select id from files where delete_after <= $1', [clock.now()])).toEqual([
      { id: first.image_store_id },
    ])
    expect(files.keys()).toHaveLength(2)
    const { file_profile } = await call(profileEndpoints.photos, { params: { id: holder.id } })
    expect(file_profile).toMatch(/^\/api\/patients\/photos\/files\//)
    const detail = await ask(db, `select detail from audit_events where action = 'profile.edit' limit 1`)
    expect(detail).toEqual([{ detail: { changed: ['file'] } }])
  })

  test('a file that is no image is rejected and changes nothing', async () => {
    const { as, holder, files, db } = await startProfile()
    const call = await as(holder)
    const form = profileFormOf({ phone: '987654321' }, Buffer.from('<svg/>'))
    const failure = await rejectionOf(call(profileEndpoints.edit, { form }))
    expect([failure.status, failure.message]).toEqual([415, 'Selecciona formato png o jpg'])
    expect(files.keys()).toEqual([])
    expect(await ask(db, 'select phone from people')).toEqual([{ phone: '912345678' }])
  })

  test('staff and callers with a temporary password cannot edit a profile', async () => {
    const { as, holder, person } = await startProfile()
    const staff = await as(await person({ rol: 'ADMIN_ROLE' }))
    expect((await rejectionOf(staff(profileEndpoints.edit, { form: profileFormOf() }))).status).toBe(403)
    const temporary = await as(holder, { temporaryKey: true })
    expect((await rejectionOf(temporary(profileEndpoints.edit, { form: profileFormOf() }))).status).toBe(403)
  })
})

describe('a new e-mail address', () => {
  async function withPending(email = 'nueva@ejemplo.cl') {
    const portal = await startProfile()
    const call = await portal.as(portal.holder)
    const { data } = await call(profileEndpoints.edit, { form: profileFormOf({ email }) })
    const mails = await mailsOf(portal.db)
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
    expect(await anonymous(profileEndpoints.confirmEmail, { body: { token } })).toMatchObject({
      email: 'nu•••••@ejemplo.cl',
    })
    expect((await call(peopleEndpoints.self)).data).toMatchObject({
      email: 'nueva@ejemplo.cl',
      email_pending: null,
    })
    expect((await mailsOf(db)).at(-1)).toMatchObject({
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
      const notice = (await mailsOf(db)).findLast(({ recipient }) => recipient === 'rosa@ejemplo.cl')
      const report = /no-fui-yo\/(\S{43})/.exec(notice?.body_text ?? '')?.[1] ?? ''
      await anonymous(accountSecurityEndpoints.reportByLink, { body: { token: report } })
      expect((await rejectionOf(call(peopleEndpoints.self))).status).toBe(401)
      if (when === 'before') expect((await rejectionOf(confirm())).status).toBe(410)
      expect(
        await ask(db, 'select recovery_frozen_at is null as free from people where id = $1', [holder.id]),
      ).toEqual([{ free: false }])
    },
  )

  test('a new e-mail address is confirmed once, however often the page is used', async () => {
    const { token, anonymous, db } = await withPending()
    const confirm = () => anonymous(profileEndpoints.confirmEmail, { body: { token } })
    await confirm()
    await confirm()
    expect(await ask(db, `select id from audit_events where action = 'profile.email'`)).toHaveLength(1)
  })

  test('an unconfirmed e-mail address is removed after two days', async () => {
    const { token, anonymous, clock, db, call, holder } = await withPending()
    clock.advance({ hours: 48 })
    const failure = await rejectionOf(anonymous(profileEndpoints.confirmEmail, { body: { token } }))
    expect([failure.status, failure.message]).toEqual([
      410,
      'Este enlace ya no es válido. Vuelve a cambiar tu e-mail desde tu perfil',
    ])
    expect((await rejectionOf(call(peopleEndpoints.self))).status).toBe(401)
    const [purge] = createProfileJobs(createAccountsStore(db), clock, 30)
    expect(await purge?.run()).toEqual({ emailsGivenUp: 1, emailChanges: 0 })
    expect(await ask(db, 'select email, email_pending from people where id = $1', [holder.id])).toEqual([
      { email: 'rosa@ejemplo.cl', email_pending: null },
    ])
    clock.advance({ days: 31 })
    expect(await purge?.run()).toEqual({ emailsGivenUp: 0, emailChanges: 1 })
  })

  test('a second new e-mail address replaces the unconfirmed one', async () => {
    const { token, call, anonymous, db } = await withPending()
    await call(profileEndpoints.edit, { form: profileFormOf({ email: 'otra@ejemplo.cl' }) })
    expect((await rejectionOf(anonymous(profileEndpoints.confirmEmail, { body: { token } }))).status).toBe(
      410,
    )
    const [mail] = (await mailsOf(db)).filter(({ recipient }) => recipient === 'otra@ejemplo.cl')
    await anonymous(profileEndpoints.confirmEmail, { body: { token: tokenIn(mail) } })
    expect((await call(peopleEndpoints.self)).data.email).toBe('otra@ejemplo.cl')
  })

  test('an unconfirmed e-mail address stays when other data change, and a change of case is no change', async () => {
    const { call, db } = await withPending()
    await call(profileEndpoints.edit, {
      form: profileFormOf({ address: 'Otra 5', email: 'Rosa@Ejemplo.cl' }),
    })
    expect((await call(peopleEndpoints.self)).data).toMatchObject({
      email: 'rosa@ejemplo.cl',
      email_pending: 'nu•••••@ejemplo.cl',
    })
    expect(await mailsOf(db)).toHaveLength(2)
  })

  test('a person can request five new e-mail addresses a day', async () => {
    const { call } = await withPending()
    for (let i = 0; i < 4; i++) {
      await call(profileEndpoints.edit, { form: profileFormOf({ email: `n${i}@ejemplo.cl` }) })
    }
    const failure = await rejectionOf(
      call(profileEndpoints.edit, { form: profileFormOf({ email: 'n9@ejemplo.cl' }) }),
    )
    expect(failure.status).toBe(429)
    expect(failure.retryAfter).toBeGreaterThan(0)
  })

  test('an unknown confirmation link and one of a closed account are 404', async () => {
    const { token, call, anonymous } = await withPending()
    const body = { token: 'x'.repeat(43) }
    expect((await rejectionOf(anonymous(profileEndpoints.confirmEmail, { body }))).status).toBe(404)
    await call(profileEndpoints.close)
    expect((await rejectionOf(anonymous(profileEndpoints.confirmEmail, { body: { token } }))).status).toBe(
      404,
    )
  })
})

describe('closing the account', () => {
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
      form: profileFormOf({ email: 'nueva@ejemplo.cl' }, await photograph()),
    })
    await call(profileEndpoints.close)
    const [stored] = await ask(
      db,
      `select email, email_pending, phone, address, commune_id, image_store_id, deleted_at is not null as deleted,
         first_name, password_hash is not null as password from people where id = $1`,
      [holder.id],
    )
    expect(stored).toEqual({
      email: null,
      email_pending: null,
      phone: null,
      address: null,
      commune_id: null,
      image_store_id: null,
      deleted: true,
      first_name: 'Rosa Elena',
      password: true,
    })
    expect(await ask(db, 'select state from family_links')).toEqual([{ state: 'ended' }, { state: 'ended' }])
    expect(await ask(db, 'select request_status from family_requests')).toEqual([
      { request_status: 3 },
      { request_status: 3 },
    ])
    expect(await ask(db, 'select id from email_changes')).toEqual([])
    expect(files.keys()).toEqual([])
    expect(await ask(db, 'select id from files')).toEqual([])
    expect((await mailsOf(db)).at(-1)).toMatchObject({
      template: 'profile.closed',
      recipient: 'rosa@ejemplo.cl',
      subject: 'Perfil eliminado',
    })
    const failure = await rejectionOf(call(peopleEndpoints.self))
    expect([failure.status, failure.number]).toEqual([401, 10])
    expect(
      await ask(db, `select actor_id, patient_id from audit_events where action = 'profile.close'`),
    ).toEqual([{ actor_id: holder.id, patient_id: holder.id }])
  })

  test('only a caller with the right password gets code 5 of a closed account', async () => {
    const { as, holder, anonymous, credentials } = await startProfile()
    await (await as(holder))(profileEndpoints.close)
    const shown = await rejectionOf(anonymous(sessionEndpoints.signIn, { body: credentials }))
    expect([shown.status, shown.number, shown.message]).toEqual([400, 5, 'El perfil ha sido eliminado'])
    const guess = { ...credentials, password: 'Otra2026x' }
    expect((await rejectionOf(anonymous(sessionEndpoints.signIn, { body: guess }))).number).toBe(4)
  })

  test('a guardian cannot see the record after the account was closed', async () => {
    const { as, holder, person, db } = await startProfile({ date_birth: '2016-05-05' })
    const parent = await person()
    await buildLink(db, { leader_id: parent.id, member_id: holder.id })
    const guardian = await as(parent)
    await guardian(peopleEndpoints.one, { params: { id: holder.id } })
    await (await as(holder))(profileEndpoints.close)
    expect((await rejectionOf(guardian(peopleEndpoints.one, { params: { id: holder.id } }))).status).toBe(404)
  })

  test('closing an account keeps appointments and exams in the archive', async () => {
    const { as, holder, db } = await startProfile()
    const { buildAppointment, buildExam } = await import('../../../test/build.ts')
    await buildAppointment(db, { patient_id: holder.id, starts_at: new Date('2026-12-01T13:00:00Z') })
    await buildExam(db, { patient_id: holder.id })
    const call = await as(holder)
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
    await call(profileEndpoints.close)
    expect(await ask(db, 'select patient_id from appointments')).toEqual([{ patient_id: holder.id }])
    expect(await ask(db, 'select patient_id from exams')).toEqual([{ patient_id: holder.id }])
  })
})
