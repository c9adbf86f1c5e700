/** The form that opens the account, and its sections. */
import { contactFieldNames, personalFieldNames } from '@mi-portal/contract/fields/person-fields'
import { checkSurnames, registrationEndpoints, registrationForm } from '@mi-portal/contract/registration'
import * as z from 'zod/mini'

const photo = z.nullable(z.file())

/** The registration form: the contract's fields, and those that only the page has. */
export const accountForm = z
  .intersection(
    registrationForm,
    z
      .object({
        password: z.string(),
        password_confirmation: z.string(),
        /** The accepted version of the terms; empty until then. */
        terms_version: z.string().check(z.minLength(1, 'Acepta términos y condiciones')),
        /** The version of the privacy notice accepted with its own checkbox; empty when it was not accepted. */
        privacy_version: z.string(),
        /** Whether the passport has one name, without surnames. */
        one_name: z.boolean(),
        file: photo,
        file_passport: photo,
        file_passport_patient: photo,
        file_selfie: photo,
      })
      .check(
        z.refine(({ password, password_confirmation }) => password === password_confirmation, {
          message: 'Las contraseñas no coinciden',
          path: ['password_confirmation'],
          when: () => true,
        }),
      ),
  )
  .check(checkSurnames())

/** The values of the form's fields: texts, answers and chosen photos. */
export type AccountValues = z.input<typeof accountForm>

/** The values after every rule is met. */
export type CleanAccount = z.output<typeof accountForm>

/** The form's sections, in their order, with the fields whose errors they show. */
export const sections = [
  {
    id: 'datos-personales',
    title: 'Datos personales',
    fields: ['file', 'document_number', ...personalFieldNames],
  },
  {
    id: 'datos-de-contacto',
    title: 'Datos de contacto',
    fields: contactFieldNames,
  },
  { id: 'datos-de-la-cuenta', title: 'Datos de la cuenta', fields: ['password', 'password_confirmation'] },
  { id: 'terminos', title: 'Términos y condiciones', fields: ['terms_version', 'privacy_version'] },
] as const

/** What a phone shows at a time: a section, or a part of a long one. `fields` are those that must be right to go on. */
export const views = [
  {
    section: 0,
    part: 'names',
    fields: ['document_number', 'first_name', 'last_name', 'second_name'],
  },
  {
    section: 0,
    part: 'details',
    fields: ['file', 'date_birth', 'nationality_id', 'forecast_id', 'gender_id'],
  },
  { section: 1, part: 'all', fields: sections[1].fields },
  { section: 2, part: 'all', fields: sections[2].fields },
  { section: 3, part: 'all', fields: sections[3].fields },
] as const

export const accountRequest = { ...registrationEndpoints.register, form: accountForm }

/** The photos that prove the identity. */
export type IdentityPhotos = Pick<AccountValues, 'file_passport' | 'file_passport_patient' | 'file_selfie'>
