/** Creates the named accounts, 120 more patients, their families, and the civil registry behind them. */
import { addDays, addYears, ageOn, type Day, momentOf } from '@mi-portal/contract/values/dates'
import nationalities from '../catalogues/nationalities.json' with { type: 'json' }
import {
  type Account,
  type AccountKey,
  accountRows,
  adolescentGuardianRun,
  adolescentRun,
  unregistered,
  unregisteredCard,
} from './accounts.ts'
import type { ClinicLookup } from './clinic-lookup.ts'
import { addMonths } from './days.ts'
import { createHomes, cutOfId, type Home } from './homes.ts'
import { declarationNumber } from './legal-texts.ts'
import { cardNumber, fullName, givenNames, type Name, plainLetters, runFor, surname } from './names.ts'
import { passportPhoto, selfiePhoto } from './photos.ts'
import type { PersonRow, Plan, RegistryRow } from './plan.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

const morePatients = 120
const passports = 10
const minors = 14
const registryOnly = 80

export type DemonstrationPeople = {
  /** The numbers of the named accounts. */
  readonly accounts: Readonly<Record<AccountKey, number>>
  /** The numbers of the other patients who may have appointments and exams. */
  readonly others: readonly number[]
  readonly adolescent: number
  readonly adolescentGuardian: number
}

export type Passwords = { readonly of: (key: AccountKey) => string; readonly others: string }

/** What the functions below need to add people. */
type Scene = {
  readonly plan: Plan
  readonly lookup: ClinicLookup
  readonly today: Day
  /** The runs that are in use. */
  readonly runs: Set<string>
  readonly homeOf: (by: SeededRandom) => Home
}

function nationalityOf(iso2: string): number {
  const found = nationalities.find((nationality) => nationality.iso2 === iso2)
  if (!found) throw new Error(`demonstration: there is no nationality ${iso2}`)
  return found.id
}

function mobile(by: SeededRandom): string {
  return `9${by.whole(30_000_000, 99_999_999)}`
}

/** Adds all people to the plan. Adds their runs to `runs`. */
export function createPeople(
  plan: Plan,
  lookup: ClinicLookup,
  today: Day,
  runs: Set<string>,
  passwords: Passwords,
): DemonstrationPeople {
  for (const account of accountRows) if (account.document_type_id === 1) runs.add(account.document_number)
  for (const person of unregistered) runs.add(person.run)
  runs.add(adolescentRun)
  runs.add(adolescentGuardianRun)

  const scene: Scene = { plan, lookup, today, runs, homeOf: createHomes(lookup) }
  const accounts = addAccounts(scene, passwords)
  const adults = addAdults(scene, passwords.others)
  const guardian = addGuardian(scene, passwords.others)
  const children = addChildren(scene, passwords.others, [guardian, ...adults], guardian)
  const foreigners = addForeigners(scene, passwords.others)
  addDecisions(plan, accounts.andrea)
  addUnrelatedPeople(scene)
  return {
    accounts,
    others: [...adults.map(({ id }) => id), guardian.id, ...children.others, ...foreigners],
    adolescent: children.adolescent,
    adolescentGuardian: guardian.id,
  }
}

type Known = Name & {
  readonly id: number
  readonly run: string
  readonly gender_id: number
  readonly date_birth: Day
  readonly home: Home
}

function openedAt(by: SeededRandom, today: Day, date_birth: Day): Date {
  const days = Math.min(by.whole(20, 1100), Math.max(20, ageOn(date_birth, today) * 300))
  return momentOf(addDays(today, -days), `${by.whole(10, 21)}:${by.whole(10, 59)}`)
}

