import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { expect, test } from 'vitest'
import { buildAppointment } from '../../../../test/build.ts'
import {
  createAppointmentResource,
  createPatientResource,
  createReportResource,
  staffOfArchive,
  startFhirServer,
} from '../../../../test/external/fhir-server.ts'
import { startPortal, testClock } from '../../../../test/portal.ts'

const run = '123456785'
const start = Date.parse('2026-11-26T15:00:00Z')
const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const dental = createAppointmentResource('a', 'rosa', at(48))
const cancelledNotice = 'La clínica canceló tu hora del 28/11/2026 a las 12:00.'

async function open(person: object = {}) {
  const clock = testClock(new Date(start).toISOString())
  const fhir = await startFhirServer([createPatientResource('rosa', run), ...staffOfArchive, dental])
  const portal = await startPortal({
    clock,
    archiveTimeouts: { attempt: 400, pause: 5, rest: 1_000 },
    environment: { CLINICAL_ARCHIVE_URL: fhir.url },
  })
  const rosa = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl', ...person })
  const compare = (minutes = 11) => {
    clock.advance({ minutes })
    return portal.runJob('agenda.external')
  }
  const listNotices = async (reader: { id: number }) =>
    (await (await portal.as(reader))(notificationEndpoints.list)).notifications.map(({ text }) => text)
  const mails = () => portal.db.listMails('agenda.%')
  await portal.runJob('agenda.external')
  return { ...portal, clock, fhir, rosa, compare, listNotices, mails }
}

const declined = (dental.participant as { actor: { reference: string } }[]).map((one) =>
  one.actor.reference === 'Patient/rosa' ? { ...one, status: 'declined' } : one,
)

test.each([
  { status: 'cancelled' },
  { status: 'entered-in-error' },
  { status: 'noshow' },
  { participant: declined },
])(
  'an appointment that the clinic changes to %o is announced once as cancelled, in the portal and by mail',
  async (change) => {
    const { fhir, compare, rosa, listNotices, mails } = await open()
    expect(await listNotices(rosa)).toEqual([])
    fhir.put({ ...dental, ...change })
    expect(await compare()).toEqual({ patients: 1, announced: 1 })
    expect(await compare()).toMatchObject({ announced: 0 })
    expect(await listNotices(rosa)).toEqual([cancelledNotice])
    const sent = await mails()
    expect(sent.map(({ recipient, template }) => [recipient, template])).toEqual([
      ['rosa@ejemplo.cl', 'agenda.cancelledElsewhere'],
    ])
    // The mail does not contain the specialty.
    expect(sent[0]?.body_text).not.toContain('Medicina interna')
  },
)

test('a cancellation by the clinic is announced once if several servers compare at the same time', async () => {
  const { fhir, clock, runJob, rosa, listNotices, mails } = await open()
  fhir.put({ ...dental, status: 'cancelled' })
  clock.advance({ minutes: 11 })
  await Promise.all(Array.from({ length: 4 }, () => runJob('agenda.external')))
  expect(await listNotices(rosa)).toEqual([cancelledNotice])
  expect(await mails()).toHaveLength(1)
})

test('a missing appointment counts as cancelled only if it is missing twice in a row, and a read by its id finds it gone', async () => {
  const { fhir, compare, rosa, listNotices } = await open()
  fhir.held.delete('Appointment/a')
  expect(await compare()).toMatchObject({ announced: 0 })
  // One answer without it is not enough, also if another one came between.
  fhir.put(dental)
  await compare()
  fhir.held.delete('Appointment/a')
  expect(await compare()).toMatchObject({ announced: 0 })
  expect(await listNotices(rosa)).toEqual([])
  expect(await compare()).toMatchObject({ announced: 1 })
  expect(await compare()).toMatchObject({ announced: 0 })
  expect(await listNotices(rosa)).toEqual([cancelledNotice])
})

