import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { showValue } from '@mi-portal/contract/results/value-text'
import { describe, expect, test } from 'vitest'
import { buildExam, buildFamily, buildResult } from '../../../test/build.ts'
import { clinicWith } from '../../../test/clinic/packages.ts'
import { buildExamWithFile } from '../../../test/exams.ts'
import { startMother, startPatient } from '../../../test/patients.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'
import type { AuditEventRow } from '../../../test/rows.ts'

const taken = (day: string) => new Date(`${day}T11:15:00Z`)

test('the list contains the shown exams of one kind, latest first, laboratory by default', async () => {
  const { call, db, person } = await startPatient()
  const older = await buildExam(db, { patient_id: person.id, taken_at: taken('2026-10-01') })
  const newer = await buildExam(db, { patient_id: person.id, taken_at: taken('2026-11-20') })
  const image = await buildExam(db, { patient_id: person.id, type: 'imaging' })
  await buildExam(db, { patient_id: person.id, type_exam: 'Grupo sanguíneo', shown: false })
  const answer = await call(examEndpoints.list)
  expect(answer.laboratories.map((exam) => exam.attention_id)).toEqual([newer.id, older.id])
  expect(answer).toMatchObject({ total: 2, page: 1, limit: 5 })
  expect(answer.laboratories[0]).toMatchObject({
    ...{ attention_id: newer.id, attention_number: newer.attention_number, patient_id: person.id },
    ...{
      type_exam: 'Perfil bioquímico',
      doctor_solicite: 'Dr. Pablo Reyes Mena',
      type_patient: 'Ambulatorio',
    },
    ...{ date: '20/11/2026', hour: '08:15' },
  })
  const images = await call(examEndpoints.list, { query: { type: 'imaging' } })
  expect(images.laboratories.map((exam) => exam.attention_id)).toEqual([image.id])
})

test('the list says in a few words what each exam says, a guardian by the results that they may see', async () => {
  const { as, db, files, member, call } = await startMother('2010-11-26')
  const mixed = await buildExam(db, { patient_id: member.id })
  for (const level of ['in', 'in', 'high', 'low', 'none']) await buildResult(db, mixed, { level })
  await buildResult(db, mixed, { level: 'high', reserved_group: 'ITS' })
  const critical = await buildExam(db, { patient_id: member.id, taken_at: taken('2026-11-01') })
  await buildResult(db, critical, { level: 'high', is_critical: true })
  await buildExamWithFile({ db, files }, { patient_id: member.id, taken_at: taken('2026-10-01') })
  await buildExam(db, { patient_id: member.id, taken_at: taken('2026-09-01') })
  const words = async (caller: typeof call) => {
    const { laboratories } = await caller(examEndpoints.listOf, { params: { patientId: member.id } })
    return laboratories.map(({ takeaway }) => takeaway && [takeaway.state, takeaway.words, takeaway.rest])
  }
  const rest = [['critical', 'Un valor crítico: llama hoy', ''], ['informed', 'Informe listo', ''], null]
  expect(await words(call)).toEqual([
    ['outside', '2 de 4 dentro del rango', '1 sobre, 1 bajo, 1 sin rango'],
    ...rest,
  ])
  expect(await words(await as(member))).toEqual([
    ['outside', '2 de 5 dentro del rango', '2 sobre, 1 bajo, 1 sin rango'],
    ...rest,
  ])
})

test('the list leaves out exams taken before the day from which the clinic shows their kind, and they are not opened', async () => {
  const results_from = { laboratory: '2015-01-01', imaging: '2021-11-01' }
  const portal = await startPortal({ parts: clinicWith({ results_from }) })
  const { db } = portal
  const person = await portal.person()
  const call = await portal.as(person)
  const before = await buildExam(db, { patient_id: person.id, taken_at: taken('2014-12-31') })
  const after = await buildExam(db, { patient_id: person.id, taken_at: taken('2015-01-01') })
  const of = { patient_id: person.id, type: 'imaging' } as const
  await buildExam(db, { ...of, taken_at: taken('2021-10-31') })
  const image = await buildExam(db, { ...of, taken_at: taken('2021-11-01') })
  const laboratory = await call(examEndpoints.list)
  expect([laboratory.total, laboratory.laboratories[0]?.attention_id]).toEqual([1, after.id])
  const images = await call(examEndpoints.list, { query: { type: 'imaging' } })
  expect([images.total, images.laboratories[0]?.attention_id]).toEqual([1, image.id])
  const results = (attention_id: number) =>
    call(examEndpoints.results, { params: { patientId: person.id, attention_id } })
  expect((await results(after.id)).exam.attention_id).toBe(after.id)
  await expectRejected(results(before.id), 404)
})

