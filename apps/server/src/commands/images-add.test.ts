import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { imageEndpoints } from '@mi-portal/contract/images'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { buildExam } from '../../test/build.ts'
import { getEnvironment, runCommand } from '../../test/commands/run-command.ts'
import {
  type ImageFileOptions,
  imageUids,
  makeImageFile,
} from '../../test/external/image-archive/image-file.ts'
import { makeTestFolder } from '../../test/files/folder.ts'
import { inspectFiles } from '../../test/files/memory-files.ts'
import { freePort } from '../../test/free-port.ts'
import { startPortal } from '../../test/portal.ts'
import { openImageImport } from '../adapters/choose.ts'
import { createFolderStore } from '../adapters/files/folder.ts'
import { createFileRecords } from '../modules/uploads/create-file-records.ts'
import { readConfig } from '../platform/config/config.ts'
import type { CheckedImage } from '../ports/image-archive.ts'
import { openFile } from './images/medium-files.ts'

const document = '12.345.678-5'

/** Returns the path of a program that `npm run build` made. */
const built = (name: string) => join(import.meta.dirname, `../../../../dist/server/${name}.mjs`)

/** An image in each transfer syntax that the portal shows, as dcmtk and GDCM write them. */
const samples = join(import.meta.dirname, '../../test/external/image-archive/transfer-syntaxes')

/** Starts the built server, which ends with the test. Returns its address once it answers. */
async function startBuiltServer(environment: Readonly<Record<string, string>>): Promise<string> {
  const port = await freePort()
  const server = spawn(process.execPath, [built('main')], {
    env: { PATH: process.env.PATH, PORT: String(port), ...environment },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    const exited = once(server, 'exit')
    server.kill()
    await exited
  })
  const origin = `http://127.0.0.1:${port}`
  await expect
    .poll(async () => (await fetch(`${origin}/health/ready`).catch(() => null))?.status, { timeout: 60_000 })
    .toBe(200)
  return origin
}

/** A portal without `IMAGES_URL`, an imaging exam with the accession number `RX-1`, and the command with the same files and database. */
async function startAdding() {
  const folder = makeTestFolder()
  const files = inspectFiles(createFolderStore(join(folder, 'files')))
  const portal = await startPortal({ files })
  const person = await portal.person({ document_number: '123456785' })
  const added = await buildExam(portal.db, {
    patient_id: person.id,
    type: 'imaging',
    accession_number: 'RX-1',
  })
  const environment = await getEnvironment(portal.db, folder)
  const config = readConfig(environment)
  const fileRecords = createFileRecords(portal.db, 'unscanned')
  const medium = join(folder, 'medium')
  mkdirSync(medium)
  const call = await portal.as(person)
  const params = { patientId: person.id, attention_id: added.id }
  return {
    portal,
    person,
    params,
    exam: added,
    medium,
    call,
    list: () => call(imageEndpoints.list, { params }),
    hasImages: async () => {
      const { laboratories } = await call(examEndpoints.list, { query: { type: 'imaging' } })
      return laboratories[0]?.has_images
    },
    write: (name: string, content: Uint8Array | string) => {
      mkdirSync(dirname(join(medium, name)), { recursive: true })
      writeFileSync(join(medium, name), content)
      return join(medium, name)
    },
    image: (name: string, options: ImageFileOptions = {}) => {
      mkdirSync(dirname(join(medium, name)), { recursive: true })
      writeFileSync(join(medium, name), makeImageFile({ patientId: document, ...options }))
      return join(medium, name)
    },
    /** Stores the images of the folder as the command does, in this process. Returns how many were new. */
    store: async (id = added.id) => {
      const images = await openImageImport({ db: portal.db, clock: portal.clock, config }, fileRecords)
      const target = await images.findExam(id)
      if (target === null) throw new Error('no exam')
      const checked: CheckedImage[] = []
      for (const name of readdirSync(medium).map((one) => join(medium, one))) {
        const image = await images.check(target, { bytes: statSync(name).size, open: () => openFile(name) })
        if (image !== null) checked.push(image)
      }
      return images.store(target, checked)
    },
    add: (paths: readonly string[] = [medium], id: number | string = added.id) =>
      runCommand('images:add', ['--exam', String(id), ...paths], environment),
    environment,
    remove: (id: number | string = added.id) =>
      runCommand('images:remove', ['--exam', String(id)], environment),
    count: async () => {
      const [row] = await portal.db.ask<
        Record<'studies' | 'series' | 'instances' | 'files', number>
      >(`select (select count(*) from image_studies)::int as studies, (select count(*) from image_series)::int as series,
           (select count(*) from image_instances)::int as instances,
           (select count(*) from files where purpose = 'image')::int as files`)
      return row
    },
  }
}

