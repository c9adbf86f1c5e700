import { fullPath } from '@mi-portal/contract/calls/endpoint'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passportSealer } from '../../apps/server/src/platform/security/seal.ts'
import type { TestDatabase } from '../../apps/server/test/ask.ts'
import type { Portal } from '../../apps/server/test/portal.ts'
import { type AdversarialFile, adversarialFiles, hidden } from './adversarial-files.ts'
import { openDescribedPortal } from './described-portal.ts'
import type { Operation } from './description.ts'
import type { Answer, Judge } from './judge.ts'
import { type FormPart, multipart } from './multipart.ts'
import { createShapes } from './shapes.ts'
import { type UploadRoute, uploadRoutes } from './upload-routes.ts'

let db: TestDatabase
let portal: Portal
let operations: Operation[]
let judge: Judge
let routes: UploadRoute[]
let photo: Buffer
const log: string[] = []

beforeAll(async () => {
  ;({ db, portal, operations, judge } = await openDescribedPortal(log))
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#335577' } })
    .jpeg()
    .toBuffer()
  routes = uploadRoutes(portal, photo)
})

afterAll(async () => {
  await portal.app.close()
  await db.close()
})

let calls = 0

type Form = { readonly type: string; readonly body: Buffer }

async function post(route: UploadRoute, url: string, token: string | null, form: Form) {
  calls += 1
  log.length = 0
  const answer = await portal.app.inject({
    method: route.endpoint.method,
    url,
    headers: { 'content-type': form.type, ...(token ? { 'x-token': token } : {}) },
    payload: form.body,
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

const goodFile = (route: UploadRoute): FormPart => ({
  name: route.field,
  content: photo,
  filename: 'foto.jpg',
  type: 'image/jpeg',
})

/** Returns what is wrong with an answer to a form, and with the files it left behind. */
async function issuesOf(route: UploadRoute, what: string, answer: Answer): Promise<string[]> {
  const { method } = route.endpoint
  const operation = operations.find((one) => one.method === method && one.path === fullPath(route.endpoint))
  if (!operation) throw new Error(`${route.name} is not described`)
  const why = answer.status >= 500 ? log.filter((line) => line.includes('request failed')).join(' ') : ''
  const taken = [200, 400, 404, 413, 415]
  return [
    ...judge(operation, answer),
    ...(taken.includes(answer.status) ? [] : [`answers ${answer.status}`]),
    ...(await leftBehind()),
  ].map((fieldError) => `${route.name}, ${what}: ${fieldError} ${why}`.slice(0, 1000))
}

/** Returns files without a row, rows without a file, and announced files that were never finished. */
async function leftBehind(): Promise<string[]> {
  const rows = await db.ask<{ key: string }>('select key from files')
  const unfinished = await db.ask<{ key: string }>('select key from unfinished_files')
  const owned = new Set(rows.map(({ key }) => key))
  const stored = new Set(portal.files.keys())
  return [
    ...[...stored].filter((key) => !owned.has(key)).map(() => 'leaves a file'),
    ...[...owned].filter((key) => !stored.has(key)).map(() => 'leaves a row'),
    ...unfinished.map(() => 'leaves something announced'),
  ]
}

/** Returns the bytes of the files stored since then. Encrypted files are decrypted. */
async function storedSince(before: ReadonlySet<string>): Promise<Buffer[]> {
  const sealer = passportSealer(portal.config.secrets)
  const fresh = portal.files.keys().filter((key) => !before.has(key))
  return Promise.all(
    fresh.map(async (key) => {
      const bytes = Buffer.concat(await Array.fromAsync((await portal.files.read(key)) ?? []))
      return sealer.open(bytes, key) ?? bytes
    }),
  )
}

/** Returns what a stored image contains besides its pixels. */
async function revealsMore(bytes: Buffer): Promise<string[]> {
  const { format, exif, xmp, iptc, comments } = await sharp(bytes).metadata()
  return [
    ...(format === 'jpeg' || format === 'png' ? [] : [`keeps ${format}`]),
    ...(exif || xmp || iptc || comments ? ['stores the metadata of the image'] : []),
    ...(bytes.includes(hidden) ? ['keeps what was hidden'] : []),
  ]
}

test('every endpoint that accepts files is in the list of upload routes', () => {
  const taking = portal.app.mounted.filter(({ files, pictures }) => files || pictures)
  expect(routes.map(({ endpoint }) => endpoint.summary).sort()).toEqual(
    taking.map(({ summary }) => summary).sort(),
  )
})

test('every upload route accepts a valid form', async () => {
  for (const route of routes) {
    const { url, token, fields } = await route.call()
    const answer = await post(route, url, token, multipart([...fields, goodFile(route)]))
    expect([route.name, answer.status, answer.body]).toEqual([route.name, 200, expect.any(String)])
  }
})

/** Returns one upload route for each way of reading a form: images and files, with and without a session. */
const someRoutes = () =>
  routes.filter(({ name }) =>
    ['registering', 'a published picture', 'a contact', 'an answer of the desk'].includes(name),
  )

test('a form damaged in one of many ways is accepted or rejected, and leaves nothing behind', {
  timeout: 120_000,
}, async () => {
  const issues: string[] = []
  for (const route of someRoutes()) {
    const { fields } = await route.call()
    const shapes = createShapes([...fields, goodFile(route)])
    for (const { what, type, body } of shapes) {
      const { url, token } = await route.call()
      issues.push(...(await issuesOf(route, what, await post(route, url, token, { type, body }))))
    }
  }
  expect(issues).toEqual([])
})

describe('adversarial files', () => {
  let files: AdversarialFile[]
  beforeAll(async () => {
    files = await adversarialFiles()
  })

  test('every upload route rejects an adversarial file, or stores only its pixels', {
    timeout: 120_000,
  }, async () => {
    const issues: string[] = []
    for (const route of routes) for (const file of files) issues.push(...(await sendHostile(route, file)))
    expect(issues).toEqual([])
  })

  test('every upload route rejects a file that is too large', { timeout: 60_000 }, async () => {
    const pictures = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#123456' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const document = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20_971_520)])
    for (const route of routes) {
      const file = route.endpoint.files
        ? { name: route.field, content: document, filename: 'a.pdf', type: 'application/pdf' }
        : { name: route.field, content: pictures, filename: 'a.png', type: 'image/png' }
      const { url, token, fields } = await route.call()
      const answer = await post(route, url, token, multipart([...fields, file]))
      expect([route.name, answer.status, await leftBehind()]).toEqual([route.name, 413, []])
    }
  })

  async function sendHostile(route: UploadRoute, file: AdversarialFile): Promise<string[]> {
    const { url, token, fields } = await route.call()
    const before = new Set(portal.files.keys())
    const part = { name: route.field, content: file.content, filename: file.name, type: file.type }
    const answer = await post(route, url, token, multipart([...fields, part]))
    const issues = await issuesOf(route, file.what, answer)
    const stored = await storedSince(before)
    const own = stored.filter((bytes) => !bytes.equals(photo))
    if (answer.status !== 200)
      return [...issues, ...stored.map(() => `${route.name}, ${file.what}: stores what it rejects`)]
    if (file.fate === 'refused') return [...issues, `${route.name}, ${file.what}: is taken`]
    if (file.fate === 'pdf') {
      const isKept = route.endpoint.files && own.some((bytes) => bytes.equals(file.content))
      return isKept ? issues : [...issues, `${route.name}, ${file.what}: is not stored unchanged`]
    }
    const more = await Promise.all(own.map(revealsMore))
    return [...issues, ...more.flat().map((fieldError) => `${route.name}, ${file.what}: ${fieldError}`)]
  }
})