function addAccounts(scene: Scene, passwords: Passwords): Record<AccountKey, number> {
  const { plan, lookup, today } = scene
  const numbers = accountRows.map((account) => {
    const date_birth = account.birth(today)
    const passport = account.document_type_id === 2
    const pictures =
      passport && account.status === 3 ? addPhotos(plan, account.key, addDays(today, -1)) : null
    const opened = accountOpened(account, today)
    const deleted_at = account.deleted ? momentOf(addDays(today, -40), '11:05') : null
    const id = plan.people.add({
      document_type_id: account.document_type_id,
      document_number: account.document_number,
      document_country: passport ? account.nationality : null,
      first_name: account.first_name,
      last_name: account.last_name,
      second_name: account.second_name,
      date_birth,
      nationality_id: nationalityOf(account.nationality),
      forecast_id: account.insurer && lookup.insurers[account.insurer],
      gender_id: account.gender_id,
      ...contactOf(scene, account),
      email_verified_at: account.deleted ? null : verifiedAt(account, today),
      image_store_passport: pictures?.passport ?? null,
      image_store_passport_patient: pictures?.selfie ?? null,
      status_passport: passport && account.status === 1,
      rol: account.rol,
      status: account.status,
      opened_as_minor: account.opened_as_minor ?? false,
      password_hash: passwords.of(account.key),
      date_creation: opened,
      updated_at: deleted_at ?? opened,
      deleted_at,
    })
    return [account.key, id] as const
  })
  registerAccounts(scene)
  return recordOf(numbers)
}

function accountOpened(account: Account, today: Day): Date {
  if (account.status === 3) return momentOf(addDays(today, -1), '18:20')
  if (account.opened_as_minor) return momentOf(addDays(today, -400), '19:10')
  return openedAt(createSeededRandom(`opened:${account.key}`), today, account.birth(today))
}

/** Days since the e-mail addresses were verified. The yearly question about them is not due yet. */
const verifiedDaysAgo = 120

/** Returns when the e-mail address of an account was verified; null if it was not. */
function verifiedAt({ emailVerifiedDaysAgo: ago }: Account, today: Day): Date | null {
  if (ago === null) return null
  return momentOf(addDays(today, -(ago ?? verifiedDaysAgo)), '12:00')
}

/** Returns the contact data of an account. A deleted account has none. */
function contactOf(
  { homeOf }: Scene,
  account: Account,
): Pick<PersonRow, 'email' | 'address' | 'phone' | 'commune_id'> {
  if (account.deleted) return { email: null, address: null, phone: null, commune_id: null }
  const by = createSeededRandom(`account:${account.key}`)
  return { ...homeOf(by), email: `${emailName(account)}@ejemplo.cl`, phone: mobile(by) }
}

function recordOf(numbers: readonly (readonly [AccountKey, number])[]): Record<AccountKey, number> {
  const of = (key: AccountKey) => numbers.find(([one]) => one === key)?.[1] ?? 0
  return {
    camila: of('camila'),
    martina: of('martina'),
    jorge: of('jorge'),
    diego: of('diego'),
    paula: of('paula'),
    tomas: of('tomas'),
    elena: of('elena'),
    benjamin: of('benjamin'),
    lucia: of('lucia'),
    john: of('john'),
    andrea: of('andrea'),
    rodrigo: of('rodrigo'),
  }
}

function emailName(name: Name): string {
  return `${plainLetters(name.first_name.split(' ')[0] ?? '')}.${plainLetters(name.last_name)}`
}

type Parents = Pick<RegistryRow, 'mother_run' | 'mother_name' | 'father_run' | 'father_name'>

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

function register({ plan, today, homeOf }: Scene, person: Registered, known: KnownFacts = {}): void {
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
    ...more,
  })
}

