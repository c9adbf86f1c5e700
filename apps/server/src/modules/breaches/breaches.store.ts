import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { searchStatement, statement } from '../../platform/database/statement.ts'

export type BreachRow = {
  readonly id: number
  readonly created_at: Date
  readonly opened_by: string
  readonly nature: string
  readonly effects: string
  readonly data_categories: string
  readonly people_categories: string
  readonly measures: string
  readonly known_at: Date
  readonly agency_told_at: Date | null
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly ip: string | null
  readonly seen_from: Date | null
  readonly seen_before: Date | null
  readonly letters_at: Date | null
  /** The number of the trail up to which `breach_seen` holds everybody. */
  readonly seen_until: number
}

/** By what the trail is searched. */
type Scope = Pick<BreachRow, 'id' | 'actor_id' | 'ip' | 'seen_from' | 'seen_before'>

type LegalFields = Pick<
  BreachRow,
  'nature' | 'effects' | 'data_categories' | 'people_categories' | 'measures' | 'known_at' | 'agency_told_at'
>

/** Up to when the trail counts, as it goes on while somebody looks; and the number up to which it was looked through. */
export type Looked = { readonly until: Date; readonly looked: number }

type PeoplePage = {
  readonly reserveBirth: string
  /** The person before the page. */
  readonly after?: number
  readonly limit: number
  readonly offset?: number
}

export type AffectedRow = {
  readonly person_id: number
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  /** `[action, times]`. */
  readonly seen: readonly (readonly [string, number])[]
  readonly first_at: Date
  readonly last_at: Date
  /** The person's own mailbox, or those of the guardians of who is a child. */
  readonly mailboxes: readonly string[]
}

const name = (alias: string) =>
  `concat_ws(' ', ${alias}.first_name, nullif(${alias}.last_name, ''), nullif(${alias}.second_name, ''))`
const columns = `b.id, b.created_at, ${name('o')} as opened_by, b.nature, b.effects, b.data_categories,
  b.people_categories, b.measures, b.known_at, b.agency_told_at, b.actor_id, nullif(${name('a')}, '') as actor_name,
  host(b.ip) as ip, b.seen_from, b.seen_before, b.letters_at, b.seen_until`
const joins = 'join people o on o.id = b.opened_by left join people a on a.id = b.actor_id'

const insert = statement<{ id: number }>(
  'breaches.insert',
  `insert into breaches (opened_by, created_at, updated_at, nature, effects, data_categories, people_categories,
     measures, known_at, agency_told_at, actor_id, ip, seen_from, seen_before)
   values ($1, $2::timestamptz, $2::timestamptz, $3, $4, $5, $6, $7, $8::timestamptz, $9::timestamptz, $10, $11::inet,
     $12::timestamptz, $13::timestamptz) returning id`,
)
const edit = statement<{ id: number }>(
  'breaches.edit',
  `update breaches set updated_at = $2::timestamptz, nature = $3, effects = $4, data_categories = $5,
     people_categories = $6, measures = $7, known_at = $8::timestamptz, agency_told_at = $9::timestamptz
   where id = $1 returning id`,
)
const one = statement<BreachRow>('breaches.one', `select ${columns} from breaches b ${joins} where b.id = $1`)
const page = statement<BreachRow>(
  'breaches.page',
  `select ${columns} from breaches b ${joins} order by b.created_at desc, b.id desc limit $1 offset $2`,
)
const count = statement<{ count: number }>('breaches.count', 'select count(*)::int as count from breaches')
const staff = statement<{ id: number }>(
  'breaches.staff',
  `select id from people where document_number = $1 and rol <> 'STANDART_ROLE'`,
)

// $1 actor, $2 address, $3 from, $4 before, $5 until, null for any time: what is written of a breach itself is no part of it.
const matching = `e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and ($1::int is null or e.actor_id = $1::int) and ($2::inet is null or e.ip = $2::inet)
  and ($3::timestamptz is null or e.at >= $3::timestamptz) and ($4::timestamptz is null or e.at < $4::timestamptz)
  and ($5::timestamptz is null or e.at <= $5::timestamptz)`
