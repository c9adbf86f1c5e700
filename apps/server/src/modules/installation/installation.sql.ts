import type { Day } from '@mi-portal/contract/values/dates'
import { isUndefinedTable } from '../../platform/database/constraint-errors.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { putInstallationValue } from '../../platform/database/installation-values.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { InstallationSql } from './installation.sql.generated.ts'

const sql = defineSql<InstallationSql>('installation')

export type InstallationFacts = {
  readonly sites: number
  readonly lastBackup: Date | null
}

export type FileFacts = {
  readonly infected: number
  readonly waitingSince: Date | null
}

export type TextCounts = { readonly day: number; readonly month: number }

type BackupRecord = {
  readonly made_at: string
  readonly rows: number
  readonly files: number
  readonly bytes: number
}

const factsSql = sql('facts')`
  select (select count(*)::int from offices where retired_at is null) as sites!,
  (select value ->> 'made_at' from installation where key = 'backup') as last_backup`

const fileFactsSql = sql('fileFacts')`
  select
  (select count(*)::int from files
   where scan_state = 'infected' and scanned_at > :now::timestamptz - interval '30 days') as infected!,
  (select min(created_at) from files where scan_state = 'pending') as waiting_since`

const textCountsSql = sql('textCounts')`
  select
  coalesce((select count from text_message_counts where period = 'day' and starts_on = :day::date), 0) as day!,
  coalesce((select count from text_message_counts where period = 'month' and starts_on = :month::date), 0) as month!`

const patients = sql('patients')`
  select exists (select from people where rol = 'STANDART_ROLE' and status = 1 and not without_account) as exists!`

const migrated = sql('migrated')`select to_regclass('migrations') is not null as migrated!`

const brand = sql('brand')`
  select content ->> 'brand' as brand from clinic_parts where part = 'clinic' and state = 'published'`

export const facts = async (db: Queries): Promise<InstallationFacts> => {
  const [found] = await db.run(factsSql, {})
  const lastBackup = found?.last_backup ?? null
  return { sites: found?.sites ?? 0, lastBackup: lastBackup === null ? null : new Date(lastBackup) }
}

export const fileFacts = async (db: Queries, now: Date): Promise<FileFacts> => {
  const [found] = await db.run(fileFactsSql, { now })
  return { infected: found?.infected ?? 0, waitingSince: found?.waiting_since ?? null }
}

export const textCounts = async (db: Queries, day: Day, month: Day): Promise<TextCounts> =>
  (await db.run(textCountsSql, { day, month }))[0] ?? { day: 0, month: 0 }

export const hasPatients = async (tx: Queries) => (await tx.run(patients, {}))[0]?.exists === true

export const isMigrated = async (db: Queries): Promise<boolean> =>
  (await db.run(migrated, {}))[0]?.migrated === true

/** Returns the name of the published clinic; null before the first publication, and in the tables of an earlier version. */
export const publishedBrand = async (db: Queries): Promise<string | null> => {
  try {
    return (await db.run(brand, {}))[0]?.brand ?? null
  } catch (error) {
    if (isUndefinedTable(error)) return null
    throw error
  }
}

export const rememberBackup = (db: Database, record: BackupRecord) =>
  putInstallationValue(db, 'backup', record)
