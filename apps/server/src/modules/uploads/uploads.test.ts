import { connect } from 'node:net'
import type { EndpointTable } from '@mi-portal/contract/calls/endpoint'
import { filesMaxBytes, heicAdvice } from '@mi-portal/contract/values/upload'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildPdf, encryptedPdf, pdfFile, pngFile } from '../../../test/files/attachments.ts'
import { type Portal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { type Admitted, mountEndpoint } from '../../platform/http/mount.ts'
import { pdfProblemMessages } from '../../platform/pdf/pdf-problem.ts'

const fileReply = z.object({ key: z.string(), name: z.string(), media_type: z.string(), bytes: z.int() })
const probe = {
  send: {
    method: 'POST',
    path: '/probe',
    access: 'patient',
    summary: 'Stores files and returns what arrived',
    form: z.object({ comment: z.string('Digita Comentario') }),
    files: true,
    reply: z.object({ comment: z.string(), files: z.array(fileReply), kept: z.array(z.string()) }),
  },
} as const satisfies EndpointTable

/** Starts a portal with an endpoint of the test, which stores nothing of its input. */
async function withProbe(options: PortalOptions = {}) {
  const inside: { read: (key: string) => Promise<Buffer> } = { read: async () => Buffer.alloc(0) }
  const portal: Portal = await startPortal({
    ...options,
    alsoMount: (app) =>
      mountEndpoint(app, probe.send, async ({ form, files }: Admitted<typeof probe.send>) => ({
        comment: form.comment,
        files: [...files],
        kept: await Promise.all(files.map(async ({ key }) => (await inside.read(key)).toString('latin1'))),
      })),
  })
  inside.read = async (key) => Buffer.concat(await Array.fromAsync((await portal.files.read(key)) ?? []))
  const person = await portal.person()
  const token = await portal.sessionOf(person.id)
  const call = portal.caller(token)
  const send = (files: readonly File[], fields: Record<string, string> = { comment: 'Hola' }) =>
    call(probe.send, { form: formOf(files, fields) })

  /** Posts a form with its length declared, as browsers do. */
  const post = async (form: FormData) => {
    const body = new Response(form)
    const payload = Buffer.from(await body.arrayBuffer())
    const headers = {
      'content-type': body.headers.get('content-type') ?? '',
      'content-length': String(payload.length),
      'x-token': token,
    }
    return portal.app.inject({ method: 'POST', url: '/api/probe', headers, payload })
  }
  return { ...portal, sender: person, token, send, post }
}

function formOf(files: readonly File[], fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  files.forEach((file, index) => {
    form.set(`file_${index}`, file)
  })
  return form
}

async function nothingIsLeft({ db, files }: Pick<Portal, 'db' | 'files'>) {
  expect(files.keys()).toEqual([])
  expect(await db.ask('select key from files union all select key from unfinished_files')).toEqual([])
}

const file = (bytes: Uint8Array | string, name: string, type: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })

