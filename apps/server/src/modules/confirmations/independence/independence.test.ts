import { accountSecurityEndpoints, staffAccountEndpoints } from '@mi-portal/contract/account-security'
import { confirmationEndpoints } from '@mi-portal/contract/confirmations'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { staffPermissionEndpoints } from '@mi-portal/contract/permissions/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { expect, test } from 'vitest'
import { insertRow } from '../../../../test/ask.ts'
import { openPortal, type PortalOptions, startPortal } from '../../../../test/portal.ts'
import { expectRejected, getRejection, getStatus } from '../../../../test/rejection.ts'

const { confirm, list, reject } = confirmationEndpoints

/** A patient with a second factor, whose removal staff request, and members of staff by their first names. */
async function withStaff(names: readonly string[], options: PortalOptions = {}) {
  const portal = await startPortal(options)
  const { db, clock } = portal
  const patient = await portal.person({ first_name: 'Camila', email: 'camila@ejemplo.cl' })
  const factor = { person_id: patient.id, secret: 'x', created_at: clock.now(), confirmed_at: clock.now() }
  await insertRow(db, 'second_factors', factor)
  const staff = await Promise.all(
    names.map(async (first_name) => {
      const person = await portal.person({
        rol: 'SUPER_ADMIN_ROLE',
        first_name,
        last_name: 'Soto',
        second_name: '',
        email: `${first_name.toLowerCase()}@clinica.cl`,
      })
      return { ...person, call: await portal.as(person) }
    }),
  )
  const get = (first_name: string) => {
    const found = staff.find((one) => one.first_name === first_name)
    if (found === undefined) throw new Error(`there is no ${first_name}`)
    return found
  }
  const request = (name: string) =>
    get(name).call(staffAccountEndpoints.resetSecondFactor, { params: { id: patient.id } })
  const seen = async (name: string) => (await get(name).call(list)).confirmations[0]
  const confirmAs = async (name: string) => {
    const waiting = await db.ask<{ id: number }>(
      'select id from pending_confirmations order by id desc limit 1',
    )
    return get(name).call(confirm, { params: { id: waiting[0]?.id ?? 0 } })
  }
  const hasFactor = async () => (await db.ask('select 1 from second_factors')).length > 0
  /** Writes the entry of an act of one member of staff on the account of another. */
  const act = (
    by: string,
    about: string,
    action: string,
    detail: object = {},
    object: string | null = null,
    daysAgo = 0,
  ) =>
    insertRow(db, 'audit_events', {
      at: new Date(clock.now().getTime() - daysAgo * 86_400_000),
      ...{ actor_id: get(by).id, actor_role: 'SUPER_ADMIN_ROLE', action, object, detail },
      patient_id: get(about).id,
    })
  return { ...portal, patient, get, request, seen, confirmAs, hasFactor, act }
}

/** What one member of staff can do to the account of another, as the audit log names it. */
const acts = [
  ['users.create', {}, null],
  ['users.enable', {}, null],
  ['account.unlock', {}, null],
  ['account.giveResetCode', {}, null],
  ['users.edit', { changed: ['email'] }, null],
  ['users.edit', { changed: ['password'] }, null],
  ['confirmations.confirm', {}, 'kind=second-factor-reset'],
] as const

test('a change is not confirmed by an account that its requester created, unlocked or opened otherwise in the last 30 days, nor the other way round', async () => {
  const colleagues = acts.flatMap((_, index) => [`De${index}`, `Por${index}`])
  const { request, seen, confirmAs, act, hasFactor, get } = await withStaff([
    'Ana',
    'Beto',
    'Carla',
    ...colleagues,
  ])
  await request('Ana')
  for (const [index, [action, detail, object]] of acts.entries()) {
    // A confirmed change is the act of its requester.
    await act('Carla', `De${index}`, action, { ...detail, requested_by: get('Ana').id }, object)
    await act(`Por${index}`, 'Ana', action, detail, object)
    for (const name of [`De${index}`, `Por${index}`]) {
      const rejected = await getRejection(confirmAs(name))
      expect([action, name, rejected.status, rejected.message]).toEqual([
        ...[action, name, 403],
        expect.stringMatching(/^No puedes confirmar este cambio\. .*Pueden confirmarlo .* Soto/),
      ])
      expect(await seen(name)).toMatchObject({ may_decide: true, not_confirmable: rejected.message })
    }
  }
  expect((await getRejection(confirmAs('De0'))).message).toMatch(
    /Pueden confirmarlo (Beto Soto o Carla|Carla Soto o Beto) Soto$/,
  )
  for (const name of ['Beto', 'Carla']) await act('Ana', name, 'account.unlock')
  expect((await getRejection(confirmAs('Beto'))).message).toContain(
    'Por ahora nadie más del equipo puede confirmarlo',
  )
  expect(await hasFactor()).toBe(true)
})

