import type { chooseAdapters } from '../adapters/choose.ts'
import type { createClinicSettings } from '../modules/clinic/branding/live-settings.ts'
import type { Platform } from '../platform/composition/module.ts'
import type { createModuleList } from '../platform/composition/module-list.ts'
import type { PublishedClinic } from '../ports/clinic.ts'
import type { SealedFileStore } from '../ports/files.ts'

/** What the server opens before its modules. Every group of modules is composed with it. */
export type ServerParts = {
  readonly platform: Platform
  /** Adds a module to the server. Returns the module for its services. */
  readonly add: ReturnType<typeof createModuleList>['add']
  readonly mailSamples: ReturnType<typeof createModuleList>['mailSamples']
  readonly adapters: ReturnType<typeof chooseAdapters>
  readonly clinic: PublishedClinic
  /** Views of the published clinic. Their values follow each publication. */
  readonly settings: ReturnType<typeof createClinicSettings>
  /** The file store, which encrypts files. It also serves files that are not scanned yet, or are infected. */
  readonly sealed: SealedFileStore
  /** Milliseconds between two heartbeats of open event streams. */
  readonly heartbeatMs: number
}
