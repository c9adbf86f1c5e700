import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { expect, test } from 'vitest'
import { buildProfessional, holdSlot, openAgenda, openCalendars } from '../../../test/booking/calendar.ts'
import { buildAppointment, buildLink } from '../../../test/build.ts'
import { clinicWith } from '../../../test/clinic/packages.ts'
import { readAuditLog } from '../../../test/departments.ts'
import { type PortalOptions, startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const [providencia, maipu] = [2, 239]
const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)

async function withClerk(options: PortalOptions = {}) {
  const portal = await startPortal(options)
  const patient = await portal.person({ first_name: 'Camila', last_name: 'Fuentes', phone: '955550142' })
  const clerk = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea', last_name: 'Morales' })
  const call = await portal.as(clerk)
  const open = (id: number = patient.id, by = call) => by(frontDeskEndpoints.patient, { params: { id } })
  const book = async (startsIn: number, rest: object = {}) =>
    (await buildAppointment(portal.db, { patient_id: patient.id, starts_at: hours(startsIn), ...rest })).id
  const addMail = async (state: string, personId: number = patient.id) => {
    const [row] = await portal.db.ask<{ id: number }>(
      `insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, state, created_at, next_attempt_at)
       values (gen_random_uuid()::text, 'booking.booked', $1, 'a@ejemplo.cl', 'Tu hora', '', '', $2, now(), now()) returning id`,
      [personId, state],
    )
    return row?.id ?? 0
  }
  const limitTo = (set: string | null, sites: number[] | null) =>
    portal.db.ask('update people set permission_set = $2, site_ids = $3 where id = $1', [
      clerk.id,
      set,
      sites,
    ])
  return { ...portal, patient, clerk, call, open, book, addMail, limitTo }
}

test('the front desk reads a patient whole in one visit, which is one entry of the audit log', async () => {
  const { db, patient, clerk, person, open, book, addMail, ...portal } = await withClerk()
  const later = await book(48, { confirmed_at: new Date('2026-11-26T14:00:00.120Z') })
  const next = await book(1, { reserved_group: 'salud-mental' })
  const old = await book(-48, { attendance: 'missed', attendance_at: hours(-47) })
  const last = await book(-2)
  await book(3, { state: 'cancelled', cancelled_at: hours(-1) })
  const [contact] = await db.ask<{ id: number }>(
    `insert into contacts (requester_id, patient_id, matter, reason_id, message, state, created_at, due_at)
     select $1, $1, 'contact', min(id), 'Hola', 'pendiente', $2, $3 from contact_reasons returning id`,
    [patient.id, hours(-1), hours(47)],
  )
  const child = await person({ first_name: 'Martina', last_name: 'Soto', second_name: '', email: null })
  await buildLink(db, { leader_id: patient.id, member_id: child.id })
  const mail = await addMail('parked')
  await addMail('sent', child.id)
  await db.ask(
    `insert into emergency_contacts (person_id, name, relationship, phone, updated_at)
    values ($1, 'Diego Soto', 'Pareja', '955550177', now())`,
    [patient.id],
  )
  await db.ask('insert into second_factors (person_id, created_at, confirmed_at) values ($1, now(), now())', [
    patient.id,
  ])
  await db.ask(
    `insert into pending_confirmations (kind, subject_id, target, payload, changes, emails, requested_by, requested_at)
     values ('email-change', $1, '', '{}', '[]', '{}', $2, $3)`,
    [patient.id, clerk.id, hours(-1)],
  )
  const page = await open()
  expect(page.patient).toMatchObject({
    ...{ id: patient.id, first_name: 'Camila', date_birth: '1980-05-17', phone: '955550142' },
    ...{ email_verified: true, status_data: { id: 1, name: 'Habilitado' }, deleted: false, deceased: null },
    emergency_contact: { name: 'Diego Soto', relationship: 'Pareja', phone: '955550177' },
  })
  expect(page.upcoming?.map((one) => [one.id_appointment, one.confirmed_at, one.is_private])).toEqual([
    [next, null, true],
    [later, '2026-11-26T14:00:00.120Z', false],
  ])
  expect(page.upcoming?.[0]).toMatchObject({
    ...{ starts_at: '2026-11-26T16:00:00.000Z', doctor_name: 'Dra. Marcela Ortega Pino' },
    ...{ specialty: null, place: 'Clínica Providencia', attendance: null, sequence: 0 },
    in_calendars: false,
  })
  expect(page.upcoming?.[1]?.specialty).toBe('Medicina interna')
  expect(page.past?.map((one) => [one.id_appointment, one.attendance])).toEqual([
    [last, null],
    [old, 'missed'],
  ])
  expect(page.requests).toEqual([
    {
      ...{ matter: 'contact', id: contact?.id, receipt: String(contact?.id), subject: expect.any(String) },
      ...{ state: 'pendiente', created_at: '2026-11-26T14:00:00.000Z', due_at: '2026-11-28T14:00:00.000Z' },
      answered_at: null,
    },
  ])
  expect(page.family).toMatchObject([
    { id: child.id, full_name: 'Martina Soto', is_owner: false, is_pending: false },
  ])
  expect(page.mails).toMatchObject([{ id: mail, subject: 'Tu hora', state: 'parked' }])
  expect(page.security).toEqual({ locked_at: null, recovery_frozen_at: null, second_factor: true })
  expect(page.confirmations).toEqual([
    {
      ...{ id: expect.any(Number), kind: 'email-change', requested_by: expect.stringContaining('Andrea') },
      requested_at: '2026-11-26T14:00:00.000Z',
    },
  ])
  const entries = (await readAuditLog({ db, ...portal }, clerk.id)).map(({ action, patient_id }) => [
    action,
    patient_id,
  ])
  expect(entries).toEqual([
    ['front-desk.open', patient.id],
    ['front-desk.family', child.id],
  ])
  expect((await open(child.id)).family).toMatchObject([{ id: patient.id, is_owner: true }])
})

