import type { StaffDecision } from '@mi-portal/contract/family/requests'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { FamilySql } from './family.sql.generated.ts'

const sql = defineSql<
  FamilySql,
  {
    state: LinkState
    guardian_proof: 'registry' | 'staff'
    matters: readonly ('appointments' | 'exams' | 'requests')[]
    member_document_type: DocumentTypeId
    request_status: 0 | 1 | 2 | 3
    decision_reason: StaffDecision['reason'] | null
    decision_evidence: StaffDecision['evidence'] | null
    live_state: 'pending' | 'approved'
  }
>('family')

type LinkState = 'pending' | 'approved' | 'ended'

const groupLinkColumns = `f.state, t.leader_is_guardian, f.guardian_proof, f.guardian_denied,
  is_guardian_of(f, :now::timestamptz) as is_guardian_now!, f.frozen_at is not null as is_frozen!, f.may_book,
  is_open(l) as leader_enabled!, l.date_birth as leader_birth,
  has_open_record(m) as member_enabled!, m.date_birth as member_birth`
export const groupLinkTables = `family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id`

/**
 * What gives a person access to another person's record: a link of a family group, in which that person is the group owner
 * (`leader`), or an access that the other person gave them. `matters` and `expires_at` are null for a link.
 */
export type AccessRow = Row<typeof accessesTo>

function accessStatement(links: string, delegations: string): string {
  return `select a.state as state!, a.leader_is_guardian as leader_is_guardian!, a.guardian_proof,
     a.guardian_denied as guardian_denied!, a.is_guardian_now, a.is_frozen, a.may_book as may_book!,
    is_open(l) as leader_enabled!, l.date_birth as leader_birth, has_open_record(m) as member_enabled!, m.date_birth as member_birth,
    a.viewer_id, m.id as member_id!, m.first_name as member_first_name!, m.last_name as member_last_name!, a.matters, a.expires_at
  from (
    select f.leader_id as viewer_id!, f.member_id as patient_id, f.state, t.leader_is_guardian, f.guardian_proof,
      f.guardian_denied, is_guardian_of(f, :now::timestamptz) as is_guardian_now!, f.frozen_at is not null as is_frozen!, f.may_book, null::text[] as matters, null::timestamptz as expires_at, f.approved_at as since, f.id
    from family_links f join relationship_types t on t.id = f.relationship_type_id where ${links}
    union all
    select d.delegate_id, d.grantor_id, 'approved', false, null, false, false, false, d.may_book, d.matters, d.expires_at, d.accepted_at, d.id
    from delegations d where d.state = 'accepted' and ${delegations}
  ) a join people l on l.id = a.viewer_id join people m on m.id = a.patient_id
  order by a.matters is not null, a.since desc, a.id desc`
}
export const accessesTo = sql('accessesTo', { isFrequent: true })`${accessStatement(
  `f.leader_id = :leader_id and f.member_id = :member_id and f.state <> 'ended'`,
  'd.delegate_id = :leader_id and d.grantor_id = :member_id',
)}`
export const listAccesses = sql(
  'listAccesses',
)`${accessStatement(`f.leader_id = :leader_id and f.state = 'approved'`, 'd.delegate_id = :leader_id')}`
export const listGuardians = sql('listGuardians')`${accessStatement(
  `f.member_id = :member_id and f.state = 'approved' and f.guardian_proof is not null`,
  'false',
)}`

export type PairRow = LinkRow | RequestRow

const pairColumns = `f.leader_id, l.first_name as leader_first_name!, l.last_name as leader_last_name!,
  l.second_name as leader_second_name!, greeting_name(l) as leader_greeting_name!, l.email as leader_email, f.member_id, m.first_name as member_first_name!,
  m.last_name as member_last_name!, m.second_name as member_second_name!,
  greeting_name(m) as member_greeting_name!, m.email as member_email,
  m.document_type_id as member_document_type!, m.document_number as member_document!,
  t.id as relationship_id!, t.name as relationship!`

export type LinkRow = Row<typeof link>

export const linkColumns = `f.id, l.image_store_id as leader_image, m.image_store_id as member_image, m.phone as member_phone,
  f.announced_at, f.access_from,
  exists (
    select from pending_confirmations w
    where w.kind = 'guardian' and w.subject_id = f.member_id and w.target = f.id::text and is_waiting(w)
  ) as guardian_waits!,
  ${pairColumns}, ${groupLinkColumns}`
export const link = sql('link')`select ${linkColumns} from ${groupLinkTables} where f.id = :id`
export const listMembers = sql('listMembers')`
  select ${linkColumns} from ${groupLinkTables} where f.leader_id = :leader_id and f.state = 'approved'
  order by f.approved_at desc, f.id desc`
export const listOwners = sql('leadersOf')`
  select ${linkColumns} from ${groupLinkTables} where f.member_id = :member_id and f.state = 'approved'
  order by f.approved_at desc, f.id desc`

export type RequestRow = Row<typeof request>

const requestColumns = `r.id, r.family_id, r.applicant_id, r.request_status, r.created_at, r.decided_by, r.decided_at, r.decision_reason, r.decision_evidence,
  exists (
    select from pending_confirmations w
    where w.kind = 'family-acceptance' and w.subject_id = f.member_id and w.target = r.id::text and is_waiting(w)
  ) as acceptance_waits!,
  ${pairColumns}`
const requestTables = `${groupLinkTables} join family_requests r on r.family_id = f.id`
export const request = sql('request')`select ${requestColumns} from ${requestTables} where r.id = :id`
export const sentBy = sql('sentBy')`
  select ${requestColumns} from ${requestTables} where f.leader_id = :leader_id and r.request_status <> 3
  order by r.created_at desc, r.id desc`
