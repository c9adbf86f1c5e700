import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints, schedulingTokenEndpoints } from '@mi-portal/contract/booking'
import type { Call } from '@mi-portal/contract/client'
import { examBookingEndpoints } from '@mi-portal/contract/exam-booking'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../../test/ask.ts'
import { agendaOf } from '../../../../test/booking/calendar.ts'
import { buildLink } from '../../../../test/build.ts'
import { startPair } from '../../../../test/outside/scheduling-service.ts'
import { startPortal } from '../../../../test/portal.ts'
import { refusal } from '../../../../test/refusal.ts'
import { outsideScheduling } from '../../../adapters/scheduling/outside.ts'
import { createAssertions } from '../../../platform/security/assertion.ts'

const week = { from: '2026-11-27', to: '2026-12-04' } as const
const taken = { slots: { query: { ...week, specialty: '101' } } } as const

async function withPatient(...given: Parameters<typeof startPair>) {
  const pair = await startPair(...given)
  const { own, known } = await pair.patient({ email: 'rosa@ejemplo.cl' })
  return { ...pair, own, known, call: await agendaOf(pair.here, own) }
}

async function holdOne(call: Call, skip = 0) {
  const { data } = await call(bookingEndpoints.slots, taken.slots)
  const slot = data[skip]
  if (!slot) throw new Error('no hour is free')
  const held = await call(bookingEndpoints.hold, { body: { slot_id: slot.id } })
  return { slot, hold_id: held.data.hold_id }
}

async function bookOne(call: Call, patientId: number, skip = 0) {
  const { hold_id, slot } = await holdOne(call, skip)
  const { data } = await call(bookingEndpoints.book, { body: { hold_id, patient_id: patientId } })
  return { slot, hour: data }
}

