/** Tests the adapter against an independent FHIR engine, Medplum's, and known behaviours of servers and proxies, simulated before it. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { expect, test } from 'vitest'
import { type Behaviour, type Bent, startChaosProxy } from '../../../../test/external/chaos-proxy.ts'
import {
  createAppointmentResource,
  createObservationResource,
  createPatientResource,
  createReportResource,
  staffOfArchive,
} from '../../../../test/external/fhir-server.ts'
import { startMedplum } from '../../../../test/external/medplum.ts'
import { startPortal, testClock } from '../../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../../test/rejection.ts'

const run = '123456785'
const now = Date.parse('2026-11-26T15:00:00Z')
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const pdf = '%PDF-1.7 informe'

type Json = Record<string, unknown>
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

async function withProxy() {
  const medplum = await startMedplum(
    [
      createPatientResource('rosa', run),
      ...staffOfArchive,
      ...Array.from({ length: 5 }, (_, index) =>
        createAppointmentResource(`h${index}`, 'rosa', at(index + 1)),
      ),
      ...Array.from({ length: 5 }, (_, index) =>
        createReportResource(`r${index}`, 'rosa', at(-24 * (index + 1)), ['o']),
      ),
      createObservationResource('o', 'rosa', at(-24), ['2345-7', 'Glucosa'], 90),
    ],
    { mostOfPage: 3 },
  )
  const proxy = await startChaosProxy(medplum.url)
  const log: string[] = []
  const portal = await startPortal({
    log,
    clock: testClock(new Date(now).toISOString()),
    archiveTimeouts: { attempt: 2_000, pause: 5, rest: 15_000 },
    environment: { CLINICAL_ARCHIVE_URL: proxy.url },
  })
  const call = await portal.as(await portal.person({ document_number: run }))
  const total = (read: Promise<{ total: number }>) =>
    read.then(
      (found) => found.total,
      (error: { status: number; retryAfter?: number }) => `${error.status} after ${error.retryAfter}`,
    )
  return {
    ...portal,
    proxy,
    medplum,
    call,
    troubles: () => log.filter((line) => line.includes('clinical archive')).map((line) => JSON.parse(line)),
    /** Returns the numbers of appointments and exams, or the errors, while the server behaves like this. */
    look: async (behave: Behaviour, where?: (path: string) => string) => {
      portal.clock.advance({ minutes: 5 })
      log.length = 0
      proxy.asked.length = 0
      proxy.behave(behave, where)
      return [await total(call(appointmentEndpoints.upcoming)), await total(call(examEndpoints.list))]
    },
  }
}

const json = (answer: Bent) => object(JSON.parse(String(answer.text)))
const rewritten = (answer: Bent, bend: (bundle: Json) => Json): Bent =>
  answer.status === 200 && String(answer.text).includes('"Bundle"')
    ? { ...answer, text: JSON.stringify(bend(json(answer))) }
    : answer

test('an appointment on Medplum is cancelled by a patch of the version that was read', async () => {
  const { call, medplum } = await withProxy()
  const { appointments } = await call(appointmentEndpoints.upcoming)
  const [first, second] = appointments.map(({ id_appointment }) => ({ body: { id_appointment } }))
  if (!first || !second) throw new Error('no appointments')
  await call(appointmentEndpoints.cancel, first)
  expect((await medplum.read('Appointment/h0')).status).toBe('cancelled')
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(4)
  await expectRejected(call(appointmentEndpoints.cancel, first), 409)
  medplum.beforeNext('PATCH', () => medplum.put(createAppointmentResource('h1', 'rosa', at(72))))
  await expectRejected(call(appointmentEndpoints.cancel, second), 409)
  expect((await medplum.read('Appointment/h1')).status).toBe('booked')
  await call(appointmentEndpoints.cancel, second)
  expect((await medplum.read('Appointment/h1')).status).toBe('cancelled')
})

