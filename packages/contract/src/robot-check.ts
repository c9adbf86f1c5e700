/** A proof of work that the visitor's own device computes, so that no external service is needed. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'

/** The forms that require the check. A solution for one form is not valid for another. */
const checkedForms = ['contact', 'sign-in', 'recover', 'registration', 'lock', 'certificate'] as const
export type CheckedForm = (typeof checkedForms)[number]

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
