import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { type ExamResults, type ExamType, examEndpoints, examTypes } from '@mi-portal/contract/exams/exams'
import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { findFlag } from '@mi-portal/contract/results/result-flags'
import { toDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import { sendDocument } from '../../platform/http/headers.ts'
import type { ArchivedExam, Measure } from '../../ports/clinical-archive.ts'
import { findPerson } from '../people/read-people.ts'
import { type Grant, grantExam, openKey, signKey } from './exam-keys.ts'
import { recordOpened } from './opened/find-new-results.ts'
import { findExam, getReading, toExam } from './read-exams.ts'

function toMeasure(measure: Measure, purpose: string | null): ExamResults['results'][number] {
  const { code, name, reported, value, text, unit, decimals, low, high } = measure
  const flag = findFlag(reported)
  return {
    code,
    name,
    purpose,
    reported,
    flag,
    earlier: measure.earlier.map(({ replaced_at, ...one }) => ({ ...one, replaced_on: toDay(replaced_at) })),
    course: measure.course.map((past) => ({ date: toDay(past.at), reported: past.reported })),
    value,
    text,
    unit,
    decimals,
    reference: { low, high, text: measure.reference_text },
    position: flag === null || flag.level === 'abnormal' ? null : flag.level,
    history: measure.history.map((past) => ({ date: toDay(past.at), value: past.value })),
  }
}

export async function readResults(
  ctx: Context,
  exam: ArchivedExam & { readonly type: ExamType },
  patient: AuthorizedPatient<'exams'>,
  getFileAddress: (document: number) => string,
): Promise<ExamResults> {
  const { ports, resultTexts } = ctx
  const reading = getReading(ctx, patient)
  const [measures, report, documents, hasUnshowableFile, person] = await Promise.all([
    ports.archive.results(reading, exam.id),
    ports.archive.reportText(reading, exam.id),
    ports.archive.examFiles(reading, exam.id),
    ports.archive.hasUnshowableFile(reading, exam.id),
    findPerson(ctx, patient.id),
  ])
  if (person === null) throw new ApiError('notFound')
  const purposes = resultTexts.explain(measures)
  return {
    type: exam.type,
    exam: {
      ...toExam(exam),
      patient_full_name: formatFullName(person),
      patient_document: showDocumentWithCountry(
        person.document_type_id,
        person.document_number,
        person.document_country,
      ),
    },
    conclusion: exam.conclusion,
    report: [...report],
    purpose: purposes.panel,
    critical_advice: resultTexts.criticalAdvice(),
    results: measures.map((one, index) => toMeasure(one, purposes.measures[index] ?? null)),
    pdf_url: documents[0] === undefined ? null : getFileAddress(documents[0].number),
    documents: documents.map(({ name, number }) => ({ name, url: getFileAddress(number) })),
    has_unshowable_document: hasUnshowableFile,
  }
}

function getFileAddress(ctx: Context, grant: Grant, document: number): string {
  const key = signKey(ctx, 'exam-file', { ...grant, document })
  return fullPath(examEndpoints.file).replace('{key}', key)
}

export const readLaboratoryResults = operation(
  examEndpoints.results,
  async (ctx, { patient, params: { attention_id } }) => {
    const exam = await findExam(ctx, patient, attention_id, 'laboratory')
    await recordOpened(ctx, ctx.actor.id, exam.id)
    const grant = grantExam(ctx, patient, exam.id)
    return readResults(ctx, { ...exam, type: 'laboratory' }, patient, (document) =>
      getFileAddress(ctx, grant, document),
    )
  },
)

/** Returns the results for the framed viewer. The address of the PDF expires together with the viewer's key. */
export const readResultsByKey = operation(examEndpoints.resultsByKey, (ctx, { params: { key } }) =>
  openKey(ctx, 'exam-viewer', key, 'exams.results', async ({ patient, grant }) => {
    // The key was given for one exam whose kind the caller was allowed to see.
    for (const type of examTypes) {
      const exam = await ctx.ports.archive.exam(getReading(ctx, patient), grant.examId, type)
      if (exam !== null)
        return readResults(ctx, { ...exam, type }, patient, (document) =>
          getFileAddress(ctx, grant, document),
        )
    }
    return null
  }),
)

/** The file itself for an image with one document and no text, else the viewer. Answers 404 if nothing can be shown. */
export const viewExam = operation(
  examEndpoints.view,
  async (ctx, { patient, params: { attention_id, type } }) => {
    const { archive } = ctx.ports
    const exam = await findExam(ctx, patient, attention_id, type)
    const grant = grantExam(ctx, patient, exam.id)
    const common = { attention_id: exam.id, patient_id: patient.id, type_patient: exam.type_patient }
    const url_file = `/visor/${signKey(ctx, 'exam-viewer', grant)}`
    const framed = { ...common, url_file, viewer: 'frame' as const }
    if (type === 'laboratory') return framed
    const reading = getReading(ctx, patient)
    // A text is read first, and the viewer leads to its document.
    if ((await archive.reportText(reading, exam.id)).length > 0) return framed
    const [file, ...others] = await archive.examFiles(reading, exam.id)
    // Several documents are listed in the viewer.
    if (others.length > 0) return framed
    if (file !== undefined)
      return { ...common, url_file: getFileAddress(ctx, grant, file.number), viewer: 'file' as const }
    // Without a document, the viewer shows the conclusion and the measures.
    if (exam.conclusion !== null || (await archive.results(reading, exam.id)).length > 0) return framed
    if (await archive.hasUnshowableFile(reading, exam.id)) return framed
    throw new ApiError('notFound')
  },
)

export const listExamDocuments = operation(
  examEndpoints.documents,
  async (ctx, { patient, params: { attention_id, type } }) => {
    const exam = await findExam(ctx, patient, attention_id, type)
    const grant = grantExam(ctx, patient, exam.id)
    const documents = await ctx.ports.archive.examFiles(getReading(ctx, patient), exam.id)
    return {
      documents: documents.map(({ name, number }) => ({ name, url: getFileAddress(ctx, grant, number) })),
    }
  },
)

export const sendExamDocument = operation(examEndpoints.file, async (ctx, { params: { key }, reply }) => {
  const { archive, archiveFiles } = ctx.ports
  const file = await openKey(ctx, 'exam-file', key, 'exams.file', async ({ patient, grant }) => {
    const documents = await archive.examFiles(getReading(ctx, patient), grant.examId)
    return documents.find(({ number }) => number === grant.document) ?? null
  })
  const content = await archiveFiles.read(file.key)
  if (content === null) throw new ApiError('notFound')
  return sendDocument(reply, { name: file.name, media_type: 'application/pdf', content }, 'inline')
})
