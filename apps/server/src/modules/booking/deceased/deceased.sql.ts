import { defineSql } from '../../../platform/database/statement.ts'
import type { DeceasedSql } from './deceased.sql.generated.ts'

const sql = defineSql<DeceasedSql>('deceased')

export const listUpcoming = sql('upcoming')`
  select id from appointments
  where patient_id = :patient_id and state = 'booked' and starts_at > :now::timestamptz and outside_id is null`

export const listExternal = sql('external')`
  select a.id from people p join appointments a on a.patient_id = p.id
  where p.deceased_at is not null and a.state = 'booked' and a.starts_at > :now::timestamptz and a.outside_id is not null
  order by a.starts_at limit 100`

export const endWaiting = sql('endWaiting')`
  update waiting_list set state = 'ended', ended_at = :now::timestamptz
  where (person_id = :person_id or patient_id = :person_id) and state = 'waiting'`

// The job that purges holds releases their time.
export const endHolds = sql('endHolds')`
  update holds set expires_at = :now::timestamptz
  where (person_id = :person_id or patient_id = :person_id) and expires_at > :now::timestamptz`

export const deleteExternalWaits = sql('deleteExternalWaits')`
  delete from outside_waits where person_id = :person_id or patient_id = :person_id`
