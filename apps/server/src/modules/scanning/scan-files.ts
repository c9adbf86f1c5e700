import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { bySystem } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { findRow } from '../../platform/database/database.ts'
import { describeError } from '../../platform/logger.ts'
import { createQueue, type Queue } from '../../platform/queue/queue.ts'
import { passportSealer } from '../../platform/security/seal.ts'
import { type FileScanner, ScannerUnreachableError, type ScanOutcome } from '../../ports/file-scanner.ts'
import * as fileScans from '../uploads/write-file-scans.ts'
import { infectedFile } from './scanning.mails.ts'
import { fileKindLabels, pauseAfterRejection, pauseAfterSilence, staffMailbox } from './scanning.rules.ts'
import { findFileOwner } from './scanning.sql.ts'

type ClaimedFile = fileScans.ClaimedFile

/** Longer than the longest scan. */
const leaseMs = 300_000
const restMs = 15_000

async function readContent({ sealedFiles, config }: Context, file: ClaimedFile): Promise<Readable | null> {
  const content = await sealedFiles.read(file.key)
  if (content === null || file.encrypted === null) return content
  const clear = passportSealer(config.secrets).open(await buffer(content), file.key)
  return clear === null ? null : Readable.from([clear])
}

async function scan(ctx: Context, scanner: FileScanner, file: ClaimedFile): Promise<ScanOutcome> {
  try {
    const content = await readContent(ctx, file)
    if (content === null) return { result: 'rejected', reason: 'the file cannot be read' }
    return await scanner.scan(content)
  } catch (error) {
    if (error instanceof ScannerUnreachableError) throw error
    ctx.logger.warn(
      { file: file.id, ...describeError(error) },
      'an uploaded file could not be scanned: it stays pending and is scanned again later',
    )
    return { result: 'rejected', reason: 'the file cannot be read' }
  }
}

async function block(ctx: Context, file: ClaimedFile, signature: string): Promise<void> {
  const { db, auditLog, mail, clock, logger, settings, branding } = ctx
  await db.transaction(async (tx) => {
    if (!(await fileScans.judge(tx, file.id, { state: 'infected', detail: signature }, clock.now()))) return
    const owner = await findRow(tx, findFileOwner, { id: file.id })
    await auditLog.add(tx, {
      ...bySystem,
      action: 'files.block',
      patientId: owner?.patient_id ?? null,
      object: `file=${file.id}`,
      detail: { purpose: file.purpose, signature },
    })
    await mail.queue(tx, infectedFile, {
      recipient: staffMailbox(owner?.matter ?? null, settings.mailboxes, branding.supportEmail),
      person_id: null,
      data: { kind: fileKindLabels(file.purpose), file_id: file.id, signature },
    })
  })
  logger.warn({ file: file.id, purpose: file.purpose, signature }, 'infected file blocked')
}

async function storeOutcome(ctx: Context, file: ClaimedFile, outcome: ScanOutcome): Promise<void> {
  const { db, clock, logger } = ctx
  if (outcome.result === 'infected') return block(ctx, file, outcome.signature)
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

export function createScanQueue(ctx: Context, scanner: FileScanner): Queue {
  const { db, clock, logger } = ctx
  let isUnreachable = false

  function noteReachable(isReachable: boolean, cause?: unknown): void {
    if (isReachable === !isUnreachable) return
    isUnreachable = !isReachable
    if (isReachable) logger.info({}, 'the file scanner answers again')
    else
      logger.warn(
        describeError(cause),
        'the file scanner does not answer, so uploaded files stay pending: check clamd at SCANNER_URL',
      )
  }

  return createQueue<ClaimedFile>({
    name: 'scans',
    clock,
    logger,
    timing: { lease: leaseMs },
    rest: () => (isUnreachable ? restMs : 0),
    claim: async (_limit, until) => {
      // The scanner is checked first, so that an outage does not count as attempts of the files.
      if (isUnreachable && !(await scanner.isReachable())) return []
      const file =
        (await fileScans.claim(db, 'pending', clock.now(), until)) ??
        (await fileScans.claim(db, 'unscanned', clock.now(), until))
      return file === null ? [] : [file]
    },
    process: async (file) => {
      try {
        await storeOutcome(ctx, file, await scan(ctx, scanner, file))
        noteReachable(true)
      } catch (error) {
        if (!(error instanceof ScannerUnreachableError)) {
          await fileScans.release(db, file.id)
          throw error
        }
        const pause = pauseAfterSilence(file.scan_attempts + 1)
        await fileScans.postpone(db, file.id, 'no answer', new Date(clock.now().getTime() + pause))
        noteReachable(false, error)
      }
    },
  })
}
