/** Writes `people` when a person registers or applies, and when the application is decided. */
import { type PersonalData, personalDataFields } from '@mi-portal/contract/person-fields'
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

/** A person who registers. */
export type NewPatient = Document &
  PersonalData &
  OwnPhotos & {
    readonly email: string
    readonly status: number
    readonly opened_as_minor: boolean
    readonly opened_as_child: boolean
    readonly password_hash: string
    readonly names_proven: boolean
  }

const registered = [
  'document_type_id',
  'document_number',
  'document_country',
  ...personalDataFields,
  ...pictures,
  'email',
  'status',
  'opened_as_minor',
  'opened_as_child',
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
const reopen = statement<
  { id: number },
  NewPatient & { now: Date; adult_birth: string; reserve_birth: string }
>(
  'accounts.reopen',
  `update people set ${assigned(personalDataFields)}, email = :email,
     image_store_id = coalesce(:image_store_id::int, image_store_id), image_store_passport = :image_store_passport,
     image_store_passport_patient = :image_store_passport_patient, status = :status, opened_as_minor = :opened_as_minor,
     opened_as_child = :opened_as_child, password_hash = :password_hash, names_proven = :names_proven, updated_at = :now::timestamptz, email_pending = null,
     email_verified_at = null, recovery_held_until = null, email_asked_at = null, status_passport = false,
     without_account = false, locked_at = null, recovery_frozen_at = null,
     pending_since = case when :status::smallint = 3 then :now::timestamptz end
   where document_type_id = :document_type_id and document_number = :document_number
     and document_country is not distinct from :document_country::text and deleted_at is null and rol = 'STANDART_ROLE'
     and (status = 2 or has_outgrown_access(people, :adult_birth::date, :reserve_birth::date))
   returning id`,
)

/** The person of an application whose document was unknown before. */
type Applicant = Document & Names

const insertApplicant = statement<{ id: number }, Applicant & { now: Date; due_at: Date }>(
  'accounts.insertApplicant',
  `insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, rol, status,
     without_account, date_creation, updated_at, pending_since, pending_due_at)
   values (:document_type_id, :document_number, :document_country, :first_name, :last_name, :second_name, 'STANDART_ROLE', 3,
     true, :now::timestamptz, :now::timestamptz, :now::timestamptz, :due_at::timestamptz)
   on conflict (document_type_id, document_number, document_country) do nothing
   returning id`,
)

// Of two concurrent applications, the second no longer finds the status that it has read.
const startWaiting = statement<{ id: number }, { id: number; status: number; now: Date; due_at: Date }>(
  'accounts.startWaiting',
  `update people set status = 3, pending_since = :now::timestamptz, pending_due_at = :due_at::timestamptz, ${changedNow}
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
    readonly opened_as_child: boolean
    readonly now: Date
  }

const applyApplication = statement<{ id: number }, Approved & { id: number }>(
  'accounts.applyApplication',
  `update people set ${assigned(personalDataFields)}, email = :email,
     document_country = coalesce(document_country, :document_country::text),
     image_store_id = coalesce(:image_store_id::int, image_store_id), image_store_passport = :image_store_passport,
     image_store_passport_patient = :image_store_passport_patient, status = 1, opened_as_minor = :opened_as_minor, opened_as_child = :opened_as_child,
     password_hash = :password_hash, names_proven = false, email_pending = null, email_verified_at = null,
     recovery_held_until = null, email_asked_at = null, status_passport = :status_passport,
     without_account = false, pending_since = null, pending_due_at = null, locked_at = null, recovery_frozen_at = null, ${changedNow}
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
  `update people set status = case when status = 3 then :previous_status::smallint else status end, pending_since = null, pending_due_at = null,
     ${['first_name', 'last_name', 'second_name'].map((name) => `${name} = case when ${isAsApplied} then '' else ${name} end`).join(',\n     ')},
     ${changedNow}
   where id = :person_id`,
)

// Of two concurrent decisions, the second waits and then finds no pending account.
const lockWaiting = statement<{ id: number }, { id: number }>(
  'accounts.lockWaiting',
  `select id from people where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null for update`,
)

const decide = statement<{ id: number }, { id: number; status: number; status_passport: boolean; now: Date }>(
  'accounts.decide',
  `update people set status = :status::smallint, status_passport = :status_passport, pending_since = null, pending_due_at = null,
     without_account = :status::smallint <> 1, ${changedNow}
   where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`,
)

const completeCountry = statement<never, { id: number; document_country: string }>(
  'accounts.completeCountry',
  `update people set document_country = :document_country
   where id = :id and document_type_id = 2 and document_country is null`,
)

export const registrations = {
  /** Returns null if the document is registered already, also by a concurrent call. */
  insertPatient: async (tx: Queries, person: NewPatient, now: Date) =>
    (await tx.run(insertPatient, { ...person, now }))[0]?.id ?? null,
  /** Returns null if there is no longer an account to reopen. `births` are the birth dates that separate the ages. */
  reopen: async (
    tx: Queries,
    person: NewPatient,
    now: Date,
    births: { readonly adult: string; readonly reserve: string },
  ) => {
    const { adult: adult_birth, reserve: reserve_birth } = births
    const [row] = await tx.run(reopen, { ...person, now, adult_birth, reserve_birth })
    if (row === undefined) return null
    // The former holder could take the account back with one of them.
    await emails.forgetEmailChanges(tx, row.id)
    return row.id
  },
  /**
   * Adds a person who waits for the decision about an application, with the names that the application has. Returns null if the
   * document is known already, also by a concurrent call. Staff have to decide until `dueAt`.
   */
  insertApplicant: async (tx: Queries, applicant: Applicant, now: Date, dueAt: Date) =>
    (await tx.run(insertApplicant, { ...applicant, now, due_at: dueAt }))[0]?.id ?? null,
  /** Lets a known person wait for a decision until `dueAt`. Returns null if the account is no longer as it was read. */
  startWaiting: async (tx: Queries, id: number, status: number, now: Date, dueAt: Date) =>
    (await tx.run(startWaiting, { id, status, now, due_at: dueAt }))[0]?.id ?? null,
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
  /** Locks a person who waits for a decision until the transaction ends. Returns false if the person does not wait. */
  lockWaiting: async (tx: Queries, id: number) => (await tx.run(lockWaiting, { id })).length > 0,
  /** Stores the country of a passport if it is not known. Fails if another person has the passport. */
  completeCountry: async (tx: Queries, id: number, country: string) => {
    await tx.run(completeCountry, { id, document_country: country })
  },
  /** Returns false if the person has no pending decision. */
  decide: async (tx: Queries, id: number, status: number, statusPassport: boolean, now: Date) =>
    (await tx.run(decide, { id, status, status_passport: statusPassport, now })).length > 0,
}
