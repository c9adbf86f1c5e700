import { numberEndpoints } from '@mi-portal/contract/numbers'
import { expect, test } from 'vitest'
import { buildAppointment } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'
import { hideSmallCounts } from './numbers.rules.ts'

const { all, export: file } = numberEndpoints
const november = { desde: '2026-11', hasta: '2026-11' }

async function withClinic() {
  const portal = await startPortal()
  const clerk = await portal.person({ rol: 'ADMIN_ROLE' })
  const patient = await portal.person()
  return { ...portal, clerk, patient, call: await portal.as(clerk) }
}

type Clinic = Awaited<ReturnType<typeof withClinic>>

const read = async (call: Clinic['call'], query = november) => {
  const { numbers } = await call(all, { query })
  return Object.fromEntries(
    numbers.map(({ name, rows }) => [
      name,
      Object.fromEntries(rows.map((row) => [`${row.grouping}: ${row.name}`, row.counts])),
    ]),
  )
}

async function bookMany({ db, patient }: Clinic, count: number, given: object = {}) {
  for (let index = 0; index < count; index++)
    await buildAppointment(db, {
      patient_id: patient.id,
      starts_at: new Date(Date.parse('2026-11-02T12:00:00Z') + index * 3_600_000),
      ...given,
    })
}

const aProfessional = `insert into professionals (rut, name, active) values ('111111111', 'Dra. Ortega', true) returning id, name`

const recorded = (attendance: 'attended' | 'missed') => ({ attendance, attendance_at: new Date() })

test('a count below five is hidden together with as many others as its computation from the total would need', () => {
  expect(hideSmallCounts([10, 3, 20, 0])).toEqual({ counts: [null, null, 20, 0], total: 33 })
  expect(hideSmallCounts([4, 2, 20])).toEqual({ counts: [null, null, 20], total: 26 })
  expect(hideSmallCounts([1, 1, 7])).toEqual({ counts: [null, null, null], total: 9 })
  expect(hideSmallCounts([3])).toEqual({ counts: [null], total: null })
  expect(hideSmallCounts([0, 3])).toEqual({ counts: [0, null], total: null })
  expect(hideSmallCounts([5, 6, 0])).toEqual({ counts: [5, 6, 0], total: 11 })
  expect(hideSmallCounts([])).toEqual({ counts: [], total: 0 })
})

test('attendance is counted by specialty and site from what has begun, also of what another system reported as missed', async () => {
  const clinic = await withClinic()
  await bookMany(clinic, 12, { ...recorded('attended'), specialty_code: 102 })
  await bookMany(clinic, 5, {
    ...recorded('missed'),
    specialty_code: 102,
    state: 'cancelled',
    cancelled_at: new Date(),
  })
  await bookMany(clinic, 5, { specialty: 'Dra. Soto', specialty_code: 9_999, office_id: 239 })
  await bookMany(clinic, 7, { state: 'cancelled', cancelled_at: new Date() })
  for (const day of ['2026-10-31T20:00:00Z', '2026-11-27T12:00:00Z'])
    await buildAppointment(clinic.db, { patient_id: clinic.patient.id, starts_at: new Date(day) })
  const sites = await clinic.db.ask<{ id: number; name: string }>(
    'select id, name from offices where id = any($1)',
    [[2, 239]],
  )
  const siteName = (id: number) => `site: ${sites.find((one) => one.id === id)?.name}`
  expect((await read(clinic.call)).attendance).toEqual({
    'all: Todo': [12, 5, 5],
    'specialty: Otras especialidades': [0, 0, 5],
    'specialty: Medicina Interna': [12, 5, 0],
    [siteName(2)]: [12, 5, 0],
    [siteName(239)]: [0, 0, 5],
  })
  await clinic.db.ask('update people set site_ids = array[239] where id = $1', [clinic.clerk.id])
  expect((await read(clinic.call)).attendance?.['all: Todo']).toEqual([0, 0, 5])
})

test('occupancy counts the slots of the last week and the stored days before, and the daily job stores each slot once', async () => {
  const clinic = await withClinic()
  await clinic.db.ask(`with professional as (${aProfessional})
     insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room, taken)
     select id, 2, (select min(code) from services), at, at + interval '20 minutes', 'presencial', '1', extract(minute from at) = 0
     from professional, generate_series('2026-11-16T12:00Z'::timestamptz, '2026-11-16T15:30Z', '30 minutes') at`)
  const total = async () => (await read(clinic.call)).occupancy?.['all: Todo']
  expect(await total()).toEqual([null, 8])
  await clinic.runJob('booking.keepAhead')
  await clinic.runJob('booking.keepAhead')
  expect(await clinic.db.ask('select slots, taken from calendar_days')).toEqual([{ slots: 8, taken: 4 }])
  expect(await total()).toEqual([null, 8])
  await clinic.db.ask('update calendar_days set taken = 6')
  expect(await total()).toEqual([6, 8])
  expect((await read(clinic.call, { desde: '2026-10', hasta: '2026-10' })).occupancy).toEqual({})
})

