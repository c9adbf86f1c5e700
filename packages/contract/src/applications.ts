/** Registrations that wait for staff: the page on which the applicant follows one, and the code for the counter. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { atMost } from './text.ts'
import { typedCode } from './values/codes/code-schema.ts'
import { moment } from './values/date-schemas.ts'

/** The counter code: its digits, how long it is valid, and how often staff may enter one before it is void. */
export const counterCodeRules = { digits: 6, hours: 24, attempts: 5 } as const

const wrongCode = `Digita los ${counterCodeRules.digits} dígitos del código`

/** The code that an applicant gives at the counter. */
export function counterCode() {
  return typedCode(/^\d{6}$/, wrongCode)
}

const key = z.object({ key: z.string().check(z.minLength(20), atMost(100)) })

const application = z.object({
  state: z.enum(['waiting', 'approved', 'denied']),
  applied_at: moment(),
  /** Until when staff have to decide. */
  due_at: moment(),
  decided_at: z.nullable(moment()),
  /** Why staff denied the application; empty if they gave no reason. */
  reason: z.string(),
  /** Until when the counter code that was asked for last is valid; null if there is none. */
  code_expires_at: z.nullable(moment()),
})
export type ApplicationState = z.output<typeof application>

export const applicationEndpoints = {
  state: {
    method: 'GET',
    path: '/applications/{key}',
    access: 'key',
    summary: 'Returns the state of a registration that waits for staff, or the decision about it',
    params: key,
    reply: z.object({ application }),
  },
  createCode: {
    method: 'POST',
    path: '/applications/{key}/codes',
    access: 'key',
    summary:
      'Creates a code with which staff at the counter confirm the applicant in person; a former code becomes void',
    params: key,
    reply: z.object({ code: z.string(), expires_at: moment() }),
  },
} as const satisfies EndpointTable
