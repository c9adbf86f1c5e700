import { defineSql } from '../../../platform/database/statement.ts'
import type { TextCountsSql } from './text-counts.sql.generated.ts'

const sql = defineSql<TextCountsSql, { period: 'day' | 'month' | 'person_day' }>('textCounts')

const periods = `(values ('day', :day::date, null::int), ('month', :month::date, null::int),
     ('person_day', :day::date, :person_id?::int)) as given (period, starts_on, person_id)`
const isUsed = `(given.period <> 'person_day' or given.person_id is not null)`

// The rows are created and locked in the order of their periods, so that two transactions never wait for each other.
export const createCounts = sql('create')`
  insert into text_message_counts (period, starts_on, person_id, count)
  select given.period, given.starts_on, given.person_id, 0 from ${periods} where ${isUsed} order by given.period
  on conflict do nothing`
export const lockCounts = sql('lock')`
  select c.period, c.count from text_message_counts c join ${periods}
    on c.period = given.period and c.starts_on = given.starts_on and c.person_id is not distinct from given.person_id
  where ${isUsed} order by c.period for update of c`
export const addToCounts = sql('add')`
  update text_message_counts c set count = c.count + 1 from ${periods}
  where c.period = given.period and c.starts_on = given.starts_on and c.person_id is not distinct from given.person_id
    and ${isUsed}`
export const purgeCounts = sql('purge')`
  delete from text_message_counts
  where starts_on < case when period = 'month' then :month::date else :day::date end returning count`
export const removeCountsOfPerson = sql('removeOfPerson')`
  delete from text_message_counts where person_id = :person_id`
