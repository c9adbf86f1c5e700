import { applicationEndpoints } from '@mi-portal/contract/applications'
import { identityEndpoints } from '@mi-portal/contract/identity'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildRun } from '../../../test/build.ts'
import {
  applyWithCard,
  buildRegistered,
  cardPhotos,
  openPhotos,
  passportPhotos,
  registerRun,
  registrationFields,
  startRegistering,
  toForm,
} from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const { confirm, confirmInPerson, deny } = userEndpoints
const wrongCode =
  'El código no coincide o venció. Pide a la persona que obtenga otro en la página de su registro'

/** Starts a portal where staff validate a RUN, with one application that waits. */
async function withApplication() {
  const portal = await startRegistering({ environment: { IDENTITY_CHECK: 'staff' } })
  const { patient, application_key } = await applyWithCard(portal, buildRun())
  const params = { key: application_key ?? '' }
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  const call = await portal.as(staff)
  const about = { params: { id: patient.id }, body: {} }
  return {
    ...portal,
    portal,
    patient,
    params,
    staff,
    call,
    about,
    /** Confirms as staff do, who have opened each photo. */
    approve: async () => {
      await openPhotos(portal, call, patient.id)
      return call(confirm, about)
    },
    read: async () => (await portal.anonymous(applicationEndpoints.state, { params })).application,
    createCode: async () => (await portal.anonymous(applicationEndpoints.createCode, { params })).code,
    enterCode: (code: string) =>
      call(confirmInPerson, {
        params: { id: patient.id },
        body: { code, reason: 'Vino con su documento', document_checked: true },
      }),
  }
}

/** Returns a code of six digits that is not the given one. */
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111')

test('a RUN that staff validate needs both sides of the card and the person', async () => {
  const portal = await startRegistering({ environment: { IDENTITY_CHECK: 'staff' } })
  const fields = await registrationFields(portal.db, { document_number: buildRun() })
  const send = (files: Record<string, File>) =>
    portal.anonymous(registrationEndpoints.register, { form: toForm(fields, files) })
  const missing = async (files: Record<string, File>) =>
    (await getRejection(send(files))).fieldErrors.map(({ param }) => param)
  expect(await missing({})).toEqual(['file_passport', 'file_passport_patient', 'file_selfie'])
  expect(await missing(await passportPhotos())).toEqual(['file_selfie'])
  expect((await send(await cardPhotos())).patient.status).toBe(3)
})

test('the three photos are stored encrypted, each viewing is audited, and a month after the decision they are deleted', async () => {
  const { portal, patient, staff, call, about, approve } = await withApplication()
  expect(
    await portal.db.ask('select purpose, encrypted is not null as sealed from files order by purpose'),
  ).toEqual([
    { purpose: 'passport', sealed: true },
    { purpose: 'passport-patient', sealed: true },
    { purpose: 'selfie', sealed: true },
  ])
  const { data } = await call(userEndpoints.one, { params: about.params })
  expect(data.image_store_selfie).toBeTypeOf('number')
  const addresses = await call(profileEndpoints.photos, { params: about.params })
  for (const address of [addresses.file_passport, addresses.file_passport_patient, addresses.file_selfie])
    expect((await portal.app.inject({ url: address ?? '' })).headers['content-type']).toBe('image/jpeg')
  expect(await portal.db.listAuditEvents('photos.open')).toMatchObject(
    ['file_passport', 'file_passport_patient', 'file_selfie'].map((object) => ({
      actor_id: staff.id,
      patient_id: patient.id,
      object,
    })),
  )
  await approve()
  portal.clock.advance({ days: 29 })
  expect(await portal.runJob('photos.remove')).toEqual({ due: 0 })
  portal.clock.advance({ days: 2 })
  expect(await portal.runJob('photos.remove')).toEqual({ due: 3 })
  expect(portal.files.keys()).toEqual([])
})

test('where an identity check proves a RUN, photos of the card and the person are not stored', async () => {
  const portal = await startRegistering()
  expect(await portal.anonymous(identityEndpoints.mode)).toMatchObject({ photos: false })
  const { run } = await buildRegistered(portal.db)
  const { application_key } = await registerRun(portal, run, {}, await cardPhotos())
  expect(application_key).toBeNull()
  expect(portal.files.keys()).toEqual([])
})

test('an application shows until when staff decide, the decision, and no name, at a link of which the database stores the hash', async () => {
  const { read, approve, clock, db, params } = await withApplication()
  const [mail] = await db.listMails()
  expect(mail?.body_text).toContain(`/registro/${params.key}`)
  expect(JSON.stringify(await db.ask('select * from application_links'))).not.toContain(params.key)
  const applied_at = clock.now().toISOString()
  const application = await read()
  expect(application).toEqual({
    ...{ state: 'waiting', applied_at, decided_at: null, reason: '', code_expires_at: null },
    due_at: expect.stringMatching(/^\d{4}-/),
  })
  await approve()
  expect(await read()).toMatchObject({ state: 'approved', decided_at: applied_at, reason: '' })
})

