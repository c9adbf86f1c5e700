import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildExam, buildExamDocument, buildFile, buildLink, buildResult } from '../../../../test/build.ts'
import { buildExamWithFile, findShareToken } from '../../../../test/exams.ts'
import { type Portal, type PortalOptions, startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected, getRejection, getStatus } from '../../../../test/rejection.ts'

async function start(overrides: Parameters<Portal['person']>[0] = {}, options?: PortalOptions) {
  const portal = await startPortal(options)
  const person = await portal.person({
    first_name: 'Camila',
    last_name: 'Fuentes',
    second_name: 'Rojas',
    ...overrides,
  })
  return { ...portal, person, build: portal.person, call: await portal.as(person) }
}

/** Creates an exam with a value measured twice and a file. */
async function withResult(portal: Pick<Portal, 'db' | 'files'>, overrides: Parameters<typeof buildExam>[1]) {
  const { patient_id } = overrides
  const earlier = await buildExam(portal.db, { patient_id, taken_at: new Date('2025-01-02T11:00:00Z') })
  await buildResult(portal.db, earlier, { value: 120 })
  const exam = await buildExamWithFile(portal, overrides, 'perfil-bioquimico.pdf')
  await buildResult(portal.db, exam)
  return exam
}

const draft = { recipient_email: 'luis@ejemplo.cl', type_relationship: 3, comment: '' }

async function withShare(
  overrides: Partial<typeof draft> = {},
  person: Parameters<Portal['person']>[0] = {},
) {
  const portal = await start(person)
  const exam = await withResult(portal, { patient_id: portal.person.id })
  const params = { patientId: portal.person.id, attention_id: exam.id, type: 'laboratory' as const }
  const { share } = await portal.call(examShareEndpoints.send, { params, body: { ...draft, ...overrides } })
  const [mail] = await mails(portal, 'exams.shared')
  const token = await findShareToken(portal)
  return { ...portal, exam, params, share, mail, token, ...opening(portal, token, share.code) }
}

function opening(portal: Pick<Portal, 'caller'>, token: string, code: string) {
  const open = (given = code, ip = '10.1.1.1') =>
    portal.caller(undefined, ip)(examShareEndpoints.open, { body: { token, code: given } })
  return { open, status: () => getStatus(open()) }
}

const mails = ({ db }: Pick<Portal, 'db'>, template: string) => db.listMails(template)

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code issued before the secret was replaced still opens the link, and a wrong code counts once', async () => {
  const { db, clock, token, share, config } = await withShare()
  const environment = { SECRET_KEY: 'f'.repeat(48), SECRET_KEY_PREVIOUS: config.secrets[0] }
  const later = await startServer(db, clock, { environment })
  const { open } = opening(later, token, share.code)
  await getRejection(open(wrong(share.code)))
  expect(await db.ask('select wrong_codes from exam_shares')).toEqual([{ wrong_codes: 1 }])
  // The exam opens although the bytes of its file are in the memory of the other portal.
  await open()
  expect(await db.ask('select wrong_codes from exam_shares')).toEqual([{ wrong_codes: 1 }])
})

test('the mailed link shows nothing of the exam, and only the patient gets the code', async () => {
  const { share, mail, token, db, clock, person, exam } = await withShare(
    { comment: 'Para el <jueves>' },
    { names_proven: true },
  )
  expect(share.code).toMatch(/^\d{6}$/)
  expect(Date.parse(share.expires_at) - clock.now().getTime()).toBe(7 * 24 * 3_600_000)
  expect(mail?.recipient).toBe('luis@ejemplo.cl')
  const words = `${mail?.subject} ${mail?.body_text} ${mail?.body_html}`
  expect(words).toContain('Camila F. R.')
  for (const stored of [share.code, exam.type_exam, 'jueves', person.document_number, exam.attention_number])
    expect(words).not.toContain(stored)
  expect(mail?.not_after).not.toBeNull()
  const stored = JSON.stringify(await db.ask('select * from exam_shares'))
  expect(stored).not.toContain(share.code)
  expect(stored).not.toContain(token)
  expect(await db.listAuditEvents('exams.share')).toMatchObject([
    { actor_id: person.id, actor_role: 'STANDART_ROLE', patient_id: person.id, outcome: 'done' },
    { actor_id: person.id, object: `attention_id=${exam.id} share=${share.id}` },
  ])
})

