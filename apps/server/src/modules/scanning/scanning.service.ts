/**
 * Quarantine of uploaded files: a scanner checks each file, and a file that was uploaded while a scanner is configured
 * is not served before it was found clean. Files from the time without a scanner are served, and checked later.
 */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@mi-portal/contract/api-error'
import type { Matter } from '@mi-portal/contract/desk'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { Sealer } from '../../platform/security/seal.ts'
import { type FileScanner, ScannerUnreachableError, type ScanOutcome } from '../../ports/file-scanner.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ClaimedFile } from '../uploads/write-file-scans.ts'
import * as fileScans from '../uploads/write-file-scans.ts'
import { infectedFile } from './scanning.mails.ts'
import { fileKindLabels, pauseAfterRejection, pauseAfterSilence, staffMailbox } from './scanning.rules.ts'
import * as scanningSql from './scanning.sql.ts'

type ScanningDependencies = {
  readonly db: Database
  /** The stored files in any scan state. */
  readonly files: FileStore
  /** Null if none is configured. */
  readonly scanner: FileScanner | null
  /** Decrypts the images of a passport. */
  readonly passports: Sealer
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
  /** Mailboxes of staff. */
  readonly mailboxes: Readonly<Record<Matter, string>>
  readonly branding: { readonly supportEmail: string }
}

/** Longer than the longest scan. After a crash another server scans the file. */
const claimMs = 300_000
/** Milliseconds between two attempts to reach a scanner that does not answer. */
const pauseMs = 15_000

export function createScanningService(dependencies: ScanningDependencies) {
  const { db, files, scanner, mail, audit, clock, logger } = dependencies
  let unreachableUntil = 0
  let isUnreachable = false

  async function contentOf(file: ClaimedFile): Promise<Readable | null> {
    const content = await files.read(file.key)
    if (content === null || file.encrypted === null) return content
    const clear = dependencies.passports.open(await buffer(content), file.key)
    return clear === null ? null : Readable.from([clear])
  }

  async function outcomeOf(active: FileScanner, file: ClaimedFile): Promise<ScanOutcome> {
    try {
      const content = await contentOf(file)
      if (content === null) return { result: 'rejected', reason: 'the file cannot be read' }
      return await active.scan(content)
    } catch (error) {
      if (error instanceof ScannerUnreachableError) throw error
      logger.warn(
        { file: file.id, ...describeError(error) },
        'an uploaded file could not be scanned: it stays pending and is scanned again later',
      )
      return { result: 'rejected', reason: 'the file cannot be read' }
    }
  }

  async function block(file: ClaimedFile, signature: string): Promise<void> {
    await db.transaction(async (tx) => {
      if (!(await fileScans.judge(tx, file.id, { state: 'infected', detail: signature }, clock.now()))) return
      const { patient_id, matter } = await scanningSql.owner(tx, file.id)
      await audit.add(tx, {
        actorId: null,
        actorRole: 'system',
        action: 'files.block',
        patientId: patient_id,
        object: `file=${file.id}`,
        origin: null,
        detail: { purpose: file.purpose, signature },
      })
      await mail.queue(tx, infectedFile, {
        recipient: staffMailbox(matter, dependencies.mailboxes, dependencies.branding.supportEmail),
        person_id: null,
        data: { kind: fileKindLabels(file.purpose), file_id: file.id, signature },
      })
    })
    mail.trigger()
    logger.warn({ file: file.id, purpose: file.purpose, signature }, 'infected file blocked')
  }

  async function record(file: ClaimedFile, outcome: ScanOutcome): Promise<void> {
    if (outcome.result === 'infected') return block(file, outcome.signature)
    if (outcome.result === 'clean') {
      await fileScans.judge(db, file.id, { state: 'clean', detail: null }, clock.now())
      return
    }
    const pause = pauseAfterRejection(file.scan_attempts + 1)
    await fileScans.postpone(db, file.id, outcome.reason, new Date(clock.now().getTime() + pause))
    logger.warn(
      { file: file.id, reason: outcome.reason },
      'the file scanner could not judge a file: it stays pending and is scanned again later',
    )
  }

  /** Claims the next file. Files in quarantine come before files from the time without a scanner. */
  async function claimNext(): Promise<ClaimedFile | null> {
    const now = clock.now()
    const until = new Date(now.getTime() + claimMs)
    return (
      (await fileScans.claim(db, 'pending', now, until)) ??
      (await fileScans.claim(db, 'unscanned', now, until))
    )
  }

  function noteReachable(reachable: boolean, cause?: unknown): void {
    if (!reachable) unreachableUntil = clock.now().getTime() + pauseMs
    if (reachable === !isUnreachable) return
    isUnreachable = !reachable
    if (reachable) logger.info({}, 'the file scanner answers again')
    else
      logger.warn(
        describeError(cause),
        'the file scanner does not answer, so uploaded files stay pending: check clamd at SCANNER_URL',
      )
  }

  return {
    /**
     * Returns a file store that serves no file in quarantine. Throws `fileBlocked` for an infected file, and
     * `fileBeingScanned` for one that waits for the configured scanner.
     */
    guard: (inner: FileStore): FileStore => ({
      put: (key, content) => inner.put(key, content),
      remove: (key) => inner.remove(key),
      read: async (key) => {
        const state = await scanningSql.stateOf(db, key)
        if (state === 'infected') throw new ApiError('fileBlocked')
        if (state === 'pending' && scanner !== null) throw new ApiError('fileBeingScanned')
        return inner.read(key)
      },
    }),

    /** Scans the file that has waited longest; returns false if none waits or the scanner does not answer. */
    scanNext: async (): Promise<boolean> => {
      if (scanner === null || clock.now().getTime() < unreachableUntil) return false
      // The scanner is checked first, so that an outage does not count as attempts of the files.
      if (isUnreachable && !(await scanner.isReachable())) {
        noteReachable(false)
        return false
      }
      const file = await claimNext()
      if (file === null) return false
      try {
        await record(file, await outcomeOf(scanner, file))
        noteReachable(true)
        return true
      } catch (error) {
        if (!(error instanceof ScannerUnreachableError)) {
          await fileScans.release(db, file.id)
          throw error
        }
        const pause = pauseAfterSilence(file.scan_attempts + 1)
        await fileScans.postpone(db, file.id, 'no answer', new Date(clock.now().getTime() + pause))
        noteReachable(false, error)
        return false
      }
    },

    /** Marks waiting files as not scanned if no scanner is configured, because nothing would check them. */
    releaseUnscanned: async (): Promise<number> => (scanner === null ? fileScans.releaseAll(db) : 0),

    counts: () => scanningSql.counts(db),
    /** Returns whether the scanner answers; null if none is configured. */
    isReachable: async (): Promise<boolean | null> => scanner?.isReachable() ?? null,
  }
}
