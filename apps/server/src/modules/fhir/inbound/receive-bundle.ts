/**
 * Receives transactions from a clinic's own system, each as a whole or not at all. Objects are recognised by the
 * sender's identifier, so a repeated transaction changes nothing, also in concurrent calls.
 */

import { setImmediate } from 'node:timers/promises'
import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import { fhirEndpoints } from '@mi-portal/contract/fhir/fhir'
import { inboundBundle, mostEntries } from '@mi-portal/contract/fhir/fhir-inbound'
import * as z from 'zod/mini'
import type { CallContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Service } from '../../../platform/http/actor.ts'
import { readFhir } from '../../../platform/http/bodies.ts'
import { findPdfProblem } from '../../../platform/pdf/pdf-problem.ts'
import type { PdfProblem } from '../../../platform/pdf/pdf-reader.ts'
import { newFileKey } from '../../../platform/security/file-key.ts'
import { announceResults } from '../../exams/announce-results.ts'
import { sendResource } from '../reading/read-resources.ts'
import { observationId } from '../results.rules.ts'
import { insertSources, lockSources, type Source } from './inbound.sql.ts'
import { findAttachedPdf } from './received-exam.rules.ts'
import {
  mayOverride,
  type Outcome,
  RejectedTransaction,
  type StoredDocument,
} from './receiving/entry-state.ts'
import { receiveEntries } from './receiving/receive-entries.ts'
import {
  type FindTarget,
  type Item,
  issueAt,
  keyText,
  readEntries,
  targetFinder,
  toExpression,
} from './transaction.rules.ts'

type ServiceContext = CallContext & { readonly service: Service }

const maxPaper = 15 * 1024 * 1024

const pdfProblems: Readonly<Record<PdfProblem, string>> = {
  locked: 'El PDF tiene clave: envíalo sin clave',
  empty: 'El PDF no tiene páginas',
  damaged: 'El PDF está dañado o incompleto',
}
const maxErrors = 100
/** Base 64 is decoded in pieces of this many characters. Documents are long, and other requests are answered between two pieces. */
const pieceLength = 1024 * 1024