test('an older act on the account of a colleague, or a change of another field, leaves two members of staff independent', async () => {
  const { request, confirmAs, act, hasFactor } = await withStaff(['Ana', 'Beto'])
  await request('Ana')
  await act('Ana', 'Beto', 'account.unlock', {}, null, 30)
  await act('Ana', 'Beto', 'users.edit', { changed: ['phone'] })
  await act('Ana', 'Beto', 'account.lock')
  await confirmAs('Beto')
  expect(await hasFactor()).toBe(false)
})

test('an account younger than seven days confirms nothing and may reject, except in a demonstration', async () => {
  for (const [DEMO, days, status] of [
    ['false', 6.9, 403],
    ['false', 7, 200],
    ['true', 0, 200],
  ] as const) {
    const portal = await withStaff(['Ana', 'Beto', 'Carla'], { environment: { DEMO } })
    const { request, confirmAs, seen, clock, get, db } = portal
    const created = new Date(clock.now().getTime() - days * 86_400_000)
    await db.ask('update people set date_creation = $2 where id = $1', [get('Beto').id, created])
    await request('Ana')
    expect([DEMO, days, await getStatus(confirmAs('Beto'))]).toEqual([DEMO, days, status])
    if (status === 200) continue
    expect((await seen('Beto'))?.not_confirmable).toContain('menos de 7 días. Puede confirmarlo Carla Soto')
    const params = { id: (await seen('Beto'))?.id ?? 0 }
    await get('Beto').call(reject, { params, body: { reason: 'not-needed' } })
  }
})

test('what a member of staff requested is dropped when the account is disabled, locked or may do less, and no longer confirmed', async () => {
  const portal = await withStaff(['Ana', 'Beto', 'Carla'])
  const { request, confirmAs, hasFactor, get, db } = portal
  const { call } = get('Carla')
  const params = { id: get('Ana').id }
  const narrow = async () => {
    const { updated_at } = await call(staffPermissionEndpoints.one, { params })
    const body = { permission_set: 'content-editor' as const, sites: null, updated_at }
    await call(staffPermissionEndpoints.edit, { params, body })
  }
  for (const end of [
    () => call(userEndpoints.disable, { params }),
    () => call(staffAccountEndpoints.lock, { params, body: { reason: 'suspicious-use' } }),
    narrow,
  ]) {
    await request('Ana')
    await end()
    await expectRejected(confirmAs('Beto'), 409, 'Esta solicitud ya fue resuelta')
    await db.ask(
      `update people set rol = 'SUPER_ADMIN_ROLE', permission_set = null, status = 1, locked_at = null where id = $1`,
      [params.id],
    )
    get('Ana').call = await portal.as(get('Ana'))
  }
  expect(await hasFactor()).toBe(true)
  await request('Ana')
  // A server that knew nothing of the rule left the request waiting.
  await db.ask(`update people set permission_set = 'content-editor', rol = 'ADMIN_ROLE' where id = $1`, [
    params.id,
  ])
  await expectRejected(confirmAs('Beto'), 409, {
    message: expect.stringContaining('Quien pidió este cambio ya no puede pedirlo'),
  })
})