const nothing = { studies: 0, series: 0, instances: 0, files: 0 }

test('the images of a folder are shown and downloaded at their exam, and a second run changes nothing', async () => {
  const { image, add, list, hasImages, count, exam, portal, call, write } = await startAdding()
  expect(await hasImages()).toBe(false)
  for (const number of [1, 2])
    image(`DICOM/CT${number}`, { ...imageUids(1, 1, number), number: 3 - number, description: 'Tórax' })
  image('DICOM/US1', { ...imageUids(1, 2), modality: 'US', frames: 3, bitsStored: 8, bitsAllocated: 8 })
  write('AUTORUN.INF', '[autorun]')
  const added = await add()
  expect([added.code, added.errors]).toEqual([0, ''])
  expect(added.output).toMatch(/Left out, because they are no DICOM files:\n {2}\S+AUTORUN\.INF\n/)
  expect(added.output).toContain(`Exam ${exam.id}: 3 images added, 0 already there\n`)
  expect(await hasImages()).toBe(true)

  const { studies, key, is_complete } = await list()
  expect(is_complete).toBe(true)
  expect(studies).toEqual([
    {
      study: imageUids(1).study,
      date: '20/11/2026',
      description: 'Estudio de tórax',
      series: [
        {
          ...{ series: imageUids(1, 1).series, number: 3, description: 'Tórax', modality: 'CT' },
          instances: [
            { instance: imageUids(1, 1, 2).instance, frames: 1, side: 16 },
            { instance: imageUids(1, 1, 1).instance, frames: 1, side: 16 },
          ],
        },
        {
          ...{ series: imageUids(1, 2).series, number: 3, description: 'Serie sintética', modality: 'US' },
          instances: [{ instance: imageUids(1, 2).instance, frames: 3, side: 16 }],
        },
      ],
    },
  ])
  const { study, series, instance } = imageUids(1)
  const address = `${key}/${study}/${series}/${instance}`
  const original = await portal.app.inject({ url: `/api/images/originals/${address}` })
  expect(
    original.rawPayload.equals(
      makeImageFile({ ...imageUids(1), number: 2, description: 'Tórax', patientId: document }),
    ),
  ).toBe(true)
  const { url } = await call(imageEndpoints.prepareDownload, {
    params: { key },
    body: { study, format: 'dicom' },
  })
  const zip = unzipSync((await portal.app.inject({ url })).rawPayload)
  expect(Object.keys(zip)).toContain('DICOMDIR')
  expect(Object.keys(zip)).toHaveLength(4)
  const [entry] = await portal.db.listAuditEvents('images.store')
  expect(entry).toMatchObject({ actor_role: 'system', object: `attention_id=${exam.id}` })

  expect(await count()).toEqual({ studies: 1, series: 2, instances: 3, files: 3 })
  const [unowned] = await portal.db.ask<{ count: number }>(
    'select count(*)::int as count from unfinished_files',
  )
  expect(unowned?.count).toBe(0)

  // The downloaded medium, with its directory, is a medium that the command reads.
  for (const [name, bytes] of Object.entries(zip)) write(`disc/${name}`, bytes)
  const medium = await add([join(dirname(write('disc/X', '')))])
  expect(medium.output).toContain('0 images added, 3 already there')
  rmSync(join(dirname(write('disc/Y', '')), 'DICOM/ST000001/SE000002/IM000001'))
  const lost = await add([dirname(write('disc/Z', ''))])
  expect([lost.code, lost.output]).toEqual([1, ''])
  expect(lost.errors).toContain('DICOM/ST000001/SE000002/IM000001: is named by the DICOMDIR and is missing')
})

