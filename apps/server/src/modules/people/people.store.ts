import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database } from '../../platform/database/database.ts'
import { hotStatement, statement } from '../../platform/database/statement.ts'

export type Person = {
  readonly id: number
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly first_name: string
  readonly last_name: string
  readonly second_name: string
  readonly date_birth: string | null
  readonly nationality_id: number | null
  readonly forecast_id: number | null
  readonly gender_id: number | null
  readonly email: string | null
  /** A new one that its mailbox has not confirmed yet. */
  readonly email_pending: string | null
  readonly address: string | null
  readonly phone: string | null
  readonly commune_id: number | null
  readonly city_id: number | null
  readonly region_id: number | null
  readonly image_store_id: number | null
  readonly image_store_passport: number | null
  readonly image_store_passport_patient: number | null
  readonly status_passport: boolean
  readonly date_creation: Date
  readonly status: number
  readonly rol: Role
  readonly opened_as_minor: boolean
  readonly password_hash: string | null
  readonly deleted_at: Date | null
  /** A clinic's system told of them; they never registered. */
  readonly without_account: boolean
  readonly updated_at: Date
  /** Since when the account waits for its validation; null while it does not. */
  readonly pending_since: Date | null
}

const columns = `p.id, p.document_type_id, p.document_number, p.first_name, p.last_name, p.second_name, p.date_birth,
  p.nationality_id, p.forecast_id, p.gender_id, p.email, p.email_pending, p.address, p.phone, p.commune_id,
  c.province_id as city_id, c.region_id, p.image_store_id, p.image_store_passport, p.image_store_passport_patient,
  p.status_passport, p.date_creation, p.status, p.rol, p.opened_as_minor, p.password_hash, p.deleted_at,
  p.without_account, p.updated_at, case when p.status = 3 then coalesce(p.pending_since, p.date_creation) end as pending_since`

const byDocument = hotStatement<Person>(
  'people.byDocument',
  `select ${columns} from people p left join communes c on c.id = p.commune_id
   where p.document_type_id = $1 and p.document_number = $2`,
)
const byId = hotStatement<Person>(
  'people.byId',
  `select ${columns} from people p left join communes c on c.id = p.commune_id where p.id = $1`,
)
const byIds = statement<Person>(
  'people.byIds',
  `select ${columns} from unnest($1::int[]) with ordinality as asked (id, place) join people p on p.id = asked.id
   left join communes c on c.id = p.commune_id order by asked.place`,
)
type Choices = Readonly<
  Record<'nationality_id' | 'forecast_id' | 'gender_id' | 'region_id' | 'city_id' | 'commune_id', number>
>

const offered = statement<
  Record<'nationality' | 'forecast' | 'gender' | 'region' | 'city' | 'commune', boolean>
>(
  'people.offered',
  `select exists (select 1 from nationalities where id = $1) as nationality,
     exists (select 1 from forecasts where id = $2 and (status = 1 or id = $7::int)) as forecast,
     exists (select 1 from genders where id = $3) as gender,
     exists (select 1 from regions where id = $4) as region,
     exists (select 1 from provinces where id = $5 and region_id = $4) as city,
     exists (select 1 from communes where id = $6 and province_id = $5 and region_id = $4) as commune`,
)

export function peopleStore(db: Database) {
  return {
    /** `number` clean, as stored. */
    byDocument: async (typeId: DocumentTypeId, number: string) =>
      (await db.run(byDocument, [typeId, number]))[0] ?? null,
    byId: async (id: number) => (await db.run(byId, [id]))[0] ?? null,
    /** Those that there are, in the order of their ids. */
    byIds: (ids: readonly number[]) => db.run(byIds, [ids]),
    /** `keptForecast` counts as offered although it is hidden: its person has it already. */
    offered: async (choices: Choices, keptForecast: number | null) => {
      const { nationality_id, forecast_id, gender_id, region_id, city_id, commune_id } = choices
      const ids = [nationality_id, forecast_id, gender_id, region_id, city_id, commune_id]
      return (await db.run(offered, [...ids, keptForecast]))[0] ?? null
    },
  }
}

export type PeopleStore = ReturnType<typeof peopleStore>
