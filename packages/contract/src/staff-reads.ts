import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'

/** Why a member of staff opens more people than the budget of a day. No free text, so that the notice names no patient. */
export const openingReasons = ['busy-day', 'covering', 'correction', 'other'] as const
export type OpeningReason = (typeof openingReasons)[number]
export const openingReasonLabels: Readonly<Record<OpeningReason, string>> = {
  'busy-day': 'Hoy atiendo a más personas que lo habitual',
  covering: 'Hago también el turno de otra persona',
  correction: 'Reviso o corrijo los datos de muchas personas',
  other: 'Otro motivo, que explicaré si me preguntan',
}

export const usualOpenedPeople = 300

export const staffReadEndpoints = endpoints({ access: 'staff', permission: 'any' })({
  giveReason: {
    route: 'POST /admin/opened-people/reasons',
    summary:
      'Allows the caller to open as many people again today, and notifies those who answer for personal data of the reason',
    body: z.object({ reason: z.enum(openingReasons, 'Elige un motivo') }),
    reply: z.object({
      /** People whom the caller opened today, and the number up to which no reason is needed. */
      opened: z.int(),
      allowed: z.int(),
    }),
  },
})
