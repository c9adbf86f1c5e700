import type { AddressInfo } from 'node:net'
import { MedplumClient } from '@medplum/core'
import type { Bundle, CapabilityStatement, FhirResource } from 'fhir/r4'
import { Client as FhirKitClient } from 'fhir-kit-client'
import { expect, test } from 'vitest'
import {
  buildAppointment,
  buildExam,
  buildExamDocument,
  buildFile,
  buildLink,
  buildResult,
} from '../../../../test/build.ts'
import { findFhirIssues } from '../../../../test/fhir/judge.ts'
import { startPortal } from '../../../../test/portal.ts'

const base = '/api/fhir/R4'
const at = (hours: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + hours * 3_600_000)

/** Creates Rosa with two appointments, a laboratory exam with a document and two results, and an imaging exam. */
async function withRecord() {
  const portal = await startPortal()
  const rosa = await portal.person()
  const hours = [
    await buildAppointment(portal.db, { patient_id: rosa.id, starts_at: at(24) }),
    await buildAppointment(portal.db, { patient_id: rosa.id, starts_at: at(-24), state: 'cancelled' }),
  ]
  await portal.files.put('k', Buffer.from('%PDF-1.7 x'))
  const file = await buildFile(portal.db, { key: 'k' })
  const exam = await buildExam(portal.db, { patient_id: rosa.id, file_id: file.id })
  await buildResult(portal.db, exam, { position: 1, loinc: '2345-7', ucum: 'mg/dL' })
  await buildResult(portal.db, exam, { position: 2, code: 'VIH', reserved_group: 'VIH' })
  await buildResult(portal.db, exam, { position: 3, code: 'X', shown: false })
  const image = await buildExam(portal.db, { patient_id: rosa.id, type: 'imaging', type_exam: 'Tórax' })
  await buildExam(portal.db, { patient_id: rosa.id, shown: false, type_exam: 'Coombs' })
  const reader = async (person: { id: number }) => {
    const token = await portal.sessionOf(person.id)
    return async (path: string) => {
      const answer = await portal.app.inject({ url: `${base}/${path}`, headers: { 'x-token': token } })
      return { status: answer.statusCode, body: answer.json(), type: answer.headers['content-type'] }
    }
  }
  return { ...portal, rosa, hours, exam, image, reader, get: await reader(rosa) }
}

const found = (bundle: Bundle<FhirResource>) => (bundle.entry ?? []).flatMap(({ resource }) => resource ?? [])

test('a patient reads every kind of resource, valid by R4 and CL Core', async () => {
  const { get, rosa, hours, exam, image } = await withRecord()
  const expected: [string, string[]][] = [
    ['Patient', [String(rosa.id)]],
    ['Appointment', hours.map(({ id }) => String(id))],
    ['DiagnosticReport', [String(exam.id), String(image.id)]],
    ['Observation', [`${exam.id}-1`, `${exam.id}-2`]],
    ['DocumentReference', [String(exam.id)]],
  ]
  for (const [type, ids] of expected) {
    const { status, body, type: media } = await get(type)
    expect([status, media]).toEqual([200, 'application/fhir+json; charset=utf-8'])
    expect([body.type, body.total]).toEqual(['searchset', ids.length])
    expect(
      found(body)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort())
    for (const resource of found(body)) {
      expect([type, findFhirIssues(resource)]).toEqual([type, []])
      expect((await get(`${type}/${resource.id}`)).body).toEqual(resource)
    }
  }
  const report: FhirResource = (await get(`DiagnosticReport/${image.id}`)).body
  expect(report).toMatchObject({ category: [{ coding: [{ code: 'IMG' }] }] })
  const paper: FhirResource = (await get(`Binary/${exam.id}`)).body
  expect(paper).toMatchObject({
    contentType: 'application/pdf',
    data: Buffer.from('%PDF-1.7 x').toString('base64'),
  })
})

