import { staffAccountEndpoints } from '@mi-portal/contract/account-security'
import {
  type ConfirmationKind,
  confirmationEndpoints,
  confirmationKinds,
} from '@mi-portal/contract/confirmations'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { secondFactorEndpoints } from '@mi-portal/contract/session/second-factor'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { expect, test } from 'vitest'
import { insertRow } from '../../../test/ask.ts'
import { buildLink } from '../../../test/build.ts'
import { addSecondFactor } from '../../../test/external/authenticator.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected, getRejection } from '../../../test/rejection.ts'
import { password, passwordHash } from '../../../test/security/passwords.ts'

/** A patient who lost the second factor, and two members of staff. */
async function withLostFactor(rol: 'STANDART_ROLE' | 'ADMIN_ROLE' = 'STANDART_ROLE') {
  const portal = await startPortal()
  const person = await portal.person({ password_hash: passwordHash, rol })
  const own = await portal.as(person)
  await addSecondFactor(own, portal.clock)
  const boss = { rol: 'SUPER_ADMIN_ROLE', second_name: '' } as const
  const one = await portal.person({ ...boss, first_name: 'Uno', last_name: 'Soto' })
  const other = await portal.person({ ...boss, first_name: 'Otra', last_name: 'Vega' })
  const [requester, confirmer] = [await portal.as(one), await portal.as(other)]
  const ofPerson = { params: { id: person.id } }
  const request = () => requester(staffAccountEndpoints.resetSecondFactor, ofPerson)
  const waiting = async (call = confirmer) => {
    const { confirmations } = await call(confirmationEndpoints.list)
    return confirmations[0]
  }
  const idOfWaiting = async () => ({ params: { id: (await waiting())?.id ?? 0 } })
  const rejectionOfWaiting = async () => ({
    ...(await idOfWaiting()),
    body: { reason: 'not-requested' as const },
  })
  return {
    ...{ ...portal, build: portal.person, rejectionOfWaiting, person, own, one, other, requester, confirmer },
    ...{ ofPerson, request, waiting, idOfWaiting },
  }
}

test('a reset that one requests and another confirms removes the factor, ends sessions and is notified', async () => {
  const portal = await withLostFactor()
  const { request, waiting, confirmer, idOfWaiting, own, person, db, one, other } = portal
  await request()
  expect((await own(secondFactorEndpoints.state)).enabled).toBe(true)
  expect(await waiting()).toMatchObject({
    kind: 'second-factor-reset',
    subject: { id: person.id },
    requested_by: 'Uno Soto',
    state: 'pendiente',
    may_decide: true,
  })
  await confirmer(confirmationEndpoints.confirm, await idOfWaiting())
  await expectRejected(own(peopleEndpoints.self), 401)
  const { token } = await portal.anonymous(sessionEndpoints.signIn, {
    body: { document_type_id: 1, document_number: person.document_number, password },
  })
  expect((await portal.caller(token)(secondFactorEndpoints.state)).enabled).toBe(false)
  expect(await db.ask('select * from recovery_codes')).toEqual([])
  expect((await db.listMails()).at(-1)?.template).toBe('session.secondFactorReset')
  const detail = { requested_by: one.id, requested_by_name: 'Uno Soto' }
  expect(await db.listAuditEvents('confirmations.confirm')).toMatchObject([
    { actor_id: other.id, patient_id: person.id, detail },
  ])
  const { confirmations } = await confirmer(confirmationEndpoints.list, { query: { state: 'resuelta' } })
  expect(confirmations).toMatchObject([{ state: 'confirmada', decided_by: 'Otra Vega', may_decide: false }])
})

test('the member of staff who requested a reset cannot decide it, and alone withdraws it and can request it again', async () => {
  const { request, requester, confirmer, waiting, idOfWaiting, rejectionOfWaiting, own } =
    await withLostFactor()
  await request()
  expect(await waiting(requester)).toMatchObject({ may_decide: false, may_withdraw: true })
  const place = await idOfWaiting()
  await expectRejected(requester(confirmationEndpoints.confirm, place), 403)
  await expectRejected(requester(confirmationEndpoints.reject, await rejectionOfWaiting()), 403)
  await expectRejected(confirmer(confirmationEndpoints.withdraw, place), 403)
  await requester(confirmationEndpoints.withdraw, place)
  expect(await waiting()).toBeUndefined()
  expect((await own(secondFactorEndpoints.state)).enabled).toBe(true)
  await request()
  expect(await waiting()).toMatchObject({ state: 'pendiente' })
})

