/** Proving who one is: the check that a registration needs, and the embedded provider's own calls. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { cardNumber, cellphone } from './registration.ts'
import { solvedCheck } from './robot-check.ts'
import { email } from './values/email.ts'
import { run } from './values/run.ts'

/** What a check hands to the page that opened it: 0 verified, 1 failed, 2 cancelled, 3 expired, 4 unknown run or wrong card number. */
export const identityCodes = { verified: 0, failed: 1, cancelled: 2, expired: 3, unknown: 4 } as const
export type IdentityCode = (typeof identityCodes)[keyof typeof identityCodes]
/** Where a check stands: being asked, or ended with the code of its name. */
export type IdentityState = 'asking' | keyof typeof identityCodes

/** The message the identity window posts to its opener, on the portal's own origin. */
export const identityMessage = z.object({
  code: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  solem: z.nullable(z.string()),
})
export type IdentityMessage = z.output<typeof identityMessage>

const key = z.object({ key: z.string().check(z.minLength(20), z.maxLength(100)) })

/** One question at a time; `right` is told in the demonstration alone. */
const step = z.object({
  state: z.enum(['asking', 'done']),
  question: z.nullable(
    z.object({
      number: z.int(),
      of: z.int(),
      text: z.string(),
      options: z.array(z.object({ id: z.string(), text: z.string(), right: z.optional(z.boolean()) })),
    }),
  ),
  result: z.nullable(identityMessage),
})
export type IdentityStep = z.output<typeof step>

export const identityEndpoints = {
  start: {
    method: 'GET',
    path: '/indentities/verifications',
    access: 'public',
    summary: 'Begins an identity check and says where its window goes',
    changesState: true,
    query: z.object({
      document_number: run(),
      number: cardNumber(),
      email: email(),
      cellphone: cellphone(),
      /** The solved robot check of the form `registration`, where an address is asked for it (429 with code 11). */
      altcha: solvedCheck(),
    }),
    reply: z.object({ verification_id: z.string(), url: z.string() }),
  },
  info: {
    method: 'GET',
    path: '/patients/info/{rut}',
    access: 'public',
    judgesItself: true,
    summary:
      'Names and birth date of the civil registry, with `x-identity` of a passed check of that run, or for staff',
    params: z.object({ rut: run() }),
    // A provider that proves who somebody is need not know their birth date: then it is empty.
    reply: z.object({ names: z.string(), lastname: z.string(), date_birth: z.string() }),
  },
  step: {
    method: 'GET',
    path: '/identity/checks/{key}',
    access: 'key',
    summary: 'Where a check of the embedded provider stands',
    params: key,
    reply: step,
  },
  answer: {
    method: 'POST',
    path: '/identity/checks/{key}/answers',
    access: 'key',
    summary: 'Answers the question being asked',
    params: key,
    body: z.object({ number: z.int(), option: z.string().check(z.maxLength(60)) }),
    reply: step,
  },
  cancel: {
    method: 'POST',
    path: '/identity/checks/{key}/cancel',
    access: 'key',
    summary: 'Gives the check up',
    params: key,
    reply: step,
  },
  openIdStart: {
    method: 'GET',
    path: '/identity/oidc/{key}',
    access: 'key',
    summary: 'Sends the window on to the OpenID Connect provider',
    params: key,
    raw: true,
    reply: z.unknown(),
  },
  openIdReturn: {
    method: 'GET',
    path: '/identity/oidc/return',
    access: 'public',
    summary: 'Where the OpenID Connect provider sends the window back',
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
