import { appointmentLinkEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { expect, test } from 'vitest'
import { buildProfessional } from '../../../test/booking/calendar.ts'
import { buildAppointment, buildLink } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago. Reminders of 3 December are due.
const starts_at = new Date('2026-12-03T12:30:00Z')

/** Reminds a mother and her child of the child's appointment, and returns the links of both. */
async function withReminders() {
  const portal = await startPortal()
  const { db } = portal
  const mother = await portal.person({ email: 'camila@ejemplo.cl' })
  const child = await portal.person({
    first_name: 'Martina',
    email: 'martina@ejemplo.cl',
    date_birth: '2011-01-01',
  })
  await buildLink(db, { leader_id: mother.id, member_id: child.id, may_book: false })
  const professional = await buildProfessional(db)
  const appointment = await buildAppointment(db, {
    patient_id: child.id,
    starts_at,
    professional_id: professional.id,
  })
  await portal.runJob('booking.remind')
  const mails = await db.listMails('booking.reminder')
  const tokenFor = (recipient: string) =>
    /\/hora\/(\S+)/.exec(mails.find((mail) => mail.recipient === recipient)?.body_text ?? '')?.[1] ?? ''
  const of = (token: string) => ({ body: { token } })
  const { anonymous } = portal
  return {
    ...portal,
    mother,
    child,
    appointment,
    tokenFor,
    show: (token: string) => anonymous(appointmentLinkEndpoints.show, of(token)),
    confirm: (token: string) => anonymous(appointmentLinkEndpoints.confirm, of(token)),
    cancel: (token: string) => anonymous(appointmentLinkEndpoints.cancel, of(token)),
    stored: async () =>
      (
        await db.ask<{ state: string; confirmed_at: Date | null }>(
          'select state, confirmed_at from appointments',
        )
      )[0],
  }
}

test('opening the link of a reminder shows the appointment to the guardian and the child, and changes nothing', async () => {
  const { show, tokenFor, stored, appointment } = await withReminders()
  const shown = {
    ...{ id_appointment: appointment.id, doctor_name: 'Dra. Marcela Ortega Pino', modality: 'presencial' },
    ...{ starts_at: starts_at.toISOString(), place: 'Piso 3, consulta 304', state: 'booked' },
    ...{ confirmed_at: null, can_confirm: true, can_move: true },
  }
  expect((await show(tokenFor('camila@ejemplo.cl'))).appointment).toEqual({
    ...shown,
    patient_name: 'Martina',
  })
  expect((await show(tokenFor('martina@ejemplo.cl'))).appointment).toEqual({ ...shown, patient_name: null })
  expect(await stored()).toEqual({ state: 'booked', confirmed_at: null })
})

test('the link of a reminder confirms and cancels without a session, the audit log names the recipient, and both people are mailed', async () => {
  const { confirm, cancel, show, tokenFor, stored, db, mother, child } = await withReminders()
  const token = tokenFor('camila@ejemplo.cl')
  const { confirmed_at } = await confirm(token)
  expect((await stored())?.confirmed_at?.toISOString()).toBe(confirmed_at)
  expect((await show(tokenFor('martina@ejemplo.cl'))).appointment.confirmed_at).toBe(confirmed_at)
  const confirmations = `select actor_id, actor_role, patient_id from audit_events where action = 'appointments.confirm'`
  expect(await db.ask(confirmations)).toEqual([
    { actor_id: mother.id, actor_role: 'guardian', patient_id: child.id },
  ])
  await cancel(token)
  expect((await stored())?.state).toBe('cancelled')
  const mails = `select recipient from outbox where template = 'appointments.cancelled' order by recipient`
  expect(await db.ask(mails)).toEqual([
    { recipient: 'camila@ejemplo.cl' },
    { recipient: 'martina@ejemplo.cl' },
  ])
  expect((await show(token)).appointment).toMatchObject({ state: 'cancelled', can_confirm: false })
  await expectRejected(cancel(token), 409)
  await expectRejected(confirm(token), 409)
})

test('a guardian’s link answers 404 without access to the appointment, and a changed or invented token does', async () => {
  const { show, confirm, cancel, tokenFor, stored, db } = await withReminders()
  const token = tokenFor('camila@ejemplo.cl')
  const rejectsAll = async (used: string) => {
    for (const use of [show, confirm, cancel]) await expectRejected(use(used), 404)
  }
  for (const [change, back] of [
    [`family_links set state = 'ended'`, `family_links set state = 'approved'`],
    [`people set deleted_at = now() where email like 'camila%'`, 'people set deleted_at = null'],
    [`people set locked_at = now() where email like 'camila%'`, 'people set locked_at = null'],
    [`appointments set reserved_group = 'SALUD_MENTAL'`, 'appointments set reserved_group = null'],
  ]) {
    await db.ask(`update ${change}`)
    await rejectsAll(token)
    await db.ask(`update ${back}`)
    await show(token)
  }
  await rejectsAll(`1${token}`)
  await rejectsAll('un-token')
  expect(await stored()).toEqual({ state: 'booked', confirmed_at: null })
})

test('the link of an appointment that was moved or has begun answers 410 and changes nothing', async () => {
  const { show, confirm, cancel, tokenFor, stored, db, clock } = await withReminders()
  const token = tokenFor('camila@ejemplo.cl')
  const move = (days: number) =>
    db.ask(
      `update appointments set starts_at = starts_at + make_interval(days => $1), ends_at = ends_at + make_interval(days => $1)`,
      [days],
    )
  await move(1)
  for (const use of [show, confirm, cancel]) await expectRejected(use(token), 410)
  await move(-1)
  clock.set('2026-12-03T12:30:00Z')
  for (const use of [show, confirm, cancel]) await expectRejected(use(token), 410)
  expect(await stored()).toEqual({ state: 'booked', confirmed_at: null })
})
