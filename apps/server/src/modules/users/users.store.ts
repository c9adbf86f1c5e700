import { exactTotal, type Page } from '@mi-portal/contract/paging'
import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { mostWords } from '../../platform/database/search-words.ts'
import { searchStatement, statement } from '../../platform/database/statement.ts'
import { deepUsersStore, markedList } from './deep-pages/deep-users.store.ts'

/** What a form of staff's says about an account. */
export type AccountData = {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string
  readonly nationality_id: number
  readonly forecast_id: number
  readonly gender_id: number
  readonly email: string
  readonly address: string
  readonly phone: string
  readonly commune_id: number
}

/** Numbers of newly stored pictures; null where none came. */
export type OwnPictures = Readonly<
  Record<'image_store_id' | 'image_store_passport' | 'image_store_passport_patient', number | null>
>

type AccountSearch = {
  /** Patterns that all must match. */
  readonly patterns: readonly string[]
  readonly status: number | null
  /** Only those that have waited since before. */
  readonly waitingBefore: Date | null
}

type Found = { readonly ids: readonly number[]; readonly total: number; readonly more: boolean }

type PlaceRow = {
  readonly commune_id: number
  readonly commune: string
  readonly city_id: number
  readonly city: string
  readonly region_id: number
  readonly region: string
}

