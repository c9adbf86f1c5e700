/**
 * Reads a patient's own record if the clinic keeps part of it on its own FHIR server. The archive combines both
 * sources in one list, which is then searched here.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { type ExamType, examTypes } from '@mi-portal/contract/exams'
import type { Page, Paged } from '@mi-portal/contract/paging'
import type { DateRange } from '@mi-portal/contract/values/partial-date'
import type { ArchivedAppointment, ArchivedExam, ClinicalArchive } from '../../../ports/clinical-archive.ts'
import { documentIdOf } from '../reading.rules.ts'
import { statusOf } from '../visits.rules.ts'
import type { PaperRow, ReadingQuery, ReadingStore } from './reading.store.ts'

const pageSize = 100
/**
 * Maximum number of exams whose results and documents one search reads, because each may be a call to the clinic's
 * server.
 */
const maxExams = 200
const concurrency = 5

type Exam = ArchivedExam & { readonly type: ExamType }

async function allPages<T>(read: (page: Page) => Promise<Paged<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, limit: pageSize })
    all.push(...rows)
    if (rows.length < pageSize) return all
  }
}

/** Returns the requested page of rows, which are given latest first. */
function pageOf<Row>(
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

/** Reads rows in groups, to limit concurrent calls to the clinic's server. */
async function eachOf<T, R>(rows: readonly T[], read: (row: T) => Promise<R>): Promise<R[]> {
  const all: R[] = []
  for (let at = 0; at < rows.length; at += concurrency)
    all.push(...(await Promise.all(rows.slice(at, at + concurrency).map(read))))
  return all
}

export function archiveReading(own: ReadingStore, archive: ClinicalArchive, now: () => Date): ReadingStore {
  const readingOf = ({ patientId }: ReadingQuery) => ({ patientId, withoutReserved: false })

  async function examsOf(asked: ReadingQuery, isWanted: (exam: Exam) => boolean): Promise<Exam[]> {
    // The archive gives no identifiers of single exams.
    if (asked.identifiers !== null) return []
    const found: Exam[] = []
    for (const type of examTypes) {
      if (!asked.kinds.includes(type)) continue
      const rows = await allPages((page) => archive.exams(readingOf(asked), type, page))
      found.push(...rows.map((exam) => ({ ...exam, type })))
    }
    return found
      .filter((exam) => isWithin(exam.taken_at, asked) && isWanted(exam))
      .sort((one, other) => other.taken_at.getTime() - one.taken_at.getTime() || other.id - one.id)
  }

  function rejectTooMany(exams: readonly Exam[]): void {
    if (exams.length > maxExams) throw new ApiError('searchTooCostly')
  }

  return {
    person: own.person,

    hours: async (asked, ids) => {
      const of = readingOf(asked)
      const [upcoming, past, cancelled] = await Promise.all([
        allPages((page) => archive.upcoming(of, now(), page)),
        allPages((page) => archive.agenda([{ ...of, onlyBookedBy: null }], 'past', now(), page)),
        allPages((page) => archive.cancelled(of, page)),
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
            isAmong<string | undefined>(statusOf(appointment), asked.statuses),
        )
        .filter((appointment) => isWithin(appointment.starts_at, asked))
        .sort((one, other) => other.starts_at.getTime() - one.starts_at.getTime() || other.id - one.id)
      return pageOf(found, asked)
    },

    exams: async (asked, ids) => {
      const found = await examsOf(
        asked,
        ({ id, type, status }) =>
          isAmong(id, ids) &&
          isAmong<string>(type === 'laboratory' ? 'LAB' : 'IMG', asked.categories) &&
          isAmong<string>(status, asked.statuses),
      )
      const page = pageOf(found, asked)
      const measures = await archive.measures(
        readingOf(asked),
        page.map(({ id }) => id),
      )
      const texts = await eachOf(page, ({ id }) => archive.reportText(readingOf(asked), id))
      return page.map((exam, index) => ({
        ...exam,
        report_text: texts[index] ?? [],
        positions: measures.flatMap(({ exam_id, position }) => (exam_id === exam.id ? [position] : [])),
      }))
    },

    measures: async (asked, ids) => {
      const wanted = ids?.map((id) => Number(id.split('-')[0])) ?? null
      const exams = await examsOf(
        asked,
        ({ id, type }) => isAmong(id, wanted) && isAmong<string>(type, asked.categories),
      )
      rejectTooMany(exams)
      const measures = await archive.measures(
        readingOf(asked),
        exams.map(({ id }) => id),
      )
      const found = exams.flatMap((exam) =>
        measures
          .filter((one) => one.exam_id === exam.id && isAmong(`${one.exam_id}-${one.position}`, ids))
          .filter(({ reported }) => isAmong<string>(reported.status, asked.statuses))
          .filter(
            ({ code, loinc }) =>
              isAmong(code, asked.codes) || (loinc !== null && isAmong(loinc, asked.codes)),
          )
          .map((measure) => ({
            ...{ exam, changed_at: exam.taken_at, panel: null, measure: { ...measure, sent: null } },
            parts: { components: [], hasOwn: true, members: [] },
          })),
      )
      return pageOf(found, asked)
    },

    papers: async (asked, ids) => {
      const wanted = ids?.map((id) => Number(id.split('-')[0])) ?? null
      const exams = await examsOf(asked, ({ id }) => isAmong(id, wanted))
      rejectTooMany(exams)
      const papers = await eachOf(exams, async (exam): Promise<PaperRow[]> => {
        const { id: exam_id, patient_id, taken_at: created_at, type_exam } = exam
        const documents = await archive.examFiles(readingOf(asked), exam_id)
        return documents.map((file) => ({ ...file, exam_id, patient_id, bytes: null, created_at, type_exam }))
      })
      const found = papers.flat().filter((paper) => isAmong(documentIdOf(paper), ids))
      return pageOf(found, asked)
    },
  }
}
