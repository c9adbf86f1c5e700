/**
 * A patient's own record where the clinic keeps part of it on a FHIR server of its own: read through the archive, which puts
 * both in one list, and then searched here.
 */
import { type ExamType, examTypes } from '@mi-portal/contract/exams'
import { Failure } from '@mi-portal/contract/failure'
import type { Page, Paged } from '@mi-portal/contract/paging'
import type { ArchivedExam, ClinicalArchive, Hour } from '../../../ports/clinical-archive.ts'
import type { Asked, PaperRow, ReadingStore } from './reading.store.ts'

const stride = 100
/** Of so many exams results and papers are asked for in one search: each may be a call to the clinic's server. */
const mostExams = 200
const atOnce = 5

type Exam = ArchivedExam & { readonly type: ExamType }

async function allPages<T>(read: (page: Page) => Promise<Paged<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page += 1) {
    const { rows } = await read({ page, limit: stride })
    all.push(...rows)
    if (rows.length < stride) return all
  }
}

/** The asked-for page of rows, latest first. */
function pageOf<Row>(rows: readonly Row[], { limit, offset }: Asked): (Row & { total: number })[] {
  return rows.slice(offset, offset + limit).map((row) => ({ ...row, total: rows.length }))
}

const isWithin = (at: Date, { from, until }: Asked) =>
  (from === null || at >= from) && (until === null || at < until)

const isAmong = <T>(one: T, some: readonly T[] | null) => some === null || some.includes(one)

/** In groups, so that the clinic's server is not asked everything at once. */
async function eachOf<T, R>(rows: readonly T[], read: (row: T) => Promise<R>): Promise<R[]> {
  const all: R[] = []
  for (let at = 0; at < rows.length; at += atOnce)
    all.push(...(await Promise.all(rows.slice(at, at + atOnce).map(read))))
  return all
}

export function archiveReading(own: ReadingStore, archive: ClinicalArchive, now: () => Date): ReadingStore {
  const readingOf = ({ patientId }: Asked) => ({ patientId, withoutReserved: false })

  async function examsOf(asked: Asked, isWanted: (exam: Exam) => boolean): Promise<Exam[]> {
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

  function refuseMany(exams: readonly Exam[]): void {
    if (exams.length > mostExams) throw new Failure('searchTooCostly')
  }

  return {
    person: own.person,

    hours: async (asked, ids) => {
      const of = readingOf(asked)
      const [upcoming, past, cancelled] = await Promise.all([
        allPages((page) => archive.upcoming(of, now(), page)),
        allPages((page) => archive.past(of, now(), page)),
        allPages((page) => archive.cancelled(of, page)),
      ])
      const told = (state: 'booked' | 'cancelled') => (hour: Hour) => ({ ...hour, state })
      const all = [...upcoming, ...past].map(told('booked')).concat(cancelled.map(told('cancelled')))
      const found = all
        .filter((hour) => isAmong(hour.id, ids) && isAmong<string>(hour.state, asked.codes))
        .filter((hour) => isWithin(hour.starts_at, asked))
        .sort((one, other) => other.starts_at.getTime() - one.starts_at.getTime() || other.id - one.id)
      return pageOf(found, asked)
    },

    exams: async (asked, ids) => {
      const found = await examsOf(
        asked,
        ({ id, type }) => isAmong(id, ids) && isAmong<string>(type, asked.codes),
      )
      const page = pageOf(found, asked)
      const measures = await archive.measures(
        readingOf(asked),
        page.map(({ id }) => id),
      )
      return page.map((exam) => ({
        ...exam,
        positions: measures.flatMap(({ exam_id, position }) => (exam_id === exam.id ? [position] : [])),
      }))
    },

    measures: async (asked, ids) => {
      const wanted = ids?.map((id) => Number(id.split('-')[0])) ?? null
      const exams = await examsOf(asked, ({ id }) => isAmong(id, wanted))
      refuseMany(exams)
      const measures = await archive.measures(
        readingOf(asked),
        exams.map(({ id }) => id),
      )
      const found = exams.flatMap((exam) =>
        measures
          .filter((one) => one.exam_id === exam.id && isAmong(`${one.exam_id}-${one.position}`, ids))
          .filter(
            ({ code, loinc }) =>
              isAmong(code, asked.codes) || (loinc !== null && isAmong(loinc, asked.codes)),
          )
          .map((measure) => ({ ...measure, exam })),
      )
      return pageOf(found, asked)
    },

    papers: async (asked, ids) => {
      const exams = await examsOf(asked, ({ id }) => isAmong(id, ids))
      refuseMany(exams)
      const papers = await eachOf(exams, async (exam): Promise<PaperRow[]> => {
        const file = await archive.examFile(readingOf(asked), exam.id)
        if (file === null) return []
        const { id, patient_id, taken_at, type_exam } = exam
        return [{ exam_id: id, patient_id, ...file, bytes: null, created_at: taken_at, type_exam }]
      })
      return pageOf(papers.flat(), asked)
    },
  }
}
