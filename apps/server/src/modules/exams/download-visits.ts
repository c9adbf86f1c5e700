import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Actor, AuthorizedPatient } from '../../platform/http/actor.ts'
import { sendDocument } from '../../platform/http/headers.ts'
import { createZip, type ZipEntry } from '../../platform/zip/zip-stream.ts'
import type { ArchivedExam, ExamFile } from '../../ports/clinical-archive.ts'
import { findPerson } from '../people/read-people.ts'
import { grantExam, type OpenedKey, openKey, signKey } from './exam-keys.ts'
import { maySee, uniqueFileNames } from './exams.rules.ts'
import { findExam, getReading, toExam } from './read-exams.ts'

export async function findExamsOfVisit(
  ctx: Context,
  patient: AuthorizedPatient<'exams'>,
  documentType: Actor['documentType'],
  visit: Pick<ArchivedExam, 'attention_number' | 'taken_at'>,
) {
  const found = await ctx.ports.archive.examsOfVisit(getReading(ctx, patient), visit)
  return found.filter(({ type }) => maySee(type, documentType))
}

export const readVisit = operation(
  examEndpoints.visit,
  async (ctx, { patient, params: { attention_id, type } }) => {
    const exam = await findExam(ctx, patient, attention_id, type)
    const all = await findExamsOfVisit(ctx, patient, ctx.actor.documentType, exam)
    const key = signKey(ctx, 'exam-visit', grantExam(ctx, patient, exam.id))
    return {
      attention_number: exam.attention_number,
      exams: all.map((one) => ({ ...toExam(one), type: one.type })),
      url_file: fullPath(examEndpoints.visitFile).replace('{key}', key),
    }
  },
)

async function findDocuments(ctx: Context, { patient, grant: { personId, examId } }: OpenedKey) {
  const { archive } = ctx.ports
  const reading = getReading(ctx, patient)
  const [person, [asked]] = await Promise.all([
    findPerson(ctx, personId),
    archive.examsById(reading, [examId]),
  ])
  if (person === null || asked === undefined) return null
  const all = await findExamsOfVisit(ctx, patient, person.document_type_id, asked)
  if (!all.some(({ id }) => id === examId)) return null
  const documents: (ExamFile & { readonly examId: number })[] = []
  for (const { id } of all)
    for (const file of await archive.examFiles(reading, id)) documents.push({ ...file, examId: id })
  return documents.length === 0 ? null : { attention_number: asked.attention_number, documents }
}

/** Reads a document. A document that is missing ends the download instead of leaving it incomplete. */
async function readDocument({ ports: { archiveFiles } }: Context, { key }: ExamFile): Promise<Readable> {
  const content = await archiveFiles.read(key)
  if (content === null) throw new Error('exams: a document of a visit is missing in the file store')
  return content
}

/** One audit entry for each exam. Answers 404 without a document, or when the key or the access has ended. */
export const downloadVisit = operation(examEndpoints.visitFile, async (ctx, { params: { key }, reply }) => {
  const { attention_number, documents } = await openKey(
    ctx,
    'exam-visit',
    key,
    'exams.file',
    (opened) => findDocuments(ctx, opened),
    (opened) => [...new Set(opened.documents.map(({ examId }) => examId))],
  )
  // The first document is opened here, so that a store that does not answer is still an error response.
  const [first] = documents
  if (first === undefined) throw new ApiError('notFound')
  const opened = await readDocument(ctx, first)
  const names = uniqueFileNames(documents.map(({ name }) => name))
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    for (const [index, file] of documents.entries())
      yield {
        name: names[index] ?? file.name,
        content: index === 0 ? opened : await readDocument(ctx, file),
      }
  }
  const number = attention_number.replace(/[^\w-]/g, '').slice(0, 60)
  const name = `${['examenes', number].filter(Boolean).join('-')}.zip`
  return sendDocument(
    reply,
    { name, media_type: 'application/zip', content: createZip(listEntries()) },
    'attachment',
  )
})
