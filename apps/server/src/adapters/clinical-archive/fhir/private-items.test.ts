/** The mark «Solo yo» on exams and appointments that only a FHIR server has. */
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { newsEndpoints } from '@mi-portal/contract/news'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { expect, test } from 'vitest'
import { buildAppointment, buildFamily } from '../../../../test/build.ts'
import {
  createAppointmentResource,
  createObservationResource,
  createPatientResource,
  createReportResource,
  daughter,
  staffOfArchive,
  startFhirServer,
} from '../../../../test/external/fhir-server.ts'
import { startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

const at = (hours: number) =>
  new Date(Date.parse('2026-11-26T15:00:00Z') + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const glucose = ['2345-7', 'Glucosa'] as const

/** Starts a portal whose archive has two exams and two appointments of a girl of fifteen, and signs in her and her mother. */
async function withArchive() {
  const fhir = await startFhirServer([
    createPatientResource('hija', '98765433'),
    ...staffOfArchive,
    createObservationResource('early', 'hija', at(-48), glucose, 137),
    createObservationResource('late', 'hija', at(-24), glucose, 91),
    createReportResource('secret', 'hija', at(-48), ['early'], { code: { text: 'Zafiro' } }),
    createReportResource('plain', 'hija', at(-24), ['late']),
    createAppointmentResource('first', 'hija', at(20)),
    createAppointmentResource('second', 'hija', at(30)),
  ])
  const portal = await startPortal({
    archiveTimeouts: { attempt: 10_000, pause: 5, rest: 15_000 },
    environment: { CLINICAL_ARCHIVE_URL: fhir.url },
  })
  const { guardian: mother, child } = await buildFamily(portal.db, daughter)
  const [asChild, asMother] = [await portal.as(child), await portal.as(mother)]
  const { laboratories } = await asChild(examEndpoints.list)
  const idOf = (name: string) => laboratories.find(({ type_exam }) => type_exam === name)?.attention_id ?? 0
  const markExam = (is_private: boolean) =>
    asChild(privateItemEndpoints.markExam, {
      body: { attention_id: idOf('Zafiro'), type: 'laboratory', is_private },
    })
  const ids = { secret: idOf('Zafiro'), plain: idOf('Perfil bioquímico') }
  return { ...portal, fhir, child, mother, asChild, asMother, ids, markExam }
}

test('an exam of a FHIR server that a 15-year-old keeps private is hidden from the guardian at once, with its values in other exams', async () => {
  const { asChild, asMother, child, ids, markExam, fhir, clock } = await withArchive()
  const params = { patientId: child.id }
  const total = async () => (await asMother(examEndpoints.listOf, { params })).total
  const courseOf = async (call: typeof asMother) => {
    const { results } = await call(examEndpoints.results, { params: { ...params, attention_id: ids.plain } })
    return results[0]?.course.map(({ reported }) => reported.value)
  }
  const open = (call: typeof asMother) =>
    call(examEndpoints.results, { params: { ...params, attention_id: ids.secret } })
  expect([await total(), (await courseOf(asMother))?.length]).toEqual([2, 2])
  await open(asMother)
  await markExam(true)
  expect([await total(), (await courseOf(asMother))?.length]).toEqual([1, 1])
  await expectRejected(open(asMother), 404)
  expect((await asMother(newsEndpoints.list)).results).toEqual([])
  expect((await courseOf(asChild))?.length).toBe(2)
  expect((await open(asChild)).exam.type_exam).toBe('Zafiro')
  const { laboratories } = await asChild(examEndpoints.list)
  expect(laboratories.map(({ type_exam, is_private }) => [type_exam, is_private])).toEqual([
    ['Perfil bioquímico', false],
    ['Zafiro', true],
  ])
  await markExam(false)
  expect([await total(), (await courseOf(asMother))?.length]).toEqual([2, 2])
  // While a private exam cannot be read, the guardian sees no earlier values of any exam.
  await markExam(true)
  fhir.held.delete('DiagnosticReport/secret')
  clock.advance({ minutes: 1 })
  expect(await courseOf(asMother)).toEqual([])
})

test('an appointment of a FHIR server that a 15-year-old keeps private is hidden from the guardian in lists, agenda and by its id', async () => {
  const { asChild, asMother, child, db } = await withArchive()
  const { appointments } = await asChild(appointmentEndpoints.upcoming)
  const [first, second] = appointments.map(({ id_appointment }) => id_appointment)
  const seen = async () => [
    (await asMother(appointmentEndpoints.upcomingOf, { params: { id: child.id } })).total,
    (await asMother(appointmentAgendaEndpoints.list)).count_appointment,
  ]
  expect(await seen()).toEqual([2, 2])
  const body = { id_appointment: second ?? 0, is_private: true }
  await asChild(privateItemEndpoints.markAppointment, { body })
  expect(await seen()).toEqual([1, 1])
  const one = (id: number | undefined) =>
    asMother(appointmentAgendaEndpoints.one, { params: { id_appointment: id ?? 0 } })
  await expectRejected(one(second), 404)
  expect((await one(first)).appointment.is_private).toBe(false)
  const own = await asChild(appointmentAgendaEndpoints.list)
  expect(own.appointments.map(({ is_private }) => is_private)).toEqual([false, true])
  // An appointment that both the portal and the FHIR server have stays hidden when the portal's is private.
  const both = await buildAppointment(db, { patient_id: child.id, starts_at: new Date(at(20)) })
  await asChild(privateItemEndpoints.markAppointment, { body: { id_appointment: both.id, is_private: true } })
  expect(await seen()).toEqual([0, 0])
})

test('a new exam of a FHIR server that is private before it is announced is announced to the adolescent alone', async () => {
  const { asChild, asMother, runJob, markExam, fhir } = await withArchive()
  await runJob('exams.collect')
  const meta = { lastUpdated: '2026-11-26T15:00:30.000Z' }
  const corrected = { code: { text: 'Zafiro' }, status: 'corrected', meta }
  fhir.put(createReportResource('secret', 'hija', at(0), ['early'], corrected))
  await markExam(true)
  await runJob('exams.collect')
  await runJob('exams.announce')
  expect((await asMother(notificationEndpoints.list)).total).toBe(0)
  expect((await asChild(notificationEndpoints.list)).total).toBeGreaterThan(0)
})