test('each part is for staff with its permission, and shows only what belongs to their sites', async () => {
  const { open, book, limitTo } = await withClerk()
  const here = await book(2, { office_id: providencia })
  const elsewhere = await book(4, { office_id: maipu })
  const upcoming = async () => (await open()).upcoming?.map(({ id_appointment }) => id_appointment)
  expect(await upcoming()).toEqual([here, elsewhere])
  await limitTo(null, [maipu])
  expect(await upcoming()).toEqual([elsewhere])
  await limitTo('front-desk', null)
  expect(await open()).toMatchObject({ requests: null, upcoming: [{}, {}], confirmations: [] })
})

test('no page is shown to who may not read patients, of staff, of a patient of other sites, or above the budget of the day', async () => {
  const { open, book, limitTo, person, as, clerk, patient } = await withClerk({
    parts: clinicWith({ opened_people_daily: 10 }),
  })
  await expectRejected(open(999_999), 404)
  await expectRejected(open(clerk.id), 404)
  await expectRejected(open(patient.id, await as(await person())), 403)
  for (const set of ['content-editor', 'requests-desk', 'privacy-officer']) {
    await limitTo(set, null)
    await expectRejected(open(), 403)
  }
  await limitTo(null, [maipu])
  await book(2, { office_id: providencia })
  await expectRejected(open(), 404)
  await limitTo(null, null)
  for (let count = 0; count < 10; count += 1) await open((await person()).id)
  await expectRejected(open(), 403, { number: 17 })
})

test('a person who was not known before has the data of the application that waits', async () => {
  const { db, open, patient, person } = await withClerk()
  const waiting = await person({
    ...{ first_name: '', last_name: '', second_name: '' },
    date_birth: null,
    status: 3,
  })
  const apply = (id: number, creates: boolean) =>
    db.ask(
      `insert into registration_applications (person_id, creates_person, previous_status, first_name, last_name, second_name,
         preferred_name, date_birth, nationality_id, forecast_id, gender_id, email, address, phone, commune_id, password_hash,
         consents, ip, applied_at)
       select $1, $2, 2, 'Inés', 'Rojas', '', '', '1990-01-02', (select min(id) from nationalities), (select min(id) from forecasts),
         (select min(id) from genders), 'ines@ejemplo.cl', '', '955550199', (select min(id) from communes), '', '[]', '::1', now()`,
      [id, creates],
    )
  await apply(waiting.id, true)
  await apply(patient.id, false)
  expect((await open(waiting.id)).patient).toMatchObject({
    ...{ first_name: 'Inés', date_birth: '1990-01-02', phone: '955550199', email: 'ines@ejemplo.cl' },
    ...{ email_verified: false, status_data: { id: 3 }, may_be_booked: false },
  })
  const known = { first_name: 'Camila', email_verified: true, may_be_booked: true }
  expect((await open()).patient).toMatchObject(known)
})

test('the front desk sends a mail again that was set aside', async () => {
  const { db, call, addMail, limitTo } = await withClerk()
  const [parked, sent] = [await addMail('parked'), await addMail('sent')]
  const retry = (id: number) => call(overviewEndpoints.retryMail, { params: { id } })
  await limitTo('requests-desk', null)
  await expectRejected(retry(parked), 403)
  await limitTo('front-desk', null)
  await retry(parked)
  await expectRejected(retry(sent), 409)
  expect(await db.ask('select state from outbox where id = $1', [parked])).toEqual([{ state: 'queued' }])
})

