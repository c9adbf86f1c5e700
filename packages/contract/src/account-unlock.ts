import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'
import { atMost } from './text.ts'
import { cardNumber } from './values/codes/card-number.ts'
import { run } from './values/run-schema.ts'

export const unlockForm = z.object({ document_number: run(), number: cardNumber() })

export const identityProof = z.object({
  document_number: run(),
  solem: z.string().check(z.minLength(1), atMost(100)),
})

export const accountUnlockEndpoints = endpoints({ access: 'public' })({
  unlock: {
    route: 'POST /auth/unlocks',
    summary:
      'Unlocks the account of a run with the proof of a passed identity check; the former password is void',
    body: identityProof,
  },
})
