/** The answer of each call that notifies people says whom, and why none if there is no e-mail. */
import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { notificationPreferenceEndpoints, usualSettings } from '@mi-portal/contract/notifications/preferences'
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import type { Notified } from '@mi-portal/contract/notified'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildProfessional, holdSlot, openAgenda, openCalendars } from './booking/calendar.ts'
import { buildAppointment } from './build.ts'
import { formWith, startDepartments } from './departments.ts'
import { createBrowser } from './external/push-service.ts'
import { expectRejected } from './rejection.ts'

// Mails wait in the outbox: nothing sends them in these tests.
const environment = { SMTP_URL: 'smtp://127.0.0.1:9' }
const soon = new Date('2026-12-01T13:00:00Z')

async function start() {
  const portal = await startDepartments({ environment })
  await openCalendars(portal)
  const doctor = await buildProfessional(portal.db)
  await portal.runJob('booking.keepAhead')
  return { ...portal, doctor, staff: await portal.as(portal.clerk) }
}

type Clinic = Awaited<ReturnType<typeof start>>

async function book({ db, doctor }: Clinic, patient: { id: number }) {
  return (await buildAppointment(db, { patient_id: patient.id, professional_id: doctor.id, starts_at: soon }))
    .id
}

/** Makes each call that notifies a patient once, and returns the answers by their names. */
async function callEach(clinic: Clinic, patient: { id: number }) {
  const { staff } = clinic
  const call = await clinic.as(patient)
  const answers: Record<string, Notified> = {}
  const document = await call(documentEndpoints.request, {
    body: { document: 1, comment: 'Para mi trabajo' },
  })
  answers['a document is requested'] = document
  answers['a request is answered'] = await staff(inboxEndpoints.answer, {
    params: { matter: 'documents', id: document.documentRequestId },
    form: formWith({ answer: 'Va adjunto' }),
  })
  answers['a message is sent'] = await call(contactEndpoints.send, {
    form: formWith({ patient_id: patient.id, reason_contact_id: 1, message: 'Gracias' }),
  })
  const { request, ...received } = await call(dataRightEndpoints.request, { body: { right: 'access' } })
  answers['a request about data is sent'] = received
  answers['its deadline is extended'] = await staff(inboxEndpoints.extend, {
    params: { id: request.id },
    body: { reason: 'Falta un antecedente' },
  })
  answers['an appointment is cancelled by staff'] = await staff(calendarAppointmentEndpoints.cancel, {
    params: { id: await book(clinic, patient) },
    body: { sequence: 0 },
  })
  const scheduling = await openAgenda(clinic, patient)
  const { hold_id } = await holdSlot(scheduling)
  const { data: _, ...booked } = await scheduling(bookingEndpoints.book, {
    body: { hold_id, patient_id: patient.id },
  })
  answers['an appointment is booked'] = booked
  return answers
}

test('a patient with a verified e-mail is named with the masked address in every answer', async () => {
  const clinic = await start()
  for (const [name, answer] of Object.entries(await callEach(clinic, clinic.mother))) {
    expect([name, answer.not_notified]).toEqual([name, null])
    expect([name, answer.notified]).toEqual([
      name,
      expect.arrayContaining([{ channel: 'email', to: 'ca•••••@ejemplo.cl' }]),
    ])
  }
})

test.each([
  ['unverified', 'email_verified_at = null'],
  ['no_address', 'email = null, email_verified_at = null'],
])('an answer says that no e-mail was sent, because: %s', async (reason, change) => {
  const clinic = await start()
  await clinic.db.ask(`update people set ${change} where id = $1 returning id`, [clinic.mother.id])
  for (const [name, answer] of Object.entries(await callEach(clinic, clinic.mother))) {
    expect([name, answer.not_notified]).toEqual([name, reason])
    expect(answer.notified?.filter(({ channel }) => channel === 'email')).toEqual([])
  }
  expect(await clinic.db.ask('select 1 from outbox where person_id is not null')).toEqual([])
})

test('an answer names no message that is sent only if an earlier one stays unread', async () => {
  const clinic = await start()
  const call = await clinic.as(clinic.mother)
  const { subscription } = createBrowser('https://fcm.googleapis.com/fcm/send/uno')
  await call(pushEndpoints.subscribe, { body: subscription })
  for (const [first, second, reason] of [
    ['push', 'email', 'in_turn'],
    ['email', 'push', null],
  ] as const) {
    await call(notificationPreferenceEndpoints.set, {
      body: { ...usualSettings, in_turn: true, channel_order: [first, second, 'whatsapp', 'sms'] },
    })
    const params = { id: await book(clinic, clinic.mother) }
    const { notified, not_notified } = await clinic.staff(calendarAppointmentEndpoints.cancel, {
      params,
      body: { sequence: 0 },
    })
    expect([notified?.map(({ channel }) => channel).toSorted(), not_notified]).toEqual([
      [first, 'portal'].toSorted(),
      reason,
    ])
  }
})

