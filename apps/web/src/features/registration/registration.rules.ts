/** The steps of a registration, and the form with which it begins. */

import { joinNames } from '@mi-portal/contract/clinic/join-names'
import { checkCountry, checkDocument, documentFields } from '@mi-portal/contract/fields/document-schemas'
import { cardNumber } from '@mi-portal/contract/values/codes/card-number'
import { type DocumentTypeId, documentType } from '@mi-portal/contract/values/document-number'
import { email } from '@mi-portal/contract/values/email'
import { cellphone } from '@mi-portal/contract/values/phone'
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
  .check(checkDocument(), checkCountry())

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
    document_country: 'país',
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
  if (missing.length > 0) return `Completa: ${joinNames(missing)}.`
  return invalid.length > 0 ? `Corrige: ${joinNames(invalid)}.` : null
}
