/** Faults that `npm run mutate` plants one at a time: each breaks a rule or an access check that people rely on. */

export type Fault = {
  /** What would be wrong in the product, as a person would say it. */
  name: string
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** Test files or folders of which one must fail. */
  tests: readonly string[]
}

const run = 'packages/contract/src/values/run.ts'
const dates = 'packages/contract/src/values/dates.ts'
const people = 'apps/server/src/modules/people/people.rules.ts'
const family = 'apps/server/src/modules/family/family.rules.ts'
const reach = 'apps/server/src/modules/family/reach.ts'
const sessionRules = 'apps/server/src/modules/session/session.rules.ts'
const session = 'apps/server/src/modules/session/session.service.ts'
const mount = 'apps/server/src/platform/http/mount.ts'

const values = ['packages/contract/src/values']
const aboutFamily = ['apps/server/src/modules/family']
const aboutSessions = ['apps/server/src/modules/session', 'apps/server/src/modules/people']
const aboutDoors = [...aboutSessions, 'apps/server/src/platform/http', 'apps/server/src/modules/alerts']

export const faults: readonly Fault[] = [
  {
    name: 'the check digit weighs the seventh figure wrongly',
    file: run,
    find: 'factor === 7 ? 2 : factor + 1',
    replace: 'factor === 8 ? 2 : factor + 1',
    tests: values,
  },
  {
    name: 'the run 0 is taken for a person',
    file: run,
    find: 'Number(body) > 0 && ',
    replace: '',
    tests: values,
  },
  {
    name: 'a person is a year older only on the day after the birthday',
    file: dates,
    find: 'day.slice(5) >= birth.slice(5)',
    replace: 'day.slice(5) > birth.slice(5)',
    tests: values,
  },
  {
    name: 'who was born on 29 February comes of age on 28 February',
    file: dates,
    find: '-03-01',
    replace: '-02-28',
    tests: values,
  },
  {
    name: 'somebody is still a minor on the day of coming of age',
    file: people,
    find: 'ageOn(birth, today) < ages.adult',
    replace: 'ageOn(birth, today) <= ages.adult',
    tests: aboutSessions,
  },
  {
    name: 'a minor’s account goes on after its holder came of age',
    file: people,
    find: 'person.opened_as_minor && !isMinor',
    replace: '!person.opened_as_minor && !isMinor',
    tests: aboutSessions,
  },
  {
    name: 'a request that nobody has accepted shows the record',
    file: family,
    find: "bond.state !== 'approved'",
    replace: "bond.state === 'ended'",
    tests: aboutFamily,
  },
  {
    name: 'a closed account is still seen by its family',
    file: family,
    find: '!bond.leader.enabled || !bond.member.enabled',
    replace: '!bond.leader.enabled',
    tests: aboutFamily,
  },
  {
    name: 'a guardian sees a member who is of age',
    file: family,
    find: 'age >= ages.adult',
    replace: 'age > ages.adult',
    tests: aboutFamily,
  },
  {
    name: 'any relative sees a child’s record',
    file: family,
    find: '!bond.leader_is_guardian',
    replace: 'bond.leader_is_guardian === undefined',
    tests: aboutFamily,
  },
  {
    name: 'a guardian needs no proof',
    file: family,
    find: 'bond.guardian_proof === null',
    replace: 'bond.guardian_proof === undefined',
    tests: aboutFamily,
  },
  {
    name: 'a guardian sees what the law reserves to an adolescent of fourteen',
    file: family,
    find: 'age >= ages.reserve',
    replace: 'age > ages.reserve',
    tests: aboutFamily,
  },
  {
    name: 'a stranger’s claim is noted and then granted',
    file: reach,
    find: "if (!seen.may) throw new Failure('notFound')",
    replace: 'if (!seen.may) return mint(patientId, false)',
    tests: aboutFamily,
  },
  {
    name: 'a key handed out earlier outlives the right to see the patient',
    file: reach,
    find: 'return seen.may ? mint(patientId, seen.withoutReserved) : null',
    replace: 'return mint(patientId, seen.may && seen.withoutReserved)',
    tests: aboutFamily,
  },
  {
    name: 'staff sign in through the patients’ door',
    file: sessionRules,
    find: '!rightPassword || doorOf(account.rol) !== door',
    replace: '!rightPassword',
    tests: aboutSessions,
  },
  {
    name: 'an account whose identity is still being validated signs in',
    file: sessionRules,
    find: "if (account.status === accountStatus.pending) return 'awaitingValidation'",
    replace: '',
    tests: aboutSessions,
  },
  {
    name: 'a new sign-in leaves the other session open',
    file: session,
    find: "await store.endOthers(tx, person.id, now, 'taken-over', 0)",
    replace: '',
    tests: aboutSessions,
  },
  {
    name: 'a temporary password works twice',
    file: session,
    find: 'key !== null && !(await store.spendKey(tx, person.id, key))',
    replace: 'key !== null && key.length === 0',
    tests: aboutSessions,
  },
  {
    name: 'a patient may use a call for administrators',
    file: mount,
    find: '!allowedRoles[endpoint.access].includes(actor.rol)',
    replace: '!allowedRoles[endpoint.access]',
    tests: aboutDoors,
  },
  {
    name: 'a temporary password opens everything',
    file: mount,
    find: 'actor.temporaryKey && !endpoint.temporaryKey',
    replace: 'actor.temporaryKey && endpoint.temporaryKey === undefined && endpoint.raw === true',
    tests: aboutDoors,
  },
]
