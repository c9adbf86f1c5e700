/**
 * The fields of a person's data, described once. Registration, profile and staff's forms, the statements that store
 * the fields, the audit of changes and the answers of the API take their lists from here.
 */
import * as z from 'zod/mini'
import { day } from '../values/date-schemas.ts'
import type { Day } from '../values/dates.ts'
import type { DocumentTypeId } from '../values/document-number.ts'
import { email } from '../values/email.ts'
import { phone } from '../values/phone.ts'
import { checkPersonName } from './person-name.ts'
import { requiredText, textLike } from './text.ts'

const catalogueId = (message: string) =>
  z.pipe(
    textLike(/^[1-9]\d{0,8}$/, 9, message),
    z.transform((text: string) => Number(text)),
  )

const optionalName = (max: number, message: string) =>
  z._default(z.string().check(z.trim(), ...checkPersonName(max, message)), '')

/** Stored as an empty text if the person has none. */
export const nameFields = {
  first_name: z
    .string('Digita Nombre')
    .check(z.trim(), z.minLength(1, 'Digita Nombre'), ...checkPersonName(80, 'Digita Nombre')),
  last_name: optionalName(60, 'Digita Primer apellido'),
  second_name: optionalName(60, 'Digita Segundo apellido'),
}

const personalFields = {
  ...nameFields,
  /** The name by which the person wants to be addressed («nombre social»); empty for the first names. */
  preferred_name: optionalName(60, 'Digita máximo 60 caracteres'),
  date_birth: day('Selecciona Fecha de nacimiento'),
  nationality_id: catalogueId('Selecciona Nacionalidad'),
  forecast_id: catalogueId('Selecciona Previsión'),
  gender_id: catalogueId('Selecciona Género'),
}

const contactFields = {
  email: email(),
  phone: phone(),
  address: requiredText('Digita Dirección', 200, 'Digita Dirección'),
  region_id: catalogueId('Selecciona Región'),
  city_id: catalogueId('Selecciona Provincia'),
  commune_id: catalogueId('Selecciona Comuna'),
}

export const personFields = { ...personalFields, ...contactFields }
const personForm = z.object(personFields)

/** The fields in the answers of the API; null for what is not known of the person. */
export const answeredPersonFields = {
  first_name: z.string(),
  last_name: z.string(),
  second_name: z.string(),
  preferred_name: z.string(),
  date_birth: z.nullable(z.string()),
  nationality_id: z.nullable(z.int()),
  forecast_id: z.nullable(z.int()),
  gender_id: z.nullable(z.int()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  region_id: z.nullable(z.int()),
  city_id: z.nullable(z.int()),
  commune_id: z.nullable(z.int()),
} satisfies Record<keyof typeof personFields, unknown>
const answeredPerson = z.object(answeredPersonFields)

export type PersonField = keyof typeof personFields

export type PersonValues = Record<PersonField, string>

export type KnownPerson = Readonly<z.output<typeof answeredPerson>>

/**
 * What is stored of a form as it was typed. An e-mail address is stored once its owner confirmed it, and region and
 * province follow from the commune.
 */
export type PersonalData = Readonly<Omit<z.output<typeof personForm>, 'email' | 'region_id' | 'city_id'>>

function namesIn<Shape extends object>(shape: Shape): readonly (keyof Shape)[] {
  return Object.keys(shape) as (keyof Shape)[]
}

function isStoredAsTyped(field: PersonField): field is keyof PersonalData {
  return field !== 'email' && field !== 'region_id' && field !== 'city_id'
}

export const nameFieldNames = namesIn(nameFields)
export type Identity = {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly document_country: string | null
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly gender_id: number | null
  readonly date_birth: Day | null
}

export const identityFields = [
  'document_type_id',
  'document_number',
  'document_country',
  ...nameFieldNames,
  'gender_id',
  'date_birth',
] as const satisfies readonly (keyof Identity)[]

export const personalFieldNames = namesIn(personalFields)
export const contactFieldNames = namesIn(contactFields)
export const personFieldNames = namesIn(personFields)
export const personalDataFields = personFieldNames.filter(isStoredAsTyped)

/** Erased when the account is closed, and therefore masked in the audit, whose entries are never erased. */
export const erasableFields: readonly PersonField[] = ['email', 'phone', 'address', 'preferred_name']

export function pickFields<Source extends object, Field extends keyof Source>(
  source: Source,
  fields: readonly Field[],
): Pick<Source, Field> {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as Pick<Source, Field>
}

export const emptyPersonValues = Object.fromEntries(
  personFieldNames.map((field) => [field, '']),
) as Readonly<PersonValues>

export function toPersonValues(person: KnownPerson): PersonValues {
  const values = { ...emptyPersonValues }
  for (const field of personFieldNames) values[field] = String(person[field] ?? '')
  return values
}
