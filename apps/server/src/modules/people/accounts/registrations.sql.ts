import { personalDataFields } from '@mi-portal/contract/fields/person-fields'
import { defineSql } from '../../../platform/database/statement.ts'
import { assigned, changedNow, listed, pictures, writeParameters } from './columns.sql.ts'
import type { RegistrationsSql } from './registrations.sql.generated.ts'

const sql = defineSql<RegistrationsSql>('accounts')

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

export const insertPatient = sql('insertPatient')`
  insert into people (${listed(registered)}, rol, date_creation, updated_at, pending_since)
  values (${writeParameters(registered)}, 'STANDART_ROLE', :now::timestamptz, :now::timestamptz,
    case when :status::smallint = 3 then :now::timestamptz end)
  on conflict (document_type_id, document_number, document_country) do nothing
  returning id`

// Of two concurrent registrations, the second no longer finds an account to reopen.
export const reopen = sql('reopen')`
  update people set ${assigned(personalDataFields)}, email = :email,
    image_store_id = coalesce(:image_store_id?::int, image_store_id), image_store_passport = :image_store_passport?,
    image_store_passport_patient = :image_store_passport_patient?, status = :status, opened_as_minor = :opened_as_minor,
    opened_as_child = :opened_as_child, password_hash = :password_hash, names_proven = :names_proven, updated_at = :now::timestamptz, email_pending = null,
    email_verified_at = null, recovery_held_until = null, email_asked_at = null, status_passport = false,
    without_account = false, locked_at = null, recovery_frozen_at = null,
    pending_since = case when :status::smallint = 3 then :now::timestamptz end
  where document_type_id = :document_type_id and document_number = :document_number
    and document_country is not distinct from :document_country?::text and deleted_at is null and rol = 'STANDART_ROLE'
    and (status = 2 or has_outgrown_access(people, :adult_birth::date, :reserve_birth::date))
  returning id`

export const insertApplicant = sql('insertApplicant')`
  insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, rol, status,
    without_account, date_creation, updated_at, pending_since, pending_due_at)
  values (:document_type_id, :document_number, :document_country?, :first_name, :last_name, :second_name, 'STANDART_ROLE', 3,
    true, :now::timestamptz, :now::timestamptz, :now::timestamptz, :due_at::timestamptz)
  on conflict (document_type_id, document_number, document_country) do nothing
  returning id`

// Of two concurrent applications, the second no longer finds the status that it has read.
export const startWaiting = sql('startWaiting')`
  update people set status = 3, pending_since = :now::timestamptz, pending_due_at = :due_at::timestamptz, ${changedNow}
  where id = :id and status = :status and status <> 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`

export const applyApplication = sql('applyApplication')`
  update people set ${assigned(personalDataFields)}, email = :email,
    document_country = coalesce(document_country, :document_country?::text),
    image_store_id = coalesce(:image_store_id?::int, image_store_id), image_store_passport = :image_store_passport?,
    image_store_passport_patient = :image_store_passport_patient?, status = 1, opened_as_minor = :opened_as_minor, opened_as_child = :opened_as_child,
    password_hash = :password_hash, names_proven = false, email_pending = null, email_verified_at = null,
    recovery_held_until = null, email_asked_at = null, status_passport = :status_passport,
    without_account = false, pending_since = null, pending_due_at = null, locked_at = null, recovery_frozen_at = null, ${changedNow}
  where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`

// True if the person was created for this application, and no system of the clinic has described the person since then.
const isAsApplied = `:creates_person::boolean and date_birth is null and first_name = :first_name::text
  and last_name = :last_name::text and second_name = :second_name::text`

export const stopWaiting = sql('stopWaiting')`
  update people set status = case when status = 3 then :previous_status::smallint else status end, pending_since = null, pending_due_at = null,
    ${['first_name', 'last_name', 'second_name'].map((name) => `${name} = case when ${isAsApplied} then '' else ${name} end`).join(',\n     ')},
    ${changedNow}
  where id = :person_id`

// Of two concurrent decisions, the second waits and then finds no pending account.
export const lockWaiting = sql('lockWaiting')`
  select id from people where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null for update`

export const decide = sql('decide')`
  update people set status = :status::smallint, status_passport = :status_passport, pending_since = null, pending_due_at = null,
    without_account = :status::smallint <> 1, ${changedNow}
  where id = :id and status = 3 and rol = 'STANDART_ROLE' and deleted_at is null returning id`

export const completeCountry = sql('completeCountry')`
  update people set document_country = :document_country?
  where id = :id and document_type_id = 2 and document_country is null`
