import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { day, moment } from '../values/date-schemas.ts'
import type { Day } from '../values/dates.ts'
import { id, idParam } from '../values/ids.ts'
import { modality, officeCode, rut, serviceNeed } from './services.ts'

/**
 * Minutes that each lasts: a hold on a chosen slot, an offer to a patient on the waiting list, and a token of the
 * scheduling service.
 */
export const bookingMinutes = { hold: 5, offer: 30, token: 10 } as const

/** Maximum number of days of one search for slots, both ends included. */
const mostSlotDays = 14

export const slot = z.object({
  id: id(),
  rut_professional: z.string(),
  doctor_name: z.string(),
  office_id: officeCode,
  starts_at: moment(),
  ends_at: moment(),
  specialty: z.string(),
  specialty_name: z.string(),
  modality,
  room: z.string(),
})
export type Slot = z.output<typeof slot>

export function checkPeriod({ value, issues }: { value: { from: Day; to: Day }; issues: object[] }): void {
  const days = (Date.parse(value.to) - Date.parse(value.from)) / 86_400_000
  const message = `Elige un período de hasta ${mostSlotDays} días`
  if (days < 0 || days >= mostSlotDays) issues.push({ code: 'custom', message, path: ['to'], input: value })
}

const slotsQuery = z
  .object({
    ...serviceNeed,
    office_id: z.optional(officeCode),
    from: day('Fecha inválida'),
    to: day('Fecha inválida'),
    rut_professional: z.optional(rut),
    modality: z.optional(modality),
    /** Whom the named exam or procedure is for: one that is not for this age is rejected before a slot is chosen. */
    patient_id: z.optional(idParam('Paciente inválido')),
  })
  .check(
    z.check((payload) => {
      const { specialty, exam_id, procedure, rut_professional } = payload.value
      const fieldError = (path: string, message: string) =>
        payload.issues.push({ code: 'custom', message, path: [path], input: payload.value })
      if (!specialty && !exam_id && !procedure && !rut_professional)
        fieldError('specialty', 'Selecciona una especialidad, un examen, un procedimiento o un profesional')
      checkPeriod(payload)
    }),
  )

export type SlotsQuery = z.output<typeof slotsQuery>

const hold = z.object({
  hold_id: id(),
  expires_at: moment(),
  /** Seconds until the hold expires, for devices whose clock is wrong. */
  seconds: z.int(),
  slot,
})
export type Hold = z.output<typeof hold>

export const slotEndpoints = endpoints({ access: 'bearer', root: true })({
  slots: {
    route: 'GET /agenda/v1/slots',
    summary: 'Lists free slots, soonest first; `from` and `to` are days in Santiago, both included',
    query: slotsQuery,
    reply: z.object({ data: z.array(slot) }),
  },
  hold: {
    route: 'POST /agenda/v1/holds',
    summary: 'Holds a free slot for five minutes; a repeated call returns the same hold',
    body: z.object({ slot_id: id() }),
    reply: z.object({ data: hold }),
  },
  release: {
    route: 'DELETE /agenda/v1/holds/{hold_id}',
    summary: 'Releases a hold, or declines an offered slot',
    params: z.object({ hold_id: idParam() }),
  },
})
