import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import { examShareEndpoints, type OpenedShare } from '@mi-portal/contract/exams/exam-shares'
import { imageEndpoints } from '@mi-portal/contract/images'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, test } from 'vitest'
import { buildExam } from '../../../test/build.ts'
import { onePixel, type StoredStudy } from '../../../test/external/image-archive/dicomweb-server.ts'
import { startDicomweb } from '../../../test/image-archive.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const draft = { recipient_email: 'medico@ejemplo.cl', type_relationship: 3, comment: '' }

/** The numbers of a study of one image, by a digit that is different for each study. */
const uidOf = (digit: number) => ({
  study: `1.2.${digit}`,
  series: `1.2.${digit}.1`,
  instance: `1.2.${digit}.1.1`,
})

function studyOf(digit: number, patientId: string): StoredStudy {
  const { study, series, instance } = uidOf(digit)
  return {
    uid: study,
    accession: `RX-${digit}`,
    patientId,
    series: [
      { uid: series, modality: 'DX', description: 'Tórax', number: 1, instances: [{ uid: instance }] },
    ],
  }
}

/**
 * Starts an image archive and a portal. A patient has a visit with two imaging exams, whose studies have the digits 1 and 2, and an
 * imaging exam of another visit with the digit 3. The patient shares the first exam.
 */
async function withSharedImages({ others = [] }: { others?: readonly number[] } = {}) {
  const stored: StoredStudy[] = []
  const pacs = await startDicomweb(stored)
  const portal = await startPortal({ environment: { IMAGES_URL: pacs.url } })
  const patient = await portal.person()
  stored.push(...[1, 2, 3].map((digit) => studyOf(digit, patient.document_number)))
  const imaging = (digit: number, attention_number: string) =>
    buildExam(portal.db, {
      patient_id: patient.id,
      type: 'imaging',
      attention_number,
      accession_number: `RX-${digit}`,
    })
  const exams = [await imaging(1, 'A-7'), await imaging(2, 'A-7'), await imaging(3, 'A-8')] as const
  const call = await portal.as(patient)
  const share = (examId = exams[0].id, other_exams = others.map((index) => exams[index]?.id ?? 0)) =>
    shareExam(portal, call, { patientId: patient.id, examId, other_exams })
  return { ...portal, build: portal.person, pacs, patient, exams, call, share, ...(await share()) }
}

type Call = Awaited<ReturnType<Portal['as']>>
type Shared = { patientId: number; examId: number; other_exams?: number[] }

/** Shares imaging exams. Returns what the recipient can do with the link. */
async function shareExam(portal: Portal, call: Call, { patientId, examId, other_exams = [] }: Shared) {
  const { share } = await call(examShareEndpoints.send, {
    params: { patientId, attention_id: examId, type: 'imaging' },
    body: { ...draft, other_exams },
  })
  const recipient = portal.caller(undefined, '10.1.1.1')
  const token = share.link.split('/').at(-1) ?? ''
  return {
    shareId: share.id,
    open: (code = share.code) => recipient(examShareEndpoints.open, { body: { token, code } }),
    list: (key: string | null) => recipient(imageEndpoints.sharedList, { body: { key: key ?? '' } }),
    frame: (key: string, digit = 1, rest = '/1') => {
      const { study, series, instance } = uidOf(digit)
      return portal.app.inject({ url: `/api/images/shared/${key}/${study}/${series}/${instance}${rest}` })
    },
  }
}

async function openImages({ open, list }: Pick<Awaited<ReturnType<typeof shareExam>>, 'open' | 'list'>) {
  const opened: OpenedShare = await open()
  return { opened, listKey: opened.images_key ?? '', ...(await list(opened.images_key)) }
}

test('the recipient of a share sees the images of its exam without an account, and nothing without the right code', async () => {
  const portal = await withSharedImages()
  expect(await getRejection(portal.open('000000'))).toMatchObject({ status: 400 })
  await expectRejected(portal.list('k'.repeat(40)), 404)
  expect((await portal.frame('k'.repeat(40))).statusCode).toBe(404)
  expect(portal.pacs.asked).toEqual([])
  const { key, studies, is_complete } = await openImages(portal)
  expect(is_complete).toBe(true)
  expect(studies).toMatchObject([{ study: '1.2.1', series: [{ series: '1.2.1.1', modality: 'DX' }] }])
  const image = await portal.frame(key, 1, '/1?size=512&center=40&width=400')
  expect(image.statusCode).toBe(200)
  expect(image.rawPayload.equals(onePixel)).toBe(true)
  expect(image.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'no-store' })
  expect(Object.fromEntries(portal.pacs.rendered()[0]?.search ?? [])).toEqual({
    window: '40,400,linear',
    viewport: '512,512',
  })
})

test('images stop at once when the patient withdraws the share', async () => {
  const portal = await withSharedImages()
  const { key, listKey } = await openImages(portal)
  expect((await portal.frame(key)).statusCode).toBe(200)
  await portal.call(examShareEndpoints.end, { params: { id: portal.shareId } })
  expect((await portal.frame(key)).statusCode).toBe(410)
  expect((await portal.frame(key)).statusCode).toBe(410)
  await expectRejected(portal.list(listKey), 410)
  expect(portal.pacs.rendered()).toHaveLength(1)
  // The rejected requests have one entry together.
  expect(await portal.db.listAuditEvents('images.study')).toMatchObject([
    { outcome: 'done' },
    { outcome: 'refused', actor_role: 'share', detail: { because: 'over' } },
  ])
})

