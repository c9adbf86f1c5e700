import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { reminderEndpoints } from '@mi-portal/contract/booking/reminders'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { expect, test } from 'vitest'
import { openAgenda } from '../../../../test/booking/calendar.ts'
import { buildAppointment, buildFamily, buildLink } from '../../../../test/build.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import { type Portal, startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`)

const readMails = ({ db }: Portal) => db.listMails('booking.reminder')

test('reminders are sent seven days and one day before, one mail for each person and day, never twice', async () => {
  const portal = await startPortal()
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  await buildAppointment(portal.db, { patient_id: person.id, starts_at: at('2026-12-03') })
  await buildAppointment(portal.db, { patient_id: person.id, starts_at: at('2026-12-03', '15:00') })
  await buildAppointment(portal.db, { patient_id: person.id, starts_at: at('2026-12-04') })
  await buildAppointment(portal.db, {
    patient_id: person.id,
    starts_at: at('2026-12-03', '18:00'),
    state: 'cancelled',
  })
  const second = await startServer(portal.db, portal.clock)
  await Promise.all([portal.runJob('booking.remind'), second.runJob('booking.remind')])
  await portal.runJob('booking.remind')
  const [first, ...others] = await readMails(portal)
  expect(others).toEqual([])
  expect(first?.body_text).toContain('09:00')
  expect(first?.body_text).toContain('12:00')
  expect(first?.unsubscribe_url).toMatch(/^http:.*\/recordatorios\/.+/)
  expect(first?.body_text).toContain(first?.unsubscribe_url)
  expect(first?.body_text).not.toContain('15:00')
  portal.clock.set('2026-11-27T15:00:00Z')
  await portal.runJob('booking.remind')
  portal.clock.set('2026-12-02T15:00:00Z')
  await portal.runJob('booking.remind')
  expect(
    (await readMails(portal)).map(({ body_text }) => /Mañana|en una semana/.exec(body_text)?.[0]),
  ).toEqual(['en una semana', 'en una semana', 'Mañana'])
})

test('a reminder that was missed is sent later, once, and not for appointments booked or moved since', async () => {
  const portal = await startPortal()
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  const hour = async (day: string, rest: object = {}) =>
    buildAppointment(portal.db, { patient_id: person.id, starts_at: at(day), ...rest })
  await hour('2026-12-03')
  await hour('2026-12-01', { created_at: new Date('2026-11-25T20:00:00Z') })
  const moved = await hour('2026-11-30')
  await portal.db.ask('update appointments set ical_sequence = 1 where id = $1', [moved.id])
  // No server ran on the 26th and 27th. The reminder for the 3rd was due on the 26th.
  portal.clock.set('2026-11-28T12:05:00Z')
  await portal.runJob('booking.remind')
  await portal.runJob('booking.remind')
  const [late, ...others] = await readMails(portal)
  expect(others).toEqual([])
  expect(late?.body_text).toContain('Tienes hora en 5 días')
  expect(late?.body_text).toContain('03/12/2026')
  // Too late for the reminder a week before. The one on the day before is sent, also for the moved appointment.
  portal.clock.set('2026-11-29T12:05:00Z')
  await portal.runJob('booking.remind')
  portal.clock.set('2026-12-02T12:05:00Z')
  await portal.runJob('booking.remind')
  await portal.runJob('booking.remind')
  expect((await readMails(portal)).map(({ body_text }) => /\d\d\/\d\d\/\d{4}/.exec(body_text)?.[0])).toEqual([
    '03/12/2026',
    '30/11/2026',
    '03/12/2026',
  ])
})

