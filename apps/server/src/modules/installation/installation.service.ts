import { dayOf, firstOfMonth } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { IdentityModeService } from './identity-mode.service.ts'
import * as installationSql from './installation.sql.ts'
import {
  fileWarningsOf,
  type InstallationWarning,
  isProduction,
  missingOf,
  textWarningsOf,
} from './settings-check.service.ts'

type InstallationDependencies = {
  readonly db: Database
  readonly config: Config
  readonly identityMode: IdentityModeService
  /** Whether uploaded files are scanned. */
  readonly hasScanner: boolean
  readonly clock: Clock
  /** Returns the clinical content of the clinic package without an approval. */
  readonly unapproved: () => readonly string[]
  /** Returns how many approved texts of the clinic package are not shown any more because their review is overdue. */
  readonly countOverdueTexts: () => number
}

export function createInstallationService({
  db,
  config,
  identityMode,
  hasScanner,
  clock,
  unapproved,
  countOverdueTexts,
}: InstallationDependencies) {
  const isLocalDemonstration = config.demo && !isProduction(config)

  async function findMissing(isEncrypted: boolean | null): Promise<InstallationWarning[]> {
    const [facts, identity] = await Promise.all([installationSql.facts(db), identityMode.readFacts()])
    const content = { unapproved: unapproved(), overdueTexts: countOverdueTexts() }
    return missingOf(config, { ...facts, ...content, identity, isEncrypted }, clock.now())
  }

  const findFileWarnings = async () =>
    hasScanner ? fileWarningsOf(await installationSql.fileFacts(db, clock.now()), clock.now()) : []

  async function findTextWarnings(): Promise<InstallationWarning[]> {
    if (config.textMessages === null) return []
    const today = dayOf(clock.now())
    const counts = await installationSql.textCounts(db, today, firstOfMonth(today))
    return textWarningsOf(counts, config.textMessages.limits)
  }

  return {
    /** Returns what this installation lacks, for operators. A demonstration on its own machine lacks nothing. */
    warnings: async (): Promise<InstallationWarning[]> => [
      ...(isLocalDemonstration ? [] : await findMissing(null)),
      ...(await findFileWarnings()),
      ...(await findTextWarnings()),
    ],

    /**
     * Returns what this installation still lacks for patients to rely on it, for staff. A demonstration on its own machine lacks nothing.
     * `isEncrypted`: whether the request that asks arrived over https.
     */
    missing: async (isEncrypted: boolean) => {
      const missing = isLocalDemonstration ? [] : await findMissing(isEncrypted)
      const warnings = [...missing, ...(await findFileWarnings()), ...(await findTextWarnings())]
      return warnings.map(({ code, text, remedy }) => ({
        code,
        text,
        remedy,
      }))
    },

    /** Returns when the last recorded backup was made; null without one. */
    lastBackup: async (): Promise<Date | null> => (await installationSql.facts(db)).lastBackup,

    /** Returns the seconds since the last recorded backup; null if no backup is recorded. */
    backupAge: async (): Promise<number | null> => {
      const { lastBackup } = await installationSql.facts(db)
      return lastBackup === null ? null : (clock.now().getTime() - lastBackup.getTime()) / 1000
    },
  }
}

export type InstallationService = ReturnType<typeof createInstallationService>
