/** A proof of work that the visitor's own machine does: no service of anybody else is asked. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'

/** The forms that ask for it; what was solved for one is worth nothing at another. */
const checkedForms = ['contact', 'sign-in', 'recover', 'registration'] as const
export type CheckedForm = (typeof checkedForms)[number]

/** The solved check of a form, where it comes with what is sent. */
export function solvedCheck() {
  return z.optional(z.string().check(z.maxLength(8_000)))
}

export const robotCheckEndpoints = {
  challenge: {
    method: 'GET',
    path: '/agenda/v1/challenge',
    access: 'public',
    summary:
      'A challenge for a form, ten minutes good and once; its solution goes into the form’s field `altcha`',
    query: z.object({ form: z._default(z.enum(checkedForms, 'Formulario inválido'), 'contact') }),
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
