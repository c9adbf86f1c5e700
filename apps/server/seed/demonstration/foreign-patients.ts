/** Adds the patients with a passport, and the decisions of staff about passports. */
import { addDays, type Day, toInstant } from '@mi-portal/contract/values/dates'
import {
  addPhotos,
  emailName,
  getNationalityId,
  mobile,
  type PeopleScene,
  verifiedDaysAgo,
} from './person-details.ts'
import type { Plan } from './plan.ts'
import { createSeededRandom } from './seeded-random.ts'

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
export function addForeigners({ plan, lookup, today, homeOf }: PeopleScene, password_hash: string): number[] {
  const { public: publicInsurer, none, other } = lookup.insurers
  const validated: number[] = []
  fromAbroad.forEach(([first_name, last_name, second_name, iso2, gender_id, year], index) => {
    const by = createSeededRandom(`foreigner:${index + 1}`)
    const waiting = index % 3 === 1
    const denied = index === 6
    const opened = toInstant(
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
      nationality_id: getNationalityId(iso2),
      forecast_id: by.pick([publicInsurer, none, other]),
      gender_id,
      email: `${emailName({ first_name, last_name, second_name })}@ejemplo.cl`,
      email_verified_at: waiting ? null : toInstant(addDays(today, -verifiedDaysAgo), '12:00'),
      address: home.address,
      phone: mobile(by),
      commune_id: home.commune_id,
      image_store_passport: pictures?.passport ?? null,
      image_store_passport_patient: pictures?.selfie ?? null,
      status_passport: !waiting && !denied,
      rol: 'STANDART_ROLE',
      status: waiting ? 3 : denied ? 2 : 1,
      opened_as_minor: false,
      opened_as_child: false,
      password_hash,
      date_creation: opened,
      updated_at: opened,
      deleted_at: null,
    })
    if (!waiting && !denied) validated.push(id)
  })
  return validated
}

const hour = 3_600_000
const recently = 150 * 24 * hour

/**
 * Decides each passport that is no longer waiting, one day after it arrived; its photos go a month later. Also decides the recent
 * accounts of patients with a RUN, every third of them too late.
 */
export function addDecisions(plan: Plan, decided_by: number, today: Day): void {
  const now = toInstant(today, '00:00')
  let recent = 0
  for (const person of plan.people.all) {
    const isPassport = person.document_type_id === 2
    const isRecent =
      person.rol === 'STANDART_ROLE' &&
      person.status === 1 &&
      now.getTime() - person.date_creation.getTime() < recently
    if (person.status === 3 || !(isPassport || isRecent)) continue
    const approved = person.status === 1
    const hours = isPassport || recent++ % 3 > 0 ? 26 : 30 * 24
    const decided_at = new Date(person.date_creation.getTime() + hours * hour)
    if (decided_at > now) continue
    plan.decisions.push({
      person_id: person.id,
      decided_by,
      approved,
      reason: approved ? '' : 'La fotografía del pasaporte no permite leer el documento',
      applied_at: person.date_creation,
      decided_at,
    })
  }
}
