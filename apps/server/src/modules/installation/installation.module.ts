import type { Platform } from '../../platform/composition/module.ts'
import type { PublishedState } from '../../ports/clinic.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { ScanningService } from '../scanning/scanning.service.ts'
import type { UploadsService } from '../uploads/uploads.service.ts'
import { createInstallationService } from './installation.service.ts'
import { createInstallationStore } from './installation.store.ts'

type InstallationModuleDependencies = {
  /** Null if uploaded files are not scanned. */
  readonly scanner: FileScanner | null
  readonly clinic: Pick<PublishedState, 'readiness'>
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
  { scanner, clinic, scanning, uploads, outboxDepth }: InstallationModuleDependencies,
) {
  const installation = createInstallationService({
    store: createInstallationStore(db),
    hasScanner: scanner !== null,
    config,
    clock,
    unapproved: () => clinic.readiness().unapproved,
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
