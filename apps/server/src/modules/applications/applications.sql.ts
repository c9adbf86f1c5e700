import { type PersonalData, personalDataFields } from '@mi-portal/contract/fields/person-fields'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { OwnPhotos } from '../people/read-people.ts'
import type { ApplicationsSql } from './applications.sql.generated.ts'

const sql = defineSql<ApplicationsSql, { consents: readonly AcceptedText[] }>('applications')

export type ApplicationPhotos = OwnPhotos & { readonly image_store_selfie: number | null }

const pictures = [
  'image_store_id',
  'image_store_passport',
  'image_store_passport_patient',
  'image_store_selfie',
] as const satisfies readonly (keyof ApplicationPhotos)[]

export type Application = PersonalData &
  ApplicationPhotos & {
    readonly person_id: number
    readonly creates_person: boolean
    readonly previous_status: number
    readonly document_country: string | null
    readonly email: string
    readonly password_hash: string
    readonly ip: string
    readonly applied_at: Date
  }

export type AcceptedText = {
  readonly kind: 'terms' | 'privacy'
  readonly version: string
  readonly text: string
  readonly channel: 'web' | 'api'
}

const columns = [
  'person_id',
  'creates_person',
  'previous_status',
  'document_country',
  ...personalDataFields,
  ...pictures,
  'email',
  'password_hash',
  'ip',
  'applied_at',
]

const insertSql = sql('insert')`
  insert into registration_applications (${columns.join(', ')}, consents)
  values (${columns.map((column) => `:${column}?`).join(', ')}, :consents::jsonb)`
// Of two concurrent decisions, the second finds no application.
export const take = sql('take')`
  delete from registration_applications where person_id = :person_id returning ${columns.join(', ')}, consents`
export const ofPeople = sql('ofPeople')`
  select ${columns.map((column) => `a.${column}`).join(', ')}, c.province_id as city_id!, c.region_id
  from registration_applications a join communes c on c.id = a.commune_id
  where a.person_id = any(:person_ids::int[])`

type NewLink = { readonly key_hash: Uint8Array; readonly due_at: Date }

const insertLink = sql('insertLink')`
  insert into application_links (key_hash, person_id, applied_at, due_at)
  values (:key_hash, :person_id, :applied_at::timestamptz, :due_at::timestamptz)`

export const byLink = sql('byLink')`
  select l.person_id, l.applied_at, l.due_at, a.person_id is not null as is_waiting!, a.code_expires_at, a.code_attempts,
    d.approved, d.reason, d.decided_at
  from application_links l
  left join registration_applications a on a.person_id = l.person_id and a.applied_at = l.applied_at
  left join lateral (
    select v.approved, v.reason, v.decided_at from validation_decisions v
    where v.person_id = l.person_id and v.decided_at >= l.applied_at and a.person_id is null
    order by v.decided_at, v.id limit 1
  ) d on true
  where l.key_hash = :key_hash`

export const setCode = sql('setCode')`
  update registration_applications set code_hash = :code_hash, code_expires_at = :expires_at::timestamptz, code_attempts = 0
  where person_id = :person_id and applied_at = :applied_at::timestamptz returning person_id`
// Counts the attempt and reads the hash in one statement, so that concurrent attempts cannot exceed the limit.
const useAttemptSql = sql('countAttempt')`
  update registration_applications set code_attempts = code_attempts + 1
  where person_id = :person_id and code_expires_at > :now::timestamptz and code_attempts < :most::int returning code_hash`
export const forgetLinks = sql('forgetLinks')`delete from application_links where person_id = :person_id`
const purgeLinksSql = sql('purgeLinks')`
  delete from application_links l where l.applied_at < :before::timestamptz
    and not exists (
      select from registration_applications a where a.person_id = l.person_id and a.applied_at = l.applied_at)
  returning l.person_id`

/** Writes the tables `registration_applications` and `application_links`. No other file writes them. */

export const insert = async (
  tx: Queries,
  application: Application,
  consents: readonly AcceptedText[],
  link: NewLink,
) => {
  const { person_id, applied_at } = application
  await tx.run(insertSql, { ...application, consents: JSON.stringify(consents) })
  await tx.run(insertLink, { ...link, person_id, applied_at })
}

/** Counts an attempt and returns the hash of the counter code; null if no code is valid any more. */
export const countAttempt = async (db: Queries, personId: number, most: number, now: Date) =>
  (await db.run(useAttemptSql, { person_id: personId, most, now }))[0]?.code_hash ?? null

/** Deletes links of applications that were made before an instant and are decided. Returns how many. */
export const purgeLinks = async (db: Queries, before: Date) =>
  (await db.run(purgeLinksSql, { before })).length
