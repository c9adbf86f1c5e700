import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { atMost } from './fields/text.ts'
import { solvedCheck } from './robot-check.ts'
import { cardNumber } from './values/codes/card-number.ts'
import { email } from './values/email.ts'
import { cellphone } from './values/phone.ts'
import { run } from './values/run-schema.ts'

/**
 * The result that a check sends to the page that opened it: 0 verified, 1 failed, 2 cancelled, 3 expired, 4 unknown
 * run or wrong card number.
 */
export const identityCodes = { verified: 0, failed: 1, cancelled: 2, expired: 3, unknown: 4 } as const
export type IdentityCode = (typeof identityCodes)[keyof typeof identityCodes]
export type IdentityState = 'asking' | keyof typeof identityCodes

export const identityMessage = z.object({
  code: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  solem: z.nullable(z.string()),
})
export type IdentityMessage = z.output<typeof identityMessage>

const key = z.object({ key: z.string().check(z.minLength(20), atMost(100)) })

/** The current question of a check. `right` marks the correct option, and is sent only in the demonstration. */
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

export const identityEndpoints = endpoints({ access: 'public' })({
  mode: {
    route: 'GET /identity/mode',
    summary: 'Returns whether staff validate a RUN with photos, in place of an identity check',
    reply: z.object({ photos: z.boolean() }),
  },
  start: {
    route: 'GET /indentities/verifications',
    summary: 'Starts an identity check and returns the address of its window',
    changesState: true,
    query: z.object({
      document_number: run(),
      number: cardNumber(),
      /** Sent by a registration, which stores them with its draft; a check that unlocks an account has neither. */
      email: z.optional(email()),
      cellphone: z.optional(cellphone()),
      /** Required when the caller's IP address was asked for a robot check of the form `registration` (429 with code 11). */
      altcha: solvedCheck(),
    }),
    reply: z.object({ verification_id: z.string(), url: z.string() }),
  },
  info: {
    route: 'GET /patients/info/{rut}',
    judgesItself: true,
    summary:
      'Returns the names and birth date from the civil registry; needs `x-identity` of a passed check of that RUN, or a staff session',
    params: z.object({ rut: run() }),
    // The birth date is empty when the identity provider does not know it.
    reply: z.object({ names: z.string(), lastname: z.string(), date_birth: z.string() }),
  },
  step: {
    route: 'GET /identity/checks/{key}',
    access: 'key',
    summary: 'Returns the state of a check by the embedded provider',
    params: key,
    reply: step,
  },
  answer: {
    route: 'POST /identity/checks/{key}/answers',
    access: 'key',
    summary: 'Answers the current question of an identity check',
    params: key,
    body: z.object({ number: z.int(), option: z.string().check(atMost(60)) }),
    reply: step,
  },
  cancel: {
    route: 'POST /identity/checks/{key}/cancel',
    access: 'key',
    summary: 'Cancels an identity check',
    params: key,
    reply: step,
  },
  openIdStart: {
    route: 'GET /identity/oidc/{key}',
    access: 'key',
    summary: 'Redirects the window to the OpenID Connect provider',
    params: key,
    raw: true,
  },
  openIdReturn: {
    route: 'GET /identity/oidc/return',
    summary: 'Receives the redirect from the OpenID Connect provider',
    raw: true,
  },
})
