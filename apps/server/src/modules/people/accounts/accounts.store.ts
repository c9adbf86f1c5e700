/** Writes the table `people`, together with `emails.store.ts`. */
import type { Role } from '@mi-portal/contract/people'
import type { ChosenSet } from '@mi-portal/contract/permissions'
import { erasableFields, type PersonalData, personalDataFields } from '@mi-portal/contract/person-fields'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import { createEmailsStore } from './emails.store.ts'

type Document = {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  /** The country that issued the passport; null for a RUN, or if it is not known. */
  readonly document_country: string | null
}

type Names = { readonly first_name: string; readonly last_name: string; readonly second_name: string }

/** Ids of newly stored images; null for an image that was not sent. */
export type OwnPhotos = Readonly<
  Record<'image_store_id' | 'image_store_passport' | 'image_store_passport_patient', number | null>
>

const pictures = [
  'image_store_id',
  'image_store_passport',
  'image_store_passport_patient',
] as const satisfies readonly (keyof OwnPhotos)[]

/** A person who registers. */
export type NewPatient = Document &
  PersonalData &
  OwnPhotos & {
    readonly email: string
    readonly status: number
    readonly opened_as_minor: boolean
    readonly password_hash: string
    readonly names_proven: boolean
  }

/** The data of an account that staff's form contains. */
export type AccountData = Document & PersonalData & { readonly email: string }

/** A person whom staff register. */
type NewAccount = AccountData &
  OwnPhotos & {
    readonly status_passport: boolean
    readonly opened_as_minor: boolean
    readonly rol: Role
    readonly now: Date
  }

type NewSuperAdmin = Document &
  Names & { readonly email: string; readonly password_hash: string; readonly now: Date }

type AccountEdit = Omit<AccountData, 'date_birth'> &
  OwnPhotos & {
    /** Null for a person whose birth date is unknown. */
    readonly date_birth: string | null
    readonly status: number
    readonly opened_as_minor: boolean
    readonly forget_password: boolean
    /** Until when a new e-mail address takes no temporary password. Of no effect if the address stays. */
    readonly recovery_held_until: Date
    readonly now: Date
  }

/** What another system of the clinic knows about a patient without an account. */
export type KnownPatient = Names & { readonly date_birth: string | null; readonly gender_id: number | null }

/** What a member of staff may do, and at which sites; null: the role decides, and every site. */
type StaffRights = {
  readonly rol: Exclude<Role, 'STANDART_ROLE'>
  readonly permission_set: ChosenSet | null
  readonly site_ids: readonly number[] | null
}

const listed = (columns: readonly string[]) => columns.join(', ')
const parametersOf = (columns: readonly string[]) => columns.map((column) => `:${column}`).join(', ')
const assigned = (columns: readonly string[]) => columns.map((column) => `${column} = :${column}`).join(', ')

/** Timestamps on the wire have milliseconds, so two changes of an account must never carry the same millisecond. */
const changedNow = `updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')`

const registered = [
  'document_type_id',
  'document_number',
  'document_country',
  ...personalDataFields,
  ...pictures,
  'email',
  'status',
  'opened_as_minor',
  'password_hash',
  'names_proven',
]
const insertPatient = statement<{ id: number }, NewPatient & { now: Date }>(
  'accounts.insertPatient',
  `insert into people (${listed(registered)}, rol, date_creation, updated_at, pending_since)
   values (${parametersOf(registered)}, 'STANDART_ROLE', :now::timestamptz, :now::timestamptz,
     case when :status::smallint = 3 then :now::timestamptz end)
   on conflict (document_type_id, document_number, document_country) do nothing
   returning id`,
)
// Of two concurrent registrations, the second no longer finds an account to reopen.
const reopen = statement<{ id: number }, NewPatient & { now: Date; adult_birth: string }>(
  'accounts.reopen',
  `update people set ${assigned(personalDataFields)}, email = :email,
     image_store_id = coalesce(:image_store_id::int, image_store_id), image_store_passport = :image_store_passport,
     image_store_passport_patient = :image_store_passport_patient, status = :status, opened_as_minor = :opened_as_minor,
     password_hash = :password_hash, names_proven = :names_proven, updated_at = :now::timestamptz, email_pending = null,
     email_verified_at = null, recovery_held_until = null, email_asked_at = null, status_passport = false,
     without_account = false, locked_at = null, recovery_frozen_at = null,
     pending_since = case when :status::smallint = 3 then :now::timestamptz end
   where document_type_id = :document_type_id and document_number = :document_number
     and document_country is not distinct from :document_country::text and deleted_at is null and rol = 'STANDART_ROLE'
     and (status = 2 or (opened_as_minor and date_birth <= :adult_birth::date))
   returning id`,
)