describe('with the calendars at an outside service', () => {
  test('sites, specialties, who attends and free hours are the service’s', async () => {
    const { call, there, known, professional } = await withPatient()
    const own = await agendaOf(there, known)
    for (const endpoint of [
      bookingEndpoints.offices,
      bookingEndpoints.specialties,
      bookingEndpoints.professionals,
    ])
      expect(await call(endpoint)).toEqual(await own(endpoint))
    const { data } = await call(bookingEndpoints.slots, taken.slots)
    expect(data).toEqual((await own(bookingEndpoints.slots, taken.slots)).data)
    expect(data[0]?.rut_professional).toBe(professional.rut)
    const named = await call(bookingEndpoints.specialties, { query: { spec_id: '362,363' } })
    expect(named.data.map(({ code }) => code)).toEqual(['362', '363'])
    const unknown = await refusal(call(bookingEndpoints.slots, { query: { ...week, exam_id: 999_999 } }))
    expect(unknown.status).toBe(404)
    // The embedded database of a second portal opens first.
  }, 60_000)

  test('the catalogues of exams and procedures come from there, with their documents', async () => {
    const { call, there, known, here } = await withPatient()
    const own = await agendaOf(there, known)
    const asked = [
      (by: Call) => by(examBookingEndpoints.specialties, { body: { type_patient: 'adulto' } }),
      (by: Call) =>
        by(examBookingEndpoints.exams, { body: { type: 'adulto', specialty_code: 'RX', part: 'cabeza' } }),
      (by: Call) => by(examBookingEndpoints.questionnaires),
      (by: Call) =>
        by(examBookingEndpoints.procedureCategories, {
          query: { branch_office: 239, able_for_adults: 'true', able_for_children: 'false' },
        }),
      (by: Call) =>
        by(examBookingEndpoints.procedures, {
          query: { branch_office: 2, category: 'CAR', able_for_adults: 'true' },
        }),
      (by: Call) => by(examBookingEndpoints.procedureIndications, { query: { code: 'P001' } }),
    ]
    for (const question of asked) expect(await question(call)).toEqual(await question(own))
    const { info } = await call(examBookingEndpoints.indications, { body: { code: 1001 } })
    const file = await here.app.inject({ url: info.pdf })
    expect(file.headers['content-type']).toBe('application/pdf')
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await here.app.inject({ url: '/agenda/v1/indications/exam-nada.pdf' })).statusCode).toBe(404)
  })

  test('a booked hour is taken there, and shows, is mailed and audited here', async () => {
    const { call, here, there, own, known } = await withPatient()
    const { slot, hour } = await bookOne(call, own.id)
    expect(hour).toMatchObject({
      patient_id: own.id,
      starts_at: slot.starts_at,
      specialty: 'Medicina General',
    })
    const upcoming = await (await here.as(own))(appointmentEndpoints.upcoming)
    expect(upcoming.appointments).toEqual([hour])
    expect(await ask(there.db, 'select patient_id, starts_at, state from appointments')).toEqual([
      { patient_id: known.id, starts_at: new Date(slot.starts_at), state: 'booked' },
    ])
    expect(await ask(here.db, `select recipient from outbox where template = 'booking.booked'`)).toEqual([
      { recipient: 'rosa@ejemplo.cl' },
    ])
    expect(await ask(here.db, `select patient_id from audit_events where action = 'booking.book'`)).toEqual([
      { patient_id: own.id },
    ])
    expect(await ask(here.db, 'select id from outside_holds')).toEqual([])
    const { data } = await (await agendaOf(here, own))(bookingEndpoints.slots, taken.slots)
    expect(data.map(({ id }) => id)).not.toContain(slot.id)
  })

  test('moving takes the new hour and frees the old one there; the hour keeps its number here', async () => {
    const { call, there, here, own } = await withPatient()
    const { hour } = await bookOne(call, own.id)
    const { hold_id, slot } = await holdOne(call, 2)
    const moved = await call(bookingEndpoints.book, {
      body: { hold_id, patient_id: own.id, id_appointment: hour.id_appointment },
    })
    expect(moved.data).toMatchObject({ id_appointment: hour.id_appointment, starts_at: slot.starts_at })
    expect(await ask(there.db, 'select starts_at, ical_sequence from appointments')).toEqual([
      { starts_at: new Date(slot.starts_at), ical_sequence: 1 },
    ])
    expect(await ask(here.db, 'select starts_at, ical_sequence from appointments')).toEqual([
      { starts_at: new Date(slot.starts_at), ical_sequence: 1 },
    ])
  })

  test('giving an hour up gives it up there first; one that is cancelled there already ends here too', async () => {
    const { call, there, here, own, known } = await withPatient()
    const { hour } = await bookOne(call, own.id)
    const { hour: second } = await bookOne(call, own.id, 3)
    await call(bookingEndpoints.cancel, { params: { id_appointment: hour.id_appointment } })
    expect(await ask(there.db, 'select state from appointments order by id')).toEqual([
      { state: 'cancelled' },
      { state: 'booked' },
    ])
    const [kept] = await ask<{ id: number }>(there.db, `select id from appointments where state = 'booked'`)
    await (await there.as(known))(appointmentEndpoints.cancel, { body: { id_appointment: kept?.id ?? 0 } })
    await (await here.as(own))(appointmentEndpoints.cancel, {
      body: { id_appointment: second.id_appointment },
    })
    expect((await (await here.as(own))(appointmentEndpoints.upcoming)).total).toBe(0)
  })

  test('for a child, who is held and booked for in the child’s own name', async () => {
    const { call, here, there, own, patient } = await withPatient()
    const child = await patient({ date_birth: '2016-01-01', email: null, first_name: 'Martina' })
    await buildLink(here.db, { leader_id: own.id, member_id: child.own.id })
    const { hold_id } = await holdOne(call)
    await call(bookingEndpoints.check, { params: { hold_id }, body: { patient_id: child.own.id } })
    const { data } = await call(bookingEndpoints.book, { body: { hold_id, patient_id: child.own.id } })
    expect(data.patient_id).toBe(child.own.id)
    expect(await ask(there.db, 'select patient_id, booked_by from appointments')).toEqual([
      { patient_id: child.known.id, booked_by: child.known.id },
    ])
    const stranger = await patient()
    const again = await holdOne(call)
    const refused = await refusal(
      call(bookingEndpoints.book, { body: { hold_id: again.hold_id, patient_id: stranger.own.id } }),
    )
    expect(refused.status).toBe(404)
  })

  test('two patients who want one hour: one gets it, the other the service’s 409', async () => {
    const { call, here, patient } = await withPatient()
    const rival = await agendaOf(here, (await patient()).own)
    const { slot } = await holdOne(call)
    const late = await refusal(rival(bookingEndpoints.hold, { body: { slot_id: slot.id } }))
    expect([late.status, late.message]).toEqual([409, 'Esta hora ya no está disponible. Elige otra'])
  })

  test('a hold given back is free there; one that ran out is 409; the service’s limit is told in its words', async () => {
    const { call, there, own, clock } = await withPatient()
    const { hold_id } = await holdOne(call)
    await call(bookingEndpoints.release, { params: { hold_id } })
    expect(await ask(there.db, 'select id from holds')).toEqual([])
    const later = await holdOne(call)
    clock.advance({ minutes: 6 })
    const over = await refusal(
      call(bookingEndpoints.book, { body: { hold_id: later.hold_id, patient_id: own.id } }),
    )
    expect([over.status, over.message]).toEqual([
      409,
      'Venció el tiempo para confirmar esta hora. Elígela nuevamente',
    ])
    for (const skip of [0, 0, 0, 0, 0, 0]) await bookOne(call, own.id, skip)
    const more = await holdOne(call)
    const full = await refusal(
      call(bookingEndpoints.book, { body: { hold_id: more.hold_id, patient_id: own.id } }),
    )
    expect([full.status, full.message]).toEqual([
      409,
      'El paciente ya tiene el máximo de horas por venir para esta especialidad',
    ])
  })

  test('a patient whom the service does not know is told whom to call', async () => {
    const { here } = await withPatient()
    const call = await agendaOf(here, await here.person())
    const refused = await refusal(call(bookingEndpoints.offices))
    expect([refused.status, refused.message]).toEqual([
      404,
      'La agenda no encuentra a este paciente. Llama a la clínica para reservar',
    ])
  })
})

