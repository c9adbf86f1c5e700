import { appointmentEndpoints } from '@mi-portal/contract/appointments/appointments'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { Call } from '@mi-portal/contract/calls/client'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { describe, expect, test } from 'vitest'
import {
  type Attention,
  bookSlot,
  buildProfessional,
  createBearerHeader,
  findSlots,
  holdSlot,
  openAgenda,
  openCalendars,
} from '../../../test/booking/calendar.ts'
import { buildAppointment, buildLink } from '../../../test/build.ts'
import { startSmtp } from '../../../test/mail/smtp.ts'
import { openPortal, type PortalOptions, startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection, getStatus } from '../../../test/rejection.ts'

// The clock of the tests stands on Thursday 26 November 2026, at noon in Santiago.

async function withCalendar(attention: Attention = {}, options: PortalOptions = {}) {
  const portal = await startPortal(options)
  const professional = await buildProfessional(portal.db, attention)
  await openCalendars(portal)
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  return { ...portal, portal, professional, person, call: await openAgenda(portal, person) }
}

test('a token of the scheduling service lasts ten minutes and ends with its session; any other token gets 401', async () => {
  const { portal, person, clock, db } = await withCalendar()
  const call = await portal.as(person)
  const { token, expires_at } = await call(schedulingTokenEndpoints.token)
  expect(Date.parse(expires_at) - clock.now().getTime()).toBe(600_000)
  const read = (headers: Record<string, string>) =>
    portal.anonymous(serviceEndpoints.offices, {}, { headers })
  const headers = { authorization: `Bearer ${token}` }
  expect((await read(headers)).data).toHaveLength(2)
  const session = await portal.sessionOf(person.id)
  for (const authorization of ['', 'Bearer 1.zz.AAAAAAAAAAAAAAAAAAAAAA', `Bearer ${session}`])
    await expectRejected(read({ authorization, 'x-token': session }), 401)
  await expectRejected(read(headers), 401, { number: 10 })
  await db.ask(`update sessions set ended_by = 'taken-over' where person_id = $1`, [person.id])
  await expectRejected(read(headers), 401, { number: 3 })
  const fresh = await createBearerHeader(await portal.as(person))
  clock.advance({ minutes: 10 })
  await expectRejected(read(fresh), 401, { number: 10 })
})

test('a patient sees the sites, the specialties of a site, and its professionals with their next free slot, also by video only', async () => {
  const { call, professional, db, portal } = await withCalendar()
  await buildProfessional(db, { office: 239, service: 108, name: 'Dr. Otro', starts: '08:00' })
  const remote = await buildProfessional(db, { service: 102, modality: 'telemedicina' })
  await openCalendars(portal)
  const specialties = async (query: object) =>
    (await call(serviceEndpoints.specialties, { query })).data.map(({ code, name }) => `${code} ${name}`)
  expect(await specialties({ office_id: 'PROVIDENCIA' })).toContain('101 Medicina General')
  expect(await specialties({ office_id: 'MAIPU' })).toEqual(['108 Cardiología Adulto'])
  const { data } = await call(serviceEndpoints.professionals, {
    query: { office_id: 'PROVIDENCIA', specialty: '101' },
  })
  expect(data).toEqual([
    {
      rut: professional.rut,
      doctor_image: null,
      name: professional.name,
      specialties: [{ code: '101', name: 'Medicina General' }],
      next_free: '2026-11-27T12:00:00.000Z',
      next_modality: 'presencial',
    },
  ])
  const query = { modality: 'telemedicina' } as const
  expect(await specialties(query)).toHaveLength(1)
  const byVideo = await call(serviceEndpoints.professionals, { query })
  expect(byVideo.data).toMatchObject([{ rut: remote.rut, next_modality: 'telemedicina' }])
  const video = await findSlots(call, { specialty: '101,102', ...query })
  expect(new Set(video.map(({ modality }) => modality))).toEqual(new Set(['telemedicina']))
})

