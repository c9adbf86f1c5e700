import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { NewResult, NewResults } from '../../ports/exam-storage.ts'

const waiting = statement<NewResult, { now: Date }>(
  'newResults.waiting',
  `select 'own' as origin, e.id, e.id as exam_id, e.patient_id, e.type, e.taken_at, e.shown, coalesce(e.reserved_group, (
       select case when bool_and(r.reserved_group is not null) then min(r.reserved_group) end
       from exam_results r where r.exam_id = e.id and r.shown
     )) as reserved_group, e.announce_correction as is_correction, coalesce(e.reported_at, e.taken_at) as news_at, exists (
       select from fhir_sources s where s.type = 'Observation' and s.target_id = e.id
         and s.sent -> 'category' @> '[{"coding": [{"code": "vital-signs"}]}]') as is_vital_sign
   from exams e where e.announced_at is null and (e.announce_after is null or e.announce_after <= :now::timestamptz)
   union all
   select 'outside', a.id, n.id, a.patient_id, a.type, null, true,
     coalesce(a.reserved_group, case when n.private_since is not null then 'SOLO_YO' end), a.is_correction, null, false
   from archive_arrivals a
     left join archive_numbers n on n.archive = a.archive and n.kind = 'exam' and n.source = a.source
   where a.announced_at is null and (a.announce_after is null or a.announce_after <= :now::timestamptz)
   order by patient_id, id limit 200`,
)
type Claimed = { readonly ids: readonly number[]; readonly now: Date }

type ClaimedRow = { readonly id: number; readonly reserved_group: string | null }

// Locks the row that a mark of the patient changes, so that the mark either is seen here or withdraws what is written here.
const claim = statement<ClaimedRow, Claimed>(
  'newResults.claim',
  `update exams set announced_at = :now::timestamptz, announce_correction = false
   where id = any(:ids::int[]) and announced_at is null returning id, reserved_group`,
)
const claimExternal = statement<ClaimedRow, Claimed>(
  'newResults.claimExternal',
  `with claimed as (
     update archive_arrivals set announced_at = :now::timestamptz
     where id = any(:ids::int[]) and announced_at is null returning id, archive, source, reserved_group
   ), numbered as (
     select c.id, n.private_since from claimed c
       join archive_numbers n on n.archive = c.archive and n.kind = 'exam' and n.source = c.source for share of n
   )
   select c.id, coalesce(c.reserved_group, case when n.private_since is not null then 'SOLO_YO' end) as reserved_group
   from claimed c left join numbered n using (id)`,
)

type PutOff = { readonly ids: readonly number[]; readonly until: Date }

const putOff = statement<never, PutOff>(
  'newResults.putOff',
  `update exams set announce_after = :until::timestamptz where id = any(:ids::int[]) and announced_at is null
     and released_at is null`,
)
const putOffExternal = statement<never, PutOff>(
  'newResults.putOffExternal',
  'update archive_arrivals set announce_after = :until::timestamptz where id = any(:ids::int[]) and announced_at is null',
)

const lookAgain = statement<never, { patient_id: number }>(
  'newResults.lookAgain',
  'update exams set announce_after = null where patient_id = :patient_id and announced_at is null',
)
const lookAgainExternal = statement<never, { patient_id: number }>(
  'newResults.lookAgainExternal',
  'update archive_arrivals set announce_after = null where patient_id = :patient_id and announced_at is null',
)

const listIds = (results: readonly NewResult[], origin: NewResult['origin']) =>
  results.filter((one) => one.origin === origin).map(({ id }) => id)

export function archivedNewResults(db: Database): NewResults {
  return {
    waiting: (now) => db.run(waiting, { now }),
    lookAgain: async (tx, patientId) => {
      await tx.run(lookAgain, { patient_id: patientId })
      await tx.run(lookAgainExternal, { patient_id: patientId })
    },
    putOff: async (results, until) => {
      await db.run(putOff, { ids: listIds(results, 'own'), until })
      await db.run(putOffExternal, { ids: listIds(results, 'outside'), until })
    },
    claim: async (tx, results, now) => {
      const mapGroups = (rows: readonly ClaimedRow[]) =>
        new Map(rows.map(({ id, reserved_group }) => [id, reserved_group]))
      const own = mapGroups(await tx.run(claim, { ids: listIds(results, 'own'), now }))
      const outside = mapGroups(await tx.run(claimExternal, { ids: listIds(results, 'outside'), now }))
      return results.flatMap((one) => {
        const group = (one.origin === 'own' ? own : outside).get(one.id)
        return group === undefined ? [] : [{ ...one, reserved_group: one.reserved_group ?? group }]
      })
    },
  }
}
