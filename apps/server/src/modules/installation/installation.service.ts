import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { InstallationStore } from './installation.store.ts'
import {
  fileWarningsOf,
  type InstallationWarning,
  isProduction,
  warningsOf,
} from './settings-check.service.ts'

type InstallationDependencies = {
  readonly store: InstallationStore
  readonly config: Config
  /** Whether uploaded files are scanned. */
  readonly hasScanner: boolean
  readonly clock: Clock
  /** Returns the clinical content of the clinic package without an approval. */
  readonly unapproved: () => readonly string[]
}

export function createInstallationService({
  store,
  config,
  hasScanner,
  clock,
  unapproved,
}: InstallationDependencies) {
  return {
    /** Returns what this installation still lacks for patients to rely on it. */
    warnings: async (): Promise<InstallationWarning[]> => [
      ...(isProduction(config)
        ? warningsOf(config, { ...(await store.facts()), unapproved: unapproved() }, clock.now())
        : []),
      ...(hasScanner ? fileWarningsOf(await store.fileFacts(clock.now()), clock.now()) : []),
    ],
    /** Returns the seconds since the last recorded backup; null if no backup is recorded. */
    backupAge: async (): Promise<number | null> => {
      const { lastBackup } = await store.facts()
      return lastBackup === null ? null : (clock.now().getTime() - lastBackup.getTime()) / 1000
    },
  }
}

export type InstallationService = ReturnType<typeof createInstallationService>
