import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { InboundDocument } from '@mi-portal/contract/fhir/fhir-inbound'
import { findRow } from '../../../../platform/database/database.ts'
import { findKnownSource, findOwnReport, findUnshown, lockExamPatient } from '../inbound.sql.ts'
import { type Item, issueAt } from '../transaction.rules.ts'
import {
  findOwner,
  getSource,
  hashEntry,
  isSame,
  mayOverride,
  type Receiving,
  RejectedTransaction,
  recordOutcome,
  recordUnchanged,
  type StoredDocument,
} from './entry-state.ts'

/**
 * Attaches a document to an exam. A document shows the whole exam, so if the exam has a measure that the portal never
 * shows, the document is not attached and the exam's earlier documents are removed.
 */
export async function attachDocument(
  receiving: Receiving,
  examId: number,
  item: Item,
  paper: StoredDocument | undefined,
): Promise<string | undefined> {
  const { tx, now, ports } = receiving
  const { id } = getSource(receiving, item)
  if ((await findRow(tx, findUnshown, { exam_id: examId })) !== null) {
    // A document that was sent for another report before is removed there.
    if (paper !== undefined) await ports.examStorage.withdrawDocument(tx, id, now)
    await ports.examStorage.removeDocuments(tx, examId, now)
    return paper === undefined
      ? undefined
      : 'El documento no se muestra: contiene un resultado que se entrega solo en persona'
  }
  if (paper !== undefined) await ports.examStorage.addDocument(tx, { examId, sourceId: id }, paper, now)
  return undefined
}

async function findExam(receiving: Receiving, document: InboundDocument, at: number): Promise<number | null> {
  const target = receiving.find(document.context?.related[0])
  if (target?.kind === 'entry')
    return target.item.resource.resourceType === 'DiagnosticReport'
      ? (receiving.outcomes.get(target.item.at)?.source.target_id ?? null)
      : null
  if (target?.kind === 'source') {
    const source =
      target.key.type === 'DiagnosticReport' ? await findRow(receiving.tx, findKnownSource, target.key) : null
    if (source !== null && source.account_id !== receiving.service.id && !mayOverride(receiving.service))
      throw new ApiError('forbidden', {
        fieldErrors: [
          issueAt(at, 'resource.context.related[0]', 'Este informe es de otra cuenta de servicio'),
        ],
      })
    return source?.target_id ?? null
  }
  if (target?.kind !== 'own' || target.type !== 'DiagnosticReport') return null
  // An exam of another account is answered like one that does not exist.
  const isOwn =
    mayOverride(receiving.service) ||
    (await findRow(receiving.tx, findOwnReport, {
      exam_id: target.id,
      account_id: receiving.service.id,
    })) !== null
  return isOwn ? target.id : null
}

export async function storeDocument(receiving: Receiving, item: Item): Promise<void> {
  if (item.resource.resourceType !== 'DocumentReference') return
  const patient_id = await findOwner(receiving, item, item.resource.subject, 'resource.subject')
  if (item.resource.status !== 'current') return withdrawDocument(receiving, item, patient_id)
  const examId = await findExam(receiving, item.resource, item.at)
  const exam = examId === null ? null : await findRow(receiving.tx, lockExamPatient, { id: examId })
  if (examId === null || exam?.patient_id !== patient_id)
    throw new RejectedTransaction([
      issueAt(item.at, 'resource.context.related[0]', 'No es un informe de este paciente'),
    ])
  const [source, digest, paper] = [
    getSource(receiving, item),
    hashEntry(receiving, item),
    receiving.papers.get(item.at),
  ]
  if (isSame(source, digest)) return recordUnchanged(receiving, item, source)
  const text = await attachDocument(receiving, examId, item, paper)
  await recordOutcome(receiving, item, { patient_id, target_id: examId, digest }, text)
}

/** Removes a document that its sender withdrew. The audit log keeps its version and the hash of its bytes. */
async function withdrawDocument(receiving: Receiving, item: Item, patient_id: number): Promise<void> {
  const [source, digest] = [getSource(receiving, item), hashEntry(receiving, item)]
  if (isSame(source, digest)) return recordUnchanged(receiving, item, source)
  const withdrawn = await receiving.ports.examStorage.withdrawDocument(receiving.tx, source.id, receiving.now)
  const text = withdrawn.length > 0 ? 'El documento se retiró' : 'No había un documento que retirar'
  await recordOutcome(receiving, item, { patient_id, target_id: null, digest }, text, withdrawn)
}
