import * as z from 'zod/mini'
import { type DocumentTypeId, documentType, findDocumentError } from '../values/document-number.ts'
import { atMost, checkForm, textLike } from './text.ts'

export function documentTypeId() {
  return z.union([z.literal(1), z.literal(2)], 'Selecciona Tipo de documento')
}

export const countryMissing = 'Selecciona el país que emitió el pasaporte'

/**
 * The country that issued a passport, by its two-letter code of ISO 3166-1. Empty or absent if it is not known. Passports of two
 * countries may have one number.
 */
export function passportCountry() {
  return z.optional(z.nullable(textLike(/^([A-Z]{2})?$/, 2, countryMissing)))
}

/** Rejects a passport without its country. A form that opens an account asks for it. */
export function checkCountry<
  T extends { document_type_id: DocumentTypeId; document_country?: string | null | undefined },
>() {
  return checkForm<T>(
    ({ document_type_id, document_country }) =>
      document_type_id === documentType.passport && !document_country
        ? [['document_country', countryMissing]]
        : [],
    true,
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
  return checkNamedDocument<'document_type_id', 'document_number', T>('document_type_id', 'document_number')
}

/** The same for fields of other names. */
export function checkNamedDocument<
  Type extends string,
  Number extends string,
  T extends Record<Type, DocumentTypeId> & Record<Number, string>,
>(type: Type, number: Number) {
  return checkForm<T>((form) => {
    const [typeId, text] = [form[type], form[number]]
    const isKnown = (typeId === 1 || typeId === 2) && typeof text === 'string'
    const message = isKnown ? findDocumentError(typeId, text) : null
    return message ? [[number, message]] : []
  }, true)
}
