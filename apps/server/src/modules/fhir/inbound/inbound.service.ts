/**
 * Takes what a clinic's own system hands over: a transaction, all of it or nothing. What is told is known by the sender's
 * name for it, so the same transaction again changes nothing, whoever sends it at the same moment.
 */
import { setImmediate } from 'node:timers/promises'
import { Failure, type Fault } from '@mi-portal/contract/failure'
import { inboundBundle, mostEntries } from '@mi-portal/contract/fhir-inbound'
import * as z from 'zod/mini'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Origin, Service } from '../../../platform/http/actor.ts'
import { newFileKey } from '../../../platform/security/file-key.ts'
import type { FileStore } from '../../../ports/files.ts'
import {
  expressionOf,
  type FindTarget,
  faultAt,
  type Item,
  itemsOf,
  keyText,
  targetFinder,
} from '../inbound.rules.ts'
import type { InboundStore, StoredFile } from './inbound.store.ts'
import { type AnalyteOf, type Outcome, Receiving, Refused } from './receiving.service.ts'

type InboundParts = {
  readonly db: Database
  readonly store: InboundStore
  readonly files: FileStore
  readonly audit: Audit
  readonly clock: Clock
  readonly analyteOf: AnalyteOf
  /** After new results were stored. */
  readonly onResults: () => Promise<unknown>
  readonly logger: { readonly warn: (told: object, text: string) => void }
}

const maxPaper = 15 * 1024 * 1024
/** As many faults of the form are named; whoever has more has one kind of them. */
const mostFaults = 100
/** Base 64 is read in pieces of this many characters: a paper is long, and others are answered in between. */
const pieceLength = 1024 * 1024

/** The bytes of a PDF in base 64, or null where it is none. */
async function pdfOf(data: string): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let rest = ''
  for (let at = 0; at < data.length; at += pieceLength) {
    const piece = rest + data.slice(at, at + pieceLength).replace(/\s+/g, '')
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(piece)) return null
    const whole = piece.length - (piece.length % 4)
    pieces.push(Buffer.from(piece.slice(0, whole), 'base64'))
    rest = piece.slice(whole)
    await setImmediate()
  }
  const bytes = Buffer.concat([...pieces, Buffer.from(rest, 'base64')])
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : null
}

/** Where each fault of the form stands, as FHIR names elements. */
function formFaults(issues: readonly z.core.$ZodIssue[]): Fault[] {
  return issues.slice(0, mostFaults).map(({ path, message }) => ({
    msg: message === 'Invalid input' ? 'Valor inválido' : message,
    param: path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      'Bundle',
    ),
  }))
}

function attachmentOf({ resource }: Item) {
  if (resource.resourceType === 'DocumentReference')
    return { attachment: resource.content[0]?.attachment, element: 'resource.content[0].attachment' }
  if (resource.resourceType === 'DiagnosticReport')
    return { attachment: resource.presentedForm?.[0], element: 'resource.presentedForm[0]' }
  return null
}

/** The paper that an entry brings, or what is wrong with it; null where it brings none. */
async function paperOf(item: Item, find: FindTarget) {
  const { attachment, element } = attachmentOf(item) ?? {}
  if (attachment === undefined || element === undefined) return null
  const target = find({ reference: attachment.url })
  const binary = target?.kind === 'entry' ? target.item.resource : null
  const data = attachment.data ?? (binary?.resourceType === 'Binary' ? binary.data : undefined)
  const bytes = data === undefined ? null : await pdfOf(data)
  const name = `${(attachment.title ?? 'examen').replace(/\.pdf$/i, '')}.pdf`
  if (bytes !== null && bytes.length <= maxPaper) return { at: item.at, name, bytes, fault: null }
  const msg = 'Debe ser un PDF en base64 de hasta 15 MB, en data o en un Binary de la transacción'
  return { at: item.at, name, bytes: null, fault: faultAt(item.at, element, msg) }
}

