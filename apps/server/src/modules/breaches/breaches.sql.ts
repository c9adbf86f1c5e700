import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { orderRows, toSorted } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { BreachesSql } from './breaches.sql.generated.ts'

const sql = defineSql<
  BreachesSql,
  {
    document_type_id: DocumentTypeId
    seen: readonly (readonly [string, number])[]
    mailboxes: readonly string[]
  }
>('breaches')

export type BreachRow = Row<typeof findBreach>

type Scope = Pick<BreachRow, 'actor_id' | 'ip' | 'seen_from' | 'seen_before'>

/**
 * `until`: entries after this instant do not count, because the log grows during the search. `looked`: the id up to
 * which the log was searched.
 */
export type Reviewed = { readonly until: Date; readonly looked: number }

export type AffectedRow = Row<typeof listPeople>

const name = (alias: string) =>
  `concat_ws(' ', ${alias}.first_name, nullif(${alias}.last_name, ''), nullif(${alias}.second_name, ''))`
const columns = `b.id, b.created_at, ${name('o')} as opened_by!, b.nature, b.effects, b.data_categories,
  b.people_categories, b.measures, b.known_at, b.agency_told_at, b.actor_id, nullif(${name('a')}, '') as actor_name,
  host(b.ip) as ip, b.seen_from, b.seen_before, b.letters_at, b.seen_until`
const joins = 'join people o on o.id = b.opened_by left join people a on a.id = b.actor_id'

export const insertBreach = sql('insert')`
  insert into breaches (opened_by, created_at, updated_at, nature, effects, data_categories, people_categories,
    measures, known_at, agency_told_at, actor_id, ip, seen_from, seen_before)
  values (:opened_by, :now::timestamptz, :now::timestamptz, :nature, :effects, :data_categories, :people_categories,
    :measures, :known_at::timestamptz, :agency_told_at?::timestamptz, :actor_id?, :ip?::inet,
    :seen_from?::timestamptz, :seen_before?::timestamptz) returning id`
export const editBreach = sql('edit')`
  update breaches set updated_at = :now::timestamptz, nature = :nature, effects = :effects,
    data_categories = :data_categories, people_categories = :people_categories, measures = :measures, known_at = :known_at::timestamptz,
    agency_told_at = :agency_told_at?::timestamptz
  where id = :id returning id`
export const findBreach = sql('one')`select ${columns} from breaches b ${joins} where b.id = :id`
const order = orderRows(
  { known_at: 'b.known_at', agency_told_at: 'b.agency_told_at', letters_at: 'b.letters_at' },
  'b.created_at desc, b.id desc',
)
export const listBreaches = sql('page', { isReplanned: true })`
  select ${columns} from breaches b ${joins} ${order}
  limit :limit_rows::int offset :offset_rows::int`
export const countBreaches = sql('count')`select count(*)::int as count! from breaches`
export const findStaff = sql('staff')`
  select id from people where document_number = :document_number and rol <> 'STANDART_ROLE'`

/** The parameters of `matching`, each null for any, and the breach. */
type Entries = Scope & { readonly until: Date | null; readonly breach_id: number }

// Entries about breaches themselves are left out.
const matching = `e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and (:actor_id?::int is null or e.actor_id = :actor_id?::int) and (:ip?::inet is null or e.ip = :ip?::inet)
  and (:seen_from?::timestamptz is null or e.at >= :seen_from?::timestamptz)
  and (:seen_before?::timestamptz is null or e.at < :seen_before?::timestamptz)
  and (:until?::timestamptz is null or e.at <= :until?::timestamptz)`
/** Stores everyone found after one id and up to another, in a range where no entry can appear any more. Concurrent searches wait for each other at the row of the breach. */
export const storeConcerned = sql('look', { isReplanned: true })`
  with seen as (
    insert into breach_seen (breach_id, person_id)
    select distinct :breach_id::int, e.patient_id from audit_events e
    where e.id > :after_id::bigint and e.id <= :up_to_id::bigint and ${matching} order by e.patient_id
    on conflict do nothing
  )
  update breaches set seen_until = greatest(seen_until, :up_to_id::bigint) where id = :breach_id::int`
// `after_id`: the id up to which the log was searched.
const newer = `select distinct e.patient_id as person_id! from audit_events e where e.id > :after_id::bigint
  and ${matching}`
export const countPeople = sql('countPeople', { isReplanned: true })`
  select (select count(*) from breach_seen where breach_id = :breach_id::int)::int + count(*)::int as count!
  from (${newer}) n
  where not exists (select from breach_seen s where s.breach_id = :breach_id::int and s.person_id = n.person_id)`
const affectedOrder = orderRows({ name: toSorted(name('p')) }, 'c.person_id')
// A person born after `reserve_birth` is a child, whose letter goes to the guardians.
export const listPeople = sql('people', { isReplanned: true })`
  with concerned as (
    (select person_id from breach_seen where breach_id = :breach_id::int and person_id > :after_person::int
     order by person_id limit case when :order?::text is null then :limit_rows::int + :offset_rows::int end)
    union
    select person_id from (${newer}) n where person_id > :after_person::int
  ), listed as (
    select person_id, row_number() over (${affectedOrder}) as place from concerned c join people p on p.id = c.person_id
    order by place limit :limit_rows::int offset :offset_rows::int
  ), touched as (
    select l.person_id, e.action, count(*)::int as times, min(e.at) as first_at!, max(e.at) as last_at!
    from listed l join audit_events e on e.patient_id = l.person_id where ${matching} group by l.person_id, e.action
  ), summed as (
    select person_id, min(first_at) as first_at!, max(last_at) as last_at!,
      jsonb_agg(jsonb_build_array(action, times) order by times desc, action) as seen!
    from touched group by person_id
  )
  select l.person_id, p.first_name, p.last_name, p.second_name, greeting_name(p) as greeting_name!,
    p.document_type_id::int as document_type_id!, p.document_number, s.seen, s.first_at, s.last_at,
    case when p.date_birth > :reserve_birth::date then coalesce((
      select jsonb_agg(distinct g.email) from family_links f join people g on g.id = f.leader_id
      where f.member_id = p.id and is_guardian_of(f, :now::timestamptz) and g.email is not null
        and g.deleted_at is null), '[]')
    when p.email is not null and p.deleted_at is null then jsonb_build_array(p.email) else '[]' end as mailboxes!
  from listed l join summed s on s.person_id = l.person_id join people p on p.id = l.person_id order by l.place`
/** Returns no row if the letters were sent already, also by a concurrent call. */
export const markSent = sql('sent')`
  update breaches set letters_at = :now::timestamptz, letters_by = :letters_by where id = :id and letters_at is null
  returning id`
export const storeLetters = sql('keepLetters')`
  insert into breach_letters (breach_id, person_id, mails)
  select :breach_id, p, m from unnest(:person_ids::int[], :mails::int[]) as letter (p, m) on conflict do nothing`

export function toEntries(
  { id, actor_id, ip, seen_from, seen_before }: Scope & Pick<BreachRow, 'id'>,
  until: Date | null,
): Entries {
  return { actor_id, ip, seen_from, seen_before, until, breach_id: id }
}
