import { examEndpoints } from '@mi-portal/contract/exams'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { buildDelegation, buildExam, buildFile, buildLink } from '../../../../test/build.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { newFileKey } from '../../../platform/security/file-key.ts'

const dayMs = 86_400_000

/** Opens a portal with a mother and a child, whose link was approved on this day. */
async function startFamily({ date_birth = '2016-11-26', approved_at = '2026-01-10T12:00:00Z' } = {}) {
  const portal = await startPortal()
  const old = { date_creation: new Date('2020-01-01T12:00:00Z') }
  const mother = await portal.person(old)
  const child = await portal.person({ ...old, date_birth })
  const link = { leader_id: mother.id, member_id: child.id, approved_at: new Date(approved_at) }
  await buildLink(portal.db, link)
  return { ...portal, mother, child, asMother: await portal.as(mother), asChild: await portal.as(child) }
}

const newIn = async (call: Awaited<ReturnType<Portal['as']>>, patientId?: number) =>
  (
    await (patientId === undefined
      ? call(examEndpoints.list)
      : call(examEndpoints.listOf, { params: { patientId } }))
  ).laboratories
    .filter(({ is_new }) => is_new)
    .map(({ attention_id }) => attention_id)

test('a result is new for each person until that person opens it in the viewer', async () => {
  const { db, child, asMother, asChild, anonymous } = await startFamily()
  const exam = await buildExam(db, { patient_id: child.id })
  expect(await newIn(asMother, child.id)).toEqual([exam.id])
  const params = { patientId: child.id, attention_id: exam.id, type: 'laboratory' as const }
  const { url_file } = await asMother(examEndpoints.view, { params })
  // The address alone shows nothing of the result.
  expect(await newIn(asMother, child.id)).toEqual([exam.id])
  const key = url_file.slice('/visor/'.length)
  for (let times = 0; times < 2; times++) await anonymous(examEndpoints.resultsByKey, { params: { key } })
  expect(await newIn(asMother, child.id)).toEqual([])
  expect(await newIn(asChild)).toEqual([exam.id])
  await asChild(examEndpoints.results, { params })
  expect(await newIn(asChild)).toEqual([])
  await asChild(profileEndpoints.close)
  expect(await ask(db, 'select person_id from opened_results'), 'of a closed account').toHaveLength(1)
})

test('a result is not new any more after its file was opened', async () => {
  const { db, files, app, mother, asMother } = await startFamily()
  const key = newFileKey()
  const file = await buildFile(db, { key })
  await files.put(key, Buffer.from('%PDF-1.7'))
  const exam = await buildExam(db, { patient_id: mother.id, type: 'imaging', file_id: file.id })
  const isNew = async () =>
    (await asMother(examEndpoints.list, { query: { type: 'imaging' } })).laboratories[0]?.is_new
  const { url_file } = await asMother(examEndpoints.view, {
    params: { patientId: mother.id, attention_id: exam.id, type: 'imaging' },
  })
  expect(await isNew()).toBe(true)
  expect((await app.inject({ url: url_file })).statusCode).toBe(200)
  expect(await isNew()).toBe(false)
})

test('a result from more than 30 days before the account or the access is not new', async () => {
  const { db, child, asMother, asChild } = await startFamily({ approved_at: '2026-11-20T12:00:00Z' })
  const at = (days: number) => new Date(new Date('2026-11-20T12:00:00Z').getTime() - days * dayMs)
  const recent = await buildExam(db, { patient_id: child.id, taken_at: at(29) })
  const earlier = await buildExam(db, { patient_id: child.id, taken_at: at(31) })
  expect(await newIn(asMother, child.id)).toEqual([recent.id])
  expect(await newIn(asChild)).toEqual([recent.id, earlier.id])
})

test('a result from more than 30 days before a delegated access was accepted is not new for the delegate', async () => {
  const { db, mother, person, as, clock } = await startFamily()
  const now = clock.now()
  const daughter = await person({ date_creation: new Date('2020-01-01T12:00:00Z') })
  await buildDelegation(db, { grantor_id: mother.id, delegate_id: daughter.id, matters: ['exams'], now })
  const at = (days: number) => new Date(now.getTime() - days * dayMs)
  const recent = await buildExam(db, { patient_id: mother.id, taken_at: at(29) })
  await buildExam(db, { patient_id: mother.id, taken_at: at(31) })
  const call = await as(daughter)
  expect(await newIn(call, mother.id)).toEqual([recent.id])
  const { laboratories } = await call(examEndpoints.listOf, {
    params: { patientId: mother.id },
    query: { type: 'laboratory', year: 2026 },
  })
  expect(laboratories.filter(({ is_new }) => is_new).map(({ attention_id }) => attention_id)).toEqual([
    recent.id,
  ])
})

test('a result that was not opened within 90 days is not new any more', async () => {
  const { db, clock, mother, asMother } = await startFamily()
  const exam = await buildExam(db, {
    patient_id: mother.id,
    taken_at: new Date(clock.now().getTime() - 90 * dayMs + 60_000),
  })
  expect(await newIn(asMother)).toEqual([exam.id])
  clock.advance({ minutes: 2 })
  expect(await newIn(asMother)).toEqual([])
})
