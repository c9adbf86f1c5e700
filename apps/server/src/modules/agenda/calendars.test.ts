import { calendarImportEndpoints } from '@mi-portal/contract/agenda/calendar-import'
import { professionalEndpoints, type WeeklyBlock } from '@mi-portal/contract/agenda/professionals'
import type { Call } from '@mi-portal/contract/calls/client'
import { formatRun } from '@mi-portal/contract/values/run'
import { expect, test } from 'vitest'
import type { TestDatabase } from '../../../test/ask.ts'
import {
  bookSlot,
  buildProfessional,
  findSlots,
  openAgenda,
  openCalendars,
} from '../../../test/booking/calendar.ts'
import { buildRun } from '../../../test/build.ts'
import { startPortal, startServer } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'

const block: WeeklyBlock = {
  weekday: 1,
  starts: '09:00',
  ends: '10:00',
  office_id: 2,
  specialty: '101',
  slot_minutes: 30,
  room: 'piso 4, consulta 401',
  modality: 'presencial',
  valid_from: '2026-11-01',
  valid_to: null,
  on_holidays: false,
}

async function withStaff() {
  const portal = await startPortal()
  await openCalendars(portal)
  const staff = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const rival = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  return { portal, db: portal.db, staff, rival }
}

const create = (
  call: Call,
  schedules: WeeklyBlock[] = [block],
  name = 'Dra. Eva Soto Ruiz',
  rut = buildRun(),
) => call(professionalEndpoints.create, { body: { rut: formatRun(rut), name, schedules } })
const fieldError = async (rejected: Promise<unknown>) => {
  const { status, fieldErrors } = await getRejection(rejected)
  return [status, fieldErrors[0]?.param, fieldErrors[0]?.msg]
}
const mondays = (db: TestDatabase, id: number) =>
  db
    .ask<{ at: string }>(
      `select to_char(starts_at at time zone 'America/Santiago', 'HH24:MI') as at from slots
     where professional_id = $1 and starts_at >= '2026-11-30' and starts_at < '2026-12-01' order by 1`,
      [id],
    )
    .then((rows) => rows.map((row) => row.at))

test('a professional is created with a weekly calendar, is found by name and RUN, and can be booked at once', async () => {
  const { portal, db, staff } = await withStaff()
  const rut = buildRun()
  const { professional } = await create(staff, [block], 'Dra. Evangelina Soto Ruiz', rut)
  expect(professional).toMatchObject({
    rut,
    active: true,
    specialties: [{ code: '101', name: expect.any(String) }],
    schedules: [{ ...block, id: expect.any(Number) }],
  })
  expect(await mondays(db, professional.id)).toEqual(['09:00', '09:30'])
  for (const filter of ['soto evangelina', 'EVANGELÍNA', formatRun(rut), rut.slice(0, 6)]) {
    const { professionals, total } = await staff(professionalEndpoints.professionals, { query: { filter } })
    expect([filter, total, professionals[0]?.id]).toEqual([filter, 1, professional.id])
  }
  expect((await staff(professionalEndpoints.professionals, { query: { filter: 'nadie' } })).total).toBe(0)
  const patient = await openAgenda(portal, await portal.person())
  expect(await findSlots(patient, { to: '2026-11-30', rut_professional: rut })).toHaveLength(2)
  expect(await db.listAuditEvents('agenda.create')).toMatchObject([
    { action: 'agenda.create', object: `professional=${professional.id}`, patient_id: null },
  ])
})

test('a professional with a known or invalid RUN or overlapping times is rejected', async () => {
  const { portal, staff } = await withStaff()
  const rut = buildRun()
  await create(staff, [block], 'Dra. Uno', rut)
  const attempt = (schedules: object[], body: object = {}) =>
    fieldError(
      staff(professionalEndpoints.create, {
        body: { rut: buildRun(), name: 'Dr. Dos', schedules: schedules as WeeklyBlock[], ...body },
      }),
    )
  const own = { ...block, room: 'piso 8' }
  for (const [schedules, body, expected] of [
    [[], { rut }, [400, 'rut', 'Ya existe un profesional con ese RUT']],
    [[], { rut: '12345678-9' }, [400, 'rut', 'Digita RUT válido']],
    [[], { name: ' ' }, [400, 'name', 'Digita Nombre']],
    [
      [own, { ...own, starts: '09:30', ends: '11:00' }],
      {},
      [400, 'schedules', 'Dos bloques del calendario se superponen'],
    ],
    [[block], {}, [409, 'schedules', 'Esa sala ya está ocupada por otro profesional en ese horario']],
  ] as const)
    expect(await attempt([...schedules], body)).toEqual(expected)
  expect(await portal.db.ask('select name from professionals')).toEqual([{ name: 'Dra. Uno' }])
})

