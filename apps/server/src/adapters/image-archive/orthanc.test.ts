import { imageEndpoints } from '@mi-portal/contract/images'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildExam } from '../../../test/build.ts'
import { type ImageFileOptions, makeImageFile } from '../../../test/external/image-archive/image-file.ts'
import {
  convertDicom,
  findOrthanc,
  orthancLogin,
  startOrthanc,
} from '../../../test/external/image-archive/orthanc.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

/** The number of slices of the tomography. */
const slices = 300

type Archive = Awaited<ReturnType<typeof startOrthanc>>

/** Identifiers below a root of their own for each study. */
const uids = (root: number, number = 1) => ({
  study: `1.2.826.0.1.3680043.2.1.${root}`,
  series: `1.2.826.0.1.3680043.2.1.${root}.1`,
  instance: `1.2.826.0.1.3680043.2.1.${root}.1.${number}`,
})

const square = (side: number) => ({ rows: side, columns: side })
const grey = { ...square(128), window: [40, 400], rescale: [1, -1024] } as const
const colour = { ...square(96), samples: 3, bitsAllocated: 8, bitsStored: 8, modality: 'US' } as const

describe.skipIf(findOrthanc() === null)('Orthanc as image archive', () => {
  let archive: Archive

  async function store(image: ImageFileOptions, conversion?: readonly [string, ...string[]]) {
    const file = makeImageFile(image)
    await archive.store(conversion === undefined ? file : await convertDicom(file, conversion))
  }

  beforeAll(async () => {
    archive = await startOrthanc()
    await store({ ...uids(1), ...grey, ...square(1024), modality: 'DX', accession: 'RX-1' })
    // Stored in reverse order: the list is ordered by the number of the image.
    for (let number = slices; number > 0; number--)
      await store({ ...uids(2, number), ...grey, ...square(64), number, accession: 'TC-1' })
    await store({ ...uids(3), ...colour, frames: 12, accession: 'ECO-1' })
    await store({ ...uids(4), ...colour, accession: 'JPEG-1' }, ['dcmcjpeg', '+un', '+eb'])
    await store({ ...uids(5), ...grey, accession: 'JPEG-2' }, ['dcmcjpeg', '+un', '+e1'])
    await store({ ...uids(6), ...grey, accession: 'JPEG-3' }, ['gdcmconv', '--j2k'])
    await store({ ...uids(7), ...grey, accession: 'RX-1', patientId: '11111111-1' })
  }, 240_000)
  afterAll(() => archive.stop())

  async function open(accession_number: string) {
    const portal = await startPortal({
      environment: {
        IMAGES_URL: archive.url,
        IMAGES_USER: orthancLogin.user,
        IMAGES_PASSWORD: orthancLogin.password,
      },
    })
    const person = await portal.person({ document_number: '123456785' })
    const exam = await buildExam(portal.db, { patient_id: person.id, type: 'imaging', accession_number })
    const call = await portal.as(person)
    const images = await call(imageEndpoints.list, {
      params: { patientId: person.id, attention_id: exam.id },
    })
    const download = async (format: 'dicom' | 'jpeg') => {
      const { study } = images.studies[0] ?? { study: '' }
      const params = { key: images.key }
      const { url } = await call(imageEndpoints.prepareDownload, { params, body: { study, format } })
      return portal.app.inject({ url })
    }
    return { ...portal, ...images, download }
  }

  async function frame(
    { app, key }: Pick<Portal, 'app'> & { key: string },
    { study, series, instance }: ReturnType<typeof uids>,
    rest = '/1',
  ) {
    const answer = await app.inject({
      url: `/api/images/frames/${key}/${study}/${series}/${instance}${rest}`,
    })
    return { status: answer.statusCode, bytes: answer.rawPayload, type: answer.headers['content-type'] }
  }

  /** Returns width, height and the mean of the grey values of an image. */
  async function measure(bytes: Buffer) {
    const { width, height } = await sharp(bytes).metadata()
    const { channels } = await sharp(bytes).stats()
    return { width, height, mean: channels[0]?.mean ?? 0 }
  }

  test('an X-ray is listed for its patient only, and is rendered in the size of the screen', async () => {
    const images = await open('RX-1')
    expect(images.studies.map(({ study }) => study)).toEqual([uids(1).study])
    expect(images.studies[0]).toMatchObject({ date: '20/11/2026', description: 'Estudio de tórax' })
    const small = await frame(images, uids(1), '/1?size=256')
    expect(small).toMatchObject({ status: 200, type: 'image/jpeg' })
    expect(await measure(small.bytes)).toMatchObject({ width: 256, height: 256 })
    expect(await measure((await frame(images, uids(1))).bytes)).toMatchObject({ width: 1024, height: 1024 })
    // The study of the other patient has the same accession number.
    expect((await frame(images, uids(7))).status).toBe(404)
  })

  test(`a tomography has its ${slices} images in order, and its windows differ`, async () => {
    const images = await open('TC-1')
    const instances = images.studies[0]?.series[0]?.instances ?? []
    expect(instances.map(({ instance }) => instance)).toEqual(
      Array.from({ length: slices }, (_, index) => uids(2, index + 1).instance),
    )
    const lungs = await measure((await frame(images, uids(2, 150), '/1?center=-600&width=1500')).bytes)
    const bones = await measure((await frame(images, uids(2, 150), '/1?center=500&width=2000')).bytes)
    expect(lungs.mean).toBeGreaterThan(bones.mean + 20)
    // Unless the reader asks for another one, an image has the window of its file.
    const own = await measure((await frame(images, uids(2, 150))).bytes)
    const same = await measure((await frame(images, uids(2, 150), '/1?center=40&width=400')).bytes)
    expect(own.mean).toBeCloseTo(same.mean, 1)
    expect(Math.abs(own.mean - lungs.mean)).toBeGreaterThan(20)
  })

  test('a film in colour has its frames, and no frame beyond them', async () => {
    const images = await open('ECO-1')
    expect(images.studies[0]?.series[0]).toMatchObject({
      modality: 'US',
      instances: [{ frames: 12, side: 96 }],
    })
    const [first, last] = [await frame(images, uids(3), '/1'), await frame(images, uids(3), '/12')]
    expect([first.status, last.status]).toEqual([200, 200])
    expect(first.bytes.equals(last.bytes)).toBe(false)
    expect((await sharp(first.bytes).stats()).channels).toHaveLength(3)
    expect((await frame(images, uids(3), '/13')).status).toBe(404)
  })

  test.each([
    ['JPEG', 'JPEG-1', 4],
    ['JPEG lossless', 'JPEG-2', 5],
    ['JPEG 2000', 'JPEG-3', 6],
  ])('a study in %s is rendered, and its original stays compressed', async (_codec, accession, root) => {
    const images = await open(accession)
    expect((await frame(images, uids(root))).status).toBe(200)
    const { study, series, instance } = uids(root)
    const original = await images.app.inject({
      url: `/api/images/originals/${images.key}/${study}/${series}/${instance}`,
    })
    expect(original.statusCode).toBe(200)
    expect(original.headers['content-type']).toBe('application/dicom')
    expect(original.rawPayload.subarray(128, 132).toString()).toBe('DICM')
    // Uncompressed, the pixels of each of these images alone have more bytes.
    expect(original.rawPayload.length).toBeLessThan(27_000)
  })
})
