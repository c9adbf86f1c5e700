/** The fields of the registration's two forms, and the order of their errors. */

import { joinNames } from '@mi-portal/contract/clinic/join-names'
import { checkCountry, checkDocument, documentFields } from '@mi-portal/contract/document-schemas'
import { contactFieldNames, personalFieldNames } from '@mi-portal/contract/person-fields'
import {
  cardNumber,
  cellphone,
  checkSurnames,
  registrationEndpoints,
  registrationForm,
} from '@mi-portal/contract/registration'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { email } from '@mi-portal/contract/values/email'
import * as z from 'zod/mini'

/** The steps of a registration, as the page header shows them. */
export const registrationSteps = ['Identidad', 'Tus datos', 'Confirmación'] as const

export interface StartValues {
  document_type_id: DocumentTypeId
  document_number: string
  /** The country that issued the passport; empty for a RUN. */
  document_country: string
  /** The card number; only for a run. */
  number: string
  email: string
  cellphone: string
}

const startData = z
  .object({
    ...documentFields,
    document_country: z.string(),
    number: z.string(),
    email: email(),
    cellphone: cellphone(),
  })
  .check(checkDocument<StartValues>(), checkCountry<StartValues>())

/** The form of the registration home page, where staff validate the identity with photos. */
export const startFormWithPhotos = startData

/** The form of the registration home page, where an identity check needs the number of the card. */
export const startForm = startData.check(
  z.check<StartValues>(
    (payload) => {
      const { document_type_id: typeId, number } = payload.value
      if (typeId !== documentType.run) return
      for (const { message } of cardNumber().safeParse(number).error?.issues ?? []) {
        payload.issues.push({ code: 'custom', message, path: ['number'], input: payload.value })
      }
    },
    { when: () => true },
  ),
)

const startFields = ['document_number', 'document_country', 'number', 'email', 'cellphone'] as const

/** Returns a sentence with the fields that CONTINUAR still needs; null when nothing is missing. */
export function describeMissing(values: StartValues, form = startForm): string | null {
  const wrong = new Set(form.safeParse(values).error?.issues.map(({ path }) => path[0]))
  const names = {
    document_number: values.document_type_id === documentType.run ? 'RUT' : 'pasaporte',
    document_country: 'país del pasaporte',
    number: 'número de documento',
    email: 'e-mail',
    cellphone: 'celular',
  }
  const named = (which: (value: string) => boolean) =>
    startFields
      .filter((field) => wrong.has(field) && which(values[field].trim()))
      .map((field) => names[field])
  const missing = named((value) => value === '')
  const invalid = named((value) => value !== '')
  if (missing.length > 0) return `Para continuar, completa: ${joinNames(missing)}.`
  return invalid.length > 0 ? `Para continuar, corrige: ${joinNames(invalid)}.` : null
}

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

/** The form's sections with their fields, in their order. */
export const sections = [
  {
    id: 'datos-personales',
    title: 'Datos personales',
    fields: personalFieldNames,
  },
  {
    id: 'datos-de-contacto',
    title: 'Datos de contacto',
    fields: contactFieldNames,
  },
  { id: 'datos-de-la-cuenta', title: 'Datos de la cuenta', fields: ['password', 'password_confirmation'] },
  { id: 'terminos', title: 'Términos y condiciones', fields: ['terms_version', 'privacy_version'] },
] as const

export const accountRequest = { ...registrationEndpoints.register, form: accountForm }

/** The photos that prove the identity. */
export type IdentityPhotos = Pick<AccountValues, 'file_passport' | 'file_passport_patient' | 'file_selfie'>