function registerAccounts(scene: Scene): void {
  const { plan, today } = scene
  const of = (key: AccountKey) => {
    const account = accountRows.find((one) => one.key === key)
    if (!account) throw new Error(`demonstration: there is no account ${key}`)
    return { run: account.document_number, name: fullName(account) }
  }
  // Camila's first surname is her mother's.
  const parents: Partial<Record<AccountKey, Parents>> = {
    camila: {
      mother_run: null,
      mother_name: 'Teresa Eliana Fuentes Morales',
      father_run: of('jorge').run,
      father_name: of('jorge').name,
    },
    martina: {
      mother_run: of('camila').run,
      mother_name: of('camila').name,
      father_run: of('diego').run,
      father_name: of('diego').name,
    },
  }
  for (const account of accountRows) {
    if (account.document_type_id !== 1) continue
    const person = plan.people.all.find((one) => one.document_number === account.document_number)
    register(
      scene,
      {
        run: account.document_number,
        names: account.first_name,
        last_name: account.last_name,
        second_name: account.second_name,
        date_birth: account.birth(today),
      },
      {
        ...parents[account.key],
        ...(person?.commune_id ? { home_commune_id: person.commune_id } : {}),
      },
    )
  }
}

type Draft = Name & {
  readonly run: string
  readonly gender_id: number
  readonly date_birth: Day
  readonly parents?: Parents
  readonly home?: Home
  readonly status?: 1 | 2
}

function addPatient(scene: Scene, by: SeededRandom, draft: Draft, password_hash: string): Known {
  const { plan, lookup, today, homeOf } = scene
  const offered = lookup.clinic.insurers.filter((insurer) => insurer.offered && insurer.kind !== 'otro')
  const home = draft.home ?? homeOf(by)
  const minor = ageOn(draft.date_birth, today) < 18
  const opened = openedAt(by, today, draft.date_birth)
  const id = plan.people.add({
    document_type_id: 1,
    document_number: draft.run,
    document_country: null,
    first_name: draft.first_name,
    last_name: draft.last_name,
    second_name: draft.second_name,
    date_birth: draft.date_birth,
    nationality_id: nationalityOf('CL'),
    forecast_id: by.happens(0.6) || offered.length === 0 ? lookup.insurers.public : by.pick(offered).id,
    gender_id: draft.gender_id,
    email: `${emailName(draft)}.${draft.run.slice(-4).toLowerCase()}@ejemplo.cl`,
    email_verified_at: momentOf(addDays(today, -verifiedDaysAgo), '12:00'),
    address: home.address,
    phone: mobile(by),
    commune_id: home.commune_id,
    image_store_passport: null,
    image_store_passport_patient: null,
    status_passport: false,
    rol: 'STANDART_ROLE',
    status: draft.status ?? 1,
    opened_as_minor: minor,
    password_hash,
    date_creation: opened,
    updated_at: opened,
    deleted_at: null,
  })
  register(
    scene,
    {
      run: draft.run,
      names: draft.first_name,
      last_name: draft.last_name,
      second_name: draft.second_name,
      date_birth: draft.date_birth,
    },
    { ...draft.parents, home_commune_id: home.commune_id },
  )
  const { first_name, last_name, second_name, run, gender_id, date_birth } = draft
  return { id, first_name, last_name, second_name, run, gender_id, date_birth, home }
}

function birthday(by: SeededRandom, today: Day, from: number, to: number): Day {
  return addDays(addYears(today, -by.whole(from, to)), -by.whole(1, 360))
}

function addAdults(scene: Scene, hash: string): Known[] {
  const { today, runs } = scene
  return Array.from({ length: morePatients - passports - minors - 1 }, (_, index) => {
    const by = createSeededRandom(`patient:${index + 1}`)
    const sex = by.whole(1, 2)
    const date_birth = birthday(by, today, 19, 87)
    const name = { first_name: givenNames(by, sex), last_name: surname(by), second_name: surname(by) }
    const run = runFor(by, Number(date_birth.slice(0, 4)), runs)
    const gender_id = index === 7 || index === 51 ? 3 : sex
    return addPatient(
      scene,
      by,
      { ...name, run, gender_id, date_birth, status: index % 29 === 11 ? 2 : 1 },
      hash,
    )
  })
}

