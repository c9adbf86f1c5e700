import { ApiError } from '@mi-portal/contract/calls/api-error'
import { type Page, toPageFields } from '@mi-portal/contract/calls/paging'
import { type Exam, type ExamType, examEndpoints, examTypes } from '@mi-portal/contract/exams/exams'
import { summarizeLevels, summarizeReport, type Takeaway } from '@mi-portal/contract/results/takeaway'
import { santiago, showDay, toDay } from '@mi-portal/contract/values/dates'
import { showPartialDay } from '@mi-portal/contract/values/partial-date'
import type { ActorContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findsNothing } from '../../platform/database/search-words.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import type { ArchivedExam, Reading } from '../../ports/clinical-archive.ts'
import { maySee, recentFrom } from './exams.rules.ts'
import { findNewResults } from './opened/find-new-results.ts'

export const getReading = (
  { settings }: Context,
  { id, withoutReserved }: AuthorizedPatient<'exams'>,
): Reading => ({ patientId: id, withoutReserved, examsFrom: settings.examsFrom })

export function toExam(exam: Omit<ArchivedExam, 'conclusion'>): Exam {
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
    corrected_on: exam.corrected_at === null ? null : showDay(toDay(exam.corrected_at)),
    has_document: exam.has_document,
  }
}

export async function findExam(
  ctx: ActorContext,
  patient: AuthorizedPatient<'exams'>,
  examId: number,
  type: ExamType,
): Promise<ArchivedExam> {
  const exam = maySee(type, ctx.actor.documentType)
    ? await ctx.ports.archive.exam(getReading(ctx, patient), examId, type)
    : null
  if (exam === null) throw new ApiError('notFound')
  return exam
}

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

export async function findNumbersWithImages(
  { ports: { imageArchive } }: Context,
  { id: patientId }: AuthorizedPatient<'exams'>,
  type: ExamType,
  accessionNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  return type !== 'imaging' || accessionNumbers.length === 0
    ? new Set()
    : imageArchive.withImages({ patientId, accessionNumbers })
}

type ListQuery = Page & {
  readonly type: ExamType
  readonly q?: string | null | undefined
  readonly year?: number | undefined
}

/** Returns a page of exams of one kind. Images and procedures are an empty page for accounts opened with a passport. */
async function listExams(ctx: ActorContext, patient: AuthorizedPatient<'exams'>, query: ListQuery) {
  const { actor, clock, ports } = ctx
  const { type, q, year, ...page } = query
  const filter = { ...(q ? { q } : {}), ...(year === undefined ? {} : { year }) }
  const reader = { id: actor.id, recentFrom: recentFrom(clock.now()) }
  const reading = { ...getReading(ctx, patient), reader, withHeld: true }
  const exams =
    maySee(type, actor.documentType) && !findsNothing(q ?? '')
      ? await ports.archive.exams(reading, type, page, filter)
      : { rows: [], total: 0, more: false }
  const visible = exams.rows.filter(({ hold }) => !hold)
  const numbers = visible.flatMap(({ accession_number }) => accession_number ?? [])
  const [fresh, withImages] = await Promise.all([
    findNewResults(ctx, actor.id, visible),
    findNumbersWithImages(ctx, patient, type, numbers),
  ])
  const laboratories = exams.rows.map((exam) => ({
    ...toExam(exam),
    is_new: fresh.has(exam.id),
    is_private: exam.is_private,
    ...describeContent(exam, withImages),
    hold: exam.hold ?? null,
  }))
  return { laboratories, ...toPageFields(exams, page) }
}

export const listOwnExams = operation(examEndpoints.list, (ctx, { patient, query }) =>
  listExams(ctx, patient, query),
)

export const listExamsOfPatient = operation(examEndpoints.listOf, (ctx, { patient, query }) =>
  listExams(ctx, patient, query),
)

export async function listNewExams(
  ctx: Context & Pick<ActorContext, 'actor'>,
  patients: readonly AuthorizedPatient<'exams'>[],
) {
  const { actor, clock, ports } = ctx
  const types = examTypes.filter((type) => maySee(type, actor.documentType))
  const readings = patients.map((patient) => getReading(ctx, patient))
  const recent = await ports.archive.recentExams(readings, types, recentFrom(clock.now()))
  const fresh = await findNewResults(ctx, actor.id, recent)
  return recent
    .filter(({ id }) => fresh.has(id))
    .map((exam) => ({ ...toExam(exam), type: exam.type, is_private: exam.is_private }))
}
