/** Announcements of the clinic, shown in the carousel of the home page to those they are meant for. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { id } from './values/ids.ts'

const ad = z.object({
  id: id(),
  /** What the picture says, for whoever does not see it; empty where staff wrote nothing. */
  title: z.string(),
  image: z.string(),
  url: z.string(),
  from_age: z.int(),
  to_age: z.int(),
  /** 0 is everybody. */
  gender_id: z.int(),
  order_advertising: z.int(),
  status: z.boolean(),
})
export type Ad = z.output<typeof ad>

export const adEndpoints = {
  list: {
    method: 'GET',
    path: '/ads',
    access: 'signedIn',
    summary: 'For a patient the enabled ads of their age and gender; for super administrators all',
    reply: z.object({ ads: z.array(ad) }),
  },
} as const satisfies EndpointTable
