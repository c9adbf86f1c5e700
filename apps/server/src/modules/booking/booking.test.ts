import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { bookingEndpoints, type Slot } from '@mi-portal/contract/booking'
import type { Call } from '@mi-portal/contract/client'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import {
  type Attention,
  agendaOf,
  bearerOf,
  buildProfessional,
  openCalendars,
} from '../../../test/booking/calendar.ts'
import { buildLink } from '../../../test/build.ts'
import { openPortal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago.
const week = { from: '2026-11-27', to: '2026-12-04' } as const

async function withCalendar(attention: Attention = {}, options: PortalOptions = {}) {
  const portal = await startPortal(options)
  const { loadCatalogues } = await import('../../../seed/catalogues.ts')
  await loadCatalogues(portal.db)
  const professional = await buildProfessional(portal.db, attention)
  await openCalendars(portal)
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  return { ...portal, portal, professional, person, call: await agendaOf(portal, person) }
}

async function slotsOf(call: Call, query: object = { specialty: '101' }): Promise<Slot[]> {
  return (await call(bookingEndpoints.slots, { query: { ...week, ...query } as never })).data
}

async function firstSlot(call: Call): Promise<Slot> {
  const [slot] = await slotsOf(call)
  if (!slot) throw new Error('no hour is free')
  return slot
}

async function holdFirst(call: Call, skip = 0) {
  const slot = (await slotsOf(call))[skip]
  if (!slot) throw new Error('no hour is free')
  const { data } = await call(bookingEndpoints.hold, { body: { slot_id: slot.id } })
  return { slot, hold_id: data.hold_id }
}

describe('the token', () => {
  test('lives ten minutes and lets its patient call the scheduling service', async () => {
    const { portal, person, clock } = await withCalendar()
    const call = await portal.as(person)
    const { token, expires_at } = await call(bookingEndpoints.token)
    expect(Date.parse(expires_at) - clock.now().getTime()).toBe(600_000)
    const headers = { authorization: `Bearer ${token}` }
    expect((await portal.anonymous(bookingEndpoints.offices, {}, { headers })).data).toHaveLength(2)
    clock.advance({ minutes: 10 })
    const late = await refusal(portal.anonymous(bookingEndpoints.offices, {}, { headers }))
    expect([late.status, late.number]).toEqual([401, 10])
  })

  test('dies with its session, and says so when another sign-in ended it', async () => {
    const { portal, person, db } = await withCalendar()
    const headers = await bearerOf(await portal.as(person))
    await ask(db, `update sessions set ended_at = now(), ended_by = 'taken-over' where person_id = $1`, [
      person.id,
    ])
    const taken = await refusal(portal.anonymous(bookingEndpoints.offices, {}, { headers }))
    expect([taken.status, taken.number]).toEqual([401, 3])
    await ask(db, `update sessions set ended_by = 'signed-out' where person_id = $1`, [person.id])
    const ended = await refusal(portal.anonymous(bookingEndpoints.offices, {}, { headers }))
    expect([ended.status, ended.number]).toEqual([401, 10])
  })

  test('is no use when it is missing, made up or a session’s own', async () => {
    const { portal, person } = await withCalendar()
    const session = await portal.sessionOf(person.id)
    for (const headers of [
      {},
      { authorization: 'Bearer 1.zz.AAAAAAAAAAAAAAAAAAAAAA' },
      { authorization: `Bearer ${session}` },
      { 'x-token': session },
      { authorization: `Basic ${session}` },
    ] as Record<string, string>[]) {
      expect((await refusal(portal.anonymous(bookingEndpoints.offices, {}, { headers }))).status).toBe(401)
    }
  })

  test('is given to patients alone, and not to a temporary password', async () => {
    const { portal, person } = await withCalendar()
    const staff = await portal.person({ rol: 'ADMIN_ROLE' })
    expect((await refusal((await portal.as(staff))(bookingEndpoints.token))).status).toBe(403)
    const temporary = await portal.as(person, { temporaryKey: true })
    expect((await refusal(temporary(bookingEndpoints.token))).status).toBe(403)
    expect((await refusal(portal.anonymous(bookingEndpoints.token))).status).toBe(401)
  })
})

describe('what is offered', () => {
  test('the two sites, the specialties attended at a site, and who attends with their next free hour', async () => {
    const { call, professional, db, portal } = await withCalendar()
    await buildProfessional(db, { office: 239, service: 108, name: 'Dr. Otro', starts: '08:00' })
    await openCalendars(portal)
    expect((await call(bookingEndpoints.offices)).data.map(({ office_id, id }) => [office_id, id])).toEqual([
      ['PROVIDENCIA', 2],
      ['MAIPU', 239],
    ])
    const at = async (office_id: 'PROVIDENCIA' | 'MAIPU') =>
      (await call(bookingEndpoints.specialties, { query: { office_id } })).data
    expect(await at('PROVIDENCIA')).toEqual([{ code: '101', name: 'Medicina General' }])
    expect(await at('MAIPU')).toEqual([{ code: '108', name: 'Cardiología Adulto' }])
    const { data } = await call(bookingEndpoints.professionals, {
      query: { office_id: 'PROVIDENCIA', specialty: '101' },
    })
    expect(data).toEqual([
      {
        rut: professional.rut,
        name: professional.name,
        specialties: [{ code: '101', name: 'Medicina General' }],
        next_free: '2026-11-27T12:00:00.000Z',
      },
    ])
    const named = await call(bookingEndpoints.specialties, { query: { spec_id: '573,362' } })
    expect(named.data.map(({ code }) => code)).toEqual(['573', '362'])
  })

  test('by video, only who attends by video, and only those hours', async () => {
    const { call, db, portal } = await withCalendar()
    const remote = await buildProfessional(db, { service: 108, modality: 'telemedicina' })
    await openCalendars(portal)
    const query = { modality: 'telemedicina' } as const
    expect((await call(bookingEndpoints.specialties, { query })).data.map(({ code }) => code)).toEqual([
      '108',
    ])
    expect((await call(bookingEndpoints.professionals, { query })).data.map(({ rut }) => rut)).toEqual([
      remote.rut,
    ])
    const both = await slotsOf(call, { specialty: '101,108' })
    const video = await slotsOf(call, { specialty: '101,108', ...query })
    expect(video.length).toBeLessThan(both.length)
    expect(new Set(video.map(({ modality }) => modality))).toEqual(new Set(['telemedicina']))
  })

  test('free hours of the days asked for, in Santiago’s time, soonest first', async () => {
    const { call, professional } = await withCalendar()
    const slots = await slotsOf(call, { specialty: '101', from: '2026-11-27', to: '2026-11-30' })
    expect(slots.map(({ starts_at }) => starts_at)).toEqual([
      '2026-11-27T12:00:00.000Z',
      '2026-11-27T12:30:00.000Z',
      '2026-11-27T13:00:00.000Z',
      '2026-11-27T13:30:00.000Z',
      '2026-11-30T12:00:00.000Z',
      '2026-11-30T12:30:00.000Z',
      '2026-11-30T13:00:00.000Z',
      '2026-11-30T13:30:00.000Z',
    ])
    expect(slots[0]).toMatchObject({
      rut_professional: professional.rut,
      doctor_name: professional.name,
      office_id: 'PROVIDENCIA',
      ends_at: '2026-11-27T12:30:00.000Z',
      specialty: '101',
    })
    expect(await slotsOf(call, { rut_professional: professional.rut })).toHaveLength(4 * 6)
    expect(await slotsOf(call, { specialty: '101', office_id: 'MAIPU' })).toEqual([])
    expect(await slotsOf(call, { specialty: '999' })).toEqual([])
  })

  test('no hours on a holiday, and none in the past', async () => {
    const { call, clock, portal, person } = await withCalendar()
    const days = (await slotsOf(call, { specialty: '101', from: '2026-12-07', to: '2026-12-09' })).map(
      (slot) => slot.starts_at.slice(0, 10),
    )
    expect(new Set(days)).toEqual(new Set(['2026-12-07', '2026-12-09']))
    clock.set('2026-11-27T12:31:00Z')
    const [next] = await slotsOf(await agendaOf(portal, person))
    expect(next?.starts_at).toBe('2026-11-27T13:00:00.000Z')
  })

  test('a search without what, over more than fourteen days or backwards is refused at its field', async () => {
    const { call } = await withCalendar()
    const asked = async (query: object) =>
      (await refusal(call(bookingEndpoints.slots, { query: query as never }))).faults.map(
        ({ param }) => param,
      )
    expect(await asked({ from: '2026-11-27', to: '2026-11-28' })).toEqual(['specialty'])
    expect(await asked({ from: '2026-11-27', to: '2026-12-11', specialty: '101' })).toEqual(['to'])
    expect(await asked({ from: '2026-11-27', to: '2026-11-26', specialty: '101' })).toEqual(['to'])
    expect(await asked({ from: 'mañana', to: '2026-11-26', specialty: '101' })).toEqual(['from'])
    expect((await refusal(call(bookingEndpoints.slots, { query: { ...week, exam_id: 99 } }))).status).toBe(
      404,
    )
  })
})

describe('a hold', () => {
  test('keeps an hour for five minutes: the same caller gets it again, others 409', async () => {
    const { call, portal, clock } = await withCalendar()
    const slot = await firstSlot(call)
    const hold = (by: Call) => by(bookingEndpoints.hold, { body: { slot_id: slot.id } })
    const first = await hold(call)
    expect(Date.parse(first.data.expires_at) - clock.now().getTime()).toBe(300_000)
    expect([first.data.seconds, first.data.slot]).toEqual([300, slot])
    expect(await hold(call)).toEqual(first)
    const other = await agendaOf(portal, await portal.person())
    const late = await refusal(hold(other))
    expect([late.status, late.message]).toEqual([409, 'Esta hora ya no está disponible. Elige otra'])
    expect((await slotsOf(other)).map(({ id }) => id)).not.toContain(slot.id)
    clock.advance({ minutes: 5 })
    expect((await hold(other)).data.hold_id).not.toBe(first.data.hold_id)
  })

  test('given back makes the hour free at once; another’s is not there', async () => {
    const { call, portal } = await withCalendar()
    const { slot, hold_id } = await holdFirst(call)
    const other = await agendaOf(portal, await portal.person())
    const release = (by: Call) => by(bookingEndpoints.release, { params: { hold_id } })
    expect((await refusal(release(other))).status).toBe(404)
    await release(call)
    expect((await slotsOf(other)).map(({ id }) => id)).toContain(slot.id)
  })

  test('of an hour that is not there is 404, of one that has begun 409', async () => {
    const { call, clock, portal, person } = await withCalendar()
    const hold = (slot_id: number) => refusal(call(bookingEndpoints.hold, { body: { slot_id } }))
    expect((await hold(2_000_000)).status).toBe(404)
    const slot = await firstSlot(call)
    clock.set('2026-11-27T12:00:00Z')
    const later = await agendaOf(portal, person)
    expect((await refusal(later(bookingEndpoints.hold, { body: { slot_id: slot.id } }))).status).toBe(409)
  })

  test('is one of five at most: a sixth gives the oldest back', async () => {
    const { call } = await withCalendar()
    const held: number[] = []
    for (let i = 0; i < 6; i++) held.push((await holdFirst(call)).slot.id)
    const free = (await slotsOf(call)).map(({ id }) => id)
    expect(held.filter((id) => free.includes(id))).toEqual([held[0]])
  })
})

describe('booking', () => {
  test('takes the held hour: it shows among the hours to come, is mailed, audited and free no more', async () => {
    const { call, portal, person, db, professional } = await withCalendar()
    const { slot, hold_id } = await holdFirst(call)
    const { data, warning } = await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
    expect(warning).toBeNull()
    expect(data).toMatchObject({
      patient_id: person.id,
      rut_professional: professional.rut,
      cod_specialty: '101',
      specialty: 'Medicina General',
      sub_context: 'Consulta',
      date: '27/11/2026',
      hour: '09:00',
      place_care: 'Providencia',
    })
    const upcoming = await (await portal.as(person))(appointmentEndpoints.upcoming)
    expect(upcoming.appointments).toEqual([data])
    const [mail] = await ask<{ recipient: string; body_text: string }>(
      db,
      'select recipient, body_text from outbox',
    )
    expect(mail?.recipient).toBe('rosa@ejemplo.cl')
    expect(mail?.body_text).toContain('09:00')
    expect(mail?.body_text).not.toContain('Medicina General')
    expect(
      await ask(db, `select actor_id, patient_id, object from audit_events where action = 'booking.book'`),
    ).toEqual([
      { actor_id: person.id, patient_id: person.id, object: `id_appointment=${data.id_appointment}` },
    ])
    const other = await agendaOf(portal, await portal.person())
    expect((await slotsOf(other)).map(({ id }) => id)).not.toContain(slot.id)
    expect((await refusal(other(bookingEndpoints.hold, { body: { slot_id: slot.id } }))).status).toBe(409)
  })

  test('with a hold that ran out, is another’s or was used is 409', async () => {
    const { call, portal, person, clock } = await withCalendar()
    const { hold_id } = await holdFirst(call)
    const stranger = await portal.person()
    const other = await agendaOf(portal, stranger)
    expect(
      (await refusal(other(bookingEndpoints.book, { body: { hold_id, patient_id: stranger.id } }))).status,
    ).toBe(409)
    await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
    const again = await refusal(call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } }))
    expect([again.status, again.message]).toEqual([
      409,
      'Venció el tiempo para confirmar esta hora. Elígela nuevamente',
    ])
    const late = await holdFirst(call)
    clock.advance({ minutes: 5 })
    expect(
      (await refusal(call(bookingEndpoints.book, { body: { hold_id: late.hold_id, patient_id: person.id } })))
        .status,
    ).toBe(409)
  })

  test('repeated under one key answers as the first did, once or at the same moment', async () => {
    const { call, person, db } = await withCalendar()
    const { hold_id } = await holdFirst(call)
    const headers = { 'idempotency-key': 'a-key-of-the-page' }
    const book = (patient_id = person.id) =>
      call(bookingEndpoints.book, { body: { hold_id, patient_id } }, { headers })
    const answers = await Promise.all([book(), book(), book()])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await book()).toEqual(answers[0])
    expect(await ask(db, 'select id from appointments')).toHaveLength(1)
    expect(await ask(db, 'select id from outbox')).toHaveLength(1)
    expect((await refusal(book(person.id + 1))).message).toBe('Esta solicitud ya se usó para otra reserva')
  })

  test('two hours at the same time for one patient is refused', async () => {
    const { call, person, db, portal } = await withCalendar()
    await buildProfessional(db, { service: 102 })
    await openCalendars(portal)
    const { hold_id } = await holdFirst(call)
    await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
    const [same] = await slotsOf(call, { specialty: '102' })
    const second = await call(bookingEndpoints.hold, { body: { slot_id: same?.id ?? 0 } })
    const failure = await refusal(
      call(bookingEndpoints.book, { body: { hold_id: second.data.hold_id, patient_id: person.id } }),
    )
    expect([failure.status, failure.message]).toEqual([
      409,
      'El paciente ya tiene otra hora en ese mismo horario',
    ])
  })

  test('more hours of one specialty than the installation allows is refused', async () => {
    const { call, person } = await withCalendar({}, { environment: { OPEN_HOURS: '2' } })
    for (let i = 0; i < 2; i++) {
      const { hold_id } = await holdFirst(call)
      await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
    }
    const { hold_id } = await holdFirst(call)
    const check = await refusal(
      call(bookingEndpoints.check, { params: { hold_id }, body: { patient_id: person.id } }),
    )
    const book = await refusal(call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } }))
    expect([check.status, book.status, book.message]).toEqual([
      409,
      409,
      'El paciente ya tiene el máximo de horas por venir para esta especialidad',
    ])
  })

  test('near another hour at the other site is warned of before and after', async () => {
    const { call, person, db, portal } = await withCalendar()
    await buildProfessional(db, { service: 108, office: 239, starts: '10:00', ends: '12:00' })
    await openCalendars(portal)
    const { hold_id } = await holdFirst(call)
    await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
    const [near] = await slotsOf(call, { specialty: '108' })
    const second = (await call(bookingEndpoints.hold, { body: { slot_id: near?.id ?? 0 } })).data.hold_id
    const warning =
      'Ese mismo día hay otra hora a las 09:00 en Providencia. Considera el tiempo de traslado entre las dos sedes.'
    const check = await call(bookingEndpoints.check, {
      params: { hold_id: second },
      body: { patient_id: person.id },
    })
    expect(check.data).toEqual({ warning })
    expect(
      (await call(bookingEndpoints.book, { body: { hold_id: second, patient_id: person.id } })).warning,
    ).toBe(warning)
  })
})

