/** What is known of the entries of one transaction while they are stored: their sources, outcomes and patients. */

import { createHash } from 'node:crypto'
import type { FieldError } from '@mi-portal/contract/api-error'
import type { InboundReference } from '@mi-portal/contract/fhir-inbound'
import type { Audit } from '../../../../platform/audit.ts'
import type { Context } from '../../../../platform/context/context.ts'
import type { Database, Queries } from '../../../../platform/database/database.ts'
import type { Origin, Service } from '../../../../platform/http/actor.ts'
import type { GetReservedGroup } from '../../../../ports/clinical-archive.ts'
import type { ExamStorage } from '../../../../ports/exam-storage.ts'
import type { NewFile } from '../../../../ports/file-records.ts'
import type { NotificationsService } from '../../../notifications/notifications.service.ts'
import { documentOf, sentElements } from '../elements.rules.ts'
import type { Source } from '../inbound.sql.ts'
import * as inboundSql from '../inbound.sql.ts'
import { comparableText, type FindTarget, type Item, issueAt, keyText } from '../transaction.rules.ts'

/** A measure as the portal's catalogue names it. */
type Analyte = { readonly code: string; readonly name: string }

/** Finds a measure by one of its codes, LOINC included. */
export type AnalyteOf = (codes: readonly string[]) => Promise<Analyte | null>

export type Outcome = {
  readonly source: Source
  readonly position: number | null
  readonly state: 'created' | 'changed' | 'same'
  /** What the answer says to the sender; absent if nothing has to be said. */
  readonly message?: string
}

/** An error that rejects a transaction as a whole. */
export class RejectedTransaction extends Error {
  readonly fieldErrors: readonly FieldError[]
  readonly isConflict: boolean
  constructor(issues: readonly FieldError[], isConflict = false) {
    super('the transaction was rejected')
    this.fieldErrors = issues
    this.isConflict = isConflict
  }
}

/** Returns whether an account may change what other accounts sent. */
export function mayOverride({ scopes }: Service): boolean {
  return scopes.includes('system/*.override')
}

/** An appointment that a sender cancelled or moved. */
type ReceivedChange = {
  readonly patient_id: number
  readonly kind: 'cancelled' | 'moved'
  readonly old_starts_at: Date
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  readonly modality: string
  readonly reserved_group: string | null
}

/** A document whose bytes are stored. */
export type StoredDocument = Pick<NewFile, 'key' | 'name' | 'bytes' | 'sha256'>

export type ReceivingDependencies = {
  readonly tx: Queries
  readonly db: Database
  readonly examStorage: ExamStorage
  readonly ctx: Context
  readonly notifications: Pick<NotificationsService, 'moveToExam'>
  /** Stores a cancelled or moved appointment, of which the patient is notified soon. */
  readonly announceChange: (tx: Queries, change: ReceivedChange, now: Date) => Promise<void>
  /** Ends the shares of exams that a report replaces. */
  readonly endSharesOfExams: (tx: Queries, examIds: readonly number[], now: Date) => Promise<void>
  readonly audit: Audit
  readonly analyteOf: AnalyteOf
  readonly getReservedGroup: GetReservedGroup
  readonly service: Service
  readonly origin: Origin
  readonly now: Date
  readonly find: FindTarget
  /** The stored sources by name, locked. */
  readonly sources: ReadonlyMap<string, Source>
  /** Stored documents by the position of their entry. */
  readonly papers: ReadonlyMap<number, StoredDocument>
}

/** A transaction while its entries are stored. */
export type Receiving = ReceivingDependencies & {
  /** The outcomes by the position of their entry. */
  readonly outcomes: Map<number, Outcome>
  /** People and exams by the position of their entry. */
  readonly targets: Map<number, number>
}

/** The confidentiality group of data that their sender labelled as confidential. */
export const labelGroup = 'ETIQUETA'

export function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest()
}

