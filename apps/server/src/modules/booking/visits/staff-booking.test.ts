import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { expect, test } from 'vitest'
import {
  bookSlot,
  buildProfessional,
  createBearerHeader,
  findSlots,
  holdSlot,
  openAgenda,
  openCalendars,
} from '../../../../test/booking/calendar.ts'
import { buildFamily } from '../../../../test/build.ts'
import { clinicWith } from '../../../../test/clinic/packages.ts'
import { type Portal, startPortal, startServer } from '../../../../test/portal.ts'
import { expectRejected, getStatus } from '../../../../test/rejection.ts'

const [providencia, maipu] = [2, 239]

async function withFrontDesk() {
  const portal = await startPortal({
    parts: clinicWith({ opened_people_daily: 10 }),
    environment: { SMTP_URL: 'smtp://127.0.0.1:9' },
  })
  await buildProfessional(portal.db)
  await openCalendars(portal)
  const clerk = await portal.person({ rol: 'ADMIN_ROLE', email: 'meson@ejemplo.cl' })
  const session = await portal.sessionOf(clerk.id)
  const call = portal.caller(session)
  /** A caller of the scheduling service who books for the patient, on this or another server. */
  const bookFor = async ({ id }: { id: number }, at: Pick<Portal, 'caller'> = portal) =>
    at.caller(session, undefined, await createBearerHeader(call, id))
  return { ...portal, portal, clerk, call, bookFor }
}

test('staff book, move and cancel for a patient by the calls of patients, who is notified as the answer says', async () => {
  const { db, portal, person, clerk, bookFor } = await withFrontDesk()
  const patient = await person({ email: 'rosa@ejemplo.cl' })
  const agenda = await bookFor(patient)
  const { hold_id } = await holdSlot(agenda)
  const booked = await agenda(bookingEndpoints.book, { body: { hold_id, patient_id: patient.id } })
  expect(booked).toMatchObject({
    not_notified: null,
    notified: expect.arrayContaining([{ channel: 'email', to: expect.stringContaining('@ejemplo.cl') }]),
  })
  const id_appointment = booked.data.id_appointment
  expect(
    await db.ask(`select a.booked_by, e.actor_id, e.actor_role from appointments a join audit_events e on e.patient_id = a.patient_id
       where e.action = 'booking.book'`),
  ).toEqual([{ booked_by: clerk.id, actor_id: clerk.id, actor_role: 'ADMIN_ROLE' }])
  expect(
    (await agenda(bookingEndpoints.busyTimes, { query: { from: '2026-11-27', to: '2026-12-04' } })).data,
  ).toHaveLength(1)
  // The patient sees the appointment, and its time counts for the patient's own bookings.
  const own = await openAgenda(portal, patient)
  expect(
    (await own(bookingEndpoints.busyTimes, { query: { from: '2026-11-27', to: '2026-12-04' } })).data,
  ).toHaveLength(1)
  await bookSlot(agenda, patient, {}, { id_appointment, skip: 1 })
  expect(await agenda(bookingEndpoints.cancel, { params: { id_appointment } })).toMatchObject({
    not_notified: null,
  })
  const mails = (await db.listMails()).map(({ recipient, body_text }) => [recipient, body_text] as const)
  expect(mails.map(([recipient]) => recipient)).toEqual(Array(3).fill('rosa@ejemplo.cl'))
  expect(mails[0]?.[1]).toContain('la clínica reservó para ti')
  expect(await db.ask('select state, booked_by from appointments')).toEqual([
    { state: 'cancelled', booked_by: clerk.id },
  ])
})

