import type { ServerResponse } from 'node:http'
import { imageEndpoints, noDownloadReasons } from '@mi-portal/contract/images'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildExam, buildLink } from '../../../../test/build.ts'
import { onePixel } from '../../../../test/external/image-archive/dicomweb-server.ts'
import { makeImageFile } from '../../../../test/external/image-archive/image-file.ts'
import { startDicomweb } from '../../../../test/image-archive.ts'
import { type Portal, startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

const accession = 'RX-2026.001'
const study = '1.2.840.1'
/** Two series: two images, and a film of three. */
const [chest, film] = ['1.2.840.1.1', '1.2.840.1.2']
const instances = [`${chest}.1`, `${chest}.2`, `${film}.1`] as const

const fileOf = (instance: string) =>
  makeImageFile({
    study,
    series: instance.slice(0, instance.lastIndexOf('.')),
    instance,
    pixels: Buffer.alloc(200_000, 7),
  })

type Setting = {
  readonly archive?: Parameters<typeof startDicomweb>[1]
  readonly frames?: number
  readonly person?: Parameters<Portal['person']>[0]
  readonly log?: string[]
}

/** Starts an image archive with one study, a portal, and the patient of the study with the exam. */
async function withStudy({ archive, frames = 3, person: given = {}, log }: Setting = {}) {
  const stored: Parameters<typeof startDicomweb>[0] = []
  const pacs = await startDicomweb(stored, { file: fileOf, ...archive })
  const portal = await startPortal({ environment: { IMAGES_URL: pacs.url }, ...(log ? { log } : {}) })
  const person = await portal.person(given)
  stored.push({
    uid: study,
    accession,
    patientId: person.document_number,
    date: '20261120',
    series: [
      {
        uid: chest,
        modality: 'DX',
        number: 1,
        instances: [
          { uid: instances[0], number: 1 },
          { uid: instances[1], number: 2 },
        ],
      },
      { uid: film, modality: 'US', number: 2, instances: [{ uid: instances[2], frames }] },
    ],
  })
  const exam = await buildExam(portal.db, {
    patient_id: person.id,
    type: 'imaging',
    accession_number: accession,
  })
  const call = await portal.as(person)
  const params = { patientId: person.id, attention_id: exam.id }
  const list = () => call(imageEndpoints.list, { params })
  const prepare = async (format: 'dicom' | 'jpeg' = 'dicom', key?: string) =>
    call(imageEndpoints.prepareDownload, {
      params: { key: key ?? (await list()).key },
      body: { study, format },
    })
  /** Downloads a study and returns the answer with the contents of the zip file. */
  const download = async (format?: 'dicom' | 'jpeg') => {
    const answer = await portal.app.inject({ url: (await prepare(format)).url })
    return { answer, files: answer.statusCode === 200 ? unzipSync(answer.rawPayload) : {} }
  }
  const listen = () => portal.app.listen({ port: 0, host: '127.0.0.1' })
  const shown = { pacs, person, exam, call, params }
  return { ...portal, ...shown, build: portal.person, list, prepare, download, listen }
}

const places = (db: Portal['db']) => db.ask<{ place: number }>('select place from image_downloads')

/** Waits until no download has a place: it is freed once the connection is closed. */
const allFreed = (db: Portal['db']) => expect.poll(() => places(db)).toEqual([])

const audited = (db: Portal['db']) => db.listAuditEvents('images.download')

test('the zip file is a DICOM medium: the original files byte for byte and a directory that names them', async () => {
  const { download, db, exam, person } = await withStudy()
  const { answer, files } = await download()
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename*=UTF-8''estudio-20261120.zip`,
    'cache-control': 'no-store',
  })
  const paths = ['SE000001/IM000001', 'SE000001/IM000002', 'SE000002/IM000001']
  expect(Object.keys(files)).toEqual([...paths.map((path) => `DICOM/ST000001/${path}`), 'DICOMDIR'])
  for (const [index, path] of paths.entries())
    expect(Buffer.from(files[`DICOM/ST000001/${path}`] ?? []).equals(fileOf(instances[index] ?? ''))).toBe(
      true,
    )
  const directory = strFromU8(files['DICOMDIR'] ?? new Uint8Array(), true)
  for (const path of paths) expect(directory).toContain(`DICOM\\ST000001\\${path.replace('/', '\\')}`)
  await allFreed(db)
  expect(await audited(db)).toMatchObject([
    {
      actor_id: person.id,
      patient_id: person.id,
      outcome: 'done',
      object: `attention_id=${exam.id} study=${study} format=dicom`,
    },
  ])
})

test('the zip file of images has them numbered by series as in the viewer', async () => {
  const { download, pacs } = await withStudy()
  const { answer, files } = await download('jpeg')
  expect(answer.headers['content-disposition']).toContain('imagenes-20261120.zip')
  expect(Object.keys(files)).toEqual([
    'serie-01/imagen-0001.jpg',
    'serie-01/imagen-0002.jpg',
    'serie-02/imagen-0001.jpg',
    'serie-02/imagen-0002.jpg',
    'serie-02/imagen-0003.jpg',
  ])
  expect(Buffer.from(files['serie-02/imagen-0003.jpg'] ?? []).equals(onePixel)).toBe(true)
  // The images have their own size and the window that they suggest.
  expect(pacs.rendered().every(({ search }) => search.size === 0)).toBe(true)
})

test('images that the archive cannot render are named in the zip file, and it says if the archive has more than it lists', async () => {
  const { download, pacs } = await withStudy({ archive: { pageSize: 2, ignoresOffset: true } })
  pacs.intercept(({ url }, response) => {
    if (!url?.includes(`${instances[1]}/frames`)) return false
    response.writeHead(500).end()
    return true
  })
  const { files } = await download('jpeg')
  expect(Object.keys(files)).not.toContain('serie-01/imagen-0002.jpg')
  const missing = strFromU8(files['FALTAN.TXT'] ?? new Uint8Array())
  expect(missing).toContain('serie-01/imagen-0002')
  expect(missing).toContain('más imágenes de este examen')
})

test('a study with more than 20,000 images is not rendered, and its original files can be downloaded', async () => {
  const { prepare } = await withStudy({ frames: 20_000 })
  await expectRejected(prepare('jpeg'), 400, noDownloadReasons.tooManyImages)
  expect((await prepare('dicom')).url).toContain('/api/images/downloads/')
})

/** Downloads over a socket, where an answer that is broken off is no answer. */
async function bytesOf(setting: Awaited<ReturnType<typeof withStudy>>, format?: 'dicom' | 'jpeg') {
  const origin = await setting.listen()
  const answer = await fetch(`${origin}${(await setting.prepare(format)).url}`)
  return { status: answer.status, bytes: answer.arrayBuffer() }
}

const isHalf = (format: 'dicom' | 'jpeg') => (url: string, response: ServerResponse) => {
  if (!url.includes(instances[1]) || url.includes('/instances?')) return false
  response.writeHead(200, { 'content-type': format === 'dicom' ? 'application/dicom' : 'image/jpeg' })
  response.write(fileOf(instances[1]).subarray(0, 50_000))
  response.write(Buffer.alloc(1), () => response.destroy())
  return true
}
const isMissing = (url: string, response: ServerResponse) => {
  if (!url.endsWith(instances[2])) return false
  response.writeHead(404).end()
  return true
}
const otherImage = (instance: string) => fileOf(instance === instances[2] ? instances[0] : instance)

test.each([
  ['of which an original breaks off', 'dicom', isHalf('dicom'), fileOf],
  ['of which an image breaks off', 'jpeg', isHalf('jpeg'), fileOf],
  ['of which the archive lists a file that it does not have', 'dicom', isMissing, fileOf],
  ['of which a file has the identifiers of another image', 'dicom', () => false, otherImage],
] as const)(
  'a download %s fails at the browser, and the log says why',
  async (_how, format, intercept, file) => {
    const log: string[] = []
    const setting = await withStudy({ log, archive: { file } })
    setting.pacs.intercept(({ url }, response) => intercept(url ?? '', response))
    const { status, bytes } = await bytesOf(setting, format)
    expect(status).toBe(200)
    await expect(bytes).rejects.toThrow()
    await allFreed(setting.db)
    expect(log.some((line) => line.includes('images: a download broke off'))).toBe(true)
  },
)

test('an archive that does not answer is reported before the download begins, and the place is free again', async () => {
  const { prepare, list, app, pacs, db } = await withStudy()
  const { url } = await prepare('dicom', (await list()).key)
  pacs.intercept((_request, response) => {
    response.writeHead(503).end()
    return true
  })
  expect((await app.inject({ url })).statusCode).toBe(503)
  expect(await places(db)).toEqual([])
})

test('a browser that goes away ends the requests to the archive and frees the place, which is no error', async () => {
  const log: string[] = []
  const setting = await withStudy({ log })
  const open = new Set<object>()
  setting.pacs.intercept(({ url }, response) => {
    if (!url?.endsWith(instances[0])) return false
    open.add(response)
    response.once('close', () => open.delete(response))
    response.writeHead(200, { 'content-type': 'application/dicom' })
    response.write(fileOf(instances[0]).subarray(0, 50_000))
    return true
  })
  const origin = await setting.listen()
  const leaving = new AbortController()
  const answer = await fetch(`${origin}${(await setting.prepare()).url}`, { signal: leaving.signal })
  expect(answer.status).toBe(200)
  expect(open.size).toBe(1)
  leaving.abort()
  await allFreed(setting.db)
  await expect.poll(() => open.size).toBe(0)
  expect(log.some((line) => line.includes('broke off'))).toBe(false)
})

test('a person has one download at a time, which its address starts once within a minute, and a second one is rejected in words', async () => {
  const { prepare, app, db, clock } = await withStudy()
  const late = await prepare()
  clock.advance({ seconds: 61 })
  expect((await app.inject({ url: late.url })).statusCode).toBe(404)
  const { url } = await prepare()
  await expectRejected(prepare('jpeg'), 429, noDownloadReasons.running)
  const [one, other] = await Promise.all([app.inject({ url }), app.inject({ url })])
  expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, 404])
  expect((await app.inject({ url })).statusCode).toBe(404)
  await allFreed(db)
  expect(await audited(db)).toHaveLength(1)
  expect((await prepare('jpeg')).url).toContain('/downloads/')
})

test('one of two requests of a person at two servers is reserved', async () => {
  const { list, app, db, clock, pacs } = await withStudy()
  const second = await startServer(db, clock, { environment: { IMAGES_URL: pacs.url } })
  const { key } = await list()
  const answers = await Promise.all(
    [app, second.app, app, second.app].map((server) =>
      server.inject({
        method: 'POST',
        url: `/api/images/downloads/${key}`,
        payload: { study, format: 'dicom' },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429, 429])
  expect(await places(db)).toHaveLength(1)
})

test('six downloads run at the same time on all servers, and a further one is rejected in words', async () => {
  const { prepare, build, db, clock } = await withStudy()
  for (let place = 1; place <= 6; place++)
    await db.ask(
      `insert into image_downloads (place, person_id, study, format, ends_at) values ($1, $2, '1.2', 'dicom', $3)`,
      [place, (await build()).id, new Date(clock.now().getTime() + 60_000)],
    )
  await expectRejected(prepare(), 429, noDownloadReasons.busy)
  // The places of servers that stopped are free once they were not renewed for a minute.
  clock.advance({ seconds: 61 })
  expect((await prepare()).url).toContain('/downloads/')
})

/** Starts a download whose first file does not end. Its place is renewed when the timers are moved on. */
async function startLong() {
  const setting = await withStudy()
  setting.pacs.intercept(({ url }, response) => {
    if (!url?.endsWith(instances[0])) return false
    response.writeHead(200, { 'content-type': 'application/dicom' })
    response.write(fileOf(instances[0]).subarray(0, 50_000))
    return true
  })
  const origin = await setting.listen()
  const { url } = await setting.prepare()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return { ...setting, answer: await fetch(`${origin}${url}`) }
}

test('the place of a download is renewed, so that the person still has one at a time, and a download that lost its place fails', async () => {
  const { db, clock, prepare, answer } = await startLong()
  clock.advance({ seconds: 50 })
  vi.advanceTimersByTime(20_000)
  const minute = new Date(clock.now().getTime() + 60_000)
  await expect
    .poll(() => db.ask<{ ends_at: Date }>('select ends_at from image_downloads'))
    .toMatchObject([{ ends_at: minute }])
  clock.advance({ seconds: 50 })
  await expectRejected(prepare(), 429)
  await db.ask('delete from image_downloads')
  vi.advanceTimersByTime(20_000)
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

test('the archive is asked for files only as fast as the browser takes them', async () => {
  const file = (instance: string) =>
    makeImageFile({ study, series: chest, instance, pixels: Buffer.alloc(24 * 1024 * 1024) })
  const { listen, prepare, pacs, db } = await withStudy({ archive: { file } })
  const answer = await fetch(`${await listen()}${(await prepare()).url}`)
  // The browser takes nothing. Archive, portal and browser share this event loop, whose turns would be enough for all files.
  for (let turn = 1; turn <= 20_000; turn += 1) await new Promise(setImmediate)
  const askedFiles = pacs.asked.filter(({ path }) => instances.some((one) => path.endsWith(one)))
  expect([answer.status, askedFiles.length]).toEqual([200, 1])
  await answer.body?.cancel()
  await allFreed(db)
})

test('a key of images opens no download and none of another exam, and a key of a download opens no image and reserves nothing', async () => {
  const { list, call, prepare, app } = await withStudy()
  const { key } = await list()
  const body = { study: '1.2.840.9', format: 'dicom' } as const
  const ofOther = call(imageEndpoints.prepareDownload, { params: { key }, body })
  await expectRejected(ofOther, 404)
  expect((await app.inject({ url: `/api/images/downloads/${key}` })).statusCode).toBe(404)
  const download = (await prepare()).url.split('/').at(-1)
  const frame = `/api/images/frames/${download}/${study}/${chest}/${instances[0]}/1`
  expect((await app.inject({ url: frame })).statusCode).toBe(404)
  const payload = { study, format: 'dicom' }
  const again = await app.inject({ method: 'POST', url: `/api/images/downloads/${download}`, payload })
  expect(again.statusCode).toBe(404)
})

test('a guardian downloads a study until the guardianship or the session ends, and the audit log names the rejection', async () => {
  const { as, build, app, db, person, params } = await withStudy({ person: { date_birth: '2011-05-10' } })
  const mother = await build()
  const link = await buildLink(db, { leader_id: mother.id, member_id: person.id })
  const asMother = await as(mother)
  const reserve = async () => {
    const { key } = await asMother(imageEndpoints.list, { params })
    return asMother(imageEndpoints.prepareDownload, { params: { key }, body: { study, format: 'dicom' } })
  }
  expect((await app.inject({ url: (await reserve()).url })).statusCode).toBe(200)
  await allFreed(db)
  expect(await audited(db)).toMatchObject([{ actor_role: 'guardian', patient_id: person.id }])
  const { url } = await reserve()
  await db.ask(`update family_links set state = 'ended' where id = $1`, [link.id])
  expect((await app.inject({ url })).statusCode).toBe(404)
  await db.ask(`update family_links set state = 'approved' where id = $1`, [link.id])
  const end = `update sessions set ended_at = now(), ended_by = 'signed-out' where person_id = $1`
  await db.ask(end, [mother.id])
  expect((await app.inject({ url })).statusCode).toBe(404)
  expect((await audited(db)).at(-1)).toMatchObject({ outcome: 'refused' })
})
