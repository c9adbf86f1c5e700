import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { userEndpoints, withoutAccount } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { buildExam, buildRun } from '../../../../test/build.ts'
import type { Portal } from '../../../../test/portal.ts'
import { buildPhoto, formOf } from '../../../../test/registration.ts'
import { expectRejected, rejectionOf } from '../../../../test/rejection.ts'
import { startAccountChanges } from '../../../../test/staff/account-changes.ts'

const { createPatient } = userEndpoints
const { confirm } = confirmationEndpoints

/** The second person is a super administrator. */
const withStaff = () => startAccountChanges('SUPER_ADMIN_ROLE')

/** Adds a patient without an account, of whom the clinic has an exam. */
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
  expect(waiting).toEqual(['document-change'])
  expect(patient).toMatchObject({ document_number, phone: '922222222' })
  const [change] = await second.waiting(id)
  expect(change).toMatchObject({ kind: 'document-change', requested_by: expect.stringContaining('Primera') })
  const [shown] = change?.changes ?? []
  expect([shown?.before, shown?.after].map((text) => text?.replace(/[.-]/g, ''))).toEqual([
    document_number,
    other,
  ])
  await expectRejected(staff(confirm, { params: { id: change?.id ?? 0 } }), 403)
  await second.confirm(id)
  expect((await seen(id)).document_number).toBe(other)
  const audited = await ask<{ actor_id: number; detail: Record<string, unknown> }>(
    db,
    `select actor_id, detail from audit_events where action = 'users.edit' order by id desc limit 1`,
  )
  expect(audited[0]).toMatchObject({
    actor_id: second.account.id,
    detail: { before: { document_number }, after: { document_number: other }, requested_by: admin.id },
  })
  expect(await ask(db, `select payload, emails from pending_confirmations`)).toEqual([
    { payload: {}, emails: [] },
  ])
})

test('a confirmed document is mailed to the former and the present address, each with its own link «no fui yo»', async () => {
  const { staff, second, editAs, person, mails, db } = await withStaff()
  const { id } = await person({ email: 'antes@ejemplo.cl' })
  await editAs(staff, id, { document_number: buildRun() })
  await ask(db, `update people set email = 'despues@ejemplo.cl' where id = $1`, [id])
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
  const taken = await rejectionOf(second.confirm(id))
  expect(taken.status).toBe(409)
  expect(taken.message).toMatch(/^Otra persona ya tiene ese documento\. Rechaza el cambio/)
  // It still waits, so that it can be rejected.
  await second.reject(id)
  await editAs(staff, id, { document_number: buildRun() })
  await ask(db, 'update people set document_number = $2 where id = $1', [id, buildRun()])
  const outdated = await rejectionOf(second.confirm(id))
  expect(outdated.status).toBe(409)
  expect(outdated.message).toMatch(/^El documento de esta persona cambió desde que se pidió/)
})

test('a super administrator cannot change their own document', async () => {
  const { second, editAs } = await withStaff()
  await expectRejected(
    editAs(second.call, second.account.id, { document_number: buildRun() }),
    403,
    'Este cambio lo debe decidir otra persona del equipo',
  )
})

test('a birth date waits for a second member of staff if it crosses an age limit, and is corrected at once otherwise', async () => {
  const { staff, second, seen, editAs, person } = await withStaff()
  for (const [limit, before, after] of [
    ['14', '2013-01-01', '2012-01-01'],
    ['16', '2011-01-01', '2010-01-01'],
    ['18', '2010-01-01', '2007-01-01'],
  ] as const) {
    const { id } = await person({ date_birth: before })
    const { patient, waiting } = await editAs(staff, id, { date_birth: after })
    expect([limit, waiting, patient.date_birth]).toEqual([limit, ['birth-date-change'], before])
    await second.confirm(id)
    expect((await seen(id)).date_birth).toBe(after)
  }
  const { id } = await person({ date_birth: '1955-03-02' })
  const { patient, waiting } = await editAs(staff, id, { date_birth: '1955-02-03' })
  expect([patient.date_birth, waiting]).toEqual(['1955-02-03', []])
})

