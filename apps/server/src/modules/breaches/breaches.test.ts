import { breachEndpoints } from '@mi-portal/contract/breaches'
import { expect, test } from 'vitest'
import { buildLink } from '../../../test/build.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { createLogger } from '../../platform/logger.ts'
import { sealEntries } from '../audit/seals/seal-entries.ts'

const draft = {
  nature: 'Una cuenta del personal fue usada sin autorización',
  ...{ effects: 'Alguien pudo ver datos de contacto', data_categories: 'Datos de contacto' },
  ...{ people_categories: 'Pacientes', measures: 'Se cerró la cuenta', known_at: '2026-11-26T15:00:00.000Z' },
}

async function see(
  { db }: Portal,
  patient: number,
  {
    actor = null as number | null,
    ip = '10.0.0.9',
    at = '2026-11-25T12:00:00Z',
    action = 'users.read',
    outcome = 'done',
  },
) {
  await db.ask(
    `insert into audit_events (at, actor_id, actor_role, action, patient_id, ip, outcome)
     values ($1::timestamptz, $2, 'ADMIN_ROLE', $3, $4, $5::inet, $6)`,
    [new Date(at), actor, action, patient, ip, outcome],
  )
}

async function clinic() {
  const portal = await startPortal()
  const [boss, thief] = [
    await portal.person({ rol: 'SUPER_ADMIN_ROLE' }),
    await portal.person({ rol: 'ADMIN_ROLE', document_number: '222222222' }),
  ]
  const [ana, berta, luis] = [
    await portal.person({ first_name: 'Ana', email: 'ana@ejemplo.cl' }),
    await portal.person({ first_name: '=Berta', email: null }),
    await portal.person({ first_name: 'Luis', email: 'luis@ejemplo.cl' }),
  ]
  await see(portal, ana.id, { actor: thief.id })
  await see(portal, ana.id, { actor: thief.id, at: '2026-11-25T13:00:00Z' })
  await see(portal, ana.id, { actor: thief.id, action: 'photos.open' })
  await see(portal, berta.id, { actor: thief.id, ip: '10.0.0.7', at: '2026-11-20T12:00:00Z' })
  await see(portal, luis.id, { actor: boss.id, at: '2026-11-10T12:00:00Z', ip: '10.0.0.1' })
  await see(portal, luis.id, { actor: thief.id, outcome: 'refused' })
  return { portal, boss, thief, ana, berta, luis, call: await portal.as(boss) }
}

/** Seals the audit log as the job does each minute; returns the number of blocks. */
function sealLog({ db, clock }: Portal) {
  const config = { secrets: ['0123456789abcdef0123456789abcdef'] } as const
  return sealEntries({ db, clock, config, logger: createLogger('silent') })
}

async function people(call: Awaited<ReturnType<Portal['as']>>, id: number) {
  return (await call(breachEndpoints.people, { params: { id }, body: {} })).people
}

test('a breach by a staff account concerns everyone whose data it read, with what and when, and no one it was denied', async () => {
  const { call, ana, berta } = await clinic()
  const { breach } = await call(breachEndpoints.create, {
    body: { ...draft, actor_document: '22.222.222-2' },
  })
  expect(breach).toMatchObject({ people: 2, ip: null, letters_at: null, agency_told_at: null })
  const found = await people(call, breach.id)
  expect(found.map(({ person_id }) => person_id)).toEqual([ana.id, berta.id])
  expect(found[0]).toMatchObject({
    seen: [
      { what: 'Vio los datos de su cuenta', times: 2 },
      { what: 'Abrió una de sus fotografías', times: 1 },
    ],
    first_at: '2026-11-25T12:00:00.000Z',
    last_at: '2026-11-25T13:00:00.000Z',
    mails: 1,
  })
  expect(found[1]?.mails).toBe(0)
})

test('a breach is described by an account, an IP address or a period, and rejected without one or with an invalid one', async () => {
  const { call, ana, berta, luis } = await clinic()
  const create = (scope: object) => call(breachEndpoints.create, { body: { ...draft, ...scope } })
  const found = async (scope: object) =>
    (await people(call, (await create(scope)).breach.id)).map(({ person_id }) => person_id)
  expect(await found({ ip: '10.0.0.7' })).toEqual([berta.id])
  const [from, before] = ['2026-11-10T00:00:00.000Z', '2026-11-11T00:00:00.000Z']
  expect(await found({ seen_from: from, seen_before: before })).toEqual([luis.id])
  for (const [scope, param] of [
    [{}, 'actor_document'],
    [{ actor_document: ana.document_number }, 'actor_document'],
    [{ ip: 'casa' }, 'ip'],
    [{ seen_from: before, seen_before: from }, 'seen_from'],
    [{ ip: '10.0.0.7', nature: ' ' }, 'nature'],
  ] as const)
    expect([scope, (await getRejection(create(scope))).fieldErrors[0]?.param]).toEqual([scope, param])
})

