import { auditEndpoints } from '@mi-portal/contract/audit'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { describeObject, detailText } from './audit.rules.ts'

const { export: exported, list } = auditEndpoints

async function withAuditLog() {
  const portal = await startPortal()
  const boss = await portal.person({ rol: 'SUPER_ADMIN_ROLE', first_name: 'Rodrigo' })
  const admin = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea Paz', last_name: 'Morales' })
  const camila = await portal.person({
    first_name: 'Camila',
    last_name: 'Muñoz',
    document_number: '123456785',
  })
  const paula = await portal.person({ first_name: 'Paula', last_name: 'Leiva' })
  portal.clock.set('2026-11-24T15:00:00Z')
  await (await portal.as(camila))(peopleEndpoints.self)
  await (await portal.as(paula))(peopleEndpoints.self)
  portal.clock.set('2026-11-25T15:00:00Z')
  await (await portal.as(admin))(userEndpoints.disable, { params: { id: camila.id } })
  portal.clock.set('2026-11-26T15:00:00Z')
  const call = await portal.as(boss)
  /** Returns the entries found, without those that the search itself wrote. */
  const found = async (body: object) =>
    (await call(list, { body })).events
      .filter(({ action }) => action !== 'audit.search')
      .map(({ action, patient }) => `${action} ${patient?.name ?? ''}`.trim())
  return { ...portal, boss, admin, camila, paula, call, found }
}

test('the audit log is listed latest first, with labels and the values before and after', async () => {
  const { call, admin, camila } = await withAuditLog()
  const { events, total } = await call(list, { body: {} })
  expect(total).toBe(3)
  expect(events[0]).toMatchObject({
    at: '2026-11-25T15:00:00.000Z',
    actor: { id: admin.id, name: 'Andrea Paz Morales Lagos' },
    actor_role: 'ADMIN_ROLE',
    action: 'users.disable',
    action_name: 'Deshabilitó su cuenta',
    patient: { id: camila.id, name: 'Camila Muñoz Lagos' },
    outcome: 'done',
    ip: '127.0.0.1',
    detail: 'estado: Habilitado → Deshabilitado',
  })
})

test('the audit log is searched by person, member of staff, action and day', async () => {
  const { found, admin, camila, paula } = await withAuditLog()
  expect(await found({ person: 'munoz camila' })).toEqual([
    'users.disable Camila Muñoz Lagos',
    'people.read Camila Muñoz Lagos',
  ])
  expect(await found({ person: '12.345.678-5' })).toHaveLength(2)
  expect(await found({ patient_id: paula.id })).toEqual(['people.read Paula Leiva Lagos'])
  expect(await found({ staff: 'morales' })).toEqual(['users.disable Camila Muñoz Lagos'])
  expect(await found({ actor_id: admin.id, person: 'paula' })).toEqual([])
  expect(await found({ action: 'people.read' })).toHaveLength(2)
  expect(await found({ from: '2026-11-25', to: '2026-11-25' })).toEqual(['users.disable Camila Muñoz Lagos'])
  expect(await found({ to: '2026-11-24', patient_id: camila.id })).toEqual(['people.read Camila Muñoz Lagos'])
  expect(await found({ outcome: 'refused' })).toEqual([])
  expect(await found({ person: 'nadie' })).toEqual([])
})

test('a period finds the same entries as a full scan, also after a clock was set back', async () => {
  const { db, call } = await withAuditLog()
  // A day and a half, then a clock that is half a year behind, then the right time again.
  for (const [start, count] of [
    ['2026-01-01', 12_000],
    ['2025-06-15', 2_500],
    ['2025-12-31', 6_000],
    ['2026-01-04', 1_400],
  ] as const)
    await db.ask(`insert into audit_events (at, actor_role, action, outcome)
        select timestamptz '${start}' + g * interval '10 seconds', 'system',
          case when g % 70 = 1 then 'family.leave' else 'users.list' end, case when g % 11 = 0 then 'refused' else 'done' end
        from generate_series(1, ${count}) g`)
  const searches: { from?: string; to?: string; action?: string; outcome?: 'refused' }[] = [
    { from: '2026-01-01', to: '2026-01-01' },
    { from: '2026-01-02', to: '2026-01-03', action: 'family.leave' },
    { to: '2025-12-31' },
    { to: '2025-12-31', outcome: 'refused' },
    { from: '2026-01-03', action: 'family.leave' },
    { from: '2025-06-01', to: '2025-06-30' },
    { from: '2027-06-01' },
  ]
  for (const { from = null, to = null, action = null, outcome = null } of searches)
    for (const page of [1, 3]) {
      const expected = await db.ask<{ id: number }>(
        `select id from audit_events where ($1::text is null or action = $1) and ($2::text is null or outcome = $2)
             and ($3::date is null or at >= $3::date::timestamp at time zone 'America/Santiago')
             and ($4::date is null or at < ($4::date + 1)::timestamp at time zone 'America/Santiago')
           order by at desc, id desc limit 100 offset $5`,
        [action, outcome, from, to, (page - 1) * 100],
      )
      const body = { action, outcome, from, to, page, limit: 100 }
      const { events } = await call(list, { body })
      expect(
        events.map(({ id }) => id),
        JSON.stringify(body),
      ).toEqual(expected.map(({ id }) => Number(id)))
    }
})

