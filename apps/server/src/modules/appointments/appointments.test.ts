import { appointmentEndpoints } from '@mi-portal/contract/appointments'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buildHour, buildLink, relationship } from '../../../test/build.ts'
import { openPortal, startPortal } from '../../../test/portal.ts'
import { refusal } from '../../../test/refusal.ts'
import { statementsOf } from '../../../test/statements/counted.ts'
import { appointments, auditEvents, familyLinks, outbox, people } from '../../platform/database/schema.ts'

const hours = (count: number) => new Date(Date.parse('2026-11-26T15:00:00Z') + count * 3_600_000)
const days = (count: number) => hours(24 * count)

async function withPatient() {
  const portal = await startPortal()
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  return { ...portal, person, call: await portal.as(person) }
}

/** A mother and a child of ten in her proven care. */
async function withChild(child: { date_birth?: string; email?: string | null } = {}) {
  const portal = await startPortal()
  const mother = await portal.person({ first_name: 'Camila', email: 'camila@ejemplo.cl' })
  const member = await portal.person({
    first_name: 'Martina',
    date_birth: '2016-11-26',
    email: null,
    ...child,
  })
  const link = await buildLink(portal.db, { leader_id: mother.id, member_id: member.id })
  return { ...portal, mother, member, link, call: await portal.as(mother) }
}

describe('an hour by video', () => {
  const url = 'https://video.example/sala/{id_appointment}?con={rut_professional}'

  async function withVideo(address = url) {
    const portal = await startPortal({ environment: { TELEMEDICINE_URL: address } })
    const person = await portal.person()
    const hour = await buildHour(portal.db, {
      patient_id: person.id,
      starts_at: hours(1),
      modality: 'telemedicina',
    })
    const video = async () => {
      const { appointments: found } = await (await portal.as(person))(appointmentEndpoints.upcoming)
      return found.map((one) => one.video)
    }
    return { ...portal, person, hour, video }
  }

  test('tells where it is joined from fifteen minutes before its start until its end', async () => {
    const { clock, hour, video } = await withVideo()
    const opens_at = '2026-11-26T15:45:00.000Z'
    const joined = { opens_at, url: `https://video.example/sala/${hour.id}?con=111111111` }
    clock.set('2026-11-26T15:44:59Z')
    expect(await video()).toEqual([{ opens_at, url: null }])
    clock.set('2026-11-26T15:45:00Z')
    expect(await video()).toEqual([joined])
    clock.set('2026-11-26T16:29:59Z')
    expect(await video()).toEqual([joined])
    clock.set('2026-11-26T16:30:00Z')
    expect(await video()).toEqual([])
  })

  test('is joined by the patient and by who sees their record, by nobody else, and not once it was given up', async () => {
    const {
      as,
      clock,
      db,
      person: build,
    } = await startPortal({
      environment: { TELEMEDICINE_URL: 'https://video.example/sala' },
    })
    const mother = await build()
    const child = await build({ date_birth: '2016-11-26', email: null })
    const grandfather = await build({ date_birth: '1950-01-01' })
    await buildLink(db, { leader_id: mother.id, member_id: child.id })
    await buildLink(db, { leader_id: mother.id, member_id: grandfather.id })
    const starts_at = hours(1)
    const modality = 'telemedicina'
    const theirs = await buildHour(db, { patient_id: child.id, starts_at, modality })
    await buildHour(db, { patient_id: grandfather.id, starts_at, modality, rut_professional: '222222222' })
    clock.set('2026-11-26T15:50:00Z')
    const call = await as(mother)
    const linksOf = async (id: number) =>
      (await call(appointmentEndpoints.upcomingOf, { params: { id } })).appointments.map(
        ({ video }) => video?.url,
      )
    expect(await linksOf(child.id)).toEqual(['https://video.example/sala'])
    expect((await call(appointmentEndpoints.upcoming)).appointments).toEqual([])
    expect((await refusal(linksOf(grandfather.id))).status).toBe(404)
    const stranger = await as(await build())
    const params = { id: child.id }
    expect((await refusal(stranger(appointmentEndpoints.upcomingOf, { params }))).status).toBe(404)

    await call(appointmentEndpoints.cancel, { body: { id_appointment: theirs.id } })
    expect(await linksOf(child.id)).toEqual([])
    expect((await call(appointmentEndpoints.historyOf, { params })).appointments).toEqual([])
  })

  test('says so on the home page too, and an hour at a site has no link', async () => {
    const { as, clock, db, hour, person } = await withVideo('https://video.example/sala')
    await buildHour(db, { patient_id: person.id, starts_at: hours(2) })
    clock.set('2026-11-26T15:50:00Z')
    const { appointments: found } = await (await as(person))(appointmentEndpoints.upcomingSummary)
    expect(found.map((one) => [one.id_appointment === hour.id, one.video?.url ?? null])).toEqual([
      [true, 'https://video.example/sala'],
      [false, null],
    ])
  })

  test('has none once it is past, nor where the installation names no address', async () => {
    const { as, clock, person } = await withVideo()
    clock.advance({ days: 1 })
    const { appointments: past } = await (await as(person))(appointmentEndpoints.history)
    expect(past.map(({ video }) => video?.url)).toEqual([null])
    const { call, db, person: other } = await withPatient()
    await buildHour(db, { patient_id: other.id, starts_at: hours(0.1), modality: 'telemedicina' })
    expect((await call(appointmentEndpoints.upcoming)).appointments[0]?.video).toBeNull()
  })
})

