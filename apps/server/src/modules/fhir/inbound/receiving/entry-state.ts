import { createHash } from 'node:crypto'
import type { FieldError } from '@mi-portal/contract/calls/api-error'
import type { InboundReference } from '@mi-portal/contract/fhir/fhir-inbound'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import type { CallContext } from '../../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../../platform/database/database.ts'
import type { Service } from '../../../../platform/http/actor.ts'
import type { NewFile } from '../../../../ports/file-records.ts'
import { type Document, findDocument, sentElements } from '../elements.rules.ts'
import {
  findKnownSource,
  findPatientById,
  listPeople,
  type Source,
  type StoredPerson,
  updateSource,
} from '../inbound.sql.ts'
import { comparableText, type FindTarget, type Item, issueAt, keyText } from '../transaction.rules.ts'

export const otherPatientsIdentifier = 'Este identificador ya es de otro paciente'

export type Outcome = {
  readonly source: Source
  readonly position: number | null
  readonly state: 'created' | 'changed' | 'same'
  readonly message?: string
}

export class RejectedTransaction extends Error {
  readonly fieldErrors: readonly FieldError[]
  readonly isConflict: boolean
  constructor(issues: readonly FieldError[], isConflict = false) {
    super('the transaction was rejected')
    this.fieldErrors = issues
    this.isConflict = isConflict
  }
}

export function mayOverride({ scopes }: Service): boolean {
  return scopes.includes('system/*.override')
}

export type StoredDocument = Pick<NewFile, 'key' | 'name' | 'bytes' | 'sha256'>

export type Receiving = CallContext & {
  readonly service: Service
  readonly tx: Queries
  readonly now: Date
  readonly find: FindTarget
  readonly sources: ReadonlyMap<string, Source>
  readonly papers: ReadonlyMap<number, StoredDocument>
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
  const { tx, now, service, audit } = receiving
  const source = getSource(receiving, item)
  const sent = sentElements(item.resource, findMemberSources(receiving, item))
  const { patient_id, target_id, position = null, told_state = null, digest } = target
  await tx.run(updateSource, {
    ...{ id: source.id, patient_id, target_id, position, told_state, digest, now },
    sent: sent === null ? null : JSON.stringify(sent),
  })
  const state = source.version === 0 ? 'created' : 'changed'
  receiving.outcomes.set(item.at, {
    source: { ...source, ...target, told_state, version: source.version + 1 },
    position,
    state,
    ...(text === undefined ? {} : { message: text }),
  })
  await audit.add(tx, withdrawn === undefined ? 'fhir.handedOver' : 'fhir.documentWithdrawn', {
    actorRole: 'service',
    patientId: patient_id,
    object: `account=${service.id} ${item.resource.resourceType}=${target_id ?? withdrawn?.[0]?.exam_id ?? '-'}`,
    ...(withdrawn === undefined ? {} : { detail: { version: source.version + 1, withdrawn } }),
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

/**
 * Finds the person of a document; `date_birth` is null if the sender does not say. Returns `several` for a passport without a
 * country if people of several countries have its number.
 */
export async function findPersonOfDocument(
  tx: Queries,
  document: Document,
  date_birth: string | null = null,
): Promise<StoredPerson | null | 'several'> {
  const [first, second] = await tx.run(listPeople, { ...document, date_birth })
  if (first === undefined) return null
  const isKnownCountry = first.is_exact && first.document_country !== null
  return second !== undefined && !isKnownCountry ? 'several' : first
}

async function findPatient(receiving: Receiving, reference: InboundReference | undefined) {
  const target = receiving.find(reference)
  if (target?.kind === 'entry') return receiving.targets.get(target.item.at) ?? null
  if (target?.kind === 'source')
    return target.key.type === 'Patient'
      ? ((await findRow(receiving.tx, findKnownSource, target.key))?.patient_id ?? null)
      : null
  if (target?.kind === 'own')
    return target.type === 'Patient'
      ? ((await findRow(receiving.tx, findPatientById, { id: target.id }))?.id ?? null)
      : null
  const document = reference?.identifier === undefined ? null : findDocument([reference.identifier])
  const person = document && (await findPersonOfDocument(receiving.tx, document))
  return person !== null && person !== 'several' && !isStaff(person) ? person.id : null
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
    throw new RejectedTransaction([issueAt(item.at, element, otherPatientsIdentifier)], true)
  return patientId
}
