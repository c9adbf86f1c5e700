import type { Role } from '@mi-portal/contract/people'
import type { ChosenSet } from '@mi-portal/contract/permissions'
import { type KnownPerson, personalDataFields } from '@mi-portal/contract/person-fields'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { frequentStatement, statement } from '../../platform/database/statement.ts'

export type Person = KnownPerson & {
  readonly id: number
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  /** The country that issued the passport; null for a RUN, or if it is not known. */
  readonly document_country: string | null
  /** How the portal addresses the person in the page and in mails. */
  readonly greeting_name: string
  /** The civil registry or the identity provider supplied the names. */
  readonly names_proven: boolean
  /** A new e-mail address that is not confirmed yet. */
  readonly email_pending: string | null
  /** When the mailbox was proven; null until then. */
  readonly email_verified_at: Date | null
  /** Staff entered the address: until then it takes no temporary password. */
  readonly recovery_held_until: Date | null
  /** When the person last answered whether the address is still theirs. */
  readonly email_asked_at: Date | null
  readonly image_store_id: number | null
  readonly image_store_passport: number | null
  readonly image_store_passport_patient: number | null
  readonly status_passport: boolean
  readonly date_creation: Date
  readonly status: number
  readonly rol: Role
  /** The permission set that a super administrator chose for an administrator; otherwise null. */
  readonly permission_set: ChosenSet | null
  readonly site_ids: readonly number[] | null
  readonly opened_as_minor: boolean
  /** The account was opened before the age from which the law reserves data from guardians. */
  readonly opened_as_child: boolean
  /** The password; while the account waits for validation, the one that was applied for. */
  readonly password_hash: string | null
  readonly deleted_at: Date | null
  /** The person is known from a system of the clinic and never registered. */
  readonly without_account: boolean
  readonly updated_at: Date
  /** Since when the account waits for validation; null if it does not wait. */
  readonly pending_since: Date | null
  /** Until when staff have to decide about the account; null unless it waits. */
  readonly pending_due_at: Date | null
  /** Since when the account is locked; null if it is not. */
  readonly locked_at: Date | null
  /** Since when no temporary password is sent, because the owner reported a use that was not theirs; null otherwise. */
  readonly recovery_frozen_at: Date | null
  /** When the portal learned that the person died; null for a living person. */
  readonly deceased_at: Date | null
  readonly deceased_on: string | null
}

const columns = `p.id, p.document_type_id, p.document_number, p.document_country, ${personalDataFields.map((field) => `p.${field}`).join(', ')},
  p.names_proven, greeting_name(p) as greeting_name, p.email, p.email_pending, p.email_verified_at,
  p.recovery_held_until, p.email_asked_at, c.province_id as city_id, c.region_id, p.image_store_id, p.image_store_passport, p.image_store_passport_patient,
  p.status_passport, p.date_creation, p.status, p.rol, p.permission_set, p.site_ids, p.opened_as_minor, p.opened_as_child, p.deleted_at,
  case when p.status = 3 then coalesce((
    select a.password_hash from registration_applications a where a.person_id = p.id), p.password_hash)
  else p.password_hash end as password_hash,
  p.without_account, p.updated_at, p.locked_at, p.recovery_frozen_at, p.deceased_at, p.deceased_on, case when p.status = 3 then coalesce(p.pending_since, p.date_creation) end as pending_since,
  case when p.status = 3 then p.pending_due_at end as pending_due_at`

/** A document as stored. The country is null if the caller does not know it. */
type SoughtDocument = Pick<Person, 'document_type_id' | 'document_number' | 'document_country'>

// A passport whose country is not recorded may be of any country, so it is found last.
const byDocument = frequentStatement<Person, SoughtDocument>(
  'people.byDocument',
  `select ${columns} from people p left join communes c on c.id = p.commune_id
   where p.document_type_id = :document_type_id and p.document_number = :document_number
     and (:document_country::text is null or p.document_country is null or p.document_country = :document_country::text)
   order by p.document_country is null limit 2`,
)
const byId = frequentStatement<Person, { id: number }>(
  'people.byId',
  `select ${columns} from people p left join communes c on c.id = p.commune_id where p.id = :id`,
)
const byIds = statement<Person, { ids: readonly number[] }>(
  'people.byIds',
  `select ${columns} from unnest(:ids::int[]) with ordinality as asked (id, place) join people p on p.id = asked.id
   left join communes c on c.id = p.commune_id order by asked.place`,
)
/** A person of a list of documents, with what an import compares. */
export type ListedPerson = Pick<
  Person,
  | 'id'
  | 'document_type_id'
  | 'document_number'
  | 'document_country'
  | 'first_name'
  | 'last_name'
  | 'second_name'
  | 'date_birth'
  | 'gender_id'
  | 'rol'
  | 'without_account'
