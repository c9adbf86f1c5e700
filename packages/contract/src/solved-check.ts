import * as z from 'zod/mini'
import { checkDocument, documentFields } from './document-schemas.ts'
import { atMost } from './text.ts'
import type { DocumentTypeId } from './values/document-number.ts'

export function solvedCheck() {
  return z.optional(z.string().check(atMost(8_000)))
}

export const documentWithCheck = z
  .object({
    ...documentFields,
    /** Required when the caller's IP address was asked for a robot check of the form (429 with code 11). */
    altcha: solvedCheck(),
  })
  .check(
    checkDocument<{
      document_type_id: DocumentTypeId
      document_number: string
      document_country?: string | null | undefined
      altcha?: string | undefined
    }>(),
  )
