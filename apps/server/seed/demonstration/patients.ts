/** Adds the other patients with a RUN: adults, and children with their parents and family links. */
import { addDays, addYears, ageOn, type Day, toInstant } from '@mi-portal/contract/values/dates'
import { adolescentGuardianRun, adolescentRun } from './accounts.ts'
import { addMonths } from './days.ts'
import type { Home } from './homes.ts'
import { declarationNumber } from './legal-texts.ts'
import { fullName, givenNames, type Name, runFor, surname } from './names.ts'
import {
  birthday,
  emailName,
  getNationalityId,
  mobile,
  openedAt,
  type PeopleScene,
  verifiedDaysAgo,
} from './person-details.ts'
import { type Parents, register } from './registry-entries.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.ts'

const minors = 14
/** Of the 120 patients without a named account, ten have a passport, and one is the guardian of the adolescent. */
const adultPatients = 120 - 10 - minors - 1

type Known = Name & {
  readonly id: number
  readonly run: string
  readonly gender_id: number
  readonly date_birth: Day
  readonly home: Home
}

type Draft = Name & {
  readonly run: string
  readonly gender_id: number
  readonly date_birth: Day
  readonly parents?: Parents
  readonly home?: Home
  readonly status?: 1 | 2
}

function addPatient(scene: PeopleScene, by: SeededRandom, draft: Draft, password_hash: string): Known {
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
    nationality_id: getNationalityId('CL'),
    forecast_id: by.happens(0.6) || offered.length === 0 ? lookup.insurers.public : by.pick(offered).id,
    gender_id: draft.gender_id,
    email: `${emailName(draft)}.${draft.run.slice(-4).toLowerCase()}@ejemplo.cl`,
    email_verified_at: toInstant(addDays(today, -verifiedDaysAgo), '12:00'),
    address: home.address,
    phone: mobile(by),
    commune_id: home.commune_id,
    image_store_passport: null,
    image_store_passport_patient: null,
    status_passport: false,
    rol: 'STANDART_ROLE',
    status: draft.status ?? 1,
    opened_as_minor: minor,
    // Adolescents hold their own accounts.
    opened_as_child: ageOn(draft.date_birth, today) < 14,
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

export function addAdults(scene: PeopleScene, hash: string): Known[] {
  const { today, runs } = scene
  return Array.from({ length: adultPatients }, (_, index) => {
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

export function addGuardian(scene: PeopleScene, hash: string): Known {
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

export function addChildren(
  scene: PeopleScene,
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

function addFather(scene: PeopleScene, by: SeededRandom, name: Name, mother: Known): string {
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

function linkChild(
  { plan, today }: PeopleScene,
  by: SeededRandom,
  leader_id: number,
  member_id: number,
): void {
  const approved = toInstant(addDays(today, -by.whole(30, 300)), '20:15')
  const family_id = plan.links.add({
    leader_id,
    member_id,
    relationship_type_id: 3,
    state: 'approved',
    guardian_proof: 'registry',
    access_from: approved,
    may_book: false,
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
