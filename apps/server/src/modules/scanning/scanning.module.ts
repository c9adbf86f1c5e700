import type { Platform } from '../../platform/composition/module.ts'
import { createQueueWorker } from '../../platform/queue-worker.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import type { FileScanner } from '../../ports/file-scanner.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { scanningSamples } from './scanning.mails.ts'
import { firstScanState } from './scanning.rules.ts'
import { scanningService } from './scanning.service.ts'
import { scanningStore } from './scanning.store.ts'

type ScanningModuleDependencies = {
  readonly files: FileStore
  /** Null if uploaded files are not scanned. */
  readonly scanner: FileScanner | null
  readonly mail: MailQueue
}

export function scanningModule(
  { config, db, audit, clock, logger }: Platform,
  { files, scanner, mail }: ScanningModuleDependencies,
) {
  const scanning = scanningService({
    db,
    store: scanningStore(db),
    files,
    scanner,
    passports: passportSealer(config.secrets),
    mail,
    audit,
    clock,
    logger,
    mailboxes: config,
  })
  return {
    scanning,
    /** The file store of all modules. It blocks infected files. */
    files: scanning.guard(files),
    firstScanState: firstScanState(scanner !== null),
    worker: createQueueWorker({
      runNext: scanning.scanNext,
      logger,
      failed: 'the queue of the file scanner could not be read: it is read again in a few seconds',
    }),
    mailSamples: scanningSamples,
  }
}