test('new results and corrections on Medplum are found by their time of change and announced once', async () => {
  const { medplum, runJob, clock } = await withProxy()
  await medplum.put(createPatientResource('otra', '76543216'))
  clock.set(new Date().toISOString())
  await runJob('exams.collect')
  const put = (patient: string, status = 'final') =>
    medplum.put(createReportResource(`of-${patient}`, patient, new Date().toISOString(), [], { status }))
  await put('rosa')
  await put('otra')
  expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
  await put('rosa', 'amended')
  expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
  expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
})

test('compression, byte order marks, null members and page links in HAPI’s form do not change the lists', async () => {
  const { look, proxy } = await withProxy()
  const coded = (encoding: string, encode: (text: string) => Buffer) => (answer: Bent) => ({
    ...answer,
    headers: { ...answer.headers, 'content-encoding': encoding },
    text: encode(String(answer.text)),
  })
  expect(await look(coded('gzip', gzipSync))).toEqual([5, 5])
  expect(await look(coded('br', brotliCompressSync))).toEqual([5, 5])
  expect(await look((answer) => ({ ...answer, text: `\uFEFF${answer.text}` }))).toEqual([5, 5])
  const absent = { contained: null, issued: null, minutesDuration: null, link: null, encounter: null }
  const withNulls = (answer: Bent) =>
    rewritten(answer, (bundle) => ({
      ...bundle,
      entry: list(bundle.entry).map((one) => ({
        ...object(one),
        resource: { ...absent, ...object(object(one).resource) },
        response: null,
      })),
    }))
  expect(await look(withNulls)).toEqual([5, 5])
  // The base without a slash and a query.
  const pages: string[] = []
  const likeHapi = (answer: Bent) =>
    rewritten(answer, (bundle) => ({
      ...bundle,
      link: list(bundle.link).map((one) => {
        const { pathname, search } = new URL(String(object(one).url))
        pages.push(pathname + search)
        return { ...object(one), url: `${proxy.url}?_getpages=${pages.length - 1}` }
      }),
    }))
  const whereHapi = (path: string) => pages[Number(/_getpages=(\d+)/.exec(path)?.[1])] ?? path
  expect(await look(likeHapi, whereHapi)).toEqual([5, 5])
  expect(proxy.asked.filter((one) => one.includes('_getpages='))).toHaveLength(2)
})

test('a malformed resource is left out and logged, and the patient is informed that an exam is missing', async () => {
  const { look, troubles, call } = await withProxy()
  const break_ = (answer: Bent) =>
    rewritten(answer, (bundle) => ({
      ...bundle,
      entry: list(bundle.entry).map((one) => {
        const resource = object(object(one).resource)
        if (resource.id === 'h0') return { ...object(one), resource: { ...resource, participant: 'nadie' } }
        if (resource.id === 'r0') return { ...object(one), resource: { ...resource, code: ['Perfil'] } }
        return one
      }),
    }))
  expect(await look(break_)).toEqual([4, 4])
  expect(troubles().map(({ resource, element }) => [resource, element])).toEqual([
    ['Appointment/h0', 'participant'],
    ['DiagnosticReport/r0', 'code'],
  ])
  expect((await call(examEndpoints.list)).notice).toBe(
    'Hay exámenes que no pudimos mostrar aquí. Pídelos a la clínica.',
  )
  expect((await call(appointmentEndpoints.upcoming)).notice).toBeUndefined()
})

const answering =
  (status: number, headers: Record<string, string> = {}, text = ''): Behaviour =>
  () => ({ status, headers, text })

test('the Retry-After of a FHIR server, in seconds or as a date, is passed on, up to an hour', async () => {
  const { look, proxy } = await withProxy()
  const date = new Date(now + 5 * 60_000 + 90_000).toUTCString()
  expect(await look(answering(429, { 'retry-after': date }))).toEqual(['503 after 90', '503 after 90'])
  // One request for each list: there is no retry, because no reader waits that long.
  expect(proxy.asked).toHaveLength(2)
  const long = await look(answering(503, { 'retry-after': '99999999' }))
  expect(long).toEqual(['503 after 3600', '503 after 3600'])
})