test('editing a calendar keeps the ids of remaining slots and lists appointments outside of the new week; an inactive professional has no slots', async () => {
  const { portal, db, staff } = await withStaff()
  const { professional } = await create(staff)
  const patient = await portal.person({ first_name: 'Camila' })
  const call = await openAgenda(portal, patient)
  const search = { from: '2026-11-30', to: '2026-11-30', rut_professional: professional.rut }
  const slots = await findSlots(call, search)
  await bookSlot(call, patient, search)
  const { professional: changed, outside } = await staff(professionalEndpoints.edit, {
    params: { id: professional.id },
    body: {
      name: 'Dra. Eva Soto Ríos',
      active: true,
      schedules: [{ ...block, starts: '09:30', ends: '11:00', specialty: '102' }],
      updated_at: professional.updated_at,
    },
  })
  expect(changed).toMatchObject({ name: 'Dra. Eva Soto Ríos', specialties: [{ code: '102' }] })
  expect(await mondays(db, professional.id)).toEqual(['09:30', '10:00', '10:30'])
  const remaining = 'select id from slots where id = any($1::int[])'
  expect(await db.ask(remaining, [slots.map(({ id }) => id)])).toEqual([{ id: slots[1]?.id }])
  expect(outside).toMatchObject([{ patient_full_name: 'Camila Tapia Lagos', outside: true }])
  expect(await db.ask(`select state from appointments`)).toEqual([{ state: 'booked' }])
  const deactivate = (id: number) =>
    staff(professionalEndpoints.edit, {
      params: { id },
      body: { name: changed.name, active: false, schedules: [block] },
    })
  await deactivate(professional.id)
  expect(await mondays(db, professional.id)).toEqual([])
  await expectRejected(deactivate(9999), 404)
})

