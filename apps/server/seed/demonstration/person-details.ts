/** Details of people that depend on seeded random numbers, and what every function needs that adds people. */
import { addDays, addYears, ageOn, type Day, toInstant } from '@mi-portal/contract/values/dates'
import nationalities from '../catalogues/nationalities.json' with { type: 'json' }
import type { ClinicLookup } from './clinic-lookup.ts'
import type { Home } from './homes.ts'
import { type Name, plainLetters } from './names.ts'
import { passportPhoto, selfiePhoto } from './photos.ts'
import type { Plan } from './plan.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What the functions need that add people to the plan. */
export type PeopleScene = {
  readonly plan: Plan
  readonly lookup: ClinicLookup
  readonly today: Day
  /** The runs that are in use. */
  readonly runs: Set<string>
  readonly homeOf: (by: SeededRandom) => Home
}

export function getNationalityId(iso2: string): number {
  const found = nationalities.find((nationality) => nationality.iso2 === iso2)
  if (!found) throw new Error(`demonstration: there is no nationality ${iso2}`)
  return found.id
}

export function mobile(by: SeededRandom): string {
  return `9${by.whole(30_000_000, 99_999_999)}`
}

export function openedAt(by: SeededRandom, today: Day, date_birth: Day): Date {
  const days = Math.min(by.whole(20, 1100), Math.max(20, ageOn(date_birth, today) * 300))
  return toInstant(addDays(today, -days), `${by.whole(10, 21)}:${by.whole(10, 59)}`)
}

/** Days since the e-mail addresses were verified. The yearly question about them is not due yet. */
export const verifiedDaysAgo = 120

export function emailName(name: Name): string {
  return `${plainLetters(name.first_name.split(' ')[0] ?? '')}.${plainLetters(name.last_name)}`
}

export function birthday(by: SeededRandom, today: Day, from: number, to: number): Day {
  return addDays(addYears(today, -by.whole(from, to)), -by.whole(1, 360))
}

export function addPhotos(plan: Plan, key: string, day: Day): { passport: number; selfie: number } {
  const common = { media_type: 'image/png', created_at: toInstant(day, '18:15') } as const
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