export const receivedBy = sql('receivedBy')`
  select ${requestColumns} from ${requestTables} where f.member_id = :member_id and r.request_status <> 3
  order by r.created_at desc, r.id desc`
export const invitation = sql('invitation')`
  select ${requestColumns}, i.expires_at from ${requestTables}
  join family_invitations i on i.request_id = r.id where i.token_hash = :token_hash`

export type RelationshipRow = Row<typeof relationships>

export const relationships = sql('relationships')`
  select id, name, member_may_be_minor, leader_is_guardian from relationship_types order by position, id`

export const findJoined = sql('joined')`
  select live.leader_id as live_leader, live.state as live_state,
    (select max(r.decided_at) from family_requests r join family_links f on f.id = r.family_id
      where f.leader_id = :leader_id and f.member_id = :member_id and r.request_status = 2) as rejected_at
  from (select 1) one left join family_links live on live.state <> 'ended'
    and ((live.leader_id = :leader_id and live.member_id = :member_id)
      or (live.leader_id = :member_id and live.member_id = :leader_id))
  limit 1`

/**
 * Inserts nothing if the two people are linked already, so only one of several concurrent requests is stored. An
 * earlier denial of the guardianship, or an objection to it, is copied to the new link.
 */
export const insertRequest = sql('insertRequest')`
  with past as (
    select coalesce(bool_or(last.guardian_denied), false) as denied, max(last.frozen_at) as frozen_at from (
      select guardian_denied, frozen_at from family_links where leader_id = :leader_id and member_id = :member_id order by id desc limit 1
    ) last
  ), link as (
    insert into family_links (leader_id, member_id, relationship_type_id, state, guardian_proof, guardian_denied, frozen_at,
      created_at)
    select :leader_id, :member_id, :relationship_type_id, 'pending',
      case when denied then null else :guardian_proof? end, denied, frozen_at, :now::timestamptz from past
    on conflict do nothing returning id
  )
  insert into family_requests (family_id, applicant_id, request_status, legal_text_id, created_at)
  select id, :leader_id, 0, :legal_text_id?::int, :now::timestamptz from link returning id`
export const invite = sql('invite')`
  insert into family_invitations (request_id, token_hash, expires_at)
  select id, :token_hash, :expires_at::timestamptz from family_requests where id = :request_id and request_status = 0
  on conflict (request_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at returning request_id`
export const linkBetween = sql('linkBetween')`
  select id from family_links where leader_id = :leader_id and member_id = :member_id and state <> 'ended'`
/** The first of several concurrent decisions finds the link pending; the others change nothing. */
const decideSql = sql('decide')`
  with link as (
    update family_links set state = case when :approves::boolean then 'approved' else 'ended' end,
      approved_at = case when :approves::boolean then :now::timestamptz end,
      ended_at = case when :approves::boolean then null else :now::timestamptz end
    where id = :id and state = 'pending' returning id
  )
  update family_requests r set request_status = case when :approves::boolean then 1 else 2 end,
    decided_at = :now::timestamptz, decided_by = :decided_by, decision_reason = :reason?::text, decision_evidence = :evidence?::text
  from link where r.family_id = link.id and r.request_status = 0 returning r.id`
export const end = sql('end')`
  with ended as (
    update family_links set state = 'ended', ended_at = :now::timestamptz where id = :id and state = :state returning id
  ), hidden as (
    update family_requests r set request_status = 3 from ended
    where r.family_id = ended.id and r.request_status in (0, 1)
  )
  select id from ended`
export const findLinkRequest = sql('requestOf')`select id from family_requests where family_id = :family_id`
const endAllOfSql = sql('endAllOf')`
  with ended as (
    update family_links set state = 'ended', ended_at = :now::timestamptz
    where (leader_id = :person_id or member_id = :person_id) and state <> 'ended' returning id
  )
  update family_requests r set request_status = 3 from ended
  where r.family_id = ended.id and r.request_status in (0, 1)`
export const isAcceptedBy = sql('acceptedByStaff')`
  select f.id from family_links f join family_requests r on r.family_id = f.id
  where f.id = :id and r.request_status = 1 and r.decided_by = :staff_id`
// The guardian is confirmed only if the link is accepted, because the person who accepts it must not have confirmed it, and if the
// guardian was not judged since the request.
export const confirmGuardian = sql('confirmGuardian')`
  update family_links set guardian_proof = 'staff', guardian_denied = false, guardian_confirmed_by = :confirmed_by
  where id = :id and state = 'approved' and guardian_proof is not distinct from :proof?::text
    and guardian_denied = :denied::boolean
  returning id`
export const denyGuardian = sql('denyGuardian')`
  update family_links set guardian_proof = null, guardian_denied = true, guardian_confirmed_by = :denied_by,
    access_from = null, announced_at = null, frozen_at = null
  where id = :id and state <> 'ended' returning id`
export const switchBooking = sql('switchBooking')`
  update family_links set may_book = :may_book where id = :id and member_id = :member_id and state = 'approved'
  returning leader_id`

export const decide = async (
  tx: Queries,
  linkId: number,
  approves: boolean,
  by: number,
  now: Date,
  decision: StaffDecision | null = null,
) => {
  const { reason = null, evidence = null } = decision ?? {}
  return (await tx.run(decideSql, { id: linkId, approves, now, decided_by: by, reason, evidence })).length > 0
}

export const endPersonLinks = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(endAllOfSql, { person_id: personId, now })
}