test('the specialties for a person leave out those that do not attend the person’s age until the last day that can be booked', async () => {
  const { db, portal, call, person } = await withCalendar()
  for (const service of [104, 123]) await buildProfessional(db, { service, name: `Dra. ${service}` })
  const specialties = async (age: string) => {
    await db.ask(`update people set date_birth = $2 where id = $1`, [person.id, age])
    const { data } = await call(serviceEndpoints.specialties, { query: { patient_id: person.id } })
    return data.map(({ code }) => code)
  }
  expect(await specialties('1990-01-01')).toEqual(['123', '101'])
  expect(await specialties('2015-01-01')).toEqual(['123', '104'])
  // Fifteen years old in a month.
  expect(await specialties('2011-12-26')).toEqual(['123', '101', '104'])
  const { id } = await portal.person()
  await expectRejected(call(serviceEndpoints.specialties, { query: { patient_id: id } }), 404)
})

test('a search returns the free future slots of the requested days in Santiago’s time, the earliest first, and none on a holiday', async () => {
  const { call, professional, clock, portal, person } = await withCalendar({ ends: '10:00' })
  // 8 December is a holiday.
  const slots = await findSlots(call, { from: '2026-12-07', to: '2026-12-09' })
  expect(slots.map(({ starts_at }) => starts_at)).toEqual(
    ['07T12:00', '07T12:30', '09T12:00', '09T12:30'].map((time) => `2026-12-${time}:00.000Z`),
  )
  expect(slots[0]).toMatchObject({
    rut_professional: professional.rut,
    doctor_name: professional.name,
    office_id: 'PROVIDENCIA',
    ends_at: '2026-12-07T12:30:00.000Z',
    specialty: '101',
  })
  expect(await findSlots(call, { rut_professional: professional.rut })).toHaveLength(2 * 6)
  expect(await findSlots(call, { specialty: '101', office_id: 'MAIPU' })).toEqual([])
  clock.set('2026-11-27T12:01:00Z')
  const [next] = await findSlots(await openAgenda(portal, person))
  expect(next?.starts_at).toBe('2026-11-27T12:30:00.000Z')
})

test('a hold reserves a slot for five minutes for its caller alone, and once released the slot is free', async () => {
  const { call, portal, clock } = await withCalendar()
  const [slot] = await findSlots(call)
  const hold = (by: Call) => by(slotEndpoints.hold, { body: { slot_id: slot?.id ?? 0 } })
  const first = await hold(call)
  expect(Date.parse(first.data.expires_at) - clock.now().getTime()).toBe(300_000)
  expect([first.data.seconds, first.data.slot]).toEqual([300, slot])
  expect(await hold(call)).toEqual(first)
  const other = await openAgenda(portal, await portal.person())
  await expectRejected(hold(other), 409, 'Esta hora ya no está disponible. Elige otra')
  expect((await findSlots(other)).map(({ id }) => id)).not.toContain(slot?.id)
  clock.advance({ minutes: 5 })
  const { hold_id } = (await hold(other)).data
  expect(hold_id).not.toBe(first.data.hold_id)
  await expectRejected(call(slotEndpoints.release, { params: { hold_id } }), 404)
  await other(slotEndpoints.release, { params: { hold_id } })
  expect((await findSlots(call)).map(({ id }) => id)).toContain(slot?.id)
})

test('a patient has at most five holds, a sixth releases the oldest one, and none is of a slot that has begun', async () => {
  const { call, clock, portal, person } = await withCalendar()
  const held: number[] = []
  for (let i = 0; i < 6; i++) held.push((await holdSlot(call)).slot.id)
  const free = (await findSlots(call)).map(({ id }) => id)
  expect(held.filter((id) => free.includes(id))).toEqual([held[0]])
  clock.set('2026-11-27T12:00:00Z')
  const later = await openAgenda(portal, person)
  await expectRejected(later(slotEndpoints.hold, { body: { slot_id: held[0] ?? 0 } }), 409)
})

