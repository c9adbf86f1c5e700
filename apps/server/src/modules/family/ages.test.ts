import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import type { ApiError } from '@mi-portal/contract/calls/api-error'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { expect, test } from 'vitest'
import { buildAppointment, buildExam, buildLink, buildResult } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { getStatus } from '../../../test/rejection.ts'

const usual = '2010-11-26'
// Born on the day after a 29 February, in a year that has none. The 15th birthday is in a year that has one.
const afterLeapDay = '2009-03-01'
const [hour, day] = [3_600_000, 86_400_000]

type Ages = { readonly reserve: number; readonly consent: number; readonly adult: number }

/**
 * A guardian and a child with one reserved and one unreserved thing of each kind: future and past appointments, exams
 * with results, notifications; at a given instant in Santiago time.
 */
async function familyAt(ages: Ages, now: Date, born = usual) {
  const portal = await startPortal({
    environment: {
      AGE_RESERVE: String(ages.reserve),
      AGE_CONSENT: String(ages.consent),
      AGE_ADULT: String(ages.adult),
    },
  })
  portal.clock.set(now.toISOString())
  const { db, person } = portal
  const guardian = await person({ email: 'madre@ejemplo.cl' })
  const child = await person({ date_birth: born, email: null })
  await buildLink(db, { leader_id: guardian.id, member_id: child.id })
  const made = { plain: 0, reserved: 0, reservedAppointment: 0 }
  for (const reserved_group of [null, 'VIH']) {
    const of = { patient_id: child.id, reserved_group }
    const shift = reserved_group === null ? 0 : 3 * hour
    const ahead = await buildAppointment(db, { ...of, starts_at: new Date(now.getTime() + 2 * day + shift) })
    await buildAppointment(db, { ...of, starts_at: new Date(now.getTime() - 9 * day + shift) })
    const taken_at = new Date(now.getTime() - 5 * day)
    const exam = await buildExam(db, { ...of, taken_at })
    await buildResult(db, exam, { code: 'GLI', reserved_group })
    if (reserved_group === null) made.plain = exam.id
    else Object.assign(made, { reserved: exam.id, reservedAppointment: ahead.id })
    await db.ask(
      `insert into notifications (person_id, type, text, patient_id, reserved_group, created_at)
       values ($1, 'appointments', 'Se agendó una hora', $2, $3, $4)`,
      [guardian.id, child.id, reserved_group, now],
    )
  }
  return { ...portal, guardian, child, made }
}

/** Collects what the guardian is answered at every endpoint that may show something of the child. */
async function recordAccessOf({
  as,
  guardian,
  child,
  made,
  app,
  sessionOf,
}: Awaited<ReturnType<typeof familyAt>>) {
  const call = await as(guardian)
  const id = child.id
  const total = async (answer: Promise<{ total: number }>) =>
    answer.then(
      ({ total: counted }) => counted,
      (error: ApiError) => error.status,
    )
  const exam = (attention_id: number) => ({ params: { patientId: id, attention_id } })
  const file = (attention_id: number) => ({
    params: { patientId: id, attention_id, type: 'laboratory' as const },
  })
  const share = (attention_id: number) => ({
    params: { patientId: id, attention_id, type: 'laboratory' as const },
    body: { recipient_email: 'luis@ejemplo.cl', type_relationship: 3 },
  })
  const asking = (right: 'access' | 'erasure') => ({
    body: { right, message: 'Todo', read_what_is_kept: true, family_member_id: id },
  })
  const notices = await call(notificationEndpoints.list)
  const seen = {
    upcoming: await total(call(appointmentEndpoints.upcomingOf, { params: { id } })),
    past: await total(call(appointmentEndpoints.historyOf, { params: { id } })),
    cancelReserved: await getStatus(
      call(appointmentEndpoints.cancel, { body: { id_appointment: made.reservedAppointment } }),
    ),
    exams: await total(call(examEndpoints.listOf, { params: { patientId: id } })),
    results: await getStatus(call(examEndpoints.results, exam(made.plain))),
    reservedResults: await getStatus(call(examEndpoints.results, exam(made.reserved))),
    file: await getStatus(call(examEndpoints.view, file(made.plain))),
    reservedFile: await getStatus(call(examEndpoints.view, file(made.reserved))),
    notices: notices.notifications.length,
    unread: notices.unread,
    share: await getStatus(call(examShareEndpoints.send, share(made.plain))),
    shareReserved: await getStatus(call(examShareEndpoints.send, share(made.reserved))),
    askAccess: await getStatus(call(dataRightEndpoints.request, asking('access'))),
    askErasure: await getStatus(call(dataRightEndpoints.request, asking('erasure'))),
  }
  const token = await sessionOf(guardian.id)
  const calendar = await app.inject({
    url: `/agenda/v1/bookings/${made.reservedAppointment}.ics`,
    headers: {
      authorization: `Bearer ${(await app.inject({ url: '/api/scheduling/token', headers: { 'x-token': token } })).json().token}`,
    },
  })
  return { ...seen, calendar: calendar.statusCode }
}

