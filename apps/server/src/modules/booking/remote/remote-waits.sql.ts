import type { Waiting } from '@mi-portal/contract/booking/waiting-list'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { RemoteWaitsSql } from './remote-waits.sql.generated.ts'

const sql = defineSql<RemoteWaitsSql>('remoteWaits')

/** A waiting-list entry in the external service: for which patient, and which person to notify. */
export type RemoteWait = Row<typeof ofPersonSql>

const columns = `w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name!`

const ofPersonSql = sql(
  'ofPerson',
  `select ${columns} from outside_waits w join people p on p.id = w.patient_id
   where w.person_id = :person_id order by w.created_at, w.id limit 100`,
)
// Another person's entry is not taken over.
const insertSql = sql(
  'insert',
  `insert into outside_waits (person_id, patient_id, outside_id, specialty, specialty_name, office_id, rut_professional,
     created_at, asked_at)
   values (:person_id, :patient_id, :outside_id, :specialty, :specialty_name, :office_id?, :rut_professional?,
     :now::timestamptz, :now::timestamptz)
   on conflict (outside_id) do update set specialty_name = excluded.specialty_name
     where outside_waits.person_id = excluded.person_id
   returning id`,
)
const oneSql = sql(
  'one',
  `select ${columns} from outside_waits w join people p on p.id = w.patient_id where w.id = :id and w.person_id = :person_id`,
)
const deleteWaits = sql('delete', 'delete from outside_waits where id = any(:ids::int[])')
/** Claims the entries that were checked longest ago. */
const dueSql = sql(
  'due',
  `with due as (
     select id from outside_waits where asked_at < :now::timestamptz order by asked_at, id
     limit :limit_rows for update skip locked
   ), w as (
     update outside_waits set asked_at = :now::timestamptz from due where outside_waits.id = due.id
     returning outside_waits.*
   )
   select ${columns} from w join people p on p.id = w.patient_id order by w.created_at, w.id`,
)
const recordOfferSql = sql(
  'recordOffer',
  `update outside_waits set told_hold_id = :told_hold_id
   where id = :id and told_hold_id is distinct from :told_hold_id returning id`,
)

export const ofPerson = (db: Queries, personId: number) => db.run(ofPersonSql, { person_id: personId })

/** Stores an entry. Returns null if another person of the portal has the same entry for the patient. */
export const insert = async (db: Queries, personId: number, patientId: number, wait: Waiting, now: Date) => {
  const { id, specialty, office_id, rut_professional } = wait
  const given = {
    person_id: personId,
    patient_id: patientId,
    outside_id: id,
    specialty: specialty.code,
    specialty_name: specialty.name,
    office_id,
    rut_professional,
    now,
  }
  return (await db.run(insertSql, given))[0]?.id ?? null
}

export const one = async (db: Queries, id: number, personId: number) =>
  (await db.run(oneSql, { id, person_id: personId }))[0] ?? null

export const deleteMissing = async (db: Queries, ids: readonly number[]) => {
  if (ids.length > 0) await db.run(deleteWaits, { ids })
}

export const due = (db: Queries, now: Date, most: number) => db.run(dueSql, { now, limit_rows: most })

/** Records the notification of an offer. Returns false if the person was already notified of it. */
export const recordOffer = async (tx: Queries, id: number, outsideHoldId: number) =>
  (await tx.run(recordOfferSql, { id, told_hold_id: outsideHoldId })).length > 0
