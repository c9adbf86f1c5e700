/** The schemas of days and timestamps on the wire. They are apart from their rules, which pages use without zod. */
import * as z from 'zod/mini'
import { atMost } from '../fields/text.ts'
import { isDay } from './dates.ts'

export function day(message = 'Ingrese una fecha válida.') {
  return z
    .string(message)
    .check(atMost(10, message), z.refine(isDay, message))
    .register(z.globalRegistry, { format: 'date' })
}

/** A timestamp on the wire: ISO 8601 in UTC. The server answers with a `Date`, which is written so. */
export function moment(): z.ZodMiniType<string, string | Date> {
  return z.string().register(z.globalRegistry, { format: 'date-time' })
}

/** A timestamp that a caller sends back as it was received, and that the database can store. */
export function sentMoment(message = 'Revisa los datos ingresados') {
  const isMoment = (text: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text))
  return z
    .string(message)
    .check(atMost(40, message), z.refine(isMoment, message))
    .register(z.globalRegistry, { format: 'date-time' })
}
