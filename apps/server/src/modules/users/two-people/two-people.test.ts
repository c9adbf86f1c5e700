import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import type { PersonField } from '@mi-portal/contract/fields/person-fields'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints, withoutAccount } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildExam, buildRun } from '../../../../test/build.ts'
import type { Portal } from '../../../../test/portal.ts'
import { buildPhoto, buildRegistered, toForm } from '../../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import { type FormFields, startAccountChanges } from '../../../../test/staff/account-changes.ts'

const { createPatient } = userEndpoints
const { confirm } = confirmationEndpoints

/** The second person is a super administrator. */
const withStaff = () => startAccountChanges('SUPER_ADMIN_ROLE')

async function examined(db: Portal['db'], person: Portal['person']) {
  const known = await person({ status: 2, without_account: true, email: null })
  await buildExam(db, { patient_id: known.id })
  return known
}

test('a changed document waits for a second member of staff, who sees both, and the other data is stored at once', async () => {
  const { staff, second, seen, editAs, person, db, admin } = await withStaff()
  const { id, document_number } = await person({ phone: '911111111' })
  const other = buildRun()
  const { patient, waiting } = await editAs(staff, id, { document_number: other, phone: '922222222' })
  expect(waiting).toEqual(['identity-change'])
  expect(patient).toMatchObject({ document_number, phone: '922222222' })
  const [change] = await second.waiting(id)
  expect(change).toMatchObject({ kind: 'identity-change', requested_by: expect.stringContaining('Primera') })
  const [shown] = change?.changes ?? []
  expect([shown?.before, shown?.after].map((text) => text?.replace(/[.-]/g, ''))).toEqual([
    document_number,
    other,
  ])
  await expectRejected(staff(confirm, { params: { id: change?.id ?? 0 } }), 403)
  await second.confirm(id)
  expect((await seen(id)).document_number).toBe(other)
  expect((await db.listAuditEvents('users.edit')).at(-1)).toMatchObject({
    actor_id: second.account.id,
    detail: { before: { document_number }, after: { document_number: other }, requested_by: admin.id },
  })
  expect(await db.ask(`select payload, emails from pending_confirmations`)).toEqual([
    { payload: {}, emails: [] },
  ])
})

test('a confirmed document is mailed to the former and the present address, each with its own link «no fui yo»', async () => {
  const { staff, second, editAs, person, mails, db } = await withStaff()
  const { id } = await person({ email: 'antes@ejemplo.cl' })
  await editAs(staff, id, { document_number: buildRun() })
  await db.ask(`update people set email = 'despues@ejemplo.cl' where id = $1`, [id])
  await second.confirm(id)
  const sent = (await mails()).filter(({ template }) => template === 'confirmations.changeMade')
  expect(sent.map(({ recipient }) => recipient)).toEqual(['antes@ejemplo.cl', 'despues@ejemplo.cl'])
  const links = sent.map(({ body_text }) => /\/proteger\/no-fui-yo\/\S+/.exec(body_text)?.[0])
  expect(new Set(links).size).toBe(2)
  expect(links).not.toContain(undefined)
})

test('a document that another account got in the meantime, or that changed since the request, cannot be confirmed', async () => {
  const { staff, second, editAs, person, db } = await withStaff()
  const { id } = await person()
  const wanted = buildRun()
  await editAs(staff, id, { document_number: wanted })
  await person({ document_number: wanted })
  const taken = await getRejection(second.confirm(id))
  expect(taken.status).toBe(409)
  expect(taken.message).toMatch(/^Otra persona ya tiene ese documento\. Rechaza el cambio/)
  // It still waits, so that it can be rejected.
  await second.reject(id)
  await editAs(staff, id, { document_number: buildRun() })
  await db.ask('update people set document_number = $2 where id = $1', [id, buildRun()])
  const outdated = await getRejection(second.confirm(id))
  expect(outdated.status).toBe(409)
  expect(outdated.message).toMatch(/^Los datos de esta persona cambiaron desde que se pidió/)
})

test('a super administrator cannot change their own document', async () => {
  const { second, editAs } = await withStaff()
  await expectRejected(
    editAs(second.call, second.account.id, { document_number: buildRun() }),
    403,
    'Este cambio lo debe decidir otra persona del equipo',
  )
})

test('names, sex, birth date and document wait for a second member of staff, and the owner is mailed every other changed field by its name', async () => {
  const { staff, second, seen, editAs, person, place, db } = await withStaff()
  const [other] = await db.ask<{ commune_id: number; city_id: number; region_id: number }>(
    `select id as commune_id, province_id as city_id, region_id from communes where province_id <> $1 order by id limit 1`,
    [place.city_id],
  )
  const [forecast] = await db.ask<{ id: number }>(
    'select id from forecasts where status = 1 and retired_at is null and id <> $1 order by id limit 1',
    [place.forecast_id],
  )
  const identity = {
    first_name: 'Rosario',
    last_name: 'Tapias',
    second_name: 'Lagos Soto',
    gender_id: 2,
    date_birth: '1980-05-18',
    document_number: buildRun(),
  }
  // Another mailbox waits for a second member of staff too.
  const named: Readonly<
    Record<Exclude<PersonField, keyof typeof identity | 'email'>, readonly [FormFields, string]>
  > = {
    preferred_name: [{ preferred_name: 'Rosita' }, 'el nombre social'],
    nationality_id: [{ nationality_id: place.nationality_id + 1 }, 'la nacionalidad'],
    forecast_id: [{ forecast_id: forecast?.id }, 'la previsión'],
    phone: [{ phone: '987654321' }, 'el teléfono'],
    address: [{ address: 'Otra 123' }, 'la dirección'],
    region_id: [{ ...other }, 'la comuna'],
    city_id: [{ ...other }, 'la comuna'],
    commune_id: [{ ...other }, 'la comuna'],
  }
  for (const [field, value] of Object.entries(identity)) {
    const before = await person()
    const { patient, waiting } = await editAs(staff, before.id, { [field]: value })
    expect([field, waiting, patient]).toMatchObject([
      field,
      ['identity-change'],
      { [field]: before[field as 'last_name'] },
    ])
    expect(await db.listMails(before.id)).toEqual([])
    await second.confirm(before.id)
    expect(await seen(before.id)).toMatchObject({ [field]: value })
    expect((await db.listMails(before.id)).map(({ template }) => template)).toEqual([
      'confirmations.changeMade',
    ])
  }
  for (const [field, [change, name]] of Object.entries(named)) {
    const { id, email } = await person()
    const { waiting } = await editAs(staff, id, change)
    const mail = (await db.listMails(id)).find(({ recipient }) => recipient === email)
    expect([field, waiting, mail?.body_text]).toEqual([
      field,
      [],
      expect.stringContaining(`Cambió: ${name}\n`),
    ])
  }
})