test('several files are accepted: a PDF unchanged, an image encoded again', async () => {
  const { send } = await withProbe()
  const pdf = pdfFile('orden médica.pdf', 300_000)
  const { files, kept: stored, comment } = await send([pdf, await pngFile()])
  expect(comment).toBe('Hola')
  expect(files).toMatchObject([
    { name: 'orden médica.pdf', media_type: 'application/pdf', bytes: 300_000 },
    { name: 'foto.png', media_type: 'image/png' },
  ])
  expect(files.every(({ key }) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
  expect(stored[0]).toBe(Buffer.from(await pdf.arrayBuffer()).toString('latin1'))
  expect(stored[1]).not.toContain('secreto-en-el-exif')
  expect((await sharp(Buffer.from(stored[1] ?? '', 'latin1')).metadata()).format).toBe('png')
})

test('files are shown with a name without folders or invisible characters', async () => {
  const { send } = await withProbe()
  const { files } = await send([
    pdfFile('..\\..\\C:\\secreto\\orden\u202efdp.pdf'),
    pdfFile(`${'a'.repeat(300)}.pdf`),
  ])
  expect(files[0]?.name).toBe('orden fdp.pdf')
  expect(files[1]?.name).toBe(`${'a'.repeat(116)}.pdf`)
})

test('the content of a file decides its type, and its name gets the end of that type', async () => {
  const { send } = await withProbe()
  const png = new Uint8Array(await (await pngFile()).arrayBuffer())
  const { files } = await send([
    file(new Uint8Array(buildPdf()), 'orden', 'application/octet-stream'),
    file(new Uint8Array(buildPdf()), 'orden.pdf.exe', 'image/png'),
    file(png, 'foto.jpg', 'image/jpeg'),
  ])
  expect(files.map(({ name, media_type }) => [name, media_type])).toEqual([
    ['orden.pdf', 'application/pdf'],
    ['orden.pdf.exe.pdf', 'application/pdf'],
    ['foto.jpg.png', 'image/png'],
  ])
})

const heic = '\0\0\0\x18ftypheic\0\0\0\0heicmif1'
const wrongType = 'Selecciona formato png, jpg o pdf'

test('a file of another type, a damaged image and a HEIC photo are rejected in words, and nothing is stored', async () => {
  const portal = await withProbe()
  const png = new Uint8Array(await (await pngFile()).arrayBuffer())
  for (const [bad, msg] of [
    [file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'foto.svg', 'image/svg+xml'), wrongType],
    [file('<html>', 'orden.pdf', 'application/pdf'), wrongType],
    [file(png.subarray(0, png.length - 60), 'foto.png', 'image/png'), wrongType],
    [file('PK\u0003\u0004', 'orden.zip', 'application/zip'), wrongType],
    [file('', 'orden.pdf', 'application/pdf'), wrongType],
    [file(heic, 'foto.jpg', 'image/jpeg'), heicAdvice],
  ] as const) {
    const { status, fieldErrors } = await getRejection(portal.send([pdfFile(), bad]))
    expect([bad.name, status, fieldErrors]).toEqual([bad.name, 415, [{ param: 'file_1', msg }]])
  }
  await nothingIsLeft(portal)
})

test('a PDF with a password, cut off or without pages is rejected in words; a PDF that is only protected from changes is stored', async () => {
  const portal = await withProbe()
  const rejected = async (bytes: Uint8Array) => {
    const { status, message } = await getRejection(portal.send([file(bytes, 'orden.pdf', 'application/pdf')]))
    return [status, message]
  }
  const [whole, locked] = [buildPdf('', 5000), await encryptedPdf({ userPassword: 'secreta' })]
  expect(await rejected(locked)).toEqual([415, pdfProblemMessages.locked])
  expect(await rejected(whole.subarray(0, 4900))).toEqual([415, pdfProblemMessages.damaged])
  expect(await rejected(Buffer.from('%PDF-1.7\n%%EOF\n'))).toEqual([415, pdfProblemMessages.damaged])
  const withoutPages = Buffer.from(whole.toString().replace('Count 1/Kids[3 0 R]', 'Count 0/Kids[]'))
  expect(await rejected(withoutPages)).toEqual([415, pdfProblemMessages.empty])
  await nothingIsLeft(portal)
  const readable = await encryptedPdf({ ownerPassword: 'secreta' })
  expect((await portal.send([file(readable, 'orden.pdf', 'application/pdf')])).files).toHaveLength(1)
})

test('a form may have ten files of 20,971,520 bytes together, and no more', async () => {
  const portal = await withProbe()
  const half = filesMaxBytes / 2
  expect((await portal.send([pdfFile('a.pdf', half), pdfFile('b.pdf', half)])).files).toHaveLength(2)
  const above = [pdfFile('a.pdf', half), pdfFile('b.pdf', half + 1)]
  await expectRejected(portal.send(above), 413, 'Selecciona tamaño máximo 20MB')
  const many = (count: number) => Array.from({ length: count }, (_, index) => pdfFile(`${index}.pdf`))
  expect((await portal.send(many(10))).files).toHaveLength(10)
  await expectRejected(portal.send(many(11)), 413, 'Selecciona hasta 10 archivos')
  await nothingIsLeft(portal)
})

test('a form may be without files, and none is stored for a call that does not own it or has a wrong field', async () => {
  const portal = await withProbe()
  const answer = await portal.post(formOf([file('', '', 'application/octet-stream')], { comment: 'Hola' }))
  expect([answer.statusCode, answer.json().files]).toEqual([200, []])
  await portal.send([pdfFile()])
  const failure = await getRejection(portal.send([pdfFile()], {}))
  expect(failure.fieldErrors[0]?.param).toBe('comment')
  await nothingIsLeft(portal)
})

test('files of callers without a session, and of staff at a patients’ endpoint, are not read', async () => {
  const portal = await withProbe()
  await expectRejected(portal.anonymous(probe.send, { form: formOf([pdfFile()], {}) }), 401)
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  await expectRejected(staff(probe.send, { form: formOf([pdfFile()], {}) }), 403)
  expect(await portal.db.ask(`select * from tries where scope = 'upload-bytes'`)).toEqual([])
})

test('a person may upload 200 MB a day', async () => {
  const portal = await withProbe()
  await portal.send([pdfFile('orden.pdf', 100_000)])
  await portal.db.ask(`update tries set count = 209715200 - 100000 where scope = 'upload-bytes'`)
  await portal.send([pdfFile('orden.pdf', 100_000)])
  for (const size of [100, 200]) {
    const failure = await getRejection(portal.send([pdfFile('orden.pdf', size)]))
    expect([failure.status, (failure.retryAfter ?? 0) > 80_000]).toEqual([429, true])
  }
  await nothingIsLeft(portal)
  portal.clock.advance({ days: 1 })
  const later = await portal.as(portal.sender)
  const form = formOf([pdfFile()], { comment: 'Hola' })
  expect((await later(probe.send, { form })).files).toHaveLength(1)
})

test('files that the store cannot accept are rejected as temporarily unavailable, and nothing remains', async () => {
  const portal = await withProbe()
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const { put } = portal.files
  const rejectingPut: typeof put = async () => {
    throw full
  }
  Object.assign(portal.files, { put: rejectingPut })
  for (const sent of [pdfFile(), await pngFile()]) {
    const failure = await getRejection(portal.send([sent]))
    expect([failure.status, failure.retryAfter]).toEqual([503, 60])
  }
  Object.assign(portal.files, { put })
  expect((await portal.send([pdfFile()])).files).toHaveLength(1)
  await nothingIsLeft(portal)
})

test('files are rejected while disk space is short, and accepted afterwards', async () => {
  let left = 1_000_500_000
  const portal = await withProbe({ environment: { FREE_SPACE_MIN: '1GB' }, freeSpace: async () => left })
  expect((await portal.send([pdfFile()])).files).toHaveLength(1)
  // The declared length would exceed the limit.
  const large = () => formOf([pdfFile('a.pdf', 600_000)], { comment: 'Hola' })
  expect((await portal.post(large())).statusCode).toBe(503)
  left = 999_999_999
  const failure = await getRejection(portal.send([]))
  expect([failure.status, failure.retryAfter]).toEqual([503, 60])
  left = 2_000_000_000
  expect((await portal.post(large())).statusCode).toBe(200)
  await nothingIsLeft(portal)
})

const part = (rest: string) =>
  `--x\r\ncontent-disposition: form-data; name="file_0"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${rest}`

test('a form interrupted in a file, in its first bytes or before the end is rejected, and nothing remains', async () => {
  const portal = await withProbe()
  for (const payload of [
    part(`%PDF-1.7${' '.repeat(10_000)}`),
    part('%PDF'),
    `${part('%PDF-1.7')}\r\n--x\r\n`,
  ]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-token': portal.token }
    const answer = await portal.app.inject({ method: 'POST', url: '/api/probe', headers, payload })
    expect([400, 415]).toContain(answer.statusCode)
  }
  await nothingIsLeft(portal)
})

/** Sends all but the last bytes of a form with an image. `answer` returns what the server answered meanwhile. */
async function sendMostOf({ app, token }: Pick<Awaited<ReturnType<typeof withProbe>>, 'app' | 'token'>) {
  const body = new Response(formOf([await pngFile()], { comment: 'Hola' }))
  const bytes = Buffer.from(await body.arrayBuffer())
  const head = [
    'POST /api/probe HTTP/1.1',
    'host: portal',
    `x-token: ${token}`,
    `content-type: ${body.headers.get('content-type')}`,
    `content-length: ${bytes.length}`,
  ]
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', (text) => {
    received += text
  })
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, bytes.length - 200))
  return { answer: () => received.split('\r\n', 1)[0], end: () => socket.destroy() }
}