test('the read of a list is one entry with everyone inside, and a search for a person finds only that person in it', async () => {
  const { as, admin, call, camila, paula } = await withAuditLog()
  const staff = await as(admin)
  await staff(userEndpoints.list, { body: { filter: 'ejemplo' } })
  await staff(userEndpoints.list, { body: { filter: 'leiva' } })
  const found = async (body: object) =>
    (await call(list, { body: { action: 'users.list', ...body } })).events.map(({ patients }) =>
      patients.map(({ id }) => id).sort((one, other) => one - other),
    )
  expect(await found({})).toEqual([[paula.id], [camila.id, paula.id]])
  expect(await found({ person: 'camila' })).toEqual([[camila.id]])
  expect((await call(list, { body: { action: 'users.list' } })).total).toBe(2)
})

test('a search is audited with its reader and the people concerned, without the typed words', async () => {
  const { call, camila, boss, db } = await withAuditLog()
  await call(list, { body: { person: 'camila', action: 'people.read', from: '2026-11-24' } })
  const rows = await db.listAuditEvents('audit.search')
  expect(rows).toMatchObject([
    { actor_id: boss.id, patient_id: camila.id, detail: { action: 'people.read', from: '2026-11-24' } },
  ])
})

test('the export contains no cell that a spreadsheet takes for a formula', async () => {
  const { call, camila, db, clock, person, as } = await withAuditLog()
  await db.ask(`update people set first_name = '=HYPERLINK("http://x")' where id = ${camila.id}`)
  await (await as(await person({ first_name: '+56 9' })))(peopleEndpoints.self)
  clock.advance({ minutes: 1 })
  const { csv, rows, name } = await call(exported, { body: {} })
  expect([name, rows]).toEqual(['registro-2026-11-26.csv', 4])
  expect(csv.startsWith('\uFEFF"Fecha","Hora","Quién"')).toBe(true)
  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain('"\'+56 9 Tapia Lagos"')
  expect(lines[2]).toBe(
    '"25/11/2026","12:00:00","Andrea Paz Morales Lagos","Administrador","Deshabilitó su cuenta","users.disable",' +
      '"\'=HYPERLINK(""http://x"") Muñoz Lagos","","Hecho","127.0.0.1","estado: Habilitado → Deshabilitado"',
  )
  expect(await db.listAuditEvents('audit.export')).toHaveLength(1)
})

test('the detail shows what changed, also fields whose values are not stored', () => {
  expect(
    detailText({ changed: ['phone', 'file'], before: { phone: null }, after: { phone: '•••••222' } }),
  ).toBe('teléfono: — → •••••222; fotografía: cambió')
  expect(detailText({ matter: 'contact', may_book: true })).toBe('tema: contacto; puede reservar: sí')
  const masked = { email: 'ca•••••@ejemplo.cl' }
  expect(detailText({ before: masked, after: masked })).toBe('e-mail: cambió (ca•••••@ejemplo.cl)')
  expect(
    detailText({
      before: { permission_set: 'super-administrator', sites: null },
      after: { permission_set: 'front-desk', sites: ['Maipú'] },
    }),
  ).toBe('permisos: Superadministración → Mesón; sedes: todas → Maipú')
  expect(detailText(null)).toBe('')
  expect(detailText({ refusal: 'wrongPassword', way: 'password', requested_by: 3 })).toBe(
    'rechazo: Usuario o contraseña inválida; forma: contraseña; pidió N°: 3',
  )
  expect(describeObject('link=5 leader=7')).toBe('vínculo 5, líder N° 7')
  expect(describeObject('matter=contact')).toBe('tema contacto')
})