test('staff book for a record without an account, and learn whom to call where no message is possible', async () => {
  const { db, person, bookFor } = await withFrontDesk()
  const record = await person({ email: null, phone: '+56955550142', status: 2 })
  await db.ask('update people set without_account = true where id = $1', [record.id])
  const agenda = await bookFor(record)
  const { hold_id } = await holdSlot(agenda)
  expect(await agenda(bookingEndpoints.book, { body: { hold_id, patient_id: record.id } })).toMatchObject({
    notified: [],
    not_notified: 'no_address',
    call_phone: '+56955550142',
  })
  // With an address, the mail has no link to a portal that the person cannot enter.
  await db.ask(`update people set email = 'ficha@ejemplo.cl', email_verified_at = now() where id = $1`, [
    record.id,
  ])
  const { id_appointment } = await bookSlot(agenda, record, {}, { skip: 4 })
  await bookSlot(agenda, record, {}, { id_appointment, skip: 5 })
  await agenda(bookingEndpoints.cancel, { params: { id_appointment } })
  const mails = await db.listMails()
  expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual(
    ['booking.booked', 'booking.moved', 'appointments.cancelled'].map((name) => [name, 'ficha@ejemplo.cl']),
  )
  for (const { body_text } of mails) expect(body_text).not.toContain('Ver mis consultas médicas')
  // Between token and booking the person dies.
  const next = await holdSlot(agenda, {}, 6)
  await db.ask(`update people set deceased_at = now(), deceased_source = 'staff' where id = $1`, [record.id])
  await expectRejected(
    agenda(bookingEndpoints.book, { body: { hold_id: next.hold_id, patient_id: record.id } }),
    404,
  )
})

test('when staff book, move or cancel for a child, the guardians who may see the appointment are notified', async () => {
  const { db, bookFor } = await withFrontDesk()
  const { guardian, child } = await buildFamily(
    db,
    { first_name: 'Martina', email: 'EVA@ejemplo.cl', date_birth: '2011-06-15' },
    { first_name: 'Eva', email: 'eva@ejemplo.cl' },
  )
  const agenda = await bookFor(child)
  const changeAll = async () => {
    const { id_appointment } = await bookSlot(agenda, child)
    await bookSlot(agenda, child, {}, { id_appointment, skip: 1 })
    return id_appointment
  }
  await agenda(bookingEndpoints.cancel, { params: { id_appointment: await changeAll() } })
  expect((await db.listMails()).map(({ recipient, body_text }) => [recipient, body_text])).toEqual([
    ['eva@ejemplo.cl', expect.stringContaining('la hora que la clínica reservó para Martina')],
    ['eva@ejemplo.cl', expect.stringContaining('La hora de Martina cambió')],
    ['eva@ejemplo.cl', expect.stringContaining('La hora de Martina fue cancelada')],
  ])
  const notified = () =>
    db
      .ask<{ person_id: number }>('select person_id from notifications order by id')
      .then((rows) => rows.map(({ person_id }) => person_id))
  const both = [child.id, guardian.id]
  expect(await notified()).toEqual([...both, ...both, ...both])
  // What the law reserves from a guardian is told to the adolescent alone.
  await db.ask(`update services set reserved_group = 'mental_health'`)
  await agenda(bookingEndpoints.cancel, { params: { id_appointment: await changeAll() } })
  expect(await notified()).toEqual([...both, ...both, ...both, child.id, child.id, child.id])
})

