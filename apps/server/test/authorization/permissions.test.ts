/** Calls every endpoint for staff as a member of staff with each permission set. */
import {
  type ChosenSet,
  chosenSets,
  type PermissionSet,
  permissionSets,
  permissionsOf,
  permits,
} from '@mi-portal/contract/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { ask } from '../ask.ts'
import { buildRun } from '../build.ts'
import { openTestDatabase } from '../database.ts'
import { openPortal, type Portal, testClock } from '../portal.ts'
import { type Actors, buildActors } from './actors.ts'
import { createCalls } from './calling.ts'
import { table } from './table.ts'

let db: Database
let portal: Portal
let actors: Actors

beforeAll(async () => {
  db = await openTestDatabase()
  portal = await openPortal(db, testClock(), {})
  actors = await buildActors(portal)
})

afterAll(async () => {
  await portal.app.close()
  await db.close()
})

const call = createCalls(() => portal)

/** The rows of the endpoints that need a permission, with the answers to a member of staff of this set. */
async function statusesFor(set: PermissionSet) {
  const rol = set === 'super-administrator' ? 'SUPER_ADMIN_ROLE' : 'ADMIN_ROLE'
  const member = await portal.person({ rol, document_number: buildRun() })
  const chosen = chosenSets.find((known) => known === set) ?? null
  await ask(db, 'update people set permission_set = $2 where id = $1', [member.id, chosen])
  const token = await portal.sessionOf(member.id, {})
  const asMember = { ...actors, tokenOf: () => token }
  const answered: { name: string; statuses: number[]; permitted: boolean; byMatter: boolean }[] = []
  for (const { name, endpoint, cases } of table) {
    const { permission } = endpoint
    if (permission === undefined || permission === 'any') continue
    const statuses: number[] = []
    for (const accessCase of cases)
      statuses.push((await call(endpoint, accessCase, 'administrator', asMember)).statusCode)
    const permitted = permits(permissionsOf(rol, chosen), permission)
    answered.push({ name, statuses, permitted, byMatter: typeof permission !== 'string' })
  }
  return answered
}

const agenda = [
  'professionals',
  'calendar-week',
  'calendar-exceptions',
  'calendar-appointments',
  'staff-medical-orders',
  'attendance',
  'late-results',
  'holidays',
  'calendar-import',
  'professionalImages',
  'overview.hours',
]
const overview = ['overview.summary', 'overview.survey']
const readsUsers = [
  'users.list',
  'users.one',
  'family-members.staffGroup',
  'family-members.staffMemberships',
  'family-members.member',
  'family-requests.staffSent',
  'family-requests.staffReceived',
  'family-requests.search',
  'people.one',
  'overview.signIns',
  'staff-account.state',
  'emergency-contacts.ofPatient',
]

/**
 * The endpoints that each set may call: whole domains, or single endpoints. A change here changes what the staff of a clinic may
 * do.
 */
const allowed: Readonly<Record<ChosenSet, readonly string[]>> = {
  'front-desk': [
    ...agenda,
    ...overview,
    ...readsUsers,
    'users.createPatient',
    'users.edit',
    'users.disable',
    'users.confirm',
    'users.confirmInPerson',
    'users.deny',
    'staff-account',
    'confirmations',
    'family-members.staffRemove',
    'family-members.staffGuardian',
    'family-requests.staffAdd',
    'family-requests.staffAccept',
    'family-requests.staffReject',
  ],
  'requests-desk': [...overview, 'late-results', 'desk.tray', 'desk.file', 'desk.open', 'desk.answer'],
  'content-editor': ['ads', 'alerts', 'prevention', 'publishing'],
  'privacy-officer': [...overview, 'audit', 'breaches', 'legal', 'desk'],
}

test.each(permissionSets)(
  'a member of staff with the set %s gets 403 from exactly the endpoints whose permission the set lacks',
  async (set) => {
    const answered = await statusesFor(set)
    expect(answered.length).toBeGreaterThan(80)
    // Where one of several permissions is enough, the service also decides by the matter of the request.
    const rejected = answered.filter(
      ({ statuses, permitted, byMatter }) =>
        !(permitted && byMatter) && statuses.every((status) => status === 403),
    )
    const lacking = answered.filter(({ permitted }) => !permitted)
    expect(rejected.map(({ name }) => name)).toEqual(lacking.map(({ name }) => name))
    if (set === 'administrator' || set === 'super-administrator') return
    const reached = answered.flatMap(({ name, permitted }) => (permitted ? [name] : []))
    const isExpected = (name: string) =>
      allowed[set].includes(name) || allowed[set].includes(name.split('.')[0] ?? '')
    expect(reached).toEqual(answered.map(({ name }) => name).filter(isExpected))
  },
  120_000,
)

test('a member of staff with any permission set may call the endpoints that need no permission', async () => {
  const member = await portal.person({ rol: 'ADMIN_ROLE', document_number: buildRun() })
  const token = await portal.sessionOf(member.id, {})
  const asMember = { ...actors, tokenOf: () => token }
  for (const set of chosenSets) {
    await ask(db, 'update people set permission_set = $2 where id = $1', [member.id, set])
    for (const row of table.filter(({ endpoint }) => endpoint.permission === 'any'))
      for (const accessCase of row.cases)
        expect((await call(row.endpoint, accessCase, 'administrator', asMember)).statusCode).not.toBe(403)
  }
})
