import { dueAt, type ResponsePromise } from '@mi-portal/contract/clinic/promise'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import { listClinicHolidays } from './deadlines.sql.ts'

/**
 * Returns the moment until which the clinic promises to answer what it received at another moment. Staff added the holidays that are read
 * here; those of the law are computed.
 */
export async function getDueMoment(tx: Queries, promise: ResponsePromise, received: Date): Promise<Date> {
  const holidays = await tx.run(listClinicHolidays, { from: dayOf(received) })
  return dueAt(promise, received, new Set(holidays.map(({ day }) => day)))
}