test('with one member of staff a change waits 24 hours, is mailed to the patient and the super administrators, and takes effect once', async () => {
  const portal = await withStaff(['Ana'])
  const { request, hasFactor, db, clock, runJob, seen, patient } = portal
  await request('Ana')
  expect(await seen('Ana')).toMatchObject({ effective_at: '2026-11-27T15:00:00.000Z', may_decide: false })
  const announced = (await db.listMails()).map(({ template, recipient }) => [template, recipient])
  expect(announced).toEqual([
    ['confirmations.changeAnnounced', patient.email],
    ['confirmations.waitsAlone', 'ana@clinica.cl'],
  ])
  clock.advance({ hours: 23, minutes: 59 })
  expect(await runJob('confirmations.makeDue')).toEqual({ made: 0 })
  clock.advance({ minutes: 1 })
  const other = await openPortal(db, clock)
  const made = await Promise.all([runJob('confirmations.makeDue'), other.runJob('confirmations.makeDue')])
  await other.app.close()
  expect(made.map((one) => ('made' in one ? one.made : null)).sort()).toEqual([0, 1])
  expect(await hasFactor()).toBe(false)
  expect(await db.listAuditEvents('confirmations.confirm')).toMatchObject([
    { actor_role: 'system', detail: { alone: true } },
  ])
})

test('with one member of staff no mail tells the account of a minor that a protection measure ends', async () => {
  const { get, db, person } = await withStaff(['Ana'])
  const { id } = await person({ date_birth: '2016-11-20', email: 'hija@ejemplo.cl' })
  const change = (isProtected: boolean) =>
    get('Ana').call(guardianshipEndpoints.protect, {
      params: { patient_id: id },
      body: { protected: isProtected },
    })
  await change(true)
  await change(false)
  expect((await db.listMails()).map(({ template, recipient }) => [template, recipient])).toEqual([
    ['confirmations.waitsAlone', 'ana@clinica.cl'],
  ])
})

test('a change without another confirmer is stopped by the owner, by its requester, and by another member of staff who can confirm it', async () => {
  const portal = await withStaff(['Ana'])
  const { request, hasFactor, db, clock, runJob, seen, get, anonymous, person } = portal
  await request('Ana')
  const [mail] = await db.listMails(portal.patient.id)
  const token = /\/no-fui-yo\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? ''
  await anonymous(accountSecurityEndpoints.reportByLink, { body: { token } })
  expect(await seen('Ana')).toBeUndefined()
  await request('Ana')
  await get('Ana').call(confirmationEndpoints.withdraw, { params: { id: (await seen('Ana'))?.id ?? 0 } })
  await request('Ana')
  await person({ rol: 'ADMIN_ROLE' })
  clock.advance({ hours: 24 })
  expect(await runJob('confirmations.makeDue')).toEqual({ made: 0 })
  expect(await hasFactor()).toBe(true)
  expect(await db.ask('select effective_at from pending_confirmations order by id desc limit 1')).toEqual([
    { effective_at: null },
  ])
})

test('a requester who locks or unlocks the only colleague still needs that colleague', async () => {
  const { request, seen, act, get, db } = await withStaff(['Ana', 'Beto'])
  await act('Ana', 'Beto', 'account.unlock')
  await db.ask('update people set locked_at = now() where id = $1', [get('Beto').id])
  await request('Ana')
  expect((await seen('Ana'))?.effective_at).toBeNull()
})

test('in the first week of an installation neither of two new accounts confirms for the other, and what they request takes effect after 24 hours, unless a colleague of longer standing can confirm it', async () => {
  for (const isFirstWeek of [true, false]) {
    const portal = await withStaff(['Ana', 'Beto', 'Carla'], { environment: { DEMO: 'false' } })
    const { request, confirmAs, hasFactor, act, get, db, clock, runJob } = portal
    const isNew = isFirstWeek ? ['Ana', 'Beto', 'Carla'] : ['Ana', 'Beto']
    for (const name of isNew)
      await db.ask('update people set date_creation = $2 where id = $1', [get(name).id, clock.now()])
    await act('Ana', 'Beto', 'users.create')
    await request('Ana')
    await expectRejected(confirmAs('Beto'), 403)
    clock.advance({ hours: 24 })
    expect(await runJob('confirmations.makeDue')).toEqual({ made: isFirstWeek ? 1 : 0 })
    expect(await hasFactor()).toBe(!isFirstWeek)
  }
})
