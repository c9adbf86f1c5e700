import { exactTotal, type Page } from '@mi-portal/contract/paging'
import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { mostWords } from '../../platform/database/search-words.ts'
import { searchStatement, statement } from '../../platform/database/statement.ts'

/** The data of an account that staff's form contains. */
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

/** Ids of newly stored images; null for an image that was not sent. */
export type OwnPictures = Readonly<
  Record<'image_store_id' | 'image_store_passport' | 'image_store_passport_patient', number | null>
>

type NewAccount = AccountData &
  OwnPictures & {
    readonly status_passport: boolean
    readonly opened_as_minor: boolean
    readonly rol: Role
    readonly now: Date
  }

type NewSuperAdmin = Pick<
  AccountData,
  'document_type_id' | 'document_number' | 'first_name' | 'last_name' | 'second_name' | 'email'
> & { readonly password_hash: string; readonly now: Date }

type AccountEdit = AccountData &
  OwnPictures & {
    readonly status: number
    readonly opened_as_minor: boolean
    readonly forget_password: boolean
    readonly now: Date
  }

type AccountSearch = {
  /** Patterns that all must match. */
  readonly patterns: readonly string[]
  readonly status: number | null
  /** Only accounts that have waited since before this instant. */
  readonly waitingBefore: Date | null
}

/** The parameters of a search, besides its patterns. */
type Filter = { readonly status: number | null; readonly waiting_before: Date | null }
type FoundPage = Filter & { readonly limit_rows: number; readonly offset_rows: number }

/** The patterns of a search by the names of their parameters. */
type Patterns = Readonly<Record<`pattern_${number}`, string>>

type Found = { readonly ids: readonly number[]; readonly total: number; readonly more: boolean }

type FoundRow = { readonly total: number; readonly ids: number[] }

type PlaceRow = {
  readonly commune_id: number
  readonly commune: string
  readonly city_id: number
  readonly city: string
  readonly region_id: number
  readonly region: string
}

