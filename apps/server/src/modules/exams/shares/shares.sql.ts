import { shareLimits } from '@mi-portal/contract/exam-share-limits'
import type { ExamType } from '@mi-portal/contract/exams'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { SharesSql } from './shares.sql.generated.ts'

const sql = defineSql<
  SharesSql,
  {
    type: 'imaging' | 'laboratory'
    other_exams: readonly SharedExamId[]
    openings: readonly number[]
    ended_because: ShareEnd
  }
>('shares')

type ShareEnd = 'ended' | 'codes' | 'sight' | 'closed'

/** An exam that a link shows. */
type SharedExamId = { readonly id: number; readonly type: ExamType }

export type ShareRow = Row<typeof byTokenSql>

type NewShare = {
  readonly exam_id: number
  readonly type: ExamType
  readonly patient_id: number
  readonly sharer_id: number
  readonly recipient_email: string
  readonly relationship_type_id: number
  readonly comment: string
  readonly token_hash: Uint8Array
  readonly code_hash: Uint8Array
  readonly created_at: Date
  readonly expires_at: Date
}

type CodeAttempt =
  | { readonly outcome: 'over' }
  | { readonly outcome: 'wrong' }
  /** `opening` counts the openings of the share from 1. */
  | { readonly outcome: 'right'; readonly opening: number }

const columns = `s.id, s.exam_id, s.type, s.patient_id, s.sharer_id, s.recipient_email, s.comment, s.created_at,
  s.expires_at, s.ended_at,
  s.sharer_id = s.patient_id or exists (
    select from family_links f where f.leader_id = s.sharer_id and f.member_id = s.patient_id and f.state = 'approved'
      and coalesce(f.approved_at, f.created_at) <= s.created_at
  ) as link_held!,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', x.exam_id, 'type', x.type) order by x.exam_id)
    from exam_share_exams x where x.share_id = s.id
  ), '[]') as other_exams!`

const relationshipSql = sql('relationship', 'select name from exam_relationship_types where id = :id')
const insertSql = sql(
  'insert',
  `insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, comment,
     token_hash, code_hash, created_at, expires_at)
   values (:exam_id, :type, :patient_id, :sharer_id, :recipient_email, :relationship_type_id, :comment, :token_hash,
     :code_hash, :created_at::timestamptz, :expires_at::timestamptz) returning id`,
)
const insertOthers = sql(
  'insertOthers',
  `insert into exam_share_exams (share_id, exam_id, type)
   select :share_id, o.id, o.type from json_to_recordset(:others::json) as o (id int, type text)`,
)
const byTokenSql = sql('byToken', `select ${columns} from exam_shares s where s.token_hash = :token_hash`)
const byIdSql = sql('byId', `select ${columns} from exam_shares s where s.id = :id`)
const byOpeningSql = sql(
  'byOpening',
  `select ${columns} from exam_shares s
   where s.id = :id and exists (select from exam_share_openings o where o.share_id = s.id and o.number = :opening)`,
)

const listedSql = sql(
  'listed',
  `select ${columns}, s.ended_because, t.name as type_relationship!,
     concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as shared_by!,
     coalesce((
       select jsonb_agg(extract(epoch from o.opened_at) * 1000 order by o.number)
       from exam_share_openings o where o.share_id = s.id
     ), '[]') as openings!
   from exam_shares s
     join exam_relationship_types t on t.id = s.relationship_type_id
     join people p on p.id = s.sharer_id
   where s.patient_id = :patient_id and s.expires_at > :since::timestamptz
   order by s.created_at desc, s.id desc limit 100`,
)

// The hashes are passed as text, because the two drivers do not both accept a list of bytes.
const isRightCode = `encode(s.code_hash, 'hex') = any(:code_hashes::text[])`

