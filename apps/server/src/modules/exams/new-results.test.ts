import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { expect, onTestFinished, test } from 'vitest'
import { buildExam, buildLink, buildResult } from '../../../test/build.ts'
import { clinicWith } from '../../../test/clinic/packages.ts'
import { importedDocument, openResultImport } from '../../../test/exams.ts'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { type Portal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { createWatchFolder } from '../../adapters/clinical-archive/result-import/watch-folder.ts'
import { createLogger } from '../../platform/logger.ts'

const glucose = { code: 'GLI', name: 'Glucosa', value: 92, unit: 'mg/dL', low: 70, high: 99 }

const resultDocument = (document_number: string, overrides: object = {}) =>
  importedDocument(document_number, {
    ...('technique' in overrides ? {} : { specimen: 'Suero', results: [glucose] }),
    ...overrides,
  })

const image = {
  type: 'imaging',
  type_exam: 'Radiografía de tórax',
  technique: 'Proyección frontal y lateral.',
  findings: ['Pulmones sin opacidades.'],
  impression: ['Estudio normal.'],
  reported_by: 'Dr. Renato Sanhueza Prieto, Radiología',
}

async function start(overrides: Parameters<Portal['person']>[0] = {}, options: PortalOptions = {}) {
  const portal = await startPortal(options)
  const person = await portal.person({ first_name: 'Camila', ...overrides })
  const resultImport = openResultImport(portal)
  return { ...portal, person, build: portal.person, resultImport, call: await portal.as(person) }
}

const readMails = ({ db }: Pick<Portal, 'db'>) => db.listMails('exams.newResult')

async function listNotices(portal: Pick<Portal, 'as'>, person: { id: number }): Promise<string[]> {
  const call = await portal.as(person)
  return (await call(notificationEndpoints.list)).notifications.map(({ text }) => text)
}

test('a held result is released by a document with its number, once, and then announced', async () => {
  const waits = { type: 'laboratory', shown: 'when_released', since: '2026-01-01' } as const
  const parts = clinicWith({ result_release: [waits] })
  const portal = await start({ email: 'camila@ejemplo.cl' }, { parts })
  const { resultImport, person, call } = portal
  const { number } = resultDocument(person.document_number)
  expect(await resultImport.add({ type: 'release', number })).toMatchObject({ outcome: 'refused' })
  await resultImport.add(resultDocument(person.document_number))
  await portal.runJob('exams.announce')
  expect((await call(examEndpoints.list)).laboratories).toMatchObject([{ hold: { cause: 'release' } }])
  expect(await readMails(portal)).toEqual([])
  expect(await resultImport.add({ type: 'release', number, more: 1 })).toMatchObject({ outcome: 'refused' })
  const both = await Promise.all([
    resultImport.add({ type: 'release', number }),
    resultImport.add({ type: 'release', number }),
  ])
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['known', 'released'])
  await portal.runJob('exams.announce')
  expect((await call(examEndpoints.list)).laboratories).toMatchObject([{ hold: null }])
  expect(await readMails(portal)).toHaveLength(1)
})

test('an old or silently imported result is not announced, and one to an address that is not verified not by mail', async () => {
  const portal = await start({ email: 'camila@ejemplo.cl', email_verified_at: null })
  const { db, resultImport, person, runJob } = portal
  await buildResult(db, await buildExam(db, { patient_id: person.id }))
  expect(await runJob('exams.announce')).toEqual({ exams: 0 })
  const old = { number: 'LAB-1', taken_at: '2016-11-26T08:15:00-03:00' }
  await resultImport.add(resultDocument(person.document_number, old))
  await runJob('exams.announce')
  expect(await listNotices(portal, person)).toEqual([])
  expect(await db.ask('select 1 from exams where announced_at is null')).toEqual([])
  await resultImport.add(resultDocument(person.document_number))
  await runJob('exams.announce')
  expect(await listNotices(portal, person)).toHaveLength(1)
  expect(await readMails(portal)).toEqual([])
})

