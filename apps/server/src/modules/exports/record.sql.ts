import type { DelegableMatter } from '@mi-portal/contract/record-matters'
import type { Day } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { RecordSql } from './record.sql.generated.ts'

const sql = defineSql<
  RecordSql,
  {
    document_type_id: DocumentTypeId
    date_birth: Day
    issuing_country: {
      readonly iso_num: string | null
      readonly iso3: string | null
      readonly name: string
    }
    matters: readonly DelegableMatter[]
    state: 'offered' | 'accepted' | 'ended'
  }
>('record')

export const findExportedPerson = sql('person')`
  select p.id, p.document_type_id, p.document_number, p.document_country,
    case when i.id is null then null
      else jsonb_build_object('iso_num', i.iso_num, 'iso3', i.iso3, 'name', i.name) end as issuing_country, p.first_name, p.last_name, p.second_name, p.preferred_name, p.date_birth,
    p.gender_id, g.name as gender, n.name as nationality, n.iso_num as country_code, p.forecast_id,
    f.nombre as forecast, f.kind as forecast_kind, f.minsal_eis_code, p.email, p.email_pending, p.phone, p.address,
    c.name as commune, c.cut, v.id as province_id, v.name as province, r.id as region_id, r.name as region,
    p.date_creation, p.updated_at, p.image_store_id
  from people p left join genders g on g.id = p.gender_id left join nationalities n on n.id = p.nationality_id
    left join nationalities i on i.iso2 = p.document_country
    left join forecasts f on f.id = p.forecast_id left join communes c on c.id = p.commune_id
    left join provinces v on v.id = c.province_id left join regions r on r.id = c.region_id
  where p.id = :id and p.deleted_at is null`

/** `name` is the relationship of the link's member to its owner, `inverse` that of the owner to the member. */
export const listRelatives = sql('relatives')`
  select f.id as link_id, o.first_name, o.last_name, o.second_name, t.name, t.inverse,
    f.leader_id = :person_id as is_member!, f.approved_at
  from family_links f join relationship_types t on t.id = f.relationship_type_id
    join people o on o.id = case when f.leader_id = :person_id then f.member_id else f.leader_id end
  where (f.leader_id = :person_id or f.member_id = :person_id) and f.state = 'approved' order by f.id`

/**
 * `until`: the end of the access, or of the days in which the offer can be accepted. That an offer was declined is left out: the grantor
 * must not learn of it. So is who has the document, until an offer is accepted.
 */
export const listDelegations = sql('delegations')`
  select d.grantor_id = :person_id as is_given!, d.document_type_id, d.document_number, d.document_country,
    case when o.id is not null then ${toFullName('o')} end as name,
    d.matters, d.may_book, d.state, d.created_at, d.accepted_at, coalesce(d.expires_at, d.answer_until) as until!, d.ended_at
  from delegations d
    left join people o on o.id = case when d.grantor_id = :person_id then d.delegate_id else d.grantor_id end
  where d.grantor_id = :person_id or d.delegate_id = :person_id order by d.created_at, d.id`

export const listConsents = sql('consents')`
  select id, kind, version, channel, given_at, withdrawn_at from consents where person_id = :person_id
  order by given_at, id`

const isSentBy = (column: string) => `(:requester_id?::int is null or ${column} = :requester_id?::int)`

export const listRequestFiles = sql('files')`
  select id, key, name, media_type, bytes, created_at from files where id in (
    select q.file_id from request_files q
      left join document_requests d on q.request_kind = 'document' and d.id = q.request_id
      left join budget_requests b on q.request_kind = 'budget' and b.id = q.request_id
      left join contacts c on q.request_kind = 'contact' and c.id = q.request_id
      left join data_requests r on q.request_kind = 'privacy' and r.id = q.request_id
    where coalesce(d.patient_id, b.patient_id, c.patient_id, r.patient_id) = :patient_id
      and ${isSentBy('coalesce(d.requester_id, b.requester_id, c.requester_id, r.requester_id)')}
    union all
    select order_file_id from budget_requests where patient_id = :patient_id and ${isSentBy('requester_id')}
    union all
    select o.file_id from appointment_orders o join appointments a on a.id = o.appointment_id
    where a.patient_id = :patient_id and ${isSentBy('o.attached_by')}
  ) order by created_at, id`

export const listAccesses = sql('accesses')`
  select e.at, e.action, coalesce(e.actor_id = :person_id, false) as is_self!,
    nullif(${toFullName('a')}, '') as actor
  from audit_events e left join people a on a.id = e.actor_id
  where e.patient_id = :person_id and e.outcome = 'done' order by e.at desc, e.id desc limit :limit_rows`
