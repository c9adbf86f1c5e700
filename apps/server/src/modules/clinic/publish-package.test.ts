import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { legalEndpoints } from '@mi-portal/contract/legal'
import { expect, test } from 'vitest'
import { buildProfessional, openAgenda, openCalendars } from '../../../test/booking/calendar.ts'
import { demonstration, publishClinic, withoutSite } from '../../../test/clinic/packages.ts'
import { type Portal, startEmptyPortal, startPortal, startServer, testClock } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const week = { from: '2026-11-27', to: '2026-12-04' } as const

/** Publishes parts and waits until the portal has them. */
async function publish(portal: Portal, given: Partial<ClinicPackage>, needsApproval = false) {
  const before = portal.clinic.revision()
  await publishClinic(portal.db, given, { needsApproval })
  await expect.poll(() => portal.clinic.revision()).not.toBe(before)
}

const statesOf = (portal: Portal, part: string) =>
  portal.db.ask<{ state: string; note: string }>(
    'select state, note from clinic_parts where part = $1 order by id',
    [part],
  )

const clinicPart = (brand: string) => ({ clinic: { ...demonstration.clinic, brand } })

test('both servers of a database show a published clinic within seconds', async () => {
  const one = await startPortal()
  const other = await startServer(one.db, testClock())
  const before = other.clinic.revision()
  const changes: string[] = []
  other.clinic.onChange(() => changes.push(other.clinic.current().clinic.brand))
  await publishClinic(one.db, clinicPart('Clínica Los Robles'))
  for (const { clinic } of [one, other])
    await expect.poll(() => clinic.current().clinic.brand).toBe('Clínica Los Robles')
  expect(one.clinic.revision()).toBe(other.clinic.revision())
  expect(other.clinic.revision()).not.toBe(before)
  expect(changes).toEqual(['Clínica Los Robles'])
})

test('concurrent publications are published one after the other, each of them once', async () => {
  const portal = await startPortal()
  const brands = ['Uno', 'Dos', 'Tres', 'Cuatro']
  await Promise.all(brands.map((brand) => publishClinic(portal.db, clinicPart(brand))))
  const states = (await statesOf(portal, 'clinic')).map(({ state }) => state)
  expect(states).toEqual(['replaced', 'replaced', 'replaced', 'replaced', 'published'])
})

test('a site that the package no longer has is offered nowhere, and past appointments still show it', async () => {
  const portal = await startPortal()
  await buildProfessional(portal.db, { office: 239, service: 101 })
  await openCalendars(portal)
  const patient = await portal.person()
  const call = await openAgenda(portal, patient)
  const search = { query: { ...week, specialty: '101' } }
  const [slot, next] = (await call(slotEndpoints.slots, search)).data
  const { data: hold } = await call(slotEndpoints.hold, { body: { slot_id: slot?.id ?? 0 } })
  const { data: booked } = await call(bookingEndpoints.book, {
    body: { hold_id: hold.hold_id, patient_id: patient.id },
  })
  await publish(portal, withoutSite(demonstration, 'MAIPU'))
  expect((await call(serviceEndpoints.offices)).data.map(({ office_id }) => office_id)).toEqual([
    'PROVIDENCIA',
  ])
  expect((await call(serviceEndpoints.offices, { query: { specialty: '101' } })).data).toEqual([])
  const atMaipu = { query: { office_id: 'MAIPU' } }
  for (const request of [
    () => call(serviceEndpoints.specialties, atMaipu),
    () => call(serviceEndpoints.professionals, atMaipu),
    () => call(slotEndpoints.slots, { query: { ...search.query, office_id: 'MAIPU' } }),
    () =>
      call(waitingEndpoints.wait, {
        body: { patient_id: patient.id, specialty: '101', office_id: 'MAIPU' },
      }),
  ])
    expect(await getRejection(request())).toMatchObject({
      status: 400,
      fieldErrors: [{ msg: 'Sucursal inválida', param: 'office_id' }],
    })
  expect((await call(serviceEndpoints.professionals, { query: { specialty: '101' } })).data).toEqual([])
  expect((await call(slotEndpoints.slots, search)).data).toEqual([])
  await expectRejected(call(slotEndpoints.hold, { body: { slot_id: next?.id ?? 0 } }), 409)
  expect(await portal.db.ask('select id from holds')).toEqual([])
  const { id_appointment } = booked
  const { data } = await call(preparationEndpoints.bookedAppointment, { params: { id_appointment } })
  expect(data.office).toMatchObject({ office_id: 'MAIPU', name: 'Maipú' })

  await publish(portal, demonstration)
  expect((await call(serviceEndpoints.offices)).data).toHaveLength(2)
  expect((await call(slotEndpoints.slots, search)).data.length).toBeGreaterThan(0)
})

