import type { ExamType } from '@mi-portal/contract/exams'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Arrival = {
  /** The portal's own archive, or one elsewhere. */
  readonly origin: 'own' | 'outside'
  readonly id: number
  readonly patient_id: number
  readonly type: ExamType
  readonly shown: boolean
  /** What all of the exam is reserved as, or null. */
  readonly reserved_group: string | null
}

const waiting = statement<Arrival>(
  'arrivals.waiting',
  `select 'own' as origin, e.id, e.patient_id, e.type, e.shown, coalesce(e.reserved_group, (
       select case when bool_and(r.reserved_group is not null) then min(r.reserved_group) end
       from exam_results r where r.exam_id = e.id and r.shown
     )) as reserved_group
   from exams e where e.announced_at is null
   union all
   select 'outside', a.id, a.patient_id, a.type, true, a.reserved_group
   from archive_arrivals a where a.announced_at is null
   order by patient_id, id limit 200`,
)
const claim = statement<{ id: number }>(
  'arrivals.claim',
  'update exams set announced_at = $2::timestamptz where id = any($1::int[]) and announced_at is null returning id',
)
const claimOutside = statement<{ id: number }>(
  'arrivals.claimOutside',
  `update archive_arrivals set announced_at = $2::timestamptz
   where id = any($1::int[]) and announced_at is null returning id`,
)
const leaders = statement<{ leader_id: number }>(
  'arrivals.leaders',
  `select leader_id from family_links where member_id = $1 and state = 'approved' and guardian_proof is not null`,
)

export function arrivalsStore(db: Database) {
  return {
    /** Exams that nobody has been told of, each patient's together. */
    waiting: () => db.run(waiting, []),
    /** Of these exams those that nobody else told of in the meantime. */
    claim: async (tx: Queries, arrivals: readonly Arrival[], now: Date): Promise<Arrival[]> => {
      const idsOf = (origin: Arrival['origin']) =>
        arrivals.filter((one) => one.origin === origin).map(({ id }) => id)
      const own = new Set((await tx.run(claim, [idsOf('own'), now])).map(({ id }) => id))
      const outside = new Set((await tx.run(claimOutside, [idsOf('outside'), now])).map(({ id }) => id))
      return arrivals.filter(({ origin, id }) => (origin === 'own' ? own : outside).has(id))
    },
    /** Who may be the patient's guardian: whether they are is asked elsewhere. */
    leaders: async (patientId: number) =>
      (await db.run(leaders, [patientId])).map(({ leader_id }) => leader_id),
  }
}

export type ArrivalsStore = ReturnType<typeof arrivalsStore>
