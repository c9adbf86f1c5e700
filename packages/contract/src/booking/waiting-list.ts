/** The waiting list, and the released slots that are offered to the patients on it. */
import * as z from 'zod/mini'
import type { EndpointTable } from '../endpoint.ts'
import { atMost } from '../text.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { officeCode, rut, service } from './services.ts'
import { slot } from './slots.ts'

const waitingDraft = z.object({
  patient_id: id(),
  /** Code of a specialty, an exam's specialty or a procedure's category. */
  specialty: z
    .string('Especialidad inválida')
    .check(atMost(40, 'Especialidad inválida'), z.regex(/^[A-Za-z0-9_-]+$/, 'Especialidad inválida')),
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

export const waitingEndpoints = {
  wait: {
    method: 'POST',
    path: '/agenda/v1/waiting',
    root: true,
    access: 'bearer',
    summary:
      'Adds the caller to a waiting list: the first match for a released slot gets an offer for thirty minutes',
    body: waitingDraft,
    reply: z.object({ data: waiting }),
  },
  waiting: {
    method: 'GET',
    path: '/agenda/v1/waiting',
    root: true,
    access: 'bearer',
    summary: 'Lists the caller’s waiting list entries',
    reply: z.object({ data: z.array(waiting) }),
  },
  stopWaiting: {
    method: 'DELETE',
    path: '/agenda/v1/waiting/{id}',
    root: true,
    access: 'bearer',
    summary: 'Removes a waiting list entry of the caller',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
  offers: {
    method: 'GET',
    path: '/agenda/v1/offers',
    root: true,
    access: 'bearer',
    summary: 'Lists the slots offered to the caller: booking `hold_id` accepts one, releasing it declines it',
    reply: z.object({ data: z.array(offer) }),
  },
} as const satisfies EndpointTable