test('a patient reads every document of an exam as a DocumentReference with its own Binary', async () => {
  const { get, db, files, exam, image } = await withRecord()
  await files.put('k2', Buffer.from('%PDF-1.7 dos'))
  const source = await buildExamDocument(db, exam, await buildFile(db, { key: 'k2', name: 'dos.pdf' }))
  const further = `${exam.id}-${source}`
  const { body } = await get('DocumentReference')
  expect([body.total, found(body).map(({ id }) => id)]).toEqual([2, [String(exam.id), further]])
  expect(found(body)[1]).toMatchObject({
    content: [{ attachment: { url: `Binary/${further}`, title: 'dos.pdf' } }],
    context: { related: [{ reference: `DiagnosticReport/${exam.id}` }] },
  })
  for (const resource of found(body)) {
    expect(findFhirIssues(resource)).toEqual([])
    expect((await get(`DocumentReference/${resource.id}`)).body).toEqual(resource)
  }
  expect((await get(`DocumentReference?_id=${further}`)).body.total).toBe(1)
  const binary = await get(`Binary/${further}`)
  expect(Buffer.from(binary.body.data, 'base64').toString()).toBe('%PDF-1.7 dos')
  for (const id of [`${exam.id}-0`, `${exam.id}-${source + 1}`, `${image.id}-${source}`])
    expect([id, (await get(`Binary/${id}`)).status]).toEqual([id, 404])
  await db.ask('update exams set document_withheld = true where id = $1', [exam.id])
  expect((await get('DocumentReference')).body.total).toBe(0)
  for (const id of [exam.id, further]) expect((await get(`Binary/${id}`)).status).toBe(404)
})

test('a patient searches by the parameters that the interface names, page after page', async () => {
  const { get, hours, rosa, db } = await withRecord()
  const total = async (path: string) => (await get(path)).body.total
  expect(await total('Appointment?status=booked')).toBe(1)
  expect(await total('Appointment?status=cancelled,booked')).toBe(2)
  expect(await total('Appointment?status=noshow')).toBe(0)
  await db.ask(
    `update appointments set attendance = 'attended', attendance_at = starts_at where state = 'booked'`,
  )
  expect(await total('Appointment?status=booked')).toBe(0)
  expect(await total('Appointment?status=fulfilled')).toBe(1)
  await db.ask(`update appointments set attendance = 'missed' where state = 'booked'`)
  expect(await total('Appointment?status=noshow')).toBe(1)
  expect(await total('Appointment?date=ge2026-11-27')).toBe(1)
  expect(await total('Appointment?date=ge2026-11-25&date=lt2026-11-26')).toBe(1)
  expect(await total(`Appointment?_id=${hours[0]?.id},x`)).toBe(1)
  expect(await total(`Appointment?patient=Patient/${rosa.id}`)).toBe(2)
  expect(await total('DiagnosticReport?category=LAB')).toBe(1)
  expect(await total('Observation?code=http://loinc.org|2345-7')).toBe(1)
  expect(await total('DiagnosticReport?date=gt2026-11-20')).toBe(0)
  const first = (await get('Appointment?_count=1')).body
  const next = first.link.find((one: { relation: string }) => one.relation === 'next').url
  const second = (await get(next.slice(next.indexOf('Appointment')))).body
  expect([...found(first), ...found(second)].map(({ id }) => id)).toEqual(hours.map(({ id }) => String(id)))
  expect(second.link).toHaveLength(1)
})

const searches: readonly (readonly [string, number])[] = [
  ['Appointment?_format=json&_pretty=true', 2],
  ['Appointment?_format=application/fhir%2Bjson', 2],
  ['Appointment?subject=Patient/{me}&patient:Patient={me}', 2],
  ['Appointment?date=2026', 2],
  ['Appointment?date=ge2026-11&date=lt2026-12', 2],
  ['Appointment?date=sa2026-11-26', 1],
  ['Appointment?date=ge2026-11-26T12:00:00+00:00', 1],
  ['Appointment?_lastUpdated=gt2100', 0],
  ['Observation?category=laboratory', 2],
  ['Observation?category=http://terminology.hl7.org/CodeSystem/observation-category|vital-signs', 0],
  ['Observation?status=final', 2],
  ['Observation?status=amended', 0],
  ['DiagnosticReport?status=final&_lastUpdated=lt2100', 2],
  ['DiagnosticReport?identifier=nadie', 0],
  ['DocumentReference?date=ge2020&status=current', 1],
  ['Patient?identifier=nadie', 0],
  ['Appointment?_elements=id&_include=Appointment:actor&doctor=x', 2],
]
test('a patient finds their resources by every form of a search that clients send', async () => {
  const { get, rosa } = await withRecord()
  for (const [path, total] of searches) {
    const { status, body } = await get(path.replaceAll('{me}', String(rosa.id)))
    expect([path, status, body.total, found(body).length]).toEqual([path, 200, total, total])
  }
})