test('an outside recipient does not see unproven names, and the patient gets a copy that names the recipient and not the exam', async () => {
  const portal = await withShare()
  const { mail, person } = portal
  expect(mail?.body_text).toContain('Una persona que usa el portal quiere que veas')
  expect(`${mail?.subject} ${mail?.body_html}`).not.toContain(person.last_name)
  const [copy] = await mails(portal, 'exams.shareCopy')
  expect(copy?.recipient).toBe(person.email)
  expect(copy?.body_text).toContain('luis@ejemplo.cl')
  expect(copy?.body_text).not.toContain(portal.exam.type_exam)
  expect(copy?.body_text).not.toContain(portal.share.code)
})

test('a kind that is not shown, the wrong kind and an image of a passport account cannot be shared', async () => {
  const portal = await start()
  const { call, db, person } = portal
  const hidden = await buildExam(db, { patient_id: person.id, shown: false })
  const own = await buildExam(db, { patient_id: person.id })
  const image = await withResult(portal, { patient_id: person.id, type: 'imaging' })
  const send = (attention_id: number, type: 'laboratory' | 'imaging' = 'laboratory') =>
    call(examShareEndpoints.send, { params: { patientId: person.id, attention_id, type }, body: draft })
  await expectRejected(send(hidden.id), 404)
  await expectRejected(send(own.id, 'imaging'), 404)
  await db.ask(`update people set document_type_id = 2, document_number = 'P7654321' where id = $1`, [
    person.id,
  ])
  await expectRejected(send(image.id, 'imaging'), 404)
  expect(await db.ask('select 1 from outbox')).toHaveLength(0)
})

test('a shared exam shows only itself, without earlier values, with the comment as written, and every attempt and download is audited', async () => {
  const { db, open, exam, person, share, app } = await withShare({ comment: '<b>Para el jueves</b>' })
  const opened = await open()
  expect(opened).toMatchObject({
    type: 'laboratory',
    shared_by: 'Camila Fuentes Rojas',
    comment: '<b>Para el jueves</b>',
    openings_left: 9,
    exam: { attention_id: exam.id, type_exam: exam.type_exam, patient_id: person.id },
  })
  expect(opened.results.map(({ code, value, history, course }) => [code, value, history, course])).toEqual([
    ['GLI', 92, [], []],
  ])
  const file = await app.inject({ url: opened.pdf_url ?? '', remoteAddress: '10.1.1.1' })
  expect([file.statusCode, file.body]).toEqual([200, `%PDF-1.7 ${exam.id}`])
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(file.headers['content-security-policy']).toContain("default-src 'none'")
  await getRejection(open(wrong(share.code)))
  const object = `attention_id=${exam.id} share=${share.id}`
  const common = { actor_id: null, actor_role: 'share', patient_id: person.id, object, ip: '10.1.1.1' }
  expect(await db.listAuditEvents('exams.shares.open')).toMatchObject([
    { ...common, outcome: 'done' },
    { ...common, outcome: 'refused', detail: { because: 'code' } },
  ])
  expect(await db.listAuditEvents('exams.file')).toMatchObject([{ ...common, outcome: 'done' }])
})