test('another patient’s exam with the same accession number has no images, and another exam of the patient has them', async () => {
  const { image, store, list, portal, person } = await startAdding()
  image('a.dcm')
  await store()
  const stranger = await portal.person()
  const exam = { type: 'imaging', accession_number: 'RX-1' } as const
  const other = await buildExam(portal.db, { ...exam, patient_id: stranger.id })
  const call = await portal.as(stranger)
  const params = { patientId: stranger.id, attention_id: other.id }
  const seen = await call(imageEndpoints.list, { params })
  expect(seen.studies).toEqual([])
  const { laboratories } = await call(examEndpoints.list, { query: { type: 'imaging' } })
  expect(laboratories.map(({ has_images }) => has_images)).toEqual([false])
  const { study, series, instance } = imageUids(1)
  for (const kind of ['frames', 'originals'])
    expect(
      (
        await portal.app.inject({
          url: `/api/images/${kind}/${seen.key}/${study}/${series}/${instance}${kind === 'frames' ? '/1' : ''}`,
        })
      ).statusCode,
    ).toBe(404)

  await buildExam(portal.db, { ...exam, patient_id: person.id })
  await buildExam(portal.db, { ...exam, patient_id: person.id, accession_number: 'RX-9' })
  expect((await list()).studies).toHaveLength(1)
  const own = await (await portal.as(person))(examEndpoints.list, { query: { type: 'imaging' } })
  expect(own.laboratories.filter(({ has_images }) => has_images)).toHaveLength(2)
})

const rejections: readonly (readonly [ImageFileOptions, string])[] = [
  [{ patientId: '11.111.111-1' }, 'is of another patient'],
  [{ patientId: '' }, 'has no Patient ID'],
  [{ accession: 'RX-2' }, 'is of another exam: '],
  [{ accession: '' }, 'has no Accession Number'],
  [{ pixels: Buffer.alloc(100) }, 'is damaged: pixels of its images are missing'],
  [{ rows: 0 }, 'is damaged: the size of its images is missing'],
  [{ instance: '1.2.x' }, 'is damaged: the identifiers'],
  [
    { frames: 3, transferSyntax: '1.2.840.10008.1.2.5', fragments: [Buffer.alloc(64), Buffer.alloc(64)] },
    'is damaged: it has 2 of 3 images',
  ],
]

test('a folder with images that do not belong to the exam or are damaged is rejected as a whole, and each is named', async () => {
  const { image, write, add, count, hasImages } = await startAdding()
  image('good.dcm', imageUids(1, 1, 2))
  for (const [index, [options]] of rejections.entries()) image(`bad-${index}.dcm`, options)
  const whole = makeImageFile({ patientId: document })
  write('cut.dcm', whole.subarray(0, whole.length - 10))
  write('head.dcm', whole.subarray(0, 300))
  const { code, output, errors } = await add()
  expect([code, output]).toEqual([1, ''])
  expect(errors).toMatch(/^No image was stored:\n/)
  for (const [index, [, message]] of rejections.entries())
    expect(errors).toMatch(`bad-${index}.dcm: ${message}`)
  expect(errors).toMatch('cut.dcm: is damaged: it ends too early')
  expect(errors).toMatch('head.dcm: is damaged: its elements cannot be read')
  // The document of another patient is in no message.
  expect(errors).not.toContain('11.111.111')
  expect(errors).not.toContain('good.dcm')
  expect(await count()).toEqual(nothing)
  expect(await hasImages()).toBe(false)
})

test('an image that is stored already with other content, in another series or for another exam is rejected', async () => {
  const { image, store, person, portal, count } = await startAdding()
  image('a.dcm')
  expect(await store()).toBe(1)
  image('a.dcm', { description: 'Otra' })
  await expect(store()).rejects.toThrow('is stored already, with other content')
  image('a.dcm', { series: imageUids(1, 5).series })
  await expect(store()).rejects.toThrow('is stored in another study or series')
  image('a.dcm', { ...imageUids(2), series: imageUids(1).series })
  await expect(store()).rejects.toThrow('is stored in another study')
  const exam = { patient_id: person.id, type: 'imaging', accession_number: 'RX-2' } as const
  const second = await buildExam(portal.db, exam)
  image('a.dcm', { ...imageUids(1, 1, 7), accession: 'RX-2' })
  await expect(store(second.id)).rejects.toThrow('is stored already for another exam')
  expect(await count()).toEqual({ studies: 1, series: 1, instances: 1, files: 1 })
  image('a.dcm')
  image('b.dcm', { description: 'Otra' })
  await expect(store()).rejects.toThrow('two files with different content are the image')
})