export function inboundService(parts: InboundParts) {
  const { db, store, files, audit, clock, analyteOf, onResults, logger } = parts

  /** The papers of a transaction lie in the file store before it begins; what fails leaves them to the job that tidies. */
  async function storePapers(
    items: readonly Item[],
    find: FindTarget,
  ): Promise<ReadonlyMap<number, StoredFile>> {
    const read: NonNullable<Awaited<ReturnType<typeof paperOf>>>[] = []
    for (const item of items) {
      const paper = await paperOf(item, find)
      if (paper !== null) read.push(paper)
    }
    const faults = read.flatMap(({ fault }) => fault ?? [])
    if (faults.length > 0) throw new Refused(faults)
    const stored = new Map<number, StoredFile>()
    for (const { at, bytes, name } of read) {
      if (bytes === null) continue
      const key = newFileKey()
      await store.announceFile(key, clock.now())
      stored.set(at, { key, name, ...(await files.put(key, bytes)) })
    }
    return stored
  }

  function answered(item: Item, outcome: Outcome | undefined) {
    // A Binary is part of its document and has no name of its own.
    if (outcome === undefined) return { response: { status: '201 Created' } }
    const { source, position, state, told } = outcome
    const { resourceType } = item.resource
    const id = resourceType === 'Observation' ? `${source.target_id}-${position}` : source.target_id
    const isKept = source.target_id !== null && (resourceType !== 'Observation' || position !== null)
    return {
      response: {
        status: state === 'created' ? '201 Created' : '200 OK',
        ...(isKept ? { location: `${resourceType}/${id}` } : {}),
        etag: `W/"${source.version}"`,
        lastModified: clock.now().toISOString(),
        ...(told === undefined
          ? {}
          : {
              outcome: {
                resourceType: 'OperationOutcome',
                issue: [{ severity: 'information', code: 'informational', diagnostics: told }],
              },
            }),
      },
    }
  }

  async function take(given: unknown, service: Service, origin: Origin) {
    // Before each is looked at: a hundred thousand entries that are none have as many faults.
    const { entry } = (given ?? {}) as { entry?: unknown }
    if (Array.isArray(entry) && entry.length > mostEntries)
      throw new Refused([{ msg: `Máximo ${mostEntries} entradas`, param: 'Bundle.entry' }])
    const read = z.safeParse(inboundBundle, given)
    if (!read.success) throw new Refused(formFaults(read.error.issues))
    const { items, faults, forbidden } = itemsOf(read.data.entry, service.scopes)
    if (forbidden.length > 0) throw new Failure('forbidden', { faults: forbidden })
    if (faults.length > 0) throw new Refused(faults)
    const find = targetFinder(items)
    const papers = await storePapers(items, find)
    const keys = items.flatMap(({ key }) => (key === null ? [] : [key]))
    const { entries, anyNew } = await db.transaction(async (tx) => {
      const rows = await store.lock(tx, keys, service.id, clock.now())
      const sources = new Map(rows.map((row) => [keyText(row), row]))
      const now = clock.now()
      const receiving = new Receiving({
        tx,
        store,
        audit,
        analyteOf,
        service,
        origin,
        now,
        find,
        sources,
        papers,
      })
      const found = await receiving.all(items)
      return { anyNew: found, entries: items.map((item) => answered(item, receiving.outcomeOf(item))) }
    })
    // What is told of now would be told of within a minute by the job.
    if (anyNew) await onResults().catch((error: unknown) => logger.warn({ error: String(error) }, 'arrivals'))
    return { resourceType: 'Bundle', type: 'transaction-response', entry: entries }
  }

  return {
    /** All entries, or a refusal that names each one at fault. */
    receive: async (given: unknown, service: Service, origin: Origin) => {
      try {
        return await take(given, service, origin)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const faults =
          error.faults.length > 0 ? error.faults : [{ msg: 'Transacción inválida', param: expressionOf(0) }]
        throw new Failure(error.isConflict ? 'inboundConflict' : 'invalid', { faults })
      }
    },
  }
}

export type InboundService = ReturnType<typeof inboundService>