test('a booked appointment is listed, mailed and audited, and its slot is no longer free', async () => {
  const { call, portal, person, db, professional } = await withCalendar()
  const { slot, hold_id } = await holdSlot(call)
  const { data, warning } = await call(bookingEndpoints.book, { body: { hold_id, patient_id: person.id } })
  expect(warning).toBeNull()
  expect(data).toMatchObject({
    ...{ patient_id: person.id, rut_professional: professional.rut, cod_specialty: '101' },
    ...{ specialty: 'Medicina General', sub_context: 'Consulta', date: '27/11/2026', hour: '09:00' },
    place_care: 'Providencia',
  })
  const upcoming = await (await portal.as(person))(appointmentEndpoints.upcoming)
  expect(upcoming.appointments).toEqual([data])
  const [mail] = await db.listMails()
  expect(mail?.recipient).toBe('rosa@ejemplo.cl')
  expect(mail?.body_text).toContain('09:00')
  expect(mail?.body_text).not.toContain('Medicina General')
  expect(await db.listAuditEvents('booking.book')).toMatchObject([
    { actor_id: person.id, patient_id: person.id, object: `id_appointment=${data.id_appointment}` },
  ])
  const other = await openAgenda(portal, await portal.person())
  await expectRejected(other(slotEndpoints.hold, { body: { slot_id: slot.id } }), 409)
})

test('a booking with an expired hold or another patient’s hold, also a consumed one, answers 409', async () => {
  const { call, portal, person, clock } = await withCalendar()
  const { hold_id } = await holdSlot(call)
  const stranger = await portal.person()
  const other = await openAgenda(portal, stranger)
  const book = (by: Call, hold: number, patient_id = person.id) =>
    by(bookingEndpoints.book, { body: { hold_id: hold, patient_id } })
  await expectRejected(book(other, hold_id, stranger.id), 409)
  await book(call, hold_id)
  await expectRejected(book(other, hold_id, stranger.id), 409)
  const late = await holdSlot(call)
  clock.advance({ minutes: 5 })
  await expectRejected(book(call, late.hold_id), 409)
  const body = { patient_id: person.id }
  await expectRejected(call(bookingEndpoints.check, { params: { hold_id: late.hold_id }, body }), 409)
})

test.each([
  ['with its idempotency key', { 'idempotency-key': 'a-key-of-the-page' }, 400],
  ['without a key', {}, 409],
] as const)(
  'a booking repeated %s is one booking with equal answers, also when sent concurrently, and only for its patient',
  async (_, headers, status) => {
    const { call, person, db, portal } = await withCalendar()
    const { hold_id } = await holdSlot(call)
    const book = (patient_id = person.id) =>
      call(bookingEndpoints.book, { body: { hold_id, patient_id } }, { headers })
    const answers = [...(await Promise.all([book(), book(), book()])), await book()]
    expect(answers).toEqual(Array(4).fill(answers[0]))
    expect(answers[0]).toMatchObject({ notified: [], not_notified: 'no_mail_server' })
    expect(await db.ask('select id from appointments')).toHaveLength(1)
    expect(await db.ask('select id from outbox')).toHaveLength(1)
    const child = await portal.person({ date_birth: '2016-01-01' })
    await buildLink(db, { leader_id: person.id, member_id: child.id })
    await expectRejected(book(child.id), status)
  },
)

test('a second appointment of a patient at the same time, or too many of one specialty, are rejected', async () => {
  const { call, person, db, portal } = await withCalendar({}, { environment: { OPEN_HOURS: '2' } })
  await buildProfessional(db, { service: 102 })
  await openCalendars(portal)
  await bookSlot(call, person)
  await expectRejected(
    bookSlot(call, person, { specialty: '102' }),
    409,
    'Ya tienes otra hora a esa misma hora. Elige una distinta',
  )
  await bookSlot(call, person)
  const { hold_id } = await holdSlot(call)
  const body = { patient_id: person.id }
  for (const attempt of [
    call(bookingEndpoints.check, { params: { hold_id }, body }),
    call(bookingEndpoints.book, { body: { hold_id, ...body } }),
  ])
    await expectRejected(attempt, 409, 'Ya tienes el máximo de horas por venir para esta especialidad')
})

