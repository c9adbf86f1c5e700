import { afterBusinessHours } from '../values/business-hours.ts'
import type { Day } from '../values/dates.ts'

export type ResponsePromise = { readonly hours: number; readonly business_hours: boolean }

export type PromiseName = 'documents' | 'budgets' | 'contact' | 'identity'

/** Returns the promised time in words: «48 horas», «48 horas hábiles», «1 hora». */
export function describePromise({ hours, business_hours }: ResponsePromise): string {
  if (hours === 1) return business_hours ? '1 hora hábil' : '1 hora'
  return business_hours ? `${hours} horas hábiles` : `${hours} horas`
}

export const describeAnswerTime = (promise: ResponsePromise): string =>
  `Te respondemos por correo electrónico en un plazo de ${describePromise(promise)}.`

/** Returns until when a promise is kept for what was received at a moment. `clinicHolidays` are those besides the law's. */
export function dueAt(promise: ResponsePromise, received: Date, clinicHolidays: ReadonlySet<Day>): Date {
  return promise.business_hours
    ? afterBusinessHours(received, promise.hours, clinicHolidays)
    : new Date(received.getTime() + promise.hours * 3_600_000)
}
