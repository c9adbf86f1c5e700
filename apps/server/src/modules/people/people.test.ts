import { patient, peopleEndpoints } from '@mi-portal/contract/people'
import { expect, test } from 'vitest'
import { buildLink } from '../../../test/build.ts'
import { startPortal } from '../../../test/portal.ts'
import { expectRejected } from '../../../test/rejection.ts'
import { isMinor, openedAt, outgrownStep, reopenedAt } from './people.rules.ts'
import { findPeople, toPatient } from './read-people.ts'

const ages = { reserve: 14, paediatric: 15, consent: 16, adult: 18 }

test('a minor is determined by the calendar day in Santiago, and an unknown birth date makes no minor', () => {
  expect(isMinor('2008-11-27', '2026-11-26', ages)).toBe(true)
  expect(isMinor('2008-11-26', '2026-11-26', ages)).toBe(false)
  expect(isMinor(null, '2026-11-26', ages)).toBe(false)
})

const child = { opened_as_minor: true, opened_as_child: true }
const adolescent = { opened_as_minor: true, opened_as_child: false }
const adult = { opened_as_minor: false, opened_as_child: false }

test.each([
  ['a child, on the last day before the reserve age', child, '2012-11-27', null],
  ['a child, on the day of the reserve age', child, '2012-11-26', 'reserve'],
  ['a child, on the day of the adult age', child, '2008-11-26', 'adult'],
  ['an adolescent, on the last day as a minor', adolescent, '2008-11-27', null],
  ['an adolescent, on the day of the adult age', adolescent, '2008-11-26', 'adult'],
  ['an adult', adult, '1990-01-01', null],
])('the access of an account that was opened for %s ends as expected', (_, opened, date_birth, step) => {
  expect(outgrownStep({ ...opened, date_birth }, '2026-11-26', ages)).toBe(step)
})

test('an account stores at which age it is opened, and a corrected birth date does not give a child’s account to the adolescent', () => {
  expect(openedAt('2012-11-27', '2026-11-26', ages)).toEqual(child)
  expect(openedAt('2012-11-26', '2026-11-26', ages)).toEqual(adolescent)
  expect(openedAt(null, '2026-11-26', ages)).toEqual(adult)
  expect(reopenedAt(child, '2011-11-26', '2026-11-26', ages)).toEqual(child)
  expect(reopenedAt(adolescent, '2013-11-26', '2026-11-26', ages)).toEqual(child)
  expect(reopenedAt(child, '1990-11-26', '2026-11-26', ages)).toEqual(adult)
})

test('a patient reads their own data whole, and a guardian the child’s without e-mail and phone', async () => {
  const portal = await startPortal()
  const guardian = await portal.person({ phone: '912345678' })
  const child = await portal.person({ date_birth: '2016-05-01', phone: '987654321' })
  await buildLink(portal.db, { leader_id: guardian.id, member_id: child.id, guardian_proof: 'registry' })
  const call = await portal.as(guardian)
  const own = (await call(peopleEndpoints.self)).data
  expect(own).toMatchObject({ id: guardian.id, email: guardian.email, phone: '912345678' })
  const seen = (await call(peopleEndpoints.one, { params: { id: child.id } })).data
  expect(seen).toMatchObject({ id: child.id, is_a_minor: true, email: null, phone: null })
})

test('a person in the wire format has the fields of the contract and no other column of the database', async () => {
  const portal = await startPortal()
  const { id } = await portal.person()
  const administrator = await portal.person({ rol: 'ADMIN_ROLE' })
  const ctx = { ...portal, ages }
  const fieldsOf = async (personId: number) => {
    const [stored] = await findPeople(ctx, [personId])
    if (!stored) throw new Error('the person is stored')
    expect(Object.keys(stored)).toContain('password_hash')
    return Object.keys(toPatient(ctx, stored)).toSorted()
  }
  const all = Object.keys(patient.shape).toSorted()
  expect(await fieldsOf(administrator.id)).toEqual(all)
  // Only staff have permissions.
  expect(await fieldsOf(id)).toEqual(all.filter((field) => field !== 'permission_set'))
})

test('staff read any patient’s account whole and audited, but no colleague’s', async () => {
  const portal = await startPortal()
  const admin = await portal.person({ rol: 'ADMIN_ROLE' })
  const colleague = await portal.person({ rol: 'ADMIN_ROLE' })
  const camila = await portal.person({ phone: '912345678' })
  const call = await portal.as(admin)
  const { data } = await call(peopleEndpoints.one, { params: { id: camila.id } })
  expect(data).toMatchObject({ id: camila.id, email: camila.email, phone: '912345678' })
  expect(
    await portal.db.ask(`select actor_role, outcome from audit_events where patient_id = ${camila.id}`),
  ).toEqual([{ actor_role: 'ADMIN_ROLE', outcome: 'done' }])
  expect((await call(peopleEndpoints.self)).data.id).toBe(admin.id)
  for (const id of [colleague.id, 999_999])
    await expectRejected(call(peopleEndpoints.one, { params: { id } }), 404)
})
