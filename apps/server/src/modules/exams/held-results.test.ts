/** Results that the clinic holds: every address obeys, and the notice goes out when the result becomes visible. */
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { buildExam, buildLink, buildResult } from '../../../test/build.ts'
import { clinicWith, publishClinic } from '../../../test/clinic/packages.ts'
import { buildExamWithFile, copiesOfExam, findShareToken } from '../../../test/exams.ts'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { openPortal, startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const sevenDays = { type: 'laboratory', shown: 'after_days', days: 7, since: '2026-01-01' } as const
const untilReleased = { type: 'laboratory', shown: 'when_released', since: '2026-01-01' } as const

async function start(rule: typeof sevenDays | typeof untilReleased = sevenDays) {
  const portal = await startPortal({ parts: clinicWith({ result_release: [rule] }) })
  const person = await portal.person({ first_name: 'Camila', email: 'camila@ejemplo.cl' })
  const exam = await buildExamWithFile(
    portal,
    {
      ...{ patient_id: person.id, type_exam: 'Perfil bioquímico', conclusion: 'Glicemia elevada' },
      ...{ taken_at: new Date('2026-11-25T12:00:00Z'), created_at: new Date('2026-11-26T12:00:00Z') },
      announced_at: null,
    },
    'Perfil.pdf',
  )
  await buildResult(portal.db, exam, { name: 'Glucosa', value: 190, loinc: '2345-7' })
  return { ...portal, portal, build: portal.person, person, exam, call: await portal.as(person) }
}

type Started = Awaited<ReturnType<typeof start>>

const visibleAt = '2026-12-03T03:00:00Z'

const oneExam = ({ person, exam }: Started) => ({
  params: { patientId: person.id, attention_id: exam.id, type: 'laboratory' as const },
})
const openings: Readonly<Record<string, (given: Started) => Promise<unknown>>> = {
  results: (given) => given.call(examEndpoints.results, oneExam(given)),
  view: (given) => given.call(examEndpoints.view, oneExam(given)),
  documents: (given) => given.call(examEndpoints.documents, oneExam(given)),
  visit: (given) => given.call(examEndpoints.visit, oneExam(given)),
  share: (given) =>
    given.call(examShareEndpoints.send, {
      ...oneExam(given),
      body: { recipient_email: 'medico@ejemplo.cl', type_relationship: 1 },
    }),
  'FHIR report': (given) => readFhir(given, `DiagnosticReport/${given.exam.id}`),
  'FHIR observation': async (given) => {
    const found = await searchFhir(given, 'Observation?code=2345-7')
    if (found === 0) throw Object.assign(new Error('nothing'), { status: 404 })
  },
  'FHIR bytes': (given) => readFhir(given, `Binary/${given.exam.id}`),
  'FHIR document': (given) => readFhir(given, `DocumentReference/${given.exam.id}`),
}

async function readFhir({ fetchAs, person }: Started, path: string) {
  const answer = await fetchAs(person, `/api/fhir/R4/${path}`)
  if (answer.statusCode !== 200) throw Object.assign(new Error(answer.body), { status: answer.statusCode })
  return answer.json()
}

async function searchFhir(given: Started, path: string): Promise<number> {
  return (await readFhir(given, path)).total
}

test('a held result is opened by no address, and by every one once it is visible', async () => {
  const given = await start()
  const statusOf = async (open: (given: Started) => Promise<unknown>, reader: Started) =>
    open(reader).then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  for (const [name, open] of Object.entries(openings))
    expect([name, await statusOf(open, given)]).toEqual([name, 404])
  given.clock.set(visibleAt)
  for (const [name, open] of Object.entries(openings)) {
    const reader = { ...given, call: await given.as(given.person) }
    expect([name, await statusOf(open, reader)]).toEqual([name, 200])
  }
})

test('a key and a shared link of before the clinic held results open nothing of a held exam', async () => {
  const portal = await startPortal()
  const person = await portal.person()
  const created_at = new Date('2026-11-26T12:00:00Z')
  const exam = await buildExamWithFile(portal, { patient_id: person.id, created_at })
  const call = await portal.as(person)
  const params = { patientId: person.id, attention_id: exam.id, type: 'laboratory' as const }
  const { url_file } = await call(examEndpoints.view, { params })
  const { documents } = await call(examEndpoints.documents, { params })
  const visit = await call(examEndpoints.visit, { params })
  const body = { recipient_email: 'luis@ejemplo.cl', type_relationship: 3 }
  const { share } = await call(examShareEndpoints.send, { params, body })
  const opening = { token: await findShareToken(portal), code: share.code }
  await expect(portal.anonymous(examShareEndpoints.open, { body: opening })).resolves.toHaveProperty('exam')

  await publishClinic(portal.db, clinicWith({ result_release: [sevenDays] }))
  const { app, anonymous } = await openPortal(portal.db, portal.clock, { files: portal.files })
  const viewer = `/api/exams/results/by-key/${url_file.replace('/visor/', '')}`
  for (const url of [viewer, documents[0]?.url ?? '', visit.url_file])
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
  await expectRejected(anonymous(examShareEndpoints.open, { body: opening }), 410)
})

test('the news leave a held result out until it is visible, and a guardian’s list does not name one that is reserved', async () => {
  const { db, build, as, person, exam, clock } = await start()
  const mother = await build()
  await db.ask(`update people set date_birth = '2016-05-01' where id = $1`, [person.id])
  await buildLink(db, { leader_id: mother.id, member_id: person.id })
  for (const reader of [person, mother]) {
    clock.set('2026-11-26T15:00:00Z')
    expect((await (await as(reader))(newsEndpoints.list)).results).toEqual([])
    clock.set(visibleAt)
    expect((await (await as(reader))(newsEndpoints.list)).results).toHaveLength(1)
  }
  clock.set('2026-11-26T15:00:00Z')
  await db.ask(`update people set date_birth = '2011-06-15' where id = $1`, [person.id])
  await db.ask(`update exams set reserved_group = 'VIH' where id = $1`, [exam.id])
  const seen = await (await as(mother))(examEndpoints.listOf, { params: { patientId: person.id } })
  expect([seen.laboratories, seen.total], 'of an adolescent').toEqual([[], 0])
  expect((await (await as(person))(examEndpoints.list)).laboratories).toHaveLength(1)
})

test('a copy of the data names a held result, says from when it is visible, and has none of its content', async () => {
  const { portal, as, person, fetchAs } = await start()
  const call = await as(person)
  const { id } = (await call(exportEndpoints.request, { params: { patientId: person.id } })).export
  await portal.makeCopy()
  const take = async (kind: string) => (await fetchAs(person, `/api/exports/${id}/${kind}`)).rawPayload
  const bundle = (await take('fhir')).toString()
  expect(bundle).toContain('"status":"registered"')
  expect(bundle).toContain('Disponible desde el 3 de diciembre.')
  const words = (await pdfTexts(await take('pdf'))).join(' ')
  expect(words).toContain('Disponible desde el 3 de diciembre')
  expect(words).toContain('Puedes pedir copia')
  for (const content of ['190', 'Glicemia elevada']) {
    expect(bundle).not.toContain(content)
    expect(words).not.toContain(content)
  }
})

const listNotices = async ({ as, person }: Started) =>
  (await (await as(person))(notificationEndpoints.list)).notifications.map(({ text }) => text)
const readMails = ({ db }: Started) => db.ask(`select id from outbox where template = 'exams.newResult'`)

test('a held result is announced by portal and mail when its days have passed, once, and not before', async () => {
  const given = await start()
  const runAt = async (moment: string) => {
    given.clock.set(moment)
    await Promise.all([given.runJob('exams.announce'), given.runJob('exams.announce')])
    return [(await listNotices(given)).length, (await readMails(given)).length]
  }
  expect(await runAt('2026-11-26T15:00:00Z')).toEqual([0, 0])
  expect(await runAt('2026-12-03T02:59:00Z')).toEqual([0, 0])
  expect(await runAt(visibleAt)).toEqual([1, 1])
  expect(await runAt('2026-12-03T03:05:00Z')).toEqual([1, 1])
})

test('results that wait do not hold up the results of others', async () => {
  const given = await start(untilReleased)
  const { db, build, person } = given
  const held = { patient_id: person.id, announced_at: null, created_at: new Date('2026-11-26T12:00:00Z') }
  const { id } = await buildExam(db, held)
  await db.ask(copiesOfExam, [id, 204])
  const other = await build()
  await buildExam(db, { patient_id: other.id, type: 'imaging', announced_at: null })
  await given.runJob('exams.announce')
  await given.runJob('exams.announce')
  expect((await (await given.as(other))(notificationEndpoints.list)).notifications).toHaveLength(1)
  expect(await listNotices(given)).toEqual([])
})
