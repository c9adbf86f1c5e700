import type { ChangedValue } from '@mi-portal/contract/confirmations'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { type Identity, personalDataFields, pickFields } from '@mi-portal/contract/fields/person-fields'
import { type PatientCreation, patientCreation } from '@mi-portal/contract/users'
import { showDay } from '@mi-portal/contract/values/dates'
import { cleanCountry, cleanDocument } from '@mi-portal/contract/values/document-number'

export type CreationForm = Omit<PatientCreation, 'person_role_id'>

export function toStoredForm(form: CreationForm) {
  return {
    document_type_id: form.document_type_id,
    document_number: cleanDocument(form.document_type_id, form.document_number),
    document_country: cleanCountry(form.document_type_id, form.document_country),
    ...pickFields(form, personalDataFields),
    email: form.email,
  }
}

export function toFormText(form: CreationForm): Record<string, string> {
  const named = Object.entries(form).filter(
    ([field, value]) =>
      field in patientCreation.shape && field !== 'person_role_id' && value !== undefined && value !== null,
  )
  return Object.fromEntries(named.map(([field, value]) => [field, String(value)]))
}

/** Reads a form that was stored as text; null if its rules have changed since then and it no longer meets them. */
export function readForm(stored: Readonly<Record<string, string>>): CreationForm | null {
  return patientCreation.safeParse(stored).data ?? null
}

type Facts = Omit<Identity, 'gender_id'> & {
  readonly email: string | null
  readonly status: number
  readonly deleted_at: Date | null
  readonly without_account: boolean
}

export function toComparableFacts(person: Facts): string {
  return JSON.stringify([
    person.document_type_id,
    person.document_number,
    person.document_country,
    person.first_name,
    person.last_name,
    person.second_name,
    person.date_birth,
    person.email,
    person.status,
    person.deleted_at?.toISOString() ?? null,
    person.without_account,
  ])
}

type Shown = Omit<Facts, 'status' | 'deleted_at' | 'without_account'> & { readonly phone: string | null }

type ShownDocument = Pick<Facts, 'document_type_id' | 'document_number' | 'document_country'>

function describeDocument({ document_type_id, document_number, document_country }: ShownDocument): string {
  return showDocumentWithCountry(document_type_id, document_number, document_country)
}

export function openingChanges(before: Shown, after: Shown): ChangedValue[] {
  const showBirth = ({ date_birth }: Shown) => (date_birth === null ? null : showDay(date_birth))
  const rows: readonly (readonly [ChangedValue['field'], string | null, string | null])[] = [
    ['name', formatFullName(before), formatFullName(after)],
    ['document', describeDocument(before), describeDocument(after)],
    ['birth-date', showBirth(before), showBirth(after)],
    ['email', before.email, after.email],
    ['phone', before.phone, after.phone],
  ]
  return rows.map(([field, old, value]) => ({ field, before: old, after: value }))
}