test('neither the member of staff concerned nor an administrator requests or confirms the reset of staff', async () => {
  const { ofPerson, request, idOfWaiting, rejectionOfWaiting, person, db, as, build } =
    await withLostFactor('ADMIN_ROLE')
  await db.ask(`update people set rol = 'SUPER_ADMIN_ROLE' where id = $1`, [person.id])
  const [self, administrator] = [await as(person), await as(await build({ rol: 'ADMIN_ROLE' }))]
  for (const call of [self, administrator])
    await expectRejected(call(staffAccountEndpoints.resetSecondFactor, ofPerson), 403)
  await request()
  for (const call of [self, administrator])
    await expectRejected(call(confirmationEndpoints.confirm, await idOfWaiting()), 403)
  await expectRejected(administrator(confirmationEndpoints.reject, await rejectionOfWaiting()), 403)
})

test('a rejection needs a reason, which the list and the audit log show and both people are mailed', async () => {
  const { request, confirmer, idOfWaiting, rejectionOfWaiting, db, one, person, requester } =
    await withLostFactor()
  await db.ask(`update people set email = 'uno@clinica.cl' where id = $1`, [one.id])
  await request()
  const { params } = await idOfWaiting()
  const missing = confirmer(confirmationEndpoints.reject, { params, body: { reason: '' as never } })
  expect((await getRejection(missing)).fieldErrors[0]?.param).toBe('reason')
  await confirmer(confirmationEndpoints.reject, await rejectionOfWaiting())
  const { confirmations } = await requester(confirmationEndpoints.list, { query: { state: 'resuelta' } })
  expect(confirmations).toMatchObject([
    { state: 'rechazada', rejection_reason: 'not-requested', decided_by: 'Otra Vega' },
  ])
  const detail = { requested_by: one.id, requested_by_name: 'Uno Soto', reason: 'not-requested' }
  expect(await db.listAuditEvents('confirmations.reject')).toMatchObject([{ patient_id: person.id, detail }])
  const mails = await db.listMails('confirmations.%')
  expect(mails.map(({ template }) => template)).toEqual([
    'confirmations.requestRejected',
    'confirmations.attemptRejected',
  ])
  expect(mails[0]).toMatchObject({ recipient: 'uno@clinica.cl' })
  expect(mails[0]?.body_text).toContain('La persona no lo pidió')
  expect(mails[1]?.body_text).toContain('/proteger/no-fui-yo/')
})

test('an undecided change expires after seven days, and its requester is mailed', async () => {
  const portal = await withLostFactor()
  const { request, idOfWaiting, rejectionOfWaiting, db, one, clock, runJob, waiting } = portal
  await db.ask(`update people set email = 'uno@clinica.cl' where id = $1`, [one.id])
  await request()
  const place = await idOfWaiting()
  const rejection = await rejectionOfWaiting()
  clock.advance({ days: 6, hours: 23 })
  await runJob('confirmations.expire')
  expect(await db.ask('select expired_at from pending_confirmations')).toEqual([{ expired_at: null }])
  clock.advance({ hours: 1 })
  const other = await portal.as(portal.other)
  for (const call of [
    () => other(confirmationEndpoints.confirm, place),
    () => other(confirmationEndpoints.reject, rejection),
  ]) {
    await expectRejected(call(), 409, 'Este cambio venció porque nadie lo decidió a tiempo. Pídelo de nuevo')
  }
  await runJob('confirmations.expire')
  expect(await waiting(other)).toBeUndefined()
  const { confirmations } = await other(confirmationEndpoints.list, { query: { state: 'resuelta' } })
  expect(confirmations).toMatchObject([{ state: 'vencida', decided_by: null }])
  expect(await db.listMails('confirmations.requestExpired')).toMatchObject([{ recipient: 'uno@clinica.cl' }])
  expect(await db.listAuditEvents('confirmations.expire')).toMatchObject([{ actor_role: 'system' }])
})

test('the same reset waits once, and one of a simultaneous confirmation and rejection counts', async () => {
  const { request, db, confirmer, idOfWaiting } = await withLostFactor()
  const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.filter(({ status }) => status === 'fulfilled').length
  expect(fulfilled(await Promise.allSettled([request(), request(), request()]))).toBe(1)
  expect(await db.ask('select count(*)::int as count from pending_confirmations')).toEqual([{ count: 1 }])
  await expectRejected(request(), 409, 'Este cambio ya espera la confirmación de otra persona')
  const place = await idOfWaiting()
  const decisions = [
    confirmer(confirmationEndpoints.confirm, place),
    confirmer(confirmationEndpoints.reject, { ...place, body: { reason: 'not-needed' } }),
  ]
  expect(fulfilled(await Promise.allSettled(decisions))).toBe(1)
  await expectRejected(confirmer(confirmationEndpoints.confirm, place), 409, 'Esta solicitud ya fue resuelta')
})

