import type { Waiting } from '@mi-portal/contract/booking'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

/** What somebody waits for there, as whom, and who it is that is told. */
export type OutsideWait = {
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

const ofPerson = statement<OutsideWait>(
  'outsideWaits.ofPerson',
  `select ${columns} from outside_waits w join people p on p.id = w.patient_id
   where w.person_id = $1 order by w.created_at, w.id limit 100`,
)
// $1 person, $2 patient, $3 the service's number, $4 to $7 what, $8 since when. Nobody else's place becomes theirs.
const kept = statement<{ id: number }>(
  'outsideWaits.keep',
  `insert into outside_waits (person_id, patient_id, outside_id, specialty, specialty_name, office_id, rut_professional,
     created_at, asked_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz, $8::timestamptz)
   on conflict (outside_id) do update set specialty_name = excluded.specialty_name
     where outside_waits.person_id = excluded.person_id
   returning id`,
)
const one = statement<OutsideWait>(
  'outsideWaits.one',
  `select ${columns} from outside_waits w join people p on p.id = w.patient_id where w.id = $1 and w.person_id = $2`,
)
const dropped = statement<never>('outsideWaits.drop', 'delete from outside_waits where id = any($1::int[])')
/** Those that were asked about longest ago, now being asked about. */
const due = statement<OutsideWait>(
  'outsideWaits.due',
  `with due as (
     select id from outside_waits where asked_at < $1::timestamptz order by asked_at, id limit $2 for update skip locked
   ), w as (
     update outside_waits set asked_at = $1::timestamptz from due where outside_waits.id = due.id
     returning outside_waits.*
   )
   select ${columns} from w join people p on p.id = w.patient_id order by w.created_at, w.id`,
)
const told = statement<{ id: number }>(
  'outsideWaits.told',
  `update outside_waits set told_hold_id = $2 where id = $1 and told_hold_id is distinct from $2 returning id`,
)

export function outsideWaitsStore(db: Database) {
  return {
    ofPerson: (personId: number) => db.run(ofPerson, [personId]),
    /** Null where somebody else of the portal waits for the same for that patient. */
    keep: async (personId: number, patientId: number, wait: Waiting, now: Date) => {
      const { id, specialty, office_id, rut_professional } = wait
      const values = [
        personId,
        patientId,
        id,
        specialty.code,
        specialty.name,
        office_id,
        rut_professional,
        now,
      ]
      return (await db.run(kept, values))[0]?.id ?? null
    },
    one: async (id: number, personId: number) => (await db.run(one, [id, personId]))[0] ?? null,
    drop: async (ids: readonly number[]) => {
      if (ids.length > 0) await db.run(dropped, [ids])
    },
    due: (now: Date, most: number) => db.run(due, [now, most]),
    /** False where they have been told of that offer. */
    tell: async (tx: Queries, id: number, outsideHoldId: number) =>
      (await tx.run(told, [id, outsideHoldId])).length > 0,
  }
}

export type OutsideWaitsStore = ReturnType<typeof outsideWaitsStore>
