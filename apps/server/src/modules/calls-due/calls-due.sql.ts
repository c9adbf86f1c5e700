import { toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { CallsDueSql } from './calls-due.sql.generated.ts'

const sql = defineSql<CallsDueSql>('callsDue')

// A person who died is not called.
export const insertCallDue = sql('insert')`
  with called as (select id, phone from people where id = :patient_id and deceased_at is null),
    added as (
      insert into calls_due (patient_id, topic, appointment_id, site_id, text, created_at)
      select id, :topic, :appointment_id?::int, :site_id?::int, :text, :now::timestamptz from called)
  select phone from called`

const isVisible = `c.topic = any(:topics::text[]) and (:sites?::int[] is null
  or c.topic <> 'appointments' and coalesce(c.site_id = any(:sites?::int[]), true)
  or exists (select from appointments a where a.id = c.appointment_id and a.office_id = any(:sites?::int[])))`

export const listOpenCalls = sql('open')`
  select c.id, c.patient_id, ${toFullName('p')} as patient_full_name!, p.phone, c.text, c.created_at
  from calls_due c join people p on p.id = c.patient_id where c.done_at is null and ${isVisible}
  order by c.created_at, c.id limit 100`

export const finishCall = sql('finish')`
  update calls_due c set done_at = :now::timestamptz, done_by = :done_by where c.id = :id and c.done_at is null and ${isVisible}
  returning c.patient_id`