test('on a full day each patient gets one reminder with all appointments, and no one without access gets one', async () => {
  const portal = await startPortal()
  const ended = await portal.person({ email: 'ajena@ejemplo.cl' })
  const child = await portal.person({ email: null, date_birth: '2015-01-01' })
  const hour = await buildAppointment(portal.db, {
    patient_id: child.id,
    booked_by: ended.id,
    starts_at: at('2026-12-03', '11:00'),
  })
  await portal.db.ask(`insert into people (document_type_id, document_number, first_name, last_name, email, email_verified_at, rol, status)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'n' || n || '@ejemplo.cl', now(), 'STANDART_ROLE', 1 from generate_series(1, 260) n`)
  // Two appointments for each patient, far apart in the order of the day.
  await portal.db.ask(
    `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
       place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select p.id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id, place_care, place_detail,
       modality, starts_at + make_interval(mins => turn * 240), ends_at + make_interval(mins => turn * 240), 'booked', a.created_at
     from appointments a, people p, generate_series(1, 2) turn where a.id = $1 and p.document_number like 'N%'`,
    [hour.id],
  )
  const second = await startServer(portal.db, portal.clock)
  await Promise.all([portal.runJob('booking.remind'), second.runJob('booking.remind')])
  await portal.runJob('booking.remind')
  const mails = await readMails(portal)
  expect(mails).toHaveLength(260)
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(260)
  expect(mails.every(({ body_text }) => body_text.split('Profesional:').length === 3)).toBe(true)
})

test('the link in a reminder stops all reminders at once, and a link with an unknown token is rejected', async () => {
  const portal = await startPortal()
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  for (const day of ['2026-12-03', '2026-12-04'])
    await buildAppointment(portal.db, { patient_id: person.id, starts_at: at(day) })
  await portal.runJob('booking.remind')
  const [mail] = await readMails(portal)
  const token = /recordatorios\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  await expectRejected(portal.anonymous(reminderEndpoints.off, { body: { token: `${token}x` } }), 404)
  await portal.anonymous(reminderEndpoints.off, { body: { token } })
  await portal.anonymous(reminderEndpoints.off, { body: { token } })
  portal.clock.advance({ days: 1 })
  await portal.runJob('booking.remind')
  expect(await readMails(portal)).toHaveLength(1)
})

test('a child with a mailbox of their own is reminded there, and the guardian is reminded too, without what the law reserves', async () => {
  const portal = await startPortal()
  const mother = await portal.person({ email: 'camila@ejemplo.cl' })
  const child = await portal.person({ email: 'martina@ejemplo.cl', date_birth: '2011-01-01' })
  const adult = await portal.person({ email: 'jorge@ejemplo.cl', date_birth: '1960-01-01' })
  for (const { id } of [child, adult]) await buildLink(portal.db, { leader_id: mother.id, member_id: id })
  const book = (patient_id: number, time: string, rest: object = {}) =>
    buildAppointment(portal.db, { patient_id, starts_at: at('2026-12-03', time), ...rest })
  await book(child.id, '12:00')
  await book(adult.id, '13:00')
  await book(child.id, '15:00', { reserved_group: 'SALUD_MENTAL' })
  await portal.runJob('booking.remind')
  await portal.runJob('booking.remind')
  const times = (await readMails(portal)).map(({ recipient, body_text }) => [
    recipient,
    body_text.match(/\d\d:\d\d/g),
  ])
  expect(Object.fromEntries(times)).toEqual({
    'camila@ejemplo.cl': ['09:00'],
    'martina@ejemplo.cl': ['09:00', '12:00'],
    'jorge@ejemplo.cl': ['10:00'],
  })
})

