import { isTextType } from '@mi-portal/contract/results/report/report-text'
import * as z from 'zod/mini'
import { parseJson } from '../fhir-answers.ts'
import type { ReadTarget } from '../resource-fields.ts'
import { type Attachment, binaryResource, documentResource, type Report } from '../resources.ts'
import type { Patient, RecordDependencies } from './resource-reader.ts'

const isPdf = (attachment: Attachment) => (attachment.contentType ?? '').startsWith('application/pdf')

export function hasUnshowablePaper({ presentedForm = [] }: Report): boolean {
  return presentedForm.some(
    (one) => !isPdf(one) && !isTextType(one.contentType) && (one.data !== undefined || one.url !== undefined),
  )
}

function listPdfs(one: unknown, patient: Patient, readTarget: ReadTarget): Attachment[] {
  const read = z.safeParse(documentResource, one)
  if (!read.success || readTarget(read.data.subject) !== `Patient/${patient.source}`) return []
  if (read.data.status !== undefined && read.data.status !== 'current') return []
  return read.data.content.map(({ attachment }) => attachment).filter(isPdf)
}

export function createDocumentReader({ client, readTarget }: RecordDependencies) {
  const isOffered = (one: Attachment) =>
    isPdf(one) && (one.data !== undefined || (one.url !== undefined && client.isReachable(one.url)))

  async function findDocuments(patient: Patient, report: Report): Promise<readonly Attachment[]> {
    const found = (report.presentedForm ?? []).filter(isOffered)
    const query = {
      patient: `Patient/${patient.source}`,
      related: `DiagnosticReport/${report.id}`,
      _count: '10',
    }
    for await (const page of client.search('DocumentReference', query))
      found.push(...page.flatMap((one) => listPdfs(one, patient, readTarget)).filter(isOffered))
    // A related document that is also attached to the report counts once.
    const namesOfFound = found.map(({ url, data }) => url ?? data ?? '')
    return found.filter((_, index) => namesOfFound.indexOf(namesOfFound[index] ?? '') === index)
  }

  async function readContent(attachment: Attachment, mediaType: string): Promise<Uint8Array | null> {
    if (attachment.data !== undefined) return Buffer.from(attachment.data, 'base64')
    if (attachment.url === undefined) return null
    if (client.ownAddress(attachment.url) === null) return client.fetchDocument(attachment.url, mediaType)
    const answer = await client.fetch(attachment.url, mediaType)
    if (answer === null || !answer.type.includes('json')) return answer?.bytes ?? null
    const read = z.safeParse(binaryResource, parseJson(answer))
    return read.success && read.data.data !== undefined ? Buffer.from(read.data.data, 'base64') : null
  }

  async function readBytes(attachment: Attachment): Promise<Uint8Array | null> {
    const bytes = await readContent(attachment, 'application/pdf')
    return bytes !== null && Buffer.from(bytes).subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : null
  }

  return { findDocuments, readBytes, readContent }
}