describe('hours to come', () => {
  test('are the booked ones that have not ended, soonest first, with texts ready to show', async () => {
    const { call, db, person } = await withPatient()
    const second = await buildHour(db, { patient_id: person.id, starts_at: days(3) })
    const running = await buildHour(db, { patient_id: person.id, starts_at: hours(-0.25) })
    const first = await buildHour(db, {
      patient_id: person.id,
      starts_at: new Date('2026-11-27T12:30:00Z'),
      modality: 'telemedicina',
    })
    await buildHour(db, { patient_id: person.id, starts_at: hours(-0.5) })
    await buildHour(db, { patient_id: person.id, starts_at: days(1), state: 'cancelled' })
    const answer = await call(appointmentEndpoints.upcoming)
    expect(answer.appointments.map((hour) => hour.id_appointment)).toEqual([running.id, first.id, second.id])
    expect(answer).toMatchObject({ count_appointment: 3, total: 3, page: 1, limit: 5 })
    expect(answer.appointments[1]).toEqual({
      id_appointment: first.id,
      patient_id: person.id,
      rut_professional: '111111111',
      cod_specialty: '363',
      doctor_name: 'Dra. Marcela Ortega Pino',
      specialty: 'Medicina interna',
      sub_context: 'Consulta',
      date: '27/11/2026',
      date_mobile: '27 nov',
      hour: '09:30',
      place_care: 'Clínica Providencia',
      place_care_portal: 'Piso 3, consulta 304',
      doctor_image: null,
      starts_at: '2026-11-27T12:30:00.000Z',
      ends_at: '2026-11-27T13:00:00.000Z',
      modality: 'telemedicina',
      video: null,
    })
  })

  test('are at most three in the summary, whose total tells of all', async () => {
    const { call, db, person } = await withPatient()
    for (let day = 1; day <= 4; day++) await buildHour(db, { patient_id: person.id, starts_at: days(day) })
    const answer = await call(appointmentEndpoints.upcomingSummary)
    expect(answer.appointments).toHaveLength(3)
    expect(answer).toMatchObject({ count_appointment: 4, total: 4 })
  })

  test('become past ones the moment they end', async () => {
    const { call, db, person, clock } = await withPatient()
    await buildHour(db, { patient_id: person.id, starts_at: hours(0) })
    clock.advance({ minutes: 29 })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(1)
    expect((await call(appointmentEndpoints.history)).total).toBe(0)
    clock.advance({ minutes: 1 })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
    expect((await call(appointmentEndpoints.history)).total).toBe(1)
  })
})

