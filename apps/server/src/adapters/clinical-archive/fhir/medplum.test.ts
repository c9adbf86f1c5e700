/** Tests the adapter against an independent FHIR engine: Medplum's. */

import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { expect, test } from 'vitest'
import {
  appointmentOf,
  patientOf,
  type Resource,
  reportOf,
  staffOfArchive,
} from '../../../../test/external/fhir-server.ts'
import { startMedplum } from '../../../../test/external/medplum.ts'
import { startPortal, testClock } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

const run = '123456785'
const at = (hours: number) =>
  new Date(Date.parse('2026-11-26T15:00:00Z') + hours * 3_600_000).toISOString().replace('.000Z', 'Z')

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
  await expectRejected(call(appointmentEndpoints.cancel, a), 409)
  medplum.beforeNext('PATCH', () => medplum.put(appointmentOf('b', 'rosa', at(72))))
  await expectRejected(call(appointmentEndpoints.cancel, b), 409)
  expect((await medplum.read('Appointment/b')).status).toBe('booked')
  await call(appointmentEndpoints.cancel, b)
  expect((await medplum.read('Appointment/b')).status).toBe('cancelled')
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