test('a search counts, sorts, reads its parameters from a form, and rejects unknown ones only if asked to', async () => {
  const { get, app, hours, rosa, sessionOf } = await withRecord()
  for (const count of ['_count=0', '_summary=count'])
    expect((await get(`Appointment?${count}`)).body).not.toHaveProperty('entry')
  const ids = async (path: string) => found((await get(path)).body).map(({ id }) => id)
  const latest = hours.map(({ id }) => String(id))
  expect(await ids('Appointment?_sort=-date')).toEqual(latest)
  expect(await ids('Appointment?_sort=date')).toEqual(latest.toReversed())
  const { link } = (await get('Appointment?doctor=x&_count=1')).body
  expect(link[0].url).toMatch(/Appointment\?_count=1$/)
  const headers = { 'x-token': await sessionOf(rosa.id) }
  const ask = (method: 'GET' | 'POST', url: string, more: object = {}, payload?: string) =>
    app.inject({ method, url: `${base}/${url}`, headers: { ...headers, ...more }, payload: payload ?? '' })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const posted = await ask('POST', 'Appointment/_search?_sort=date', form, 'status=booked&_count=5')
  expect([posted.statusCode, posted.json().total]).toEqual([200, 1])
  expect((await ask('GET', 'Appointment?doctor=x', { prefer: 'handling=strict' })).statusCode).toBe(400)
  expect((await ask('GET', 'Appointment?doctor=x', { prefer: 'handling=lenient' })).statusCode).toBe(200)
  for (const wrong of ['date=ayer', '_count=x', '_format=xml', 'date=2026-13']) {
    const answer = await ask('GET', `Appointment?${wrong}`)
    expect([wrong, answer.statusCode, answer.json().resourceType]).toEqual([wrong, 400, 'OperationOutcome'])
  }
  expect((await app.inject({ url: `${base}/.well-known/smart-configuration` })).statusCode).toBe(404)
})

test('two clients of others read every result over pages, and search as they do by default', async () => {
  const { app, db, exam, rosa, sessionOf } = await withRecord()
  for (let position = 4; position < 30; position += 1) await buildResult(db, exam, { position })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const token = await sessionOf(rosa.id)
  const me = String(rosa.id)
  const query = { subject: `Patient/${me}`, category: 'laboratory', _count: '10', _sort: '-date' }
  const baseUrl = `http://127.0.0.1:${port}/`
  const medplum = new MedplumClient({
    baseUrl,
    fhirUrlPath: 'api/fhir/R4',
    fetch: (url: string, init: RequestInit) =>
      fetch(url, { ...init, headers: { ...init.headers, 'x-token': token } }),
  })
  const ids = new Set<string | undefined>()
  for await (const page of medplum.searchResourcePages('Observation', query))
    for (const { id } of page) ids.add(id)
  expect(ids.size).toBe(28)
  const { total } = await medplum.search('Observation', { category: 'laboratory', _summary: 'count' })
  expect(total).toBe(28)
  expect((await medplum.readResource('Patient', me)).id).toBe(me)

  const kit = new FhirKitClient({ baseUrl: `${baseUrl}api/fhir/R4`, customHeaders: { 'x-token': token } })
  const observations = { resourceType: 'Observation', searchParams: { ...query, _count: 50 } }
  const all: unknown = await kit.search(observations)
  expect(found(all as Bundle<FhirResource>).map(({ id }) => id)).toEqual([...ids])
  const posted = await kit.search({ ...observations, options: { postSearch: true } })
  expect(posted.total).toBe(28)
  expect((await kit.read({ resourceType: 'Patient', id: me })).id).toBe(me)
  expect((await kit.capabilityStatement()).resourceType).toBe('CapabilityStatement')
})