>

const byDocuments = statement<ListedPerson, { types: readonly number[]; numbers: readonly string[] }>(
  'people.byDocuments',
  `select p.id, p.document_type_id, p.document_number, p.document_country, p.first_name, p.last_name, p.second_name, p.date_birth, p.gender_id,
     p.rol, p.without_account
   from (select distinct type, number from unnest(:types::int[], :numbers::text[]) as given (type, number)) listed
     join people p on p.document_type_id = listed.type and p.document_number = listed.number
   order by p.id for update of p`,
)

/** `document_country` is null for a document without one. */
type Choices = { readonly document_country: string | null } & Readonly<
  Record<'nationality_id' | 'forecast_id' | 'gender_id' | 'region_id' | 'city_id' | 'commune_id', number>
>

const offered = statement<
  Record<'country' | 'nationality' | 'forecast' | 'gender' | 'region' | 'city' | 'commune', boolean>,
  Choices & { kept_forecast_id: number | null }
>(
  'people.offered',
  `select :document_country::text is null or exists (select 1 from nationalities where iso2 = :document_country::text) as country,
     exists (select 1 from nationalities where id = :nationality_id) as nationality,
     exists (select 1 from forecasts where id = :forecast_id and ((status = 1 and retired_at is null) or id = :kept_forecast_id::int)) as forecast,
     exists (select 1 from genders where id = :gender_id) as gender,
     exists (select 1 from regions where id = :region_id) as region,
     exists (select 1 from provinces where id = :city_id and region_id = :region_id) as city,
     exists (select 1 from communes where id = :commune_id and province_id = :city_id and region_id = :region_id) as commune`,
)

const isGuardianMailbox = statement<
  { found: boolean },
  { person_id: number; mailbox: string; adult_birth: string; reserve_birth: string }
>(
  'people.isGuardianMailbox',
  `select is_guardian_mailbox(p, :mailbox::text, :adult_birth::date, :reserve_birth::date) as found from people p
   where p.id = :person_id`,
)

export function createPeopleStore(db: Database) {
  return {
    isGuardianMailbox: async (
      personId: number,
      mailbox: string,
      births: { readonly adult: string; readonly reserve: string },
    ) => {
      const { adult: adult_birth, reserve: reserve_birth } = births
      const [row] = await db.run(isGuardianMailbox, {
        person_id: personId,
        mailbox,
        adult_birth,
        reserve_birth,
      })
      return row?.found === true
    },
    /**
     * Finds a person by document; `number` is normalized as stored. With a country, a passport of that country comes before one
     * whose country is not recorded. Returns `several` if no country is given and people of several countries have the number.
     */
    byDocument: async (
      typeId: DocumentTypeId,
      number: string,
      country: string | null,
    ): Promise<Person | null | 'several'> => {
      const sought = { document_type_id: typeId, document_number: number, document_country: country }
      const [first, second] = await db.run(byDocument, sought)
      if (first === undefined) return null
      return second !== undefined && country === null ? 'several' : first
    },
    byId: async (id: number) => (await db.run(byId, { id }))[0] ?? null,
    /** Finds people by the types and numbers of their documents, of any country, and locks them until the transaction ends. */
    byDocuments: (
      queries: Queries,
      documents: readonly Pick<Person, 'document_type_id' | 'document_number'>[],
    ) =>
      queries.run(byDocuments, {
        types: documents.map(({ document_type_id }) => document_type_id),
        numbers: documents.map(({ document_number }) => document_number),
      }),
    /** Returns the people that exist, in the order of the given ids. */
    byIds: (ids: readonly number[]) => db.run(byIds, { ids }),
    /**
     * Checks the choices against the catalogues. `storedForecast` counts as offered even if it is hidden, because the
     * person has it already.
     */
    offered: async (choices: Choices, storedForecast: number | null) =>
      (await db.run(offered, { ...choices, kept_forecast_id: storedForecast }))[0] ?? null,
  }
}

export type PeopleStore = ReturnType<typeof createPeopleStore>
