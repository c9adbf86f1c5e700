import { erasableFields, personalDataFields } from '@mi-portal/contract/fields/person-fields'
import { defineSql } from '../../../platform/database/statement.ts'
import { assigned, changedNow, listed, pictures, writeParameters } from './columns.sql.ts'
import type { PersonalDataSql } from './personal-data.sql.generated.ts'

const sql = defineSql<PersonalDataSql, { pictures: (number | null)[] }>('accounts')

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

export const insertAccount = sql('insertAccount')`
  insert into people (${listed(entered)}, status, date_creation, updated_at)
  values (${writeParameters(entered)}, 1, :now::timestamptz, :now::timestamptz)
  on conflict (document_type_id, document_number, document_country) do nothing
  returning id`

export const insertSuperAdmin = sql('insertSuperAdmin')`
  insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, email, password_hash,
    rol, status, date_creation, updated_at)
  values (:document_type_id, :document_number, :document_country?, :first_name, :last_name, :second_name, :email?, :password_hash,
    'SUPER_ADMIN_ROLE', 1, :now::timestamptz, :now::timestamptz)
  on conflict (document_type_id, document_number, document_country) do nothing
  returning id`

export const hasSuperAdmin = sql('hasSuperAdmin')`
  select exists (select from people where rol = 'SUPER_ADMIN_ROLE' and deleted_at is null) as exists!`

const isOtherMailbox = 'lower(email) is distinct from lower(:email?::text)'

export const editOwn = sql('editOwn')`
  update people p set ${assigned(personalDataFields)},
    image_store_id = coalesce(:image_store_id?::int, p.image_store_id), updated_at = :now::timestamptz
  from (select id, image_store_id from people where id = :person_id for update) before
  where p.id = before.id and p.deleted_at is null
  returning case when :image_store_id?::int is null then null else before.image_store_id end as replaced`

export const editAccount = sql('edit')`
  update people set document_type_id = :document_type_id, document_number = :document_number,
    document_country = :document_country?,
    ${assigned(personalDataFields)}, email = :email?::text,
    ${pictures.map((column) => `${column} = coalesce(:${column}?::int, ${column})`).join(', ')},
    status = :status::smallint, opened_as_minor = :opened_as_minor?, opened_as_child = :opened_as_child?,
    pending_since = case when :status::smallint = 3 then pending_since end,
    pending_due_at = case when :status::smallint = 3 then pending_due_at end,
    deleted_at = case when :status::smallint = 1 then null else deleted_at end,
    without_account = without_account and :status::smallint <> 1,
    password_hash = case when deleted_at is not null and :status::smallint = 1 then null else password_hash end,
    email_pending = case when email is distinct from :email?::text then null else email_pending end,
    email_verified_at = case when ${isOtherMailbox} then null else email_verified_at end,
    recovery_held_until = case when ${isOtherMailbox} then :recovery_held_until::timestamptz else recovery_held_until end,
    ${changedNow}
  where id = :id and date_trunc('milliseconds', updated_at) = :updated_at::timestamptz returning id`

// The change is made only if the account still has the former address. The new one is unproven and takes no password for some time.
export const replaceEmail = sql('replaceEmail')`
  update people set email = :email?::text, email_pending = null, email_verified_at = null,
    recovery_held_until = :recovery_held_until::timestamptz, ${changedNow}
  where id = :id and email is not distinct from :former?::text and deleted_at is null returning id`

// The change is made only if the person still has the former identity and no application waits, which was made for it.
export const changeIdentity = sql('changeIdentity')`
  update people set document_type_id = :document_type_id, document_number = :document_number, document_country = :document_country?,
    first_name = :first_name, last_name = :last_name, second_name = :second_name, gender_id = :gender_id?::int,
    date_birth = :date_birth?::date, opened_as_minor = coalesce(:opened_as_minor?::boolean, opened_as_minor),
    opened_as_child = coalesce(:opened_as_child?::boolean, opened_as_child), ${changedNow}
  where id = :id and document_type_id = :former_document_type_id and document_number = :former_document_number
    and document_country is not distinct from :former_document_country?::text and first_name = :former_first_name
    and last_name = :former_last_name and second_name = :former_second_name
    and gender_id is not distinct from :former_gender_id?::int and date_birth is not distinct from :former_date_birth?::date
    and status <> 3 returning id`

export const markPassportSeen = sql('markPassportSeen')`
  update people set status_passport = true where id = :id`

export const close = sql('close')`
  update people p set deleted_at = :now::timestamptz, updated_at = :now::timestamptz, status = 2,
    ${erasableFields.map((field) => `${field} = default`).join(', ')}, email_pending = null,
    email_verified_at = null, recovery_held_until = null, email_asked_at = null, commune_id = null, image_store_id = null,
    image_store_passport = null, image_store_passport_patient = null
  from (
    select id, array[image_store_id, image_store_passport, image_store_passport_patient] as pictures!
    from people where id = :person_id for update
  ) before
  where p.id = before.id and p.deleted_at is null
  returning before.pictures`

export const addKnown = sql('addKnown')`
  insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, date_birth, gender_id, rol,
    status, without_account, date_creation, updated_at)
  values (:document_type_id, :document_number, :document_country?, :first_name, :last_name, :second_name, :date_birth?::date,
    (select id from genders where id = :gender_id?::int), 'STANDART_ROLE', 2, true, :now::timestamptz, :now::timestamptz)
  on conflict (document_type_id, document_number, document_country) do nothing returning id`

export const addRecord = sql('addRecord')`
  insert into people (document_type_id, document_number, document_country, first_name, last_name, second_name, date_birth, phone, email, rol,
    status, without_account, date_creation, updated_at)
  values (:document_type_id, :document_number, :document_country?, :first_name, :last_name, :second_name, :date_birth?::date, :phone?,
    :email?, 'STANDART_ROLE', 2, true, :now::timestamptz, :now::timestamptz)
  on conflict (document_type_id, document_number, document_country) do nothing returning id`

export const changeKnown = sql('changeKnown')`
  update people set first_name = :first_name, last_name = :last_name, second_name = :second_name,
  date_birth = :date_birth?::date, gender_id = (select id from genders where id = :gender_id?::int),
  document_country = coalesce(document_country, :document_country?::text), updated_at = :now::timestamptz where id = :id and without_account`

export const forgetPhoto = sql('forgetPicture')`
  update people set ${pictures.map((column) => `${column} = nullif(${column}, :file_id::int)`).join(', ')}
  where ${pictures.map((column) => `${column} = :file_id`).join(' or ')}`