test('a cancellation is rejected with a message if the FHIR server supports no patches or versions', async () => {
  const { call, proxy, clock } = await withProxy()
  const [hour] = (await call(appointmentEndpoints.upcoming)).appointments
  const body = { id_appointment: hour?.id_appointment ?? 0 }
  const cancel = async () => {
    const { status, message } = await getRejection(call(appointmentEndpoints.cancel, { body }))
    return [status, message]
  }
  const here = [409, 'Esta hora no se puede cancelar en el portal. Llama a la clínica para cancelarla']
  const nowhere = (path: string, method: string) => (method === 'PATCH' ? '/fhir/R4/Patient/none' : path)
  const answerPatch = (status: number) =>
    proxy.behave(
      (answer, { method }) => (method === 'PATCH' ? { ...answer, status, text: '' } : answer),
      nowhere,
    )
  for (const status of [405, 501, 400]) {
    answerPatch(status)
    expect(await cancel()).toEqual(here)
  }
  answerPatch(412)
  expect(await cancel()).toEqual([409, 'Esta hora ya no se puede cancelar'])
  clock.advance({ minutes: 1 })
  proxy.behave((answer) => ({ ...answer, text: String(answer.text).replaceAll('"versionId"', '"other"') }))
  expect(await cancel()).toEqual(here)
})

test('documents at an allowed origin are fetched without token and redirects, and others are not offered', async () => {
  const attached = (url: string) =>
    createReportResource('r', 'rosa', at(-24), [], {
      presentedForm: [{ contentType: 'application/pdf', url }],
    })
  const medplum = await startMedplum([
    createPatientResource('rosa', run),
    attached('https://cerrado.example/b'),
  ])
  // Medplum's server does this: a Binary becomes a signed address outside of the FHIR base.
  const storage = await startChaosProxy(medplum.url)
  const origin = new URL(storage.url).origin
  const log: string[] = []
  const portal = await startPortal({
    log,
    clock: testClock(new Date(now).toISOString()),
    environment: {
      CLINICAL_ARCHIVE_URL: medplum.url,
      CLINICAL_ARCHIVE_TOKEN: 'secreto-del-archivo',
      CLINICAL_ARCHIVE_DOCUMENTS: `https://otro.example, ${origin}`,
    },
  })
  const rosa = await portal.person({ document_number: run })
  const call = await portal.as(rosa)
  const { laboratories } = await call(examEndpoints.list)
  const params = { patientId: rosa.id, attention_id: laboratories[0]?.attention_id ?? 0 }
  const address = async () => (await call(examEndpoints.results, { params })).pdf_url
  expect(await address()).toBeNull()
  expect(log.join('')).toContain('"origin":"https://cerrado.example"')
  await medplum.put(attached(`${origin}/storage/b?Signature=abc`))
  let token: string | undefined
  storage.behave(
    (answer, { authorization }) => {
      token = authorization
      return { ...answer, status: 200, headers: { 'content-type': 'application/pdf' }, text: pdf }
    },
    () => '/fhir/R4/Patient/rosa',
  )
  const url = (await address()) ?? ''
  const opened = await portal.app.inject({ url })
  expect([opened.statusCode, opened.body]).toEqual([200, pdf])
  expect([storage.asked, token]).toEqual([['GET /storage/b?Signature=abc'], undefined])
  storage.behave((answer) => ({ ...answer, status: 302, headers: { location: `${origin}/b` }, text: '' }))
  expect((await portal.app.inject({ url })).statusCode).toBe(503)
  storage.behave((answer) => ({ ...answer, status: 200, text: Buffer.alloc(33 * 1024 * 1024) }))
  expect((await portal.app.inject({ url })).statusCode).toBe(503)
})