test('an exam and a procedure that the package no longer has cannot be found nor booked', async () => {
  const portal = await startPortal()
  const call = await openAgenda(portal, await portal.person())
  const [exam] = demonstration.exams
  const [procedure] = demonstration.procedures
  if (!exam || !procedure) throw new Error('the demonstration has exams and procedures')
  const exams = { body: { type: 'adulto', specialty_code: exam.specialty_code } } as const
  const procedures = {
    query: { branch_office: 2, category: procedure.category_code },
  } as const
  await publish(portal, {
    exams: demonstration.exams.slice(1),
    procedures: demonstration.procedures.slice(1),
  })
  const listed = (await call(examCatalogueEndpoints.exams, exams)).data.map(({ id }) => id)
  expect(listed).not.toContain(exam.id)
  expect(listed.length).toBeGreaterThan(0)
  expect((await call(procedureEndpoints.procedures, procedures)).data.map(({ code }) => code)).not.toContain(
    procedure.code,
  )
  const indications = call(examCatalogueEndpoints.indications, { body: { code: exam.id } })
  await expectRejected(indications, 404)
  const slots = call(slotEndpoints.slots, { query: { ...week, exam_id: exam.id } })
  await expectRejected(slots, 404)
})

const approval = {
  name: 'Dra. Marta Rojas',
  profession: 'Médica',
  registration_number: '123456',
  approved_on: '2026-11-20',
}

test('exams and procedures are offered outside the demonstration only after their approval', async () => {
  const portal = await startEmptyPortal()
  const call = await openAgenda(portal, await portal.person())
  await publish(portal, demonstration, true)
  const listed = async () => ({
    exams: (await call(examCatalogueEndpoints.specialties, { body: { type_patient: 'adulto' } })).data.length,
    procedures: (await call(procedureEndpoints.procedureCategories, { query: { branch_office: 2 } })).data
      .length,
  })
  expect(await listed()).toEqual({ exams: 0, procedures: 0 })
  expect(portal.clinic.readiness()).toMatchObject({
    isPublished: true,
    hasSites: true,
    approved: { exams: false },
  })
  await publish(portal, { approvals: { exams: approval } }, true)
  expect(await listed()).toEqual({ exams: expect.any(Number), procedures: 0 })
  expect((await listed()).exams).toBeGreaterThan(0)
  expect(portal.clinic.readiness().approved).toMatchObject({ exams: true, procedures: false })
})

test('the sheet of an exam that was booked is shown only while the sheets are approved, also as a PDF', async () => {
  const portal = await startEmptyPortal({ needsApproval: true })
  const approvals = { exams: approval, preparations: approval }
  await publish(portal, { ...demonstration, approvals }, true)
  await buildProfessional(portal.db, { service: 602, minutes: 60 })
  await portal.runJob('booking.keepAhead')
  const patient = await portal.person()
  const call = await openAgenda(portal, patient)
  const [slot] = (await call(slotEndpoints.slots, { query: { ...week, exam_id: 1032 } })).data
  const { data: hold } = await call(slotEndpoints.hold, { body: { slot_id: slot?.id ?? 0 } })
  const { data } = await call(bookingEndpoints.book, {
    body: { hold_id: hold.hold_id, patient_id: patient.id, exam_id: 1032 },
  })
  const { id_appointment } = data
  const sheet = async () =>
    (await call(preparationEndpoints.bookedAppointment, { params: { id_appointment } })).data.preparation
  const pdf = async () => (await portal.app.inject({ url: (await shownPdf) ?? '' })).statusCode
  const shownPdf = sheet().then((shown) => shown?.pdf)
  expect(await sheet()).toMatchObject({ title: 'Ecografía abdominal' })
  expect(await pdf()).toBe(200)
  await publish(portal, { approvals: { exams: approval } }, true)
  expect(await sheet()).toBeNull()
  expect(await pdf()).toBe(404)
})

const rewritten = (body: string, version: string) =>
  demonstration.legalTexts.map((text) => (text.key === 'terms' ? { ...text, body, version } : text))

test('another text under a published version is rejected, and the accepted text stays', async () => {
  const portal = await startPortal()
  const before = await portal.anonymous(legalEndpoints.current, { params: { kind: 'terms' } })
  const [terms] = demonstration.legalTexts.filter(({ key }) => key === 'terms')
  const attempt = publishClinic(portal.db, { legalTexts: rewritten('Otro texto.', terms?.version ?? '') })
  await expect(attempt).rejects.toThrow('ya se publicó con otro texto')
  expect(await portal.anonymous(legalEndpoints.current, { params: { kind: 'terms' } })).toEqual(before)
})

test('the portal has a neutral package with no data of any clinic', async () => {
  const portal = await startEmptyPortal()
  const clinic = portal.clinic.current()
  expect([clinic.clinic.product, clinic.clinic.brand]).toEqual(['Mi Portal', 'Mi Portal'])
  expect([clinic.sites, clinic.exams, clinic.insurers, clinic.legalTexts]).toEqual([[], [], [], []])
  expect(JSON.stringify(clinic)).not.toMatch(/andes|providencia|maip/i)
  expect((await portal.clinic.image(clinic.branding.logo))?.media_type).toBe('image/svg+xml')
  expect(portal.clinic.readiness()).toMatchObject({ isPublished: false, hasSites: false })
  expect((await portal.anonymous(catalogueEndpoints.forecasts)).forecasts).toEqual([])
})

test('the first publication needs the whole package', async () => {
  const portal = await startEmptyPortal()
  await expect(publishClinic(portal.db, { sites: demonstration.sites })).rejects.toThrow('clinic.support')
  expect(portal.clinic.readiness().isPublished).toBe(false)
})
