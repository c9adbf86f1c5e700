/** A portal with a patient, or with a mother and her daughter. */
import { buildFamily, type PersonOverrides } from './build.ts'
import { startPortal } from './portal.ts'

/** Starts a portal; `call` is the patient's. */
export async function startPatient(overrides: PersonOverrides = {}) {
  const portal = await startPortal()
  const person = await portal.person(overrides)
  return { ...portal, build: portal.person, person, call: await portal.as(person) }
}

/** Starts a portal; `call` is the mother's. */
export async function startMother(date_birth = '2016-11-26') {
  const portal = await startPortal()
  const family = await buildFamily(portal.db, { first_name: 'Martina', date_birth })
  const { guardian: mother, child: member, link } = family
  return { ...portal, mother, member, link, call: await portal.as(mother) }
}
