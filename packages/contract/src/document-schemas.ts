import * as z from 'zod/mini'
import { atMost, textLike } from './text.ts'
import { type DocumentTypeId, documentType, findDocumentError } from './values/document-number.ts'

export function documentTypeId() {
  return z.union([z.literal(1), z.literal(2)], 'Selecciona Tipo de documento')
}

const countryMessage = 'Selecciona el país que emitió el pasaporte'

/**
 * The country that issued a passport, by its two-letter code of ISO 3166-1. Empty or absent if it is not known. Passports of two
 * countries may have one number.
 */
export function passportCountry() {
  return z.optional(z.nullable(textLike(/^([A-Z]{2})?$/, 2, countryMessage)))
}

/** Rejects a passport without its country. A form that opens an account asks for it. */
export function checkCountry<
  T extends { document_type_id: DocumentTypeId; document_country?: string | null | undefined },
>() {
  return z.check<T>(
    (payload) => {
      const { document_type_id: typeId, document_country: country } = payload.value
      if (typeId === documentType.passport && !country)
        payload.issues.push({
          code: 'custom',
          message: countryMessage,
          path: ['document_country'],
          input: payload.value,
        })
    },
    { when: () => true },
  )
}

/**
 * The fields of a document, to be spread into a form's object together with {@link checkDocument}, which
 * validates the number.
 */
export const documentFields = {
  document_type_id: documentTypeId(),
  document_number: z.string('Digita RUT').check(atMost(32, 'Digita RUT válido')),
  document_country: passportCountry(),
}

/** Adds the number's error at `document_number`, even when other fields have errors. */
export function checkDocument<T extends { document_type_id: DocumentTypeId; document_number: string }>() {
  return z.check<T>(
    (payload) => {
      const { document_type_id: typeId, document_number: number } = payload.value
      if ((typeId !== 1 && typeId !== 2) || typeof number !== 'string') return
      const msg = findDocumentError(typeId, number)
      if (msg)
        payload.issues.push({ code: 'custom', message: msg, path: ['document_number'], input: payload.value })
    },
    { when: () => true },
  )
}