/** The person of an application whose document was unknown before. */
type Applicant = Document & Names

const insertApplicant = statement<{ id: number }, Applicant & { now: Date }>(
  'accounts.insertApplicant',
  `insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, rol, status,
     without_account, date_creation, updated_at, pending_since)
   values (:document_type_id, :document_number, :document_country, :first_name, :last_name, :second_name, 'STANDART_ROLE', 3,
     true, :now::timestamptz, :now::timestamptz, :now::timestamptz)
   on conflict (document_type_id, document_number, document_country) do nothing
   returning id`,
)
// Of two concurrent applications, the second no longer finds the status that it has read.
const startWaiting = statement<{ id: number }, { id: number; status: number; now: Date }>(
  'accounts.startWaiting',
  `update people set status = 3, pending_since = :now::timestamptz, ${changedNow}
   where id = :id and status = :status and status <> 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)
/** The data of an approved application. */
type Approved = PersonalData &
  OwnPhotos & {
    readonly document_country: string | null
    readonly email: string
    readonly password_hash: string
    readonly status_passport: boolean
    readonly opened_as_minor: boolean
    readonly now: Date
  }
const applyApplication = statement<{ id: number }, Approved & { id: number }>(
  'accounts.applyApplication',
  `update people set ${assigned(personalDataFields)}, email = :email,
     document_country = coalesce(document_country, :document_country::text),
     image_store_id = coalesce(:image_store_id::int, image_store_id), image_store_passport = :image_store_passport,
     image_store_passport_patient = :image_store_passport_patient, status = 1, opened_as_minor = :opened_as_minor,
     password_hash = :password_hash, names_proven = false, email_pending = null, email_verified_at = null,
     recovery_held_until = null, email_asked_at = null, status_passport = :status_passport,
     without_account = false, pending_since = null, locked_at = null, recovery_frozen_at = null, ${changedNow}
   where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)
/** A denied application: the names that it gave, and the status before it. */
type Denied = Names & {
  readonly person_id: number
  readonly creates_person: boolean
  readonly previous_status: number
}
// True if the person was created for this application, and no system of the clinic has described the person since then.
const isAsApplied = `:creates_person::boolean and date_birth is null and first_name = :first_name::text
  and last_name = :last_name::text and second_name = :second_name::text`
const stopWaiting = statement<never, Denied & { now: Date }>(
  'accounts.stopWaiting',
  `update people set status = case when status = 3 then :previous_status::smallint else status end, pending_since = null,
     ${['first_name', 'last_name', 'second_name'].map((name) => `${name} = case when ${isAsApplied} then '' else ${name} end`).join(',\n     ')},
     ${changedNow}
   where id = :person_id`,
)

