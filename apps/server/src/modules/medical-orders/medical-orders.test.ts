import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import type { Call } from '@mi-portal/contract/calls/client'
import { medicalOrderEndpoints, staffMedicalOrderEndpoints } from '@mi-portal/contract/medical-orders'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { expect, test } from 'vitest'
import { buildAppointment, buildDelegation, buildLink, relationship } from '../../../test/build.ts'
import { formWith, readAuditLog, startDepartments } from '../../../test/departments.ts'
import { pdfFile, pngFile } from '../../../test/files/attachments.ts'
import type { PortalOptions } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'

const { one, attach, remove } = medicalOrderEndpoints

const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)

/** A mother with a child of ten, who both have an appointment tomorrow. */
async function withAppointments(options: PortalOptions = {}) {
  const portal = await startDepartments(options)
  const { db, mother, child } = portal
  const book = async (patient_id: number, rest: object = {}) =>
    (await buildAppointment(db, { patient_id, starts_at: hours(24), ...rest })).id
  return {
    ...portal,
    book,
    own: await book(mother.id),
    childs: await book(child.id),
    staff: await portal.as(portal.clerk),
    stored: async () => ({
      orders: await db.ask<{
        appointment_id: number
        name: string
        attached_by: number
      }>(`select o.appointment_id, f.name, o.attached_by from appointment_orders o join files f on f.id = o.file_id
         order by o.appointment_id`),
      expired: (
        await db.ask<{ name: string }>('select name from files where delete_after is not null order by id')
      ).map(({ name }) => name),
    }),
  }
}

const orderOf = (call: Call, id_appointment: number) => call(one, { params: { id_appointment } })
const attachTo = (call: Call, id_appointment: number, file: File = pdfFile()) =>
  call(attach, { params: { id_appointment }, form: formWith({}, { file }) })
const removeFrom = (call: Call, id_appointment: number) => call(remove, { params: { id_appointment } })

test('a patient attaches a PDF to an appointment and downloads it, and each step is audited', async () => {
  const portal = await withAppointments()
  const { call, own, mother } = portal
  expect(await orderOf(call, own)).toMatchObject({ order: null, can_change: true })
  const { order } = await attachTo(call, own, pdfFile('orden médica.pdf'))
  expect(order).toMatchObject({
    name: 'orden médica.pdf',
    scan_state: 'unscanned',
    attached_at: '2026-11-26T15:00:00.000Z',
  })
  const saved = await portal.fetchAs(mother, order?.url)
  expect([saved.statusCode, saved.headers['content-type'], saved.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    "attachment; filename*=UTF-8''orden%20m%C3%A9dica.pdf",
  ])
  expect(saved.rawPayload.toString('latin1').startsWith('%PDF-1.7')).toBe(true)
  const entries = await readAuditLog(portal, mother.id)
  expect(
    entries.flatMap(({ action, object, patient_id }) =>
      action.startsWith('medical-orders.') ? [[action, object, patient_id]] : [],
    ),
  ).toEqual(
    ['view', 'attach', 'file'].map((name) => [`medical-orders.${name}`, `id_appointment=${own}`, mother.id]),
  )
})

test('the agenda says whether an order is attached, and whether the exam or procedure needs one', async () => {
  const { call, db, own, mother, book } = await withAppointments()
  const stateOf = async (id_appointment: number) =>
    (await call(appointmentAgendaEndpoints.one, { params: { id_appointment } })).appointment.medical_order
  expect(await stateOf(own)).toEqual({ is_attached: false, is_needed: false, can_change: true })
  await attachTo(call, own)
  expect(await stateOf(own)).toMatchObject({ is_attached: true })
  const codes = await db.ask<{ code: string }>('select code from procedures order by code limit 2')
  const [withOrder, without] = codes.map(({ code }) => `procedure:${code}`)
  await db.ask('update procedures set requires_order = code = $1', [codes[0]?.code ?? ''])
  for (const [service_item, is_needed] of [
    ['exam:1063', true],
    [withOrder, true],
    [without, false],
  ] as const)
    expect(await stateOf(await book(mother.id, { service_item, starts_at: hours(30) }))).toMatchObject({
      is_needed,
    })
})

test('a new file takes the place of the earlier one, which is deleted', async () => {
  const portal = await withAppointments()
  const { call, own, mother } = portal
  const first = await attachTo(call, own, pdfFile('vieja.pdf'))
  const second = await attachTo(call, own, await pngFile('nueva.png'))
  expect(second.order?.name).toBe('nueva.png')
  expect(await portal.stored()).toEqual({
    orders: [{ appointment_id: own, name: 'nueva.png', attached_by: mother.id }],
    expired: ['vieja.pdf'],
  })
  expect((await portal.fetchAs(mother, first.order?.url)).statusCode).toBe(404)
  expect(portal.files.keys()).toHaveLength(2)
  portal.clock.advance({ minutes: 1 })
  expect(await portal.runJob('photos.remove')).toEqual({ due: 1 })
  expect(portal.files.keys()).toHaveLength(1)
})

test('exactly one of several files that are attached at once stays, until it is removed', async () => {
  const portal = await withAppointments()
  const { call, own, mother, stored } = portal
  const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']
  await Promise.all(names.map((name) => attachTo(call, own, pdfFile(name))))
  const { orders, expired } = await stored()
  expect(orders).toHaveLength(1)
  expect([...expired, orders[0]?.name].sort()).toEqual(names)
  expect(await removeFrom(call, own)).toMatchObject({ order: null, can_change: true })
  expect(await removeFrom(call, own)).toMatchObject({ order: null })
  expect((await stored()).orders).toEqual([])
  const actions = (await readAuditLog(portal, mother.id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'medical-orders.remove')).toHaveLength(1)
})

