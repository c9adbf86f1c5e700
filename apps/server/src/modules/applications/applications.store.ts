import { type PersonalData, personalDataFields } from '@mi-portal/contract/person-fields'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { OwnPhotos } from '../people/people.service.ts'

/** Ids of the images of an application; null for an image that was not sent. */
export type ApplicationPhotos = OwnPhotos & { readonly image_store_selfie: number | null }

const pictures = [
  'image_store_id',
  'image_store_passport',
  'image_store_passport_patient',
  'image_store_selfie',
] as const satisfies readonly (keyof ApplicationPhotos)[]

/** What a person who waits for validation applied for. */
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

/** A text that an application accepts, as it was shown. */
export type AcceptedText = {
  readonly kind: 'terms' | 'privacy'
  readonly version: string
  readonly text: string
  readonly channel: 'web' | 'api'
}

type StoredApplication = Application & { readonly consents: readonly AcceptedText[] }
type ListedApplication = Application & { readonly city_id: number; readonly region_id: number }

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

const insert = statement<never, Application & { consents: string }>(
  'applications.insert',
  `insert into registration_applications (${columns.join(', ')}, consents)
   values (${columns.map((column) => `:${column}`).join(', ')}, :consents::jsonb)`,
)
// Of two concurrent decisions, the second finds no application.
const take = statement<StoredApplication, { person_id: number }>(
  'applications.take',
  `delete from registration_applications where person_id = :person_id returning ${columns.join(', ')}, consents`,
)
const ofPeople = statement<ListedApplication, { person_ids: readonly number[] }>(
  'applications.ofPeople',
  `select ${columns.map((column) => `a.${column}`).join(', ')}, c.province_id as city_id, c.region_id
   from registration_applications a join communes c on c.id = a.commune_id
   where a.person_id = any(:person_ids::int[])`,
)

/** The link to the page of an application, which says until when staff have to decide. */
type NewLink = { readonly key_hash: Uint8Array; readonly due_at: Date }

const insertLink = statement<never, NewLink & { person_id: number; applied_at: Date }>(
  'applications.insertLink',
  `insert into application_links (key_hash, person_id, applied_at, due_at)
   values (:key_hash, :person_id, :applied_at::timestamptz, :due_at::timestamptz)`,
)

/** An application as its link shows it: while it waits, and after the decision about it. */
type FollowedApplication = {
  readonly person_id: number
  readonly applied_at: Date
  readonly due_at: Date
  readonly is_waiting: boolean
  readonly code_expires_at: Date | null
  readonly code_attempts: number | null
  /** Null if there is no decision, because the application waits. */
  readonly approved: boolean | null
  readonly reason: string | null
  readonly decided_at: Date | null
}

const byLink = statement<FollowedApplication, { key_hash: Uint8Array }>(
  'applications.byLink',
  `select l.person_id, l.applied_at, l.due_at, a.person_id is not null as is_waiting, a.code_expires_at, a.code_attempts,
     d.approved, d.reason, d.decided_at
   from application_links l
   left join registration_applications a on a.person_id = l.person_id and a.applied_at = l.applied_at
   left join lateral (
     select v.approved, v.reason, v.decided_at from validation_decisions v
     where v.person_id = l.person_id and v.decided_at >= l.applied_at and a.person_id is null
     order by v.decided_at, v.id limit 1
   ) d on true
   where l.key_hash = :key_hash`,
)

const setCode = statement<
  { person_id: number },
  { person_id: number; applied_at: Date; code_hash: Uint8Array; expires_at: Date }
>(
  'applications.setCode',
  `update registration_applications set code_hash = :code_hash, code_expires_at = :expires_at::timestamptz, code_attempts = 0
   where person_id = :person_id and applied_at = :applied_at::timestamptz returning person_id`,
)
// Counts the attempt and reads the hash in one statement, so that concurrent attempts cannot exceed the limit.
const useAttempt = statement<
  { code_hash: Uint8Array | null },
  { person_id: number; most: number; now: Date }
>(
  'applications.useAttempt',
  `update registration_applications set code_attempts = code_attempts + 1
   where person_id = :person_id and code_expires_at > :now::timestamptz and code_attempts < :most::int returning code_hash`,
)
const forgetLinks = statement<never, { person_id: number }>(
  'applications.forgetLinks',
  'delete from application_links where person_id = :person_id',
)
const purgeLinks = statement<{ person_id: number }, { before: Date }>(
  'applications.purgeLinks',
  `delete from application_links l where l.applied_at < :before::timestamptz
     and not exists (
       select from registration_applications a where a.person_id = l.person_id and a.applied_at = l.applied_at)
   returning l.person_id`,
)

/** Writes the tables `registration_applications` and `application_links`. No other file writes them. */
export function createApplicationsStore(db: Database) {
  return {
    insert: async (
      tx: Queries,
      application: Application,
      consents: readonly AcceptedText[],
      link: NewLink,
    ) => {
      const { person_id, applied_at } = application
      await tx.run(insert, { ...application, consents: JSON.stringify(consents) })
      await tx.run(insertLink, { ...link, person_id, applied_at })
    },
    /** Deletes the application of a person and returns it; null if there is none. */
    take: async (tx: Queries, personId: number) => (await tx.run(take, { person_id: personId }))[0] ?? null,
    /** Returns the application of a link; null if there is no such link. */
    byLink: async (keyHash: Uint8Array) => (await db.run(byLink, { key_hash: keyHash }))[0] ?? null,
    /** Stores the hash of a new counter code. Returns false if the application no longer waits. */
    setCode: async (
      tx: Queries,
      code: { person_id: number; applied_at: Date; code_hash: Uint8Array; expires_at: Date },
    ) => (await tx.run(setCode, code)).length > 0,
    /** Counts an attempt and returns the hash of the counter code; null if no code is valid any more. */
    useAttempt: async (personId: number, most: number, now: Date) =>
      (await db.run(useAttempt, { person_id: personId, most, now }))[0]?.code_hash ?? null,
    forgetLinks: async (tx: Queries, personId: number) => {
      await tx.run(forgetLinks, { person_id: personId })
    },
    /** Deletes links of applications that were made before an instant and are decided. Returns how many. */
    purgeLinks: async (before: Date) => (await db.run(purgeLinks, { before })).length,
    ofPeople: (personIds: readonly number[]) => db.run(ofPeople, { person_ids: personIds }),
  }
}

export type ApplicationsStore = ReturnType<typeof createApplicationsStore>