test('a slot is recovered when the patient who waited books the offer', async () => {
  const { db, call, patient } = await withClinic()
  await db.ask(
    `with professional as (${aProfessional}), service as (select min(code) as code from services),
     wait as (
       insert into waiting_list (person_id, patient_id, service_code, state, created_at, ended_at)
       select $1::int, $1::int, code, case when i > 6 then 'ended' else 'served' end, '2026-11-10T12:00Z', '2026-11-12T12:00Z'
       from service, generate_series(1, 12) i returning id),
     numbered as (select id, row_number() over (order by id) as i from wait),
     offer as (
       insert into waiting_offers (waiting_id, professional_id, starts_at, offered_at)
       select n.id, p.id, '2026-11-20T12:00Z'::timestamptz + i * interval '1 hour', '2026-11-11T12:00Z' from numbered n, professional p)
     insert into appointments (patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
       office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select $1::int, p.id, '1-9', p.name, 363, 'x', 'x', 2, 'x', 'x', 'presencial', at, at + interval '20 minutes', 'booked', '2026-11-11T13:00Z'
     from professional p, generate_series('2026-11-20T13:00Z'::timestamptz, '2026-11-20T18:00Z', '1 hour') at`,
    [patient.id],
  )
  expect((await read(call)).waiting?.['all: Todo']).toEqual([12, 0, 12, 6])
  expect((await read(call, { desde: '2026-10', hasta: '2026-10' })).waiting).toEqual({})
})

test('answers are counted by department and a request that nobody answered is late once its time is over', async () => {
  const { db, call, patient } = await withClinic()
  const arrive = (count: number, due: string, answered: string | null) =>
    db.ask(
      `insert into document_requests (requester_id, patient_id, document_kind_id, comment, state, answered_at, answer, created_at, due_at)
       select $1::int, $1::int, (select min(id) from document_kinds), 'x', $4::text, $3::timestamptz,
         case when $3::timestamptz is null then null else 'x' end, '2026-11-20T12:00Z', $2::timestamptz
       from generate_series(1, $5::int)`,
      [patient.id, due, answered, answered === null ? 'pendiente' : 'respondida', count],
    )
  await arrive(6, '2026-11-22T12:00Z', '2026-11-21T12:00Z')
  await arrive(5, '2026-11-22T12:00Z', '2026-11-23T12:00Z')
  await arrive(2, '2026-11-22T12:00Z', null)
  await arrive(8, '2026-12-22T12:00Z', null)
  expect((await read(call)).answers).toEqual({
    'all: Todo': [6, 7, 8],
    'department: Solicitud de documento': [6, 7, 8],
  })
})

test('validations are in time by the moment that was promised, and the file has the same rows as the page', async () => {
  const { db, call, clerk, patient } = await withClinic()
  await db.ask(
    `insert into validation_decisions (person_id, decided_by, approved, decided_at, due_at)
     select $1::int, $2::int, true, '2026-11-20T12:00Z', case when i <= 9 then '2026-11-21T12:00Z'::timestamptz
       when i <= 15 then '2026-11-19T12:00Z' end from generate_series(1, 20) i`,
    [patient.id, clerk.id],
  )
  expect((await read(call)).validations).toEqual({ 'all: Todo': [9, 6] })
  const { name, csv } = await call(file, { params: { name: 'validations' }, query: november })
  expect([name, csv.split('\r\n').slice(0, 2)]).toEqual([
    'validations-2026-11-2026-11.csv',
    ['\uFEFF"Por","Nombre","A tiempo","Fuera de plazo","A tiempo (%)"', '"","Todo","9","6","60"'],
  ])
})

test('staff see the numbers whose lists they may open, and no others', async () => {
  const { db, as, person } = await withClinic()
  const withSet = async (set: string) => {
    const staff = await person({ rol: 'ADMIN_ROLE' })
    await db.ask('update people set permission_set = $2 where id = $1', [staff.id, set])
    return as(staff)
  }
  const inbox = await withSet('requests-desk')
  expect(Object.keys(await read(inbox))).toEqual(['answers'])
  await expectRejected(inbox(file, { params: { name: 'attendance' }, query: november }), 404)
  const desk = await withSet('front-desk')
  expect(Object.keys(await read(desk))).toEqual(['attendance', 'occupancy', 'waiting', 'validations'])
  await expectRejected((await as(await person()))(all, { query: november }), 403)
})

test.each([
  [{ desde: '2026-11', hasta: '2026-10' }, 'El período termina antes de comenzar'],
  [{ desde: '2025-11', hasta: '2026-11' }, 'Elige como máximo 12 meses'],
  [{ desde: '2026-1', hasta: '2026-10' }, 'Elige desde qué mes'],
  [{ desde: '2026-10', hasta: '2026-13' }, 'Elige hasta qué mes'],
])('the period %j is rejected at its field', async (query, msg) => {
  const { call } = await withClinic()
  await expectRejected(call(all, { query }), 400, { fieldErrors: [{ msg }] })
})
