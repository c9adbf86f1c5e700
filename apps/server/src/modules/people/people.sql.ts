import { personalDataFields } from '@mi-portal/contract/fields/person-fields'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { PeopleSql } from './people.sql.generated.ts'

const sql = defineSql<
  PeopleSql,
  {
    document_type_id: DocumentTypeId
    rol: 'STANDART_ROLE' | 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE'
    permission_set: 'front-desk' | 'requests-desk' | 'content-editor' | 'privacy-officer'
  }
>('people')

export type Person = Row<typeof byDocumentSql>

const columns = `p.id, p.document_type_id, p.document_number, p.document_country, ${personalDataFields.map((field) => `p.${field}`).join(', ')},
  p.names_proven, greeting_name(p) as greeting_name!, p.email, p.email_pending, p.email_verified_at,
  p.recovery_held_until, p.email_asked_at, c.province_id as city_id, c.region_id, p.image_store_id, p.image_store_passport, p.image_store_passport_patient,
  p.status_passport, p.date_creation, p.status, p.rol, p.permission_set, p.site_ids, p.opened_as_minor, p.opened_as_child, p.deleted_at,
  case when p.status = 3 then coalesce((
    select a.password_hash from registration_applications a where a.person_id = p.id), p.password_hash)
  else p.password_hash end as password_hash,
  p.without_account, p.updated_at, p.locked_at, p.recovery_frozen_at, p.deceased_at, p.deceased_on, case when p.status = 3 then coalesce(p.pending_since, p.date_creation) end as pending_since,
  case when p.status = 3 then p.pending_due_at end as pending_due_at`

// A passport whose country is not recorded may be of any country, so it is found last.
const byDocumentSql = sql('byDocument', { isFrequent: true })`
  select ${columns} from people p left join communes c on c.id = p.commune_id
  where p.document_type_id = :document_type_id and p.document_number = :document_number
    and (:document_country?::text is null or p.document_country is null or p.document_country = :document_country?::text)
  order by p.document_country is null limit 2`
export const byId = sql('byId', { isFrequent: true })`
  select ${columns} from people p left join communes c on c.id = p.commune_id where p.id = :id`
export const byIds = sql('byIds')`
  select ${columns} from unnest(:ids::int[]) with ordinality as asked (id, place) join people p on p.id = asked.id
  left join communes c on c.id = p.commune_id order by asked.place`
export type ListedPerson = Row<typeof byDocumentsSql>

const byDocumentsSql = sql('byDocuments')`
  select p.id, p.document_type_id, p.document_number, p.document_country, p.first_name, p.last_name, p.second_name, p.date_birth, p.gender_id,
    p.rol, p.without_account
  from (select distinct type, number from unnest(:types::int[], :numbers::text[]) as given (type, number)) listed
    join people p on p.document_type_id = listed.type and p.document_number = listed.number
  order by p.id for update of p`

/** `storedForecast` counts as offered even if it is hidden, because the person has it already. */
export const offered = sql('offered')`
  select :document_country?::text is null or exists (select 1 from nationalities where iso2 = :document_country?::text) as country!,
  exists (select 1 from nationalities where id = :nationality_id) as nationality!,
  exists (select 1 from forecasts where id = :forecast_id and ((status = 1 and retired_at is null) or id = :kept_forecast_id?::int)) as forecast!,
  exists (select 1 from genders where id = :gender_id) as gender!,
  exists (select 1 from regions where id = :region_id) as region!,
  exists (select 1 from provinces where id = :city_id and region_id = :region_id) as city!,
  exists (select 1 from communes where id = :commune_id and province_id = :city_id and region_id = :region_id) as commune!`

export const listStaffWithMailbox = sql('staffWithMailbox')`
  select p.id, p.email as email!, greeting_name(p) as greeting_name!, p.rol, p.permission_set from people p
  where p.rol in ('ADMIN_ROLE', 'SUPER_ADMIN_ROLE') and is_open(p) and p.email is not null order by p.id`

const isGuardianMailboxSql = sql('isGuardianMailbox')`
  select is_guardian_mailbox(p, :mailbox::text, :adult_birth::date, :reserve_birth::date) as found! from people p
  where p.id = :person_id`

export const isGuardianMailbox = async (
  db: Queries,
  personId: number,
  mailbox: string,
  births: { readonly adult: string; readonly reserve: string },
) => {
  const { adult: adult_birth, reserve: reserve_birth } = births
  const [row] = await db.run(isGuardianMailboxSql, {
    person_id: personId,
    mailbox,
    adult_birth,
    reserve_birth,
  })
  return row?.found === true
}

/**
 * Finds a person by document; `number` is normalized as stored. With a country, a passport of that country comes before one
 * whose country is not recorded. Returns `several` if no country is given and people of several countries have the number.
 */
export const byDocument = async (
  db: Queries,
  typeId: DocumentTypeId,
  number: string,
  country: string | null,
): Promise<Person | null | 'several'> => {
  const sought = { document_type_id: typeId, document_number: number, document_country: country }
  const [first, second] = await db.run(byDocumentSql, sought)
  if (first === undefined) return null
  return second !== undefined && country === null ? 'several' : first
}

export const byDocuments = (
  queries: Queries,
  documents: readonly Pick<Person, 'document_type_id' | 'document_number'>[],
) =>
  queries.run(byDocumentsSql, {
    types: documents.map(({ document_type_id }) => document_type_id),
    numbers: documents.map(({ document_number }) => document_number),
  })
