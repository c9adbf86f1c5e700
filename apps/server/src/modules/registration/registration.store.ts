import type { DraftStatus } from '@mi-portal/contract/registration'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** The columns of a person that a registration writes. */
export type NewPerson = {
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
  readonly image_store_id: number | null
  readonly image_store_passport: number | null
  readonly image_store_passport_patient: number | null
  readonly status: number
  readonly opened_as_minor: boolean
  readonly password_hash: string
  readonly names_proven: boolean
}

export type Draft = {
  readonly status: DraftStatus
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly email: string
  readonly cellphone: string
}

type SavedDraft = Draft & { readonly id: string; readonly now: Date }

const denied = statement<{ approved: boolean }, { person_id: number }>(
  'registration.denied',
  'select approved from validation_decisions where person_id = :person_id order by decided_at desc, id desc limit 1',
)
const insert = statement<{ id: number }, NewPerson & { now: Date }>(
  'registration.insert',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, date_birth,
     nationality_id, forecast_id, gender_id, email, address, phone, commune_id, image_store_id, image_store_passport,
     image_store_passport_patient, status, opened_as_minor, password_hash, names_proven, rol, date_creation, updated_at, pending_since)
   values (:document_type_id, :document_number, :first_name, :last_name, :second_name, :date_birth::date, :nationality_id,
     :forecast_id, :gender_id, :email, :address, :phone, :commune_id, :image_store_id, :image_store_passport,
     :image_store_passport_patient, :status, :opened_as_minor, :password_hash, :names_proven, 'STANDART_ROLE',
     :now::timestamptz, :now::timestamptz, case when :status::smallint = 3 then :now::timestamptz end)
   on conflict (document_type_id, document_number) do nothing
   returning id`,
)
// Of two concurrent registrations, the second no longer finds an account to reopen.
const reopen = statement<{ id: number }, NewPerson & { now: Date; adult_birth: string }>(
  'registration.reopen',
  `update people set first_name = :first_name, last_name = :last_name, second_name = :second_name,
     date_birth = :date_birth::date, nationality_id = :nationality_id, forecast_id = :forecast_id, gender_id = :gender_id,
     email = :email, address = :address, phone = :phone, commune_id = :commune_id,
     image_store_id = coalesce(:image_store_id::int, image_store_id), image_store_passport = :image_store_passport,
     image_store_passport_patient = :image_store_passport_patient, status = :status, opened_as_minor = :opened_as_minor,
     password_hash = :password_hash, names_proven = :names_proven, updated_at = :now::timestamptz, email_pending = null,
     status_passport = false, without_account = false,
     pending_since = case when :status::smallint = 3 then :now::timestamptz end
   where document_type_id = :document_type_id and document_number = :document_number and deleted_at is null
     and rol = 'STANDART_ROLE'
     and (status = 2 or (opened_as_minor and date_birth <= :adult_birth::date))
   returning id`,
)
const forgetEmailChanges = statement<never, { person_id: number }>(
  'registration.forgetEmailChanges',
  'delete from email_changes where person_id = :person_id',
)
const forgetDevices = statement<never, { person_id: number }>(
  'registration.forgetDevices',
  'delete from known_devices where person_id = :person_id',
)
const saveDraft = statement<never, SavedDraft>(
  'registration.saveDraft',
  `insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
   values (:id, :status, :document_type_id, :document_number, :email, :cellphone, :now::timestamptz, :now::timestamptz)`,
)
const updateDraft = statement<{ id: string }, SavedDraft>(
  'registration.updateDraft',
  `update registration_drafts set status = :status, document_type_id = :document_type_id,
     document_number = :document_number, email = :email, cellphone = :cellphone, updated_at = :now::timestamptz
   where id = :id returning id`,
)
const purgeDrafts = statement<{ id: string }, { before: Date }>(
  'registration.purgeDrafts',
  'delete from registration_drafts where updated_at < :before::timestamptz returning id',
)

export function registrationStore(db: Database) {
  return {
    /** Returns whether the last decision about a person was a rejection. */
    wasDenied: async (personId: number) =>
      (await db.run(denied, { person_id: personId }))[0]?.approved === false,
    /** Returns null if the document is registered already, also by a concurrent call. */
    insert: async (tx: Queries, person: NewPerson, now: Date) =>
      (await tx.run(insert, { ...person, now }))[0]?.id ?? null,
    /** Returns null if there is no longer an account to reopen. `adultBirth` is the latest birth date of an adult. */
    reopen: async (tx: Queries, person: NewPerson, now: Date, adultBirth: string) => {
      const [row] = await tx.run(reopen, { ...person, now, adult_birth: adultBirth })
      if (row === undefined) return null
      // The former holder could take the account back with these.
      await tx.run(forgetEmailChanges, { person_id: row.id })
      await tx.run(forgetDevices, { person_id: row.id })
      return row.id
    },
    saveDraft: async (id: string, draft: Draft, now: Date) => {
      await db.run(saveDraft, { ...draft, id, now })
    },
    /** Returns false if there is no such draft. */
    updateDraft: async (id: string, draft: Draft, now: Date) =>
      (await db.run(updateDraft, { ...draft, id, now })).length > 0,
    purgeDrafts: async (before: Date) => (await db.run(purgeDrafts, { before })).length,
  }
}

export type RegistrationStore = ReturnType<typeof registrationStore>