describe('past hours', () => {
  test('are those that took place, latest first, page by page', async () => {
    const { call, db, person } = await withPatient()
    const ids: number[] = []
    for (let day = 1; day <= 7; day++) {
      ids.push((await buildHour(db, { patient_id: person.id, starts_at: days(-day) })).id)
    }
    await buildHour(db, { patient_id: person.id, starts_at: days(-2), state: 'cancelled' })
    const second = await call(appointmentEndpoints.history, { query: { page: 2 } })
    expect(second.appointments.map((hour) => hour.id_appointment)).toEqual(ids.slice(5))
    expect(second).toMatchObject({ count_appointment: 7, total: 7, page: 2, limit: 5 })
    const summary = await call(appointmentEndpoints.historySummary)
    expect(summary.appointments.map((hour) => hour.id_appointment)).toEqual(ids.slice(0, 3))
  })

  test('past the last page are an empty list with the right total', async () => {
    const { call, db, person } = await withPatient()
    await buildHour(db, { patient_id: person.id, starts_at: days(-1) })
    const answer = await call(appointmentEndpoints.history, { query: { page: 1_000_000, limit: 100 } })
    expect(answer).toEqual({
      status: 'Ok',
      appointments: [],
      count_appointment: 1,
      total: 1,
      page: 1_000_000,
      limit: 100,
    })
  })

  test('are counted exactly up to a thousand, and then said to be more', async () => {
    const { call, db, person } = await withPatient()
    await buildHour(db, { patient_id: person.id, starts_at: days(-1) })
    const copies = (count: number) =>
      db.orm.execute(`insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty,
        sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
        select patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id, place_care,
          place_detail, modality, starts_at - interval '1 day' * n, ends_at - interval '1 day' * n, state, created_at
        from (select * from appointments limit 1) a, generate_series(1, ${count}) n`)
    await copies(999)
    const exact = await call(appointmentEndpoints.history)
    expect(exact.total).toBe(1000)
    expect(exact).not.toHaveProperty('total_more')
    await copies(1)
    const more = await call(appointmentEndpoints.history, { query: { page: 201 } })
    expect(more).toMatchObject({ total: 1000, total_more: true, count_appointment: 1000 })
    expect(more.appointments).toHaveLength(1)
  })
})

describe('the lists', () => {
  test('cost two statements: the session with its audit row, and the page with its total', async () => {
    const { db, clock, person, sessionOf } = await withPatient()
    await buildHour(db, { patient_id: person.id, starts_at: days(1) })
    const token = await sessionOf(person.id)
    const { counted, count } = statementsOf(db)
    const { caller, app } = await openPortal(counted, clock)
    for (const endpoint of [
      appointmentEndpoints.upcoming,
      appointmentEndpoints.history,
      appointmentEndpoints.upcomingSummary,
      appointmentEndpoints.historySummary,
    ]) {
      expect(await count(() => caller(token)(endpoint))).toBe(2)
    }
    await app.close()
  })

  test('refuse a page or a limit out of bounds, saying which', async () => {
    const { call } = await withPatient()
    const faults = async (query: { page?: number | string; limit?: number | string }) => {
      const failure = await refusal(call(appointmentEndpoints.upcoming, { query: { ...query } }))
      expect(failure.status).toBe(400)
      return failure.faults.map((fault) => fault.param)
    }
    expect(await faults({ page: 0 })).toEqual(['page'])
    expect(await faults({ page: -1 })).toEqual(['page'])
    expect(await faults({ page: 1.5 })).toEqual(['page'])
    expect(await faults({ page: 'una' })).toEqual(['page'])
    expect(await faults({ limit: 0 })).toEqual(['limit'])
    expect(await faults({ limit: 101 })).toEqual(['limit'])
    expect(await faults({ page: 0, limit: 101 })).toEqual(['page', 'limit'])
    expect((await call(appointmentEndpoints.upcoming, { query: { limit: 100 } })).limit).toBe(100)
  })

  test('answer a malformed id with 400 and no more', async () => {
    const { app, person, sessionOf } = await withPatient()
    const token = await sessionOf(person.id)
    for (const list of ['upcomings', 'histories']) {
      for (const id of [
        '0',
        '-1',
        '99999999999',
        '2147483648',
        '1%00',
        'abc',
        '1.0',
        '%31%2e',
        '01',
        '1;x=1',
      ]) {
        const answer = await app.inject({
          url: `/api/medicals/appointments/${list}/${id}`,
          headers: { 'x-token': token },
        })
        expect([id, answer.statusCode]).toEqual([id, 400])
        expect(answer.json().errors[0].msg).toBe('Identificador inválido')
      }
    }
  })

  test('are refused to staff and to whoever has no session', async () => {
    const { as, anonymous, person: build } = await startPortal()
    for (const rol of ['ADMIN_ROLE', 'SUPER_ADMIN_ROLE'] as const) {
      const staff = await as(await build({ rol }))
      expect((await refusal(staff(appointmentEndpoints.upcoming))).status).toBe(403)
      expect((await refusal(staff(appointmentEndpoints.historyOf, { params: { id: 1 } }))).status).toBe(403)
      expect(
        (await refusal(staff(appointmentEndpoints.cancel, { body: { id_appointment: 1 } }))).status,
      ).toBe(403)
    }
    expect((await refusal(anonymous(appointmentEndpoints.upcoming))).status).toBe(401)
  })

  test('leave a row of who read whose hours', async () => {
    const { call, db, mother, member } = await withChild()
    await call(appointmentEndpoints.upcoming)
    await call(appointmentEndpoints.historyOf, { params: { id: member.id } })
    const rows = await db.orm
      .select({
        action: auditEvents.action,
        actor: auditEvents.actor_id,
        role: auditEvents.actor_role,
        patient: auditEvents.patient_id,
        outcome: auditEvents.outcome,
      })
      .from(auditEvents)
      .orderBy(asc(auditEvents.id))
    expect(rows).toEqual([
      {
        action: 'appointments.upcoming',
        actor: mother.id,
        role: 'STANDART_ROLE',
        patient: mother.id,
        outcome: 'done',
      },
      {
        action: 'appointments.history',
        actor: mother.id,
        role: 'guardian',
        patient: member.id,
        outcome: 'done',
      },
    ])
  })
})

