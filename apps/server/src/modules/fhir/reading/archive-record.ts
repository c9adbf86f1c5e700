/** A patient's own record if part of it is on the clinic's FHIR server. The archive combines both sources in one list. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Page, Paged } from '@mi-portal/contract/calls/paging'
import { type ExamType, examTypes } from '@mi-portal/contract/exams/exams'
import type { DateRange } from '@mi-portal/contract/values/partial-date'
import type { Context } from '../../../platform/context/context.ts'
import type { ArchivedAppointment, ArchivedExam } from '../../../ports/clinical-archive.ts'
import { getDocumentId } from '../reading.rules.ts'
import { getAppointmentStatus } from '../visits.rules.ts'
import type { DocumentRow, ReadingQuery, RecordSource } from './own-record.ts'

const pageSize = 100
/** Maximum number of exams whose results and documents one search reads, because each may be a call to the clinic's server. */
const maxExams = 200
const concurrency = 5

type Exam = ArchivedExam & { readonly type: ExamType }

async function readAllPages<T>(read: (page: Page) => Promise<Paged<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, limit: pageSize })
    all.push(...rows)
    if (rows.length < pageSize) return all
  }
}

function toPage<Row>(
  latest: readonly Row[],
  { limit, offset, sort }: ReadingQuery,
): (Row & { total: number })[] {
  const rows = sort.isAscending ? latest.toReversed() : latest
  return rows.slice(offset, offset + limit).map((row) => ({ ...row, total: rows.length }))
}

const isInRange = (at: Date, { from, until }: DateRange) =>
  (from === null || at >= from) && (until === null || at < until)

/** An external archive does not tell when it changed a resource, so its date counts. */
const isWithin = (at: Date, { range, updated }: ReadingQuery) =>
  isInRange(at, range) && isInRange(at, updated)

const isAmong = <T>(one: T, some: readonly T[] | null) => some === null || some.includes(one)

async function readEach<T, R>(rows: readonly T[], read: (row: T) => Promise<R>): Promise<R[]> {
  const all: R[] = []
  for (let at = 0; at < rows.length; at += concurrency)
    all.push(...(await Promise.all(rows.slice(at, at + concurrency).map(read))))
  return all
}

const toReading = ({ patientId }: ReadingQuery) => ({ patientId, withoutReserved: false })

async function findExams(
  { ports: { archive } }: Context,
  asked: ReadingQuery,
  isWanted: (exam: Exam) => boolean,
): Promise<Exam[]> {
  // The archive gives no identifiers of single exams.
  if (asked.identifiers !== null) return []
  const found: Exam[] = []
  for (const type of examTypes) {
    if (!asked.kinds.includes(type)) continue
    const rows = await readAllPages((page) => archive.exams(toReading(asked), type, page))
    found.push(...rows.map((exam) => ({ ...exam, type })))
  }
  return found
    .filter((exam) => isWithin(exam.taken_at, asked) && isWanted(exam))
    .sort((one, other) => other.taken_at.getTime() - one.taken_at.getTime() || other.id - one.id)
}

/** Finds the exams of these ids, each written `exam` or `exam-number`. Throws 409 if their content would be too much to read. */
async function findReadableExams(
  ctx: Context,
  asked: ReadingQuery,
  ids: readonly string[] | null,
  isWanted: (exam: Exam) => boolean = () => true,
): Promise<Exam[]> {
  const wanted = ids?.map((id) => Number(id.split('-')[0])) ?? null
  const exams = await findExams(ctx, asked, (exam) => isAmong(exam.id, wanted) && isWanted(exam))
  if (exams.length > maxExams) throw new ApiError('searchTooCostly')
  return exams
}

export const archiveRecord: RecordSource = {
  listAppointments: async ({ ports: { archive }, clock }, asked, ids) => {
    const reading = toReading(asked)
    const now = clock.now()
    const [upcoming, past, cancelled] = await Promise.all([
      readAllPages((page) => archive.upcoming(reading, now, page)),
      readAllPages((page) => archive.agenda([{ ...reading, onlyBookedBy: null }], 'past', now, page)),
      readAllPages((page) => archive.cancelled(reading, page)),
    ])
    const withState = (state: 'booked' | 'cancelled') => (appointment: ArchivedAppointment) => ({
      ...appointment,
      state,
      attendance: null,
    })
    const all = [
      ...upcoming.map(withState('booked')),
      ...past.map((appointment) => ({ ...appointment, state: 'booked' as const })),
      ...cancelled.map(withState('cancelled')),
    ]
    const found = all
      .filter(
        (appointment) =>
          isAmong(appointment.id, ids) &&
          isAmong<string | undefined>(getAppointmentStatus(appointment), asked.statuses) &&
          isWithin(appointment.starts_at, asked),
      )
      .sort((one, other) => other.starts_at.getTime() - one.starts_at.getTime() || other.id - one.id)
    return toPage(found, asked)
  },

  listExams: async (ctx, asked, ids) => {
    const { archive } = ctx.ports
    const found = await findExams(
      ctx,
      asked,
      ({ id, type, status }) =>
        isAmong(id, ids) &&
        isAmong<string>(type === 'laboratory' ? 'LAB' : 'IMG', asked.categories) &&
        isAmong<string>(status, asked.statuses),
    )
    const page = toPage(found, asked)
    const examIds = page.map(({ id }) => id)
    const measures = await archive.measures(toReading(asked), examIds)
    const texts = await readEach(examIds, (id) => archive.reportText(toReading(asked), id))
    return page.map((exam, index) => ({
      ...exam,
      report_text: texts[index] ?? [],
      positions: measures.flatMap(({ exam_id, position }) => (exam_id === exam.id ? [position] : [])),
    }))
  },

  listObservations: async (ctx, asked, ids) => {
    const { statuses, codes } = asked
    const exams = await findReadableExams(ctx, asked, ids, ({ type }) =>
      isAmong<string>(type, asked.categories),
    )
    const examIds = exams.map(({ id }) => id)
    const measures = await ctx.ports.archive.measures(toReading(asked), examIds)
    const found = exams.flatMap((exam) =>
      measures
        .filter(
          ({ exam_id, position, reported, code, loinc }) =>
            exam_id === exam.id &&
            isAmong(`${exam_id}-${position}`, ids) &&
            isAmong<string>(reported.status, statuses) &&
            (isAmong(code, codes) || (loinc !== null && isAmong(loinc, codes))),
        )
        .map((measure) => ({
          ...{ exam, changed_at: exam.taken_at, panel: null, measure: { ...measure, sent: null } },
          parts: { components: [], hasOwn: true, members: [] },
        })),
    )
    return toPage(found, asked)
  },

  listDocuments: async (ctx, asked, ids) => {
    const exams = await findReadableExams(ctx, asked, ids)
    const documents = await readEach(exams, async (exam): Promise<DocumentRow[]> => {
      const { id: exam_id, patient_id, taken_at: created_at, type_exam } = exam
      const files = await ctx.ports.archive.examFiles(toReading(asked), exam_id)
      return files.map((file) => ({ ...file, exam_id, patient_id, bytes: null, created_at, type_exam }))
    })
    return toPage(
      documents.flat().filter((document) => isAmong(getDocumentId(document), ids)),
      asked,
    )
  },
}