test('a key of images lasts five minutes, is renewed for an hour after the opening, and then the code is needed again', async () => {
  const portal = await withSharedImages()
  const { key, listKey } = await openImages(portal)
  portal.clock.advance({ minutes: 4 })
  expect((await portal.frame(key)).statusCode).toBe(200)
  portal.clock.advance({ minutes: 1 })
  expect((await portal.frame(key)).statusCode).toBe(404)
  const renewed = await portal.list(listKey)
  expect((await portal.frame(renewed.key)).statusCode).toBe(200)
  portal.clock.advance({ minutes: 53 })
  const last = await portal.list(listKey)
  portal.clock.advance({ minutes: 2 })
  await expectRejected(portal.list(listKey), 404)
  // A key that was renewed shortly before does not last longer than the hour, nor any key longer than the share.
  expect((await portal.frame(last.key)).statusCode).toBe(404)
  portal.clock.advance({ minutes: shareLimits.days * 24 * 60 - 62 })
  const late = await openImages(portal)
  expect((await portal.frame(late.key)).statusCode).toBe(200)
  portal.clock.advance({ minutes: 2 })
  expect((await portal.frame(late.key)).statusCode).toBe(410)
  await expectRejected(portal.list(late.listKey), 410)
})

test('a key shows no image of another exam of the visit, of another visit, or of another share', async () => {
  const portal = await withSharedImages()
  const { key } = await openImages(portal)
  for (const digit of [2, 3]) expect((await portal.frame(key, digit)).statusCode).toBe(404)
  const second = await portal.share(portal.exams[2].id)
  const other = await openImages(second)
  expect((await portal.frame(other.key, 3)).statusCode).toBe(200)
  expect((await portal.frame(other.key, 1)).statusCode).toBe(404)
  // The end of the other share does not end this one.
  await portal.call(examShareEndpoints.end, { params: { id: second.shareId } })
  expect((await portal.frame(other.key, 3)).statusCode).toBe(410)
  expect((await portal.frame(key)).statusCode).toBe(200)
})

test('keys of different purposes do not open each other’s calls, and a changed key opens nothing', async () => {
  const portal = await withSharedImages()
  const { key, listKey } = await openImages(portal)
  const params = { patientId: portal.patient.id, attention_id: portal.exams[0].id }
  const own = await portal.call(imageEndpoints.list, { params })
  const status = async (kind: string, given: string) => {
    const { study, series, instance } = uidOf(1)
    return (await portal.app.inject({ url: `/api/images/${kind}/${given}/${study}/${series}/${instance}/1` }))
      .statusCode
  }
  expect(await status('frames', own.key)).toBe(200)
  expect(await status('shared', key)).toBe(200)
  // The key of the patient's session, and that of the list, open no image of a share.
  for (const given of [own.key, listKey]) expect(await status('shared', given)).toBe(404)
  for (const kind of ['frames', 'originals']) expect(await status(kind, key)).toBe(404)
  for (const given of [own.key, key]) await expectRejected(portal.list(given), 404)
  // The share of another key, with this signature.
  expect(await status('shared', key.replace(/^[^.]+/, '9'))).toBe(404)
})

test('the patient reads once for each opening, study and day who saw the images', async () => {
  const portal = await withSharedImages({ others: [1] })
  const { key, opened } = await openImages(portal)
  await Promise.all([1, 2, 3].map(() => portal.frame(key)))
  const second = await portal.list(opened.other_exams[0]?.images_key ?? '')
  await Promise.all([1, 2, 3].map(() => portal.frame(second.key, 2)))
  const again = await openImages(portal)
  await portal.frame(again.key)
  portal.clock.advance({ days: 1 })
  const nextDay = await openImages(portal)
  await portal.frame(nextDay.key)
  const [first, other] = portal.exams
  const object = (examId: number, opening: number, digit: number) =>
    `attention_id=${examId} share=${portal.shareId} opening=${opening} study=1.2.${digit}`
  const entries = await portal.db.listAuditEvents('images.study')
  expect(entries.map((entry) => entry.object)).toEqual([
    object(first.id, 1, 1),
    object(other.id, 1, 2),
    object(first.id, 2, 1),
    object(first.id, 3, 1),
  ])
  expect(entries[0]).toMatchObject({ actor_id: null, actor_role: 'share', patient_id: portal.patient.id })
  const call = await portal.as(portal.patient)
  const { accesses } = await call(profileEndpoints.accesses, { query: { page: 1, limit: 50 } })
  expect(accesses).toContainEqual(
    expect.objectContaining({
      who: 'Persona con un enlace que compartiste',
      action: 'Vio',
      what: 'las imágenes de uno de tus exámenes',
    }),
  )
})

test('an exam without images offers none, one that is no longer shown has none, and a key needs its opening', async () => {
  const portal = await withSharedImages()
  const plain = await buildExam(portal.db, { patient_id: portal.patient.id, type: 'imaging' })
  expect((await (await portal.share(plain.id)).open()).images_key).toBeNull()
  const { key, listKey } = await openImages(portal)
  const expectNothing = async () => {
    portal.clock.advance({ minutes: 1 })
    await expectRejected(portal.list(listKey), 404)
    expect((await portal.frame(key)).statusCode).toBe(404)
  }
  const show = (shown: boolean) =>
    portal.db.ask('update exams set shown = $2 where id = $1', [portal.exams[0].id, shown])
  await show(false)
  await expectNothing()
  await show(true)
  await portal.db.ask('delete from exam_share_openings')
  await expectNothing()
})
