import type { Waiting } from '@mi-portal/contract/booking/waiting-list'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** A waiting-list entry in the external service: for which patient, and which person to notify. */
export type RemoteWait = {
  readonly id: number
  readonly person_id: number
  readonly patient_id: number
  readonly patient_full_name: string
  readonly outside_id: number
  readonly specialty: string
  readonly office_id: string | null
  readonly rut_professional: string | null
}

const columns = `w.id, w.person_id, w.patient_id, w.outside_id, w.specialty, w.office_id, w.rut_professional,
  concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as patient_full_name`

const ofPerson = statement<RemoteWait, { person_id: number }>(
  'remoteWaits.ofPerson',
  `select ${columns} from outside_waits w join people p on p.id = w.patient_id
   where w.person_id = :person_id order by w.created_at, w.id limit 100`,
)
// Another person's entry is not taken over.
const insert = statement<
  { id: number },
  {
    person_id: number
    patient_id: number
    outside_id: number
    specialty: string
    specialty_name: string
    office_id: string | null
    rut_professional: string | null
    now: Date
  }
>(
  'remoteWaits.insert',
  `insert into outside_waits (person_id, patient_id, outside_id, specialty, specialty_name, office_id, rut_professional,
     created_at, asked_at)
   values (:person_id, :patient_id, :outside_id, :specialty, :specialty_name, :office_id, :rut_professional,
     :now::timestamptz, :now::timestamptz)
   on conflict (outside_id) do update set specialty_name = excluded.specialty_name
     where outside_waits.person_id = excluded.person_id
   returning id`,
)
const one = statement<RemoteWait, { id: number; person_id: number }>(
  'remoteWaits.one',
  `select ${columns} from outside_waits w join people p on p.id = w.patient_id where w.id = :id and w.person_id = :person_id`,
)
const deleteWaits = statement<never, { ids: readonly number[] }>(
  'remoteWaits.delete',
  'delete from outside_waits where id = any(:ids::int[])',
)
/** Claims the entries that were checked longest ago. */
const due = statement<RemoteWait, { now: Date; limit_rows: number }>(
  'remoteWaits.due',
  `with due as (
     select id from outside_waits where asked_at < :now::timestamptz order by asked_at, id
     limit :limit_rows for update skip locked
   ), w as (
     update outside_waits set asked_at = :now::timestamptz from due where outside_waits.id = due.id
     returning outside_waits.*
   )
   select ${columns} from w join people p on p.id = w.patient_id order by w.created_at, w.id`,
)
const recordOffer = statement<{ id: number }, { id: number; told_hold_id: number }>(
  'remoteWaits.recordOffer',
  `update outside_waits set told_hold_id = :told_hold_id
   where id = :id and told_hold_id is distinct from :told_hold_id returning id`,
)

export function createRemoteWaitsStore(db: Database) {
  return {
    ofPerson: (personId: number) => db.run(ofPerson, { person_id: personId }),
    /** Stores an entry. Returns null if another person of the portal has the same entry for the patient. */
    insert: async (personId: number, patientId: number, wait: Waiting, now: Date) => {
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
      return (await db.run(insert, given))[0]?.id ?? null
    },
    one: async (id: number, personId: number) => (await db.run(one, { id, person_id: personId }))[0] ?? null,
    deleteMissing: async (ids: readonly number[]) => {
      if (ids.length > 0) await db.run(deleteWaits, { ids })
    },
    due: (now: Date, most: number) => db.run(due, { now, limit_rows: most }),
    /** Records the notification of an offer. Returns false if the person was already notified of it. */
    recordOffer: async (tx: Queries, id: number, outsideHoldId: number) =>
      (await tx.run(recordOffer, { id, told_hold_id: outsideHoldId })).length > 0,
  }
}

export type RemoteWaitsStore = ReturnType<typeof createRemoteWaitsStore>