test('check and booking warn of an appointment that is close to another one at the other site', async () => {
  const { call, person, db, portal } = await withCalendar()
  await buildProfessional(db, { service: 108, office: 239, starts: '10:00', ends: '12:00' })
  await openCalendars(portal)
  await bookSlot(call, person)
  const { hold_id } = await holdSlot(call, { specialty: '108' })
  const body = { patient_id: person.id }
  const warning =
    'Ese mismo día hay otra hora a las 09:00 en Providencia. Considera el tiempo de traslado entre las dos sedes.'
  const check = await call(bookingEndpoints.check, { params: { hold_id }, body })
  expect(check.data).toEqual({ warning })
  expect((await call(bookingEndpoints.book, { body: { hold_id, ...body } })).warning).toBe(warning)
})

describe('booking for other people', () => {
  async function family(member: object, link: object = {}) {
    const made = await withCalendar()
    const relative = await made.portal.person({ first_name: 'Jorge', email: 'jorge@ejemplo.cl', ...member })
    await buildLink(made.db, { leader_id: made.person.id, member_id: relative.id, may_book: true, ...link })
    const { hold_id, slot } = await holdSlot(made.call)
    const book = () => made.call(bookingEndpoints.book, { body: { hold_id, patient_id: relative.id } })
    return { ...made, relative, book, hold_id, slot }
  }
  const adult = { date_birth: '1955-01-01' }
  const child = { date_birth: '2016-01-01', email: null }
  const adolescent = { date_birth: '2011-01-01', email: null }

  test.each([
    ['a minor', child],
    ['a child of whom the clinic has only a record', { ...child, without_account: true, status: 2 }],
  ])('a guardian with proven care can book for %s', async (_, member) => {
    const { book, relative, db } = await family(member)
    expect((await book()).data.patient_id).toBe(relative.id)
    expect(await db.ask('select recipient from outbox')).toEqual([{ recipient: 'rosa@ejemplo.cl' }])
  })

  test('an adult is notified of a booking by the group owner, who sees and may cancel only that appointment', async () => {
    const { book, relative, portal, db, call, person } = await family(adult)
    const { id_appointment } = (await book()).data
    const mails = await db.listMails()
    expect(mails.map(({ recipient }) => recipient)).toEqual(['rosa@ejemplo.cl', 'jorge@ejemplo.cl'])
    expect(mails[1]?.body_text).toContain('puedes desactivarlo')
    const { notifications } = await (await portal.as(relative))(notificationEndpoints.list)
    expect(notifications).toMatchObject([{ notification_type: { name: 'appointments' }, id_appointment }])
    const booked = (await call(bookingEndpoints.booked)).data
    expect(booked).toMatchObject([{ id_appointment, patient_full_name: 'Jorge Tapia Lagos' }])
    const asLeader = await portal.as(person)
    const cancel = (id: number) => asLeader(appointmentEndpoints.cancel, { body: { id_appointment: id } })
    await expectRejected(asLeader(appointmentEndpoints.upcomingOf, { params: { id: relative.id } }), 404)
    await cancel(id_appointment)
    const theirs = await bookSlot(await openAgenda(portal, relative), relative)
    await expectRejected(cancel(theirs.id_appointment), 404)
  })

  describe('with appointments that the person who books may not see', () => {
    /** Creates a relative with an appointment at the time of the held slot; it is reserved if `reserved_group` is given. */
    async function busy(member: object, reserved_group: string | null = null) {
      const made = await family(member)
      await buildAppointment(made.db, {
        patient_id: made.relative.id,
        starts_at: new Date(made.slot.starts_at),
        reserved_group,
      })
      const asked = { params: { hold_id: made.hold_id }, body: { patient_id: made.relative.id } }
      const shown = () =>
        made.db.ask<{ text: string }>('select text from notifications where person_id = $1 order by id', [
          made.relative.id,
        ])
      return { ...made, shown, check: () => made.call(bookingEndpoints.check, asked) }
    }

    test.each([
      ['an adult', adult, null],
      ['an adolescent with a reserved appointment', adolescent, 'psychology'],
    ] as const)(
      'for %s the check reveals nothing, and the booking is rejected with one message and the patient notified',
      async (_, member, group) => {
        const { book, check, shown } = await busy(member, group)
        expect((await check()).data).toEqual({ warning: null })
        await expectRejected(
          book(),
          409,
          'No es posible reservar esta hora para esa persona. Le avisamos: puede reservarla desde su propia cuenta',
        )
        expect((await shown()).map(({ text }) => text)).toEqual([
          expect.stringContaining('intentó reservar una hora para ti y no fue posible'),
        ])
      },
    )

    test('many concurrent bookings for one patient check at most five of them a day', async () => {
      const { book, shown } = await busy(adult)
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => getStatus(book())))
      expect(outcomes.sort()).toEqual([...Array(5).fill(409), ...Array(7).fill(429)])
      expect(await shown()).toHaveLength(5)
    })

    test('the parent of a child without reserved appointments gets the reason of the rejection', async () => {
      const { book, check } = await busy(child)
      const message = 'La persona que elegiste ya tiene otra hora a esa misma hora. Elige una distinta'
      expect([(await getRejection(check())).message, (await getRejection(book())).message]).toEqual([
        message,
        message,
      ])
    })
  })

  describe('the times at which the group already has appointments', () => {
    const days = { from: '2026-11-27', to: '2026-11-27' } as const
    const at = { starts_at: new Date('2026-11-27T12:00:00Z'), ends_at: new Date('2026-11-27T12:30:00Z') }
    const busyTimes = async (call: Call) => (await call(bookingEndpoints.busyTimes, { query: days })).data

    test('busy times name the caller and a child in their care, and leave an audit entry for the child', async () => {
      const { call, db, person, relative } = await family(child)
      const own = await buildAppointment(db, { patient_id: person.id, ...at })
      const theirs = await buildAppointment(db, { patient_id: relative.id, ...at })
      await buildAppointment(db, { patient_id: person.id, ...at, state: 'cancelled' })
      await buildAppointment(db, { patient_id: person.id, starts_at: new Date('2026-11-28T12:00:00Z') })
      const times = { starts_at: at.starts_at.toISOString(), ends_at: at.ends_at.toISOString() }
      expect(await busyTimes(call)).toEqual([
        { id_appointment: own.id, patient_id: person.id, first_name: person.first_name, ...times },
        { id_appointment: theirs.id, patient_id: relative.id, first_name: 'Jorge', ...times },
      ])
      expect(await db.listAuditEvents('booking.busyTimes')).toMatchObject([
        { actor_role: 'guardian', patient_id: relative.id },
      ])
    })

    test.each([
      ['an adult’s appointment that the caller did not book', adult, {}, {}, 'booked_by = $1'],
      [
        'a reserved appointment of an adolescent',
        adolescent,
        {},
        { reserved_group: 'contraception' },
        'reserved_group = nullif($1::text, $1::text)',
      ],
    ])('busy times leave out %s', async (_, member, link, appointment, lift) => {
      const { call, db, person, relative } = await family(member, link)
      await buildAppointment(db, { patient_id: relative.id, ...at, ...appointment })
      expect(await busyTimes(call)).toEqual([])
      await db.ask(`update appointments set ${lift}`, [person.id])
      expect(await busyTimes(call)).toHaveLength(1)
    })
  })
})

