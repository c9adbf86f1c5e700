import type { ClinicalContent, PartName } from '@mi-portal/contract/clinic/clinic-package'
import { retireOtherRows, writeCatalogueRows } from '../../platform/database/catalogue-table.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { findInstallationValue, putInstallationValue } from '../../platform/database/installation-values.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { ClinicSql } from './clinic.sql.generated.ts'

const sql = defineSql<ClinicSql>('clinic')

export const clinicChannel = 'clinic_published'

export type CatalogueRows = {
  readonly table: string
  readonly key: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The clinical content that the rows belong to. Without its approval they are not offered. */
  readonly content?: ClinicalContent
}

/** Who publishes, and why. The author is null for a command and for the start of the server. */
export type Publisher = { readonly author: number | null; readonly note: string }

// Publications wait for each other until the transaction ends.
export const lock = sql('lock')`select pg_advisory_xact_lock(hashtext('clinic.publish'))`
export const published = sql('published')`
  select part, content::text as content! from clinic_parts where state = 'published'`
const replace = sql('replace')`
  update clinic_parts set state = 'replaced' where part = :part and state = 'published'`
const insert = sql('insert')`
  insert into clinic_parts (part, content, state, author, note, created_at, published_at)
  values (:part, :content::json, 'published', :author?::int, :note, :now::timestamptz, :now::timestamptz)`
const storedImagesSql = sql('storedImages')`select sha256 from clinic_images`
export const addImage = sql('insertImage')`
  insert into clinic_images (sha256, media_type, bytes) values (:sha256, :media_type, :bytes::bytea)
  on conflict (sha256) do nothing`
export const image = sql('image')`select sha256, media_type, bytes from clinic_images where sha256 = :sha256`
export const notify = sql('notify')`select pg_notify('${clinicChannel}', '')`

const rowsName = 'clinicRows'

const shippedName = 'clinicShipped'

export const publish = async (
  tx: Queries,
  part: PartName,
  content: unknown,
  publisher: Publisher,
  now: Date,
) => {
  await tx.run(replace, { part })
  await tx.run(insert, { part, content: JSON.stringify(content), ...publisher, now })
}

export const storedImages = async (queries: Queries) =>
  new Set((await queries.run(storedImagesSql, {})).map(({ sha256 }) => sha256))

export const rowsHash = (tx: Queries) => findInstallationValue(tx, rowsName)

export const writeRows = async (tx: Queries, catalogue: CatalogueRows, isOffered: boolean, now: Date) => {
  await writeCatalogueRows(tx, catalogue, catalogue.rows)
  await retireOtherRows(tx, catalogue, isOffered ? getKeys(catalogue) : [], now)
}

export const rememberRows = (tx: Queries, hash: string) => putInstallationValue(tx, rowsName, hash)

export const shippedHash = (db: Database) => findInstallationValue(db, shippedName)

export const rememberShipped = (db: Database, hash: string) => putInstallationValue(db, shippedName, hash)

function getKeys({ rows, key }: CatalogueRows): (string | number)[] {
  return rows.map((row) => {
    const value = row[key]
    return typeof value === 'number' ? value : String(value)
  })
}