test('the confirmation of a birth date marks a minor’s account, unless the date changed since the request', async () => {
  const { staff, second, editAs, person, db } = await withStaff()
  const { id } = await person({ date_birth: '1955-03-02' })
  await editAs(staff, id, { date_birth: '2018-03-02' })
  const born = (date: string) => ask(db, 'update people set date_birth = $2 where id = $1', [id, date])
  await born('1956-03-02')
  await expectRejected(second.confirm(id), 409)
  await born('1955-03-02')
  const minor = async () => (await ask(db, 'select opened_as_minor from people where id = $1', [id]))[0]
  expect(await minor()).toEqual({ opened_as_minor: false })
  await second.confirm(id)
  expect(await minor()).toEqual({ opened_as_minor: true })
})

test('a closed account is opened again by two members of staff, and the mail has a link «no fui yo»', async () => {
  const { staff, second, seen, editAs, person, mails, db } = await withStaff()
  const { id } = await person({ deleted_at: new Date('2026-10-01T12:00:00Z'), status: 2, email: null })
  const { waiting } = await editAs(staff, id, { status_data_id: 1 })
  expect(waiting).toEqual(['account-opening'])
  expect(await seen(id)).toMatchObject({ deleted: true, status_data_id: 2, email: null })
  await second.confirm(id)
  expect(await seen(id)).toMatchObject({ deleted: false, status_data_id: 1, email: 'nueva@ejemplo.cl' })
  expect((await mails()).at(-1)?.body_text).toMatch(/\/proteger\/no-fui-yo\//)
  const actions = await ask<{ action: string }>(
    db,
    `select action from audit_events where patient_id = $1 and action like 'users.e%' order by id`,
    [id],
  )
  expect(actions.map(({ action }) => action)).toEqual(['users.edit', 'users.enable'])
})

test('a rejected opening leaves no account, stores no typed data and removes its images', async () => {
  const { staff, second, seen, fields, db, clock, anonymous, person } = await withStaff()
  const known = await examined(db, person)
  const form = fields({ document_number: known.document_number })
  const { patient } = await staff(createPatient, { form: formOf(form, { file: await buildPhoto() }) })
  await second.reject(patient.id)
  const seenAfter = { status_data_id: withoutAccount.id, email: null, image_store_id: null }
  expect(await seen(patient.id)).toMatchObject(seenAfter)
  const signIn = anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 1, document_number: String(form.document_number), password: 'Cordillera2026' },
  })
  expect((await rejectionOf(signIn)).status).not.toBe(200)
  expect(await ask(db, 'select payload, changes from pending_confirmations')).toEqual([
    { payload: {}, changes: [] },
  ])
  const files = await ask<{ delete_after: Date | null }>(db, 'select delete_after from files')
  expect(files.map(({ delete_after }) => delete_after?.getTime())).toEqual([clock.now().getTime()])
  expect(await ask(db, 'select template from outbox where person_id = $1', [patient.id])).toEqual([])
})

test('no account is requested or opened for a person whose own application waits', async () => {
  const { staff, second, fields, db, person } = await withStaff()
  const known = await examined(db, person)
  const form = fields({ document_number: known.document_number })
  await staff(createPatient, { form: formOf(form) })
  await ask(db, 'update people set status = 3 where id = $1', [known.id])
  await expectRejected(second.confirm(known.id), 409)
  await second.reject(known.id)
  await expectRejected(staff(createPatient, { form: formOf(form) }), 409)
})

test('a typed password is rejected with the opening of an account, and a waiting account has no access with a session', async () => {
  const { staff, editAs, person, fields, as, db } = await withStaff()
  const { id, document_number } = await examined(db, person)
  const opening = editAs(staff, id, { status_data_id: 1, password: 'Cordillera2026' })
  expect((await rejectionOf(opening)).fieldErrors[0]?.param).toBe('password')
  const { patient } = await staff(createPatient, { form: formOf(fields({ document_number })) })
  await expectRejected((await as(patient))(peopleEndpoints.self), 401)
})