test('a patient does not learn from an answer whether another person has an account or an address', async () => {
  const clinic = await start()
  const other = await clinic.person({ email: 'otra@ejemplo.cl' })
  const answer = await clinic.call(familyRequestEndpoints.add, {
    body: {
      family_document_type: 1,
      family_document_number: other.document_number,
      type_relationship_id: 7,
    },
  })
  expect(JSON.stringify(answer)).not.toMatch(/ejemplo|"portal"/)
})

test('staff read that no one was notified and whom to call, and the task stays until a member of staff ticks it', async () => {
  const clinic = await start()
  const patient = await clinic.person({
    ...{ first_name: 'Patricio', last_name: 'Sandoval', second_name: '', status: 2, email: null },
    phone: '987654321',
  })
  const id = await book(clinic, patient)
  const { staff } = clinic
  expect(
    await staff(calendarAppointmentEndpoints.cancel, { params: { id }, body: { sequence: 0 } }),
  ).toMatchObject({ notified: [], not_notified: 'no_account', call_phone: '987654321' })
  const { calls } = await staff(callDueEndpoints.list)
  expect(calls).toMatchObject([
    {
      ...{ patient_full_name: 'Patricio Sandoval', phone: '987654321' },
      text: 'La clínica tuvo que cancelar su hora del 01/12/2026 a las 10:00.',
    },
  ])
  const elsewhere = await clinic.person({ rol: 'ADMIN_ROLE' })
  await clinic.db.ask('update people set site_ids = array[239] where id = $1 returning id', [elsewhere.id])
  const others = await clinic.as(elsewhere)
  expect((await others(callDueEndpoints.list)).calls).toEqual([])
  const done = { params: { id: calls[0]?.id ?? 0 } }
  await expectRejected(others(callDueEndpoints.done, done), 404)
  await staff(callDueEndpoints.done, done)
  expect((await staff(callDueEndpoints.list)).calls).toEqual([])
  expect(await clinic.db.ask('select done_by from calls_due')).toEqual([{ done_by: clinic.clerk.id }])
})

test('an answered request and a decided identity are calls for those who may decide them', async () => {
  const clinic = await start()
  const { db, staff, mother } = clinic
  const asMother = await clinic.as(mother)
  const { documentRequestId } = await asMother(documentEndpoints.request, {
    body: { document: 1, comment: '' },
  })
  const { request } = await asMother(dataRightEndpoints.request, { body: { right: 'access' } })
  await db.ask(
    'update people set status = 2, email = null, email_verified_at = null where id = $1 returning id',
    [mother.id],
  )
  const waiting = await clinic.person({ status: 3, email: null, phone: '912345678' })
  const answers = [
    await staff(inboxEndpoints.answer, {
      params: { matter: 'documents', id: documentRequestId },
      form: formWith({ answer: 'Va adjunto' }),
    }),
    await staff(inboxEndpoints.answer, {
      params: { matter: 'privacy', id: request.id },
      form: formWith({ answer: 'Va adjunto' }),
    }),
    await staff(userEndpoints.deny, {
      params: { id: waiting.id },
      body: { userStatus: 2, reasons: [], reason: 'Falta la firma' },
    }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ notified: [], not_notified: 'no_account' })
  const textsFor = async (permission_set: string | null) => {
    const member = await clinic.person({ rol: 'ADMIN_ROLE' })
    await db.ask('update people set permission_set = $2 where id = $1 returning id', [
      member.id,
      permission_set,
    ])
    return (await (await clinic.as(member))(callDueEndpoints.list)).calls.map(
      ({ text }) => text.split(':')[0],
    )
  }
  expect(await textsFor('requests-desk')).toEqual([`Respondimos su solicitud ${documentRequestId}`])
  expect(await textsFor('privacy-officer')).toEqual([expect.stringContaining('Respondimos su solicitud')])
  expect(await textsFor('front-desk')).toEqual(['No pudimos validar su identidad'])
  expect(await textsFor(null)).toHaveLength(3)
})
