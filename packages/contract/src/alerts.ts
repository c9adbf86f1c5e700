/** Notices that staff show at the top of the public area. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { id } from './values/ids.ts'

/** `primary_code` colours text and icon, `secundary_code` the fill; both `#RRGGBB`. */
const alertColor = z.object({
  id: id(),
  color: z.string(),
  primary_code: z.string(),
  secundary_code: z.string(),
})

const alert = z.object({
  id: id(),
  name: z.string(),
  text: z.string(),
  color_id: z.int(),
  color: alertColor,
  status_id: z.int(),
})
export const alertEndpoints = {
  listPublic: {
    method: 'GET',
    path: '/alert/public',
    access: 'public',
    summary: 'The active alerts, for everybody',
    cache: 30,
    reply: z.object({ alerts: z.array(alert) }),
  },
} as const satisfies EndpointTable