test('a move releases the old slot in the same transaction, and a cancelled appointment cannot be moved', async () => {
  const { call, person, portal } = await withCalendar()
  const first = await holdSlot(call)
  const body = { hold_id: first.hold_id, patient_id: person.id }
  const { id_appointment } = (await call(bookingEndpoints.book, { body })).data
  const moved = await bookSlot(call, person, {}, { id_appointment, skip: 2 })
  const upcoming = await (await portal.as(person))(appointmentEndpoints.upcoming)
  expect(upcoming.appointments.map(({ starts_at }) => starts_at)).toEqual([moved.starts_at])
  const other = await openAgenda(portal, await portal.person())
  expect((await findSlots(other)).map(({ id }) => id)).toContain(first.slot.id)
  const again = await openAgenda(portal, person)
  await again(bookingEndpoints.cancel, { params: { id_appointment } })
  await expectRejected(bookSlot(again, person, {}, { id_appointment }), 409)
})

test('a caller who may book for a person moves only the appointments of that person that they may see', async () => {
  const { call, person, portal, db } = await withCalendar()
  const adult = await portal.person()
  const adolescent = await portal.person({ date_birth: '2011-01-01' })
  await buildLink(db, { leader_id: person.id, member_id: adult.id, may_book: true, guardian_proof: null })
  await buildLink(db, { leader_id: person.id, member_id: adolescent.id })
  const bookedBy = async (patient: { id: number }) =>
    (await bookSlot(await openAgenda(portal, patient), patient)).id_appointment
  const move = (patient: { id: number }, id_appointment: number) =>
    bookSlot(call, patient, {}, { id_appointment })
  await expectRejected(move(adult, await bookedBy(adult)), 404)
  const reserved = await bookedBy(adolescent)
  await db.ask(`update appointments set reserved_group = 'mental-health' where id = $1`, [reserved])
  await expectRejected(move(adolescent, reserved), 404)
  await move(adolescent, await bookedBy(adolescent))
})

