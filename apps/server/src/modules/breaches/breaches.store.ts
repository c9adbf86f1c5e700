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
}

/** By what the trail is searched. */
type Scope = Pick<BreachRow, 'actor_id' | 'ip' | 'seen_from' | 'seen_before'>

type LegalFields = Pick<
  BreachRow,
  'nature' | 'effects' | 'data_categories' | 'people_categories' | 'measures' | 'known_at' | 'agency_told_at'
>

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
  host(b.ip) as ip, b.seen_from, b.seen_before, b.letters_at`
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

// $1 actor, $2 address, $3 from, $4 before, $5 now: what is written of a breach itself is no part of it.
const matching = `e.patient_id is not null and e.outcome = 'done' and e.action not like 'breaches.%'
  and ($1::int is null or e.actor_id = $1::int) and ($2::inet is null or e.ip = $2::inet)
  and ($3::timestamptz is null or e.at >= $3::timestamptz) and ($4::timestamptz is null or e.at < $4::timestamptz)
  and e.at <= $5::timestamptz`
const countPeople = searchStatement<{ count: number }>(
  'breaches.countPeople',
  `select count(distinct e.patient_id)::int as count from audit_events e where ${matching}`,
)
// $6 reserve birth: whoever was born after it is a child, whose letter goes to the guardians; $7 limit, $8 offset
const people = searchStatement<AffectedRow>(
  'breaches.people',
  `with touched as (
     select e.patient_id, e.action, count(*)::int as times, min(e.at) as first_at, max(e.at) as last_at
     from audit_events e where ${matching} group by e.patient_id, e.action
   ), listed as (
     select patient_id, min(first_at) as first_at, max(last_at) as last_at,
       jsonb_agg(jsonb_build_array(action, times) order by times desc, action) as seen
     from touched group by patient_id order by patient_id limit $7 offset $8
   )
   select l.patient_id as person_id, p.first_name, p.last_name, p.second_name,
     p.document_type_id::int as document_type_id, p.document_number, l.seen, l.first_at, l.last_at,
     case when p.date_birth > $6::date then coalesce((
       select jsonb_agg(distinct g.email) from family_links f join people g on g.id = f.leader_id
       where f.member_id = p.id and f.state = 'approved' and f.guardian_proof is not null and g.email is not null
         and g.deleted_at is null), '[]')
     when p.email is not null and p.deleted_at is null then jsonb_build_array(p.email) else '[]' end as mailboxes
   from listed l join people p on p.id = l.patient_id order by l.patient_id`,
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

function scopeOf({ actor_id, ip, seen_from, seen_before }: Scope) {
  return [actor_id, ip, seen_from, seen_before]
}
function fieldsOf(fields: LegalFields) {
  const { nature, effects, data_categories, people_categories, measures, known_at, agency_told_at } = fields
  return [nature, effects, data_categories, people_categories, measures, known_at, agency_told_at]
}

export function breachesStore(db: Database) {
  return {
    insert: async (tx: Queries, openedBy: number, fields: LegalFields, scope: Scope, now: Date) =>
      (await tx.run(insert, [openedBy, now, ...fieldsOf(fields), ...scopeOf(scope)]))[0]?.id ?? 0,
    edit: async (tx: Queries, id: number, fields: LegalFields, now: Date) =>
      (await tx.run(edit, [id, now, ...fieldsOf(fields)])).length > 0,
    one: async (id: number) => (await db.run(one, [id]))[0] ?? null,
    page: (limit: number, offset: number) => db.run(page, [limit, offset]),
    count: async () => (await db.run(count, []))[0]?.count ?? 0,
    staff: async (document: string) => (await db.run(staff, [document]))[0]?.id ?? null,
    /** Up to `until`: the trail goes on while somebody looks. */
    countPeople: async (scope: Scope, until: Date) =>
      (await db.run(countPeople, [...scopeOf(scope), until]))[0]?.count ?? 0,
    people: (
      queries: Queries,
      scope: Scope,
      {
        until,
        reserveBirth,
        limit,
        offset,
      }: { until: Date; reserveBirth: string; limit: number; offset: number },
    ) => queries.run(people, [...scopeOf(scope), until, reserveBirth, limit, offset]),
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