test('staff choose among all exams and procedures, each with the services in whose slots it is booked', async () => {
  const { db, call, limitTo } = await withClerk()
  const { items } = await call(frontDeskEndpoints.items, {})
  const [exam] = await db.ask<{
    id: number
    text: string
    service: string
  }>(`select e.id, e.text, t.service_code::text as service from bookable_exams e join exam_specialties t on t.code = e.specialty_code
     where e.encuesta_para_agendar = 'SI' and e.retired_at is null order by e.id limit 1`)
  expect(items.find(({ code }) => code === String(exam?.id))).toMatchObject({
    ...{ kind: 'exam', name: exam?.text, needs_questionnaire: true },
    services: expect.arrayContaining([exam?.service]),
  })
  expect(items.filter(({ kind }) => kind === 'procedure').length).toBeGreaterThan(0)
  await db.ask('update bookable_exams set retired_at = now() where id = $1', [exam?.id ?? 0])
  expect((await call(frontDeskEndpoints.items, {})).items).toHaveLength(items.length - 1)
  await limitTo('content-editor', null)
  await expectRejected(call(frontDeskEndpoints.items, {}), 403)
})

test('a day of a site shows each professional who attends there with appointments, free slots and blocks', async () => {
  const desk = await withClerk()
  const { db, patient, clerk, call, limitTo, person } = desk
  const [ana, , blocked] = [
    await buildProfessional(db, { name: 'Dra. Ana' }),
    await buildProfessional(db, { name: 'Dra. Otra', office: maipu }),
    await buildProfessional(db, { name: 'Dra. Bloqueada' }),
  ]
  const block = (professional: number, from: string, to: string) =>
    db.ask(
      `insert into schedule_exceptions (professional_id, kind, starts_at, ends_at, reason, created_by, created_at)
       values ($1, 'block', $2, $3, 'Reunión', $4, now())`,
      [professional, from, to, clerk.id],
    )
  await block(blocked.id, '2026-11-27T03:00:00Z', '2026-11-28T03:00:00Z')
  await openCalendars(desk)
  // Friday begins at 9:00 in Santiago: the first slot is booked, the second is held, and another visit was missed.
  const at = {
    professional_id: ana.id,
    office_id: providencia,
    patient_id: patient.id,
    doctor_name: ana.name,
  }
  const { id } = await buildAppointment(db, { ...at, starts_at: hours(21) })
  await db.ask('update appointments set confirmed_at = $2 where id = $1', [id, hours(-1)])
  const missed = {
    state: 'cancelled' as const,
    attendance: 'missed' as const,
    attendance_at: hours(23),
    cancelled_at: hours(23),
  }
  await buildAppointment(db, { ...at, starts_at: hours(22), ...missed })
  await buildAppointment(db, { ...at, starts_at: hours(23), state: 'cancelled', cancelled_at: hours(1) })
  const search = { rut_professional: ana.rut, from: '2026-11-27', to: '2026-11-27' }
  await holdSlot(await openAgenda(desk, await person()), search)

  const read = (office_id: number, day = '2026-11-27') =>
    call(frontDeskEndpoints.day, { query: { day, office_id } })
  const { professionals } = await read(providencia)
  expect(professionals).toMatchObject([
    {
      ...{ id: ana.id, name: 'Dra. Ana', specialties: ['Medicina General'], doctor_image: null, blocks: [] },
      appointments: [
        {
          ...{ id_appointment: id, patient_id: patient.id, attendance: null, sequence: 0, outside: false },
          patient_full_name: expect.stringContaining('Camila Fuentes'),
          confirmed_at: '2026-11-26T14:00:00.000Z',
        },
        { attendance: 'missed' },
      ],
    },
    { id: blocked.id, appointments: [], free: [], blocks: [{ reason: 'Reunión' }] },
  ])
  expect(professionals[0]?.free.map(({ starts_at, held }) => [starts_at, held])).toEqual([
    ['2026-11-27T12:30:00.000Z', true],
    ['2026-11-27T13:00:00.000Z', false],
    ['2026-11-27T13:30:00.000Z', false],
  ])
  expect((await readAuditLog(desk, clerk.id)).map(({ action, patient_id }) => [action, patient_id])).toEqual([
    ['front-desk.day', patient.id],
  ])
  expect((await read(maipu)).professionals.map(({ name }) => name)).toEqual(['Dra. Otra'])
  expect((await read(providencia, '2026-11-28')).professionals).toEqual([])
  await limitTo(null, [maipu])
  await expectRejected(read(providencia), 404)
  await limitTo('requests-desk', null)
  await expectRejected(read(maipu), 403)
})