test('a denied application shows the standard reasons and the typed one, which the mail leaves out', async () => {
  const { read, call, about, db } = await withApplication()
  const reasons = ['expired', 'unreadable'] as const
  await call(deny, { ...about, body: { reasons: [...reasons], reason: 'Trae tu cédula nueva' } })
  const standard = 'Las fotografías no se leen con claridad. El documento está vencido.'
  expect(await read()).toMatchObject({ state: 'denied', reason: `${standard} Trae tu cédula nueva` })
  const [mail] = await db.listMails('users.denied')
  expect(mail?.body_text).toContain(standard)
  expect(mail?.body_text).not.toContain('cédula nueva')
})

test('an unknown key answers 404, and a decided application loses its page after a month', async () => {
  const { portal, read, about, clock } = await withApplication()
  const unknown = portal.anonymous(applicationEndpoints.state, { params: { key: 'k'.repeat(43) } })
  await expectRejected(unknown, 404)
  clock.advance({ days: 40 })
  expect(await portal.runJob('applications.purge')).toEqual({ links: 0 })
  expect((await read()).state).toBe('waiting')
  const later = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  await openPhotos(portal, later, about.params.id)
  await later(confirm, about)
  expect(await portal.runJob('applications.purge')).toEqual({ links: 1 })
  await expectRejected(read(), 404)
})

test('staff at the counter confirm the person with the code, and the audit log names them', async () => {
  const { createCode, enterCode, read, db, staff, patient } = await withApplication()
  const code = await createCode()
  expect(code).toMatch(/^\d{6}$/)
  const [row] = await db.ask(
    'select to_jsonb(registration_applications) as row from registration_applications',
  )
  expect(JSON.stringify(row)).not.toContain(code)
  expect((await enterCode(`${code.slice(0, 3)} ${code.slice(3)}`)).patient).toMatchObject({ status: 1 })
  expect(await read()).toMatchObject({ state: 'approved', code_expires_at: null })
  expect(
    await db.ask(`select action, actor_id, patient_id, outcome from audit_events
         where action like 'users.confirm%' or action = 'applications.createCode' order by id`),
  ).toEqual([
    { action: 'applications.createCode', actor_id: null, patient_id: patient.id, outcome: 'done' },
    { action: 'users.confirmInPerson', actor_id: staff.id, patient_id: patient.id, outcome: 'done' },
  ])
  expect(await db.ask('select decided_by, approved from validation_decisions')).toEqual([
    { decided_by: staff.id, approved: true },
  ])
})

test('a wrong code is rejected at its field and audited, and after five attempts, also at once, the code is void', async () => {
  const { createCode, enterCode, read, db } = await withApplication()
  const code = await createCode()
  expect((await getRejection(enterCode(otherThan(code)))).fieldErrorOf('code')).toBe(wrongCode)
  expect((await read()).state).toBe('waiting')
  expect(await db.listAuditEvents('users.confirmInPerson')).toMatchObject([{ outcome: 'refused' }])
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => enterCode(otherThan(code))))
  expect(attempts.every(({ status }) => status === 'rejected')).toBe(true)
  expect((await getRejection(enterCode(code))).fieldErrorOf('code')).toBe(wrongCode)
  expect(await read()).toMatchObject({ state: 'waiting', code_expires_at: null })
  expect((await enterCode(await createCode())).patient.status).toBe(1)
})

test('a code expires after a day, and a new code makes the former one void', async () => {
  const { portal, createCode, patient, read, clock } = await withApplication()
  const enter = async (code: string) => {
    const call = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
    return call(confirmInPerson, {
      params: { id: patient.id },
      body: { code, reason: 'Vino con su documento', document_checked: true },
    })
  }
  const first = await createCode()
  clock.advance({ hours: 24, seconds: 1 })
  expect((await getRejection(enter(first))).fieldErrorOf('code')).toBe(wrongCode)
  expect((await read()).code_expires_at).toBeNull()
  let [old, present] = [await createCode(), await createCode()]
  if (old === present) [old, present] = [present, await createCode()]
  expect((await getRejection(enter(old))).fieldErrorOf('code')).toBe(wrongCode)
  expect((await enter(present)).patient.status).toBe(1)
})

test('a person is not confirmed without a code, with the code of another application, without the document, or without a reason', async () => {
  const { portal, enterCode, createCode, call, patient } = await withApplication()
  expect((await getRejection(enterCode('123456'))).fieldErrorOf('code')).toBe(wrongCode)
  const own = await createCode()
  const other = await applyWithCard(portal, buildRun())
  const params = { key: other.application_key ?? '' }
  const { code } = await portal.anonymous(applicationEndpoints.createCode, { params })
  if (code !== own) await expectRejected(enterCode(code), 400)
  const unchecked = { code: own, reason: ' ', document_checked: false as true }
  const rejected = await getRejection(call(confirmInPerson, { params: { id: patient.id }, body: unchecked }))
  expect(rejected.fieldErrorOf('document_checked')).toBeDefined()
  expect(rejected.fieldErrorOf('reason')).toBe('Escribe por qué confirmas en persona')
})

test('a decided application gets no code, and cannot be confirmed in person again', async () => {
  const { createCode, enterCode, approve } = await withApplication()
  const code = await createCode()
  await approve()
  await expectRejected(createCode(), 409)
  await expectRejected(enterCode(code), 409)
})
