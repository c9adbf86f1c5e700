/** Adds people to the civil registry of the demonstration. */
import { ageOn } from '@mi-portal/contract/values/dates'
import { unregistered, unregisteredCard } from './accounts.ts'
import { cutOfId } from './homes.ts'
import { cardNumber, givenNames, type Name, runFor, surname } from './names.ts'
import { birthday, type PeopleScene } from './person-details.ts'
import type { RegistryRow } from './plan.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

const registryOnly = 80

export type Parents = Pick<RegistryRow, 'mother_run' | 'mother_name' | 'father_run' | 'father_name'>

/** Returns parents known to the registry only by name, with surnames that match the child's. */
function namedParents(by: SeededRandom, child: Pick<Name, 'last_name' | 'second_name'>): Parents {
  const { last_name: fromFather, second_name: fromMother } = child
  return {
    mother_run: null,
    mother_name: `${givenNames(by, 1)} ${fromMother === '' ? surname(by) : fromMother} ${surname(by)}`,
    father_run: null,
    father_name: `${givenNames(by, 2)} ${fromFather} ${surname(by)}`,
  }
}

type Registered = Pick<RegistryRow, 'run' | 'names' | 'last_name' | 'second_name' | 'date_birth'>
type KnownFacts = Partial<Parents> & { readonly card_number?: string; readonly home_commune_id?: number }

export function register(
  { plan, today, homeOf }: PeopleScene,
  person: Registered,
  known: KnownFacts = {},
): void {
  const by = createSeededRandom(`registry:${person.run}`)
  const age = ageOn(person.date_birth, today)
  const married = by.pick(['Soltero/a', 'Casado/a', 'Casado/a', 'Conviviente civil', 'Divorciado/a'])
  const { home_commune_id, ...more } = known
  plan.registry.set(person.run, {
    ...person,
    ...namedParents(by, person),
    card_number: cardNumber(by),
    marital_status: age < 18 ? 'Soltero/a' : age > 72 && by.happens(0.4) ? 'Viudo/a' : married,
    birth_commune: cutOfId.get(homeOf(by).commune_id) ?? null,
    home_commune: cutOfId.get(home_commune_id ?? homeOf(by).commune_id) ?? null,
    is_deceased: false,
    deceased_on: null,
    ...more,
  })
}

/** Adds people whom only the registry knows: three to register, and many that supply wrong answers. */
export function addUnrelatedPeople(scene: PeopleScene): void {
  const { today, runs } = scene
  for (const person of unregistered) register(scene, person, { card_number: unregisteredCard })
  for (let index = 0; index < registryOnly; index++) {
    const by = createSeededRandom(`stranger:${index + 1}`)
    const gender_id = by.whole(1, 2)
    const date_birth = birthday(by, today, 18, 85)
    const run = runFor(by, Number(date_birth.slice(0, 4)), runs)
    const [last_name, second_name] = [surname(by), surname(by)]
    register(scene, { run, names: givenNames(by, gender_id), last_name, second_name, date_birth })
  }
}
