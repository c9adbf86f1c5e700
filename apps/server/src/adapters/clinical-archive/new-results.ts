/** The exams of the portal's own archive and of an external one that were not announced yet. */
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { NewResult, NewResults } from '../../ports/exam-storage.ts'

const waiting = statement<NewResult>(
  'newResults.waiting',
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
  'newResults.claim',
  `update exams set announced_at = :now::timestamptz, announce_correction = false
   where id = any(:ids::int[]) and announced_at is null returning id`,
)
const claimExternal = statement<{ id: number }, Claimed>(
  'newResults.claimExternal',
  `update archive_arrivals set announced_at = :now::timestamptz
   where id = any(:ids::int[]) and announced_at is null returning id`,
)

export function archivedNewResults(db: Database): NewResults {
  return {
    waiting: () => db.run(waiting, []),
    claim: async (tx, results, now) => {
      const idsOf = (origin: NewResult['origin']) =>
        results.filter((one) => one.origin === origin).map(({ id }) => id)
      const own = new Set((await tx.run(claim, { ids: idsOf('own'), now })).map(({ id }) => id))
      const outside = new Set(
        (await tx.run(claimExternal, { ids: idsOf('outside'), now })).map(({ id }) => id),
      )
      return results.filter(({ origin, id }) => (origin === 'own' ? own : outside).has(id))
    },
  }
}