test('a patient reads no other person’s record, also not that of a child in their care', async () => {
  const { get, reader, person, db, rosa, hours, exam } = await withRecord()
  const child = await person({ date_birth: '2016-01-01' })
  await buildLink(db, { leader_id: rosa.id, member_id: child.id })
  const other = await reader(await person())
  for (const path of [
    `Patient/${rosa.id}`,
    `Appointment/${hours[0]?.id}`,
    `DiagnosticReport/${exam.id}`,
    `Observation/${exam.id}-1`,
    `DocumentReference/${exam.id}`,
    `Binary/${exam.id}`,
    `Appointment?patient=${rosa.id}`,
  ]) {
    const answer = await other(path)
    expect([path, answer.status, answer.body.issue?.[0].code]).toEqual([path, 404, 'not-found'])
  }
  for (const type of ['Appointment', 'DiagnosticReport', 'Observation', 'DocumentReference'])
    expect((await other(type)).body.total).toBe(0)
  expect((await get(`Patient/${child.id}`)).status).toBe(404)
  expect((await get(`Appointment?patient=Patient/${child.id}`)).status).toBe(404)
  expect((await get(`Observation/${exam.id}-3`)).status).toBe(404)
  const audited = await db.listAuditEvents('fhir.%')
  expect(audited.filter(({ actor_id }) => actor_id === rosa.id)).toHaveLength(3)
})

test('an account opened with a passport reads only laboratory results', async () => {
  const { reader, person, db } = await withRecord()
  const lucia = await person({ document_type_id: 2, document_number: 'P1234567' })
  await buildExam(db, { patient_id: lucia.id, type: 'imaging' })
  const lab = await buildExam(db, { patient_id: lucia.id })
  const get = await reader(lucia)
  expect(found((await get('DiagnosticReport')).body).map(({ id }) => id)).toEqual([String(lab.id)])
})

test('the capability statement is valid, and each interaction that it names exists', async () => {
  const { app, get, exam, rosa, hours } = await withRecord()
  const answer = await app.inject({ url: `${base}/metadata` })
  const statement: CapabilityStatement = answer.json()
  expect([answer.statusCode, findFhirIssues(statement)]).toEqual([200, []])
  const ids: Readonly<Record<string, string>> = {
    Patient: String(rosa.id),
    Appointment: String(hours[0]?.id),
    Observation: `${exam.id}-1`,
  }
  const rest = statement.rest?.[0]
  for (const { type, interaction, searchParam } of rest?.resource ?? []) {
    for (const { code } of interaction ?? []) {
      const path = code === 'read' ? `${type}/${ids[type] ?? exam.id}` : type
      expect([type, code, (await get(path)).status]).toEqual([type, code, 200])
    }
    for (const { name } of searchParam ?? []) {
      const value =
        { patient: rosa.id, subject: rosa.id, date: '2026-11-26', _lastUpdated: '2026', _id: '1' }[name] ??
        'x'
      expect([type, name, (await get(`${type}?${name}=${value}`)).status]).toEqual([type, name, 200])
    }
  }
  expect(rest?.interaction).toEqual([{ code: 'transaction' }])
  expect((await app.inject({ method: 'POST', url: base, payload: {} })).statusCode).toBe(401)
})

test('an interaction that the capability statement does not name is rejected', async () => {
  const { app, sessionOf, rosa } = await withRecord()
  const token = await sessionOf(rosa.id)
  const calls: [string, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string][] = [
    ['history-instance', 'GET', `Patient/${rosa.id}/_history`],
    ['history-system', 'GET', '_history'],
    ['create', 'POST', 'Appointment'],
    ['update', 'PUT', `Patient/${rosa.id}`],
    ['delete', 'DELETE', `Patient/${rosa.id}`],
    ['operation', 'GET', `Patient/${rosa.id}/$everything`],
    ['another kind', 'GET', 'Medication'],
  ]
  for (const [name, method, path] of calls) {
    const answer = await app.inject({ method, url: `${base}/${path}`, headers: { 'x-token': token } })
    expect([name, [400, 404, 405].includes(answer.statusCode), answer.json().resourceType]).toEqual([
      name,
      true,
      'OperationOutcome',
    ])
  }
})
