import { calendarAppointmentEndpoints } from '@mi-portal/contract/agenda/calendar-appointments'
import { calendarExceptionEndpoints } from '@mi-portal/contract/agenda/calendar-exceptions'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalEndpoints } from '@mi-portal/contract/agenda/professionals'
import { attendanceEndpoints } from '@mi-portal/contract/attendance'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { toDay } from '@mi-portal/contract/values/dates'
import { expect, test } from 'vitest'
import { buildProfessional, openCalendars } from '../../../../test/booking/calendar.ts'
import { formWith, startDepartments } from '../../../../test/departments.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'

const [providencia, maipu] = [2, 239]

function limitTo({ db }: Pick<Portal, 'db'>, { id }: { id: number }, site: number) {
  return db.ask('update people set site_ids = array[$2::int] where id = $1', [id, site])
}

async function withTwoSites() {
  const started = await startPortal()
  const boss = await started.person({ rol: 'SUPER_ADMIN_ROLE' })
  const clerk = await started.person({ rol: 'ADMIN_ROLE' })
  const portal = { ...started, clerk, call: await started.as(boss), clerkCalls: await started.as(clerk) }
  const near = await buildProfessional(portal.db, { office: providencia })
  const far = await buildProfessional(portal.db, { office: maipu })
  await openCalendars(portal)
  const patient = await portal.person()
  const book = async (professional: { id: number }) => {
    const [row] = await portal.db.ask<{ id: number }>(
      `insert into appointments (patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty,
           sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
         select $1, s.professional_id, '111111111', 'Dra. Prueba', 101, 'Medicina', 'c', s.office_id, 'p', 'p', s.modality,
           s.starts_at, s.ends_at, 'booked', $3
         from slots s where s.professional_id = $2 and s.starts_at > $3
           and not exists (select from appointments a where a.patient_id = $1 and a.starts_at = s.starts_at)
         order by s.starts_at limit 1 returning id`,
      [patient.id, professional.id, portal.clock.now()],
    )
    return row?.id ?? 0
  }
  const hours = { near: await book(near), far: await book(far) }
  await limitTo(portal, portal.clerk, providencia)
  return { ...portal, near, far, hours }
}

test('a member of staff limited to a site sees only professionals, weeks and appointments of that site', async () => {
  const { clerkCalls, call, near, far, hours } = await withTwoSites()
  const listed = await clerkCalls(professionalEndpoints.professionals, { query: {} })
  expect(listed.professionals.map(({ id }) => id)).toEqual([near.id])
  expect(listed.total).toBe(1)
  expect((await call(professionalEndpoints.professionals, { query: {} })).total).toBe(2)
  expect((await clerkCalls(professionalEndpoints.places)).offices.map(({ id }) => id)).toEqual([providencia])
  const week = { query: { from: '2026-11-26' } } as const
  const shown = await clerkCalls(calendarWeekEndpoints.week, { params: { id: near.id }, ...week })
  expect(shown.free.length).toBeGreaterThan(0)
  await expectRejected(clerkCalls(calendarWeekEndpoints.week, { params: { id: far.id }, ...week }), 404)
  const held = await clerkCalls(calendarAppointmentEndpoints.heldByPortal, { query: {} })
  expect(held.hours.map(({ id_appointment }) => id_appointment)).toEqual([hours.near])
  expect(held.total).toBe(1)
})

test('the start page of a member of staff limited to a site has only the appointments of that site', async () => {
  const { clerkCalls, call, hours, db, clock } = await withTwoSites()
  await db.ask(
    `update appointments set starts_at = $1::timestamptz + interval '1 hour' * id / 1000,
         ends_at = $1::timestamptz + interval '1 hour' * id / 1000 + interval '1 second' where id = any($2::int[])`,
    [clock.now(), [hours.near, hours.far]],
  )
  expect((await call(overviewEndpoints.summary)).hours_today).toBe(2)
  expect((await clerkCalls(overviewEndpoints.summary)).hours_today).toBe(1)
  const { appointments } = await clerkCalls(attendanceEndpoints.arrivals, {
    query: { day: toDay(clock.now()) },
  })
  expect(appointments.map(({ id_appointment }) => id_appointment)).toEqual([hours.near])
})