test('a shared exam lists every document, each opens, and none is listed while the documents are withheld', async () => {
  const { open, exam, app, db, files } = await withShare()
  await files.put('segundo', Buffer.from('%PDF-1.7 segundo'))
  const second = await buildFile(db, { key: 'segundo', name: 'antibiograma.pdf' })
  await buildExamDocument(db, exam, second)
  const { documents, pdf_url } = await open()
  const opened = await Promise.all(
    documents.map(async ({ name, url }) => [name, (await app.inject({ url })).payload]),
  )
  expect(opened).toEqual([
    ['perfil-bioquimico.pdf', `%PDF-1.7 ${exam.id}`],
    ['antibiograma.pdf', '%PDF-1.7 segundo'],
  ])
  expect((await app.inject({ url: pdf_url ?? '' })).payload).toBe(opened[0]?.[1])
  // Each address opens only its own document.
  await db.ask('delete from exam_documents')
  expect((await app.inject({ url: documents[1]?.url ?? '' })).statusCode).toBe(404)
  expect((await app.inject({ url: documents[0]?.url ?? '' })).statusCode).toBe(200)
  // If the documents of an exam are withheld, none is listed.
  await buildExamDocument(db, exam, second)
  await db.ask('update exams set document_withheld = true where id = $1', [exam.id])
  expect(await open()).toMatchObject({ pdf_url: null, documents: [] })
})

