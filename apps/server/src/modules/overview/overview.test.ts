import { overviewEndpoints } from '@mi-portal/contract/overview'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { buildAppointment } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { getRejection } from '../../../test/rejection.ts'

const { mails, retryMail, signIns, summary, survey } = overviewEndpoints

async function withClinic() {
  const portal = await startPortal()
  const admin = await portal.person({ rol: 'ADMIN_ROLE' })
  const camila = await portal.person({ first_name: 'Camila', phone: '912345678' })
  return { ...portal, admin, camila, call: await portal.as(admin) }
}

type Clinic = Awaited<ReturnType<typeof withClinic>>

async function fill({ db, camila, person, anonymous, clock }: Clinic) {
  // At noon on Thursday in Santiago, two of these pending accounts are late.
  for (const moment of ['2026-11-23T15:00:00Z', '2026-11-26T15:00:00Z', '2026-11-30T14:00:00Z'])
    await person({ status: 3, pending_due_at: new Date(moment) })
  // Today in Santiago begins at 03:00 UTC, so the first and the last of these are of other days.
  for (const moment of [
    '2026-11-26T02:30:00Z',
    '2026-11-26T03:00:00Z',
    '2026-11-27T02:30:00Z',
    '2026-11-27T03:00:00Z',
  ])
    await buildAppointment(db, { patient_id: camila.id, starts_at: new Date(moment) })
  await buildAppointment(db, {
    patient_id: camila.id,
    starts_at: new Date('2026-11-26T18:00:00Z'),
    state: 'cancelled',
  })
  const mail = `insert into outbox (message_id, template, recipient, subject, body_text, body_html, state, attempts, created_at,
      next_attempt_at, last_error)
    values ($1, 't', 'camila@ejemplo.cl', 'Asunto', 'x', 'x', $2, 10, $3::timestamptz, $3::timestamptz, '550 no such user')`
  for (const [id, state, at] of [
    ['a', 'parked', '2026-11-20T12:00:00Z'],
    ['b', 'expired', '2026-11-26T12:00:00Z'],
    ['c', 'sent', '2026-11-26T12:00:00Z'],
    ['d', 'parked', '2026-11-19T12:00:00Z'],
  ] as const)
    await db.ask(mail, [id, state, at])
  for (const moment of ['2026-11-18T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-26T12:00:00Z']) {
    clock.set(moment)
    await getRejection(
      anonymous(sessionEndpoints.signIn, {
        body: { document_type_id: 1, document_number: camila.document_number, password: 'equivocada' },
      }),
    )
  }
  clock.set('2026-11-26T15:00:00Z')
  await db.ask(
    `insert into survey_answers (person_id, suggestion, comment, created_at)
     values ($1, 'Mis exámenes', 'Muy claro', '2026-11-25T12:00:00Z')`,
    [camila.id],
  )
  for (const [state, at] of [
    ['pendiente', '2026-11-24T15:00:00Z'],
    ['pendiente', '2026-11-26T14:00:00Z'],
    ['respondida', '2026-11-20T14:00:00Z'],
  ] as const)
    await db.ask(
      `insert into contacts (requester_id, patient_id, reason_id, message, state, created_at, due_at)
       values ($1, $1, 1, 'x', $2, $3::timestamptz, $3::timestamptz + interval '2 days')`,
      [camila.id, state, at],
    )
}

test('each number equals the length of the list behind it', async () => {
  const clinic = await withClinic()
  await fill(clinic)
  const call = await clinic.as(clinic.admin)
  const summarized = await call(summary)
  expect(summarized).toMatchObject({
    validations: { waiting: 3, late: 2 },
    requests: { waiting: 2, late: 1 },
    hours_today: 2,
    mails_failed: 2,
    sign_ins_failed: 2,
    survey_answers: 1,
  })
  const query = { limit: 100 }
  const waiting = await call(userEndpoints.list, { body: { status: 3, limit: 100 } })
  const late = await call(userEndpoints.list, { body: { late: true, limit: 100 } })
  expect([waiting.patients.length, late.patients.length]).toEqual([
    summarized.validations?.waiting,
    summarized.validations?.late,
  ])
  for (const { matter, ...counted } of summarized.requests?.matters ?? []) {
    if (matter === 'complaints') continue
    const { requests } = await call(inboxEndpoints.tray, { query: { matter, limit: 100 } })
    const overdue = requests.filter(({ due_at }) => Date.parse(due_at) <= clinic.clock.now().getTime())
    expect(counted, matter).toEqual({ waiting: requests.length, late: overdue.length })
    const filtered = await call(inboxEndpoints.tray, { query: { matter, state: 'atrasada', limit: 100 } })
    expect([filtered.total, filtered.requests], matter).toEqual([counted.late, overdue])
  }
  const listed = {
    mails: (await call(mails, { query })).mails.length,
    signIns: (await call(signIns, { query })).sign_ins.length,
    survey: (await call(survey, { query })).answers.length,
  }
  expect(listed).toEqual({
    mails: summarized.mails_failed,
    signIns: summarized.sign_ins_failed,
    survey: summarized.survey_answers,
  })
  const sum = (of: 'mails_failed' | 'sign_ins_failed') =>
    summarized.days.reduce((total, day) => total + (day[of] ?? 0), 0)
  expect([sum('mails_failed'), sum('sign_ins_failed'), summarized.days.at(-1)?.hours]).toEqual([2, 2, 2])
})

test('the lists show reasons without whole IP addresses, and survey answers without names', async () => {
  const clinic = await withClinic()
  await fill(clinic)
  const call = await clinic.as(clinic.admin)
  expect((await call(mails)).mails[0]).toMatchObject({
    recipient: 'camila@ejemplo.cl',
    state: 'expired',
    error: '550 no such user',
  })
  expect((await call(signIns)).sign_ins[0]).toMatchObject({
    who: 'Camila Tapia Lagos',
    reason: 'Contraseña equivocada',
    at: '2026-11-26T12:00:00.000Z',
  })
  const { answers } = await call(survey)
  expect(answers).toEqual([
    { id: 1, at: '2026-11-25T12:00:00.000Z', suggestion: 'Mis exámenes', comment: 'Muy claro' },
  ])
})

test('staff see for whom an unsent mail was, and a mail that was set aside can be sent again', async () => {
  const clinic = await withClinic()
  await fill(clinic)
  await clinic.db.ask('update outbox set person_id = $1', [clinic.camila.id])
  const call = await clinic.as(clinic.admin)
  const [expired, parked] = (await call(mails)).mails
  if (!parked || !expired) throw new Error('two mails were not sent')
  expect(parked.person).toEqual({
    id: clinic.camila.id,
    full_name: 'Camila Tapia Lagos',
    phone: '912345678',
  })
  await call(retryMail, { params: { id: parked.id } })
  expect(await getRejection(call(retryMail, { params: { id: expired.id } }))).toMatchObject({
    status: 409,
  })
  expect(await clinic.db.ask('select state, attempts from outbox where id = $1', [parked.id])).toEqual([
    { state: 'queued', attempts: 0 },
  ])
})