describe('for whom', () => {
  async function family(member: object, link: object = {}) {
    const made = await withCalendar()
    const relative = await made.portal.person({ first_name: 'Jorge', email: 'jorge@ejemplo.cl', ...member })
    const bond = await buildLink(made.db, { leader_id: made.person.id, member_id: relative.id, ...link })
    const { hold_id } = await holdFirst(made.call)
    const book = () => made.call(bookingEndpoints.book, { body: { hold_id, patient_id: relative.id } })
    return { ...made, relative, bond, book, hold_id }
  }

  test('a minor in proven care is booked for by the guardian', async () => {
    const { book, relative, portal, db } = await family({ date_birth: '2016-01-01', email: null })
    const { data } = await book()
    expect(data.patient_id).toBe(relative.id)
    expect((await (await portal.as(relative))(appointmentEndpoints.upcoming)).total).toBe(1)
    expect(await ask(db, 'select recipient from outbox')).toEqual([{ recipient: 'rosa@ejemplo.cl' }])
  })

  test('an adult of the group is told by mail and notification; whoever booked sees that hour alone, and may give it up', async () => {
    const { book, relative, portal, db, call, person } = await family({ date_birth: '1955-01-01' })
    const { data } = await book()
    const mails = await ask<{ recipient: string; body_text: string }>(
      db,
      'select recipient, body_text from outbox order by id',
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['rosa@ejemplo.cl', 'jorge@ejemplo.cl'])
    expect(mails[1]?.body_text).toContain('puedes desactivarlo')
    expect(await ask(db, 'select type from notifications where person_id = $1', [relative.id])).toEqual([
      { type: 'appointments' },
    ])
    const booked = (await call(bookingEndpoints.booked)).data
    expect(
      booked.map(({ id_appointment, patient_full_name }) => [id_appointment, patient_full_name]),
    ).toEqual([[data.id_appointment, 'Jorge Tapia Lagos']])
    const asLeader = await portal.as(person)
    expect(
      (await refusal(asLeader(appointmentEndpoints.upcomingOf, { params: { id: relative.id } }))).status,
    ).toBe(404)
    await asLeader(appointmentEndpoints.cancel, { body: { id_appointment: data.id_appointment } })
    const own = await agendaOf(portal, relative)
    const mine = await holdFirst(own)
    const theirs = await own(bookingEndpoints.book, {
      body: { hold_id: mine.hold_id, patient_id: relative.id },
    })
    const foreign = await refusal(
      (await portal.as(person))(appointmentEndpoints.cancel, {
        body: { id_appointment: theirs.data.id_appointment },
      }),
    )
    expect(foreign.status).toBe(404)
  })

  test.each([
    ['an adult who switched it off', { date_birth: '1955-01-01' }, { may_book: false }],
    ['an adult who has not accepted', { date_birth: '1955-01-01' }, { state: 'pending' }],
    ['a minor whose care is not proven', { date_birth: '2016-01-01' }, { guardian_proof: null }],
    ['a disabled account', { date_birth: '1955-01-01', status: 2 }, {}],
  ])('%s is out of reach: 404, and nothing is booked', async (_, member, link) => {
    const { book, db } = await family(member, link)
    expect((await refusal(book())).status).toBe(404)
    expect(await ask(db, 'select id from appointments')).toEqual([])
    expect(await ask(db, `select outcome from audit_events where action = 'booking.book'`)).toEqual([
      { outcome: 'refused' },
    ])
  })

  test('a stranger is out of reach as somebody who is not there', async () => {
    const { call, portal } = await withCalendar()
    const { hold_id } = await holdFirst(call)
    const stranger = await portal.person()
    for (const patient_id of [stranger.id, 2_000_000]) {
      expect((await refusal(call(bookingEndpoints.book, { body: { hold_id, patient_id } }))).status).toBe(404)
    }
  })
})