test('ten wrong codes end a share, also when guessed concurrently; its owner is notified once, and the audit log says so', async () => {
  const portal = await withShare()
  const { open, share, call } = portal
  const guess = () => getRejection(open(wrong(share.code)))
  for (let attempt = 0; attempt < 9; attempt += 1)
    expect((await guess()).fieldErrorOf('code')).toBe('El código no es correcto')
  expect(await mails(portal, 'exams.shareEnded')).toEqual([])
  const statuses = (await Promise.all(Array.from({ length: 20 }, guess))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(1)
  expect(statuses.filter((status) => status === 410)).toHaveLength(19)
  await expectRejected(open(), 410)
  const { shares } = await call(examShareEndpoints.list)
  expect(shares[0]).toMatchObject({ ended_because: 'codes', openings: [] })
  expect(shares[0]?.ended_at).not.toBeNull()
  const [notice, ...more] = await mails(portal, 'exams.shareEnded')
  expect([notice?.recipient, more]).toEqual([portal.person.email, []])
  expect(notice?.body_text).toContain(portal.mail?.recipient)
  expect(await portal.db.listAuditEvents('exams.shares.end')).toMatchObject([
    { actor_role: 'system', patient_id: portal.person.id, detail: { because: 'codes' } },
  ])
})

test('a share opens ten times, concurrently or not', async () => {
  const { open, call } = await withShare()
  const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => open()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  await expectRejected(open(), 410)
  expect((await call(examShareEndpoints.list)).shares[0]?.openings).toHaveLength(10)
})

test('an unknown token is 404, and after twenty of them in a minute 429, while a right one still opens', async () => {
  const { open, anonymous, share } = await withShare()
  const guess = (i: number) =>
    getRejection(
      anonymous(examShareEndpoints.open, { body: { token: `${'x'.repeat(40)}${i}`, code: share.code } }),
    )
  for (let i = 0; i < 20; i++) expect((await guess(i)).status).toBe(404)
  expect((await guess(21)).status).toBe(429)
  expect((await open(share.code, '127.0.0.1')).openings_left).toBe(9)
})

test('the address of the file is valid for five minutes, cannot be forged, and ends with the share', async () => {
  const { open, clock, app, call, share } = await withShare()
  const { pdf_url } = await open()
  const get = async (url = pdf_url ?? '') => (await app.inject({ url, remoteAddress: '10.1.1.2' })).statusCode
  const key = (pdf_url ?? '').split('/').at(-1) ?? ''
  const [, ...rest] = key.split('.')
  for (const made of [['2', ...rest].join('.'), `${key}A`, key.slice(0, -1), 'x'])
    expect([made, await get(`/api/exams/shares/files/${made}`)]).toEqual([made, 404])
  expect(await get(`/api/exams/files/${key}`)).toBe(404)
  clock.advance({ minutes: 4, seconds: 59 })
  expect(await get()).toBe(200)
  clock.advance({ seconds: 1 })
  expect(await get()).toBe(404)
  const { pdf_url: again } = await open()
  expect(await get(again ?? '')).toBe(200)
  await call(examShareEndpoints.end, { params: { id: share.id } })
  expect(await get(again ?? '')).toBe(404)
})

test('a share gives nothing once the exam is not shown, the account is disabled or closed, or its owner opened as a child comes of age', async () => {
  const portal = await withShare({}, { opened_as_minor: true, date_birth: '2008-11-28' })
  const { db, clock, call, params, status, exam, person } = portal
  for (const [table, id, end, back] of [
    ['exams', exam.id, 'shown = false', 'shown = true'],
    ['people', person.id, `deleted_at = '2026-11-26T15:00:00Z'`, 'deleted_at = null'],
  ] as const) {
    const { share } = await call(examShareEndpoints.send, { params, body: draft })
    const again = opening(portal, await findShareToken(portal), share.code)
    await db.ask(`update ${table} set ${end} where id = $1`, [id])
    expect([end, await again.status()]).toEqual([end, 410])
    await db.ask(`update ${table} set ${back} where id = $1`, [id])
  }
  clock.advance({ days: 1 })
  expect(await status()).toBe(200)
  clock.advance({ days: 1 })
  expect(await status(), 'of age').toBe(410)

  const closed = await withShare()
  await closed.call(profileEndpoints.close)
  expect(await closed.status()).toBe(410)
  const disabled = await withShare()
  const staff = await disabled.as(await disabled.build({ rol: 'ADMIN_ROLE' }))
  await staff(userEndpoints.disable, { params: { id: disabled.person.id } })
  expect(await disabled.status()).toBe(410)
  await disabled.db.ask('update people set status = 1')
  expect(await disabled.status(), 'enabled again').toBe(410)
})

test('shares are listed newest first with their openings, and can be ended at once', async () => {
  const { call, open, share, params, clock, exam, db, person } = await withShare()
  await open()
  clock.advance({ minutes: 1 })
  await open()
  const second = await call(examShareEndpoints.send, { params, body: draft })
  const { shares } = await call(examShareEndpoints.list)
  expect(shares.map(({ id }) => id)).toEqual([second.share.id, share.id])
  expect(shares[1]).toMatchObject({
    exam: { attention_id: exam.id, type: 'laboratory', type_exam: exam.type_exam },
    recipient_email: 'luis@ejemplo.cl',
    type_relationship: 'Familiar',
    shared_by: 'Camila Fuentes Rojas',
    ended_at: null,
    openings: [{ at: '2026-11-26T15:00:00.000Z' }, { at: '2026-11-26T15:01:00.000Z' }],
  })
  await call(examShareEndpoints.end, { params: { id: share.id } })
  await expectRejected(open(), 410)
  await call(examShareEndpoints.end, { params: { id: share.id } })
  const ends = await db.listAuditEvents('exams.shares.end')
  expect(ends).toMatchObject([{ actor_id: person.id, outcome: 'done', object: `share=${share.id}` }])
})

test('a share is valid for seven days, and deleted half a year later', async () => {
  const { runJob, clock, db, open } = await withShare()
  clock.advance({ days: 6, hours: 23, minutes: 59, seconds: 59 })
  await open()
  clock.advance({ seconds: 1 })
  await expectRejected(open(), 410)
  clock.advance({ days: 179 })
  expect(await runJob('exams.purgeShares')).toEqual({ shares: 0 })
  clock.advance({ days: 2 })
  expect(await runJob('exams.purgeShares')).toEqual({ shares: 1 })
  expect(await db.ask('select 1 from exam_share_openings')).toHaveLength(0)
})

async function withChild(
  date_birth: string,
  child: Parameters<Portal['person']>[0] = {},
  options?: PortalOptions,
) {
  const portal = await start({ first_name: 'Rosa' }, options)
  const member = await portal.build({ first_name: 'Martina', date_birth, email: null, ...child })
  const link = await buildLink(portal.db, { leader_id: portal.person.id, member_id: member.id })
  const exam = await withResult(portal, { patient_id: member.id })
  const params = { patientId: member.id, attention_id: exam.id, type: 'laboratory' as const }
  const send = async () => {
    const { share } = await portal.call(examShareEndpoints.send, { params, body: draft })
    return { share, ...opening(portal, await findShareToken(portal), share.code) }
  }
  return { ...portal, member, link, exam, params, send }
}

test('a guardian’s share is copied to the guardian, and to a child with a mailbox of their own', async () => {
  const portal = await withChild('2011-03-01', { email: 'martina@ejemplo.cl' })
  await portal.send()
  const copies = await mails(portal, 'exams.shareCopy')
  expect(copies.map(({ recipient }) => recipient)).toEqual([portal.person.email, 'martina@ejemplo.cl'])
  expect(copies[0]?.body_text).toContain('de Martina')
  expect(copies[1]?.body_text).toContain('Rosa F. R.')
  const object = `attention_id=${portal.exam.id} share=1`
  expect(await portal.db.listAuditEvents('exams.share')).toContainEqual(
    expect.objectContaining({ object, actor_role: 'guardian', patient_id: portal.member.id }),
  )
})

test('a guardian’s share ends on the day the child comes of age', async () => {
  // In this installation guardians consent until the age of 18.
  const portal = await withChild('2008-11-28', {}, { environment: { AGE_CONSENT: '18' } })
  const { status } = await portal.send()
  expect(await status()).toBe(200)
  portal.clock.set('2026-11-28T02:59:59Z')
  expect(await status()).toBe(200)
  portal.clock.set('2026-11-28T03:00:00Z')
  expect(await status()).toBe(410)
})

test('a guardian’s share ends with the family link, and a new link does not restore it', async () => {
  const portal = await withChild('2016-01-01')
  const { status } = await portal.send()
  expect(await status()).toBe(200)
  await portal.db.ask(`update family_links set state = 'ended' where id = $1`, [portal.link.id])
  portal.clock.advance({ minutes: 1 })
  const member_id = portal.member.id
  await buildLink(portal.db, { leader_id: portal.person.id, member_id, approved_at: portal.clock.now() })
  const { shares } = await portal.call(examShareEndpoints.listOf, { params: { id: member_id } })
  expect(shares[0]).toMatchObject({ ended_because: 'sight' })
  expect(await status()).toBe(410)
})

test('a guardian’s share never contains reserved results, also when they became reserved later', async () => {
  const portal = await withChild('2011-01-01')
  const reserved = await buildExam(portal.db, { patient_id: portal.member.id, reserved_group: 'EMBARAZO' })
  const params = { ...portal.params, attention_id: reserved.id }
  await expectRejected(portal.call(examShareEndpoints.send, { params, body: draft }), 404)
  const { open, status } = await portal.send()
  await buildResult(portal.db, portal.exam, {
    code: 'BHCG',
    name: 'Subunidad beta',
    reserved_group: 'EMBARAZO',
  })
  const opened = await open()
  expect([opened.results.map(({ code }) => code), opened.pdf_url]).toEqual([['GLI'], null])
  await portal.db.ask(`update exams set reserved_group = 'ITS' where id = $1`, [portal.exam.id])
  expect(await status()).toBe(410)
})

test('an adolescent sees and ends the guardian’s share, and the guardian does not see the adolescent’s own', async () => {
  const portal = await withChild('2011-01-01')
  const { share, status } = await portal.send()
  // From the age of consent on, the minor shares their own exams.
  await portal.db.ask(`update people set date_birth = '2010-11-26' where id = $1`, [portal.member.id])
  const child = await portal.as(portal.member)
  const own = await child(examShareEndpoints.send, { params: portal.params, body: draft })
  expect((await child(examShareEndpoints.list)).shares.map(({ id }) => id)).toEqual([own.share.id, share.id])
  const seen = await portal.call(examShareEndpoints.listOf, { params: { id: portal.member.id } })
  expect(seen.shares.map(({ id }) => id)).toEqual([share.id])
  await expectRejected(portal.call(examShareEndpoints.end, { params: { id: own.share.id } }), 404)
  await child(examShareEndpoints.end, { params: { id: share.id } })
  expect(await status()).toBe(410)
})