function addGuardian(scene: Scene, hash: string): Known {
  const draft = {
    first_name: 'Marcela Paz',
    last_name: 'Muñoz',
    second_name: 'Olivares',
    run: adolescentGuardianRun,
    gender_id: 1,
    date_birth: addMonths(addYears(scene.today, -43), -5),
  }
  return addPatient(scene, createSeededRandom('patient:guardian'), draft, hash)
}

function addChildren(
  scene: Scene,
  hash: string,
  adults: readonly Known[],
  guardian: Known,
): { adolescent: number; others: number[] } {
  const { today, runs } = scene
  const mothers = adults.filter(({ gender_id, date_birth, id }) => {
    const age = ageOn(date_birth, today)
    return gender_id === 1 && age >= 24 && age <= 45 && id !== guardian.id
  })
  const others: number[] = []
  let adolescent = 0
  for (let index = 0; index < minors; index++) {
    const by = createSeededRandom(`child:${index + 1}`)
    const mother = index === 0 ? guardian : by.pick(mothers)
    const eldest = Math.min(17, ageOn(mother.date_birth, today) - 19)
    const date_birth =
      index === 0 ? addMonths(addYears(today, -15), -4) : birthday(by, today, 0, Math.max(1, eldest - 1))
    const gender_id = index === 0 ? 1 : by.whole(1, 2)
    const fatherName = { first_name: givenNames(by, 2), last_name: surname(by), second_name: surname(by) }
    const father = index === 0 ? { ...fatherName, last_name: 'Carrasco' } : fatherName
    const father_run = addFather(scene, by, father, mother)
    const draft = {
      first_name: index === 0 ? 'Antonia Belén' : givenNames(by, gender_id),
      last_name: father.last_name,
      second_name: mother.last_name,
      run: index === 0 ? adolescentRun : runFor(by, Number(date_birth.slice(0, 4)), runs),
      gender_id,
      date_birth,
      home: mother.home,
      parents: {
        mother_run: mother.run,
        mother_name: fullName(mother),
        father_run,
        father_name: fullName(father),
      },
    }
    const child = addPatient(scene, by, draft, hash)
    if (index === 0) adolescent = child.id
    else others.push(child.id)
    if (index < 10) linkChild(scene, by, mother.id, child.id)
  }
  return { adolescent, others }
}

function addFather(scene: Scene, by: SeededRandom, name: Name, mother: Known): string {
  const date_birth = addDays(mother.date_birth, -by.whole(30, 1500))
  const run = runFor(by, Number(date_birth.slice(0, 4)), scene.runs)
  register(
    scene,
    {
      run,
      names: name.first_name,
      last_name: name.last_name,
      second_name: name.second_name,
      date_birth,
    },
    { home_commune_id: mother.home.commune_id },
  )
  return run
}

function linkChild({ plan, today }: Scene, by: SeededRandom, leader_id: number, member_id: number): void {
  const approved = momentOf(addDays(today, -by.whole(30, 300)), '20:15')
  const family_id = plan.links.add({
    leader_id,
    member_id,
    relationship_type_id: 3,
    state: 'approved',
    guardian_proof: 'registry',
    created_at: new Date(approved.getTime() - 3_600_000),
    approved_at: approved,
    ended_at: null,
  })
  plan.requests.add({
    family_id,
    applicant_id: leader_id,
    request_status: 1,
    legal_text_id: declarationNumber,
    created_at: new Date(approved.getTime() - 3_600_000),
    decided_at: approved,
    decided_by: member_id,
  })
}

type Foreigner = readonly [
  first: string,
  last: string,
  second: string,
  iso2: string,
  gender: 1 | 2,
  year: number,
]

