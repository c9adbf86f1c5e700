import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { textLike } from '../fields/text.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { officeCode, rut, service } from './services.ts'
import { slot } from './slots.ts'

export const slotReleased = 'Se liberó una hora como la que esperas'

const waitingDraft = z.object({
  patient_id: id(),
  specialty: textLike(/^[A-Za-z0-9_-]+$/, 40, 'Especialidad inválida'),
  /** Either site when absent. */
  office_id: z.optional(officeCode),
  /** Any professional when absent. */
  rut_professional: z.optional(rut),
  /** From today and without an end when absent. */
  from: z.optional(day('Fecha inválida')),
  to: z.optional(day('Fecha inválida')),
})

export type WaitingDraft = z.output<typeof waitingDraft>

const waiting = z.object({
  id: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  specialty: service,
  office_id: z.nullable(officeCode),
  rut_professional: z.nullable(z.string()),
  doctor_name: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  created_at: moment(),
})

export type Waiting = z.output<typeof waiting>

const offer = z.object({
  hold_id: id(),
  expires_at: moment(),
  patient_id: id(),
  patient_full_name: z.string(),
  slot,
})

export type Offer = z.output<typeof offer>

export const waitingEndpoints = endpoints({ access: 'bearer', root: true })({
  wait: {
    route: 'POST /agenda/v1/waiting',
    summary:
      'Adds the caller to a waiting list: the first match for a released slot gets an offer for thirty minutes',
    body: waitingDraft,
    reply: z.object({ data: waiting }),
  },
  waiting: {
    route: 'GET /agenda/v1/waiting',
    summary: 'Lists the caller’s waiting list entries',
    reply: z.object({ data: z.array(waiting) }),
  },
  stopWaiting: {
    route: 'DELETE /agenda/v1/waiting/{id}',
    summary: 'Removes a waiting list entry of the caller',
    params: z.object({ id: idParam() }),
  },
  offers: {
    route: 'GET /agenda/v1/offers',
    summary: 'Lists the slots offered to the caller: booking `hold_id` accepts one, releasing it declines it',
    reply: z.object({ data: z.array(offer) }),
  },
})
