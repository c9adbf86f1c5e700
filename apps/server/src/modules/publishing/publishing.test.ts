import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { defaultLayout, preventionEndpoints } from '@mi-portal/contract/publishing/prevention'
import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { getRejection } from '../../../test/rejection.ts'

function formOf(bytes: Uint8Array, name: string, type: string): FormData {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], name, { type }))
  return form
}

const png = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#2A4DB5' } })
    .withExif({ IFD0: { Copyright: 'secreto-en-la-foto' } })
    .png()
    .toBuffer()

const audience = { from_age: 0, to_age: 120, gender_id: 0 }

const buildAd = (image: string) => ({
  ...audience,
  image,
  title: 'Vacúnate',
  url: '/dashboard',
  order_advertising: 1,
  status: true,
})

test('an uploaded image is encoded again and served to everyone at the returned address', async () => {
  const { as, person, app } = await startPortal()
  const call = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { url } = await call(publishingEndpoints.storeImage, {
    form: formOf(await png(), 'nota.png', 'image/png'),
  })
  const served = await app.inject({ method: 'GET', url })
  expect(served.statusCode).toBe(200)
  expect(served.headers['content-type']).toBe('image/jpeg')
  expect(served.headers['content-security-policy']).toContain('sandbox')
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ width: 40, format: 'jpeg' })
  expect(served.rawPayload.includes('secreto-en-la-foto')).toBe(false)
  const stranger = await app.inject({ method: 'GET', url: url.replace(/.{4}$/, 'AAAA') })
  expect(stranger.statusCode).toBe(404)
})

async function publisher() {
  const portal = await startPortal()
  const writer = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const call = await portal.as(writer)
  const upload = async () =>
    (await call(publishingEndpoints.storeImage, { form: formOf(await png(), 'nota.png', 'image/png') })).url
  const isServed = async (url: string) => (await portal.app.inject({ method: 'GET', url })).statusCode === 200
  return { ...portal, writer, call, upload, isServed }
}

test('an image stays as long as an announcement, an article or a draft uses it', async () => {
  const { as, writer, call, upload, isServed, runJob, clock } = await publisher()
  const [inAd, inArticle, inDraft] = [await upload(), await upload(), await upload()]
  const { ad } = await call(adEndpoints.create, { body: buildAd(inAd) })
  await call(preventionEndpoints.create, {
    body: {
      title: 'Tu corazón',
      description: 'Presión',
      from_age: 0,
      to_age: 120,
      gender_id: 0,
      order_control: 1,
      status: 'false',
      html: JSON.stringify({ ...defaultLayout, postImageUrl: inArticle }),
    },
  })
  await call(publishingEndpoints.storeDraft, {
    params: { kind: 'ad', target: 0 },
    body: { data: { image: inDraft } },
  })
  clock.advance({ days: 2 })
  expect(await runJob('publishing.forgetImages')).toEqual({ forgotten: 0 })

  const later = await as(writer)
  await later(adEndpoints.edit, { params: { id: ad.id }, body: buildAd('/art/otra.png') })
  await later(publishingEndpoints.deleteDraft, { params: { kind: 'ad', target: 0 } })
  expect(await runJob('publishing.forgetImages')).toEqual({ forgotten: 2 })
  expect(await Promise.all([inAd, inArticle, inDraft].map(isServed))).toEqual([false, true, false])
})

test('a draft is stored on the server only for its writer, until it is deleted', async () => {
  const { as, person } = await startPortal()
  const [one, two] = [await person({ rol: 'SUPER_ADMIN_ROLE' }), await person({ rol: 'SUPER_ADMIN_ROLE' })]
  const params = { kind: 'article', target: 0 } as const
  const call = await as(one)
  expect((await call(publishingEndpoints.draft, { params })).draft).toBeNull()
  await call(publishingEndpoints.storeDraft, { params, body: { data: { title: 'Pri' } } })
  await call(publishingEndpoints.storeDraft, { params, body: { data: { title: 'Primavera' } } })
  const elsewhere = await as(one)
  expect((await elsewhere(publishingEndpoints.draft, { params })).draft?.data).toEqual({ title: 'Primavera' })
  expect((await elsewhere(publishingEndpoints.draft, { params: { ...params, target: 4 } })).draft).toBeNull()
  expect((await elsewhere(publishingEndpoints.draft, { params: { ...params, kind: 'ad' } })).draft).toBeNull()
  expect((await (await as(two))(publishingEndpoints.draft, { params })).draft).toBeNull()
  await elsewhere(publishingEndpoints.deleteDraft, { params })
  expect((await elsewhere(publishingEndpoints.draft, { params })).draft).toBeNull()
})

test('a picture of another site is copied when an announcement or article is saved, and a save without it is rejected at its field', async () => {
  const asked: string[] = []
  const pictureSource = {
    fetch: async (address: string) => {
      asked.push(address)
      return address.endsWith('.png') ? await png() : address.endsWith('.svg') ? Buffer.from('<svg/>') : null
    },
  }
  const { as, person, app } = await startPortal({ pictureSource })
  const call = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const away = 'https://otro.example/nota.png'
  const saveAd = async (image: string) => (await call(adEndpoints.create, { body: buildAd(image) })).ad
  const saveArticle = async (postImageUrl: string) => {
    const html = JSON.stringify({ ...defaultLayout, postImageUrl })
    const body = {
      ...audience,
      title: 'Nota',
      description: 'Nota',
      order_control: 1,
      status: 'true' as const,
      html,
    }
    return JSON.parse((await call(preventionEndpoints.create, { body })).controlPrevention.html).postImageUrl
  }
  const ad = await saveAd(away)
  for (const address of [ad.image, await saveArticle(away)]) {
    expect(address).toMatch(/^\/api\/publications\/images\//)
    expect((await app.inject({ url: address })).headers['content-type']).toBe('image/jpeg')
  }
  const edited = { ...buildAd(away), updated_at: ad.updated_at }
  expect((await call(adEndpoints.edit, { params: { id: ad.id }, body: edited })).ad.image).not.toContain(
    'https',
  )
  expect(await getRejection(saveAd('https://otro.example/nada'))).toMatchObject({
    status: 400,
    fieldErrors: [{ param: 'image' }],
  })
  expect(await getRejection(saveAd('https://otro.example/nota.svg'))).toMatchObject({
    status: 415,
    fieldErrors: [{ param: 'image' }],
  })
  expect(await getRejection(saveArticle('https://otro.example/nada'))).toMatchObject({
    fieldErrors: [{ param: 'postImageUrl' }],
  })
  expect(asked).toHaveLength(6)
  expect(await saveArticle('')).toBe('')
})
