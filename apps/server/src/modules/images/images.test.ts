import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { imageEndpoints } from '@mi-portal/contract/images'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { expect, test } from 'vitest'
import { buildExam, buildLink, buildResult } from '../../../test/build.ts'
import { clinicWith } from '../../../test/clinic/packages.ts'
import {
  onePixel,
  type StoredStudy,
  toDicomFile,
} from '../../../test/external/image-archive/dicomweb-server.ts'
import { startDicomweb } from '../../../test/image-archive.ts'
import { type Portal, type PortalOptions, startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import type { ExamRow } from '../../../test/rows.ts'

const accession = 'RX-2026.001'
const uid = { study: '1.2.840.1', series: '1.2.840.1.1', instance: '1.2.840.1.1.1' }

function chest(patientId: string, overrides: Partial<StoredStudy> = {}): StoredStudy {
  return {
    uid: uid.study,
    accession,
    patientId,
    date: '20261120',
    description: '\u202eRadiografía de tórax',
    series: [
      { uid: uid.series, modality: 'DX', description: 'PA', number: 1, instances: [{ uid: uid.instance }] },
    ],
    ...overrides,
  }
}

type Setting = {
  readonly studies?: (document: string) => StoredStudy[]
  readonly archive?: Parameters<typeof startDicomweb>[1]
  readonly exam?: Partial<ExamRow>
  readonly person?: Parameters<Portal['person']>[0]
  readonly options?: PortalOptions
}

/** Starts an image archive, a portal that uses it, and a patient with one imaging exam. */
async function withImages(setting: Setting = {}) {
  const stored: StoredStudy[] = []
  const pacs = await startDicomweb(stored, setting.archive)
  const portal = await startPortal({
    ...setting.options,
    environment: { ...setting.options?.environment, IMAGES_URL: pacs.url },
  })
  const person = await portal.person(setting.person)
  stored.push(...(setting.studies ?? ((document) => [chest(document)]))(person.document_number))
  const exam = await buildExam(portal.db, {
    patient_id: person.id,
    type: 'imaging',
    type_exam: 'Radiografía de tórax',
    accession_number: accession,
    ...setting.exam,
  })
  const call = await portal.as(person)
  const params = { patientId: person.id, attention_id: exam.id }
  const list = () => call(imageEndpoints.list, { params })
  return {
    ...portal,
    build: portal.person,
    pacs,
    stored,
    person,
    exam,
    call,
    params,
    list,
    ...openers(portal),
  }
}

function openers({ app }: Pick<Portal, 'app'>) {
  const at = (kind: 'frames' | 'originals', key: string, of: Partial<typeof uid>, rest: string) => {
    const { study, series, instance } = { ...uid, ...of }
    return app.inject({ url: `/api/images/${kind}/${key}/${study}/${series}/${instance}${rest}` })
  }
  return {
    frame: (key: string, of: Partial<typeof uid> = {}, rest = '/1') => at('frames', key, of, rest),
    original: (key: string, of: Partial<typeof uid> = {}) => at('originals', key, of, ''),
  }
}

/** The error of an archive that does not answer as it should. */
const down = { status: 503, message: new ApiError('imagesDown').message }

test('the list has the series with their images in the order of their numbers', async () => {
  const { list, exam } = await withImages({
    studies: (document) => [
      chest(document, {
        series: [
          { uid: '1.2.9', modality: 'SR', instances: [{ uid: '1.2.9.1' }] },
          {
            uid: '1.2.4',
            modality: 'US',
            number: 10,
            instances: [{ uid: '1.2.4.1', frames: 40, extent: [480, 640] }],
          },
          {
            uid: '1.2.3',
            modality: 'CT',
            description: 'Tórax',
            number: 2,
            instances: [
              { uid: '1.2.3.10', number: 10 },
              { uid: '1.2.3.2', number: 2 },
              { uid: '1.2.3.1', number: 1 },
            ],
          },
        ],
      }),
    ],
  })
  const { studies, exam: shown } = await list()
  expect(shown).toMatchObject({ attention_id: exam.id, type_exam: 'Radiografía de tórax' })
  expect(studies).toEqual([
    {
      study: uid.study,
      date: '20/11/2026',
      description: 'Radiografía de tórax',
      series: [
        {
          series: '1.2.3',
          number: 2,
          description: 'Tórax',
          modality: 'CT',
          instances: ['1.2.3.1', '1.2.3.2', '1.2.3.10'].map((instance) => ({
            instance,
            frames: 1,
            side: null,
          })),
        },
        {
          series: '1.2.4',
          number: 10,
          description: null,
          modality: 'US',
          instances: [{ instance: '1.2.4.1', frames: 40, side: 640 }],
        },
      ],
    },
  ])
})

test('an image is rendered by the archive with the asked window and size, its original is a file and is audited each time, and nothing stores them', async () => {
  const { list, frame, original, pacs, call, db, exam, person } = await withImages()
  const { key } = await list()
  const answer = await frame(key, {}, '/1?center=-600&width=1500&size=512')
  expect(answer.rawPayload.equals(onePixel)).toBe(true)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  const [asked] = pacs.rendered()
  expect(asked?.path).toBe(
    `/dicom-web/studies/${uid.study}/series/${uid.series}/instances/${uid.instance}/frames/1/rendered`,
  )
  expect(Object.fromEntries(asked?.search ?? [])).toEqual({
    window: '-600,1500,linear',
    viewport: '512,512',
  })
  // Every dataset of this archive names pacs.internal.example. All requests arrived here, below the configured address.
  expect(pacs.asked.every(({ path }) => path.startsWith('/dicom-web/studies'))).toBe(true)
  expect(pacs.asked).toHaveLength(7)
  const file = await original(key)
  expect(file.rawPayload.equals(toDicomFile(uid.instance))).toBe(true)
  expect(file.headers).toMatchObject({
    'content-type': 'application/dicom',
    'content-disposition': `attachment; filename*=UTF-8''imagen-${uid.instance}.dcm`,
  })
  await original(key)
  expect((await db.listAuditEvents('images.original')).map(({ object }) => object)).toEqual(
    Array(2).fill(`attention_id=${exam.id} study=${uid.study} instance=${uid.instance}`),
  )
  const other = await buildExam(db, { patient_id: person.id, type: 'imaging' })
  const { laboratories } = await call(examEndpoints.list, { query: { type: 'imaging' } })
  const images = new Map(laboratories.map((one) => [one.attention_id, one.has_images]))
  expect([images.get(exam.id), images.get(other.id)]).toEqual([true, false])
})

test.each([
  ['its list', false],
  ['the metadata of the image alone', true],
])(
  'the window of an image in %s is sent to the archive, which need not apply it by itself, unless another one was asked for',
  async (_place, hidesWindows) => {
    const instances = [{ uid: uid.instance, window: [40.5, 400] }] as const
    const { list, frame, pacs } = await withImages({
      archive: { hidesWindows },
      studies: (document) => [chest(document, { series: [{ uid: uid.series, modality: 'CT', instances }] })],
    })
    const { key, studies } = await list()
    expect(studies[0]?.series[0]?.instances[0]).not.toHaveProperty('window')
    await frame(key)
    await frame(key)
    await frame(key, {}, '/1?center=-600&width=1500')
    expect(pacs.rendered().map(({ search }) => search.get('window'))).toEqual([
      '40.5,400,linear',
      '40.5,400,linear',
      '-600,1500,linear',
    ])
    expect(pacs.asked.filter(({ path }) => path.endsWith('/metadata'))).toHaveLength(hidesWindows ? 1 : 0)
  },
)

test('each frame of an enhanced object is sent with its own window, or else with the window of all frames', async () => {
  const groups = { shared: [40, 400], frames: [null, [-600, 1500], [0.5, 1, 'SIGMOID']] } as const
  const instances = [{ uid: uid.instance, frames: 3, window: [1, 2], groups }] as const
  const { list, frame, pacs } = await withImages({
    studies: (document) => [chest(document, { series: [{ uid: uid.series, modality: 'MR', instances }] })],
  })
  const { key } = await list()
  for (const number of [1, 2, 3]) await frame(key, {}, `/${number}`)
  expect(pacs.rendered().map(({ search }) => search.get('window'))).toEqual([
    '40,400,linear',
    '-600,1500,linear',
    '0.5,1,sigmoid',
  ])
})

test('a study with the accession number of the exam but of another patient is not shown', async () => {
  const log: string[] = []
  const { list, frame, person } = await withImages({
    studies: () => [chest('11111111-1')],
    options: { log },
  })
  const { key, studies } = await list()
  expect(studies).toEqual([])
  expect((await frame(key)).statusCode).toBe(404)
  const warning = log.find((line) => line.includes('belongs to another patient'))
  expect(warning).toBeDefined()
  expect(warning).not.toContain('11111111')
  expect(warning).not.toContain(person.document_number)
})

test.each([
  ['for another accession number', '1.2.7', 'RX-2026.0017'],
  ['under an identifier that is none', '../../system', accession],
])('a study that the archive returns %s is neither shown nor asked for', async (_how, uid, number) => {
  const { list, pacs, person } = await withImages()
  pacs.intercept((request, response) => {
    if (!request.url?.startsWith('/dicom-web/studies?')) return false
    const study = { '0020000D': { Value: [uid] }, '00080050': { Value: [number] } }
    response.writeHead(200, { 'content-type': 'application/dicom+json' })
    response.end(JSON.stringify([{ ...study, '00100020': { Value: [person.document_number] } }]))
    return true
  })
  expect((await list()).studies).toEqual([])
  // The list was asked for a second page, and nothing else was asked for.
  expect(pacs.asked.map(({ path }) => path)).toEqual(Array(2).fill('/dicom-web/studies'))
})

test('an accession number with characters of a search is not searched for, nor is a missing one', async () => {
  const { list, pacs, db, exam } = await withImages()
  for (const number of ['*', 'RX?', 'A\\B', 'A,B', 'ñ', null]) {
    await db.ask('update exams set accession_number = $1 where id = $2', [number, exam.id])
    expect((await list()).studies).toEqual([])
  }
  await db.ask(`update exams set type = 'laboratory' where id = $1`, [exam.id])
  await expectRejected(list(), 404)
  expect(pacs.asked).toEqual([])
})

test('the images of a held exam, and of another exam with its number, are not shown until the result is visible', async () => {
  const rule = {
    type: 'imaging',
    name_contains: 'tórax',
    shown: 'after_days',
    days: 7,
    since: '2026-01-01',
  } as const
  const { list, db, as, call, person, params, clock, pacs } = await withImages({
    options: { parts: clinicWith({ result_release: [rule] }) },
    exam: { created_at: new Date('2026-11-26T12:00:00Z') },
  })
  const other = await buildExam(db, {
    ...{ patient_id: person.id, type: 'imaging', type_exam: 'Ecografía', accession_number: accession },
  })
  await expect(list()).rejects.toMatchObject({ status: 404 })
  const ofOther = { params: { ...params, attention_id: other.id } }
  expect((await call(imageEndpoints.list, ofOther)).studies).toEqual([])
  expect(pacs.asked).toEqual([])
  clock.set('2026-12-03T03:00:00Z')
  expect((await (await as(person))(imageEndpoints.list, { params })).studies).toHaveLength(1)
})

test('an image of a study that is not the exam’s cannot be opened with the key of the exam', async () => {
  const { list, frame, original, pacs } = await withImages()
  const { key } = await list()
  for (const other of [{ study: '1.2.5' }, { series: '1.2.5' }, { instance: '1.2.5' }]) {
    expect((await frame(key, other)).statusCode).toBe(404)
    expect((await original(key, other)).statusCode).toBe(404)
  }
  expect((await frame(key, {}, '/2')).statusCode).toBe(404)
  expect(pacs.rendered()).toEqual([])
})

async function withGuardian() {
  const given = await withImages({ person: { date_birth: '2011-05-10' } })
  const { db, person: member, params } = given
  const mother = await given.build()
  const link = await buildLink(db, { leader_id: mother.id, member_id: member.id })
  const asMother = await given.as(mother)
  const list = () => asMother(imageEndpoints.list, { params })
  return { ...given, member, link, list, listAsMember: given.list }
}

test('a guardian sees the images of an exam that is not reserved, until the guardianship ends', async () => {
  const { list, frame, db, link } = await withGuardian()
  const { key, studies } = await list()
  expect(studies).toHaveLength(1)
  expect((await frame(key)).statusCode).toBe(200)
  await db.ask(`update family_links set state = 'ended' where id = $1`, [link.id])
  expect((await frame(key)).statusCode).toBe(404)
  await expectRejected(list(), 404)
})

test('a key of a guardian opens no image from the moment at which the adolescent keeps the exam, or one with the same images, private', async () => {
  const { list, frame, as, member, exam, db } = await withGuardian()
  const other = await buildExam(db, { patient_id: member.id, type: 'imaging', accession_number: accession })
  const { key } = await list()
  const asMember = await as(member)
  const mark = (attention_id: number, is_private: boolean) =>
    asMember(privateItemEndpoints.markExam, { body: { attention_id, type: 'imaging', is_private } })
  for (const { id } of [exam, other]) {
    expect((await frame(key)).statusCode).toBe(200)
    await mark(id, true)
    expect((await frame(key)).statusCode).toBe(404)
    await mark(id, false)
  }
  expect((await frame(key)).statusCode).toBe(200)
  await mark(exam.id, true)
  await expectRejected(list(), 404)
})

test('a guardian does not see images of a reserved exam, of one with a reserved result, or with the number of a reserved exam; the adolescent does', async () => {
  const { list, listAsMember, db, exam, member, pacs } = await withGuardian()
  await buildResult(db, exam, { reserved_group: 'vih' })
  await buildResult(db, exam, {})
  expect((await list()).studies).toEqual([])
  await db.ask('delete from exam_results where exam_id = $1', [exam.id])
  await buildExam(db, {
    ...{
      patient_id: member.id,
      type: 'imaging',
      accession_number: accession,
      reserved_group: 'salud-sexual',
    },
  })
  expect((await list()).studies).toEqual([])
  await db.ask(`update exams set reserved_group = 'salud-sexual' where id = $1`, [exam.id])
  await expectRejected(list(), 404)
  expect(pacs.asked).toEqual([])
  expect((await listAsMember()).studies).toHaveLength(1)
})

test('a key expires after five minutes, which is audited, and ends with the session', async () => {
  const { list, frame, clock, db, person } = await withImages()
  const { key } = await list()
  clock.advance({ minutes: 4, seconds: 59 })
  expect((await frame(key)).statusCode).toBe(200)
  clock.advance({ seconds: 2 })
  expect((await frame(key)).statusCode).toBe(404)
  expect(await db.listAuditEvents('images.study')).toMatchObject([
    { outcome: 'done' },
    { outcome: 'refused' },
  ])
  const renewed = await list()
  await db.ask(`update sessions set ended_at = now(), ended_by = 'signed-out' where person_id = $1`, [
    person.id,
  ])
  expect((await frame(renewed.key)).statusCode).toBe(404)
})

test('a key of images opens no documents, and a key of documents opens no images', async () => {
  const { list, app, call, params, frame } = await withImages()
  const { key } = await list()
  expect((await app.inject({ url: `/api/exams/files/${key}` })).statusCode).toBe(404)
  expect((await app.inject({ url: `/api/exams/results/by-key/${key}` })).statusCode).toBe(404)
  const visit = await call(examEndpoints.visit, { params: { ...params, type: 'imaging' } })
  const other = visit.url_file.slice(visit.url_file.lastIndexOf('/') + 1)
  expect((await frame(other)).statusCode).toBe(404)
})

test('the audit log has one entry for each reader, study and day, however many images and servers show it', async () => {
  const { list, frame, db, person, exam, clock, as, params, pacs } = await withImages()
  const { key } = await list()
  const second = await startServer(db, clock, { environment: { IMAGES_URL: pacs.url } })
  const other = openers(second)
  const answers = await Promise.all([frame(key), other.frame(key), frame(key), other.frame(key)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await db.listAuditEvents('images.study')).toMatchObject([
    {
      actor_id: person.id,
      actor_role: 'STANDART_ROLE',
      patient_id: person.id,
      outcome: 'done',
      object: `attention_id=${exam.id} study=${uid.study}`,
    },
  ])
  // 15:00 UTC is noon in Chile: thirteen hours later it is the next day there.
  clock.advance({ hours: 13 })
  const tomorrow = await as(person)
  await frame((await tomorrow(imageEndpoints.list, { params })).key)
  expect(await db.listAuditEvents('images.study')).toHaveLength(2)
})

test('the archive gets the user and password of the configuration, and a rejection of them is logged without them', async () => {
  const log: string[] = []
  const open = (password: string) =>
    withImages({
      archive: { basic: { user: 'portal', password: 'ñandú:1' } },
      options: { log, environment: { IMAGES_USER: 'portal', IMAGES_PASSWORD: password } },
    })
  expect((await (await open('ñandú:1')).list()).studies).toHaveLength(1)
  expect(await getRejection((await open('wrong')).list())).toMatchObject(down)
  expect(log.some((line) => line.includes('the server rejected a request') && line.includes('401'))).toBe(
    true,
  )
  expect(log.join('')).not.toContain('wrong')
})

test('an image that the archive rejects, or answers with something else, is refused with this reason, and other images still open', async () => {
  const images = [{ uid: uid.instance }, { uid: '1.2.99', number: 2 }]
  const { list, frame, pacs } = await withImages({
    studies: (document) => [
      chest(document, { series: [{ uid: uid.series, modality: 'DX', instances: images }] }),
    ],
  })
  const { key } = await list()
  for (const status of [500, 400, 406, 200]) {
    pacs.intercept((request, response) => {
      if (!request.url?.includes('/1.2.99/')) return false
      response.writeHead(status, { 'content-type': 'text/html' }).end('<script>alert(1)</script>')
      return true
    })
    for (let attempt = 0; attempt < 4; attempt++) {
      const answer = await frame(key, { instance: '1.2.99' })
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, 'imageRefused'])
    }
  }
  expect((await frame(key)).statusCode).toBe(200)
})