describe('moving an hour', () => {
  test('gives the old one up in the same act, and the calendar entry follows', async () => {
    const { call, person, portal, app } = await withCalendar()
    const first = await holdFirst(call)
    const { data } = await call(bookingEndpoints.book, {
      body: { hold_id: first.hold_id, patient_id: person.id },
    })
    const headers = await bearerOf(await portal.as(person))
    const file = async () =>
      (await app.inject({ url: `/agenda/v1/bookings/${data.id_appointment}.ics`, headers })).body
    const uid = /UID:(\S+)/.exec(await file())?.[1]
    expect(await file()).toContain('SEQUENCE:0')
    const again = await agendaOf(portal, person)
    const second = await holdFirst(again, 2)
    const moved = await again(bookingEndpoints.book, {
      body: { hold_id: second.hold_id, patient_id: person.id, id_appointment: data.id_appointment },
    })
    expect(moved.data.starts_at).toBe(second.slot.starts_at)
    const upcoming = await (await portal.as(person))(appointmentEndpoints.upcoming)
    expect(upcoming.appointments.map(({ starts_at }) => starts_at)).toEqual([second.slot.starts_at])
    const other = await agendaOf(portal, await portal.person())
    expect((await slotsOf(other)).map(({ id }) => id)).toContain(first.slot.id)
    Object.assign(headers, await bearerOf(await portal.as(person)))
    expect(await file()).toContain(`UID:${uid}`)
    expect(await file()).toContain('SEQUENCE:1')
    await (await portal.as(person))(appointmentEndpoints.cancel, {
      body: { id_appointment: data.id_appointment },
    })
    Object.assign(headers, await bearerOf(await portal.as(person)))
    const cancelled = await file()
    expect(cancelled).toContain('METHOD:CANCEL')
    expect(cancelled).toContain('STATUS:CANCELLED')
    expect(cancelled).toContain('SEQUENCE:2')
    expect(cancelled).toContain(`UID:${uid}`)
  })

  test('is refused for another’s hour, and for one that is cancelled; the old one stays', async () => {
    const { call, person, portal, db } = await withCalendar()
    const stranger = await portal.person()
    const foreign = await agendaOf(portal, stranger)
    const theirs = await holdFirst(foreign)
    const { data } = await foreign(bookingEndpoints.book, {
      body: { hold_id: theirs.hold_id, patient_id: stranger.id },
    })
    const { hold_id } = await holdFirst(call)
    const move = (id_appointment: number) =>
      refusal(call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id, id_appointment } }))
    expect((await move(data.id_appointment)).status).toBe(404)
    expect((await move(2_000_000)).status).toBe(404)
    const own = await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
    await call(bookingEndpoints.cancel, { params: { id_appointment: own.data.id_appointment } })
    const next = await holdFirst(call, 1)
    const late = await refusal(
      call(bookingEndpoints.book, {
        body: { hold_id: next.hold_id, patient_id: person.id, id_appointment: own.data.id_appointment },
      }),
    )
    expect(late.status).toBe(409)
    expect(await ask(db, `select id from appointments where state = 'booked'`)).toHaveLength(1)
  })
})

