import type { Day } from '@mi-portal/contract/values/dates'
import { defineSql } from '../../platform/database/statement.ts'
import type { DeadlinesSql } from './deadlines.sql.generated.ts'

const sql = defineSql<DeadlinesSql, { day: Day }>('deadlines')

export const listClinicHolidays = sql('clinicHolidays')`
  select day::text as day! from holidays where source = 'staff' and day >= :from::date order by day limit 400`