// Of two concurrent decisions, the second finds no pending account.
const decide = statement<{ id: number }, { id: number; status: number; status_passport: boolean; now: Date }>(
  'users.decide',
  `update people set status = :status, status_passport = :status_passport, pending_since = null,
     updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)
const record = statement<
  never,
  { person_id: number; decided_by: number; approved: boolean; reason: string; now: Date }
>(
  'users.record',
  `insert into validation_decisions (person_id, decided_by, approved, reason, decided_at)
   values (:person_id, :decided_by, :approved, :reason, :now::timestamptz)`,
)
const lastDecision = statement<{ approved: boolean; decided_by: number }, { person_id: number }>(
  'users.lastDecision',
  `select approved, decided_by from validation_decisions where person_id = :person_id
   order by decided_at desc, id desc limit 1`,
)

const insert = statement<{ id: number }, NewAccount>(
  'users.insert',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, date_birth,
     nationality_id, forecast_id, gender_id, email, address, phone, commune_id, image_store_id, image_store_passport,
     image_store_passport_patient, status, status_passport, opened_as_minor, rol, date_creation, updated_at)
   values (:document_type_id, :document_number, :first_name, :last_name, :second_name, :date_birth::date, :nationality_id,
     :forecast_id, :gender_id, :email, :address, :phone, :commune_id, :image_store_id, :image_store_passport,
     :image_store_passport_patient, 1, :status_passport, :opened_as_minor, :rol, :now::timestamptz,
     :now::timestamptz)
   on conflict (document_type_id, document_number) do nothing
   returning id`,
)
const insertSuperAdmin = statement<{ id: number }, NewSuperAdmin>(
  'users.insertSuperAdmin',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, email, password_hash,
     rol, status, date_creation, updated_at)
   values (:document_type_id, :document_number, :first_name, :last_name, :second_name, :email, :password_hash,
     'SUPER_ADMIN_ROLE', 1, :now::timestamptz, :now::timestamptz)
   on conflict (document_type_id, document_number) do nothing
   returning id`,
)
// Timestamps on the wire have milliseconds, so two changes must never carry the same millisecond.
const edit = statement<{ id: number }, AccountEdit & { id: number; updated_at: Date }>(
  'users.edit',
  `update people set document_type_id = :document_type_id, document_number = :document_number,
     first_name = :first_name, last_name = :last_name, second_name = :second_name, date_birth = :date_birth::date,
     nationality_id = :nationality_id, forecast_id = :forecast_id, gender_id = :gender_id, email = :email::text,
     address = :address, phone = :phone, commune_id = :commune_id,
     image_store_id = coalesce(:image_store_id::int, image_store_id),
     image_store_passport = coalesce(:image_store_passport::int, image_store_passport),
     image_store_passport_patient = coalesce(:image_store_passport_patient::int, image_store_passport_patient),
     status = :status::smallint, opened_as_minor = :opened_as_minor,
     pending_since = case when :status::smallint = 3 then pending_since end,
     deleted_at = case when :status::smallint = 1 then null else deleted_at end,
     without_account = without_account and :status::smallint <> 1,
     password_hash = case when :forget_password::boolean then null else password_hash end,
     email_pending = case when email is distinct from :email::text then null else email_pending end,
     updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = :id and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz returning id`,
)
const voidEmailChanges = statement<never, { person_id: number; now: Date }>(
  'users.voidEmailChanges',
  `update email_changes set expires_at = :now::timestamptz
   where person_id = :person_id and used_at is null and expires_at > :now::timestamptz`,
)
const disable = statement<{ id: number }, { id: number; now: Date }>(
  'users.disable',
  `update people set status = 2, pending_since = null,
     updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')
   where id = :id and status <> 2 returning id`,
)
// Rows are locked in the order of their ids, so that two concurrent calls wait for each other without a deadlock.
const superAdmins = statement<{ id: number }>(
  'users.superAdmins',
  `select id from people where rol = 'SUPER_ADMIN_ROLE' and status = 1 and deleted_at is null order by id for update`,
)
const places = statement<PlaceRow, { commune_ids: readonly number[] }>(
  'users.places',
  `select c.id as commune_id, c.name as commune, p.id as city_id, p.name as city, r.id as region_id, r.name as region
   from communes c join provinces p on p.id = c.province_id join regions r on r.id = c.region_id
   where c.id = any(:commune_ids::int[])`,
)

const newest = 'date_creation desc, id desc'
const longestWaiting = 'coalesce(pending_since, date_creation), id'

const ofStatus = `(:status::smallint is null or status = :status::smallint)
  and (:waiting_before::timestamptz is null or coalesce(pending_since, date_creation) <= :waiting_before::timestamptz)`

/** Number of the newest accounts that are scanned before the word index is used. */
const scannedNewest = 2_000
/** From this many matches among them, scanning on is faster than counting with the index. */
const commonMatches = 160

function searchesFor(words: number, waiting: boolean) {
  const matches =
    Array.from({ length: words }, (_, index) => `search like folded(:pattern_${index}::text)`).join(
      ' and ',
    ) || 'true'
  const order = waiting ? longestWaiting : newest
  const since = waiting ? 'coalesce(pending_since, date_creation) as since' : 'date_creation as since'
  const page = `order by since ${waiting ? '' : 'desc'}, id ${waiting ? '' : 'desc'}
    limit :limit_rows::int offset :offset_rows::int`
  const suffix = `${waiting ? 'Waiting' : ''}${words}`
  // The list that staff open most names its status in the statement, so that the index of pending accounts serves it.
  const status = waiting ? `status = 3 and ${ofStatus}` : ofStatus
  return {
    all: searchStatement<FoundRow, FoundPage>(
      `users.all${suffix}`,
      `select (select count(*)::int from (select 1 from people where ${status} limit ${exactTotal + 1}) counted) as total,
         array(select id from people where ${status} order by ${order} limit :limit_rows::int offset :offset_rows::int) as ids`,
    ),
    walk: searchStatement<FoundRow, FoundPage & Patterns>(
      `users.walk${suffix}`,
      `with scannedNewest as (
         select id, search, ${since} from people where ${status} order by ${order} limit ${scannedNewest}
       ), found as materialized (
         select id, since from scannedNewest where ${matches} limit ${exactTotal + 1}
       )
       select (select count(*)::int from found) as total, array(select id from found ${page}) as ids`,
    ),
    countCommon: searchStatement<{ total: number }, Filter & Patterns>(
      `users.countCommon${suffix}`,
      `select count(*)::int as total from (
         select 1 from people where ${matches} and ${status} limit ${exactTotal + 1}) counted`,
    ),
    count: searchStatement<{ total: number }, Filter & Patterns>(
      `users.count${suffix}`,
      `select case when (select count(*) from (
           select 1 from people where id % 10 = 0 and ${matches} and ${status} limit ${exactTotal + 1}) tenth) > ${exactTotal}
         then ${exactTotal + 1}
         else (select count(*)::int from (
           select 1 from people where ${matches} and ${status} limit ${exactTotal + 1}) counted) end as total`,
    ),
    look: searchStatement<FoundRow, FoundPage & Patterns>(
      `users.look${suffix}`,
      `with found as materialized (
         select id, ${since} from people where ${matches} and ${status}
       )
       select (select count(*)::int from (select 1 from found limit ${exactTotal + 1}) counted) as total,
         array(select id from found ${page}) as ids`,
    ),
  }
}

/** The statements by number of search words, for the order of creation and the order of waiting. */
const searches = [false, true].map((waiting) =>
  Array.from({ length: mostWords + 1 }, (_, words) => searchesFor(words, waiting)),
)

function foundOf(row: FoundRow | undefined): Found {
  const total = row?.total ?? 0
  return { ids: row?.ids ?? [], total: Math.min(total, exactTotal), more: total > exactTotal }
}

export function usersStore(db: Database) {
  return {
    /** Returns false if the person has no pending decision. */
    decide: async (tx: Queries, id: number, status: number, statusPassport: boolean, now: Date) =>
      (await tx.run(decide, { id, status, status_passport: statusPassport, now })).length > 0,
    record: async (
      tx: Queries,
      decision: { personId: number; by: number; approved: boolean; reason: string; now: Date },
    ) => {
      const { personId, by, approved, reason, now } = decision
      await tx.run(record, { person_id: personId, decided_by: by, approved, reason, now })
    },
    lastDecision: async (personId: number) =>
      (await db.run(lastDecision, { person_id: personId }))[0] ?? null,

    /**
     * Returns a page of accounts. Frequent matches are found among the newest accounts and rare ones with the word
     * index, because each way is slow for the other.
     */
    find: async ({ patterns, status, waitingBefore }: AccountSearch, page: Page): Promise<Found> => {
      const search = searches[status === 3 ? 1 : 0]?.[patterns.length]
      if (search === undefined) throw new Error(`no search for ${patterns.length} words`)
      const filter = { status, waiting_before: waitingBefore }
      const asked = { ...filter, limit_rows: page.limit, offset_rows: (page.page - 1) * page.limit }
      if (patterns.length === 0) return foundOf((await db.run(search.all, asked))[0])
      const named = Object.fromEntries(patterns.map((pattern, index) => [`pattern_${index}`, pattern]))
      const near = foundOf((await db.run(search.walk, { ...named, ...asked }))[0])
      // The newest accounts filled the page, so only the total is missing, up to the limit of exact counts.
      if (near.ids.length === page.limit) {
        if (near.more) return near
        const total = near.total >= commonMatches ? search.countCommon : search.count
        const [counted] = await db.run(total, { ...named, ...filter })
        return foundOf({ total: counted?.total ?? 0, ids: [...near.ids] })
      }
      return foundOf((await db.run(search.look, { ...named, ...asked }))[0])
    },

    /** Returns null if the document has an account. */
    insert: async (tx: Queries, account: NewAccount) => (await tx.run(insert, account))[0]?.id ?? null,

    /** Returns null if the document has an account. */
    insertSuperAdmin: async (tx: Queries, account: NewSuperAdmin) =>
      (await tx.run(insertSuperAdmin, account))[0]?.id ?? null,

    /** Returns false if the account was changed since `before.updated_at`. */
    edit: async (
      tx: Queries,
      before: { readonly id: number; readonly updated_at: Date; readonly email: string | null },
      after: AccountEdit,
    ) => {
      const { id, updated_at } = before
      if ((await tx.run(edit, { ...after, id, updated_at })).length === 0) return false
      if (after.email !== before.email) await tx.run(voidEmailChanges, { person_id: id, now: after.now })
      return true
    },

    /** Returns false if the account is disabled already. */
    disable: async (tx: Queries, id: number, now: Date) => (await tx.run(disable, { id, now })).length > 0,

    /** Returns the enabled super administrators, locked until the transaction ends. */
    superAdmins: async (tx: Queries) => (await tx.run(superAdmins, [])).map(({ id }) => id),

    /** Returns the names of communes with those of their province and region. */
    places: (communeIds: readonly number[]) => db.run(places, { commune_ids: communeIds }),
  }
}

export type UsersStore = ReturnType<typeof usersStore>
