import { consentEndpoints, sharingText, sharingVisitText } from '@mi-portal/contract/consents'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { expect, test } from 'vitest'
import { buildExam, buildFamily, buildResult } from '../../../../test/build.ts'
import { buildExamWithFile, findShareToken } from '../../../../test/exams.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'
import type { OutboxRow } from '../../../../test/rows.ts'

const draft = { recipient_email: 'luis@ejemplo.cl', type_relationship: 3, comment: '' }

/** Shares a visit with two laboratory exams and one image, by default all of them; another visit has one exam. */
async function withSharedVisit({
  chosen = ['second', 'image'],
  ...overrides
}: {
  chosen?: readonly ('second' | 'image')[]
  consent_version?: string
} = {}) {
  const portal = await startPortal()
  const person = await portal.person({ first_name: 'Camila', last_name: 'Fuentes', names_proven: true })
  const of = { patient_id: person.id, attention_number: 'A-7' }
  const exam = await buildExamWithFile(portal, { ...of, taken_at: new Date('2026-11-02T11:00:00Z') })
  await buildResult(portal.db, exam)
  const second = await buildExamWithFile(portal, { ...of, type_exam: 'Hemograma' })
  const image = await buildExamWithFile(portal, { ...of, type: 'imaging', type_exam: 'Ecografía abdominal' })
  const other = await buildExamWithFile(portal, { patient_id: person.id, attention_number: 'A-8' })
  const call = await portal.as(person)
  const params = { patientId: person.id, attention_id: exam.id, type: 'laboratory' as const }
  const other_exams = chosen.map((name) => ({ second, image })[name].id)
  const body = { ...draft, other_exams, ...overrides }
  const { share } = await call(examShareEndpoints.send, { params, body })
  const token = await findShareToken(portal)
  const open = () =>
    portal.caller(undefined, '10.1.1.1')(examShareEndpoints.open, { body: { token, code: share.code } })
  return { ...portal, patient: person, exam, second, image, other, call, params, body, share, open }
}

test('one link and one code open all exams of a visit, each document opens, and the e-mails name none of them', async () => {
  const { open, app, exam, second, image, db, share } = await withSharedVisit()
  const opened = await open()
  expect(opened.exam.attention_id).toBe(exam.id)
  expect(opened.other_exams.map((one) => [one.exam.attention_id, one.type])).toEqual([
    [second.id, 'laboratory'],
    [image.id, 'imaging'],
  ])
  const bodies: string[] = []
  for (const { pdf_url } of [opened, ...opened.other_exams])
    bodies.push((await app.inject({ url: pdf_url ?? '' })).body)
  expect(bodies).toEqual([exam, second, image].map(({ id }) => `%PDF-1.7 ${id}`))
  expect(opened.openings_left).toBe(9)
  const objects = [exam, second, image].map(({ id }) => `attention_id=${id} share=${share.id}`)
  for (const action of ['exams.share', 'exams.shares.open', 'exams.file'])
    expect(
      (await db.listAuditEvents(action)).flatMap(({ object }) => (object?.includes('share=') ? object : [])),
    ).toEqual(objects)
  for (const [template, words] of [
    ['exams.shared', 'exámenes de una de sus atenciones'],
    ['exams.shareCopy', 'Compartiste exámenes de una atención'],
  ] as const) {
    const [mail] = await db.ask<OutboxRow>('select * from outbox where template = $1', [template])
    expect(mail?.body_text).toContain(words)
    for (const word of ['Hemograma', 'Ecografía', 'A-7']) expect(mail?.body_html).not.toContain(word)
  }
})

test('an exam of another visit, of another patient, that is never shown or that does not exist cannot be added to a link', async () => {
  const { call, params, body, db, other, patient, second, person } = await withSharedVisit()
  const hidden = await buildExam(db, { patient_id: patient.id, attention_number: 'A-7', shown: false })
  const stranger = await person()
  const theirs = await buildExam(db, { patient_id: stranger.id, attention_number: 'A-7' })
  const before = await db.ask('select 1 from exam_shares')
  for (const id of [other.id, theirs.id, hidden.id, 2_000_000_000]) {
    const send = call(examShareEndpoints.send, { params, body: { ...body, other_exams: [second.id, id] } })
    expect([id, (await getRejection(send)).fieldErrors[0]?.param]).toEqual([id, 'other_exams'])
  }
  const other_exams = Array.from({ length: 51 }, (_, index) => index + 1)
  const tooMany = call(examShareEndpoints.send, { params, body: { ...body, other_exams } })
  expect((await getRejection(tooMany)).fieldErrors[0]?.param).toBe('other_exams')
  expect(await db.ask('select 1 from exam_shares')).toEqual(before)
})