test('an appointment promises the reminders that the job will send, to the person who will get them', async () => {
  const portal = await startPortal()
  const { guardian: mother, child } = await buildFamily(
    portal.db,
    { email: null, date_birth: '2015-01-01' },
    { email: 'camila@ejemplo.cl' },
  )
  const call = await openAgenda(portal, mother)
  const promised = async (starts_at: Date, patient_id = mother.id) => {
    const { id } = await buildAppointment(portal.db, {
      patient_id,
      starts_at,
      created_at: portal.clock.now(),
    })
    const reply = await call(preparationEndpoints.bookedAppointment, { params: { id_appointment: id } })
    await portal.runJob('booking.remind')
    return reply.data.reminders
  }
  // It is noon of 26 November in Santiago.
  expect(await promised(at('2026-11-26', '15:45'))).toEqual({ days: [], to: 'caller' })
  expect(await promised(at('2026-11-27'))).toEqual({ days: [], to: 'caller' })
  expect(await promised(at('2026-11-28'))).toEqual({ days: [1], to: 'caller' })
  expect(await promised(at('2026-12-03', '10:00'))).toEqual({ days: [1], to: 'caller' })
  expect(await promised(at('2026-12-04'))).toEqual({ days: [7, 1], to: 'caller' })
  expect(await promised(at('2026-12-04', '17:00'), child.id)).toEqual({ days: [7, 1], to: 'caller' })
  // No reminder was announced for these days, and none is sent.
  expect(await readMails(portal)).toEqual([])
  portal.clock.set('2026-11-27T12:05:00Z')
  await portal.runJob('booking.remind')
  expect(
    (await readMails(portal)).map(({ body_text }) => /\d\d\/\d\d\/\d{4}/.exec(body_text)?.[0]).sort(),
  ).toEqual(['04/12/2026', '28/11/2026'])
  await portal.db.ask('insert into reminders_off (person_id, since) values ($1, now())', [mother.id])
  const fresh = await openAgenda(portal, mother)
  const { id } = await buildAppointment(portal.db, { patient_id: mother.id, starts_at: at('2026-12-11') })
  const reply = await fresh(preparationEndpoints.bookedAppointment, { params: { id_appointment: id } })
  expect(reply.data.reminders.days).toEqual([])
})

test('reminders are announced and sent on the days that the clinic chose, and late ones until the next', async () => {
  const portal = await startPortal({
    parts: clinicWith({ first_reminder_days: 5, last_reminder_days: 2, arrive_minutes: 20 }),
  })
  const patient = await portal.person({ email: 'rosa@ejemplo.cl' })
  const { id } = await buildAppointment(portal.db, { patient_id: patient.id, starts_at: at('2026-12-04') })
  const { data } = await (await openAgenda(portal, patient))(preparationEndpoints.bookedAppointment, {
    params: { id_appointment: id },
  })
  expect(data.reminders.days).toEqual([5, 2])
  const sentOn = async (day: string) => {
    portal.clock.set(`${day}T12:05:00Z`)
    await portal.runJob('booking.remind')
    return (await readMails(portal)).length
  }
  expect(await sentOn('2026-11-28')).toBe(0)
  // No server ran on the fifth day before.
  expect(await sentOn('2026-11-30')).toBe(1)
  expect(await sentOn('2026-12-01')).toBe(1)
  expect(await sentOn('2026-12-02')).toBe(2)
  expect(await sentOn('2026-12-03')).toBe(2)
})

test('a reminder is also in the list of the portal, and by mail without the patients for whom its reader chose no e-mail', async () => {
  const portal = await startPortal()
  const { guardian, child } = await buildFamily(
    portal.db,
    { first_name: 'Martina', date_birth: '2019-03-01', email: null },
    { email: 'rosa@ejemplo.cl' },
  )
  const call = await portal.as(guardian)
  const body = { patient_id: child.id, choices: [{ topic: 'reminders' as const, channels: [] }] }
  await call(notificationPreferenceEndpoints.choose, { body })
  const own = await buildAppointment(portal.db, { patient_id: guardian.id, starts_at: at('2026-11-27') })
  for (const time of ['13:00', '15:00'])
    await buildAppointment(portal.db, { patient_id: child.id, starts_at: at('2026-11-27', time) })
  await portal.runJob('booking.remind')
  const { notifications } = await call(notificationEndpoints.list)
  expect(notifications).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ text: 'Tienes una hora mañana', patient_id: null, id_appointment: own.id }),
      expect.objectContaining({
        text: 'Martina tiene 2 horas mañana',
        patient_id: child.id,
        id_appointment: null,
      }),
    ]),
  )
  const [mail, ...others] = await readMails(portal)
  expect(others).toEqual([])
  expect(mail?.body_text).not.toContain('Martina')
})