test('a reader of many results gets at most one mail an hour, and one notification in ten minutes', async () => {
  const portal = await start({ email: 'camila@ejemplo.cl' })
  const { db, person, clock } = portal
  const arrive = async (minutes: number) => {
    clock.advance({ minutes })
    await buildExam(db, { patient_id: person.id, announced_at: null, taken_at: clock.now() })
    await portal.runJob('exams.announce')
  }
  await arrive(0)
  await db.ask(`update outbox set state = 'sent' returning id`)
  for (const minutes of [5, 20, 20]) await arrive(minutes)
  expect((await listNotices(portal, person)).toSorted()).toEqual([
    'Hay nuevos resultados en Mis Exámenes',
    'Hay un nuevo resultado en Mis Exámenes',
    'Hay un nuevo resultado en Mis Exámenes',
  ])
  const mails = await readMails(portal)
  expect(mails.map(({ next_attempt_at }) => next_attempt_at.toISOString().slice(11, 16))).toEqual([
    '15:00',
    '16:00',
  ])
  expect(mails[1]?.body_text).toContain('ya puedes ver nuevos resultados en Mi Portal')
  // A mail that waits says nothing of another person's results.
  const child = await portal.build({ first_name: 'Martina', date_birth: '2016-05-01', email: null })
  await buildLink(db, { leader_id: person.id, member_id: child.id })
  await buildExam(db, { patient_id: child.id, announced_at: null, taken_at: clock.now() })
  await portal.runJob('exams.announce')
  await arrive(75)
  const [, , aboutChild, last, ...others] = (await readMails(portal)).toSorted(
    (one, other) => one.next_attempt_at.getTime() - other.next_attempt_at.getTime(),
  )
  expect(aboutChild?.body_text).toContain('Martina')
  expect([aboutChild, last].map((mail) => mail?.next_attempt_at.toISOString().slice(11, 16))).toEqual([
    '17:00',
    '18:00',
  ])
  expect(others).toEqual([])
})

test('no reader is notified of vital signs, nor of results that are older than the days of the clinic', async () => {
  const parts = clinicWith({ news_days: 10 })
  const portal = await start({ email: 'camila@ejemplo.cl' }, { parts })
  const { db, person, clock } = portal
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 3_600_000)
  const of = { patient_id: person.id, announced_at: null }
  await buildExam(db, { ...of, taken_at: daysAgo(11) })
  const vital = await buildExam(db, { ...of, taken_at: daysAgo(0) })
  const chief = await portal.build({ rol: 'SUPER_ADMIN_ROLE' })
  await db.ask(
    `with account as (
       insert into service_accounts (name, secret_hash, scopes, created_at, created_by)
       values ('Hospital', '\\x00', '{}', $2, $3) returning id)
     insert into fhir_sources (type, system, value, account_id, patient_id, target_id, updated_at, sent)
     select 'Observation', 'urn:x', '1', id, $4, $1, $2, '{"category": [{"coding": [{"code": "vital-signs"}]}]}' from account`,
    [vital.id, clock.now(), chief.id, person.id],
  )
  await portal.runJob('exams.announce')
  expect(await listNotices(portal, person)).toEqual([])
  expect(await db.ask('select id from exams where announced_at is null')).toEqual([])
  await buildExam(db, { ...of, taken_at: daysAgo(9) })
  await portal.runJob('exams.announce')
  expect(await readMails(portal)).toHaveLength(1)
})

test('a result is stored once, however often and by whom it is imported', async () => {
  const { resultImport, person, call, db } = await start()
  const document = resultDocument(person.document_number)
  const taken = await Promise.all(Array.from({ length: 5 }, () => resultImport.add(document)))
  expect(taken.filter(({ outcome }) => outcome === 'added')).toHaveLength(1)
  expect(taken.filter(({ outcome }) => outcome === 'known')).toHaveLength(4)
  const { type_exam, ...rest } = document
  expect(await resultImport.add({ ...rest, type_exam })).toMatchObject({ outcome: 'known' })
  expect((await call(examEndpoints.list)).total).toBe(1)
  expect(await db.ask('select 1 from files')).toHaveLength(1)
  expect(await resultImport.add(resultDocument(person.document_number, { type_exam: 'Otro' }))).toEqual({
    outcome: 'refused',
    because: expect.stringMatching(/^number: LAB-77 was taken before with another content/),
  })
})

