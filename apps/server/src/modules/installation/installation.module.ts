import type { Platform } from '../../platform/composition/module.ts'
import type { ScanningService } from '../scanning/scanning.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { createInstallationService } from './installation.service.ts'
import { createInstallationStore } from './installation.store.ts'

type InstallationModuleDependencies = {
  readonly hasScanner: boolean
  /** Returns the clinical content that the clinic package has and nobody approved. */
  readonly unapproved: () => readonly string[]
  readonly scanning: ScanningService
  readonly uploads: UploadsService
  /** Returns the number of messages in the outbox and the oldest of them, by state. */
  readonly outboxDepth: () => Promise<
    readonly { readonly state: string; readonly messages: number; readonly oldest: Date }[]
  >
}

/** Describes the state of the installation, also for the metrics, which query it whenever they are requested. */
export function createInstallationModule(
  { config, db, clock, metrics }: Platform,
  { hasScanner, scanning, uploads, outboxDepth, unapproved }: InstallationModuleDependencies,
) {
  const installation = createInstallationService({
    store: createInstallationStore(db),
    hasScanner,
    config,
    clock,
    unapproved,
  })
  metrics?.watch({
    connections: () => db.state(),
    outbox: async () => {
      const now = clock.now().getTime()
      return (await outboxDepth()).map(({ state, messages, oldest }) => ({
        state,
        messages,
        oldestSeconds: (now - oldest.getTime()) / 1000,
      }))
    },
    backupAge: installation.backupAge,
    files: async () => ({ ...(await scanning.counts()), not_sealed: await uploads.countUnsealed() }),
    isScannerReachable: scanning.isReachable,
  })
  return { installation }
}
