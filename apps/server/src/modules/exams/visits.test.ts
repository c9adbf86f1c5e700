import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildExam, buildResult } from '../../../test/build.ts'
import { buildExamWithFile } from '../../../test/exams.ts'
import { startMother, startPatient } from '../../../test/patients.ts'
import type { Portal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const taken = (day: string) => new Date(`${day}T11:15:00Z`)

/** Starts a portal with a mother and her daughter of fifteen, from whose guardian the law keeps reserved results. */
async function withAdolescent() {
  const portal = await startMother('2011-05-10')
  return { ...portal, asMember: await portal.as(portal.member) }
}

async function withExams() {
  const portal = await startPatient()
  const of = { patient_id: portal.person.id }
  const thyroid = await buildExam(portal.db, {
    ...of,
    type_exam: 'Perfil tiroideo',
    taken_at: taken('2026-03-02'),
  })
  await buildResult(portal.db, thyroid, { code: 'TSH', name: 'Tirotropina (TSH)' })
  const blood = await buildExam(portal.db, { ...of, type_exam: 'Hemograma', taken_at: taken('2025-07-01') })
  await buildResult(portal.db, blood, { code: 'HB', name: 'Hemoglobina glicosilada' })
  const image = await buildExam(portal.db, { ...of, type: 'imaging', type_exam: 'Ecografía abdominal' })
  const find = async (query: Record<string, unknown>) =>
    (await portal.call(examEndpoints.list, { query })).laboratories.map(({ attention_id }) => attention_id)
  return { ...portal, thyroid, blood, image, find }
}

test('an exam is found by part of its name or of a shown measure, without regard to accents and capitals', async () => {
  const { find, db, thyroid, blood, image } = await withExams()
  expect(await find({ q: 'TIROIDEO' })).toEqual([thyroid.id])
  expect(await find({ q: 'tirótropina' })).toEqual([thyroid.id])
  expect(await find({ q: 'glicosilada' })).toEqual([blood.id])
  expect(await find({ q: 'ecografia', type: 'imaging' })).toEqual([image.id])
  expect(await find({ q: 'ecografia' })).toEqual([])
  expect(await find({ q: '' })).toEqual([thyroid.id, blood.id])
  for (const q of ['%', '_']) expect(await find({ q }), 'a sign of a pattern').toEqual([])
  await buildResult(db, blood, { name: 'Coombs indirecto', shown: false })
  expect(await find({ q: 'coombs' })).toEqual([])
})

test('a guardian does not find the reserved results of a 15-year-old, who finds them', async () => {
  const { call, asMember, db, member } = await withAdolescent()
  const mixed = await buildExam(db, { patient_id: member.id, type_exam: 'Control' })
  await buildResult(db, mixed)
  await buildResult(db, mixed, { code: 'VIH', name: 'Serología VIH', reserved_group: 'VIH' })
  await buildExam(db, { patient_id: member.id, type_exam: 'Drogas en orina', reserved_group: 'DROGAS' })
  const params = { patientId: member.id }
  for (const q of ['VIH', 'drogas']) {
    const { laboratories, total } = await call(examEndpoints.listOf, { params, query: { q } })
    expect([q, laboratories, total]).toEqual([q, [], 0])
    expect((await asMember(examEndpoints.list, { query: { q } })).total).toBe(1)
  }
  expect((await call(examEndpoints.listOf, { params, query: { q: 'glucosa' } })).total).toBe(1)
})

async function withVisit() {
  const portal = await startPatient()
  const of = { patient_id: portal.person.id, attention_number: 'A-7' }
  const first = await buildExamWithFile(portal, {
    ...of,
    type_exam: 'Perfil',
    taken_at: taken('2026-11-02'),
  })
  const second = await buildExamWithFile(portal, { ...of, type: 'imaging', taken_at: taken('2026-11-03') })
  const without = await buildExam(portal.db, { ...of, taken_at: taken('2026-11-04') })
  await buildExamWithFile(portal, { patient_id: portal.person.id, attention_number: 'A-8' })
  const params = { patientId: portal.person.id, attention_id: first.id, type: 'laboratory' } as const
  return { ...portal, first, second, without, params }
}
const download = (portal: Pick<Portal, 'app'>, url: string) =>
  portal.app.inject({ url, remoteAddress: '10.0.0.9' })

test('a visit lists the patient’s exams of both kinds with its number, oldest first, and each document opens at its own address', async () => {
  const portal = await withVisit()
  const { call, build, params, first, second, without } = portal
  const stranger = await build()
  await buildExamWithFile(portal, { patient_id: stranger.id, attention_number: 'A-7' })
  const ofImage = { ...params, attention_id: second.id }
  await expectRejected(call(examEndpoints.documents, { params: ofImage }), 404)
  const image = await call(examEndpoints.documents, { params: { ...ofImage, type: 'imaging' } })
  expect((await download(portal, image.documents[0]?.url ?? '')).body).toBe(`%PDF-1.7 ${second.id}`)
  const visit = await call(examEndpoints.visit, { params })
  expect(visit.attention_number).toBe('A-7')
  expect(visit.exams.map(({ attention_id, type }) => [attention_id, type])).toEqual([
    [first.id, 'laboratory'],
    [second.id, 'imaging'],
    [without.id, 'laboratory'],
  ])
  expect(visit.url_file).not.toContain('A-7')
})

test('the zip file has the documents of the visit under their own names, with an audit entry for each exam', async () => {
  const portal = await withVisit()
  const { url_file } = await portal.call(examEndpoints.visit, { params: portal.params })
  const answer = await download(portal, url_file)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': "attachment; filename*=UTF-8''examenes-A-7.zip",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const entries = Object.entries(unzipSync(new Uint8Array(answer.rawPayload)))
  expect(entries.map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['informe.pdf', `%PDF-1.7 ${portal.first.id}`],
    ['informe (2).pdf', `%PDF-1.7 ${portal.second.id}`],
  ])
  expect(await portal.db.listAuditEvents('exams.file')).toMatchObject(
    [portal.first, portal.second].map(({ id }) => ({
      actor_id: portal.person.id,
      patient_id: portal.person.id,
      object: `attention_id=${id}`,
      outcome: 'done',
    })),
  )
})

