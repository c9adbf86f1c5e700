import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { expect, test } from 'vitest'
import { buildDelegation, buildExam, buildLink } from '../../../../test/build.ts'
import { buildExamWithFile } from '../../../../test/exams.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { isNewResult } from '../exams.rules.ts'

const dayMs = 86_400_000

/** Opens a portal with a mother and a child, whose link was approved in January. */
async function startFamily() {
  const portal = await startPortal()
  const old = { date_creation: new Date('2020-01-01T12:00:00Z') }
  const mother = await portal.person(old)
  const child = await portal.person({ ...old, date_birth: '2016-11-26' })
  const approved_at = new Date('2026-01-10T12:00:00Z')
  await buildLink(portal.db, { leader_id: mother.id, member_id: child.id, approved_at })
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
  expect(await db.ask('select person_id from opened_results'), 'of a closed account').toHaveLength(1)
})

test.each([
  [29, '2026-11-20', true],
  [30, '2026-11-20', true],
  [31, '2026-11-20', false],
  [90, '2020-01-01', true],
  [91, '2020-01-01', false],
])(
  'a result of %i days before 20 November is new for a reader with access since %s: %s',
  (days, since, isNew) => {
    const now = new Date('2026-11-20')
    expect(isNewResult(new Date(now.getTime() - days * dayMs), new Date(since), now)).toBe(isNew)
  },
)

test('a result is not new any more after its file was opened', async () => {
  const portal = await startFamily()
  const { app, mother, asMother } = portal
  const exam = await buildExamWithFile(portal, { patient_id: mother.id, type: 'imaging' })
  const isNew = async () =>
    (await asMother(examEndpoints.list, { query: { type: 'imaging' } })).laboratories[0]?.is_new
  const { url_file } = await asMother(examEndpoints.view, {
    params: { patientId: mother.id, attention_id: exam.id, type: 'imaging' },
  })
  expect(await isNew()).toBe(true)
  expect((await app.inject({ url: url_file })).statusCode).toBe(200)
  expect(await isNew()).toBe(false)
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