test('an image whose transfer syntax cannot be shown is announced, stored encrypted and downloaded', async () => {
  const { image, add, list, portal, medium } = await startAdding()
  image('film.dcm', {
    transferSyntax: '1.2.840.10008.1.2.4.102',
    fragments: [Buffer.from('video')],
    ...{ modality: 'US', samples: 3, bitsAllocated: 8, bitsStored: 8 },
  })
  expect((await add()).output).toContain(
    `cannot show these series, and offers their files as a download:
  ${imageUids(1).series} (1 images): the transfer syntax 1.2.840.10008.1.2.4.102\n`,
  )
  const { key } = await list()
  const { study, series, instance } = imageUids(1)
  const at = (kind: string, rest = '') =>
    portal.app.inject({ url: `/api/images/${kind}/${key}/${study}/${series}/${instance}${rest}` })
  const refused = await at('frames', '/1')
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([422, 'imageUnsupported'])
  expect((await at('originals')).rawPayload.includes('video')).toBe(true)
  const [file] = await portal.db.ask<{ key: string }>(`select key, scan_state, media_type from files`)
  expect(file).toMatchObject({ media_type: 'application/dicom', scan_state: 'unscanned' })
  const stored = readdirSync(join(medium, '../files'), { recursive: true, withFileTypes: true })
  const found = stored.find(({ name }) => name === file?.key)
  expect(readFileSync(join(found?.parentPath ?? '', found?.name ?? '')).includes('Prueba^')).toBe(false)
})

test('patients no longer see removed images, whose files expire, and the images can be stored at the right exam', async () => {
  const { image, store, remove, list, hasImages, count, portal, exam, person } = await startAdding()
  image('a.dcm', imageUids(1, 1, 1))
  image('b.dcm', imageUids(1, 2, 1))
  await store()
  const removed = await remove()
  expect([removed.code, removed.errors, removed.output]).toEqual([
    0,
    '',
    `Exam ${exam.id}: 2 images removed\n`,
  ])
  portal.clock.advance({ seconds: 16 })
  expect(await hasImages()).toBe(false)
  expect((await list()).studies).toEqual([])
  expect(await count()).toMatchObject({ studies: 0, series: 0, instances: 0 })
  expect(
    await portal.db.ask(`select delete_after is not null as expires from files where purpose = 'image'`),
  ).toEqual([{ expires: true }, { expires: true }])
  const [entry] = await portal.db.listAuditEvents('images.remove')
  expect(entry).toMatchObject({
    actor_role: 'system',
    patient_id: person.id,
    object: `attention_id=${exam.id}`,
    detail: { images: 2 },
  })
  expect((await remove()).errors).toBe(`The portal stores no images of the exam ${exam.id}.\n`)
  expect(await store()).toBe(2)
})

test('the built program shows an image of every transfer syntax', async () => {
  const { environment, medium, portal, person, exam, params } = await startAdding()
  cpSync(samples, medium, { recursive: true })
  const command = [built('portal'), 'images:add', '--exam', String(exam.id), medium]
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { PATH: process.env.PATH, ...environment },
    cwd: medium,
  })
  expect(stdout).toMatch(/^Exam \d+: 12 images added, 0 already there\n$/)

  const origin = await startBuiltServer(environment)
  // The built server has the real time.
  portal.clock.set(new Date().toISOString())
  const { key, studies } = await (await portal.as(person))(imageEndpoints.list, { params })
  const [study] = studies
  const statuses = await Promise.all(
    (study?.series ?? []).map(async ({ series, instances: [image] }) => {
      const path = `${key}/${study?.study}/${series}/${image?.instance}/1`
      return (await fetch(`${origin}/api/images/frames/${path}`)).status
    }),
  )
  expect(statuses).toEqual(Array(12).fill(200))
}, 180_000)
