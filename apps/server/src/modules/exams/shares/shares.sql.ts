import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import type { ExamType } from '@mi-portal/contract/exams/exams'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { SharesSql } from './shares.sql.generated.ts'

const sql = defineSql<
  SharesSql,
  {
    type: 'imaging' | 'laboratory'
    other_exams: readonly SharedExamId[]
    openings: readonly number[]
    ended_because: 'ended' | 'codes' | 'sight' | 'closed'
  }
>('shares')

type SharedExamId = { readonly id: number; readonly type: ExamType }

export type ShareRow = Row<typeof findShareOfToken>

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

export const findRelationship = sql('relationship')`select name from exam_relationship_types where id = :id`

export const insertShare = sql('insert')`
  insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, comment,
    token_hash, code_hash, created_at, expires_at)
  values (:exam_id, :type, :patient_id, :sharer_id, :recipient_email, :relationship_type_id, :comment, :token_hash,
    :code_hash, :created_at::timestamptz, :expires_at::timestamptz) returning id`

export const insertSharedExams = sql('insertOthers')`
  insert into exam_share_exams (share_id, exam_id, type)
  select :share_id, o.id, o.type from json_to_recordset(:others::json) as o (id int, type text)`

export const findShareOfToken = sql('byToken')`
  select ${columns} from exam_shares s where s.token_hash = :token_hash`

export const findShare = sql('byId')`select ${columns} from exam_shares s where s.id = :id`

export const findOpenedShare = sql('byOpening')`
  select ${columns} from exam_shares s
  where s.id = :id and exists (select from exam_share_openings o where o.share_id = s.id and o.number = :opening)`

export const listShares = sql('listed')`
  select ${columns}, s.ended_because, t.name as type_relationship!,
    concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as shared_by!,
    coalesce((
      select jsonb_agg(extract(epoch from o.opened_at) * 1000 order by o.number)
      from exam_share_openings o where o.share_id = s.id
    ), '[]') as openings!
  from exam_shares s
    join exam_relationship_types t on t.id = s.relationship_type_id
    join people p on p.id = s.sharer_id
  where s.patient_id = :patient_id and s.expires_at > :since::timestamptz
  order by s.created_at desc, s.id desc limit 100`

// The hashes are passed as text, because the two drivers do not both accept a list of bytes.
const isRightCode = `encode(s.code_hash, 'hex') = any(:code_hashes::text[])`

/** Checks the code and counts it in one statement, so that concurrent calls cannot exceed the limits. */
export const checkCode = sql('judged')`
  update exam_shares s set
    wrong_codes = s.wrong_codes + case when ${isRightCode} then 0 else 1 end,
    ended_at = case when not (${isRightCode})
      and s.wrong_codes + 1 >= ${shareLimits.wrongCodes} then :now::timestamptz end,
    ended_because = case when not (${isRightCode}) and s.wrong_codes + 1 >= ${shareLimits.wrongCodes} then 'codes' end
  where s.id = :id and s.ended_at is null and s.expires_at > :now::timestamptz
    and s.wrong_codes < ${shareLimits.wrongCodes}
  returning ${isRightCode} as right!, s.ended_at is not null as ended!`

export const countOpenings = sql('countOpenings')`
  select count(*)::int as count! from exam_share_openings where share_id = :share_id`

export const insertOpening = sql('addOpening')`
  insert into exam_share_openings (share_id, number, opened_at) values (:share_id, :number, :now::timestamptz)
  returning number`

export const endLiveShare = sql('end')`
  update exam_shares set ended_at = :now::timestamptz, ended_because = :ended_because
  where id = :id and ended_at is null and expires_at > :now::timestamptz returning id`

export const endSharesOfExams = sql('endOfExams')`
  update exam_shares set ended_at = :now::timestamptz, ended_because = 'ended'
  where ended_at is null and id in (
    select id from exam_shares where exam_id = any(:exam_ids::int[]) and type = 'laboratory'
    union all
    select share_id from exam_share_exams where exam_id = any(:exam_ids::int[]) and type = 'laboratory')`

export const endSharesOfPerson = sql('endAllOf')`
  update exam_shares set ended_at = :now::timestamptz, ended_because = 'closed'
  where (patient_id = :person_id or sharer_id = :person_id) and ended_at is null and expires_at > :now::timestamptz`

export const endSharesBy = sql('endSharedBy')`
  update exam_shares set ended_at = :now::timestamptz, ended_because = 'ended'
  where sharer_id = :sharer_id and ended_at is null and expires_at > :now::timestamptz`

export const deleteExpiredShares = sql('purge')`
  delete from exam_shares where expires_at < :before::timestamptz returning id`
