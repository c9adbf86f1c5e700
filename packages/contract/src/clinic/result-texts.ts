/** What the portal says about results that it does not show. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'

const withheldText = z.object({ reason: z.string(), how_to_obtain: z.string() })

export const clinicResultTextEndpoints = {
  withheldResults: {
    method: 'GET',
    path: '/clinic/withheld-results',
    access: 'public',
    summary: 'Returns why certain kinds of results are not shown, and how they can be obtained',
    reply: z.object({
      /** The kinds that the clinic gives in person only. */
      never_shown: withheldText,
      /** What the law keeps from an adolescent's guardian. */
      reserved: withheldText,
    }),
  },
} as const satisfies EndpointTable