test('the people concerned stay the same while the log is searched and sealed, until the letters are sent', async () => {
  const { portal, call, thief, ana, berta, luis } = await clinic()
  const others = () =>
    portal.db.ask(
      `insert into audit_events (at, actor_role, action) select $1::timestamptz, 'system', 'users.list'
       from generate_series(1, 12000)`,
      [portal.clock.now()],
    )
  const open = async (scope: object) =>
    (await call(breachEndpoints.create, { body: { ...draft, ...scope } })).breach.id
  const concerned = async (id: number) => {
    const found = await people(call, id)
    expect((await call(breachEndpoints.one, { params: { id } })).breach.people).toBe(found.length)
    return found.map(({ person_id, seen }) => [person_id, seen.reduce((sum, { times }) => sum + times, 0)])
  }
  const before = await open({ ip: '10.0.0.9' })
  await others()
  expect(await sealLog(portal)).toBeGreaterThan(1)
  const account = await open({ actor_document: '22222222-2' })
  const both = [
    [ana.id, 3],
    [berta.id, 1],
  ]
  const searches = [concerned(account), concerned(account), concerned(account)]
  expect(await Promise.all(searches), 'at once').toEqual([both, both, both])
  await see(portal, ana.id, { actor: thief.id })
  await see(portal, luis.id, { actor: thief.id })
  const more = [
    [ana.id, 4],
    [luis.id, 1],
  ]
  expect(await concerned(before)).toEqual(more)
  expect(await call(breachEndpoints.send, { params: { id: before } })).toMatchObject({
    mailed: 2,
    by_post: 0,
  })
  portal.clock.advance({ minutes: 1 })
  await see(portal, berta.id, { at: '2026-11-26T15:00:30Z' })
  await sealLog(portal)
  expect(await concerned(before)).toEqual(more)
  expect(await concerned(account)).toEqual([
    [ana.id, 4],
    [berta.id, 1],
    [luis.id, 1],
  ])
})

test('the letters are mailed once, also with concurrent calls, and fix the list of recipients', async () => {
  const { portal, call, thief, ana, luis } = await clinic()
  const { breach } = await call(breachEndpoints.create, { body: { ...draft, actor_document: '22222222-2' } })
  const send = () => call(breachEndpoints.send, { params: { id: breach.id } })
  const both = await Promise.allSettled([send(), send()])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expectRejected(send(), 409)
  const mails = await portal.db.listMails('breaches.letter')
  expect(mails.map(({ recipient }) => recipient)).toEqual(['ana@ejemplo.cl'])
  expect(mails[0]?.body_text).toContain('Alguien pudo ver datos de contacto')
  expect(
    await portal.db.ask('select person_id, mails::int as mails from breach_letters order by 1'),
  ).toHaveLength(2)

  portal.clock.advance({ minutes: 1 })
  await see(portal, luis.id, { actor: thief.id, at: '2026-11-26T15:00:30Z' })
  expect((await people(call, breach.id)).map(({ person_id }) => person_id)).toContain(ana.id)
  expect((await call(breachEndpoints.one, { params: { id: breach.id } })).breach.people).toBe(2)
})

test('a child’s letters go to the guardians', async () => {
  const { portal, call, ana } = await clinic()
  const child = await portal.person({
    first_name: 'Martina',
    date_birth: '2016-05-01',
    email: 'nina@ejemplo.cl',
  })
  await buildLink(portal.db, { leader_id: ana.id, member_id: child.id })
  await see(portal, child.id, { ip: '10.0.0.44' })
  const { breach } = await call(breachEndpoints.create, { body: { ...draft, ip: '10.0.0.44' } })
  expect(await call(breachEndpoints.send, { params: { id: breach.id } })).toMatchObject({
    mailed: 1,
    by_post: 0,
  })
  expect(await portal.db.listMails('breaches.letter')).toMatchObject([{ recipient: 'ana@ejemplo.cl' }])
})