describe('one hour is never given twice', () => {
  test('by two servers to many callers at once: one gets it, the others 409', async () => {
    const { portal, db, clock } = await withCalendar()
    const second = await openPortal(db, clock)
    const callers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const person = await portal.person()
        return { person, call: await agendaOf(index % 2 === 0 ? portal : second, person) }
      }),
    )
    const slot = await firstSlot(callers[0]?.call ?? portal.anonymous)
    const outcomes = await Promise.all(
      callers.map(async ({ person, call }) => {
        try {
          const { data } = await call(bookingEndpoints.hold, { body: { slot_id: slot.id } })
          await call(bookingEndpoints.book, { body: { hold_id: data.hold_id, patient_id: person.id } })
          return 200
        } catch (error) {
          return (error as { status: number }).status
        }
      }),
    )
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
    expect(outcomes.filter((status) => status === 409)).toHaveLength(19)
    expect(await ask(db, `select id from appointments where state = 'booked'`)).toHaveLength(1)
    await second.app.close()
  })

  test('by two servers to hundreds who want hours that overlap: each time is given once, and nobody gets an error but 409', async () => {
    const { portal, db, clock, professional } = await withCalendar({ weekdays: [1], ends: '10:00' })
    // A second grid over the same time: its hours overlap the first one's.
    await ask(
      db,
      `insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
       select professional_id, office_id, service_code, starts_at + interval '15 minutes',
         ends_at + interval '15 minutes', modality, room from slots where professional_id = $1`,
      [professional.id],
    )
    const second = await openPortal(db, clock)
    const slots = await ask<{ id: number }>(
      db,
      `select id from slots where starts_at >= '2026-11-30' and starts_at < '2026-12-01' order by id`,
    )
    const each = db.kind === 'embedded' ? 20 : 200
    const callers: { person: { id: number }; call: Call }[] = []
    for (let index = 0; index < 2 * each; index += 1) {
      const person = await portal.person()
      callers.push({ person, call: await agendaOf(index % 2 === 0 ? portal : second, person) })
    }
    const outcomes = await Promise.all(
      callers.map(async ({ person, call }, index) => {
        try {
          const slot_id = slots[index % slots.length]?.id ?? 0
          const { data } = await call(bookingEndpoints.hold, { body: { slot_id } })
          await call(bookingEndpoints.book, { body: { hold_id: data.hold_id, patient_id: person.id } })
          return 200
        } catch (error) {
          return (error as { status: number }).status
        }
      }),
    )
    expect(new Set(outcomes)).toEqual(new Set([200, 409]))
    const booked = await ask<{ overlapping: number }>(
      db,
      `select count(*)::int as overlapping from appointments a join appointments b on a.id < b.id
         and a.professional_id = b.professional_id and a.starts_at < b.ends_at and b.starts_at < a.ends_at
       where a.state = 'booked' and b.state = 'booked'`,
    )
    expect(booked).toEqual([{ overlapping: 0 }])
    const won = outcomes.filter((status) => status === 200).length
    expect(await ask(db, `select id from appointments where state = 'booked'`)).toHaveLength(won)
    await second.app.close()
  })

  test('even where nothing but the constraint on the hours themselves keeps them apart', async () => {
    const { portal, db, call, person, clock } = await withCalendar()
    const second = await openPortal(db, clock)
    const { slot, hold_id } = await holdFirst(call)
    const rivals = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const rival = await portal.person()
        const [made] = await ask<{ id: number }>(
          db,
          // Holds that no check has ever let through: each for a time of its own, of the same slot.
          `insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
           select $1, professional_id, tstzrange('2030-01-01'::timestamptz + make_interval(hours => $2::int),
             '2030-01-01'::timestamptz + make_interval(hours => $2::int + 1)), $2, 'hold', now(), '2030-01-01'
           from slots where id = $1 returning id`,
          [slot.id, rival.id],
        )
        return {
          rival,
          hold_id: made?.id ?? 0,
          call: await agendaOf(index % 2 === 0 ? second : portal, rival),
        }
      }),
    )
    const outcomes = await Promise.all(
      [{ rival: person, hold_id, call }, ...rivals].map(({ rival, hold_id: own, call: by }) =>
        by(bookingEndpoints.book, { body: { hold_id: own, patient_id: rival.id } }).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    expect(outcomes.sort()).toEqual([200, 409, 409, 409, 409, 409, 409])
    await second.app.close()
    expect(await ask(db, `select id from appointments where state = 'booked'`)).toHaveLength(1)
  })
})
