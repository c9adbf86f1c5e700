import type { DraftStatus } from '@mi-portal/contract/registration'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A person as a registration writes them. */
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
}

export type Draft = {
  readonly status: DraftStatus
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly email: string
  readonly cellphone: string
}

const denied = statement<{ approved: boolean }>(
  'registration.denied',
  'select approved from validation_decisions where person_id = $1 order by decided_at desc, id desc limit 1',
)
const insert = statement<{ id: number }>(
  'registration.insert',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, date_birth,
     nationality_id, forecast_id, gender_id, email, address, phone, commune_id, image_store_id, image_store_passport,
     image_store_passport_patient, status, opened_as_minor, password_hash, rol, date_creation, updated_at, pending_since)
   values ($1, $2, $3, $4, $5, $6::date, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
     'STANDART_ROLE', $20::timestamptz, $20::timestamptz, case when $17::smallint = 3 then $20::timestamptz end)
   on conflict (document_type_id, document_number) do nothing
   returning id`,
)
// Of two at once the second no longer finds what may be reopened.
const reopen = statement<{ id: number }>(
  'registration.reopen',
  `update people set first_name = $3, last_name = $4, second_name = $5, date_birth = $6::date, nationality_id = $7,
     forecast_id = $8, gender_id = $9, email = $10, address = $11, phone = $12, commune_id = $13,
     image_store_id = coalesce($14::int, image_store_id), image_store_passport = $15, image_store_passport_patient = $16,
     status = $17, opened_as_minor = $18, password_hash = $19, updated_at = $20::timestamptz,
     email_pending = null, status_passport = false, without_account = false, pending_since = case when $17::smallint = 3 then $20::timestamptz end
   where document_type_id = $1 and document_number = $2 and deleted_at is null and rol = 'STANDART_ROLE'
     and (status = 2 or (opened_as_minor and date_birth <= $21::date))
   returning id`,
)
const forgetEmailChanges = statement<never>(
  'registration.forgetEmailChanges',
  'delete from email_changes where person_id = $1',
)
const forgetDevices = statement<never>(
  'registration.forgetDevices',
  'delete from known_devices where person_id = $1',
)
const saveDraft = statement<never>(
  'registration.saveDraft',
  `insert into registration_drafts (id, status, document_type_id, document_number, email, cellphone, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz)`,
)
const updateDraft = statement<{ id: string }>(
  'registration.updateDraft',
  `update registration_drafts set status = $2, document_type_id = $3, document_number = $4, email = $5, cellphone = $6,
     updated_at = $7::timestamptz
   where id = $1 returning id`,
)
const purgeDrafts = statement<{ id: string }>(
  'registration.purgeDrafts',
  'delete from registration_drafts where updated_at < $1::timestamptz returning id',
)

function columnsOf(person: NewPerson) {
  return [
    person.document_type_id,
    person.document_number,
    person.first_name,
    person.last_name,
    person.second_name,
    person.date_birth,
    person.nationality_id,
    person.forecast_id,
    person.gender_id,
    person.email,
    person.address,
    person.phone,
    person.commune_id,
    person.image_store_id,
    person.image_store_passport,
    person.image_store_passport_patient,
    person.status,
    person.opened_as_minor,
    person.password_hash,
  ]
}

function draftColumns(id: string, draft: Draft, now: Date) {
  const { status, document_type_id, document_number, email, cellphone } = draft
  return [id, status, document_type_id, document_number, email, cellphone, now]
}

export function registrationStore(db: Database) {
  return {
    /** Whether the last decision about a person was a refusal. */
    wasDenied: async (personId: number) => (await db.run(denied, [personId]))[0]?.approved === false,
    /** Null when the document is registered already, also at this very moment. */
    insert: async (tx: Queries, person: NewPerson, now: Date) =>
      (await tx.run(insert, [...columnsOf(person), now]))[0]?.id ?? null,
    /** Null when there is nothing to reopen any more. `adultBirth`: who was born by that day is an adult. */
    reopen: async (tx: Queries, person: NewPerson, now: Date, adultBirth: string) => {
      const [row] = await tx.run(reopen, [...columnsOf(person), now, adultBirth])
      if (row === undefined) return null
      // Whoever held the account before could take it back with these.
      await tx.run(forgetEmailChanges, [row.id])
      await tx.run(forgetDevices, [row.id])
      return row.id
    },
    saveDraft: async (id: string, draft: Draft, now: Date) => {
      await db.run(saveDraft, draftColumns(id, draft, now))
    },
    /** False when there is no such draft. */
    updateDraft: async (id: string, draft: Draft, now: Date) =>
      (await db.run(updateDraft, draftColumns(id, draft, now))).length > 0,
    purgeDrafts: async (before: Date) => (await db.run(purgeDrafts, [before])).length,
  }
}

export type RegistrationStore = ReturnType<typeof registrationStore>