describe('a member’s hours', () => {
  test('are seen by the proven guardian of a minor', async () => {
    const { call, db, member } = await withChild()
    const hour = await buildHour(db, { patient_id: member.id, starts_at: days(1) })
    const answer = await call(appointmentEndpoints.upcomingOf, { params: { id: member.id } })
    expect(answer.appointments.map((entry) => entry.id_appointment)).toEqual([hour.id])
    expect(answer.appointments[0]?.patient_id).toBe(member.id)
  })

  test('are one’s own under one’s own id', async () => {
    const { call, db, person } = await withPatient()
    await buildHour(db, { patient_id: person.id, starts_at: days(1) })
    expect((await call(appointmentEndpoints.upcomingOf, { params: { id: person.id } })).total).toBe(1)
  })

  test.each([
    ['nobody proved that the leader is the guardian', { guardian_proof: null }],
    ['the leader is an uncle', { relationship_type_id: relationship.nephew }],
    ['the request is still pending', { state: 'pending' as const }],
    ['the link has ended', { state: 'ended' as const }],
  ])('are not there when %s', async (_, change) => {
    const { call, db, member, link } = await withChild()
    await buildHour(db, { patient_id: member.id, starts_at: days(1) })
    await db.orm.update(familyLinks).set(change).where(eq(familyLinks.id, link.id))
    for (const endpoint of [appointmentEndpoints.upcomingOf, appointmentEndpoints.historyOf]) {
      const failure = await refusal(call(endpoint, { params: { id: member.id } }))
      expect([failure.status, failure.message]).toEqual([404, 'No encontramos lo que buscas'])
    }
    const refused = await db.orm.select().from(auditEvents).where(eq(auditEvents.outcome, 'refused'))
    expect(refused).toHaveLength(2)
  })

  test('are not there for strangers, who cannot tell them from nobody', async () => {
    const { as, db, person: build } = await startPortal()
    const [owner, stranger] = [await build(), await build()]
    await buildHour(db, { patient_id: owner.id, starts_at: days(1) })
    const call = await as(stranger)
    const known = await refusal(call(appointmentEndpoints.upcomingOf, { params: { id: owner.id } }))
    const unknown = await refusal(call(appointmentEndpoints.upcomingOf, { params: { id: 2_000_000 } }))
    expect([known.status, known.faults]).toEqual([unknown.status, unknown.faults])
    expect(known.status).toBe(404)
  })

  test('are not there for the child: a link shows the member to the leader alone', async () => {
    const { as, member, mother } = await withChild()
    const call = await as(member)
    expect((await refusal(call(appointmentEndpoints.upcomingOf, { params: { id: mother.id } }))).status).toBe(
      404,
    )
  })

  test('are out of sight from the day of the eighteenth birthday in Santiago', async () => {
    const { as, mother, clock, member, db } = await withChild({ date_birth: '2008-11-27' })
    await buildHour(db, { patient_id: member.id, starts_at: days(5) })
    clock.set('2026-11-27T02:59:59Z')
    const call = await as(mother)
    expect((await call(appointmentEndpoints.upcomingOf, { params: { id: member.id } })).total).toBe(1)
    clock.set('2026-11-27T03:00:00Z')
    expect((await refusal(call(appointmentEndpoints.upcomingOf, { params: { id: member.id } }))).status).toBe(
      404,
    )
  })

  test('from fourteen on are shown to the guardian without the reserved ones, which are not counted either', async () => {
    const { call, as, db, member } = await withChild({ date_birth: '2012-11-26' })
    for (const starts_at of [days(1), days(-1)]) {
      await buildHour(db, { patient_id: member.id, starts_at, reserved_group: 'SALUD_MENTAL' })
      await buildHour(db, { patient_id: member.id, starts_at })
    }
    const own = await as(member)
    for (const [of, self] of [
      [appointmentEndpoints.upcomingOf, appointmentEndpoints.upcoming],
      [appointmentEndpoints.historyOf, appointmentEndpoints.history],
    ] as const) {
      const seen = await call(of, { params: { id: member.id } })
      expect([seen.appointments.length, seen.total, seen.count_appointment]).toEqual([1, 1, 1])
      expect((await own(self)).total).toBe(2)
    }
  })

  test('are shown whole to the guardian until the day before the fourteenth birthday', async () => {
    const { call, db, member } = await withChild({ date_birth: '2012-11-27' })
    await buildHour(db, { patient_id: member.id, starts_at: days(1), reserved_group: 'SALUD_MENTAL' })
    expect((await call(appointmentEndpoints.upcomingOf, { params: { id: member.id } })).total).toBe(1)
  })
})

