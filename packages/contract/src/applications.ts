import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost } from './fields/text.ts'
import { typedCode } from './values/codes/code-schema.ts'
import { moment } from './values/date-schemas.ts'

export const mayRegisterAgain = 'Puedes corregir tus datos y registrarte nuevamente.'

/** The counter code: its digits, how long it is valid, and how often staff may enter one before it is void. */
export const counterCodeRules = { digits: 6, hours: 24, attempts: 5 } as const

const wrongCode = `Digita los ${counterCodeRules.digits} dígitos del código`

export function counterCode() {
  return typedCode(/^\d{6}$/, wrongCode)
}

const key = z.object({ key: z.string().check(z.minLength(20), atMost(100)) })

const application = z.object({
  state: z.enum(['waiting', 'approved', 'denied']),
  applied_at: moment(),
  due_at: moment(),
  decided_at: z.nullable(moment()),
  reason: z.string(),
  code_expires_at: z.nullable(moment()),
})
export type ApplicationState = z.output<typeof application>

export const applicationEndpoints = endpoints({ access: 'key' })({
  state: {
    route: 'GET /applications/{key}',
    summary: 'Returns the state of a registration that waits for staff, or the decision about it',
    params: key,
    reply: z.object({ application }),
  },
  createCode: {
    route: 'POST /applications/{key}/codes',
    summary:
      'Creates a code with which staff at the counter confirm the applicant in person; a former code becomes void',
    params: key,
    reply: z.object({ code: z.string(), expires_at: moment() }),
  },
})