// Of two decisions at once the second finds nobody waiting.
const decide = statement<{ id: number }>(
  'users.decide',
  `update people set status = $2, status_passport = $3, pending_since = null,
     updated_at = greatest($4::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)
const record = statement<never>(
  'users.record',
  `insert into validation_decisions (person_id, decided_by, approved, reason, decided_at)
   values ($1, $2, $3, $4, $5::timestamptz)`,
)
const lastDecision = statement<{ approved: boolean; decided_by: number }>(
  'users.lastDecision',
  `select approved, decided_by from validation_decisions where person_id = $1
   order by decided_at desc, id desc limit 1`,
)

const insert = statement<{ id: number }>(
  'users.insert',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, date_birth,
     nationality_id, forecast_id, gender_id, email, address, phone, commune_id, image_store_id, image_store_passport,
     image_store_passport_patient, status, status_passport, opened_as_minor, rol, date_creation, updated_at)
   values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 1, $17, $18, $19,
     $20::timestamptz, $20::timestamptz)
   on conflict (document_type_id, document_number) do nothing
   returning id`,
)
const insertSuperAdmin = statement<{ id: number }>(
  'users.insertSuperAdmin',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, email, password_hash,
     rol, status, date_creation, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'SUPER_ADMIN_ROLE', 1, $8::timestamptz, $8::timestamptz)
   on conflict (document_type_id, document_number) do nothing
   returning id`,
)
// A moment on the wire has no finer part than a millisecond; two changes never carry the same one.
const edit = statement<{ id: number }>(
  'users.edit',
  `update people set document_type_id = $3, document_number = $4, first_name = $5, last_name = $6, second_name = $7,
     date_birth = $8::date, nationality_id = $9, forecast_id = $10, gender_id = $11, email = $12::text, address = $13,
     phone = $14, commune_id = $15, image_store_id = coalesce($16::int, image_store_id),
     image_store_passport = coalesce($17::int, image_store_passport),
     image_store_passport_patient = coalesce($18::int, image_store_passport_patient),
     status = $19::smallint, opened_as_minor = $20, pending_since = case when $19::smallint = 3 then pending_since end,
     deleted_at = case when $19::smallint = 1 then null else deleted_at end,
     without_account = without_account and $19::smallint <> 1,
     password_hash = case when $21::boolean then null else password_hash end,
     email_pending = case when email is distinct from $12::text then null else email_pending end,
     updated_at = greatest($22::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and date_trunc('milliseconds', updated_at) = $2::timestamptz returning id`,
)
const voidEmailChanges = statement<never>(
  'users.voidEmailChanges',
  `update email_changes set expires_at = $2::timestamptz
   where person_id = $1 and used_at is null and expires_at > $2::timestamptz`,
)
const disable = statement<{ id: number }>(
  'users.disable',
  `update people set status = 2, pending_since = null,
     updated_at = greatest($2::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and status <> 2 returning id`,
)
// In the order of their ids, so that two who ask at once wait for each other instead of for ever.
const superAdmins = statement<{ id: number }>(
  'users.superAdmins',
  `select id from people where rol = 'SUPER_ADMIN_ROLE' and status = 1 and deleted_at is null order by id for update`,
)
const places = statement<PlaceRow>(
  'users.places',
  `select c.id as commune_id, c.name as commune, p.id as city_id, p.name as city, r.id as region_id, r.name as region
   from communes c join provinces p on p.id = c.province_id join regions r on r.id = c.region_id
   where c.id = any($1::int[])`,
)

const newest = 'date_creation desc, id desc'
const longestWaiting = 'coalesce(pending_since, date_creation), id'

// $1 status or null, $2 waiting since before, $3 limit, $4 offset
const ofStatus = `($1::smallint is null or status = $1::smallint)
  and ($2::timestamptz is null or coalesce(pending_since, date_creation) <= $2::timestamptz)`

/** How many of the newest accounts are looked through before the index of words is asked. */
const walked = 2_000
/** From that many among them on it is quicker to walk on than to ask the index how many there are. */
const common = 160

function searchesFor(words: number, waiting: boolean) {
  const matchesFrom = (first: number) =>
    Array.from({ length: words }, (_, index) => `search like folded($${index + first}::text)`).join(
      ' and ',
    ) || 'true'
  const matches = matchesFrom(5)
  const order = waiting ? longestWaiting : newest
  const since = waiting ? 'coalesce(pending_since, date_creation) as since' : 'date_creation as since'
  const page = `order by since ${waiting ? '' : 'desc'}, id ${waiting ? '' : 'desc'} limit $3::int offset $4::int`
  const suffix = `${waiting ? 'Waiting' : ''}${words}`
  // The list that staff open most often names its status, so that the index of those who wait serves it.
  const status = waiting ? `status = 3 and ${ofStatus}` : ofStatus
  return {
    all: searchStatement<{ total: number; ids: number[] }>(
      `users.all${suffix}`,
      `select (select count(*)::int from (select 1 from people where ${status} limit ${exactTotal + 1}) counted) as total,
         array(select id from people where ${status} order by ${order} limit $3::int offset $4::int) as ids`,
    ),
    walk: searchStatement<{ total: number; ids: number[] }>(
      `users.walk${suffix}`,
      `with walked as (
         select id, search, ${since} from people where ${status} order by ${order} limit ${walked}
       ), found as materialized (
         select id, since from walked where ${matches} limit ${exactTotal + 1}
       )
       select (select count(*)::int from found) as total, array(select id from found ${page}) as ids`,
    ),
    countCommon: searchStatement<{ total: number }>(
      `users.countCommon${suffix}`,
      `select count(*)::int as total from (
         select 1 from people where ${matchesFrom(3)} and ${status} limit ${exactTotal + 1}) counted`,
    ),
    count: searchStatement<{ total: number }>(
      `users.count${suffix}`,
      `select case when (select count(*) from (
           select 1 from people where id % 10 = 0 and ${matchesFrom(3)} and ${status} limit ${exactTotal + 1}) tenth) > ${exactTotal}
         then ${exactTotal + 1}
         else (select count(*)::int from (
           select 1 from people where ${matchesFrom(3)} and ${status} limit ${exactTotal + 1}) counted) end as total`,
    ),
    look: searchStatement<{ total: number; ids: number[] }>(
      `users.look${suffix}`,
      `with found as materialized (
         select id, ${since} from people where ${matches} and ${status}
       )
       select (select count(*)::int from (select 1 from found limit ${exactTotal + 1}) counted) as total,
         array(select id from found ${page}) as ids`,
    ),
  }
}

/** By how many words are looked for, and whether in the order of waiting. */
const searches = [false, true].map((waiting) =>
  Array.from({ length: mostWords + 1 }, (_, words) => searchesFor(words, waiting)),
)

function foundOf(row: { total: number; ids: number[] } | undefined): Found {
  const total = row?.total ?? 0
  return { ids: row?.ids ?? [], total: Math.min(total, exactTotal), more: total > exactTotal }
}

export function usersStore(db: Database) {
  const deep = deepUsersStore(db)
  return {
    /** False when the person does not wait for a decision. */
    decide: async (tx: Queries, id: number, status: number, statusPassport: boolean, now: Date) =>
      (await tx.run(decide, [id, status, statusPassport, now])).length > 0,
    record: async (
      tx: Queries,
      decision: { personId: number; by: number; approved: boolean; reason: string; now: Date },
    ) => {
      const { personId, by, approved, reason, now } = decision
      await tx.run(record, [personId, by, approved, reason, now])
    },
    lastDecision: async (personId: number) => (await db.run(lastDecision, [personId]))[0] ?? null,

    /**
     * A page of accounts. What many have is found among the newest; what few have, by the index of words: each is the
     * slow way for the other.
     */
    find: async ({ patterns, status, waitingBefore }: AccountSearch, page: Page): Promise<Found> => {
      const search = searches[status === 3 ? 1 : 0]?.[patterns.length]
      if (search === undefined) throw new Error(`no search for ${patterns.length} words`)
      const offset = (page.page - 1) * page.limit
      const values = [status, waitingBefore, page.limit, offset]
      if (patterns.length === 0) {
        const marked = markedList(status, waitingBefore, page)
        return foundOf(
          marked === null ? (await db.run(search.all, values))[0] : await deep.page(marked, page),
        )
      }
      const near = foundOf((await db.run(search.walk, [...values, ...patterns]))[0])
      // As many as the page needs are among the newest: what is left to know is how many there are, up to where it is told.
      if (near.ids.length === page.limit) {
        if (near.more) return near
        const total = near.total >= common ? search.countCommon : search.count
        const [counted] = await db.run(total, [status, waitingBefore, ...patterns])
        return foundOf({ total: counted?.total ?? 0, ids: [...near.ids] })
      }
      return foundOf((await db.run(search.look, [...values, ...patterns]))[0])
    },

    /** Null where the document has an account. */
    insert: async (
      tx: Queries,
      account: AccountData &
        OwnPictures & { status_passport: boolean; opened_as_minor: boolean; rol: Role; now: Date },
    ) => {
      const values = [
        ...dataOf(account),
        ...picturesOf(account),
        account.status_passport,
        account.opened_as_minor,
        account.rol,
        account.now,
      ]
      return (await tx.run(insert, values))[0]?.id ?? null
    },

    /** Null where the document has an account. */
    insertSuperAdmin: async (
      tx: Queries,
      account: Pick<
        AccountData,
        'document_type_id' | 'document_number' | 'first_name' | 'last_name' | 'second_name' | 'email'
      > & { password_hash: string; now: Date },
    ) => {
      const { document_type_id, document_number, first_name, last_name, second_name, email } = account
      const values = [document_type_id, document_number, first_name, last_name, second_name, email]
      return (await tx.run(insertSuperAdmin, [...values, account.password_hash, account.now]))[0]?.id ?? null
    },

    /** False when the account was changed since `unless.updated_at`. */
    edit: async (
      tx: Queries,
      before: { readonly id: number; readonly updated_at: Date; readonly email: string | null },
      after: AccountData &
        OwnPictures & {
          status: number
          opened_as_minor: boolean
          forgetPassword: boolean
          now: Date
        },
    ) => {
      const values = [
        before.id,
        before.updated_at,
        ...dataOf(after),
        ...picturesOf(after),
        after.status,
        after.opened_as_minor,
        after.forgetPassword,
        after.now,
      ]
      if ((await tx.run(edit, values)).length === 0) return false
      if (after.email !== before.email) await tx.run(voidEmailChanges, [before.id, after.now])
      return true
    },

    /** False when the account is disabled already. */
    disable: async (tx: Queries, id: number, now: Date) => (await tx.run(disable, [id, now])).length > 0,

    /** The enabled super administrators, kept as they are until the transaction ends. */
    superAdmins: async (tx: Queries) => (await tx.run(superAdmins, [])).map(({ id }) => id),

    /** Names of communes with those of their province and region. */
    places: (communeIds: readonly number[]) => db.run(places, [communeIds]),
  }
}

function dataOf(account: AccountData) {
  return [
    account.document_type_id,
    account.document_number,
    account.first_name,
    account.last_name,
    account.second_name,
    account.date_birth,
    account.nationality_id,
    account.forecast_id,
    account.gender_id,
    account.email,
    account.address,
    account.phone,
    account.commune_id,
  ]
}

function picturesOf(own: OwnPictures) {
  return [own.image_store_id, own.image_store_passport, own.image_store_passport_patient]
}

export type UsersStore = ReturnType<typeof usersStore>
