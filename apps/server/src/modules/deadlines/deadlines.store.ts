import type { Day } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const clinicHolidays = statement<{ day: Day }, { from: Day }>(
  'deadlines.clinicHolidays',
  `select day::text as day from holidays where source = 'staff' and day >= :from::date order by day limit 400`,
)

export function createDeadlinesStore() {
  return {
    /** Returns the holidays that staff added, from a day on. Those of the law are computed. */
    clinicHolidays: async (tx: Queries, from: Day): Promise<ReadonlySet<Day>> =>
      new Set((await tx.run(clinicHolidays, { from })).map(({ day }) => day)),
  }
}

export type DeadlinesStore = ReturnType<typeof createDeadlinesStore>