test('the e-mails of a booking, a move and a cancellation carry the calendar entry, each version newer than the one before', async () => {
  const smtp = await startSmtp()
  const { call, person, portal } = await withCalendar({}, { environment: { SMTP_URL: smtp.url } })
  portal.sendMails()
  const sent = async (count: number) => {
    await expect.poll(() => smtp.received.length).toBe(count)
    const parts = smtp.received[count - 1]?.mail.attachments ?? []
    const [file] = parts.filter(({ filename }) => filename === 'hora.ics')
    const text = Buffer.from((file?.content ?? new ArrayBuffer(0)) as ArrayBuffer).toString()
    const read = (name: string) => new RegExp(`^${name}[:;](.*)$`, 'm').exec(text)?.[1]?.trim()
    return ['METHOD', 'UID', 'SEQUENCE', 'STATUS', 'DTSTART'].map(read)
  }
  const { id_appointment } = await bookSlot(call, person)
  const booked = await sent(1)
  const uid = booked[1]
  expect(uid).toMatch(new RegExp(`^hora-${id_appointment}@`))
  expect(booked).toEqual(['PUBLISH', uid, '0', 'CONFIRMED', '20261127T120000Z'])
  await bookSlot(call, person, {}, { id_appointment })
  expect(await sent(2)).toEqual(['PUBLISH', uid, '1', 'CONFIRMED', '20261127T123000Z'])
  // The entry keeps its identifier when the portal moves to another address.
  const elsewhere = { environment: { PUBLIC_URL: 'https://portal.otra.example' } }
  const renamed = await openPortal(portal.db, portal.clock, elsewhere)
  const headers = await createBearerHeader(await renamed.as(person))
  const file = await renamed.app.inject({ url: `/agenda/v1/bookings/${id_appointment}.ics`, headers })
  expect(file.body).toContain(`UID:${uid}`)
  await renamed.app.close()
  const again = await openAgenda(portal, person)
  await again(bookingEndpoints.cancel, { params: { id_appointment } })
  expect(await sent(3)).toEqual(['CANCEL', uid, '2', 'CANCELLED', '20261127T123000Z'])
})

