/** Writes the data of people: those whom staff or another system enter, edits, and the end of an account. */
import type { Role } from '@mi-portal/contract/people'
import {
  erasableFields,
  type Identity,
  type PersonalData,
  personalDataFields,
} from '@mi-portal/contract/person-fields'
import type { Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'
import {
  assigned,
  changedNow,
  type Document,
  listed,
  type Names,
  type OwnPhotos,
  parametersOf,
  pictures,
} from './columns.store.ts'
import { emails } from './emails.store.ts'

/** The data of an account that staff's form contains. */
export type AccountData = Document & PersonalData & { readonly email: string }

/** A person whom staff register. */
type NewAccount = AccountData &
  OwnPhotos & {
    readonly status_passport: boolean
    readonly opened_as_minor: boolean
    readonly opened_as_child: boolean
    readonly rol: Role
    readonly now: Date
  }

type NewSuperAdmin = Document &
  Names & { readonly email: string; readonly password_hash: string; readonly now: Date }

type AccountEdit = Omit<AccountData, 'date_birth' | 'gender_id' | 'email'> &
  OwnPhotos & {
    /** Null for an account without an address. */
    readonly email: string | null
    /** Null for a person whose birth date is unknown. */
    readonly date_birth: string | null
    readonly gender_id: number | null
    readonly status: number
    readonly opened_as_minor: boolean
    readonly opened_as_child: boolean
    /** Until when a new e-mail address takes no temporary password. Of no effect if the address stays. */
    readonly recovery_held_until: Date
    readonly now: Date
  }

/** What another system of the clinic knows about a patient without an account. */
export type KnownPatient = Names & { readonly date_birth: string | null; readonly gender_id: number | null }

/** What staff write down of a patient without an account. The address is for contact alone: nothing is recovered by it. */
export type RecordData = Document &
  Names & { readonly date_birth: string; readonly phone: string | null; readonly email: string | null }

const entered = [
  'document_type_id',
  'document_number',
  'document_country',
  ...personalDataFields,
  ...pictures,
  'email',
  'status_passport',
  'opened_as_minor',
  'opened_as_child',
  'rol',
]

const insertAccount = statement<{ id: number }, NewAccount>(
  'accounts.insertAccount',
  `insert into people (${listed(entered)}, status, date_creation, updated_at)
   values (${parametersOf(entered)}, 1, :now::timestamptz, :now::timestamptz)
   on conflict (document_type_id, document_number, document_country) do nothing
   returning id`,
)

const insertSuperAdmin = statement<{ id: number }, NewSuperAdmin>(
  'accounts.insertSuperAdmin',
  `insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, email, password_hash,
     rol, status, date_creation, updated_at)
   values (:document_type_id, :document_number, :document_country, :first_name, :last_name, :second_name, :email, :password_hash,
     'SUPER_ADMIN_ROLE', 1, :now::timestamptz, :now::timestamptz)
   on conflict (document_type_id, document_number, document_country) do nothing
   returning id`,
)

const hasSuperAdmin = statement<{ exists: boolean }>(
  'accounts.hasSuperAdmin',
  `select exists (select from people where rol = 'SUPER_ADMIN_ROLE' and deleted_at is null) as exists`,
)

/** Condition: the edit enters another address. Case does not matter. */
const isOtherMailbox = 'lower(email) is distinct from lower(:email::text)'

const editOwn = statement<
  { replaced: number | null },
  PersonalData & { person_id: number; image_store_id: number | null; now: Date }
>(
  'accounts.editOwn',
  `update people p set ${assigned(personalDataFields)},
     image_store_id = coalesce(:image_store_id::int, p.image_store_id), updated_at = :now::timestamptz
   from (select id, image_store_id from people where id = :person_id for update) before
   where p.id = before.id and p.deleted_at is null
   returning case when :image_store_id::int is null then null else before.image_store_id end as replaced`,
)

const editAccount = statement<{ id: number }, AccountEdit & { id: number; updated_at: Date }>(
  'accounts.edit',
  `update people set document_type_id = :document_type_id, document_number = :document_number,
     document_country = :document_country,
     ${assigned(personalDataFields)}, email = :email::text,
     ${pictures.map((column) => `${column} = coalesce(:${column}::int, ${column})`).join(', ')},
     status = :status::smallint, opened_as_minor = :opened_as_minor, opened_as_child = :opened_as_child,
     pending_since = case when :status::smallint = 3 then pending_since end,
     pending_due_at = case when :status::smallint = 3 then pending_due_at end,
     deleted_at = case when :status::smallint = 1 then null else deleted_at end,
     without_account = without_account and :status::smallint <> 1,
     password_hash = case when deleted_at is not null and :status::smallint = 1 then null else password_hash end,
     email_pending = case when email is distinct from :email::text then null else email_pending end,
     email_verified_at = case when ${isOtherMailbox} then null else email_verified_at end,
     recovery_held_until = case when ${isOtherMailbox} then :recovery_held_until::timestamptz else recovery_held_until end,
     ${changedNow}
   where id = :id and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz returning id`,
)

type FormerIdentity = { readonly [Field in keyof Identity as `former_${Field}`]: Identity[Field] }

// The change is made only if the account still has the former address. The new one is unproven and takes no password for some time.
const replaceEmail = statement<
  { id: number },
  { id: number; former: string | null; email: string; recovery_held_until: Date; now: Date }
>(
  'accounts.replaceEmail',
  `update people set email = :email::text, email_pending = null, email_verified_at = null,
     recovery_held_until = :recovery_held_until::timestamptz, ${changedNow}
   where id = :id and email is not distinct from :former::text and deleted_at is null returning id`,
)

// The change is made only if the person still has the former identity and no application waits, which was made for it.
const changeIdentity = statement<
  { id: number },
  Identity &
    FormerIdentity & {
      id: number
      opened_as_minor: boolean | null
      opened_as_child: boolean | null
      now: Date
    }
>(
  'accounts.changeIdentity',
  `update people set document_type_id = :document_type_id, document_number = :document_number, document_country = :document_country,
     first_name = :first_name, last_name = :last_name, second_name = :second_name, gender_id = :gender_id::int,
     date_birth = :date_birth::date, opened_as_minor = coalesce(:opened_as_minor::boolean, opened_as_minor),
     opened_as_child = coalesce(:opened_as_child::boolean, opened_as_child), ${changedNow}
   where id = :id and document_type_id = :former_document_type_id and document_number = :former_document_number
     and document_country is not distinct from :former_document_country::text and first_name = :former_first_name
     and last_name = :former_last_name and second_name = :former_second_name
     and gender_id is not distinct from :former_gender_id::int and date_birth is not distinct from :former_date_birth::date
     and status <> 3 returning id`,
)

const markPassportSeen = statement<never, { id: number }>(
  'accounts.markPassportSeen',
  'update people set status_passport = true where id = :id',
)

const close = statement<{ pictures: (number | null)[] }, { person_id: number; now: Date }>(
  'accounts.close',
  `update people p set deleted_at = :now::timestamptz, updated_at = :now::timestamptz, status = 2,
     ${erasableFields.map((field) => `${field} = default`).join(', ')}, email_pending = null,
     email_verified_at = null, recovery_held_until = null, email_asked_at = null, commune_id = null, image_store_id = null,
     image_store_passport = null, image_store_passport_patient = null
   from (
     select id, array[image_store_id, image_store_passport, image_store_passport_patient] as pictures
     from people where id = :person_id for update
   ) before
   where p.id = before.id and p.deleted_at is null
   returning before.pictures`,
)

const addKnown = statement<{ id: number }, Document & KnownPatient & { now: Date }>(
  'accounts.addKnown',
  `insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, date_birth, gender_id, rol,
     status, without_account, date_creation, updated_at)
   values (:document_type_id, :document_number, :document_country, :first_name, :last_name, :second_name, :date_birth::date,
     (select id from genders where id = :gender_id::int), 'STANDART_ROLE', 2, true, :now::timestamptz, :now::timestamptz)
   on conflict (document_type_id, document_number, document_country) do nothing returning id`,
)

const addRecord = statement<{ id: number }, RecordData & { now: Date }>(
  'accounts.addRecord',
  `insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, date_birth, phone, email, rol,
     status, without_account, date_creation, updated_at)
   values (:document_type_id, :document_number, :document_country, :first_name, :last_name, :second_name, :date_birth::date, :phone,
     :email, 'STANDART_ROLE', 2, true, :now::timestamptz, :now::timestamptz)
   on conflict (document_type_id, document_number, document_country) do nothing returning id`,
)

const changeKnown = statement<
  never,
  KnownPatient & { id: number; document_country: string | null; now: Date }
>(
  'accounts.changeKnown',
  `update people set first_name = :first_name, last_name = :last_name, second_name = :second_name,
     date_birth = :date_birth::date, gender_id = (select id from genders where id = :gender_id::int),
     document_country = coalesce(document_country, :document_country::text), updated_at = :now::timestamptz where id = :id and without_account`,
)

const forgetPhoto = statement<never, { file_id: number }>(
  'accounts.forgetPicture',
  `update people set ${pictures.map((column) => `${column} = nullif(${column}, :file_id::int)`).join(', ')}
   where ${pictures.map((column) => `${column} = :file_id`).join(' or ')}`,
)

export const personalData = {
  /** Returns null if the document has an account. */
  insertAccount: async (tx: Queries, account: NewAccount) =>
    (await tx.run(insertAccount, account))[0]?.id ?? null,
  /** Returns null if the document has an account. */
  insertSuperAdmin: async (tx: Queries, account: NewSuperAdmin) =>
    (await tx.run(insertSuperAdmin, account))[0]?.id ?? null,
  /** Returns whether the installation has a super administrator, also a disabled one. */
  hasSuperAdmin: async (queries: Queries) => (await queries.run(hasSuperAdmin, []))[0]?.exists === true,
  /**
   * Updates a person. A null `photo` keeps the present image. Returns the id of the replaced image as `replaced`,
   * which is null if no image was replaced. Returns null if the account is closed.
   */
  editOwn: async (tx: Queries, personId: number, data: PersonalData, photo: number | null, now: Date) =>
    (await tx.run(editOwn, { ...data, person_id: personId, image_store_id: photo, now }))[0] ?? null,
  /** Returns false if the account was changed since `before.updated_at`. */
  edit: async (
    tx: Queries,
    before: { readonly id: number; readonly updated_at: Date; readonly email: string | null },
    after: AccountEdit,
  ) => {
    const { id, updated_at } = before
    if ((await tx.run(editAccount, { ...after, id, updated_at })).length === 0) return false
    if (after.email !== before.email) await emails.voidEmailChanges(tx, id, after.now)
    return true
  },
  /** Replaces the address of an account. Returns false if it no longer has the former one. */
  replaceEmail: async (
    tx: Queries,
    id: number,
    former: string | null,
    after: { readonly email: string; readonly recovery_held_until: Date },
    now: Date,
  ) => {
    if ((await tx.run(replaceEmail, { ...after, id, former, now })).length === 0) return false
    await emails.voidEmailChanges(tx, id, now)
    return true
  },
  /** Returns false if the person no longer has the former identity. Null in `opened_as_minor` and `opened_as_child` keeps the present values. */
  changeIdentity: async (
    tx: Queries,
    id: number,
    former: Identity,
    after: Identity & {
      readonly opened_as_minor: boolean | null
      readonly opened_as_child: boolean | null
    },
    now: Date,
  ) => {
    const formerIdentity: FormerIdentity = {
      former_document_type_id: former.document_type_id,
      former_document_number: former.document_number,
      former_document_country: former.document_country,
      former_first_name: former.first_name,
      former_last_name: former.last_name,
      former_second_name: former.second_name,
      former_gender_id: former.gender_id,
      former_date_birth: former.date_birth,
    }
    return (await tx.run(changeIdentity, { ...after, ...formerIdentity, id, now })).length > 0
  },
  /** Stores that staff have seen the passport of a person. */
  markPassportSeen: async (tx: Queries, id: number) => {
    await tx.run(markPassportSeen, { id })
  },
  /**
   * Closes the account and erases its contact data. Returns the ids of its images, or null if it is closed already.
   */
  close: async (tx: Queries, personId: number, now: Date) => {
    const [closed] = await tx.run(close, { person_id: personId, now })
    if (!closed) return null
    await emails.forgetEmailChanges(tx, personId)
    return closed.pictures
  },
  /** Adds a patient whom another system knows. Returns null if the document is known already. */
  addKnown: async (tx: Queries, document: Document, patient: KnownPatient, now: Date) =>
    (await tx.run(addKnown, { ...patient, ...document, now }))[0]?.id ?? null,
  /** Adds a patient whom staff write down. Returns null if the document is known already. */
  addRecord: async (tx: Queries, record: RecordData, now: Date) =>
    (await tx.run(addRecord, { ...record, now }))[0]?.id ?? null,
  /**
   * Changes a patient whom another system added. A person with an account keeps their own data, and a known country of a passport
   * stays.
   */
  changeKnown: async (
    tx: Queries,
    id: number,
    patient: KnownPatient & Pick<Document, 'document_country'>,
    now: Date,
  ) => {
    await tx.run(changeKnown, { ...patient, id, now })
  },
  /** Removes an image from the people who have it. */
  forgetPhoto: async (tx: Queries, fileId: number) => {
    await tx.run(forgetPhoto, { file_id: fileId })
  },
}