test('a kind of exam that the portal never shows is archived without list or message, and its measures are not printed', async () => {
  const portal = await start()
  const { resultImport, person, call, db, app, runJob } = portal
  const neverShown = ['Grupo sanguíneo ABO Rh', 'Coombs indirecto', 'VDRL de banco de sangre']
  for (const [index, type_exam] of neverShown.entries())
    await resultImport.add(resultDocument(person.document_number, { type_exam, number: `N-${index}` }))
  expect((await call(examEndpoints.list)).total).toBe(0)
  await runJob('exams.announce')
  expect(await readMails({ db })).toEqual([])
  expect(await listNotices(portal, person)).toEqual([])

  const group = { code: 'ABO', name: 'Grupo sanguíneo AB0', text: 'O' }
  await resultImport.add(resultDocument(person.document_number, { results: [glucose, group] }))
  const again = await portal.as(person)
  const { laboratories } = await again(examEndpoints.list)
  const params = { patientId: person.id, attention_id: laboratories[0]?.attention_id ?? 0 }
  const read = await again(examEndpoints.results, { params })
  expect(read.results.map(({ code }) => code)).toEqual(['GLI'])
  const file = await app.inject({ url: read.pdf_url ?? '' })
  expect((await pdfTexts(file.rawPayload)).join(' ')).not.toContain('AB0')
})

test('an image is neither listed for an account opened with a passport nor announced to it', async () => {
  const portal = await start({ document_type_id: 2, document_number: 'P7654321' })
  const patient = { document_type_id: 2, document_number: 'P7654321' }
  expect(await portal.resultImport.add(resultDocument('', { ...image, patient }))).toMatchObject({
    outcome: 'added',
  })
  expect((await portal.call(examEndpoints.list, { query: { type: 'imaging' } })).total).toBe(0)
  await portal.runJob('exams.announce')
  expect(await readMails(portal)).toEqual([])
})

test('new results are announced once, in the portal and by a mail without their content, and several in one message', async () => {
  const portal = await start()
  await portal.resultImport.add(resultDocument(portal.person.document_number))
  await Promise.all([portal.runJob('exams.announce'), portal.runJob('exams.announce')])
  expect(await portal.runJob('exams.announce')).toEqual({ exams: 0 })
  expect(await listNotices(portal, portal.person)).toEqual(['Hay un nuevo resultado en Mis Exámenes'])
  const mails = await readMails(portal)
  expect(mails.map(({ recipient }) => recipient)).toEqual([portal.person.email])
  const words = `${mails[0]?.subject} ${mails[0]?.body_text} ${mails[0]?.body_html}`
  for (const stored of ['bioquímico', 'Glucosa', 'A-252601', portal.person.document_number, 'Ortega'])
    expect(words).not.toContain(stored)
  // Two more are announced in one message, which links to the list of their kind.
  portal.clock.advance({ hours: 2 })
  for (const number of ['LAB-2', 'LAB-3'])
    await portal.resultImport.add(resultDocument(portal.person.document_number, { number }))
  await portal.runJob('exams.announce')
  const { notifications } = await (await portal.as(portal.person))(notificationEndpoints.list)
  expect(notifications[0]).toMatchObject({
    text: 'Hay 2 nuevos resultados en Mis Exámenes',
    patient_id: portal.person.id,
    exam: { type: 'laboratory', attention_id: null },
  })
  expect(await readMails(portal)).toHaveLength(2)
})