const everything = {
  upcoming: 2,
  past: 2,
  cancelReserved: 200,
  exams: 2,
  results: 200,
  reservedResults: 200,
  file: 200,
  reservedFile: 200,
  notices: 2,
  unread: 2,
  share: 200,
  shareReserved: 200,
  askAccess: 200,
  askErasure: 200,
}
const unreserved = {
  ...everything,
  upcoming: 1,
  past: 1,
  cancelReserved: 404,
  exams: 1,
  reservedResults: 404,
  reservedFile: 404,
  notices: 1,
  unread: 1,
  shareReserved: 404,
}
const consenting = { ...unreserved, share: 400, askErasure: 400 }
const nothing = {
  ...Object.fromEntries(Object.keys(everything).map((asked) => [asked, 404])),
  ...{ cancelReserved: 404, notices: 0, unread: 0 },
}

const law: Ages = { reserve: 14, consent: 16, adult: 18 }
const other: Ages = { reserve: 12, consent: 15, adult: 17 }

test.each([
  [law, usual, law.reserve, 'before', everything],
  [law, usual, law.reserve, 'on', unreserved],
  [law, usual, law.consent, 'before', unreserved],
  [law, usual, law.consent, 'on', consenting],
  [law, usual, law.adult, 'before', consenting],
  [law, usual, law.adult, 'on', nothing],
  [other, afterLeapDay, other.reserve, 'on', unreserved],
  [other, afterLeapDay, other.adult, 'before', consenting],
  [other, afterLeapDay, other.adult, 'on', nothing],
] as const)(
  'settings %o, child born on %s: the guardian’s access is right around birthday %i, %s midnight',
  async (ages, born, birthday, side, expected) => {
    // In November and on 1 March Santiago is three hours behind UTC.
    const midnight = new Date(`${Number(born.slice(0, 4)) + birthday}${born.slice(4)}T03:00:00Z`)
    const family = await familyAt(ages, side === 'before' ? new Date(midnight.getTime() - 1) : midnight, born)
    const { calendar, ...seen } = await recordAccessOf(family)
    expect(seen).toEqual(expected)
    // The appointment was cancelled above, or the guardian may not know of it.
    expect(calendar).toBe(expected.cancelReserved === 200 ? 200 : 404)
  },
)

test.each([
  ['before', 1, 1],
  ['on', 0, 0],
] as const)(
  'just %s the birthday of the age of reserve, the guardian gets %i mails about a reserved result',
  async (side, mails, shown) => {
    const midnight = new Date('2024-11-26T03:00:00Z')
    const family = await familyAt(law, side === 'before' ? new Date(midnight.getTime() - 1) : midnight)
    const { db, child, guardian } = family
    await db.ask('delete from notifications')
    await db.ask(
      `update exams set announced_at = null where patient_id = $1 and reserved_group is not null`,
      [child.id],
    )
    await family.runJob('exams.announce')
    const written = (await db.listMails(guardian.id)).filter(({ template }) => template === 'exams.newResult')
    const notified = await db.ask('select id from notifications where person_id = $1', [guardian.id])
    expect([written.length, notified.length]).toEqual([mails, shown])
  },
)