test('many callers who book overlapping slots on two servers never book twice, and only get 409', async () => {
  const { portal, db, clock, professional } = await withCalendar({ weekdays: [1], ends: '10:00' })
  // A second series of slots at the same time, which overlap the first ones.
  await db.ask(
    `insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
     select professional_id, office_id, service_code, starts_at + interval '15 minutes',
       ends_at + interval '15 minutes', modality, room from slots where professional_id = $1`,
    [professional.id],
  )
  const second = await startServer(db, clock)
  const slots = await db.ask<{ id: number }>(
    `select id from slots where starts_at >= '2026-11-30' and starts_at < '2026-12-01' order by id`,
  )
  const callers: { person: { id: number }; call: Call }[] = []
  for (let index = 0; index < 60; index += 1) {
    const person = await portal.person()
    callers.push({ person, call: await openAgenda(index % 2 === 0 ? portal : second, person) })
  }
  const holdAndBook = async ({ person, call }: (typeof callers)[number], slot_id: number) => {
    const { data } = await call(slotEndpoints.hold, { body: { slot_id } })
    return call(bookingEndpoints.book, { body: { hold_id: data.hold_id, patient_id: person.id } })
  }
  const outcomes = await Promise.all(
    callers.map((caller, index) => getStatus(holdAndBook(caller, slots[index % slots.length]?.id ?? 0))),
  )
  expect(new Set(outcomes)).toEqual(new Set([200, 409]))
  const booked = await db.ask<{
    overlapping: number
  }>(`select count(*)::int as overlapping from appointments a join appointments b on a.id < b.id
       and a.professional_id = b.professional_id and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.state = 'booked' and b.state = 'booked'`)
  expect(booked).toEqual([{ overlapping: 0 }])
  const won = outcomes.filter((status) => status === 200).length
  expect(await db.ask(`select id from appointments where state = 'booked'`)).toHaveLength(won)
})

test('the constraint on appointments alone prevents a double booking, even with several holds of one slot', async () => {
  const { portal, db, call, person, clock } = await withCalendar()
  const second = await startServer(db, clock)
  const { slot, hold_id } = await holdSlot(call)
  const rivals = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const rival = await portal.person()
      const [made] = await db.ask<{ id: number }>(
        `insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
           select $1, professional_id, tstzrange('2030-01-01'::timestamptz + make_interval(hours => $2::int),
             '2030-01-01'::timestamptz + make_interval(hours => $2::int + 1)), $2, 'hold', now(), '2030-01-01'
           from slots where id = $1 returning id`,
        [slot.id, rival.id],
      )
      return {
        rival,
        hold_id: made?.id ?? 0,
        call: await openAgenda(index % 2 === 0 ? second : portal, rival),
      }
    }),
  )
  const outcomes = await Promise.all(
    [{ rival: person, hold_id, call }, ...rivals].map(({ rival, hold_id: own, call: by }) =>
      getStatus(by(bookingEndpoints.book, { body: { hold_id: own, patient_id: rival.id } })),
    ),
  )
  expect(outcomes.sort()).toEqual([200, 409, 409, 409, 409, 409, 409])
  expect(await db.ask(`select id from appointments where state = 'booked'`)).toHaveLength(1)
})

test('a move from in person to video is rejected until the person confirms exactly this change', async () => {
  const { call, db, person, portal } = await withCalendar()
  const video = await buildProfessional(db, { modality: 'telemedicina', starts: '15:00', ends: '17:00' })
  await openCalendars(portal)
  const { id_appointment } = await bookSlot(call, person)
  await db.ask(`update appointments set sub_context = 'Control'`)
  const move = (accepted_modality?: 'presencial' | 'telemedicina') =>
    bookSlot(call, person, { rut_professional: video.rut }, { id_appointment, accepted_modality })
  for (const accepted of [undefined, 'presencial'] as const)
    expect((await getRejection(move(accepted))).fieldErrorOf('accepted_modality')).toBe(
      'Cambias de presencial a video. Confirma el cambio para continuar',
    )
  expect(await db.ask('select modality from appointments')).toEqual([{ modality: 'presencial' }])
  const { modality, sub_context } = await move('telemedicina')
  expect([modality, sub_context]).toEqual(['telemedicina', 'Control'])
  const [mail] = await db.listMails('booking.moved')
  expect(mail?.body_text).toContain('Por video')
})
