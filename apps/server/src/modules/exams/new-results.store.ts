import type { ExamType } from '@mi-portal/contract/exams'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type Arrival = {
  /** The portal's own archive, or an external one. */
  readonly origin: 'own' | 'outside'
  readonly id: number
  /** The id by which the portal opens the exam; null if it has none. */
  readonly exam_id: number | null
  readonly patient_id: number
  readonly type: ExamType
  /** When the exam was taken; null if that is unknown. */
  readonly taken_at: Date | null
  readonly shown: boolean
  /** The confidentiality group of the exam as a whole, or null. */
  readonly reserved_group: string | null
  /** Whether a result that was announced before has been corrected. */
  readonly is_correction: boolean
}

const waiting = statement<Arrival>(
  'arrivals.waiting',
  `select 'own' as origin, e.id, e.id as exam_id, e.patient_id, e.type, e.taken_at, e.shown, coalesce(e.reserved_group, (
       select case when bool_and(r.reserved_group is not null) then min(r.reserved_group) end
       from exam_results r where r.exam_id = e.id and r.shown
     )) as reserved_group, e.announce_correction as is_correction
   from exams e where e.announced_at is null
   union all
   select 'outside', a.id, n.id, a.patient_id, a.type, null, true, a.reserved_group, a.is_correction
   from archive_arrivals a
     left join archive_numbers n on n.archive = a.archive and n.kind = 'exam' and n.source = a.source
   where a.announced_at is null
   order by patient_id, id limit 200`,
)
type Claimed = { readonly ids: readonly number[]; readonly now: Date }

const claim = statement<{ id: number }, Claimed>(
  'arrivals.claim',
  `update exams set announced_at = :now::timestamptz, announce_correction = false
   where id = any(:ids::int[]) and announced_at is null returning id`,
)
const claimExternal = statement<{ id: number }, Claimed>(
  'arrivals.claimOutside',
  `update archive_arrivals set announced_at = :now::timestamptz
   where id = any(:ids::int[]) and announced_at is null returning id`,
)
const leaders = statement<{ leader_id: number }, { member_id: number }>(
  'arrivals.leaders',
  `select leader_id from family_links where member_id = :member_id and state = 'approved' and guardian_proof is not null`,
)

export function arrivalsStore(db: Database) {
  return {
    /** Returns up to 200 exams that were not announced yet, ordered by patient. */
    waiting: () => db.run(waiting, []),
    /** Marks these exams as announced and returns those that no other server marked in the meantime. */
    claim: async (tx: Queries, arrivals: readonly Arrival[], now: Date): Promise<Arrival[]> => {
      const idsOf = (origin: Arrival['origin']) =>
        arrivals.filter((one) => one.origin === origin).map(({ id }) => id)
      const own = new Set((await tx.run(claim, { ids: idsOf('own'), now })).map(({ id }) => id))
      const outside = new Set(
        (await tx.run(claimExternal, { ids: idsOf('outside'), now })).map(({ id }) => id),
      )
      return arrivals.filter(({ origin, id }) => (origin === 'own' ? own : outside).has(id))
    },
    /**
     * Returns the group owners with an approved link to this patient and a proof of guardianship. The caller has to
     * check whether they have access now.
     */
    leaders: async (patientId: number) =>
      (await db.run(leaders, { member_id: patientId })).map(({ leader_id }) => leader_id),
  }
}

export type ArrivalsStore = ReturnType<typeof arrivalsStore>
