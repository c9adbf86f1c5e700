/** Unlocking the own account with a new identity check, where the clinic has one. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { cardNumber } from './registration.ts'
import { atMost } from './text.ts'
import { run } from './values/run-schema.ts'

/** What a person types to begin the identity check that unlocks their account. */
export const unlockForm = z.object({ document_number: run(), number: cardNumber() })

/** The proof of the passed check, with which the account is unlocked. */
export const identityProof = z.object({
  document_number: run(),
  solem: z.string().check(z.minLength(1), atMost(100)),
})

export const accountUnlockEndpoints = {
  unlock: {
    method: 'POST',
    path: '/auth/unlocks',
    access: 'public',
    summary:
      'Unlocks the account of a run with the proof of a passed identity check; the former password is void',
    body: identityProof,
    reply: z.object({}),
  },
} as const satisfies EndpointTable
