import type { ExamType } from '@mi-portal/contract/exams/exams'
import { plainFromReported, storedResult } from '@mi-portal/contract/results/plain-result'
import { exactHistory } from '@mi-portal/contract/results/reported-result'
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { Database } from '../../platform/database/database.ts'
import type { Row } from '../../platform/database/statement.ts'
import type {
  ArchivedExam,
  ClinicalArchive,
  ExamFilter,
  Measure,
  Reading,
} from '../../ports/clinical-archive.ts'
import { paged, toWindow } from './counted-page.ts'
import { createAppointmentReading } from './embedded/appointments.ts'
import * as examSql from './embedded/exams.sql.ts'
import { chosen, several } from './embedded/readings.ts'
import { type HeldResults, withoutContent } from './held-results.ts'

type MeasureRow = Row<typeof examSql.results.whole>

function readEarlier(stored: MeasureRow['earlier']) {
  return stored.map((one) => ({ ...one, replaced_at: new Date(one.replaced_at) }))
}

function toMeasure({ code, name, earlier, course: rows, ...row }: MeasureRow): Measure {
  const reported = storedResult(row)
  const course = rows.map(({ at, ...past }) => ({ at: new Date(at), reported: storedResult(past) }))
  return {
    code,
    name,
    reported,
    ...plainFromReported(reported),
    earlier: readEarlier(earlier),
    course,
    history: exactHistory(course, reported.unit),
  }
}

function findFirstDay({ examsFrom }: Reading, type: ExamType): Date {
  return toInstant(examsFrom?.[type] ?? '1900-01-01', '00:00')
}

function toPattern(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

function startOfYear(year: number): Date {
  return toInstant(`${String(year).padStart(4, '0')}-01-01`, '00:00')
}

function filtered(of: Reading, type: ExamType, { q, year }: ExamFilter, unsearched: readonly number[]) {
  const from = typed(of, type)
  const first = year === undefined ? from.first : startOfYear(year)
  return {
    ...from,
    first: first > from.first ? first : from.first,
    until: startOfYear(year === undefined ? 9999 : year + 1),
    pattern: toPattern(q),
    unsearched,
  }
}

function typed(of: Reading, type: ExamType) {
  return { patient_id: of.patientId, type, first: findFirstDay(of, type) }
}

export function createEmbeddedArchive(
  db: Database,
  { listHeldExams }: Pick<HeldResults, 'listHeldExams'>,
): ClinicalArchive {
  const heldIds = async (...patientIds: readonly number[]) =>
    (await listHeldExams(patientIds)).map(({ id }) => id)

  const isNumberWithheld: ClinicalArchive['isAccessionNumberWithheld'] = async (of, accession_number) => {
    const given = { patient_id: of.patientId, accession_number, held: await heldIds(of.patientId) }
    return (await db.run(chosen(examSql.withheldNumber, of), given))[0]?.withheld === true
  }

  const listExams: ClinicalArchive['exams'] = async (of, type, page, filter = {}) => {
    const holds = new Map((await listHeldExams([of.patientId])).map(({ id, hold }) => [id, hold]))
    const heldExams = [...holds.keys()]
    const window = { held: of.withHeld === true ? [] : heldExams, ...toWindow(page) }
    const found =
      filter.q || filter.year !== undefined
        ? await db.run(chosen(examSql.filteredExams, of), {
            ...filtered(of, type, filter, heldExams),
            ...window,
          })
        : await db.run(chosen(examSql.exams, of), {
            ...typed(of, type),
            reader: of.reader?.id ?? null,
            recent_from: of.reader?.recentFrom ?? null,
            ...window,
          })
    const listed = paged<ArchivedExam>(found)
    if (holds.size === 0) return listed
    const rows = listed.rows.map((row) => {
      const hold = holds.get(row.id)
      return hold === undefined ? row : withoutContent(row, hold)
    })
    return { ...listed, rows }
  }

  return {
    ...createAppointmentReading(db),
    heldExams: (patientId) => listHeldExams([patientId]),
    exams: listExams,
    recentExams: async (of, types, since) => {
      const [first] = of
      if (first === undefined) return []
      const starts = types.map(
        (type) => new Date(Math.max(findFirstDay(first, type).getTime(), since.getTime())),
      )
      const held = await heldIds(...of.map(({ patientId }) => patientId))
      return db.run(examSql.recentExams, { ...several(of), types, since: starts, held })
    },
    examsOfVisit: async (of, { attention_number, taken_at }) =>
      db.run(chosen(examSql.examsOfVisit, of), {
        patient_id: of.patientId,
        attention_number,
        day_from: toInstant(toDay(taken_at), '00:00'),
        day_until: toInstant(addDays(toDay(taken_at), 1), '00:00'),
        first_laboratory: findFirstDay(of, 'laboratory'),
        first_imaging: findFirstDay(of, 'imaging'),
        held: await heldIds(of.patientId),
      }),
    exam: async (of, id, type) => {
      const given = { ...typed(of, type), id, held: await heldIds(of.patientId) }
      return (await db.run(chosen(examSql.exam, of), given))[0] ?? null
    },
    examsById: async (of, ids) =>
      db.run(chosen(examSql.examsById, of), {
        patient_id: of.patientId,
        ids,
        held: await heldIds(of.patientId),
      }),
    results: async (of, examId) => {
      const given = { id: examId, patient_id: of.patientId, held: await heldIds(of.patientId) }
      return (await db.run(chosen(examSql.results, of), given)).map(toMeasure)
    },
    measures: async (of, examIds) => {
      const given = { patient_id: of.patientId, ids: examIds, held: await heldIds(of.patientId) }
      return (await db.run(chosen(examSql.measures, of), given)).map(
        ({ exam_id, position, code, name, loinc, earlier, ...row }) => {
          const reported = storedResult(row)
          const plain = plainFromReported(reported)
          return { exam_id, position, code, name, loinc, reported, earlier: readEarlier(earlier), ...plain }
        },
      )
    },
    examFiles: async (of, examId) => {
      const given = { id: examId, patient_id: of.patientId, held: await heldIds(of.patientId) }
      return db.run(chosen(examSql.examFiles, of), given)
    },
    reportText: async (of, examId) => {
      const given = { id: examId, patient_id: of.patientId, held: await heldIds(of.patientId) }
      return (await db.run(chosen(examSql.reportTexts, of), given))[0]?.report_text ?? []
    },
    // All imports into this archive reject documents that are not PDF.
    hasUnshowableFile: () => Promise.resolve(false),
    accessionNumber: async (of, examId) => {
      const [found] = await db.run(examSql.accessionNumber, { id: examId, patient_id: of.patientId })
      if (found === undefined || (await isNumberWithheld(of, found.accession_number))) return null
      return found.accession_number
    },
    isAccessionNumberWithheld: isNumberWithheld,
  }
}