test('a token of staff is for one patient, and none is given for a person for whom staff may not book', async () => {
  const { db, portal, person, clerk, call, bookFor } = await withFrontDesk()
  const patient = await person()
  const token = (by: typeof call, patient_id?: number) =>
    by(schedulingTokenEndpoints.token, { query: patient_id === undefined ? {} : { patient_id } })
  await expectRejected(token(call), 403)
  await expectRejected(token(call, 999_999), 404)
  await expectRejected(token(call, (await person({ rol: 'ADMIN_ROLE' })).id), 404)
  await expectRejected(token(await portal.as(await person()), patient.id), 403)
  const [dead, locked, disabled, waiting] = [await person(), await person(), await person(), await person()]
  await db.ask(`update people set deceased_at = now(), deceased_source = 'staff' where id = $1`, [dead.id])
  await db.ask('update people set locked_at = now() where id = $1', [locked.id])
  await db.ask('update people set status = 2 where id = $1', [disabled.id])
  await db.ask('update people set status = 3 where id = $1', [waiting.id])
  await expectRejected(token(call, dead.id), 409, {
    message: expect.stringContaining('fallecimiento'),
  })
  await expectRejected(token(call, locked.id), 409, {
    message: expect.stringContaining('bloqueada'),
  })
  await expectRejected(token(call, disabled.id), 409, {
    message: expect.stringContaining('deshabilitada'),
  })
  await expectRejected(token(call, waiting.id), 409, {
    message: expect.stringContaining('espera validación'),
  })

  const agenda = await bookFor(patient)
  const other = await person()
  const { hold_id, slot } = await holdSlot(agenda)
  const bookOther = { body: { hold_id, patient_id: other.id } }
  await expectRejected(
    agenda(bookingEndpoints.check, { params: { hold_id }, body: { patient_id: other.id } }),
    404,
  )
  await expectRejected(agenda(bookingEndpoints.book, bookOther), 404)
  const { id_appointment: id } = await bookSlot(await openAgenda(portal, other), other, {}, { skip: 3 })
  await expectRejected(agenda(bookingEndpoints.cancel, { params: { id_appointment: id } }), 404)
  // Sites of staff and permissions count at the moment of each call.
  await db.ask('update people set site_ids = array[$2::int] where id = $1', [clerk.id, maipu])
  expect(await findSlots(agenda)).toEqual([])
  await expectRejected(agenda(slotEndpoints.hold, { body: { slot_id: slot.id } }), 404)
  await db.ask('update people set site_ids = array[$2::int] where id = $1', [clerk.id, providencia])
  expect(await findSlots(agenda)).not.toEqual([])
  await db.ask(`update people set permission_set = 'content-editor', site_ids = null where id = $1`, [
    clerk.id,
  ])
  await expectRejected(agenda(slotEndpoints.hold, { body: { slot_id: slot.id } }), 403)
  await expectRejected(token(call, patient.id), 403)
})

test('a patient for whom staff book counts in the daily budget, and is not found by staff of other sites', async () => {
  const { db, portal, person, clerk, call } = await withFrontDesk()
  const token = (patient_id: number) => call(schedulingTokenEndpoints.token, { query: { patient_id } })
  const patient = await person()
  await bookSlot(await openAgenda(portal, patient), patient)
  await db.ask('update people set site_ids = array[$2::int] where id = $1', [clerk.id, maipu])
  await expectRejected(token(patient.id), 404)
  await db.ask('update people set site_ids = null where id = $1', [clerk.id])
  for (let count = 0; count < 10; count += 1) await token((await person()).id)
  await expectRejected(token(patient.id), 403, { number: 17 })
})

test('one of two servers books when staff and the patient ask for the same time', async () => {
  const { db, clock, portal, person, bookFor } = await withFrontDesk()
  await buildProfessional(db)
  await openCalendars(portal)
  const second = await startServer(db, clock)
  const patient = await person()
  const [staff, own] = [await bookFor(patient, second), await openAgenda(portal, patient)]
  const [first] = await findSlots(own)
  const twins = (await findSlots(own)).filter(({ starts_at }) => starts_at === first?.starts_at)
  expect(twins).toHaveLength(2)
  const holds = await Promise.all(
    [staff, own].map((by, at) => by(slotEndpoints.hold, { body: { slot_id: twins[at]?.id ?? 0 } })),
  )
  const outcomes = await Promise.all(
    [staff, own].map((by, at) =>
      getStatus(
        by(bookingEndpoints.book, {
          body: { hold_id: holds[at]?.data.hold_id ?? 0, patient_id: patient.id },
        }),
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual([200, 409])
  // One slot has one hold, for staff and patients alike.
  const [slot] = await findSlots(own, { from: '2026-12-01', to: '2026-12-01' })
  const held = [staff, own].map((by) => by(slotEndpoints.hold, { body: { slot_id: slot?.id ?? 0 } }))
  const both = await Promise.allSettled(held)
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
