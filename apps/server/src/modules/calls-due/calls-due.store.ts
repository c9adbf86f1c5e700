import type { CallTopic } from '@mi-portal/contract/calls-due'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type CallRow = {
  readonly id: number
  readonly patient_id: number
  readonly patient_full_name: string
  readonly phone: string | null
  readonly text: string
  readonly created_at: Date
}

export type NewCall = {
  readonly patient_id: number
  readonly topic: CallTopic
  /** The appointment that changed; null if the call is about something else, or if only an external system has it. */
  readonly appointment_id: number | null
  /** The site of a request; null for every site. */
  readonly site_id: number | null
  /** What the person has to know. */
  readonly text: string
}

/** The calls that a member of staff sees: those of some topics, at some sites. `sites` is null for every site. */
export type CallsFilter = { readonly topics: readonly string[]; readonly sites: readonly number[] | null }

// A person who died is not called.
const insert = statement<{ phone: string | null }, NewCall & { now: Date }>(
  'callsDue.insert',
  `with called as (select id, phone from people where id = :patient_id and deceased_at is null),
     added as (
       insert into calls_due (patient_id, topic, appointment_id, site_id, text, created_at)
       select id, :topic, :appointment_id::int, :site_id::int, :text, :now::timestamptz from called)
   select phone from called`,
)
const isVisible = `c.topic = any(:topics::text[]) and (:sites::int[] is null
  or c.topic <> 'appointments' and coalesce(c.site_id = any(:sites::int[]), true)
  or exists (select from appointments a where a.id = c.appointment_id and a.office_id = any(:sites::int[])))`
const open = statement<CallRow, CallsFilter>(
  'callsDue.open',
  `select c.id, c.patient_id, concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name,
     p.phone, c.text, c.created_at
   from calls_due c join people p on p.id = c.patient_id where c.done_at is null and ${isVisible}
   order by c.created_at, c.id limit 100`,
)
const finish = statement<{ patient_id: number }, CallsFilter & { id: number; done_by: number; now: Date }>(
  'callsDue.finish',
  `update calls_due c set done_at = :now::timestamptz, done_by = :done_by where c.id = :id and c.done_at is null and ${isVisible}
   returning c.patient_id`,
)

export function createCallsDueStore(db: Database) {
  return {
    /** Stores that a person has to be called. Returns the person's phone number. */
    add: async (tx: Queries, call: NewCall, now: Date): Promise<string | null> =>
      (await tx.run(insert, { ...call, now }))[0]?.phone ?? null,
    open: (filter: CallsFilter) => db.run(open, filter),
    /** Records that the person was called. Returns the patient, or null if there is no such call or it was made before. */
    finish: async (
      tx: Queries,
      id: number,
      filter: CallsFilter,
      doneBy: number,
      now: Date,
    ): Promise<number | null> =>
      (await tx.run(finish, { ...filter, id, done_by: doneBy, now }))[0]?.patient_id ?? null,
  }
}

export type CallsDueStore = ReturnType<typeof createCallsDueStore>
