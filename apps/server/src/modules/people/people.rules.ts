/** Ages as the portal's rules need them, names, and which accounts staff may change. Every day is a calendar day of Santiago. */

import type { FieldError } from '@mi-portal/contract/calls/api-error'
import { countryMissing } from '@mi-portal/contract/fields/document-schemas'
import type { Role } from '@mi-portal/contract/people'
import { permits, type StaffAccess } from '@mi-portal/contract/permissions/permissions'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, type Day } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'

export const emailChangedTitle = 'El e-mail de tu cuenta cambió'

/** Returns whether a person is under age on this day. A person of unknown birth date is treated as an adult. */
export function isMinor(birth: Day | null, today: Day, ages: Ages): boolean {
  return birth !== null && ageOn(birth, today) < ages.adult
}

/** Returns the id by which lists of staff link a patient; null for staff who may not open patients. */
export function toLinkedPatientId(
  { permissions }: Pick<StaffAccess, 'permissions'>,
  patientId: number,
): number | null {
  return permits(permissions, 'users.read') ? patientId : null
}

export type OpenedAt = { readonly opened_as_minor: boolean; readonly opened_as_child: boolean }

export function openedAt(birth: Day | null, today: Day, ages: Ages): OpenedAt {
  return {
    opened_as_minor: isMinor(birth, today, ages),
    opened_as_child: birth !== null && ageOn(birth, today) < ages.reserve,
  }
}

/**
 * Returns what an account stores of that age once its birth date was corrected. The person who opened it for a child still holds it, unless the
 * person proves to be an adult.
 */
export function reopenedAt(before: OpenedAt, birth: Day | null, today: Day, ages: Ages): OpenedAt {
  const after = openedAt(birth, today, ages)
  return {
    ...after,
    opened_as_child: after.opened_as_minor && (before.opened_as_child || after.opened_as_child),
  }
}

/**
 * Returns the age step at which the access of an account has ended, because it was opened for a child or a minor; null if it has not. The
 * person opens it again with a proof of their own.
 */
export function outgrownStep(
  person: OpenedAt & { readonly date_birth: Day | null },
  today: Day,
  ages: Ages,
): 'reserve' | 'adult' | null {
  if (person.opened_as_minor && !isMinor(person.date_birth, today, ages)) return 'adult'
  const { date_birth } = person
  return person.opened_as_child && date_birth !== null && ageOn(date_birth, today) >= ages.reserve
    ? 'reserve'
    : null
}

export function isAdolescent(birth: Day | null, today: Day, ages: Ages): boolean {
  return birth !== null && isMinor(birth, today, ages) && ageOn(birth, today) >= ages.reserve
}

function countReachedAges(birth: Day | null, today: Day, { reserve, consent, adult }: Ages): number {
  const limits = [reserve, consent, adult]
  return birth === null ? limits.length : limits.filter((limit) => ageOn(birth, today) >= limit).length
}

/**
 * Returns whether a corrected birth date puts a person on another side of an age at which rules change: who sees the record, who
 * consents, who has a guardian.
 */
export function crossesAgeLimit(before: Day | null, after: Day | null, today: Day, ages: Ages): boolean {
  return countReachedAges(before, today, ages) !== countReachedAges(after, today, ages)
}

/**
 * Returns whether a member of staff may change an account. Administrators never change administrators, their own
 * account included.
 */
export function mayAdminister(staff: Role, target: Role): boolean {
  return staff === 'SUPER_ADMIN_ROLE' || target === 'STANDART_ROLE'
}

export type PersonChoices = {
  readonly document_type_id?: DocumentTypeId
  readonly document_country?: string | null | undefined
  readonly date_birth: Day
  readonly nationality_id: number
  readonly forecast_id: number
  readonly gender_id: number
  readonly region_id: number
  readonly city_id: number
  readonly commune_id: number
}

type Offered = Readonly<
  Record<'country' | 'nationality' | 'forecast' | 'gender' | 'region' | 'city' | 'commune', boolean>
>

export function choiceErrors(birth: Day, today: Day, offered: Offered): FieldError[] {
  const rows: readonly (readonly [wrong: boolean, param: string, msg: string])[] = [
    [!offered.country, 'document_country', countryMissing],
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