const entered = [
  'document_type_id',
  'document_number',
  'document_country',
  ...personalDataFields,
  ...pictures,
  'email',
  'status_passport',
  'opened_as_minor',
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
     status = :status::smallint, opened_as_minor = :opened_as_minor,
     pending_since = case when :status::smallint = 3 then pending_since end,
     deleted_at = case when :status::smallint = 1 then null else deleted_at end,
     without_account = without_account and :status::smallint <> 1,
     password_hash = case when :forget_password::boolean then null else password_hash end,
     email_pending = case when email is distinct from :email::text then null else email_pending end,
     email_verified_at = case when ${isOtherMailbox} then null else email_verified_at end,
     recovery_held_until = case when ${isOtherMailbox} then :recovery_held_until::timestamptz else recovery_held_until end,
     ${changedNow}
   where id = :id and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz returning id`,
)
// The change is made only if the person still has the former document and no application waits, which was made for it.
const changeDocument = statement<
  { id: number },
  Document & {
    id: number
    former_type: DocumentTypeId
    former_number: string
    former_country: string | null
    now: Date
  }
>(
  'accounts.changeDocument',
  `update people set document_type_id = :document_type_id, document_number = :document_number,
     document_country = :document_country, ${changedNow}
   where id = :id and document_type_id = :former_type and document_number = :former_number
     and document_country is not distinct from :former_country::text and status <> 3 returning id`,
)
// The change is made only if the person still has the former birth date and no application waits.
const changeBirthDate = statement<
  { id: number },
  { id: number; former: string | null; date_birth: string; opened_as_minor: boolean; now: Date }
>(
  'accounts.changeBirthDate',
  `update people set date_birth = :date_birth::date, opened_as_minor = :opened_as_minor, ${changedNow}
   where id = :id and date_birth is not distinct from :former::date and status <> 3 returning id`,
)
const markPassportSeen = statement<never, { id: number }>(
  'accounts.markPassportSeen',
  'update people set status_passport = true where id = :id',
)
// Of two concurrent decisions, the second waits and then finds no pending account.
const lockWaiting = statement<{ id: number }, { id: number }>(
  'accounts.lockWaiting',
  `select id from people where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null for update`,
)
const decide = statement<{ id: number }, { id: number; status: number; status_passport: boolean; now: Date }>(
  'accounts.decide',
  `update people set status = :status, status_passport = :status_passport, pending_since = null, ${changedNow}
   where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)