test('the list of shares has one row for the visit, which ends all of its exams and the addresses of their documents', async () => {
  const { open, call, app, db, patient, share, exam, second, image } = await withSharedVisit()
  await buildExam(db, { patient_id: patient.id, attention_number: 'A-7' })
  const { other_exams } = await open()
  expect(other_exams, 'an exam that arrived later is not shown').toHaveLength(2)
  const { shares } = await call(examShareEndpoints.list)
  expect(shares).toHaveLength(1)
  expect(shares[0]?.exam.attention_id).toBe(exam.id)
  expect(shares[0]?.other_exams.map(({ attention_id }) => attention_id)).toEqual([second.id, image.id])
  await call(examShareEndpoints.end, { params: { id: share.id } })
  await expectRejected(open(), 410)
  for (const { pdf_url } of other_exams)
    expect((await app.inject({ url: pdf_url ?? '' })).statusCode).toBe(404)
})

test('a link of a visit leaves out an exam that is no longer shown, and ends with its last exam', async () => {
  const { open, db, exam, second, image } = await withSharedVisit()
  await db.ask('update exams set shown = false where id = $1', [exam.id])
  const opened = await open()
  expect([opened.exam.attention_id, opened.other_exams.map((one) => one.exam.attention_id)]).toEqual([
    second.id,
    [image.id],
  ])
  await db.ask('update exams set shown = false where id = any($1)', [[second.id, image.id]])
  await expectRejected(open(), 410)
})

test('sharing a visit is a consent of its own text, and the consent to one exam is not enough for it', async () => {
  const { call, params, body } = await withSharedVisit({ consent_version: sharingVisitText.version })
  const { consents } = await call(consentEndpoints.list)
  expect(consents).toMatchObject([{ kind: 'sharing', version: sharingVisitText.version, has_text: true }])
  const { legalText } = await call(consentEndpoints.text, { params: { id: consents[0]?.id ?? 0 } })
  expect(legalText.text).toContain('los exámenes de esta atención que elegí')
  const ofOneExam = call(examShareEndpoints.send, {
    params,
    body: { ...body, consent_version: sharingText.version },
  })
  expect(await getRejection(ofOneExam)).toMatchObject({
    status: 400,
    fieldErrors: [{ param: 'consent_version' }],
  })
})

test('a guardian’s share of a visit never has the reserved exams of a 15-year-old, also when they became reserved later', async () => {
  const portal = await startPortal()
  const { guardian: mother, child } = await buildFamily(portal.db, { date_birth: '2011-05-10' })
  const of = { patient_id: child.id, attention_number: 'A-7' }
  const exam = await buildExam(portal.db, of)
  const later = await buildExam(portal.db, { ...of, type_exam: 'Serología' })
  const reserved = await buildExam(portal.db, { ...of, reserved_group: 'DROGAS' })
  const call = await portal.as(mother)
  const params = { patientId: child.id, attention_id: exam.id, type: 'laboratory' as const }
  const send = (other_exams: number[]) =>
    call(examShareEndpoints.send, { params, body: { ...draft, other_exams } })
  await expectRejected(send([later.id, reserved.id]), 400)
  const { share } = await send([later.id])
  expect(await portal.db.ask('select exam_id from exam_share_exams')).toEqual([{ exam_id: later.id }])
  await portal.db.ask(`update exams set reserved_group = 'ITS' where id = $1`, [later.id])
  const token = await findShareToken(portal)
  const opened = await portal.caller()(examShareEndpoints.open, { body: { token, code: share.code } })
  expect([opened.exam.attention_id, opened.other_exams]).toEqual([exam.id, []])
  const { shares } = await call(examShareEndpoints.listOf, { params: { id: child.id } })
  expect(shares[0]?.other_exams).toEqual([])
})
