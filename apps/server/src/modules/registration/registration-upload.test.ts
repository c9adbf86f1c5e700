import { connect } from 'node:net'
import { deflateSync } from 'node:zlib'
import { registrationEndpoints } from '@mi-portal/contract/registration'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { refusal } from '../../../test/refusal.ts'
import {
  buildPhoto,
  formOf,
  passportPhotos,
  type RegisteringPortal,
  registrationFields,
  startRegistering,
} from '../../../test/registration.ts'

const document = { document_type_id: 2, document_number: 'P7654321', first_name: 'Lucía', last_name: 'Gómez' }

async function register(portal: RegisteringPortal, files: Record<string, File>) {
  const fields = await registrationFields(portal.db, document)
  return portal.anonymous(registrationEndpoints.register, {
    form: formOf(fields, { ...(await passportPhotos()), ...files }),
  })
}

async function nothingIsLeft(portal: RegisteringPortal) {
  expect(portal.files.keys()).toEqual([])
  expect(await ask(portal.db, 'select key from files union all select key from unfinished_files')).toEqual([])
  expect(await ask(portal.db, 'select id from people')).toEqual([])
}

const file = (bytes: Uint8Array | string, name: string, type: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

/** A PNG that says it has 30,000 by 30,000 points and holds next to nothing. */
function giantPng(): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crcOf(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(3751 * 30_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crcOf(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

describe('a picture that comes with a registration', () => {
  test('is made anew: whatever the camera wrote beside it is gone', async () => {
    const portal = await startRegistering()
    const photo = await buildPhoto('#228833')
    const sent = Buffer.from(await photo.arrayBuffer())
    expect(sent.includes('secreto-en-el-exif')).toBe(true)
    const { patient } = await register(portal, { file: photo })
    const [row] = await ask<{ key: string; media_type: string; encrypted: string | null }>(
      portal.db,
      'select key, media_type, encrypted from files where id = $1',
      [patient.image_store_id],
    )
    expect(row).toMatchObject({ media_type: 'image/jpeg', encrypted: null })
    const kept = Buffer.concat(await Array.fromAsync((await portal.files.read(row?.key ?? '')) ?? []))
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    expect(kept.includes('secreto-en-el-exif')).toBe(false)
  })

  test('of a passport lies encrypted', async () => {
    const portal = await startRegistering()
    const { patient } = await register(portal, {})
    const rows = await ask<{ id: number; key: string; encrypted: string }>(
      portal.db,
      'select id, key, encrypted from files order by id',
    )
    expect(rows.map(({ id }) => id)).toEqual([
      patient.image_store_passport,
      patient.image_store_passport_patient,
    ])
    for (const { key, encrypted } of rows) {
      expect(encrypted).toMatch(/^[0-9a-f]{12}$/)
      const kept = Buffer.concat(await Array.fromAsync((await portal.files.read(key)) ?? []))
      await expect(sharp(kept).metadata()).rejects.toThrow()
    }
  })

  test('that is more than JPEG or PNG, is less, or says to be another is refused, and nothing is kept', async () => {
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
      file(jpeg, 'foto.png', 'image/png'),
      file(jpeg, 'foto.jpg', 'image/png'),
      file(jpeg, 'foto.html', 'image/jpeg'),
      file('%PDF-1.7', 'foto.jpg', 'image/jpeg'),
      file(jpeg.subarray(0, jpeg.length - 40), 'foto.jpg', 'image/jpeg'),
      file(giantPng(), 'foto.png', 'image/png'),
    ]
    for (const bad of wrong) {
      const failure = await refusal(register(portal, { file_passport: bad }))
      expect([failure.status, failure.faults]).toEqual([
        415,
        [{ param: 'file_passport', msg: 'Selecciona formato png o jpg' }],
      ])
      portal.clock.advance({ minutes: 2 })
    }
    await nothingIsLeft(portal)
  })

  test('with a page hidden behind it is kept without the page', async () => {
    const portal = await startRegistering()
    const jpeg = Buffer.from(await (await buildPhoto()).arrayBuffer())
    const both = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>')])
    const { patient } = await register(portal, { file: file(both, 'foto.jpg', 'image/jpeg') })
    const [row] = await ask<{ key: string }>(portal.db, 'select key from files where id = $1', [
      patient.image_store_id,
    ])
    const kept = Buffer.concat(await Array.fromAsync((await portal.files.read(row?.key ?? '')) ?? []))
    expect(kept.includes('script')).toBe(false)
  })

  test('over 500 KB is refused as too large', async () => {
    const portal = await startRegistering()
    const failure = await refusal(
      register(portal, { file: file(new Uint8Array(512_001), 'foto.jpg', 'image/jpeg') }),
    )
    expect([failure.status, failure.faults]).toEqual([
      413,
      [{ param: 'file', msg: 'Selecciona tamaño máximo 500KB' }],
    ])
    await nothingIsLeft(portal)
  })
})

describe('a form that cannot be read', () => {
  const post = (portal: RegisteringPortal, type: string, payload: string) =>
    portal.app.inject({ method: 'POST', url: '/api/patients', headers: { 'content-type': type }, payload })

  test.each([
    ['without a boundary', 'multipart/form-data', '--x\r\n\r\n--x--\r\n', 400],
    [
      'that does not end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@ejemplo.cl',
      400,
    ],
    [
      'whose file does not end',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\nabc',
      400,
    ],
    [
      'with too many fields',
      'multipart/form-data; boundary=x',
      `${Array.from({ length: 200 }, (_, i) => `--x\r\ncontent-disposition: form-data; name="f${i}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
      413,
    ],
    ['that is JSON', 'application/json', '{"email":"a@ejemplo.cl"}', 400],
    ['that is XML', 'text/xml', '<a/>', 400],
  ])('%s is refused in the portal’s envelope', async (_, type, payload, status) => {
    const portal = await startRegistering()
    const answer = await post(portal, type, payload)
    expect([answer.statusCode, answer.json().status]).toEqual([status, 'Error'])
    await nothingIsLeft(portal)
  })

  test('because its sender went away leaves no file and no row', async () => {
    const portal = await startRegistering()
    const port = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const body = new Response(formOf(await registrationFields(portal.db, document), await passportPhotos()))
    const bytes = Buffer.from(await body.arrayBuffer())
    const type = body.headers.get('content-type')
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /api/patients HTTP/1.1\r\nhost: portal\r\ncontent-type: ${type}\r\ncontent-length: ${bytes.length}\r\n\r\n`,
        )
        socket.write(bytes.subarray(0, bytes.length - 200), () => setTimeout(() => socket.destroy(), 50))
      })
      socket.on('close', () => resolve())
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await nothingIsLeft(portal)
  })
})
