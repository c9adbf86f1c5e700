import { profileEndpoints } from '@mi-portal/contract/profile'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import { sessionEndpoints } from '@mi-portal/contract/session'
import { userEndpoints } from '@mi-portal/contract/users'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { buildLink } from '../../../test/build.ts'
import { openPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'
import {
  buildPhoto,
  formOf,
  passportPhotos,
  type RegisteringPortal,
  registrationFields,
  startRegistering,
} from '../../../test/registration.ts'

const { photos } = profileEndpoints

/** Somebody with a passport and all three pictures, let in by staff. */
async function withPictures(status = 1) {
  const portal = await startRegistering()
  const fields = await registrationFields(portal.db, { document_type_id: 2, document_number: 'P7654321' })
  const files = { ...(await passportPhotos()), file: await buildPhoto('#11aa55') }
  const { patient } = await portal.anonymous(registrationEndpoints.register, { form: formOf(fields, files) })
  await portal.db.orm.execute(`update people set status = ${status}`)
  const staff = await portal.person({ rol: 'ADMIN_ROLE' })
  return { ...portal, patient, staff }
}

const fetchPicture = (portal: Pick<RegisteringPortal, 'app'>, address: string | null, ip = '127.0.0.1') =>
  portal.app.inject({ url: address ?? '/api/none', remoteAddress: ip })

describe('a person’s pictures', () => {
  test('are shown to themself: addresses without a header, that say nothing and are never kept', async () => {
    const portal = await withPictures()
    const answer = await (await portal.as(portal.patient))(photos, { params: { id: portal.patient.id } })
    for (const address of [answer.file_profile, answer.file_passport, answer.file_passport_patient]) {
      const picture = await fetchPicture(portal, address)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      expect(picture.headers['content-disposition']).toContain('attachment')
      expect((await sharp(picture.rawPayload).metadata()).format).toBe('jpeg')
    }
  })

  test('are shown whole to staff, and every look leaves an audit row', async () => {
    const portal = await withPictures()
    const call = await portal.as(portal.staff)
    const answer = await call(photos, { params: { id: portal.patient.id } })
    expect((await fetchPicture(portal, answer.file_passport)).statusCode).toBe(200)
    expect(
      await ask(
        portal.db,
        `select action, actor_role, object, patient_id from audit_events where actor_id = $1 order by id`,
        [portal.staff.id],
      ),
    ).toEqual([
      { action: 'photos.view', actor_role: 'ADMIN_ROLE', object: 'addresses', patient_id: portal.patient.id },
      {
        action: 'photos.open',
        actor_role: 'ADMIN_ROLE',
        object: 'file_passport',
        patient_id: portal.patient.id,
      },
    ])
  })

  test('are the profile’s alone to whom an approved link joins, and nothing to anybody else', async () => {
    const portal = await withPictures()
    const relative = await portal.person()
    const stranger = await portal.person()
    const invited = await portal.person()
    const former = await portal.person()
    await buildLink(portal.db, { leader_id: relative.id, member_id: portal.patient.id })
    await buildLink(portal.db, { leader_id: invited.id, member_id: portal.patient.id, state: 'pending' })
    await buildLink(portal.db, { leader_id: former.id, member_id: portal.patient.id, state: 'ended' })
    const answer = await (await portal.as(relative))(photos, { params: { id: portal.patient.id } })
    expect(answer).toMatchObject({ file_passport: null, file_passport_patient: null })
    expect((await fetchPicture(portal, answer.file_profile)).statusCode).toBe(200)
    const back = await (await portal.as(portal.patient))(photos, { params: { id: relative.id } })
    expect(back).toMatchObject({ file_profile: null, file_passport: null })
    for (const person of [stranger, invited, former])
      expect(
        (await refusal((await portal.as(person))(photos, { params: { id: portal.patient.id } }))).status,
      ).toBe(404)
    expect((await refusal((await portal.as(portal.staff))(photos, { params: { id: 999_999 } }))).status).toBe(
      404,
    )
    expect((await refusal(portal.anonymous(photos, { params: { id: portal.patient.id } }))).status).toBe(401)
    // What was handed out ends with the link.
    await portal.db.orm.execute(`update family_links set state = 'ended'`)
    expect((await fetchPicture(portal, answer.file_profile)).statusCode).toBe(404)
  })

  test('are no longer at their address after five minutes, after signing out, or with a letter changed', async () => {
    const portal = await withPictures()
    const token = await portal.sessionOf(portal.patient.id)
    const addressOf = async () =>
      (await portal.caller(token)(photos, { params: { id: portal.patient.id } })).file_profile ?? ''
    const first = await addressOf()
    portal.clock.advance({ seconds: 299 })
    expect((await fetchPicture(portal, first)).statusCode).toBe(200)
    portal.clock.advance({ seconds: 1 })
    expect((await fetchPicture(portal, first)).statusCode).toBe(404)
    const second = await addressOf()
    const changed = second.replace(/files\/./, (part) => (part.endsWith('1') ? 'files/0' : 'files/1'))
    expect((await fetchPicture(portal, changed)).statusCode).toBe(404)
    await portal.caller(token)(sessionEndpoints.signOut, { params: { id: portal.patient.id } })
    expect((await fetchPicture(portal, second)).statusCode).toBe(404)
  })

  test('cannot be guessed at: twenty misses a minute, then 429; a right key works all the same', async () => {
    const portal = await withPictures()
    const { file_profile } = await (await portal.as(portal.patient))(photos, {
      params: { id: portal.patient.id },
    })
    for (let i = 0; i < 20; i++)
      expect((await fetchPicture(portal, '/api/patients/photos/files/0.1.1.1.1.AAAA')).statusCode).toBe(404)
    expect((await fetchPicture(portal, '/api/patients/photos/files/0.1.1.1.1.AAAA')).statusCode).toBe(429)
    expect((await fetchPicture(portal, file_profile)).statusCode).toBe(200)
  })

  test('of a passport cannot be read by an installation with another secret', async () => {
    const portal = await withPictures()
    const other = await openPortal(portal.db, portal.clock, { environment: { SECRET_KEY: 'y'.repeat(48) } })
    for (const key of portal.files.keys()) {
      const content = await portal.files.read(key)
      if (content) await other.files.put(key, content)
    }
    const answer = await (await other.as(portal.patient))(photos, { params: { id: portal.patient.id } })
    expect((await fetchPicture(other, answer.file_profile)).statusCode).toBe(200)
    expect((await fetchPicture(other, answer.file_passport)).statusCode).toBe(503)
    await other.app.close()
  })
})

describe('what is kept of a passport', () => {
  test('goes thirty days after the decision, bytes and rows, and nothing else with it', async () => {
    const portal = await withPictures(3)
    await (await portal.as(portal.staff))(userEndpoints.confirm, {
      params: { id: portal.patient.id },
      body: {},
    })
    portal.clock.advance({ days: 29, hours: 23 })
    await portal.runJob('photos.remove')
    expect(portal.files.keys()).toHaveLength(3)
    portal.clock.advance({ hours: 1 })
    const staff = await portal.as(portal.staff)
    const answer = await staff(photos, { params: { id: portal.patient.id } })
    expect((await fetchPicture(portal, answer.file_passport)).statusCode).toBe(404)
    await portal.runJob('photos.remove')
    expect(portal.files.keys()).toHaveLength(1)
    expect(
      await ask(
        portal.db,
        `select image_store_id is not null as profile, image_store_passport as passport,
           image_store_passport_patient as patient from people where id = $1`,
        [portal.patient.id],
      ),
    ).toEqual([{ profile: true, passport: null, patient: null }])
    expect(await ask(portal.db, 'select purpose from files')).toEqual([{ purpose: 'profile' }])
  })
})
