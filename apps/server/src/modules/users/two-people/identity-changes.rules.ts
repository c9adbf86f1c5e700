import type { ChangedValue } from '@mi-portal/contract/confirmations'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { type Identity, identityFields, nameFieldNames } from '@mi-portal/contract/fields/person-fields'
import { showDay } from '@mi-portal/contract/values/dates'

type Document = Pick<Identity, 'document_type_id' | 'document_number' | 'document_country'>

const documentFields = ['document_type_id', 'document_number', 'document_country'] as const

export function isSameDocument(before: Document, after: Document): boolean {
  const isSameNumber =
    before.document_type_id === after.document_type_id && before.document_number === after.document_number
  const isOtherCountry =
    before.document_country !== null &&
    after.document_country !== null &&
    before.document_country !== after.document_country
  return isSameNumber && !isOtherCountry
}

export function changedIdentityFields(before: Identity, after: Identity): (keyof Identity)[] {
  return identityFields.filter((field) => before[field] !== after[field])
}

/**
 * Returns the fields of an identity whose change a second member of staff has to confirm. A value that was not known is completed at once,
 * unless a birth date then moves the person across an age limit.
 */
export function needsSecondPerson(
  before: Identity,
  after: Identity,
  crossesAgeLimit: boolean,
): (keyof Identity)[] {
  if (!isSameDocument(before, after))
    return [
      ...documentFields,
      ...needsSecondPerson(before, { ...after, ...pickDocument(before) }, crossesAgeLimit),
    ]
  return changedIdentityFields(before, after).filter(
    (field) => before[field] !== null || (field === 'date_birth' && crossesAgeLimit),
  )
}

function pickDocument({ document_type_id, document_number, document_country }: Identity): Document {
  return { document_type_id, document_number, document_country }
}

export function describeIdentityChanges(
  before: Identity,
  after: Identity,
  genders: ReadonlyMap<number, string>,
): ChangedValue[] {
  const changed = new Set(changedIdentityFields(before, after))
  const show = (
    value: Identity,
  ): Readonly<Record<'name' | 'gender' | 'birth-date' | 'document', string | null>> => ({
    name: formatFullName(value),
    gender: value.gender_id === null ? null : (genders.get(value.gender_id) ?? null),
    'birth-date': value.date_birth === null ? null : showDay(value.date_birth),
    document: showDocumentWithCountry(value.document_type_id, value.document_number, value.document_country),
  })
  const [old, wanted] = [show(before), show(after)]
  const fields = [
    ...(nameFieldNames.some((field) => changed.has(field)) ? (['name'] as const) : []),
    ...(changed.has('gender_id') ? (['gender'] as const) : []),
    ...(changed.has('date_birth') ? (['birth-date'] as const) : []),
    ...(documentFields.some((field) => changed.has(field)) ? (['document'] as const) : []),
  ]
  return fields.map((field) => ({ field, before: old[field], after: wanted[field] }))
}