test('an archive whose list cannot be read is reported as not available', async () => {
  const { list, pacs } = await withImages()
  for (const text of ['not json', '{"no":"list"}', '[1]']) {
    pacs.intercept((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/dicom+json' }).end(text)
      return true
    })
    expect(await getRejection(list())).toMatchObject(down)
  }
})

test('an image whose bytes stop arriving ends the response instead of waiting for ever', async () => {
  const { list, app, pacs } = await withImages({
    options: { imageTimeouts: { answer: 1_000, piece: 150, rest: 15_000 } },
  })
  const { key } = await list()
  pacs.intercept((request, response) => {
    if (!request.url?.endsWith('/rendered')) return false
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '1000' })
    response.write(onePixel)
    return true
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(
    `${origin}/api/images/frames/${key}/${uid.study}/${uid.series}/${uid.instance}/1`,
  )
  await expect(answer.arrayBuffer()).rejects.toThrow()
})

/** Lets the archive begin to answer these requests without ever ending. Returns the answers that it holds open. */
function holdAnswers(pacs: Awaited<ReturnType<typeof startDicomweb>>, isHeld: (path: string) => boolean) {
  const open = new Set<object>()
  pacs.intercept((request, response) => {
    if (!isHeld(request.url ?? '')) return false
    open.add(response)
    response.once('close', () => open.delete(response))
    if (request.url?.includes('/rendered')) return true
    response.writeHead(200, { 'content-type': 'application/dicom' })
    const piece = Buffer.alloc(256 * 1024)
    const write = () => {
      while (response.writable && response.write(piece)) {}
    }
    response.on('drain', write)
    write()
    return true
  })
  return open
}

