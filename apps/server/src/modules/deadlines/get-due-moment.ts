import { dueAt, type ResponsePromise } from '@mi-portal/contract/clinic/promise'
import { countBusinessDays } from '@mi-portal/contract/values/business-hours'
import { type Day, toDay } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import { listClinicHolidays } from './deadlines.sql.ts'

/** Until when the clinic promises to answer. Holidays that staff added are read; those of the law are computed. */
export async function getDueMoment(tx: Queries, promise: ResponsePromise, received: Date): Promise<Date> {
  return dueAt(promise, received, await readClinicHolidays(tx, toDay(received)))
}

export async function countDaysLeft(db: Queries, today: Day, lastDay: Day): Promise<number> {
  const first = today < lastDay ? today : lastDay
  return countBusinessDays(today, lastDay, await readClinicHolidays(db, first))
}

async function readClinicHolidays(db: Queries, from: Day): Promise<ReadonlySet<Day>> {
  return new Set((await db.run(listClinicHolidays, { from })).map(({ day }) => day))
}
