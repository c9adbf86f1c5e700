import { type PersonalData, personalDataFields } from '@mi-portal/contract/person-fields'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'
import type { OwnPhotos } from '../people/people.service.ts'

const pictures = [
  'image_store_id',
  'image_store_passport',
  'image_store_passport_patient',
] as const satisfies readonly (keyof OwnPhotos)[]

/** What a person who waits for validation applied for. */
export type Application = PersonalData &
  OwnPhotos & {
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

/** Writes the table `registration_applications`. No other file writes it. */
export function createApplicationsStore(db: Database) {
  return {
    insert: async (tx: Queries, application: Application, consents: readonly AcceptedText[]) => {
      await tx.run(insert, { ...application, consents: JSON.stringify(consents) })
    },
    /** Deletes the application of a person and returns it; null if there is none. */
    take: async (tx: Queries, personId: number) => (await tx.run(take, { person_id: personId }))[0] ?? null,
    ofPeople: (personIds: readonly number[]) => db.run(ofPeople, { person_ids: personIds }),
  }
}

export type ApplicationsStore = ReturnType<typeof createApplicationsStore>
