/** A patient's exams: their list, their results and their files. */

import { ApiError } from '@mi-portal/contract/api-error'
import { showDocumentWithCountry } from '@mi-portal/contract/country'
import { fullPath } from '@mi-portal/contract/endpoint'
import {
  type Exam,
  type ExamResults,
  type ExamType,
  examEndpoints,
  examTypes,
} from '@mi-portal/contract/exams'
import { joinName } from '@mi-portal/contract/full-name'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import { flagOf } from '@mi-portal/contract/results/result-flags'
import { summarizeLevels, summarizeReport, type Takeaway } from '@mi-portal/contract/results/takeaway'
import { dayOf, santiago, showDay } from '@mi-portal/contract/values/dates'
import { showPartialDay } from '@mi-portal/contract/values/partial-date'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import { findsNothing } from '../../platform/database/search-words.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../platform/http/actor.ts'
import type { ClinicResultTexts } from '../../ports/clinic.ts'
import type {
  ArchivedExam,
  ClinicalArchive,
  ExamsFrom,
  Measure,
  Reading,
} from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { ImageArchive } from '../../ports/image-archive.ts'
import { findPerson } from '../people/people.service.ts'
import { type ExamKeys, type Grant, signKey } from './exam-keys.service.ts'
import { maySee, recentFrom } from './exams.rules.ts'
import type { OpenedResultsService } from './opened/opened-results.service.ts'

type ExamsDependencies = {
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly ctx: Context
  readonly opened: OpenedResultsService
  readonly keys: ExamKeys
  readonly clock: Clock
  /** The dates from which exams are shown. */
  readonly examsFrom: ExamsFrom
  /** Whether the portal has an image archive. */
  readonly imageArchive: Pick<ImageArchive, 'withImages'>
  /** The clinic's words for results. */
  readonly resultTexts: ClinicResultTexts
}

/** Returns an exam in the wire format. */
export function presentExam(exam: Omit<ArchivedExam, 'conclusion'>): Exam {
  const { day, time } = santiago(exam.taken_at)
  const precision = exam.taken_precision ?? 'time'
  return {
    attention_id: exam.id,
    attention_number: exam.attention_number,
    patient_id: exam.patient_id,
    type_exam: exam.type_exam,
    doctor_solicite: exam.doctor_solicite,
    date: showPartialDay(day, precision),
    hour: precision === 'time' ? time : '',
    type_patient: exam.type_patient,
    status: exam.status,
    corrected_on: exam.corrected_at === null ? null : showDay(dayOf(exam.corrected_at)),
    has_document: exam.has_document,
  }
}

function presentMeasure(measure: Measure, purpose: string | null): ExamResults['results'][number] {
  const { code, name, reported, value, text, unit, decimals, low, high } = measure
  const flag = flagOf(reported)
  return {
    code,
    name,
    purpose,
    reported,
    flag,
    earlier: measure.earlier.map(({ replaced_at, ...one }) => ({ ...one, replaced_on: dayOf(replaced_at) })),
    course: measure.course.map((past) => ({ date: dayOf(past.at), reported: past.reported })),
    value,
    text,
    unit,
    decimals,
    reference: { low, high, text: measure.reference_text },
    position: flag === null || flag.level === 'abnormal' ? null : flag.level,
    history: measure.history.map((past) => ({ date: dayOf(past.at), value: past.value })),
  }
}

/** Returns what a list says of the content of an exam. */
function describeContent(exam: ArchivedExam, withImages: ReadonlySet<string>) {
  const has_images = typeof exam.accession_number === 'string' && withImages.has(exam.accession_number)
  const has_report_text = exam.has_report_text === true
  return { has_images, has_report_text, takeaway: exam.hold ? null : summarizeContent() }

  function summarizeContent(): Takeaway | null {
    if (exam.levels) return summarizeLevels(exam.levels)
    const hasReport = has_report_text || exam.has_document
    return summarizeReport({ hasReport, hasImages: has_images, isPreliminary: exam.status === 'preliminary' })
  }
}

