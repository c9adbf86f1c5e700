import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { DelegationsSql } from './delegations.sql.generated.ts'

const sql = defineSql<
  DelegationsSql,
  {
    state: 'offered' | 'accepted'
    matters: readonly ('appointments' | 'exams' | 'requests')[]
    document_type_id: DocumentTypeId
  }
>('delegations')

const facts = 'd.id, d.state, d.matters, d.may_book, d.months, d.answer_until, d.expires_at'
const isLive = `((d.state = 'offered' and d.answer_until > :now::timestamptz)
  or (d.state = 'accepted' and d.expires_at > :now::timestamptz))`
/** Condition: the offer was made to the identity document of person `p`, who has not declined it. */
const isOfferedTo = `d.state = 'offered' and d.declined_at is null and d.answer_until > :now::timestamptz
  and d.document_type_id = p.document_type_id and d.document_number = p.document_number
  and d.document_country is not distinct from p.document_country
  and d.grantor_id <> p.id`
export const given = sql('given')`
  select ${facts}, d.document_type_id, d.document_number, d.delegate_id, p.first_name, p.last_name, p.second_name
  from delegations d left join people p on p.id = d.delegate_id
  where d.grantor_id = :person_id and ${isLive} order by d.created_at desc, d.id desc limit 200`
export const received = sql('received')`
  select ${facts}, d.grantor_id, g.first_name, g.last_name, g.second_name
  from people p join delegations d on (${isOfferedTo})
    or (d.delegate_id = p.id and d.state = 'accepted' and d.expires_at > :now::timestamptz)
  join people g on g.id = d.grantor_id
  where p.id = :person_id and is_open(g) order by d.created_at desc, d.id desc limit 200`

/** Inserts nothing if the grantor has an offer or access for this document, so only one of several concurrent requests is stored. */
export const offer = sql('offer')`
  insert into delegations (grantor_id, document_type_id, document_number, document_country, matters, may_book, months,
    created_at, answer_until)
  values (:grantor_id, :document_type_id, :document_number, :document_country?, :matters::text[], :may_book, :months,
    :now::timestamptz, :answer_until::timestamptz)
  on conflict do nothing returning id`
export const findInvited = sql('findInvited')`
  select p.id from delegations d join people p on ${isOfferedTo}
  where d.id = :id and not exists (
    select from delegations o where o.grantor_id = d.grantor_id and o.document_type_id = d.document_type_id
      and o.document_number = d.document_number and o.document_country is not distinct from d.document_country
      and o.declined_at > :declined_since::timestamptz)`
/** The first of several concurrent changes finds the offer open; the others change nothing. */
export const accept = sql('accept')`
  update delegations d set state = 'accepted', delegate_id = p.id, accepted_at = :now::timestamptz,
    expires_at = :now::timestamptz + make_interval(months => d.months)
  from people p, people g
  where d.id = :id and p.id = :person_id and g.id = d.grantor_id and is_open(g) and ${isOfferedTo}
  returning d.id, d.expires_at as expires_at!`
export const decline = sql('decline')`
  update delegations d set declined_at = :now::timestamptz from people p
  where d.id = :id and p.id = :person_id and ${isOfferedTo} returning d.id, d.grantor_id`
/** Of several renewals in one day only the first changes the end. */
const renewSql = sql('renew')`
  update delegations d set expires_at = :now::timestamptz + make_interval(months => d.months), end_announced_at = null
  where d.id = :id and d.grantor_id = :grantor_id and d.state = 'accepted' and d.expires_at > :now::timestamptz
    and d.expires_at < :now::timestamptz + make_interval(months => d.months) - interval '1 day'
  returning d.id, d.expires_at as expires_at!`
const findEnd = sql('findEnd')`
  select expires_at as expires_at! from delegations
  where id = :id and grantor_id = :grantor_id and state = 'accepted' and expires_at > :now::timestamptz`
/** Ends an offer or access as the grantor, or an access as the delegate. A concurrent acceptance does not prevent it. */
export const end = sql('end')`
  update delegations d set state = 'ended', ended_at = :now::timestamptz,
    ended_because = case when d.grantor_id <> :person_id then 'delegate' when d.state = 'offered' then 'withdrawn' else 'grantor' end
  where d.id = :id and d.state <> 'ended' and (d.grantor_id = :person_id or d.delegate_id = :person_id)
  returning d.id, d.grantor_id, d.accepted_at is not null as was_accepted!`
const endAllOfSql = sql('endAllOf')`
  update delegations set state = 'ended', ended_at = :now::timestamptz, ended_because = 'account'
  where (grantor_id = :person_id or delegate_id = :person_id) and state <> 'ended'`
export const endExpired = sql('endExpired')`
  update delegations d set state = 'ended', ended_at = :now::timestamptz,
    ended_because = case d.state when 'accepted' then 'expired' else 'unanswered' end
  where not ${isLive} and d.state <> 'ended' and (:grantor_id?::int is null or d.grantor_id = :grantor_id?::int)
  returning d.id, d.delegate_id is not null as was_accepted!, d.grantor_id`
export const forget = sql('forget')`
  delete from delegations where state = 'ended' and ended_at < :before::timestamptz`

export type PairRow = Row<typeof pair>
const toName = (person: string) =>
  `concat_ws(' ', ${person}.first_name, nullif(${person}.last_name, ''), nullif(${person}.second_name, ''))`
const pairColumns = `d.id, d.state, d.matters, d.may_book, d.months, d.expires_at as expires_at!, d.document_type_id, d.document_number, d.grantor_id,
  ${toName('g')} as grantor_name!, greeting_name(g) as grantor_greeting_name!, g.email as grantor_email,
  d.delegate_id, case when p.id is not null then ${toName('p')} end as delegate_name,
  case when p.id is not null then greeting_name(p) end as delegate_greeting_name, p.email as delegate_email`
const pairTables =
  'delegations d join people g on g.id = d.grantor_id left join people p on p.id = d.delegate_id'
export const pair = sql('pair')`select ${pairColumns} from ${pairTables} where d.id = :id`
/** The accesses that end soon and were not announced: 30 days before, or 7 days before if they last one month. */
export const ending = sql('ending')`
  select ${pairColumns} from ${pairTables}
  where d.state = 'accepted' and d.end_announced_at is null and d.expires_at > :now::timestamptz
    and d.expires_at <= :now::timestamptz + case when d.months = 1 then interval '7 days' else interval '30 days' end
    and is_open(g) and is_open(p)
  order by d.id limit 500`
export const markAnnounced = sql('markAnnounced')`
  update delegations set end_announced_at = :now::timestamptz
  where id = :id and state = 'accepted' and expires_at = :expires_at::timestamptz and end_announced_at is null
  returning id`

/** Returns when the access ends, and whether this renewal moved the end; null if the grantor has no such access any more. */
export const renew = async (tx: Queries, id: number, grantorId: number, now: Date) => {
  const [renewed] = await tx.run(renewSql, { id, grantor_id: grantorId, now })
  if (renewed !== undefined) return { expiresAt: renewed.expires_at, isRenewed: true }
  const [current] = await tx.run(findEnd, { id, grantor_id: grantorId, now })
  return current === undefined ? null : { expiresAt: current.expires_at, isRenewed: false }
}

export const endPersonDelegations = async (tx: Queries, personId: number, now: Date) => {
  await tx.run(endAllOfSql, { person_id: personId, now })
}
