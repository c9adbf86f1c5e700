import type { Matter } from '@mi-portal/contract/desk'
import type { Platform } from '../../platform/composition/module.ts'
import { createQueueWorker } from '../../platform/queue-worker.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { scanningSamples } from './scanning.mails.ts'
import { createScanningService } from './scanning.service.ts'

type ScanningModuleDependencies = {
  /** The file store, which encrypts files. It also serves files that are not scanned yet, or are infected. */
  readonly sealed: FileStore
  /** Null if uploaded files are not scanned. */
  readonly scanner: FileScanner | null
  readonly mail: MailQueue
  /** The mailboxes of the departments. */
  readonly mailboxes: Readonly<Record<Matter, string>>
}

export function createScanningModule(
  { config, branding, db, audit, clock, logger }: Platform,
  { sealed, scanner, mail, mailboxes }: ScanningModuleDependencies,
) {
  const scanning = createScanningService({
    db,
    files: sealed,
    scanner,
    passports: passportSealer(config.secrets),
    mail,
    audit,
    clock,
    logger,
    mailboxes,
    branding,
  })
  return {
    scanning,
    /** The file store of all modules. It blocks infected files. */
    files: scanning.guard(sealed),
    scanWorker: createQueueWorker({
      runNext: scanning.scanNext,
      logger,
      failed: 'the queue of the file scanner could not be read: it is read again in a few seconds',
    }),
    mailSamples: scanningSamples,
  }
}