test('the list leaves an audit entry for each person on it, and a closed account leaves the list', async () => {
  const { request, waiting, own, db, person, other } = await withLostFactor()
  await request()
  await waiting()
  const entry = { actor_id: other.id, patient_id: person.id }
  expect(await db.listAuditEvents('confirmations.list')).toMatchObject([entry])
  await own(profileEndpoints.close)
  expect(await waiting()).toBeUndefined()
})

/** For each kind: what it stores, and what ends its object. Null: the object is the person, whose changes end with the account. */
const objectEnds: Readonly<Record<ConfirmationKind, readonly [payload: string, ends: string] | null>> = {
  'second-factor-reset': ['{}', 'delete from second_factors where person_id = $1'],
  'identity-change': null,
  'account-opening': [
    '{"form":{},"photos":{"image_store_id":null,"image_store_passport":null,"image_store_passport_patient":null},"facts":"","terms":null}',
    'update people set without_account = false, status = 1 where id = $1',
  ],
  application: [
    '{"pending_since":"2026-11-26T15:00:00Z"}',
    'update people set status = 2, pending_since = null where id = $1',
  ],
  'email-change': [
    '{"before":"ana@ejemplo.cl"}',
    `update people set email = 'otra@ejemplo.cl' where id = $1`,
  ],
  guardian: [
    '{"proof":null,"denied":false}',
    `update family_links set guardian_denied = true where member_id = $1`,
  ],
  'family-acceptance': [
    '{}',
    'update family_requests set request_status = 3 where family_id in (select id from family_links where member_id = $1)',
  ],
  'protection-end': ['{}', 'delete from protected_minors where member_id = $1'],
  death: [
    '{"deceased":true,"on":null}',
    `update people set deceased_at = now(), deceased_source = 'fhir' where id = $1`,
  ],
  'staff-access': null,
}

test.each(confirmationKinds)(
  'a waiting change of the kind %s is dropped once what it is about has ended',
  async (kind) => {
    const portal = await startPortal()
    const { db, person } = portal
    const [boss, other, owner, subject] = [
      await person({ rol: 'SUPER_ADMIN_ROLE' }),
      await person({ rol: 'SUPER_ADMIN_ROLE' }),
      await person({}),
      await person({ email: 'ana@ejemplo.cl' }),
    ]
    const status = kind === 'application' ? 3 : kind === 'account-opening' ? 2 : 1
    await db.ask(
      `update people set status = $2::int, without_account = $2::int = 2, pending_since = case when $2::int = 3 then '2026-11-26T15:00:00Z'::timestamptz end
     where id = $1`,
      [subject.id, status],
    )
    const at = portal.clock.now()
    const factor = { person_id: subject.id, secret: 'x', created_at: at, confirmed_at: at }
    await insertRow(db, 'second_factors', factor)
    await insertRow(db, 'protected_minors', { member_id: subject.id, since: at, set_by: boss.id })
    const link = await buildLink(db, { leader_id: owner.id, member_id: subject.id, guardian_proof: null })
    const asked = { family_id: link.id, applicant_id: owner.id, created_at: at }
    const request = await insertRow<typeof asked & { id: number }>(db, 'family_requests', asked)
    const target = kind === 'guardian' ? link.id : kind === 'family-acceptance' ? request.id : ''
    const [payload = '{}', ends = null] = objectEnds[kind] ?? []
    await insertRow(db, 'pending_confirmations', {
      ...{ kind, subject_id: subject.id, target: String(target), payload: JSON.parse(payload) },
      ...{ requested_by: boss.id, requested_at: at },
    })
    const call = await portal.as(other)
    const count = async () => (await call(confirmationEndpoints.list)).confirmations.length
    expect(await count()).toBe(1)
    if (ends === null) return
    await db.ask(ends, [subject.id])
    expect(await count()).toBe(0)
    const [decided] = (await call(confirmationEndpoints.list, { query: { state: 'resuelta' } })).confirmations
    expect(decided).toMatchObject({ kind, state: 'retirada' })
  },
)