export function getSource(receiving: Receiving, item: Item): Source {
  const source = item.key === null ? undefined : receiving.sources.get(keyText(item.key))
  if (source === undefined) throw new Error('inbound: the source of an entry was not locked')
  return source
}

export function hashEntry(receiving: Receiving, item: Item): Buffer {
  return sha256(comparableText(item.resource, receiving.find, (data) => sha256(data).toString('hex')))
}

export function isSame(source: Source, digest: Buffer): boolean {
  return source.version > 0 && source.digest !== null && digest.equals(Buffer.from(source.digest))
}

/** Returns the sources of the members of a panel. */
function findMemberSources(receiving: Receiving, { resource }: Item): number[] {
  const members = resource.resourceType === 'Observation' ? (resource.hasMember ?? []) : []
  return members.flatMap((reference) => {
    const target = receiving.find(reference)
    return target?.kind === 'entry' ? [getSource(receiving, target.item).id] : []
  })
}

export async function recordOutcome(
  receiving: Receiving,
  item: Item,
  target: {
    patient_id: number
    target_id: number | null
    position?: number
    told_state?: string
    digest: Buffer
  },
  text?: string,
  withdrawn?: readonly { readonly exam_id: number; readonly sha256: string }[],
): Promise<void> {
  const source = getSource(receiving, item)
  const sent = sentElements(item.resource, findMemberSources(receiving, item))
  await inboundSql.storeTarget(receiving.tx, source.id, { ...target, sent }, receiving.now)
  const state = source.version === 0 ? 'created' : 'changed'
  receiving.outcomes.set(item.at, {
    source: { ...source, ...target, told_state: target.told_state ?? null, version: source.version + 1 },
    position: target.position ?? null,
    state,
    ...(text === undefined ? {} : { message: text }),
  })
  await receiving.audit.add(receiving.tx, {
    actorId: null,
    actorRole: 'service',
    action: withdrawn === undefined ? 'fhir.handedOver' : 'fhir.documentWithdrawn',
    patientId: target.patient_id,
    object: `account=${receiving.service.id} ${item.resource.resourceType}=${target.target_id ?? withdrawn?.[0]?.exam_id ?? '-'}`,
    ...(withdrawn === undefined ? {} : { detail: { version: source.version + 1, withdrawn } }),
    origin: receiving.origin,
  })
}

export function recordUnchanged(receiving: Receiving, item: Item, source: Source, text?: string): void {
  receiving.outcomes.set(item.at, {
    source,
    position: source.position,
    state: 'same',
    ...(text === undefined ? {} : { message: text }),
  })
}

async function findPatient(
  receiving: Receiving,
  reference: InboundReference | undefined,
): Promise<number | null> {
  const target = receiving.find(reference)
  if (target?.kind === 'entry') return receiving.targets.get(target.item.at) ?? null
  if (target?.kind === 'source')
    return target.key.type === 'Patient'
      ? ((await inboundSql.known(receiving.tx, target.key))?.patient_id ?? null)
      : null
  if (target?.kind === 'own')
    return target.type === 'Patient' && (await inboundSql.isPatient(receiving.tx, target.id))
      ? target.id
      : null
  const document = reference?.identifier === undefined ? null : documentOf([reference.identifier])
  const person = document && (await inboundSql.person(receiving.tx, document))
  return person !== null && person !== 'several' && person.rol === 'STANDART_ROLE' ? person.id : null
}

/** Returns the patient of an entry. Data sent for one patient never become another's. */
export async function findOwner(
  receiving: Receiving,
  item: Item,
  reference: InboundReference | undefined,
  element: string,
) {
  const patientId = await findPatient(receiving, reference)
  if (patientId === null)
    throw new RejectedTransaction([
      issueAt(item.at, element, 'No conocemos a este paciente: envíalo en la misma transacción o antes'),
    ])
  const before = getSource(receiving, item).patient_id
  if (before !== null && before !== patientId)
    throw new RejectedTransaction(
      [issueAt(item.at, element, 'Este identificador ya es de otro paciente')],
      true,
    )
  return patientId
}
