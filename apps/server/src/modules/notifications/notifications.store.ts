import type { NotificationType } from '@mi-portal/contract/notifications'
import { exactTotal, type Page } from '@mi-portal/contract/paging'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { hotStatement, statement } from '../../platform/database/statement.ts'

/** Who calls changes of somebody's list out: the payload is that person's id. */
export const notificationsChannel = 'portal_notifications'

export type Told = {
  readonly id: number
  readonly type: NotificationType
  readonly text: string
  readonly read: boolean
  readonly created_at: Date
  readonly request_family_group_id: number | null
  /** While the reader may decide the request: who applies, and the link it is about. */
  readonly decidable: readonly [applicantId: number, familyId: number] | null
}

type Entry = {
  readonly person_id: number
  readonly type: NotificationType
  readonly text: string
  readonly patient_id: number | null
  readonly reserved_group: string | null
  readonly request_family_group_id: number | null
}

/** Birth days that part the ages: who was born by `adult` is an adult, by `reserve` has what the law reserves. */
export type Births = { readonly adult: Day; readonly reserve: Day }

/**
 * What somebody sees of their own list: of a child's record only while they are its guardian as `family/reach` has it, and
 * never what is reserved to the child. $1 person, $2 adult birth, $3 reserve birth
 */
const seen = `n.person_id = $1 and n.active and (n.patient_id is null or n.patient_id = $1
  or guardian_is_told($1::int, n.patient_id, n.reserved_group is not null, $2::date, $3::date))`

const counts = `select count(*)::int as total, (count(*) filter (where c.read_at is null))::int as unread
  from (select n.read_at from notifications n where ${seen}
    order by n.created_at desc, n.id desc limit ${exactTotal + 1}) c`

type Counts = { readonly total: number; readonly unread: number }
type PageRow = Counts & (Told | { readonly [K in keyof Told]: null })

// $4 limit, $5 offset. What is seen is judged once, for the counts and for the page.
const page = hotStatement<PageRow>(
  'notifications.page',
  `with own as materialized (
     select n.id, n.type, n.text, n.read_at is not null as read, n.created_at, n.request_family_group_id
     from notifications n where ${seen} order by n.created_at desc, n.id desc
     limit greatest(${exactTotal + 1}, $4::int + $5::int)
   )
   select counted.total, counted.unread, p.*,
     case when p.request_family_group_id is not null then open_family_request(p.request_family_group_id, $1::int) end as decidable
   from (select least(count(*), ${exactTotal + 1})::int as total, (count(*) filter (where not read))::int as unread from own) counted
   left join (select * from own limit $4 offset $5) p on true`,
)

const counted = statement<Counts>('notifications.counts', counts)

// $4 ids, $5 how many they are, $6 now. Nothing is read unless all of them are the caller's to see.
const read = statement<{ found: number; told: unknown }>(
  'notifications.read',
  `with own as (select n.id from notifications n where ${seen} and n.id = any($4::int[])),
   changed as (
     update notifications n set read_at = $6::timestamptz
     where n.id in (select id from own) and n.read_at is null and (select count(*) from own) = $5::int
     returning n.id
   )
   select (select count(*)::int from own) as found,
     case when exists (select from changed) then pg_notify('${notificationsChannel}', $1::int::text) end as told`,
)

// $7 now, $8 reserve birth. What is reserved to an adolescent is never written into anybody else's list.
const insert = statement<{ id: number; told: unknown }>(
  'notifications.insert',
  `with made as (
     insert into notifications (person_id, type, text, patient_id, reserved_group, request_family_group_id, created_at)
     select $1::int, $2, $3, $4::int, $5, $6::int, $7::timestamptz
     where $5::text is null or $4::int is null or $4::int = $1::int
       or exists (select from people m where m.id = $4::int and m.date_birth > $8::date)
     returning id
   )
   select id, pg_notify('${notificationsChannel}', $1::int::text) as told from made`,
)

const settle = statement<{ told: unknown }>(
  'notifications.settle',
  `with settled as (
     update notifications set read_at = coalesce(read_at, $2::timestamptz)
     where request_family_group_id = $1 and active returning person_id
   )
   select pg_notify('${notificationsChannel}', person_id::text) as told from (select distinct person_id from settled) s`,
)

function isFound(row: PageRow): row is Counts & Told {
  return row.id !== null
}

export function notificationsStore(db: Database) {
  return {
    page: async (personId: number, births: Births, { page: number, limit }: Page) => {
      const rows = await db.run(page, [personId, births.adult, births.reserve, limit, (number - 1) * limit])
      const total = rows[0]?.total ?? 0
      return {
        rows: rows.filter(isFound),
        total: Math.min(total, exactTotal),
        more: total > exactTotal,
        unread: rows[0]?.unread ?? 0,
      }
    },
    unread: async (personId: number, births: Births) =>
      (await db.run(counted, [personId, births.adult, births.reserve]))[0]?.unread ?? 0,
    /** How many of these ids are the person's to see; fewer than were given: nothing was done. */
    read: async (personId: number, births: Births, ids: readonly number[], now: Date) =>
      (await db.run(read, [personId, births.adult, births.reserve, ids, ids.length, now]))[0]?.found ?? 0,
    insert: async (tx: Queries, entry: Entry, births: Births, now: Date) => {
      const { person_id, type, text, patient_id, reserved_group, request_family_group_id } = entry
      await tx.run(insert, [
        person_id,
        type,
        text,
        patient_id,
        reserved_group,
        request_family_group_id,
        now,
        births.reserve,
      ])
    },
    settle: async (tx: Queries, requestId: number, now: Date) => {
      await tx.run(settle, [requestId, now])
    },
  }
}

export type NotificationsStore = ReturnType<typeof notificationsStore>
