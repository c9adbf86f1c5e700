/** Tests the adapter against an independent FHIR engine: Medplum's. */

import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { examEndpoints } from '@mi-portal/contract/exams'
import { expect, test } from 'vitest'
import {
  appointmentOf,
  observationOf,
  patientOf,
  type Resource,
  reportOf,
  staffOfArchive,
} from '../../../../test/external/fhir-server.ts'
import { startMedplum } from '../../../../test/external/medplum.ts'
import { startPortal, testClock } from '../../../../test/portal.ts'
import { rejectionOf } from '../../../../test/rejection.ts'

const run = '123456785'
const at = (hours: number) =>
  new Date(Date.parse('2026-11-26T15:00:00Z') + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const pdf = Buffer.from('%PDF-1.7 informe').toString('base64')
const glucose = ['2345-7', 'Glucosa'] as const

async function withMedplum(
  resources: readonly Resource[],
  options: { mostOfPage?: number } = {},
  start?: string,
) {
  const medplum = await startMedplum(
    [patientOf('rosa', run), patientOf('otra', '76543216'), ...staffOfArchive, ...resources],
    options,
  )
  const portal = await startPortal({
    clock: testClock(start),
    environment: { CLINICAL_ARCHIVE_URL: medplum.url },
  })
  const rosa = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl' })
  return { ...portal, medplum, rosa, call: await portal.as(rosa) }
}

test('appointments on Medplum are found by RUN, upcoming and past, the earliest first, over several pages', async () => {
  const { call, medplum } = await withMedplum(
    [
      ...Array.from({ length: 23 }, (_, index) => appointmentOf(`h${index}`, 'rosa', at(23 - index))),
      appointmentOf('past', 'rosa', at(-48), { status: 'fulfilled' }),
      appointmentOf('gone', 'rosa', at(5), { status: 'cancelled' }),
      appointmentOf('foreign', 'otra', at(6)),
    ],
    { mostOfPage: 10 },
  )
  const first = await call(appointmentEndpoints.upcoming)
  expect(first.total).toBe(23)
  expect(first.appointments[0]).toMatchObject({
    ...{ rut_professional: '111111111', doctor_name: 'Dra. Marcela Ortega Pino' },
    ...{ cod_specialty: '363', specialty: 'Medicina interna', sub_context: 'Consulta' },
    ...{ place_care: 'Clínica Providencia', place_care_portal: 'Piso 3, consulta 304' },
    starts_at: new Date(at(1)).toISOString(),
  })
  const last = await call(appointmentEndpoints.upcoming, { query: { page: 3, limit: 10 } })
  expect(last.appointments.map((one) => one.starts_at)).toEqual(
    [21, 22, 23].map((hour) => new Date(at(hour)).toISOString()),
  )
  // Three pages of the server for each list, because upcoming appointments are not cached.
  expect(medplum.asked.filter((one) => one.includes('/Appointment?'))).toHaveLength(6)
  expect([await medplum.foundFor('Patient'), await medplum.foundFor('Appointment')]).toEqual([1, 23])
  const past = await call(appointmentEndpoints.history)
  expect(past.appointments.map((one) => one.starts_at)).toEqual([new Date(at(-48)).toISOString()])
})

test('an appointment on Medplum is cancelled by a patch of the version that was read', async () => {
  const { call, medplum } = await withMedplum([
    appointmentOf('a', 'rosa', at(24)),
    appointmentOf('b', 'rosa', at(48)),
  ])
  const { appointments } = await call(appointmentEndpoints.upcoming)
  const [a, b] = appointments.map(({ id_appointment }) => ({ body: { id_appointment } }))
  if (!a || !b) throw new Error('two hours were put there')
  await call(appointmentEndpoints.cancel, a)
  expect((await medplum.read('Appointment/a')).status).toBe('cancelled')
  expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
  expect((await rejectionOf(call(appointmentEndpoints.cancel, a))).status).toBe(409)
  medplum.beforeNext('PATCH', () => medplum.put(appointmentOf('b', 'rosa', at(72))))
  expect((await rejectionOf(call(appointmentEndpoints.cancel, b))).status).toBe(409)
  expect((await medplum.read('Appointment/b')).status).toBe('booked')
  await call(appointmentEndpoints.cancel, b)
  expect((await medplum.read('Appointment/b')).status).toBe('cancelled')
})

test('exams on Medplum are shown with values, units, history and their document', async () => {
  const { call, app, rosa, medplum } = await withMedplum([
    reportOf('r1', 'rosa', at(-24), ['o1']),
    reportOf('r0', 'rosa', at(-24 * 90), ['o0']),
    reportOf('draft', 'rosa', at(-24), [], { status: 'preliminary' }),
    reportOf('foreign', 'otra', at(-24), ['o9']),
    observationOf('o1', 'rosa', at(-24), glucose, 112.5),
    observationOf('o0', 'rosa', at(-24 * 90), glucose, 90),
    observationOf('o9', 'otra', at(-24), glucose, 200),
    {
      resourceType: 'DocumentReference',
      id: 'd',
      status: 'current',
      subject: { reference: 'Patient/rosa' },
      context: { related: [{ reference: 'DiagnosticReport/r1' }] },
      content: [{ attachment: { contentType: 'application/pdf', url: 'Binary/b' } }],
    },
    { resourceType: 'Binary', id: 'b', contentType: 'application/pdf', data: pdf },
  ])
  const { laboratories, total } = await call(examEndpoints.list)
  expect([total, laboratories.map(({ attention_number }) => attention_number)]).toEqual([2, ['A-r1', 'A-r0']])
  const params = { patientId: rosa.id, attention_id: laboratories[0]?.attention_id ?? 0 }
  const { results, pdf_url } = await call(examEndpoints.results, { params })
  expect(results).toMatchObject([
    {
      name: 'Glucosa',
      value: 112.5,
      unit: 'mg/dL',
      history: [
        { date: '2026-08-28', value: 90 },
        { date: '2026-11-25', value: 112.5 },
      ],
    },
  ])
  expect((await app.inject({ url: pdf_url ?? '' })).body).toBe('%PDF-1.7 informe')
  const kinds = ['DiagnosticReport', 'Observation', 'DocumentReference']
  expect(await Promise.all(kinds.map(medplum.foundFor))).toEqual([2, 1, 1])
})

test('new results and corrections on Medplum are found by their time of change and announced once', async () => {
  const { medplum, runJob } = await withMedplum([], {}, new Date().toISOString())
  await runJob('exams.collect')
  const put = (patient: string, status = 'final') =>
    medplum.put(reportOf(`of-${patient}`, patient, new Date().toISOString(), [], { status }))
  await put('rosa')
  await put('otra')
  expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
  expect(await medplum.foundFor('DiagnosticReport')).toBe(2)
  await put('rosa', 'amended')
  expect(await runJob('exams.collect')).toEqual({ found: 1, exams: 1 })
  expect(await runJob('exams.collect')).toEqual({ found: 0, exams: 0 })
})