async function withSockets(setting: Setting = {}) {
  const given = await withImages(setting)
  const { key } = await given.list()
  const origin = await given.app.listen({ port: 0, host: '127.0.0.1' })
  const path = `${key}/${uid.study}/${uid.series}/${uid.instance}`
  return {
    ...given,
    key,
    openOriginal: (signal?: AbortSignal) =>
      fetch(`${origin}/api/images/originals/${path}`, signal ? { signal } : {}),
    openFrame: (signal?: AbortSignal) =>
      fetch(`${origin}/api/images/frames/${path}/1`, signal ? { signal } : {}),
  }
}

test('frames that the browser no longer wants are cancelled at the archive and are no failures of it', async () => {
  const { pacs, key, frame, openFrame } = await withSockets()
  const open = holdAnswers(pacs, (path) => path.includes('/rendered'))
  const unwanted = new AbortController()
  const answers = Array.from({ length: 20 }, () => openFrame(unwanted.signal).catch(() => null))
  await expect.poll(() => open.size).toBe(12)
  unwanted.abort()
  await Promise.all(answers)
  await expect.poll(() => open.size).toBe(0)
  // The eight frames that waited for their turn left the queue: the archive was never asked for them.
  expect(pacs.rendered()).toHaveLength(12)
  pacs.intercept(() => false)
  expect((await frame(key)).statusCode).toBe(200)
})
