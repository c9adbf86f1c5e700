import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildLink } from '../../../test/build.ts'
import {
  buildPhoto,
  openPhotos,
  passportPhotos,
  type RegisteringPortal,
  registrationFields,
  startRegistering,
  toForm,
} from '../../../test/registration.ts'
import { expectRejected } from '../../../test/rejection.ts'

const { photos } = profileEndpoints

/** Creates a person with a passport and all three images, approved by staff. */
async function withPhotos(status = 1) {
  const portal = await startRegistering()
  const fields = await registrationFields(portal.db, { document_type_id: 2, document_number: 'P7654321' })
  const files = { ...(await passportPhotos()), file: await buildPhoto('#11aa55') }
  const { patient } = await portal.anonymous(registrationEndpoints.register, { form: toForm(fields, files) })
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  const approve = async () => {
    const call = await portal.as(staff)
    await openPhotos(portal, call, patient.id)
    await call(userEndpoints.confirm, { params: { id: patient.id }, body: {} })
  }
  if (status === 1) await approve()
  return { ...portal, patient, staff, approve }
}

const fetchPhoto = (portal: Pick<RegisteringPortal, 'app'>, address: string | null, ip = '127.0.0.1') =>
  portal.app.inject({ url: address ?? '/api/none', remoteAddress: ip })

test('a person gets addresses of their own images without personal data, and the images are not cached', async () => {
  const portal = await withPhotos()
  const answer = await (await portal.as(portal.patient))(photos, { params: { id: portal.patient.id } })
  for (const address of [answer.file_profile, answer.file_passport, answer.file_passport_patient]) {
    const photo = await fetchPhoto(portal, address)
    expect(photo.statusCode).toBe(200)
    expect(photo.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(photo.headers['content-disposition']).toContain('attachment')
    expect((await sharp(photo.rawPayload).metadata()).format).toBe('jpeg')
  }
})

test('staff see all images, and each view is audited', async () => {
  const portal = await withPhotos(3)
  const call = await portal.as(portal.staff)
  const answer = await call(photos, { params: { id: portal.patient.id } })
  expect((await fetchPhoto(portal, answer.file_passport)).statusCode).toBe(200)
  const actor = { actor_id: portal.staff.id, actor_role: 'ADMIN_ROLE', patient_id: portal.patient.id }
  expect(await portal.db.listAuditEvents('photos.%')).toMatchObject([
    { ...actor, action: 'photos.view', object: 'addresses' },
    { ...actor, action: 'photos.open', object: 'file_passport' },
  ])
})

test('a person with an approved link sees only the profile photo, and others see nothing', async () => {
  const portal = await withPhotos()
  const relative = await portal.person()
  const stranger = await portal.person()
  const invited = await portal.person()
  const former = await portal.person()
  await buildLink(portal.db, { leader_id: relative.id, member_id: portal.patient.id })
  await buildLink(portal.db, { leader_id: invited.id, member_id: portal.patient.id, state: 'pending' })
  await buildLink(portal.db, { leader_id: former.id, member_id: portal.patient.id, state: 'ended' })
  const answer = await (await portal.as(relative))(photos, { params: { id: portal.patient.id } })
  expect(answer).toMatchObject({ file_passport: null, file_passport_patient: null })
  expect((await fetchPhoto(portal, answer.file_profile)).statusCode).toBe(200)
  const back = await (await portal.as(portal.patient))(photos, { params: { id: relative.id } })
  expect(back).toMatchObject({ file_profile: null, file_passport: null })
  for (const person of [stranger, invited, former])
    await expectRejected((await portal.as(person))(photos, { params: { id: portal.patient.id } }), 404)
  await expectRejected((await portal.as(portal.staff))(photos, { params: { id: 999_999 } }), 404)
  await expectRejected(portal.anonymous(photos, { params: { id: portal.patient.id } }), 401)
  // The addresses end with the link.
  await portal.db.ask(`update family_links set state = 'ended'`)
  expect((await fetchPhoto(portal, answer.file_profile)).statusCode).toBe(404)
})

test('an address ends after five minutes, after signing out, and if a character is changed', async () => {
  const portal = await withPhotos()
  const token = await portal.sessionOf(portal.patient.id)
  const addressOf = async () =>
    (await portal.caller(token)(photos, { params: { id: portal.patient.id } })).file_profile ?? ''
  const first = await addressOf()
  portal.clock.advance({ seconds: 299 })
  expect((await fetchPhoto(portal, first)).statusCode).toBe(200)
  portal.clock.advance({ seconds: 1 })
  expect((await fetchPhoto(portal, first)).statusCode).toBe(404)
  const second = await addressOf()
  const changed = second.replace(/files\/./, (part) => (part.endsWith('1') ? 'files/0' : 'files/1'))
  expect((await fetchPhoto(portal, changed)).statusCode).toBe(404)
  await portal.caller(token)(sessionEndpoints.signOut, { params: { id: portal.patient.id } })
  expect((await fetchPhoto(portal, second)).statusCode).toBe(404)
})

test('the images of a passport are deleted thirty days after the decision, with their rows and nothing else', async () => {
  const portal = await withPhotos(3)
  await portal.approve()
  portal.clock.advance({ days: 29, hours: 23 })
  await portal.runJob('photos.remove')
  expect(portal.files.keys()).toHaveLength(3)
  portal.clock.advance({ hours: 1 })
  const staff = await portal.as(portal.staff)
  const answer = await staff(photos, { params: { id: portal.patient.id } })
  expect((await fetchPhoto(portal, answer.file_passport)).statusCode).toBe(404)
  await portal.runJob('photos.remove')
  expect(portal.files.keys()).toHaveLength(1)
  expect(
    await portal.db.ask(
      `select image_store_id is not null as profile, image_store_passport as passport,
           image_store_passport_patient as patient from people where id = $1`,
      [portal.patient.id],
    ),
  ).toEqual([{ profile: true, passport: null, patient: null }])
  expect(await portal.db.ask('select purpose from files')).toEqual([{ purpose: 'profile' }])
})