test('a member of staff limited to a site cancels and moves only appointments of that site, to slots of that site', async () => {
  const { clerkCalls, call, hours, db, far } = await withTwoSites()
  const { cancel, targets, move } = calendarAppointmentEndpoints
  const ofHour = (id: number) => ({ params: { id }, query: { from: '2026-11-26', of: 'any' } }) as const
  await expectRejected(clerkCalls(cancel, { params: { id: hours.far }, body: { sequence: 0 } }), 404)
  await expectRejected(clerkCalls(targets, ofHour(hours.far)), 404)
  const all = (await call(targets, ofHour(hours.near))).slots.map(({ id }) => id)
  const own = (await clerkCalls(targets, ofHour(hours.near))).slots.map(({ id }) => id)
  expect(own.length).toBeLessThan(all.length)
  const [slot] = await db.ask<{ id: number }>(
    'select id from slots where professional_id = $1 and id = any($2::int[]) order by starts_at desc limit 1',
    [far.id, all],
  )
  const body = { slot_id: slot?.id ?? 0, sequence: 0 }
  await expectRejected(clerkCalls(move, { params: { id: hours.near }, body }), 409)
  await clerkCalls(cancel, { params: { id: hours.near }, body: { sequence: 0 } })
  expect(await db.ask('select id, state from appointments order by id')).toEqual([
    { id: hours.near, state: 'cancelled' },
    { id: hours.far, state: 'booked' },
  ])
})

test('changes by a member of staff limited to a site are rejected if they affect others: calendars, blocks, holidays and imports', async () => {
  const { clerkCalls, near, far, db } = await withTwoSites()
  const day = { from: '2026-12-28', to: '2026-12-28', starts: null, ends: null }
  const { booked, block } = calendarExceptionEndpoints
  const blocking = (id: number) =>
    clerkCalls(block, { params: { id }, body: { ...day, reason: '', decisions: [] } })
  await blocking(near.id)
  await expectRejected(
    blocking(far.id),
    403,
    'Esto incluye horas de una sede que no es tuya: pídelo a una persona con todas las sedes',
  )
  await expectRejected(clerkCalls(booked, { params: { id: far.id }, body: day }), 403)
  // This professional now also attends at another site.
  await db.ask(`update schedules set office_id = $2 where professional_id = $1 and weekday = 5`, [
    near.id,
    maipu,
  ])
  await expectRejected(blocking(near.id), 403)
  await expectRejected(clerkCalls(professionalEndpoints.professional, { params: { id: near.id } }), 403)
  const holiday = { day: '2026-12-30', name: 'Aniversario', decisions: [] }
  await expectRejected(clerkCalls(holidayEndpoints.addHoliday, { body: holiday }), 403)
  await expectRejected(clerkCalls(holidayEndpoints.removeHoliday, { params: { day: holiday.day } }), 403)
})

test('the inbox of a member of staff limited to a site has contact requests of that site and those without one', async () => {
  const portal = await startDepartments()
  const { call, mother, clerk } = portal
  for (const sucursal of ['Maipú', 'Providencia'])
    await call(contactEndpoints.send, {
      form: formWith({
        reason_contact_id: 1,
        patient_id: mother.id,
        sucursal,
        message: `Esperé mucho en ${sucursal}`,
      }),
    })
  await limitTo(portal, clerk, providencia)
  const staff = await portal.as(clerk)
  const { requests, pending, total } = await staff(inboxEndpoints.tray, { query: { matter: 'contact' } })
  expect([requests.length, pending.contact, total]).toEqual([1, 1, 1])
  const rows = await portal.db.ask<{ id: number; branch: string }>(
    'select id, branch from contacts order by id',
  )
  const [far, near] = rows.map(({ id }) => ({ params: { matter: 'contact', id } }) as const)
  if (!far || !near) throw new Error('the requests are missing')
  expect((await staff(inboxEndpoints.open, near)).request.message).toContain('Providencia')
  await expectRejected(staff(inboxEndpoints.open, far), 404)
  const chief = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const assigned = [near, far].map(async (one) => (await chief(inboxEndpoints.assignees, one)).assignees)
  const mayAnswer = (await Promise.all(assigned)).map((people) => people.some(({ id }) => id === clerk.id))
  expect(mayAnswer).toEqual([true, false])
  await expectRejected(staff(inboxEndpoints.answer, { ...far, form: formWith({ answer: 'Gracias' }) }), 404)
})