test('slow senders keep no other person from uploading, and of five forms of one person at the same time one is rejected', async () => {
  const portal = await withProbe()
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const slow = await Promise.all(Array.from({ length: 5 }, () => sendMostOf(portal)))
  const answers = () => slow.map(({ answer }) => answer()).filter((answer) => answer !== '')
  await expect.poll(answers).toEqual(['HTTP/1.1 429 Too Many Requests'])
  const other = await portal.as(await portal.person())
  const form = formOf([await pngFile(), pdfFile()], { comment: 'Hola' })
  expect((await other(probe.send, { form })).files).toHaveLength(2)
  for (const { end } of slow) end()
  await expect.poll(() => portal.send([pdfFile()]).catch(() => null)).toMatchObject({ comment: 'Hola' })
  await nothingIsLeft(portal)
})

test('a file that a crash left without an owner is removed an hour later', async () => {
  const portal = await startPortal()
  const key = 'ab'.repeat(16)
  await portal.files.put(key, Buffer.from('half'))
  await portal.db.ask('insert into unfinished_files values ($1, $2)', [key, portal.clock.now()])
  portal.clock.advance({ minutes: 59 })
  await portal.runJob('uploads.remove')
  expect(portal.files.keys()).toEqual([key])
  portal.clock.advance({ minutes: 2 })
  await portal.runJob('uploads.remove')
  await nothingIsLeft(portal)
})
