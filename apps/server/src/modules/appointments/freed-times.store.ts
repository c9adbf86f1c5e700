/** Writes the times that became free in a calendar. The waiting list offers each of them once. */
import type { Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A time that became free in the calendar of a professional. */
type FreedTime = {
  readonly professional_id: number
  readonly starts_at: Date
  readonly ends_at: Date
}

const add = statement<never, FreedTime & { now: Date }>(
  'freedTimes.add',
  `insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
   values (:professional_id, :starts_at::timestamptz, :ends_at::timestamptz, :now::timestamptz)`,
)
const addSlots = statement<never, { professional_id: number | null; from: Date; to: Date; now: Date }>(
  'freedTimes.addSlots',
  `insert into freed_hours (professional_id, starts_at, ends_at, freed_at)
   select s.professional_id, s.starts_at, s.ends_at, :now::timestamptz from slots s
   where (:professional_id::int is null or s.professional_id = :professional_id)
     and s.starts_at >= :from::timestamptz and s.starts_at < :to::timestamptz and s.starts_at > :now::timestamptz
     and exists (select from waiting_list w where w.service_code = s.service_code and w.state = 'waiting')`,
)
const removePast = statement<never, { now: Date }>(
  'freedTimes.removePast',
  'delete from freed_hours where starts_at <= :now::timestamptz',
)
const claim = statement<{ id: number }, { id: number }>(
  'freedTimes.claim',
  'delete from freed_hours where id = :id returning id',
)

export const freedTimesStore = {
  /** Adds times whose holds ended. */
  add: async (tx: Queries, times: readonly FreedTime[], now: Date) => {
    await Promise.all(times.map((time) => tx.run(add, { ...time, now })))
  },
  /** Adds the slots of a period for which a patient waits, of all professionals if `professionalId` is null. */
  addSlots: async (tx: Queries, professionalId: number | null, from: Date, to: Date, now: Date) => {
    await tx.run(addSlots, { professional_id: professionalId, from, to, now })
  },
  removePast: async (queries: Queries, now: Date) => {
    await queries.run(removePast, { now })
  },
  /** Claims a freed time by deleting it from the list. Returns false if another server was faster. */
  claim: async (queries: Queries, id: number) => (await queries.run(claim, { id })).length > 0,
}

export type FreedTimesStore = typeof freedTimesStore