describe('cancelling an hour', () => {
  const cancel = (id_appointment: number) => ({ body: { id_appointment } })

  test('frees it, tells the patient by e-mail and leaves an audit row', async () => {
    const { call, db, person, clock } = await withPatient()
    const hour = await buildHour(db, { patient_id: person.id, starts_at: new Date('2026-11-27T12:30:00Z') })
    expect(await call(appointmentEndpoints.cancel, cancel(hour.id))).toEqual({ status: 'Ok' })
    expect((await call(appointmentEndpoints.upcoming)).total).toBe(0)
    const [row] = await db.orm.select().from(appointments).where(eq(appointments.id, hour.id))
    expect(row).toMatchObject({ state: 'cancelled', cancelled_at: clock.now() })
    const mails = await db.orm.select().from(outbox)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ recipient: 'rosa@ejemplo.cl', person_id: person.id, state: 'queued' })
    expect(mails[0]?.body_text).toContain('27/11/2026')
    expect(mails[0]?.body_text).toContain('09:30')
    const [audited] = await db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'appointments.cancel'))
    expect(audited).toMatchObject({
      actor_id: person.id,
      actor_role: 'STANDART_ROLE',
      patient_id: person.id,
      object: `id_appointment=${hour.id}`,
      outcome: 'done',
    })
  })

  test('a second time is refused: it is decided already', async () => {
    const { call, db, person } = await withPatient()
    const hour = await buildHour(db, { patient_id: person.id, starts_at: days(1) })
    await call(appointmentEndpoints.cancel, cancel(hour.id))
    const failure = await refusal(call(appointmentEndpoints.cancel, cancel(hour.id)))
    expect([failure.status, failure.message]).toEqual([409, 'Esta hora ya no se puede cancelar'])
    expect(await db.orm.select().from(outbox)).toHaveLength(1)
  })

  test.each([
    ['has begun', 0],
    ['is past', -48],
  ])('that %s is refused', async (_, start) => {
    const { call, db, person } = await withPatient()
    const hour = await buildHour(db, { patient_id: person.id, starts_at: hours(start) })
    expect((await refusal(call(appointmentEndpoints.cancel, cancel(hour.id)))).status).toBe(409)
    expect(await db.orm.select().from(outbox)).toEqual([])
    const [row] = await db.orm.select().from(appointments)
    expect(row?.state).toBe('booked')
  })

  test('by many at once is done once, mailed once and audited once', async () => {
    const { call, db, person } = await withPatient()
    const hour = await buildHour(db, { patient_id: person.id, starts_at: days(1) })
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        call(appointmentEndpoints.cancel, cancel(hour.id)).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      ),
    )
    expect(outcomes.sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(await db.orm.select().from(outbox)).toHaveLength(1)
    const audited = await db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'appointments.cancel'))
    expect(audited).toHaveLength(1)
  })

  test('of another person is refused as if it were not there, and nothing happens to it', async () => {
    const { as, db, person: build } = await startPortal()
    const [owner, stranger] = [await build(), await build()]
    const hour = await buildHour(db, { patient_id: owner.id, starts_at: days(1) })
    const call = await as(stranger)
    expect((await refusal(call(appointmentEndpoints.cancel, cancel(hour.id)))).status).toBe(404)
    expect((await refusal(call(appointmentEndpoints.cancel, cancel(hour.id + 1000)))).status).toBe(404)
    const [row] = await db.orm.select().from(appointments)
    expect(row?.state).toBe('booked')
    const [refused] = await db.orm.select().from(auditEvents).where(eq(auditEvents.outcome, 'refused'))
    expect(refused).toMatchObject({ actor_id: stranger.id, patient_id: owner.id })
  })

  test('of a minor is the guardian’s to do; both are told, one mailbox once', async () => {
    const { call, db, mother, member } = await withChild({ email: 'martina@ejemplo.cl' })
    const hour = await buildHour(db, { patient_id: member.id, starts_at: days(1) })
    await call(appointmentEndpoints.cancel, cancel(hour.id))
    const mails = await db.orm.select().from(outbox).orderBy(asc(outbox.id))
    expect(mails.map((mail) => mail.recipient)).toEqual(['camila@ejemplo.cl', 'martina@ejemplo.cl'])
    expect(mails[0]?.body_text).toContain('Martina')
    const [audited] = await db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'appointments.cancel'))
    expect(audited).toMatchObject({ actor_id: mother.id, actor_role: 'guardian', patient_id: member.id })

    await db.orm.update(people).set({ email: 'CAMILA@ejemplo.cl' }).where(eq(people.id, member.id))
    const other = await buildHour(db, { patient_id: member.id, starts_at: days(2) })
    await call(appointmentEndpoints.cancel, cancel(other.id))
    expect(await db.orm.select().from(outbox)).toHaveLength(3)
  })

  test('of an adult member or an unproven minor is not the leader’s to do', async () => {
    const { call, db, member, link } = await withChild({ date_birth: '1955-09-30' })
    const hour = await buildHour(db, { patient_id: member.id, starts_at: days(1) })
    expect((await refusal(call(appointmentEndpoints.cancel, cancel(hour.id)))).status).toBe(404)
    await db.orm.update(people).set({ date_birth: '2016-01-01' }).where(eq(people.id, member.id))
    await db.orm.update(familyLinks).set({ guardian_proof: null }).where(eq(familyLinks.id, link.id))
    expect((await refusal(call(appointmentEndpoints.cancel, cancel(hour.id)))).status).toBe(404)
  })

  test('that is reserved to an adolescent is theirs alone to do', async () => {
    const { call, as, db, member } = await withChild({ date_birth: '2011-01-01', email: 'm@ejemplo.cl' })
    const hour = await buildHour(db, {
      patient_id: member.id,
      starts_at: days(1),
      reserved_group: 'SALUD_MENTAL',
    })
    expect((await refusal(call(appointmentEndpoints.cancel, cancel(hour.id)))).status).toBe(404)
    await (await as(member))(appointmentEndpoints.cancel, cancel(hour.id))
    const mails = await db.orm.select().from(outbox)
    expect(mails.map((mail) => mail.recipient)).toEqual(['m@ejemplo.cl'])
  })

  test('of somebody without an e-mail is done all the same', async () => {
    const { as, db, person: build } = await startPortal()
    const person = await build({ email: null })
    const hour = await buildHour(db, { patient_id: person.id, starts_at: days(1) })
    await (await as(person))(appointmentEndpoints.cancel, cancel(hour.id))
    expect(await db.orm.select().from(outbox)).toEqual([])
  })

  test('takes an id that is a whole number of JSON, and nothing like one', async () => {
    const { app, person, sessionOf } = await withPatient()
    const token = await sessionOf(person.id)
    for (const id_appointment of [0, -1, 1.5, 2_147_483_648, '1', null, true, [1], {}, undefined]) {
      const answer = await app.inject({
        method: 'PUT',
        url: '/api/medicals/appointments/cancel',
        headers: { 'x-token': token },
        payload: { id_appointment },
      })
      expect([id_appointment, answer.statusCode]).toEqual([id_appointment, 400])
      expect(answer.json().errors).toEqual([{ msg: 'Identificador inválido', param: 'id_appointment' }])
    }
  })
})