test('the address of the zip file ends after five minutes and with the session, and its key opens no other address', async () => {
  const portal = await withVisit()
  const { url_file } = await portal.call(examEndpoints.visit, { params: portal.params })
  portal.clock.set(new Date(portal.clock.now().getTime() + 301_000).toISOString())
  expect((await download(portal, url_file)).statusCode).toBe(404)
  const call = await portal.as(portal.person)
  const again = await call(examEndpoints.visit, { params: portal.params })
  const { documents } = await call(examEndpoints.documents, { params: portal.params })
  const swapped = [
    again.url_file.replace('/visits/files/', '/files/'),
    documents[0]?.url.replace('/files/', '/visits/files/') ?? '',
  ]
  for (const url of swapped) expect((await download(portal, url)).statusCode).toBe(404)
  expect((await download(portal, again.url_file)).statusCode).toBe(200)
  await portal.as(portal.person)
  expect((await download(portal, again.url_file)).statusCode).toBe(404)
})

test('an account opened with a passport gets the laboratory exams of the visit only', async () => {
  const portal = await startPatient({ document_type_id: 2, document_number: 'P123', document_country: 'AR' })
  const of = { patient_id: portal.person.id, attention_number: 'A-7' }
  const laboratory = await buildExamWithFile(portal, of)
  await buildExamWithFile(portal, { ...of, type: 'imaging' })
  const params = { patientId: portal.person.id, attention_id: laboratory.id, type: 'laboratory' } as const
  const { exams, url_file } = await portal.call(examEndpoints.visit, { params })
  expect(exams.map(({ attention_id }) => attention_id)).toEqual([laboratory.id])
  const zip = unzipSync(new Uint8Array((await download(portal, url_file)).rawPayload))
  expect(Object.keys(zip)).toEqual(['informe.pdf'])
})

test('a guardian of a 15-year-old gets neither the reserved exams of a visit nor their documents, and nothing after the family link ended', async () => {
  const portal = await withAdolescent()
  const { db, member, link, call, asMember } = portal
  const of = { patient_id: member.id, attention_number: 'A-7' }
  const open = await buildExamWithFile(portal, of, 'abierto.pdf')
  await buildResult(db, open)
  const reserved = await buildExamWithFile(portal, { ...of, reserved_group: 'DROGAS' }, 'reservado.pdf')
  const mixed = await buildExamWithFile(portal, of, 'mixto.pdf')
  await buildResult(db, mixed)
  await buildResult(db, mixed, { reserved_group: 'VIH' })
  const params = { patientId: member.id, attention_id: open.id, type: 'laboratory' } as const
  const seen = await call(examEndpoints.visit, { params })
  expect(seen.exams.map(({ attention_id }) => attention_id)).toEqual([open.id, mixed.id])
  const namesOf = async (url: string) =>
    Object.keys(unzipSync(new Uint8Array((await download(portal, url)).rawPayload)))
  expect(await namesOf(seen.url_file)).toEqual(['abierto.pdf'])
  const own = await asMember(examEndpoints.visit, { params })
  expect(await namesOf(own.url_file)).toEqual(['abierto.pdf', 'reservado.pdf', 'mixto.pdf'])
  const ofReserved = call(examEndpoints.visit, { params: { ...params, attention_id: reserved.id } })
  await expectRejected(ofReserved, 404)
  const { url_file } = await call(examEndpoints.visit, { params })
  await db.ask('delete from family_links where id = $1', [link.id])
  expect((await download(portal, url_file)).statusCode).toBe(404)
  expect((await db.listAuditEvents('exams.file')).at(-1)).toMatchObject({
    outcome: 'refused',
    actor_role: 'STANDART_ROLE',
  })
})