// $6 breach, $7 and $8: after this number and up to that one. Two who look at once wait for each other at the breach.
const look = searchStatement<never>(
  'breaches.look',
  `with seen as (
     insert into breach_seen (breach_id, person_id)
     select distinct $6::int, e.patient_id from audit_events e
     where e.id > $7::bigint and e.id <= $8::bigint and ${matching} order by e.patient_id
     on conflict do nothing
   )
   update breaches set seen_until = greatest(seen_until, $8::bigint) where id = $6::int`,
)
const lookedUntil = statement<never>(
  'breaches.lookedUntil',
  'update breaches set seen_until = greatest(seen_until, $2::bigint) where id = $1',
)
// $6 breach, $7 the number up to which it was looked.
const newer = `select distinct e.patient_id as person_id from audit_events e where e.id > $7::bigint and ${matching}`
const countPeople = searchStatement<{ count: number }>(
  'breaches.countPeople',
  `select (select count(*) from breach_seen where breach_id = $6::int)::int + count(*)::int as count from (${newer}) n
   where not exists (select from breach_seen s where s.breach_id = $6::int and s.person_id = n.person_id)`,
)
// $8 reserve birth: whoever was born after it is a child, whose letter goes to the guardians; $9 after this person, $10 limit, $11 offset
const people = searchStatement<AffectedRow>(
  'breaches.people',
  `with listed as (
     (select person_id from breach_seen where breach_id = $6::int and person_id > $9::int
      order by person_id limit $10::int + $11::int)
     union
     select person_id from (${newer}) n where person_id > $9::int
     order by person_id limit $10::int offset $11::int
   ), touched as (
     select l.person_id, e.action, count(*)::int as times, min(e.at) as first_at, max(e.at) as last_at
     from listed l join audit_events e on e.patient_id = l.person_id where ${matching} group by l.person_id, e.action
   ), summed as (
     select person_id, min(first_at) as first_at, max(last_at) as last_at,
       jsonb_agg(jsonb_build_array(action, times) order by times desc, action) as seen
     from touched group by person_id
   )
   select l.person_id, p.first_name, p.last_name, p.second_name,
     p.document_type_id::int as document_type_id, p.document_number, l.seen, l.first_at, l.last_at,
     case when p.date_birth > $8::date then coalesce((
       select jsonb_agg(distinct g.email) from family_links f join people g on g.id = f.leader_id
       where f.member_id = p.id and f.state = 'approved' and f.guardian_proof is not null and g.email is not null
         and g.deleted_at is null), '[]')
     when p.email is not null and p.deleted_at is null then jsonb_build_array(p.email) else '[]' end as mailboxes
   from summed l join people p on p.id = l.person_id order by l.person_id`,
)
const sent = statement<{ id: number }>(
  'breaches.sent',
  `update breaches set letters_at = $2::timestamptz, letters_by = $3 where id = $1 and letters_at is null returning id`,
)
const keepLetters = statement<never>(
  'breaches.keepLetters',
  `insert into breach_letters (breach_id, person_id, mails)
   select $1, p, m from unnest($2::int[], $3::int[]) as letter (p, m) on conflict do nothing`,
)

function scopeOf({ actor_id, ip, seen_from, seen_before }: Omit<Scope, 'id'>) {
  return [actor_id, ip, seen_from, seen_before]
}
function fieldsOf(fields: LegalFields) {
  const { nature, effects, data_categories, people_categories, measures, known_at, agency_told_at } = fields
  return [nature, effects, data_categories, people_categories, measures, known_at, agency_told_at]
}

export function breachesStore(db: Database) {
  return {
    insert: async (tx: Queries, openedBy: number, fields: LegalFields, scope: Omit<Scope, 'id'>, now: Date) =>
      (await tx.run(insert, [openedBy, now, ...fieldsOf(fields), ...scopeOf(scope)]))[0]?.id ?? 0,
    edit: async (tx: Queries, id: number, fields: LegalFields, now: Date) =>
      (await tx.run(edit, [id, now, ...fieldsOf(fields)])).length > 0,
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    page: (limit: number, offset: number) => db.run(page, [limit, offset]),
    count: async () => (await db.run(count, []))[0]?.count ?? 0,
    staff: async (document: string) => (await db.run(staff, [document]))[0]?.id ?? null,
    /** Keeps everybody whom the trail has after one number and up to another, where no row can appear any more. */
    look: async (scope: Scope, after: number, upTo: number, until: Date | null): Promise<void> => {
      await db.run(look, [...scopeOf(scope), until, scope.id, after, upTo])
    },
    lookedUntil: async (id: number, number: number): Promise<void> => {
      await db.run(lookedUntil, [id, number])
    },
    countPeople: async (scope: Scope, { until, looked }: Looked) =>
      (await db.run(countPeople, [...scopeOf(scope), until, scope.id, looked]))[0]?.count ?? 0,
    people: (
      queries: Queries,
      scope: Scope,
      { until, looked }: Looked,
      { reserveBirth, after = 0, limit, offset = 0 }: PeoplePage,
    ) =>
      queries.run(people, [...scopeOf(scope), until, scope.id, looked, reserveBirth, after, limit, offset]),
    /** False where they were sent already: of two at once one sends them. */
    sent: async (tx: Queries, id: number, by: number, now: Date) =>
      (await tx.run(sent, [id, now, by])).length > 0,
    keepLetters: async (tx: Queries, id: number, letters: readonly AffectedRow[]) => {
      const mails = letters.map(({ mailboxes }) => mailboxes.length)
      await tx.run(keepLetters, [id, letters.map(({ person_id }) => person_id), mails])
    },
  }
}

export type BreachesStore = ReturnType<typeof breachesStore>