const disable = statement<{ id: number }, { id: number; now: Date }>(
  'accounts.disable',
  `update people set status = 2, pending_since = null, ${changedNow} where id = :id and status <> 2 returning id`,
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

// Rows are locked in the order of their ids, so that two concurrent calls wait for each other without a deadlock.
const lockSuperAdmins = statement<{ id: number }>(
  'accounts.lockSuperAdmins',
  `select id from people where rol = 'SUPER_ADMIN_ROLE' and is_open(people) order by id for update`,
)
const setPermissions = statement<{ id: number }, StaffRights & { id: number; updated_at: Date; now: Date }>(
  'accounts.setPermissions',
  `update people set rol = :rol, permission_set = :permission_set::text, site_ids = :site_ids::int[], ${changedNow}
   where id = :id and rol <> 'STANDART_ROLE' and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz
   returning id`,
)

const setPassword = statement<
  { id: number },
  { person_id: number; former_hash: string | null; password_hash: string; now: Date }
>(
  'accounts.setPassword',
  `update people set password_hash = :password_hash, updated_at = :now::timestamptz
   where id = :person_id and password_hash is not distinct from :former_hash returning id`,
)
/** Changes nothing if the password was changed in the meantime. */
const renewHash = statement<never, { person_id: number; former_hash: string; password_hash: string }>(
  'accounts.renewHash',
  'update people set password_hash = :password_hash where id = :person_id and password_hash = :former_hash',
)
const voidPassword = statement<never, { person_id: number; now: Date }>(
  'accounts.voidPassword',
  'update people set password_hash = null, updated_at = :now::timestamptz where id = :person_id',
)

// Of two concurrent calls, the second finds the account locked.
const lock = statement<{ id: number }, { id: number; now: Date }>(
  'accounts.lock',
  `update people set locked_at = :now::timestamptz, email_pending = null, ${changedNow}
   where id = :id and deleted_at is null and locked_at is null returning id`,
)
const freezeRecovery = statement<never, { id: number; now: Date }>(
  'accounts.freezeRecovery',
  `update people set recovery_frozen_at = coalesce(recovery_frozen_at, :now::timestamptz), email_pending = null, ${changedNow}
   where id = :id`,
)
/**
 * The password of a locked account is void, because it may be known. Without a mailbox the owner could get no other. A mailbox that staff
 * entered takes no password for another 72 hours: the owner may have locked the account because of it.
 */
const unlock = statement<{ id: number }, { id: number; now: Date; recovery_held_until: Date }>(
  'accounts.unlock',
  `update people set locked_at = null, recovery_frozen_at = null,
     recovery_held_until = case when recovery_held_until is not null then :recovery_held_until::timestamptz end,
     password_hash = case when locked_at is not null and email is not null then null else password_hash end, ${changedNow}
   where id = :id and (locked_at is not null or recovery_frozen_at is not null) returning id`,
)

const addKnown = statement<{ id: number }, Document & KnownPatient & { now: Date }>(
  'accounts.addKnown',
  `insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, date_birth, gender_id, rol,
     status, without_account, date_creation, updated_at)
   values (:document_type_id, :document_number, :document_country, :first_name, :last_name, :second_name, :date_birth::date,
     (select id from genders where id = :gender_id::int), 'STANDART_ROLE', 2, true, :now::timestamptz, :now::timestamptz)
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

export function createAccountsStore(db: Database) {
  const emails = createEmailsStore(db)
  return {
    ...emails,
    /** Returns null if the document is registered already, also by a concurrent call. */
    insertPatient: async (tx: Queries, person: NewPatient, now: Date) =>
      (await tx.run(insertPatient, { ...person, now }))[0]?.id ?? null,
    /** Returns null if there is no longer an account to reopen. `adultBirth` is the latest birth date of an adult. */
    reopen: async (tx: Queries, person: NewPatient, now: Date, adultBirth: string) => {
      const [row] = await tx.run(reopen, { ...person, now, adult_birth: adultBirth })
      if (row === undefined) return null
      // The former holder could take the account back with one of them.
      await emails.forgetEmailChanges(tx, row.id)
      return row.id
    },
    /**
     * Adds a person who waits for the decision about an application, with the names that the application has. Returns null if the
     * document is known already, also by a concurrent call.
     */
    insertApplicant: async (tx: Queries, applicant: Applicant, now: Date) =>
      (await tx.run(insertApplicant, { ...applicant, now }))[0]?.id ?? null,
    /** Lets a known person wait for a decision. Returns null if the account is no longer as it was read. */
    startWaiting: async (tx: Queries, id: number, status: number, now: Date) =>
      (await tx.run(startWaiting, { id, status, now }))[0]?.id ?? null,
    /** Writes an approved application into the person. Returns false if the person does not wait any more. */
    applyApplication: async (tx: Queries, id: number, approved: Approved) => {
      if ((await tx.run(applyApplication, { ...approved, id })).length === 0) return false
      // The former holder could take the account back with one of them.
      await emails.forgetEmailChanges(tx, id)
      return true
    },
    /** Restores the status of a person before a denied application. */
    stopWaiting: async (tx: Queries, denied: Denied, now: Date) => {
      await tx.run(stopWaiting, { ...denied, now })
    },
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
    /** Returns false if the person no longer has the former document. */
    changeDocument: async (tx: Queries, id: number, former: Document, document: Document, now: Date) => {
      const change = {
        ...document,
        id,
        former_type: former.document_type_id,
        former_number: former.document_number,
        former_country: former.document_country,
        now,
      }
      return (await tx.run(changeDocument, change)).length > 0
    },
    /** Returns false if the person no longer has the former birth date. */
    changeBirthDate: async (
      tx: Queries,
      id: number,
      former: string | null,
      after: { readonly date_birth: string; readonly opened_as_minor: boolean },
      now: Date,
    ) => (await tx.run(changeBirthDate, { ...after, id, former, now })).length > 0,
    /** Stores that staff have seen the passport of a person. */
    markPassportSeen: async (tx: Queries, id: number) => {
      await tx.run(markPassportSeen, { id })
    },
    /** Locks a person who waits for a decision until the transaction ends. Returns false if the person does not wait. */
    lockWaiting: async (tx: Queries, id: number) => (await tx.run(lockWaiting, { id })).length > 0,
    /** Returns false if the person has no pending decision. */
    decide: async (tx: Queries, id: number, status: number, statusPassport: boolean, now: Date) =>
      (await tx.run(decide, { id, status, status_passport: statusPassport, now })).length > 0,
    /** Returns false if the account is disabled already. */
    disable: async (tx: Queries, id: number, now: Date) => (await tx.run(disable, { id, now })).length > 0,
    /**
     * Closes the account and erases its contact data. Returns the ids of its images, or null if it is closed already.
     */
    close: async (tx: Queries, personId: number, now: Date) => {
      const [closed] = await tx.run(close, { person_id: personId, now })
      if (!closed) return null
      await emails.forgetEmailChanges(tx, personId)
      return closed.pictures
    },

    /**
     * Returns the ids of the super administrators whose accounts can be used, locked until the transaction ends. Every change that
     * takes one of them away calls this first. So simultaneous changes wait for each other, and one super administrator remains.
     */
    lockSuperAdmins: async (tx: Queries) => (await tx.run(lockSuperAdmins, [])).map(({ id }) => id),
    /** Returns false if the account was changed since `before.updated_at`. */
    setPermissions: async (
      tx: Queries,
      { id, updated_at }: { readonly id: number; readonly updated_at: Date },
      rights: StaffRights,
      now: Date,
    ) => (await tx.run(setPermissions, { ...rights, id, updated_at, now })).length > 0,
    /** Returns false if the password was changed in the meantime. */
    setPassword: async (tx: Queries, personId: number, before: string | null, hash: string, now: Date) =>
      (await tx.run(setPassword, { person_id: personId, former_hash: before, password_hash: hash, now }))
        .length > 0,
    /** Replaces a password hash by another hash of the same password. */
    renewHash: async (personId: number, before: string, hash: string) => {
      await db.run(renewHash, { person_id: personId, former_hash: before, password_hash: hash })
    },
    voidPassword: async (tx: Queries, personId: number, now: Date) => {
      await tx.run(voidPassword, { person_id: personId, now })
    },

    /** Locks an account and voids its unconfirmed e-mail address. Returns false if it is locked or closed already. */
    lock: async (tx: Queries, id: number, now: Date) => {
      await emails.voidEmailChanges(tx, id, now)
      return (await tx.run(lock, { id, now })).length > 0
    },
    /** Stops the sending of temporary passwords until {@link unlock}, and voids an unconfirmed e-mail address. */
    freezeRecovery: async (tx: Queries, id: number, now: Date) => {
      await emails.voidEmailChanges(tx, id, now)
      await tx.run(freezeRecovery, { id, now })
    },
    /** Ends a lock, whose password becomes void, and a freeze of the recovery. Returns false if there is neither. */
    unlock: async (tx: Queries, id: number, now: Date, recoveryHeldUntil: Date) =>
      (await tx.run(unlock, { id, now, recovery_held_until: recoveryHeldUntil })).length > 0,

    /** Adds a patient whom another system knows. Returns null if the document is known already. */
    addKnown: async (tx: Queries, document: Document, patient: KnownPatient, now: Date) =>
      (await tx.run(addKnown, { ...patient, ...document, now }))[0]?.id ?? null,
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
}

export type AccountsStore = ReturnType<typeof createAccountsStore>