async function decodePdf(data: string): Promise<Buffer | null> {
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

function listFormErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  return issues.slice(0, maxErrors).map(({ path, message }) => ({
    msg: message === 'Invalid input' ? 'Valor inválido' : message,
    param: path.reduce<string>(
      (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${String(part)}`),
      'Bundle',
    ),
  }))
}

function findAttachment({ resource }: Item) {
  if (resource.resourceType === 'DocumentReference')
    // The bytes of a withdrawn document are neither required nor stored.
    return resource.status === 'current'
      ? { attachment: resource.content[0]?.attachment, element: 'resource.content[0].attachment' }
      : null
  if (resource.resourceType === 'DiagnosticReport') return findAttachedPdf(resource) ?? null
  return null
}

async function readPaper(item: Item, find: FindTarget) {
  const { attachment, element } = findAttachment(item) ?? {}
  if (attachment === undefined || element === undefined) return null
  const target = find({ reference: attachment.url })
  const binary = target?.kind === 'entry' ? target.item.resource : null
  const data = attachment.data ?? (binary?.resourceType === 'Binary' ? binary.data : undefined)
  const bytes = data === undefined ? null : await decodePdf(data)
  const name = `${(attachment.title ?? 'examen').replace(/\.pdf$/i, '')}.pdf`
  const rejected = (msg: string) => ({
    at: item.at,
    name,
    bytes: null,
    issue: issueAt(item.at, element, msg),
  })
  if (bytes === null || bytes.length > maxPaper)
    return rejected('Debe ser un PDF en base64 de hasta 15 MB, en data o en un Binary de la transacción')
  const problem = await findPdfProblem(bytes)
  return problem === null ? { at: item.at, name, bytes, issue: null } : rejected(pdfProblems[problem])
}

function findForeignSystems(items: readonly Item[], { identifierSystems }: Service): FieldError[] {
  if (identifierSystems.length === 0) return []
  return items.flatMap(({ at, key }) =>
    key === null || identifierSystems.includes(key.system)
      ? []
      : [issueAt(at, 'request.url', 'Esta cuenta de servicio no puede usar este sistema de identificadores')],
  )
}

function findForeignSources(
  items: readonly Item[],
  sources: ReadonlyMap<string, Source>,
  service: Service,
): FieldError[] {
  if (mayOverride(service)) return []
  return items.flatMap(({ at, key }) => {
    const source = key === null ? undefined : sources.get(keyText(key))
    return source === undefined || source.account_id === service.id
      ? []
      : [issueAt(at, 'request.url', 'Este identificador es de otra cuenta de servicio')]
  })
}

/** Stores the documents of a transaction before it begins. After a failure the job of abandoned files removes them. */
async function storePapers(
  { db, clock, files, fileRecords }: Context,
  items: readonly Item[],
  find: FindTarget,
): Promise<ReadonlyMap<number, StoredDocument>> {
  const read: NonNullable<Awaited<ReturnType<typeof readPaper>>>[] = []
  for (const item of items) {
    const paper = await readPaper(item, find)
    if (paper !== null) read.push(paper)
  }
  const issues = read.flatMap(({ issue }) => issue ?? [])
  if (issues.length > 0) throw new RejectedTransaction(issues)
  const stored = new Map<number, StoredDocument>()
  for (const { at, bytes, name } of read) {
    if (bytes === null) continue
    const key = newFileKey()
    await fileRecords.announce(key, clock.now(), db.withLongLimits)
    stored.set(at, { key, name, ...(await files.put(key, bytes)) })
  }
  return stored
}

function toResponse({ clock }: Context, item: Item, outcome: Outcome | undefined) {
  // A Binary is part of its document and has no name of its own.
  if (outcome === undefined) return { response: { status: '201 Created' } }
  const { source, position, state, message } = outcome
  const { resourceType } = item.resource
  const id =
    resourceType === 'Observation'
      ? observationId(Number(source.target_id), position, source.id)
      : source.target_id
  return {
    response: {
      status: state === 'created' ? '201 Created' : '200 OK',
      ...(source.target_id !== null ? { location: `${resourceType}/${id}` } : {}),
      etag: `W/"${source.version}"`,
      lastModified: clock.now().toISOString(),
      ...(message === undefined
        ? {}
        : {
            outcome: {
              resourceType: 'OperationOutcome',
              issue: [{ severity: 'information', code: 'informational', diagnostics: message }],
            },
          }),
    },
  }
}

function readItems(given: unknown, service: Service): readonly Item[] {
  // Checked before the entries are validated, because a hundred thousand invalid entries would have as many errors.
  const { entry } = (given ?? {}) as { entry?: unknown }
  if (Array.isArray(entry) && entry.length > mostEntries)
    throw new RejectedTransaction([{ msg: `Máximo ${mostEntries} entradas`, param: 'Bundle.entry' }])
  const read = z.safeParse(inboundBundle, given)
  if (!read.success) throw new RejectedTransaction(listFormErrors(read.error.issues))
  const { items, fieldErrors: issues, forbidden } = readEntries(read.data.entry, service.scopes)
  forbidden.push(...findForeignSystems(items, service))
  if (forbidden.length > 0) throw new ApiError('forbidden', { fieldErrors: forbidden })
  if (issues.length > 0) throw new RejectedTransaction(issues)
  return items
}

async function lockNames(
  { clock, service }: ServiceContext,
  tx: Queries,
  items: readonly Item[],
): Promise<ReadonlyMap<string, Source>> {
  const keys = items.flatMap(({ key }) => key ?? [])
  const names = {
    types: keys.map(({ type }) => type),
    systems: keys.map(({ system }) => system),
    names: keys.map(({ value }) => value),
  }
  await tx.run(insertSources, { ...names, account_id: service.id, now: clock.now() })
  return new Map((await tx.run(lockSources, names)).map((row) => [keyText(row), row]))
}

async function importBundle(ctx: ServiceContext, given: unknown) {
  const { db, clock, service } = ctx
  const items = readItems(given, service)
  const find = targetFinder(items)
  const papers = await storePapers(ctx, items, find)
  const { entries, hasNewResults } = await db.withLongLimits.transaction(async (tx) => {
    const sources = await lockNames(ctx, tx, items)
    const foreign = findForeignSources(items, sources, service)
    if (foreign.length > 0) throw new ApiError('forbidden', { fieldErrors: foreign })
    const transaction = { ...ctx, tx, now: clock.now(), find, sources, papers }
    const { hasNewResults, outcomes } = await receiveEntries(transaction, items)
    return { hasNewResults, entries: items.map((item) => toResponse(ctx, item, outcomes.get(item.at))) }
  })
  // Announced at once; otherwise the job would do it within a minute.
  if (hasNewResults)
    await announceResults(ctx).catch((error: unknown) =>
      ctx.logger.warn(
        { error: String(error) },
        'imported results could not be announced yet: the job announces them',
      ),
    )
  return { resourceType: 'Bundle', type: 'transaction-response', entry: entries }
}

export const receiveBundle = operation(fhirEndpoints.transaction, async (ctx, { request, reply }) => {
  const given = await readFhir(request)
  try {
    return sendResource(reply, await importBundle(ctx, given))
  } catch (error) {
    if (!(error instanceof RejectedTransaction)) throw error
    const issues =
      error.fieldErrors.length > 0
        ? error.fieldErrors
        : [{ msg: 'Transacción inválida', param: toExpression(0) }]
    throw new ApiError(error.isConflict ? 'inboundConflict' : 'invalid', { fieldErrors: issues })
  }
})