type ListQuery = Page & {
  readonly type: ExamType
  readonly q?: string | null | undefined
  readonly year?: number | undefined
}

export function createExamsService(dependencies: ExamsDependencies) {
  const { archive, files, ctx, opened, keys, clock, examsFrom, imageArchive, resultTexts } = dependencies
  const reading = ({ id, withoutReserved }: AuthorizedPatient<'exams'>): Reading => ({
    patientId: id,
    withoutReserved,
    examsFrom,
  })
  // A key for the viewer does not open files, and a key for files does not open the viewer.
  const viewerKeys = keys.signerFor('exam-viewer')
  const fileKeys = keys.signerFor('exam-file')
  const { grantTo } = keys

  function fileAddress(grant: Grant, document = 0): string {
    return fullPath(examEndpoints.file).replace('{key}', signKey(fileKeys, { ...grant, document }))
  }

  async function found(actor: Actor, patient: AuthorizedPatient<'exams'>, examId: number, type: ExamType) {
    const exam = maySee(type, actor.documentType) ? await archive.exam(reading(patient), examId, type) : null
    if (exam === null) throw new ApiError('notFound')
    return exam
  }

  /** Returns the accession numbers of a patient's exams under which images may be found. */
  async function findNumbersWithImages(
    { id: patientId }: AuthorizedPatient<'exams'>,
    type: ExamType,
    listed: readonly ArchivedExam[],
  ): Promise<ReadonlySet<string>> {
    const accessionNumbers = listed.flatMap(({ accession_number }) => accession_number ?? [])
    if (type !== 'imaging' || accessionNumbers.length === 0) return new Set()
    return imageArchive.withImages({ patientId, accessionNumbers })
  }

  /** Returns an exam with its results. `fileAddressFor` creates the address of each document. */
  async function readResults(
    exam: ArchivedExam & { readonly type: ExamType },
    patient: AuthorizedPatient<'exams'>,
    fileAddressFor: (document: number) => string,
  ): Promise<ExamResults> {
    const [measures, report, documents, hasUnshowableFile, person] = await Promise.all([
      archive.results(reading(patient), exam.id),
      archive.reportText(reading(patient), exam.id),
      archive.examFiles(reading(patient), exam.id),
      archive.hasUnshowableFile(reading(patient), exam.id),
      findPerson(ctx, patient.id),
    ])
    if (person === null) throw new ApiError('notFound')
    const purposes = resultTexts.explain(measures)
    return {
      type: exam.type,
      exam: {
        ...presentExam(exam),
        patient_full_name: joinName(person.first_name, person.last_name, person.second_name),
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
      results: measures.map((one, index) => presentMeasure(one, purposes.measures[index] ?? null)),
      pdf_url: documents[0] === undefined ? null : fileAddressFor(documents[0].number),
      documents: documents.map(({ name, number }) => ({ name, url: fileAddressFor(number) })),
      has_unshowable_document: hasUnshowableFile,
    }
  }

  return {
    /**
     * Returns a page of exams of one kind. Images and procedures are an empty page for accounts opened with a
     * passport.
     */
    list: async (actor: Actor, patient: AuthorizedPatient<'exams'>, query: ListQuery) => {
      const { type, q, year, ...page } = query
      const filter = { ...(q ? { q } : {}), ...(year === undefined ? {} : { year }) }
      const exams =
        maySee(type, actor.documentType) && !findsNothing(q ?? '')
          ? await archive.exams(
              { ...reading(patient), reader: opened.readerOf(actor.id), withHeld: true },
              type,
              page,
              filter,
            )
          : { rows: [], total: 0, more: false }
      const visible = exams.rows.filter(({ hold }) => !hold)
      const [fresh, withImages] = await Promise.all([
        opened.findNew(actor.id, visible),
        findNumbersWithImages(patient, type, visible),
      ])
      const laboratories = exams.rows.map((exam) => ({
        ...presentExam(exam),
        is_new: fresh.has(exam.id),
        is_private: exam.is_private,
        ...describeContent(exam, withImages),
        hold: exam.hold ?? null,
      }))
      return { laboratories, ...pageOf(exams, page) }
    },

    /** Returns the results of several patients that are new for the caller, the latest first. */
    listNew: async (actor: Actor, patients: readonly AuthorizedPatient<'exams'>[]) => {
      const since = recentFrom(clock.now())
      const types = examTypes.filter((type) => maySee(type, actor.documentType))
      const recent = await archive.recentExams(patients.map(reading), types, since)
      const fresh = await opened.findNew(actor.id, recent)
      return recent
        .filter(({ id }) => fresh.has(id))
        .map((exam) => ({ ...presentExam(exam), type: exam.type, is_private: exam.is_private }))
    },

    /**
     * Returns the address that opens the exam: the file itself for an image with exactly one document and no text, otherwise
     * the framed viewer. Throws 404 for an image of which nothing can be shown.
     */
    view: async (actor: Actor, patient: AuthorizedPatient<'exams'>, examId: number, type: ExamType) => {
      const exam = await found(actor, patient, examId, type)
      const grant = grantTo(actor, patient, exam.id)
      const common = { attention_id: exam.id, patient_id: patient.id, type_patient: exam.type_patient }
      const framed = { ...common, url_file: `/visor/${signKey(viewerKeys, grant)}`, viewer: 'frame' as const }
      if (type === 'laboratory') return framed
      // A text is read first, and the viewer leads to its document.
      if ((await archive.reportText(reading(patient), exam.id)).length > 0) return framed
      const files = await archive.examFiles(reading(patient), exam.id)
      // Several documents are listed in the viewer.
      if (files.length > 1) return framed
      if (files[0] !== undefined)
        return { ...common, url_file: fileAddress(grant, files[0].number), viewer: 'file' as const }
      // Without a document, the viewer shows the conclusion and the measures.
      if (exam.conclusion !== null || (await archive.results(reading(patient), exam.id)).length > 0)
        return framed
      if (await archive.hasUnshowableFile(reading(patient), exam.id)) return framed
      throw new ApiError('notFound')
    },

    results: async (actor: Actor, patient: AuthorizedPatient<'exams'>, examId: number) => {
      const exam = await found(actor, patient, examId, 'laboratory')
      await opened.record(actor.id, exam.id)
      return readResults({ ...exam, type: 'laboratory' }, patient, (document) =>
        fileAddress(grantTo(actor, patient, exam.id), document),
      )
    },

    /** Returns the results for the framed viewer. The address of the PDF expires together with the viewer's key. */
    resultsByKey: (key: string, origin: Origin) =>
      keys.open(viewerKeys, key, 'exams.results', origin, async (patient, grant) => {
        // The key was given for one exam whose kind the caller was allowed to see.
        for (const type of examTypes) {
          const exam = await archive.exam(reading(patient), grant.examId, type)
          if (exam !== null)
            return readResults({ ...exam, type }, patient, (document) => fileAddress(grant, document))
        }
        return null
      }),

    /** Returns the documents of an exam. Their addresses are valid for five minutes. */
    documents: async (actor: Actor, patient: AuthorizedPatient<'exams'>, examId: number, type: ExamType) => {
      const exam = await found(actor, patient, examId, type)
      const grant = grantTo(actor, patient, exam.id)
      const documents = await archive.examFiles(reading(patient), exam.id)
      return { documents: documents.map(({ name, number }) => ({ name, url: fileAddress(grant, number) })) }
    },

    /** Returns what the archive needs to read for this access. */
    reading,

    /** Returns the exam if this caller may see it and its kind; otherwise throws 404. */
    found,
    readResults,

    /** Returns the file of a key: its bytes and the name to save it under. */
    file: async (key: string, origin: Origin) => {
      const file = await keys.open(
        fileKeys,
        key,
        'exams.file',
        origin,
        async (patient, grant) =>
          (await archive.examFiles(reading(patient), grant.examId)).find(
            ({ number }) => number === grant.document,
          ) ?? null,
      )
      const content = await files.read(file.key)
      if (content === null) throw new ApiError('notFound')
      return { name: file.name, content }
    },
  }
}

export type ExamsService = ReturnType<typeof createExamsService>