test('the order of an appointment that has begun or is cancelled can be read and no longer changed', async () => {
  const { call, db, own, mother, book, stored } = await withAppointments()
  const other = await book(mother.id, { starts_at: hours(30) })
  for (const [id, change] of [
    [own, `starts_at = '2026-11-26T14:59:00Z', ends_at = '2026-11-26T15:30:00Z'`],
    [other, `state = 'cancelled', cancelled_at = now()`],
  ] as const) {
    await attachTo(call, id, pdfFile('orden.pdf'))
    await db.ask(`update appointments set ${change} where id = $1`, [id])
    expect(await orderOf(call, id)).toMatchObject({ order: { name: 'orden.pdf' }, can_change: false })
    for (const attempt of [() => attachTo(call, id, pdfFile('otra.pdf')), () => removeFrom(call, id)])
      await expectRejected(attempt(), 409)
  }
  const order = { name: 'orden.pdf' }
  expect(await stored()).toMatchObject({ orders: [order, order], expired: [] })
})

test('an appointment that is cancelled while its order is attached either keeps the order or rejects it', async () => {
  const { call, db, own, files, stored } = await withAppointments()
  const outcomes = await Promise.allSettled([
    attachTo(call, own),
    call(appointmentEndpoints.cancel, { body: { id_appointment: own } }),
  ])
  const wasAttached = outcomes[0]?.status === 'fulfilled'
  expect((await stored()).orders).toHaveLength(wasAttached ? 1 : 0)
  expect(files.keys()).toHaveLength(wasAttached ? 1 : 0)
  expect(await db.ask('select state from appointments where id = $1', [own])).toEqual([
    { state: 'cancelled' },
  ])
})

test('a group owner who booked for an adult, and a delegate of an adult, see the appointment without its order', async () => {
  const portal = await withAppointments()
  const { db, clock, mother, own, book } = portal
  const [father, delegate] = [await portal.person({ date_birth: '1955-05-01' }), await portal.person()]
  const nephew = { relationship_type_id: relationship.nephew, guardian_proof: null, may_book: true }
  await buildLink(db, { leader_id: mother.id, member_id: father.id, ...nephew })
  const given = { grantor_id: mother.id, delegate_id: delegate.id, may_book: true, now: clock.now() }
  await buildDelegation(db, { ...given, matters: ['appointments', 'requests'] })
  for (const [reader, id_appointment] of [
    [mother, await book(father.id, { booked_by: mother.id })],
    [delegate, own],
  ] as const) {
    const as = await portal.as(reader)
    const shown = await as(appointmentAgendaEndpoints.one, { params: { id_appointment } })
    expect(shown.appointment.medical_order).toBeNull()
    for (const attempt of [orderOf, attachTo, removeFrom])
      await expectRejected(attempt(as, id_appointment), 404)
  }
})

test('staff of the calendars read and download the order, which is audited, and staff without the permission or of another site do not', async () => {
  const portal = await withAppointments()
  const { staff, db, call, own, clerk, mother } = portal
  await attachTo(call, own, pdfFile('orden.pdf'))
  const read = (by: Call) => by(staffMedicalOrderEndpoints.one, { params: { id: own } })
  const { order } = await read(staff)
  expect(order).toMatchObject({ name: 'orden.pdf' })
  const download = async () => (await portal.fetchAs(clerk, order?.url)).statusCode
  expect(await download()).toBe(200)
  const seen = (await readAuditLog(portal, clerk.id)).filter(({ action }) => action.startsWith('medical'))
  expect(seen.map(({ action, patient_id }) => [action, patient_id])).toEqual([
    ['medical-orders.view', mother.id],
    ['medical-orders.file', mother.id],
  ])
  await db.ask(`update people set permission_set = 'requests-desk' where id = $1`, [clerk.id])
  await expectRejected(read(await portal.as(clerk)), 403)
  await db.ask(
    `update people set permission_set = 'front-desk',
       site_ids = array(select id from offices where id <> 2) where id = $1`,
    [clerk.id],
  )
  await expectRejected(read(await portal.as(clerk)), 404)
  expect(await download()).toBe(404)
})

test('the imaging inbox says whether the order is attached and downloads it, and its requester gets no second way to it', async () => {
  const portal = await withAppointments()
  const { db, staff, call, own, mother, clerk } = portal
  const [contact] = await db.ask<{ id: number }>(
    `insert into contacts (requester_id, patient_id, matter, message, exam_type, imaging, appointment_id, state, created_at, due_at)
       values ($1, $1, 'imaging', '', 'Resonancia', '{"questions": []}', $2, 'pendiente', $3, $3) returning id`,
    [mother.id, own, portal.clock.now()],
  )
  const open = async () =>
    (await staff(inboxEndpoints.open, { params: { matter: 'imaging', id: contact?.id ?? 0 } })).request
  expect((await open()).facts).toContainEqual({ label: 'Orden médica', value: 'Sin adjuntar' })
  await attachTo(call, own, pdfFile('orden.pdf'))
  const { facts, files } = await open()
  expect(facts).toContainEqual({ label: 'Orden médica', value: 'orden.pdf' })
  expect(files.map(({ name }) => name)).toEqual(['orden.pdf'])
  const url = files[0]?.url ?? ''
  expect((await portal.fetchAs(clerk, url)).statusCode).toBe(200)
  const asRequester = await portal.fetchAs(mother, url.replace('/admin/requests/', '/requests/'))
  expect(asRequester.statusCode).toBe(404)
})
