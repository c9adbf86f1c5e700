import { createRun } from '../../clinic.ts'
import { type Clinic, dayMs, none } from './clinic-of-size.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'
import { mailProviders, mensNames, streets, surnames, womensNames } from './spellings.ts'

/** The number of patients who can sign in. They come first, and their documents and passwords are known. */
const knownPeople = 20_000

function plain(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/**
 * Returns the random properties of a patient who does not sign in: foreign, disabled, without an email and so
 * on.
 */
function oddities(chance: SeededRandom) {
  const foreign = chance.share() < 0.04
  const waits = foreign && chance.share() < 0.03
  return {
    foreign,
    waits,
    disabled: chance.share() < 0.02,
    withoutMail: chance.share() < 0.07,
    years: chance.share() * 94,
  }
}

type Oddities = ReturnType<typeof oddities> | null

function statusOf(odd: Oddities): number {
  if (odd?.waits) return 3
  return odd?.disabled ? 2 : 1
}

function documentOf(id: number, odd: Oddities): [number, string] {
  return odd?.foreign ? [2, `P${100_000_000 + id}`] : [1, createRun(id)]
}

/** Returns a function that makes the line of a person by its number, from 0. */
export function peopleLines({ size, catalogues, moment, now }: Clinic): (unit: number) => string {
  const chances = createSeededRandom(size.seed, 1)
  const spelled = new Map([...womensNames, ...mensNames, ...surnames].map((word) => [word, plain(word)]))
  const count = size.patients + size.staff
  const roleOf = (id: number) => {
    if (id <= size.patients) return 'STANDART_ROLE'
    return id === size.patients + 1 ? 'SUPER_ADMIN_ROLE' : 'ADMIN_ROLE'
  }
  return (unit) => {
    const id = unit + 1
    const chance = chances.at(id)
    const odd = id <= knownPeople || id > size.patients ? null : oddities(chance)
    const woman = chance.share() < 0.52
    const names = woman ? womensNames : mensNames
    const [first, last] = [chance.likely(names), chance.likely(surnames)]
    const second = chance.share() < 0.03 ? '' : chance.likely(surnames)
    const years = odd?.years ?? 19 + chance.share() * 60
    const created = moment(
      now - Math.floor(((count - unit) / count) * 1460 * dayMs) - chance.below(20_000_000),
    )
    const { nationalities } = catalogues
    return [
      id,
      ...documentOf(id, odd),
      `${first} ${chance.likely(names)}`,
      last,
      second,
      moment(size.today - Math.floor(years * 365.25) * dayMs).slice(0, 10),
      nationalities[odd?.foreign ? chance.below(nationalities.length) : 0],
      chance.likely(catalogues.forecasts),
      woman ? 1 : 2,
      odd?.withoutMail
        ? none
        : `${spelled.get(first)}.${spelled.get(last)}${id}@${chance.likely(mailProviders)}`,
      `${chance.likely(streets)} ${100 + chance.below(9900)}`,
      `9${10_000_000 + chance.below(89_999_999)}`,
      chance.likely(catalogues.communes),
      roleOf(id),
      statusOf(odd),
      catalogues.passwordHash,
      created,
      created,
      odd?.waits ? created : none,
    ].join('\t')
  }
}
