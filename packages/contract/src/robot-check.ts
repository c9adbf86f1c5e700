/** A proof of work that the visitor's own device computes, so that no external service is needed. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'
import { checkDocument, type DocumentTypeId, documentFields } from './values/document-number.ts'

/** The forms that require the check. A solution for one form is not valid for another. */
const checkedForms = ['contact', 'sign-in', 'recover', 'registration', 'lock', 'certificate'] as const
export type CheckedForm = (typeof checkedForms)[number]

/** The solved robot check of a form, if it is sent. */
export function solvedCheck() {
  return z.optional(z.string().check(atMost(8_000)))
}

/** The document of an account, as a visitor who is not signed in gives it to recover or lock the account. */
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

export const robotCheckEndpoints = {
  challenge: {
    method: 'GET',
    path: '/agenda/v1/challenge',
    root: true,
    access: 'public',
    summary:
      'Returns a robot-check challenge for a form, valid once within ten minutes; the form sends its solution in the field `altcha`',
    query: z.object({ form: z._default(z.enum(checkedForms, 'Formulario inválido'), 'contact') }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
