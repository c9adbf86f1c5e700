import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { buildAppointment, buildLink } from '../../../../test/build.ts'
import {
  appointmentOf,
  patientOf,
  staffOfArchive,
  startFhirServer,
} from '../../../../test/external/fhir-server.ts'
import { startPortal, testClock } from '../../../../test/portal.ts'

const run = '123456785'
const start = Date.parse('2026-11-26T15:00:00Z')
const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString().replace('.000Z', 'Z')
const dental = appointmentOf('a', 'rosa', at(48))
const cancelledNotice = 'La clínica canceló tu hora del 28/11/2026 a las 12:00.'

async function open(person: object = {}) {
  const clock = testClock(new Date(start).toISOString())
  const fhir = await startFhirServer([patientOf('rosa', run), ...staffOfArchive, dental])
  const portal = await startPortal({
    clock,
    archiveTimeouts: { attempt: 400, pause: 5, rest: 1_000 },
    environment: { CLINICAL_ARCHIVE_URL: fhir.url },
  })
  const rosa = await portal.person({ document_number: run, email: 'rosa@ejemplo.cl', ...person })
  /** Advances the clock and runs the comparison. */
  const compare = (minutes = 11) => {
    clock.advance({ minutes })
    return portal.runJob('agenda.external')
  }
  const noticesOf = async (reader: { id: number }) =>
    (await (await portal.as(reader))(notificationEndpoints.list)).notifications.map(({ text }) => text)
  const mails = () =>
    ask<{ recipient: string; template: string; body_text: string; appointment_id: number | null }>(
      portal.db,
      `select recipient, template, body_text, appointment_id from outbox where template like 'agenda.%' order by id`,
    )
  await portal.runJob('agenda.external')
  return { ...portal, clock, fhir, rosa, compare, noticesOf, mails }
}

describe('an appointment that the clinic cancels in its own system', () => {
  test.each(['cancelled', 'entered-in-error', 'noshow'])(
    'an appointment that the clinic sets to %s is announced once, in the portal and by mail',
    async (status) => {
      const { fhir, compare, rosa, noticesOf, mails } = await open()
      expect(await noticesOf(rosa)).toEqual([])
      fhir.put({ ...dental, status })
      expect(await compare()).toEqual({ patients: 1, announced: 1 })
      expect(await compare()).toMatchObject({ announced: 0 })
      expect(await noticesOf(rosa)).toEqual([cancelledNotice])
      const sent = await mails()
      expect(sent.map(({ recipient, template }) => [recipient, template])).toEqual([
        ['rosa@ejemplo.cl', 'agenda.cancelledElsewhere'],
      ])
      expect(sent[0]?.body_text).toContain('Si no lo pediste tú, llámanos.')
      // The mail does not contain the specialty.
      expect(sent[0]?.body_text).not.toContain('Medicina interna')
    },
  )

  test('an appointment is announced as cancelled if only the patient’s participation was declined', async () => {
    const { fhir, compare, rosa, noticesOf } = await open()
    const participant = (dental.participant as { actor: { reference: string } }[]).map((one) =>
      one.actor.reference === 'Patient/rosa' ? { ...one, status: 'declined' } : one,
    )
    fhir.put({ ...dental, participant })
    await compare()
    expect(await noticesOf(rosa)).toEqual([cancelledNotice])
  })

  test('a cancellation by the clinic is announced once if several servers compare at the same time', async () => {
    const { fhir, clock, runJob, rosa, noticesOf, mails } = await open()
    fhir.put({ ...dental, status: 'cancelled' })
    clock.advance({ minutes: 11 })
    await Promise.all(Array.from({ length: 4 }, () => runJob('agenda.external')))
    expect(await noticesOf(rosa)).toEqual([cancelledNotice])
    expect(await mails()).toHaveLength(1)
  })

  test('a guardian is notified of a child’s appointment that the clinic cancelled', async () => {
    const portal = await open({ date_birth: '2018-05-05', first_name: 'Martina', email: null })
    const guardian = await portal.person({ email: 'madre@ejemplo.cl' })
    await buildLink(portal.db, {
      leader_id: guardian.id,
      member_id: portal.rosa.id,
      guardian_proof: 'registry',
    })
    portal.fhir.put({ ...dental, status: 'cancelled' })
    await portal.compare()
    expect(await portal.noticesOf(guardian)).toEqual([
      'La clínica canceló la hora de Martina del 28/11/2026 a las 12:00.',
    ])
  })

  test('a cancellation by the patient in the portal is not announced as a cancellation by the clinic', async () => {
    const { fhir, compare, call, noticesOf, rosa, mails } = await (async () => {
      const portal = await open()
      return { ...portal, call: await portal.as(portal.rosa) }
    })()
    const [appointment] = (await call(appointmentEndpoints.upcoming)).appointments
    await call(appointmentEndpoints.cancel, { body: { id_appointment: appointment?.id_appointment ?? 0 } })
    expect(fhir.held.get('Appointment/a')).toMatchObject({ status: 'cancelled' })
    await compare()
    expect(await noticesOf(rosa)).toEqual([])
    expect((await mails()).filter(({ template }) => template === 'agenda.cancelledElsewhere')).toEqual([])
  })

  test('a cancellation in the archive is not announced if the portal has the same appointment', async () => {
    const { fhir, compare, db, rosa, noticesOf } = await open()
    await buildAppointment(db, { patient_id: rosa.id, starts_at: new Date(at(48)), state: 'cancelled' })
    fhir.put({ ...dental, status: 'cancelled' })
    await compare()
    expect(await noticesOf(rosa)).toEqual([])
  })
})