test('two concurrent edits of a professional save one, and reject the other with 409', async () => {
  const { portal, staff } = await withStaff()
  const { professional } = await create(staff)
  const second = await startServer(portal.db, portal.clock)
  const rival = await second.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const edit = (call: Call, name: string) =>
    call(professionalEndpoints.edit, {
      params: { id: professional.id },
      body: { name, active: true, schedules: [block], updated_at: professional.updated_at },
    })
  const both = await Promise.allSettled([edit(staff, 'Dra. Primera'), edit(rival, 'Dra. Segunda')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await fieldError(edit(rival, 'Dra. Tercera'))).toEqual([
    409,
    undefined,
    'Los datos cambiaron mientras los editabas. Actualiza la página y vuelve a intentar',
  ])
  const now = await staff(professionalEndpoints.professional, { params: { id: professional.id } })
  expect(['Dra. Primera', 'Dra. Segunda']).toContain(now.professional.name)
})

const heading = 'rut;nombre;dia;desde;hasta;sede;especialidad;minutos;sala;modalidad;vigente_desde'
const [first, second] = [buildRun(), buildRun()]
const lines = [
  `${formatRun(first)};Dra. Sofía Núñez Peña;Miércoles;9:00;13:00;PROVIDENCIA;101;30;piso 5, consulta 501;presencial;01/11/2026`,
  `${formatRun(first)};Dra. Sofía Núñez Peña;jueves;15:00;18:00;Maipú;101;20;;Telemedicina;2026-11-01`,
  `${formatRun(second)};Dr. Iván Ñáñez Ríos;Sábado;09:00;12:00;maipu;101;15;piso 1;;`,
]
const utf8 = (text: string) => Buffer.from(text, 'utf-8').toString('base64')
const preview = (call: Call, content: string) =>
  call(calendarImportEndpoints.previewImport, { body: { content } })
const write = (call: Call, content: string) => call(calendarImportEndpoints.runImport, { body: { content } })
const counts = async (db: TestDatabase) =>
  (
    await db.ask<{ professionals: number; schedules: number }>(
      `select (select count(*)::int from professionals) as professionals, (select count(*)::int from schedules) as schedules`,
    )
  )[0]

test('a calendar file is previewed without writing, then written as a whole, and changes nothing a second time', async () => {
  const { portal, db, staff } = await withStaff()
  const content = utf8([heading, ...lines].join('\r\n'))
  const { plan } = await preview(staff, content)
  expect(plan).toMatchObject({ new_professionals: 2, new_blocks: 3, unchanged: 0, faulty: 0 })
  expect(plan.lines[0]).toEqual({
    row: 2,
    rut: first,
    name: 'Dra. Sofía Núñez Peña',
    what: 'Miércoles · 9:00–13:00 · Medicina General · Providencia',
    state: 'new',
    errors: [],
  })
  expect(await counts(db)).toEqual({ professionals: 0, schedules: 0 })
  expect((await write(staff, content)).plan).toEqual(plan)
  expect(await counts(db)).toEqual({ professionals: 2, schedules: 3 })
  const patient = await openAgenda(portal, await portal.person())
  const slots = await findSlots(patient, { from: '2026-12-02', to: '2026-12-02', rut_professional: first })
  expect(slots).toHaveLength(8)
  portal.clock.advance({ days: 3 })
  const later = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  expect((await write(later, content)).plan).toMatchObject({ new_blocks: 0, unchanged: 3 })
  expect(await counts(db)).toEqual({ professionals: 2, schedules: 3 })
  expect(await db.listAuditEvents('agenda.import')).toMatchObject([
    { detail: { new_professionals: 2, new_blocks: 3 } },
  ])
})

test('a calendar file with a wrong row writes nothing, and the errors of all rows are listed', async () => {
  const { db, staff } = await withStaff()
  const known = await buildProfessional(db, { name: 'Dra. Conocida', weekdays: [2], room: 'piso 9' })
  const before = await counts(db)
  const row = (part: Record<string, string>) => {
    const cells: Record<string, string> = {
      ...{ rut: formatRun(buildRun()), nombre: 'Dr. Nuevo', dia: 'lunes', desde: '09:00', hasta: '10:00' },
      ...{ sede: 'MAIPU', especialidad: '101', minutos: '30', sala: `sala ${buildRun()}` },
      ...{ modalidad: '', vigente_desde: '', ...part },
    }
    return heading
      .split(';')
      .map((column) => cells[column])
      .join(';')
  }
  const twin = formatRun(buildRun())
  const wrong: [Record<string, string>, string][] = [
    ...['rut', 'dia', 'desde', 'hasta', 'sede', 'especialidad', 'minutos'].map(
      (column): [Record<string, string>, string] => [{ [column]: 'x' }, column],
    ),
    [{ nombre: '' }, 'nombre'],
    [{ hasta: '08:00' }, 'hasta'],
    [{ minutos: '90' }, 'minutos'],
    [{ sala: '' }, 'sala'],
    [{ modalidad: 'teléfono' }, 'modalidad'],
    [{ vigente_desde: '31/02/2027' }, 'vigente_desde'],
    [{ rut: known.rut }, 'dia'],
    [{ rut: known.rut, nombre: 'dra. conocida', dia: 'martes' }, 'dia'],
    [{ dia: 'martes', sede: 'PROVIDENCIA', sala: 'piso 9' }, 'dia'],
  ]
  const cases = wrong.map(([part, column]): [string, string] => [row(part), column])
  cases.push([`${row({})};más`, 'rut'])
  const text = [
    heading,
    ...cases.map(([line]) => line),
    row({ rut: twin }),
    row({ rut: twin, desde: '09:30', hasta: '11:00' }),
  ].join('\n')
  const { plan } = await preview(staff, utf8(text))
  expect(plan.lines.slice(0, cases.length).map(({ row: at, errors }) => [at, errors[0]?.column])).toEqual(
    cases.map(([, column], index) => [index + 2, column]),
  )
  expect(plan.lines.slice(-2).map(({ state, errors }) => [state, errors[0]?.msg])).toEqual([
    ['new', undefined],
    ['error', `Se superpone con la fila ${cases.length + 2}`],
  ])
  expect(plan.faulty).toBe(cases.length + 1)
  const rejected = await getRejection(write(staff, utf8(text)))
  expect([rejected.status, rejected.fieldErrors[0]]).toEqual([
    400,
    { param: 'content', msg: 'Fila 2: Digita RUT válido' },
  ])
  expect(await counts(db)).toEqual(before)
})

test('a calendar file that two members of staff import concurrently is written once', async () => {
  const { db, staff, rival } = await withStaff()
  const content = utf8([heading, ...lines].join('\n'))
  const both = await Promise.allSettled([write(staff, content), write(rival, content)])
  const plans = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.plan.new_blocks] : []))
  expect(plans.sort()).toEqual([0, 3])
  expect(await counts(db)).toEqual({ professionals: 2, schedules: 3 })
})