const fromAbroad: readonly Foreigner[] = [
  ['Ana Beatriz', 'Souza', 'Lima', 'BR', 1, 1985],
  ['Carlos Alberto', 'Quispe', 'Mamani', 'BO', 2, 1979],
  ['Yulianny', 'Rondón', 'Pérez', 'VE', 1, 1994],
  ['Marie Claire', 'Dubois', '', 'FR', 1, 1968],
  ['Hans', 'Weber', '', 'DE', 2, 1959],
  ['Luis Fernando', 'Huamán', 'Rojas', 'PE', 2, 1988],
  ['Jean Baptiste', 'Pierre', '', 'HT', 2, 1991],
  ['Emily Grace', 'Johnson', '', 'US', 1, 1997],
  ['Paola Andrea', 'Restrepo', 'Gil', 'CO', 1, 1983],
  ['Martín Ezequiel', 'Acosta', '', 'AR', 2, 1976],
]

/** Adds patients with a passport: some validated, some waiting (longest first), one denied. */
function addForeigners({ plan, lookup, today, homeOf }: Scene, password_hash: string): number[] {
  const { public: publicInsurer, none, other } = lookup.insurers
  const validated: number[] = []
  fromAbroad.forEach(([first_name, last_name, second_name, iso2, gender_id, year], index) => {
    const by = createSeededRandom(`foreigner:${index + 1}`)
    const waiting = index % 3 === 1
    const denied = index === 6
    const opened = momentOf(
      addDays(today, waiting ? -(index % 4) - 1 : -by.whole(60, 700)),
      `1${index % 8}:25`,
    )
    const pictures = waiting ? addPhotos(plan, `foreigner:${index + 1}`, addDays(today, -1)) : null
    const home = homeOf(by)
    const id = plan.people.add({
      document_type_id: 2,
      document_number: `${iso2}${by.whole(100_000, 999_999)}`,
      document_country: iso2,
      first_name,
      last_name,
      second_name,
      date_birth: `${year}-${String(by.whole(1, 12)).padStart(2, '0')}-${String(by.whole(1, 28)).padStart(2, '0')}`,
      nationality_id: nationalityOf(iso2),
      forecast_id: by.pick([publicInsurer, none, other]),
      gender_id,
      email: `${emailName({ first_name, last_name, second_name })}@ejemplo.cl`,
      email_verified_at: waiting ? null : momentOf(addDays(today, -verifiedDaysAgo), '12:00'),
      address: home.address,
      phone: mobile(by),
      commune_id: home.commune_id,
      image_store_passport: pictures?.passport ?? null,
      image_store_passport_patient: pictures?.selfie ?? null,
      status_passport: !waiting && !denied,
      rol: 'STANDART_ROLE',
      status: waiting ? 3 : denied ? 2 : 1,
      opened_as_minor: false,
      password_hash,
      date_creation: opened,
      updated_at: opened,
      deleted_at: null,
    })
    if (!waiting && !denied) validated.push(id)
  })
  return validated
}

/** Decides each passport that is no longer waiting, one day after it arrived. Its photos go a month later. */
function addDecisions(plan: Plan, decided_by: number): void {
  for (const person of plan.people.all) {
    if (person.document_type_id !== 2 || person.status === 3) continue
    const approved = person.status === 1
    plan.decisions.push({
      person_id: person.id,
      decided_by,
      approved,
      reason: approved ? '' : 'La fotografía del pasaporte no permite leer el documento',
      decided_at: new Date(person.date_creation.getTime() + 26 * 3_600_000),
    })
  }
}

function addPhotos(plan: Plan, key: string, day: Day): { passport: number; selfie: number } {
  const common = { media_type: 'image/png', created_at: momentOf(day, '18:15') } as const
  return {
    passport: plan.files.add({
      ...common,
      purpose: 'passport',
      name: 'pasaporte.png',
      make: async () => passportPhoto(key),
    }),
    selfie: plan.files.add({
      ...common,
      purpose: 'passport-patient',
      name: 'persona-con-pasaporte.png',
      make: async () => selfiePhoto(key),
    }),
  }
}

/** Adds people whom only the registry knows: three to register, and many that supply wrong answers. */
function addUnrelatedPeople(scene: Scene): void {
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
