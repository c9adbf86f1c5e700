/** A proof of work that the visitor's own device computes, so that no external service is needed. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'

/** The forms that require the check. A solution for one form is not valid for another. */
const checkedForms = ['contact', 'sign-in', 'recover', 'registration', 'lock'] as const
export type CheckedForm = (typeof checkedForms)[number]

/** The solved robot check of a form, if it is sent. */
export function solvedCheck() {
  return z.optional(z.string().check(atMost(8_000)))
}

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