test('the first list after a change in the archive shows it: a move, a cancelled part of an appointment of two patients, and a withdrawn result', async () => {
  const { fhir, as, rosa } = await open()
  const call = await as(rosa)
  const startsOf = async () => [
    (await call(appointmentEndpoints.upcoming)).appointments.map(({ starts_at }) => Date.parse(starts_at)),
    (await call(appointmentAgendaEndpoints.list)).appointments.map(({ starts_at }) => Date.parse(starts_at)),
  ]
  const bothAt = (hours: number) => Array(2).fill([Date.parse(at(hours))])
  expect(await startsOf()).toEqual(bothAt(48))
  fhir.put({ ...dental, start: at(72), end: at(72.5) })
  expect(await startsOf()).toEqual(bothAt(72))
  const other = { actor: { reference: 'Patient/otra' }, status: 'accepted' }
  fhir.put({ ...dental, participant: [...declined, other] })
  expect(await startsOf()).toEqual([[], []])

  const visit = createAppointmentResource('visit', 'rosa', at(-48), { status: 'fulfilled' })
  const report = createReportResource('report', 'rosa', at(-24), [])
  const totals = async () => [
    (await call(appointmentEndpoints.history)).total,
    (await call(examEndpoints.list)).total,
  ]
  fhir.put(visit)
  fhir.put(report)
  expect(await totals()).toEqual([1, 1])
  fhir.put({ ...visit, status: 'entered-in-error' })
  fhir.put({ ...report, status: 'entered-in-error' })
  expect(await totals()).toEqual([0, 0])
})

type World = Awaited<ReturnType<typeof open>>

const unannounced: readonly (readonly [string, (world: World) => unknown])[] = [
  [
    'the patient cancelled in the portal',
    async ({ as, rosa }) => {
      const call = await as(rosa)
      const [appointment] = (await call(appointmentEndpoints.upcoming)).appointments
      await call(appointmentEndpoints.cancel, { body: { id_appointment: appointment?.id_appointment ?? 0 } })
    },
  ],
  [
    'it is cancelled in the archive, and the portal has the same appointment',
    async ({ fhir, db, rosa }) => {
      await buildAppointment(db, { patient_id: rosa.id, starts_at: new Date(at(48)), state: 'cancelled' })
      fhir.put({ ...dental, status: 'cancelled' })
    },
  ],
  ['the patient has two records', ({ fhir }) => fhir.put(createPatientResource('rosa2', run))],
  ['it is unreadable', ({ fhir }) => fhir.put({ ...dental, participant: 'Rosa' })],
  ['it is pending', ({ fhir }) => fhir.put({ ...dental, status: 'pending' })],
]

test.each(unannounced)('an appointment is not announced as cancelled if %s', async (_, change) => {
  const world = await open()
  await change(world)
  for (let times = 0; times < 3; times += 1) await world.compare()
  expect(await world.listNotices(world.rosa)).toEqual([])
})

test('while the archive is down, failing, silent or babbling no appointment is announced as cancelled', async () => {
  const { fhir, compare, rosa, listNotices, db } = await open()
  for (const state of ['down', 'failing', 'silent', 'babbling'] as const) {
    fhir.line.state = state
    for (let times = 0; times < 3; times += 1) expect(await compare()).toMatchObject({ announced: 0 })
    fhir.line.state = 'up'
    expect(await compare()).toMatchObject({ announced: 0 })
  }
  expect(await listNotices(rosa)).toEqual([])
  expect(await db.ask('select 1 from watched_appointments where missing_since is not null')).toEqual([])
})

test('each move by the clinic is announced once with the new time, and not as an appointment that the portal can move', async () => {
  const { fhir, compare, as, rosa, mails } = await open()
  for (const start of [72, 96]) {
    fhir.put({ ...dental, start: at(start), end: at(start + 0.5) })
    await compare()
    await compare()
  }
  const { notifications } = await (await as(rosa))(notificationEndpoints.list)
  expect(notifications.map(({ text, id_appointment }) => [text, id_appointment])).toEqual([
    ['La clínica cambió tu hora del 29/11/2026 a las 12:00: ahora es el 30/11/2026 a las 12:00.', null],
    ['La clínica cambió tu hora del 28/11/2026 a las 12:00: ahora es el 29/11/2026 a las 12:00.', null],
  ])
  const sent = await mails()
  const moved = { template: 'agenda.moved', appointment_id: null }
  expect(sent).toMatchObject([moved, moved])
  expect(sent[0]?.body_text).toContain('Para cambiarla, reserva otra y cancela esta')
  expect(sent[0]?.body_text).not.toContain('puedes cambiarla')
})