// Checks the code and counts it in one statement, so that concurrent calls cannot exceed the limits.
const checkCode = sql(
  'judged',
  `update exam_shares s set
     wrong_codes = s.wrong_codes + case when ${isRightCode} then 0 else 1 end,
     ended_at = case when not (${isRightCode})
       and s.wrong_codes + 1 >= ${shareLimits.wrongCodes} then :now::timestamptz end,
     ended_because = case when not (${isRightCode}) and s.wrong_codes + 1 >= ${shareLimits.wrongCodes} then 'codes' end
   where s.id = :id and s.ended_at is null and s.expires_at > :now::timestamptz
     and s.wrong_codes < ${shareLimits.wrongCodes}
   returning ${isRightCode} as right!, s.ended_at is not null as ended!`,
)
const countOpenings = sql(
  'countOpenings',
  'select count(*)::int as count! from exam_share_openings where share_id = :share_id',
)
const addOpening = sql(
  'addOpening',
  `insert into exam_share_openings (share_id, number, opened_at) values (:share_id, :number, :now::timestamptz)
   returning number`,
)
const endSql = sql(
  'end',
  `update exam_shares set ended_at = :now::timestamptz, ended_because = :ended_because
   where id = any(:ids::int[]) and ended_at is null and expires_at > :now::timestamptz returning id`,
)
const endOfExamsSql = sql(
  'endOfExams',
  `update exam_shares set ended_at = :now::timestamptz, ended_because = 'ended'
   where ended_at is null and id in (
     select id from exam_shares where exam_id = any(:exam_ids::int[]) and type = 'laboratory'
     union all
     select share_id from exam_share_exams where exam_id = any(:exam_ids::int[]) and type = 'laboratory')`,
)
const endAllOfSql = sql(
  'endAllOf',
  `update exam_shares set ended_at = :now::timestamptz, ended_because = 'closed'
   where (patient_id = :person_id or sharer_id = :person_id) and ended_at is null and expires_at > :now::timestamptz`,
)
const endSharedBySql = sql(
  'endSharedBy',
  `update exam_shares set ended_at = :now::timestamptz, ended_because = 'ended'
   where sharer_id = :sharer_id and ended_at is null and expires_at > :now::timestamptz`,
)
const purgeSql = sql('purge', 'delete from exam_shares where expires_at < :before::timestamptz returning id')

/** Returns the name of a recipient's relationship to the patient, or null if it does not exist. */
export const relationship = async (db: Queries, id: number) =>
  (await db.run(relationshipSql, { id }))[0]?.name ?? null

export const insert = async (
  tx: Queries,
  share: NewShare,
  others: readonly SharedExamId[],
): Promise<number> => {
  const [row] = await tx.run(insertSql, share)
  if (!row) throw new Error('shares: the insert returned no row')
  if (others.length > 0) await tx.run(insertOthers, { share_id: row.id, others: JSON.stringify(others) })
  return row.id
}

export const byToken = async (db: Queries, hash: Uint8Array) =>
  (await db.run(byTokenSql, { token_hash: hash }))[0] ?? null

export const byId = async (db: Queries, id: number) => (await db.run(byIdSql, { id }))[0] ?? null

/** Returns a share if it was opened with its code as often as `opening` says. */
export const byOpening = async (db: Queries, id: number, opening: number) =>
  (await db.run(byOpeningSql, { id, opening }))[0] ?? null

/** Returns a patient's newest hundred shares that had not expired at `since`. */
export const listed = (db: Queries, patientId: number, since: Date) =>
  db.run(listedSql, { patient_id: patientId, since })

/**
 * Checks a code and, if it is right, adds an opening. The database counts, so concurrent calls cannot exceed the
 * limits. `over` means that the share has ended, expired or was opened often enough. `onEnded` runs in the same
 * transaction when this code was the last wrong one allowed.
 */
export const tryCode = (
  db: Database,
  id: number,
  codeHashes: readonly Buffer[],
  now: Date,
  onEnded: (tx: Queries) => Promise<void>,
) =>
  db.transaction(async (tx): Promise<CodeAttempt> => {
    // The updated row stays locked until the transaction ends, so the next statement sees every earlier opening.
    const [row] = await tx.run(checkCode, {
      id,
      code_hashes: codeHashes.map((hash) => hash.toString('hex')),
      now,
    })
    if (!row) return { outcome: 'over' }
    if (row.ended) await onEnded(tx)
    if (!row.right) return { outcome: 'wrong' }
    const before = (await tx.run(countOpenings, { share_id: id }))[0]?.count ?? 0
    if (before >= shareLimits.openings) return { outcome: 'over' }
    await tx.run(addOpening, { share_id: id, number: before + 1, now })
    return { outcome: 'right', opening: before + 1 }
  })

/** Returns the shares that this call ended; the others had ended or expired before. */
export const end = async (queries: Queries, ids: readonly number[], now: Date, because: ShareEnd) =>
  (await queries.run(endSql, { ids, now, ended_because: because })).map(({ id }) => id)

/** Ends the shares of these laboratory exams. */
export const endOfExams = async (tx: Queries, examIds: readonly number[], now: Date) => {
  await tx.run(endOfExamsSql, { exam_ids: examIds, now })
}

/** Ends every share of a person whose account is closed: of their exams and by them. */
export const endAllOf = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(endAllOfSql, { person_id: personId, now })
}

export const endSharedBy = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(endSharedBySql, { sharer_id: personId, now })
}

export const purge = async (db: Queries, before: Date) => (await db.run(purgeSql, { before })).length
