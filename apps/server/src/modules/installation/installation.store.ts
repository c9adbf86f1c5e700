import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { putInstallationValue } from '../../platform/database/installation-values.ts'
import { statement } from '../../platform/database/statement.ts'

/** What the database knows of the installation. */
export type InstallationFacts = {
  readonly sites: number
  readonly lastBackup: Date | null
}

/** What the scanner found in uploaded files. */
export type FileFacts = {
  /** Files found infected in the last 30 days. */
  readonly infected: number
  /** When the file was stored that has waited longest for the scanner; null if none waits. */
  readonly waitingSince: Date | null
}

/** How many text messages the installation has sent today and in this month. */
export type TextCounts = { readonly day: number; readonly month: number }

/** The record of the newest backup: amounts, and nothing about people. */
type BackupRecord = {
  readonly made_at: string
  readonly rows: number
  readonly files: number
  readonly bytes: number
}

const facts = statement<{ sites: number; last_backup: string | null }>(
  'installation.facts',
  `select (select count(*)::int from offices where retired_at is null) as sites,
     (select value ->> 'made_at' from installation where key = 'backup') as last_backup`,
)

const fileFacts = statement<{ infected: number; waiting_since: Date | null }, { now: Date }>(
  'installation.fileFacts',
  `select
     (select count(*)::int from files
      where scan_state = 'infected' and scanned_at > :now::timestamptz - interval '30 days') as infected,
     (select min(created_at) from files where scan_state = 'pending') as waiting_since`,
)

const textCounts = statement<{ day: number; month: number }, { day: string; month: string }>(
  'installation.textCounts',
  `select
     coalesce((select count from text_message_counts where period = 'day' and starts_on = :day::date), 0) as day,
     coalesce((select count from text_message_counts where period = 'month' and starts_on = :month::date), 0) as month`,
)

const registry = statement<{ filled: boolean }>(
  'installation.registry',
  'select exists (select from registry_people) as filled',
)

const patients = statement<{ exists: boolean }>(
  'installation.patients',
  `select exists (select from people where rol = 'STANDART_ROLE' and status = 1 and not without_account) as exists`,
)

const superAdmins = statement<{ id: number; email: string; greeting_name: string }>(
  'installation.superAdmins',
  `select p.id, p.email, greeting_name(p) as greeting_name from people p
   where p.rol = 'SUPER_ADMIN_ROLE' and is_open(p) and p.email is not null order by p.id`,
)

const migrated = statement<{ migrated: boolean }>(
  'installation.migrated',
  `select to_regclass('migrations') is not null as migrated`,
)

const brand = statement<{ brand: string | null }>(
  'installation.brand',
  `select content ->> 'brand' as brand from clinic_parts where part = 'clinic' and state = 'published'`,
)

/** Returns whether PostgreSQL says that a table does not exist: the database has not been migrated yet. */
function isUndefinedTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '42P01') || isUndefinedTable(error.cause)
}

export function createInstallationStore(db: Database) {
  return {
    facts: async (): Promise<InstallationFacts> => {
      const [found] = await db.run(facts, [])
      const lastBackup = found?.last_backup ?? null
      return { sites: found?.sites ?? 0, lastBackup: lastBackup === null ? null : new Date(lastBackup) }
    },
    fileFacts: async (now: Date): Promise<FileFacts> => {
      const [found] = await db.run(fileFacts, { now })
      return { infected: found?.infected ?? 0, waitingSince: found?.waiting_since ?? null }
    },
    /** Returns how many text messages were sent on a day and in a month, which its first day names. */
    textCounts: async (day: Day, month: Day): Promise<TextCounts> =>
      (await db.run(textCounts, { day, month }))[0] ?? { day: 0, month: 0 },
    /** Returns whether a patient has an account. */
    hasPatients: async (tx: Queries) => (await tx.run(patients, []))[0]?.exists === true,
    /** Returns the super administrators with a mailbox whose accounts are open. */
    superAdmins: (tx: Queries) => tx.run(superAdmins, []),
    /** Returns whether a server has used the database before. */
    isMigrated: async (): Promise<boolean> => (await db.run(migrated, []))[0]?.migrated === true,
    /** Returns the name of the published clinic; null before the first publication, and in the tables of an earlier version. */
    publishedBrand: async (): Promise<string | null> => {
      try {
        return (await db.run(brand, []))[0]?.brand ?? null
      } catch (error) {
        if (isUndefinedTable(error)) return null
        throw error
      }
    },
    /** Returns whether the embedded registry holds people; false also before the first migration. */
    hasRegistry: async (): Promise<boolean> => {
      try {
        return (await db.run(registry, []))[0]?.filled === true
      } catch (error) {
        if (isUndefinedTable(error)) return false
        throw error
      }
    },
    /** Records a finished backup, so that its age can be watched. */
    rememberBackup: (record: BackupRecord) => putInstallationValue(db, 'backup', record),
  }
}

export type InstallationStore = ReturnType<typeof createInstallationStore>