describe('when the outside service', () => {
  test.each(['down', 'failing', 'babbling'] as const)(
    'is %s, calls answer 503 and come back with it',
    async (state) => {
      const { call, here, own, line } = await withPatient()
      await call(bookingEndpoints.offices)
      const { hour } = await bookOne(call, own.id)
      line.state = state
      const down = await refusal(call(bookingEndpoints.slots, taken.slots))
      expect([down.status, down.retryAfter]).toEqual([503, 5])
      if (state !== 'babbling') {
        const kept = await refusal(
          call(bookingEndpoints.cancel, { params: { id_appointment: hour.id_appointment } }),
        )
        expect(kept.status).toBe(503)
      }
      // What the portal keeps itself still answers.
      const { appointments } = await (await here.as(own))(appointmentEndpoints.upcoming)
      expect(appointments.map(({ id_appointment }) => id_appointment)).toEqual([hour.id_appointment])
      line.state = 'up'
      const again = await agendaOf(here, own)
      expect((await again(bookingEndpoints.slots, taken.slots)).data.length).toBeGreaterThan(0)
    },
  )

  test('is down, the refusal says so and nothing internal', async () => {
    const { here, own, line } = await withPatient()
    line.state = 'down'
    const session = await here.sessionOf(own.id)
    const { token } = await here.caller(session)(bookingEndpoints.token)
    const answer = await here.app.inject({
      url: '/agenda/v1/offices',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      status: 'Error',
      errors: [{ msg: 'La agenda no responde por el momento. Vuelve a intentar en unos minutos' }],
    })
  })

  test('does not answer, nobody waits longer than the time that is allowed', async () => {
    const { url, secret, line, clock, own } = await withPatient()
    const hasty = outsideScheduling({
      url,
      issuer: 'http://portal',
      assertions: createAssertions(secret, clock),
      clock,
      patience: { read: 150, change: 150 },
    })
    line.state = 'silent'
    const begun = performance.now()
    const refused = await refusal(hasty.ask(own, bookingEndpoints.offices, {}))
    expect(refused.status).toBe(503)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  test('booked and its answer was lost: asked again it is the same hour', async () => {
    const { call, here, there, own, line } = await withPatient()
    const { hold_id, slot } = await holdOne(call)
    const body = { hold_id, patient_id: own.id }
    line.state = 'lost'
    const lost = await refusal(call(bookingEndpoints.book, { body }))
    expect(lost.status).toBe(503)
    expect(await ask(there.db, 'select state from appointments')).toEqual([{ state: 'booked' }])
    line.state = 'up'
    const { data } = await call(bookingEndpoints.book, { body })
    expect(data.starts_at).toBe(slot.starts_at)
    for (const { db } of [here, there])
      expect(await ask(db, 'select count(*)::int as n from appointments')).toEqual([{ n: 1 }])
  })

  test('booked and nobody asked again: the job learns of it, once, and the patient is told', async () => {
    const { call, here, own, line, clock } = await withPatient()
    const { hold_id } = await holdOne(call)
    line.state = 'lost'
    await refusal(call(bookingEndpoints.book, { body: { hold_id, patient_id: own.id } }))
    clock.advance({ minutes: 1 })
    expect(await here.runJob('booking.settle')).toMatchObject({ settled: 0 })
    line.state = 'up'
    const both = await Promise.all([here.runJob('booking.settle'), here.runJob('booking.settle')])
    expect(both).toHaveLength(2)
    expect(await here.runJob('booking.settle')).toEqual({ settled: 0, holds: 0 })
    expect(await ask(here.db, 'select patient_id from appointments')).toEqual([{ patient_id: own.id }])
    expect(await ask(here.db, 'select recipient from outbox')).toEqual([{ recipient: 'rosa@ejemplo.cl' }])
  })

  test('never got what was asked: the job gives up what the service no longer holds', async () => {
    const { call, here, there, own, line, clock } = await withPatient()
    const { hold_id } = await holdOne(call)
    line.state = 'down'
    await refusal(call(bookingEndpoints.book, { body: { hold_id, patient_id: own.id } }))
    line.state = 'up'
    clock.advance({ minutes: 10 })
    await here.runJob('booking.settle')
    for (const { db } of [here, there]) expect(await ask(db, 'select id from appointments')).toEqual([])
    expect(await ask(here.db, 'select id from outside_holds')).toEqual([])
  })

  test('ended a token, a new one is got and the call repeated', async () => {
    const { call, here, own, clock, line } = await withPatient()
    await call(bookingEndpoints.offices)
    clock.advance({ minutes: 9, seconds: 45 })
    const again = await agendaOf(here, own)
    await again(bookingEndpoints.offices)
    expect(line.asked.filter((one) => one === 'POST /agenda/v1/token')).toHaveLength(2)
  })
})

describe('a portal that keeps the calendars of others', () => {
  const secret = 's'.repeat(40)
  const visit = (assertion: string) => ({ body: { assertion } })

  test('takes whom the other vouches for, and nobody else', async () => {
    const portal = await startPortal({ environment: { SCHEDULING_SECRET: secret } })
    const person = await portal.person()
    const sign = createAssertions(secret, portal.clock).sign
    const come = portal.anonymous
    const { token, patient_id } = await come(schedulingTokenEndpoints.visit, visit(sign(person, 'http://a')))
    expect(patient_id).toBe(person.id)
    const call = portal.caller(undefined, undefined, { authorization: `Bearer ${token}` })
    expect((await call(bookingEndpoints.booked)).data).toEqual([])

    const old = sign(person, 'http://a')
    const forged = createAssertions('t'.repeat(40), portal.clock).sign(person, 'http://a')
    const [head, body, signature] = old.split('.')
    const changed = `${head}.${Buffer.from(
      Buffer.from(body ?? '', 'base64url')
        .toString()
        .replace(person.document_number, '111111111'),
    ).toString('base64url')}.${signature}`
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`
    portal.clock.advance({ minutes: 4 })
    for (const wrong of [old, forged, changed, unsigned, 'x', ''])
      expect((await refusal(come(schedulingTokenEndpoints.visit, visit(wrong)))).status).toBe(401)
    for (const unknown of [await portal.person({ status: 2 }), await portal.person({ rol: 'ADMIN_ROLE' })])
      expect(
        (await refusal(come(schedulingTokenEndpoints.visit, visit(sign(unknown, 'http://a'))))).status,
      ).toBe(404)
    portal.clock.advance({ minutes: 7 })
    expect((await refusal(call(bookingEndpoints.booked))).status).toBe(401)
  })

  test('takes no visitors where it shares no secret', async () => {
    const portal = await startPortal()
    const sign = createAssertions(secret, portal.clock).sign
    const refused = await refusal(
      portal.anonymous(schedulingTokenEndpoints.visit, visit(sign(await portal.person(), 'http://a'))),
    )
    expect(refused.status).toBe(404)
  })
})
