/** The exams of one visit to the clinic: their list, and one zip file with all their documents. */

import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import { type ExamType, type ExamVisit, examEndpoints } from '@mi-portal/contract/exams'
import type { Context } from '../../platform/context/context.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../platform/http/actor.ts'
import { createZip, type ZipEntry } from '../../platform/zip/zip-stream.ts'
import type { ArchivedExam, ClinicalArchive, ExamFile } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import { findPerson } from '../people/people.service.ts'
import { type ExamKeys, signKey } from './exam-keys.service.ts'
import { maySee, uniqueFileNames } from './exams.rules.ts'
import { type ExamsService, presentExam } from './exams.service.ts'

type VisitsDependencies = {
  readonly archive: ClinicalArchive
  readonly exams: Pick<ExamsService, 'found' | 'reading'>
  readonly files: FileStore
  readonly ctx: Context
  readonly keys: ExamKeys
}

export function createVisitsService({ archive, exams, files, ctx, keys }: VisitsDependencies) {
  const visitKeys = keys.signerFor('exam-visit')

  /** Returns the exams of a visit that this reader may see, oldest first. */
  async function findExamsOfVisit(
    patient: AuthorizedPatient<'exams'>,
    documentType: Actor['documentType'],
    of: Pick<ArchivedExam, 'attention_number' | 'taken_at'>,
  ) {
    const found = await archive.examsOfVisit(exams.reading(patient), of)
    return found.filter(({ type }) => maySee(type, documentType))
  }

  /** Returns all exams of the visit to which an exam belongs. Throws 404 for an exam that this caller may not see. */
  async function visit(
    actor: Actor,
    patient: AuthorizedPatient<'exams'>,
    examId: number,
    type: ExamType,
  ): Promise<ExamVisit> {
    const exam = await exams.found(actor, patient, examId, type)
    const all = await findExamsOfVisit(patient, actor.documentType, exam)
    const key = signKey(visitKeys, keys.grantTo(actor, patient, exam.id))
    return {
      attention_number: exam.attention_number,
      exams: all.map((exam) => ({ ...presentExam(exam), type: exam.type })),
      url_file: fullPath(examEndpoints.visitFile).replace('{key}', key),
    }
  }

  /** Returns the documents of a visit's exams, each with its exam, for the access that the caller has now. */
  async function findDocuments(patient: AuthorizedPatient<'exams'>, personId: number, examId: number) {
    const [person, asked] = await Promise.all([
      findPerson(ctx, personId),
      archive.examsById(exams.reading(patient), [examId]),
    ])
    if (person === null || asked[0] === undefined) return null
    const all = await findExamsOfVisit(patient, person.document_type_id, asked[0])
    if (!all.some(({ id }) => id === examId)) return null
    const documents: (ExamFile & { readonly examId: number })[] = []
    for (const { id } of all)
      for (const file of await archive.examFiles(exams.reading(patient), id))
        documents.push({ ...file, examId: id })
    return documents.length === 0 ? null : { attention_number: asked[0].attention_number, documents }
  }

  /** Reads a document. A document that is missing ends the download instead of leaving it incomplete. */
  async function read(file: ExamFile): Promise<Readable> {
    const content = await files.read(file.key)
    if (content === null) throw new Error('exams: a document of a visit is missing in the file store')
    return content
  }

  /**
   * Returns the zip file of a key as a stream, with an audit entry for each exam in it. Throws 404 when the visit has no
   * document, or when the key or the access has ended.
   */
  async function visitFile(key: string, origin: Origin) {
    const { attention_number, documents } = await keys.open(
      visitKeys,
      key,
      'exams.file',
      origin,
      (patient, grant) => findDocuments(patient, grant.personId, grant.examId),
      (opened) => [...new Set(opened.documents.map(({ examId }) => examId))],
    )
    // The first document is opened here, so that a store that does not answer is still an error response.
    const [first] = documents
    if (first === undefined) throw new ApiError('notFound')
    const opened = await read(first)
    const names = uniqueFileNames(documents.map(({ name }) => name))
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (const [index, file] of documents.entries())
        yield { name: names[index] ?? file.name, content: index === 0 ? opened : await read(file) }
    }
    return {
      name: `${['examenes', attention_number.replace(/[^\w-]/g, '').slice(0, 60)].filter(Boolean).join('-')}.zip`,
      content: createZip(entries()),
    }
  }

  return { visit, visitFile, findExamsOfVisit }
}

export type VisitsService = ReturnType<typeof createVisitsService>
