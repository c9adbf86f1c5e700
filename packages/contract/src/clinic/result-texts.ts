import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'

const withheldText = z.object({ reason: z.string(), how_to_obtain: z.string() })

export const clinicResultTextEndpoints = endpoints({ access: 'public' })({
  withheldResults: {
    route: 'GET /clinic/withheld-results',
    summary: 'Returns why certain kinds of results are not shown, and how they can be obtained',
    reply: z.object({
      never_shown: withheldText,
      reserved: withheldText,
    }),
  },
})
