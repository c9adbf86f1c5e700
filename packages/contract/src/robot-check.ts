/** The robot check: a proof of work that the visitor's own device computes, so that no external service is needed. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { checkDocument, documentFields } from './fields/document-schemas.ts'
import { atMost } from './fields/text.ts'

export function solvedCheck() {
  return z.optional(z.string().check(atMost(8_000)))
}

export const documentWithCheck = z
  .object({
    ...documentFields,
    /** Required when the caller's IP address was asked for a robot check of the form (429 with code 11). */
    altcha: solvedCheck(),
  })
  .check(checkDocument())

/** The forms that require the check. A solution for one form is not valid for another. */
const checkedForms = ['contact', 'sign-in', 'recover', 'registration', 'lock', 'certificate'] as const
export type CheckedForm = (typeof checkedForms)[number]

export const robotCheckEndpoints = endpoints({ access: 'public', root: true, raw: true })({
  challenge: {
    route: 'GET /agenda/v1/challenge',
    summary:
      'Returns a robot-check challenge for a form, valid once within ten minutes; the form sends its solution in the field `altcha`',
    query: z.object({ form: z._default(z.enum(checkedForms, 'Formulario inválido'), 'contact') }),
  },
})