test('names and a birth date that the civil registry has are stored at once, and what it does not say waits', async () => {
  const { staff, editAs, person, db, mails } = await withStaff()
  const { id, document_number } = await person()
  const held = await editAs(staff, id, { first_name: 'Rosa Helena', date_birth: '1980-05-18' })
  expect(held.waiting).toEqual(['identity-change'])
  await db.ask('delete from pending_confirmations')
  const names = { names: 'Rosa Helena', last_name: 'Tapia', second_name: 'Lagos' }
  await buildRegistered(db, { run: document_number, ...names, date_birth: '1980-05-18' })
  const stored = await editAs(staff, id, { first_name: 'Rosa Helena', date_birth: '1980-05-18' })
  expect([stored.waiting, stored.patient.first_name, stored.patient.date_birth]).toEqual([
    [],
    'Rosa Helena',
    '1980-05-18',
  ])
  expect((await mails()).at(-1)?.body_text).toContain('los nombres y la fecha de nacimiento')
  expect((await editAs(staff, id, { gender_id: 2 })).waiting, 'the registry has no sex').toEqual([
    'identity-change',
  ])
})

test('an unknown birth date is completed at once, unless it makes the person a minor', async () => {
  const { staff, editAs, person } = await withStaff()
  for (const [date_birth, waits] of [
    ['1955-02-03', []],
    ['2018-02-03', ['identity-change']],
  ] as const) {
    const { id } = await person({ date_birth: null })
    expect((await editAs(staff, id, { date_birth })).waiting).toEqual(waits)
  }
})

test('the confirmation of a birth date marks a minor’s account, unless the date changed since the request', async () => {
  const { staff, second, editAs, person, db } = await withStaff()
  const { id } = await person({ date_birth: '1955-03-02' })
  await editAs(staff, id, { date_birth: '2018-03-02' })
  const born = (date: string) => db.ask('update people set date_birth = $2 where id = $1', [id, date])
  await born('1956-03-02')
  await expectRejected(second.confirm(id), 409)
  await born('1955-03-02')
  const minor = async () => (await db.ask('select opened_as_minor from people where id = $1', [id]))[0]
  expect(await minor()).toEqual({ opened_as_minor: false })
  await second.confirm(id)
  expect(await minor()).toEqual({ opened_as_minor: true })
})

test('a rejected opening leaves no account, stores no typed data and removes its images', async () => {
  const { staff, second, seen, fields, db, clock, anonymous, person } = await withStaff()
  const known = await examined(db, person)
  const form = fields({ document_number: known.document_number })
  const { patient } = await staff(createPatient, { form: toForm(form, { file: await buildPhoto() }) })
  await second.reject(patient.id)
  const seenAfter = { status_data_id: withoutAccount.id, email: null, image_store_id: null }
  expect(await seen(patient.id)).toMatchObject(seenAfter)
  const signIn = anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 1, document_number: String(form.document_number), password: 'Cordillera2026' },
  })
  expect((await getRejection(signIn)).status).not.toBe(200)
  expect(await db.ask('select payload, changes from pending_confirmations')).toEqual([
    { payload: {}, changes: [] },
  ])
  const files = await db.ask<{ delete_after: Date | null }>('select delete_after from files')
  expect(files.map(({ delete_after }) => delete_after?.getTime())).toEqual([clock.now().getTime()])
  expect(await db.listMails(patient.id)).toEqual([])
})

test('no account is requested or opened for a person whose own application waits', async () => {
  const { staff, second, fields, db, person } = await withStaff()
  const known = await examined(db, person)
  const form = fields({ document_number: known.document_number })
  await staff(createPatient, { form: toForm(form) })
  await db.ask('update people set status = 3 where id = $1', [known.id])
  await expectRejected(second.confirm(known.id), 409)
  await second.reject(known.id)
  await expectRejected(staff(createPatient, { form: toForm(form) }), 409)
})

test('a typed password is rejected with the opening of an account, and a waiting account has no access with a session', async () => {
  const { staff, editAs, person, fields, as, db } = await withStaff()
  const { id, document_number } = await examined(db, person)
  const opening = editAs(staff, id, { status_data_id: 1, password: 'Cordillera2026' })
  expect((await getRejection(opening)).fieldErrors[0]?.param).toBe('password')
  const { patient } = await staff(createPatient, { form: toForm(fields({ document_number })) })
  await expectRejected((await as(patient))(peopleEndpoints.self), 401)
})
