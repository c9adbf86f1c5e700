import { registrationEndpoints } from '@mi-portal/contract/registration'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  buildPhoto,
  passportPhotos,
  type RegisteringPortal,
  registrationFields,
  startRegistering,
  toForm,
} from '../../../test/registration.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const document = { document_type_id: 2, document_number: 'P7654321', first_name: 'Lucía', last_name: 'Gómez' }

async function register(portal: RegisteringPortal, files: Record<string, File>) {
  const fields = await registrationFields(portal.db, document)
  return portal.anonymous(registrationEndpoints.register, {
    form: toForm(fields, { ...(await passportPhotos()), ...files }),
  })
}

async function nothingIsLeft(portal: RegisteringPortal) {
  expect(portal.files.keys()).toEqual([])
  expect(await portal.db.ask('select key from files union all select key from unfinished_files')).toEqual([])
  expect(await portal.db.ask('select id from people')).toEqual([])
}

const file = (bytes: Uint8Array | string, name: string, type: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

test('an image that is truncated or of another format is rejected without regard to its name, and nothing is stored', async () => {
  const portal = await startRegistering()
  const jpeg = new Uint8Array(await (await buildPhoto()).arrayBuffer())
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#000' } })
    .gif()
    .toBuffer()
  const wrong: File[] = [
    file(svg, 'foto.svg', 'image/svg+xml'),
    file(svg, 'foto.png', 'image/png'),
    file(gif, 'foto.gif', 'image/gif'),
    file(gif, 'foto.jpg', 'image/jpeg'),
    file('%PDF-1.7', 'foto.jpg', 'image/jpeg'),
    file(jpeg.subarray(0, jpeg.length - 40), 'foto.jpg', 'image/jpeg'),
  ]
  for (const bad of wrong) {
    await expectRejected(register(portal, { file_passport: bad }), 415, {
      fieldErrors: [{ param: 'file_passport', msg: 'Selecciona formato png o jpg' }],
    })
    portal.clock.advance({ minutes: 2 })
  }
  await nothingIsLeft(portal)
})

test('an image of more pixels than are decoded is rejected by its header, with a message that says so', async () => {
  const portal = await startRegistering()
  const pixels = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
  const tooLarge = [
    file(await pixels(5000, 3201).png().toBuffer(), 'foto.png', 'image/png'),
    file(await pixels(2001, 2000).png({ progressive: true }).toBuffer(), 'foto.png', 'image/png'),
    file(await pixels(2001, 2000).toColourspace('rgb16').png().toBuffer(), 'foto.png', 'image/png'),
  ]
  for (const large of tooLarge) {
    await expectRejected(register(portal, { file_passport: large }), 415, {
      fieldErrors: [
        { param: 'file_passport', msg: 'La imagen es demasiado grande: elige una de hasta 16 megapíxeles' },
      ],
    })
    portal.clock.advance({ minutes: 2 })
  }
  await nothingIsLeft(portal)
})

test('an image is decoded only after the fields are right and the caller was admitted', async () => {
  const portal = await startRegistering({ environment: { LIMITS: 'register=2' } })
  // The header is valid and the pixels are not; only decoding finds that out.
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
  const damaged = file(photo.subarray(0, -400), 'foto.jpg', 'image/jpeg')
  const send = async (fields: Record<string, string>) => {
    const all = await registrationFields(portal.db, { ...document, ...fields })
    const form = toForm(all, { ...(await passportPhotos()), file_passport: damaged })
    return getRejection(portal.anonymous(registrationEndpoints.register, { form }))
  }
  expect((await send({ email: 'sin-arroba' })).fieldErrors).toEqual([
    { param: 'email', msg: 'Digita E-mail válido' },
  ])
  expect((await send({ password: 'Gomez2026' })).fieldErrors[0]?.param).toBe('password')
  expect((await send({})).fieldErrors).toEqual([
    { param: 'file_passport', msg: 'Selecciona formato png o jpg' },
  ])
  expect((await send({})).status).toBe(429)
  await nothingIsLeft(portal)
})

test('an image over 500 KB is rejected as too large', async () => {
  const portal = await startRegistering()
  await expectRejected(
    register(portal, { file: file(new Uint8Array(512_001), 'foto.jpg', 'image/jpeg') }),
    413,
    { fieldErrors: [{ param: 'file', msg: 'Selecciona tamaño máximo 500KB' }] },
  )
  await nothingIsLeft(portal)
})
