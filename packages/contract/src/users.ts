/** The administrators' decisions about accounts. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { patient } from './people.ts'
import { idParam } from './values/ids.ts'

const decision = {
  params: z.object({ id: idParam('ID de usuario inválido') }),
  body: z.object({
    userStatus: z.optional(z.int()),
    /** Told to the person in the mail. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Digita máximo 500 caracteres'))),
  }),
  reply: z.object({ patient }),
}

export const userEndpoints = {
  confirm: {
    method: 'PUT',
    path: '/patients/administrators/confirm/{id}',
    access: 'staff',
    summary: 'Validates a person waiting for it: the account is enabled and the person told',
    ...decision,
  },
  deny: {
    method: 'PUT',
    path: '/patients/administrators/deny/{id}',
    access: 'staff',
    summary: 'Denies the validation: the account is disabled and the person told why',
    ...decision,
  },
} as const satisfies EndpointTable