describe('an appointment that is missing in the archive', () => {
  test('a missing appointment counts as cancelled only if a second read by its id finds it gone', async () => {
    const { fhir, compare, rosa, noticesOf } = await open()
    fhir.held.delete('Appointment/a')
    expect(await compare()).toMatchObject({ announced: 0 })
    expect(await noticesOf(rosa)).toEqual([])
    expect(await compare()).toMatchObject({ announced: 1 })
    expect(await compare()).toMatchObject({ announced: 0 })
    expect(await noticesOf(rosa)).toEqual([cancelledNotice])
  })

  test('an appointment that is missing in only one response is not announced as cancelled', async () => {
    const { fhir, compare, rosa, noticesOf, db } = await open()
    fhir.held.delete('Appointment/a')
    await compare()
    fhir.put(dental)
    await compare()
    fhir.held.delete('Appointment/a')
    await compare()
    expect(await noticesOf(rosa)).toEqual([])
    expect(await ask(db, 'select 1 from watched_appointments where missing_since is not null')).toHaveLength(
      1,
    )
  })

  test('an appointment that is missing only in the search is not announced as cancelled', async () => {
    const { fhir, compare, rosa, noticesOf } = await open()
    // The appointment is found by its id, but not by a search for its date.
    fhir.put({ ...dental, start: at(48), meta: {} })
    const real = fhir.held.get('Appointment/a')
    fhir.held.delete('Appointment/a')
    await compare()
    if (real) fhir.held.set('Appointment/a', { ...real, id: 'a' })
    await compare()
    await compare()
    expect(await noticesOf(rosa)).toEqual([])
  })

  test.each(['down', 'failing', 'silent', 'babbling'] as const)(
    'while the archive is %s no appointment is announced as cancelled',
    async (state) => {
      const { fhir, compare, rosa, noticesOf, db } = await open()
      fhir.line.state = state
      for (let times = 0; times < 3; times += 1) expect(await compare()).toMatchObject({ announced: 0 })
      fhir.line.state = 'up'
      expect(await compare()).toMatchObject({ announced: 0 })
      expect(await noticesOf(rosa)).toEqual([])
      expect(await ask(db, 'select 1 from watched_appointments where missing_since is not null')).toEqual([])
    },
    20_000,
  )

  test('no appointment is announced as cancelled if the patient has two records in the archive', async () => {
    const { fhir, compare, rosa, noticesOf } = await open()
    fhir.put(patientOf('rosa2', run))
    for (let times = 0; times < 3; times += 1) await compare()
    expect(await noticesOf(rosa)).toEqual([])
  })

  test('an appointment that becomes unreadable is not announced as cancelled', async () => {
    const { fhir, compare, rosa, noticesOf } = await open()
    fhir.put({ ...dental, participant: 'Rosa' })
    for (let times = 0; times < 3; times += 1) await compare()
    expect(await noticesOf(rosa)).toEqual([])
  })
})

describe('an appointment that the clinic moves in its own system', () => {
  test('each move by the clinic is announced once with the new time', async () => {
    const { fhir, compare, rosa, noticesOf, mails } = await open()
    fhir.put({ ...dental, start: at(72), end: at(72.5) })
    await compare()
    await compare()
    fhir.put({ ...dental, start: at(96), end: at(96.5) })
    await compare()
    expect(await noticesOf(rosa)).toEqual([
      'La clínica cambió tu hora del 29/11/2026 a las 12:00: ahora es el 30/11/2026 a las 12:00.',
      'La clínica cambió tu hora del 28/11/2026 a las 12:00: ahora es el 29/11/2026 a las 12:00.',
    ])
    expect((await mails()).map(({ template }) => template)).toEqual(['agenda.moved', 'agenda.moved'])
  })

  test('the message about a moved appointment of the archive names no appointment of the portal', async () => {
    const { fhir, compare, rosa, mails, as } = await open()
    fhir.put({ ...dental, start: at(72), end: at(72.5) })
    await compare()
    await compare()
    expect(await mails()).toMatchObject([{ template: 'agenda.moved', appointment_id: null }])
    const { notifications } = await (await as(rosa))(notificationEndpoints.list)
    expect(notifications).toMatchObject([{ id_appointment: null }])
  })

  test('the e-mail about a moved appointment of the archive does not offer to move it in the portal', async () => {
    const { fhir, compare, mails } = await open()
    fhir.put({ ...dental, start: at(72), end: at(72.5) })
    await compare()
    await compare()
    const [mail] = await mails()
    expect(mail?.template).toBe('agenda.moved')
    expect(mail?.body_text).toContain('Para cambiarla, reserva otra y cancela esta')
    expect(mail?.body_text).not.toContain('puedes cambiarla')
  })

  test('an appointment that becomes pending in the archive is not announced', async () => {
    const { fhir, compare, rosa, noticesOf } = await open()
    fhir.put({ ...dental, status: 'pending' })
    await compare()
    expect(await noticesOf(rosa)).toEqual([])
  })
})
