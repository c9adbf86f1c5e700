/** Ages as the portal's rules need them; every day is a day of Santiago. */

import type { Fault } from '@mi-portal/contract/failure'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'

/** Whether somebody is under age that day; of whom no birth date is known is taken for an adult. */
export function isMinor(birth: Day | null, today: Day, ages: Ages): boolean {
  return birth !== null && ageOn(birth, today) < ages.adult
}

/** Whether an account opened for a minor has ended because its holder came of age. */
export function hasComeOfAge(
  person: { opened_as_minor: boolean; date_birth: Day | null },
  today: Day,
  ages: Ages,
): boolean {
  return person.opened_as_minor && !isMinor(person.date_birth, today, ages)
}

/** What a form says about a person that only this installation can judge. */
export type PersonChoices = {
  readonly date_birth: Day
  readonly nationality_id: number
  readonly forecast_id: number
  readonly gender_id: number
  readonly region_id: number
  readonly city_id: number
  readonly commune_id: number
}

/** Which of the choices the catalogues have and offer, each commune within its province and region. */
type Offered = {
  readonly nationality: boolean
  readonly forecast: boolean
  readonly gender: boolean
  readonly region: boolean
  readonly city: boolean
  readonly commune: boolean
}

/** One fault for each choice that cannot be, in the form's order. */
export function choiceFaults(birth: Day, today: Day, offered: Offered): Fault[] {
  const rows: readonly (readonly [wrong: boolean, param: string, msg: string])[] = [
    [birth > today || birth < '1900-01-01', 'date_birth', 'Selecciona Fecha de nacimiento'],
    [!offered.nationality, 'nationality_id', 'Selecciona Nacionalidad'],
    [!offered.forecast, 'forecast_id', 'Selecciona Previsión'],
    [!offered.gender, 'gender_id', 'Selecciona Género'],
    [!offered.region, 'region_id', 'Selecciona Región'],
    [!offered.city, 'city_id', 'Selecciona Provincia'],
    [!offered.commune, 'commune_id', 'Selecciona Comuna'],
  ]
  return rows.filter(([wrong]) => wrong).map(([, param, msg]) => ({ param, msg }))
}
