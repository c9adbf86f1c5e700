import { toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { RemoteWaitsSql } from './remote-waits.sql.generated.ts'

const sql = defineSql<RemoteWaitsSql>('remoteWaits')

export type RemoteWait = Row<typeof listOwnWaits>

const columns = `w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  ${toFullName('p')} as patient_full_name!`

export const listOwnWaits = sql('ofPerson')`
  select ${columns} from outside_waits w join people p on p.id = w.patient_id
  where w.person_id = :person_id order by w.created_at, w.id limit 100`
/** Stores an entry. Returns no row if another person of the portal has the same entry for the patient. */
export const insertWait = sql('insert')`
  insert into outside_waits (person_id, patient_id, outside_id, specialty, specialty_name, office_id, rut_professional,
    created_at, asked_at)
  values (:person_id, :patient_id, :outside_id, :specialty, :specialty_name, :office_id?, :rut_professional?,
    :now::timestamptz, :now::timestamptz)
  on conflict (outside_id) do update set specialty_name = excluded.specialty_name
    where outside_waits.person_id = excluded.person_id
  returning id`
export const findOwnWait = sql('one')`
  select ${columns} from outside_waits w join people p on p.id = w.patient_id where w.id = :id and w.person_id = :person_id`
export const deleteWaits = sql('delete')`delete from outside_waits where id = any(:ids::int[])`
export const claimDueWaits = sql('due')`
  with due as (
    select id from outside_waits where asked_at < :now::timestamptz order by asked_at, id
    limit :limit_rows for update skip locked
  ), w as (
    update outside_waits set asked_at = :now::timestamptz from due where outside_waits.id = due.id
    returning outside_waits.*
  )
  select ${columns} from w join people p on p.id = w.patient_id order by w.created_at, w.id`
/** Records the notification of an offer. Returns no row if the person was already notified of it. */
export const storeOffer = sql('recordOffer')`
  update outside_waits set told_hold_id = :told_hold_id
  where id = :id and told_hold_id is distinct from :told_hold_id returning id`