test('an account opened with a passport sees laboratory exams, an empty list of images, and no image file', async () => {
  const { call, db, person } = await startPatient({ document_type_id: 2, document_number: 'P1234567' })
  await buildExam(db, { patient_id: person.id })
  const image = await buildExam(db, { patient_id: person.id, type: 'imaging' })
  expect((await call(examEndpoints.list)).total).toBe(1)
  const images = await call(examEndpoints.list, { query: { type: 'imaging' } })
  expect(images).toMatchObject({ laboratories: [], total: 0 })
  const params = { patientId: person.id, attention_id: image.id, type: 'imaging' as const }
  await expectRejected(call(examEndpoints.view, { params }), 404)
})

test('results come in order with range, position, patient and the history of the same measure', async () => {
  const portal = await startPatient({ first_name: 'Rosa Elena', last_name: 'Tapia', second_name: 'Lagos' })
  const { call, db, person } = portal
  const before = await buildExam(db, { patient_id: person.id, taken_at: taken('2025-03-02') })
  await buildResult(db, before, { position: 1, value: 101 })
  await buildResult(db, before, { position: 2, value: 5.6, unit: 'mmol/L' })
  const unshown = await buildExam(db, { patient_id: person.id, shown: false })
  await buildResult(db, unshown, { value: 1 })
  const exam = await buildExamWithFile(portal, { patient_id: person.id, taken_at: taken('2026-11-20') })
  await buildResult(db, exam, { position: 2, code: 'NIT', name: 'Nitritos', value: null, text: 'Negativo' })
  await buildResult(db, exam, { position: 1, value: 92.5 })
  await buildResult(db, exam, { position: 3, code: 'ABO', name: 'Grupo', shown: false })
  const answer = await call(examEndpoints.results, {
    params: { patientId: person.id, attention_id: exam.id },
  })
  expect(answer.exam).toMatchObject({
    attention_id: exam.id,
    date: '20/11/2026',
    patient_full_name: 'Rosa Elena Tapia Lagos',
  })
  expect(answer.exam.patient_document).toMatch(/^\d{7}-[\dK]$/)
  const reference = { low: 70, high: 99, text: null }
  const history = [
    { date: '2025-03-02', value: 101 },
    { date: '2026-11-20', value: 92.5 },
  ]
  expect(answer.results).toMatchObject([
    { code: 'GLI', value: 92.5, text: null, unit: 'mg/dL', decimals: 1, reference, position: 'in', history },
    { code: 'NIT', value: null, text: 'Negativo', decimals: 0, reference, position: null, history: [] },
  ])
  expect(answer.pdf_url).toMatch(/^\/api\/exams\/files\//)
  // A result in another unit is listed in the course, and not in the history, which is drawn.
  const [glucose] = answer.results
  expect(glucose?.course.map(({ date, reported }) => [date, showValue(reported)])).toEqual([
    ['2025-03-02', '101 mg/dL'],
    ['2025-03-02', '5,6 mmol/L'],
    ['2026-11-20', '92,5 mg/dL'],
  ])
})

test('images and exams that are never shown have no results, and no exam opens under the wrong kind, without a file or under another patient', async () => {
  const { call, as, build, db, person } = await startPatient()
  const image = await buildExam(db, { patient_id: person.id, type: 'imaging' })
  const unshown = await buildExam(db, { patient_id: person.id, shown: false })
  for (const attention_id of [image.id, unshown.id])
    await expectRejected(call(examEndpoints.results, { params: { patientId: person.id, attention_id } }), 404)
  const exam = await buildExam(db, { patient_id: person.id })
  for (const attention_id of [exam.id, image.id]) {
    const params = { patientId: person.id, attention_id, type: 'imaging' as const }
    await expectRejected(call(examEndpoints.view, { params }), 404)
  }
  const stranger = await build()
  const params = { patientId: stranger.id, attention_id: exam.id }
  await expectRejected((await as(stranger))(examEndpoints.results, { params }), 404)
})

test('an adolescent’s guardian sees no reserved measure, its history, an exam with nothing else, or a PDF with one of them, also at an address of before', async () => {
  const portal = await startMother('2012-01-01')
  const { app, call, as, db, member } = portal
  const of = { patient_id: member.id }
  const hidden = await buildExam(db, { ...of, reserved_group: 'DROGAS', taken_at: taken('2026-01-05') })
  await buildResult(db, hidden, { value: 80 })
  const serology = await buildExam(db, { ...of, type_exam: 'Serología' })
  await buildResult(db, serology, { code: 'VIH', reserved_group: 'VIH', value: null, text: 'No reactivo' })
  const exam = await buildExamWithFile(portal, of)
  await buildResult(db, exam, { value: 90 })
  const params = { patientId: member.id, attention_id: exam.id }
  const before = (await call(examEndpoints.results, { params })).pdf_url ?? ''
  expect((await app.inject({ url: before })).statusCode).toBe(200)

  await buildResult(db, exam, { code: 'BHCG', name: 'Subunidad beta', reserved_group: 'EMBARAZO' })
  expect((await app.inject({ url: before })).statusCode).toBe(404)
  const list = await call(examEndpoints.listOf, { params: { patientId: member.id } })
  expect([list.laboratories.map(({ attention_id }) => attention_id), list.total]).toEqual([[exam.id], 1])
  for (const { id } of [hidden, serology]) {
    const ofHidden = { patientId: member.id, attention_id: id }
    await expectRejected(call(examEndpoints.results, { params: ofHidden }), 404)
    await expectRejected(call(examEndpoints.view, { params: { ...ofHidden, type: 'laboratory' } }), 404)
  }
  const seen = await call(examEndpoints.results, { params })
  expect(seen.results.map((result) => [result.code, result.history.length])).toEqual([['GLI', 1]])
  expect(seen.pdf_url).toBeNull()

  const asMember = await as(member)
  expect((await asMember(examEndpoints.list)).total).toBe(3)
  const own = await asMember(examEndpoints.results, { params })
  expect(own.results.map((result) => [result.code, result.history.length])).toEqual([
    ['GLI', 2],
    ['BHCG', 1],
  ])
  expect(own.pdf_url).not.toBeNull()
})

describe('the address of a file', () => {
  async function withAddress() {
    const portal = await startPortal()
    const person = await portal.person()
    const exam = await buildExamWithFile(
      portal,
      { patient_id: person.id, type: 'imaging' },
      'Ecografía abdominal (informe).pdf',
    )
    const token = await portal.sessionOf(person.id)
    const params = { patientId: person.id, attention_id: exam.id, type: 'imaging' as const }
    const { url_file } = await portal.caller(token)(examEndpoints.view, { params })
    const open = (url = url_file) => portal.app.inject({ url, remoteAddress: '10.0.0.9' })
    return { ...portal, person, exam, token, url_file, open }
  }

  test('the address opens the PDF in a tab without a header, under a policy that allows nothing', async () => {
    const { open, exam, db, person, url_file } = await withAddress()
    expect(url_file).toMatch(/^\/api\/exams\/files\/[\w.-]+$/)
    expect(url_file).not.toContain(person.document_number)
    const answer = await open()
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(`%PDF-1.7 ${exam.id}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''Ecograf%C3%ADa%20abdominal%20%28informe%29.pdf",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['x-request-id']).toBeDefined()
    const [row] = await db.listAuditEvents('exams.file')
    expect(row).toMatchObject({
      actor_id: person.id,
      actor_role: 'STANDART_ROLE',
      patient_id: person.id,
      object: `attention_id=${exam.id}`,
      outcome: 'done',
    })
  })

  test('the address lasts five minutes, and ends with the session, the account, the exam and the stored file', async () => {
    const { open, clock, person, exam, db, files, sessionOf } = await withAddress()
    const status = async () => (await open()).statusCode
    for (const [end, back] of [
      ['update people set status = 2 where id = $1', 'update people set status = 1 where id = $1'],
      ['update exams set shown = false where $1 > 0', 'update exams set shown = true where $1 > 0'],
    ] as const) {
      await db.ask(end, [person.id])
      expect([end, await status()]).toEqual([end, 404])
      await db.ask(back, [person.id])
    }
    clock.advance({ minutes: 4, seconds: 59 })
    expect(await status()).toBe(200)
    clock.advance({ seconds: 1 })
    expect(await status(), 'after five minutes').toBe(404)
    clock.advance({ seconds: -1 })
    const stored = await db.ask<{ key: string }>('select key from files')
    for (const { key } of stored) await files.remove(key)
    expect(await status(), 'without its file').toBe(404)
    await files.put(stored[0]?.key ?? '', Buffer.from(`%PDF-1.7 ${exam.id}`))
    expect(await status()).toBe(200)
    await sessionOf(person.id)
    expect(await status(), 'after another sign-in').toBe(404)
    const refused = await db.ask<AuditEventRow>(`select * from audit_events where outcome = 'refused'`)
    expect(refused.at(-1)).toMatchObject({ action: 'exams.file', patient_id: person.id })
  })

  test('an address cannot be forged or changed, nor used for another purpose', async () => {
    const { open, url_file, caller, token, person, db } = await withAddress()
    const other = await buildExam(db, { patient_id: person.id })
    const key = url_file.slice(url_file.lastIndexOf('/') + 1)
    const parts = key.split('.')
    const changed = [other.id.toString(36), ...parts.slice(1)].join('.')
    const later = [...parts.slice(0, 4), 'zzzzzz', parts[5]].join('.')
    for (const wrong of [changed, later, key.slice(0, -1), `${key}A`, '..', '%00', 'x'.repeat(400)])
      expect([wrong, (await open(`/api/exams/files/${wrong}`)).statusCode]).toEqual([wrong, 404])
    expect((await open(`/api/exams/results/by-key/${key}`)).statusCode).toBe(404)
    const { url_file: frame } = await caller(token)(examEndpoints.view, {
      params: { patientId: person.id, attention_id: other.id, type: 'laboratory' },
    })
    expect((await open(`/api/exams/files/${frame.slice('/visor/'.length)}`)).statusCode).toBe(404)
  })

  test('wrong addresses are limited to twenty a minute from one IP address', async () => {
    const { open, clock, app } = await withAddress()
    for (let i = 0; i < 20; i++) expect((await open('/api/exams/files/1.2.3.4.5.x')).statusCode).toBe(404)
    const rejected = await open('/api/exams/files/1.2.3.4.5.x')
    expect(rejected.statusCode).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    const elsewhere = await app.inject({ url: '/api/exams/files/1.2.3.4.5.x', remoteAddress: '10.0.0.10' })
    expect(elsewhere.statusCode).toBe(404)
    clock.advance({ minutes: 1 })
    expect((await open('/api/exams/files/1.2.3.4.5.x')).statusCode).toBe(404)
  })

  test('an address of a member’s file ends when the guardian loses access: at eighteen, or when the link ends', async () => {
    const portal = await startPortal()
    const { app, clock, db } = portal
    const { guardian: mother, child: member, link } = await buildFamily(db, { date_birth: '2008-11-27' })
    const exam = await buildExamWithFile(portal, { patient_id: member.id, type: 'imaging' })
    clock.set('2026-11-27T02:58:00Z')
    const call = await portal.as(mother)
    const params = { patientId: member.id, attention_id: exam.id, type: 'imaging' as const }
    const { url_file } = await call(examEndpoints.view, { params })
    expect((await app.inject({ url: url_file })).statusCode).toBe(200)
    const [row] = await db.listAuditEvents('exams.file')
    expect(row).toMatchObject({ actor_id: mother.id, actor_role: 'guardian', patient_id: member.id })

    await db.ask(`update family_links set state = 'ended' where id = $1`, [link.id])
    expect((await app.inject({ url: url_file })).statusCode).toBe(404)
    await db.ask(`update family_links set state = 'approved' where id = $1`, [link.id])
    expect((await app.inject({ url: url_file })).statusCode).toBe(200)
    clock.set('2026-11-27T03:00:00Z')
    expect((await app.inject({ url: url_file })).statusCode).toBe(404)
  })
})

describe('the framed viewer', () => {
  async function withFrame() {
    const portal = await startPortal()
    const person = await portal.person()
    const exam = await buildExamWithFile(portal, { patient_id: person.id })
    await buildResult(portal.db, exam)
    const token = await portal.sessionOf(person.id)
    const params = { patientId: person.id, attention_id: exam.id, type: 'laboratory' as const }
    const { url_file } = await portal.caller(token)(examEndpoints.view, { params })
    const key = url_file.slice('/visor/'.length)
    const read = () => portal.anonymous(examEndpoints.resultsByKey, { params: { key } })
    return { ...portal, person, exam, token, key, read }
  }

  test('the viewer reads the results with only its key, gets no token, is audited, and ends with the session', async () => {
    const { read, caller, token, person, exam, db, app, sessionOf } = await withFrame()
    const answer = await read()
    const direct = await caller(token)(examEndpoints.results, {
      params: { patientId: person.id, attention_id: exam.id },
    })
    expect({ ...answer, pdf_url: null }).toEqual({ ...direct, pdf_url: null })
    expect(JSON.stringify(answer)).not.toContain(token)
    expect((await app.inject({ url: answer.pdf_url ?? '' })).statusCode).toBe(200)
    const rows = await db.listAuditEvents('exams.results')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      actor_id: person.id,
      patient_id: person.id,
      object: `attention_id=${exam.id}`,
      outcome: 'done',
    })
    await sessionOf(person.id)
    await expectRejected(read(), 404)
  })

  test('the viewer’s key and the address of its PDF end after five minutes, and the viewer does not keep the session alive', async () => {
    const { read, clock, app, caller, token } = await withFrame()
    clock.advance({ minutes: 4 })
    const { pdf_url } = await read()
    clock.advance({ minutes: 1 })
    await expectRejected(read(), 404)
    expect((await app.inject({ url: pdf_url ?? '' })).statusCode).toBe(404)
    clock.advance({ minutes: 25 })
    await expectRejected(caller(token)(examEndpoints.list), 401)
  })
})