test('a child’s result is announced to the guardian with that child and that exam and not to others, and a reserved one of an adolescent only to them', async () => {
  const portal = await start({ first_name: 'Rosa' })
  const child = await portal.build({ first_name: 'Martina', date_birth: '2016-01-01', email: null })
  const uncle = await portal.build()
  await buildLink(portal.db, { leader_id: portal.person.id, member_id: child.id })
  await buildLink(portal.db, { leader_id: uncle.id, member_id: child.id, guardian_proof: null })
  await portal.resultImport.add(resultDocument(portal.person.document_number))
  await portal.resultImport.add(resultDocument(child.document_number, { ...image, number: 'IMG-1' }))
  await portal.runJob('exams.announce')
  const exams = await portal.db.ask<{ id: number }>('select id from exams where patient_id = $1', [child.id])
  const { notifications } = await portal.call(notificationEndpoints.list)
  expect(notifications.find(({ patient_id }) => patient_id === child.id)).toMatchObject({
    text: 'Hay un nuevo resultado de Martina en Mis Exámenes',
    exam: { type: 'imaging', attention_id: exams[0]?.id },
  })
  const recipients = (await readMails(portal)).map(({ recipient }) => recipient)
  expect(recipients).toEqual([portal.person.email, portal.person.email])
  expect(await listNotices(portal, uncle)).toEqual([])

  const adolescent = await portal.build({ date_birth: '2011-01-01', email: 'm@ejemplo.cl' })
  await buildLink(portal.db, { leader_id: portal.person.id, member_id: adolescent.id })
  const hiv = { code: 'VIH', name: 'VIH 1 y 2', text: 'No reactivo' }
  const questionnaire = [
    { code: 'P1', name: 'Puntaje', value: 12 },
    { code: 'P2', name: 'Conclusión', text: 'Ideación suicida' },
  ]
  for (const [index, results] of [[hiv], questionnaire].entries()) {
    const document = { number: `LAB-${index + 2}`, results }
    await portal.resultImport.add(resultDocument(adolescent.document_number, document))
  }
  await portal.runJob('exams.announce')
  expect((await readMails(portal)).slice(2).map(({ recipient }) => recipient)).toEqual(['m@ejemplo.cl'])
  expect(await listNotices(portal, portal.person)).toHaveLength(2)
  expect(await listNotices(portal, adolescent)).toEqual(['Hay 2 nuevos resultados en Mis Exámenes'])
})

async function open() {
  const portal = await start()
  const folder = await mkdtemp(join(tmpdir(), 'mi-portal-inbox-'))
  let announced = 0
  /** Lets one more server watch the folder. */
  const watch = async () => {
    const inbox = createWatchFolder({
      ...{ folder: join(folder, 'archive'), add: portal.resultImport.add, clock: portal.clock, poll: 20 },
      onAdded: async () => {
        announced += 1
      },
      logger: createLogger('silent'),
    })
    await mkdir(join(folder, 'archive'), { recursive: true })
    inbox.start()
    onTestFinished(() => inbox.stop())
  }
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await watch()
  const put = (name: string, text: string) => writeFile(join(folder, 'archive', name), text)
  const outcome = async (name: string) =>
    JSON.parse(await readFile(join(folder, 'archive', name), 'utf8').catch(() => 'null'))
  const names = () => readdir(join(folder, 'archive'))
  const watched = { folder: join(folder, 'archive'), watch, announced: () => announced }
  return { ...portal, ...watched, put, outcome, names }
}

test('two servers on one folder import a document once and never report a new one as known', async () => {
  const { outcome, person, put, names, folder, watch } = await open()
  await watch()
  for (let number = 0; number < 12; number += 1) {
    const document = resultDocument(person.document_number, { number: `LAB-${number}` })
    await put(`n${number}.part`, JSON.stringify(document))
    await rename(join(folder, `n${number}.part`), join(folder, `n${number}.json`))
  }
  const outcomes = () => Promise.all(Array.from({ length: 12 }, (_, number) => outcome(`n${number}.outcome`)))
  await expect
    .poll(async () => (await outcomes()).map((each) => each?.outcome))
    .toEqual(Array(12).fill('added'))
  await expect.poll(async () => (await names()).filter((name) => !name.endsWith('.outcome'))).toEqual([])
})

test('a document in the folder is imported whole, answered beside it, and announced, unless it is unreadable or known', async () => {
  const { put, outcome, names, person, announced, call } = await open()
  await put('half.part', '{')
  const document = JSON.stringify(resultDocument(person.document_number))
  await put('one.json', document)
  await expect.poll(() => outcome('one.outcome')).toMatchObject({ outcome: 'added' })
  expect((await call(examEndpoints.list)).total).toBe(1)
  await expect.poll(announced).toBe(1)
  expect(await names()).toEqual(['half.part', 'one.outcome'])
  await put('broken.json', '{')
  await put('again.json', document)
  for (const [name, expected] of [
    ['again.outcome', 'known'],
    ['broken.outcome', 'refused'],
  ] as const)
    await expect.poll(() => outcome(name)).toMatchObject({ outcome: expected })
  expect(announced()).toBe(1)
})
