import { exactTotal } from '@mi-portal/contract/calls/paging'
import { foldText } from '@mi-portal/contract/fields/accents'
import { plainFromReported } from '@mi-portal/contract/results/plain-result'
import { exactHistory, type ReportedResult } from '@mi-portal/contract/results/reported-result'
import { findFlag } from '@mi-portal/contract/results/result-flags'
import { countFlags, type LevelCounts } from '@mi-portal/contract/results/takeaway'
import { toDay } from '@mi-portal/contract/values/dates'
import {
  type ArchivedExam,
  type ArchivedMeasure,
  type ClinicalArchive,
  type ExamFilter,
  type Measure,
  mostOfPatient,
  type Reading,
  visitMax,
} from '../../../../ports/clinical-archive.ts'
import { withoutContent } from '../../held-results.ts'
import { isExternalId } from '../numbers.ts'
import { hasUnshowablePaper } from '../record/documents.ts'
import type { FhirExam } from '../record/exams.ts'
import type { FhirMeasure } from '../record/measures.ts'
import type { FhirRecord } from '../record/record.ts'
import { hasReportText } from '../record/report-text.ts'
import type { Patient } from '../record/resource-reader.ts'
import { createKnownExams, type ExternalExamsDependencies, type FoundExam } from './known-exams.ts'
import { pageOfAll } from './merged-page.ts'

const otherResults =
  'No pudimos mostrar todos los resultados de este examen. Revisa su documento o pídelos a la clínica.'

const notGiven: ReportedResult = {
  value: { kind: 'unreadable' },
  unit: null,
  ucum: null,
  status: 'final',
  interpretations: [],
  ranges: [],
  notes: [otherResults],
  method: null,
  body_site: null,
}

const restOfResults: Measure = {
  code: '',
  name: 'Otros resultados',
  reported: notGiven,
  ...plainFromReported(notGiven),
  earlier: [],
  course: [],
  history: [],
}

type Origin = FhirMeasure['origin']

export const documentKeyPrefix = 'outside:'

const atOnce = 5

export function createExternalExams(dependencies: ExternalExamsDependencies) {
  const { own, record, numbers, patients, held: heldResults } = dependencies
  const {
    mayKnow,
    findExams,
    findPrivateResults,
    findHeldExams,
    findHeldResults,
    findExam,
    findExamWithDocuments,
    isNumberWithheld,
    findAccessionNumber,
    findDocuments,
  } = createKnownExams(dependencies)

  async function isNamed(of: Reading, exam: FoundExam, text: string): Promise<boolean> {
    const sought = foldText(text)
    if (foldText(exam.type_exam).includes(sought)) return true
    if (exam.hold !== null) return false
    const patient = await patients.findPatientOnServer(of.patientId)
    if (patient === null) return false
    const { measures } = await record.measures(patient, exam)
    return measures.some(
      ({ name, shown, reserved }) =>
        shown && !(of.withoutReserved && reserved) && foldText(name).includes(sought),
    )
  }

  async function filterExams(of: Reading, exams: readonly FoundExam[], { q, year }: ExamFilter) {
    const ofYear = exams.filter(
      ({ taken_at }) => year === undefined || Number(toDay(taken_at).slice(0, 4)) === year,
    )
    if (q === undefined || q === '') return ofYear
    const found: FoundExam[] = []
    for (let at = 0; at < ofYear.length; at += atOnce) {
      const some = ofYear.slice(at, at + atOnce)
      const named = await Promise.all(some.map((one) => isNamed(of, one, q)))
      found.push(...some.filter((_, index) => named[index]))
    }
    return found
  }

  function examRow(of: Reading, external: FoundExam) {
    const { report: _, reserved: _reserved, source: _source, type: _type, hold, ...exam } = external
    const conclusion = of.withoutReserved ? null : exam.conclusion
    // Whether a guardian may see the text is found out when the exam is opened.
    const has_report_text = exam.has_report_text === true && !of.withoutReserved
    const row = { ...exam, conclusion, has_report_text }
    return hold === null ? row : withoutContent(row, hold)
  }

  /** Counts where the results of an exam lie that this reader sees; null if the server did not return all of them, or none. */
  async function countLevels(of: Reading, patient: Patient, exam: FoundExam): Promise<LevelCounts | null> {
    if (exam.hold !== null) return null
    const { measures, isComplete } = await record.measures(patient, exam)
    const flags = measures
      .filter(({ shown, reserved }) => shown && !(of.withoutReserved && reserved))
      .map(({ reported }) => findFlag(reported))
    return isComplete && flags.length > 0 ? countFlags(flags) : null
  }

  async function findArchivedExam(
    of: Reading,
    id: number,
  ): Promise<(ArchivedExam & Pick<FhirExam, 'type'>) | null> {
    const found = await findExam(of, id)
    return found && { ...examRow(of, found.exam), type: found.exam.type, id, patient_id: of.patientId }
  }

  async function readEarlier(of: Reading, patient: Patient, measure: Parameters<FhirRecord['earlier']>[1]) {
    const versions = await record.earlier(patient, measure)
    return versions
      .filter(({ shown, reserved }) => shown && !(of.withoutReserved && reserved))
      .map(({ name, reported, replaced_at }) => ({ name, reported, replaced_at }))
  }

  async function listResults(of: Reading, id: number): Promise<readonly Measure[]> {
    const found = await findExam(of, id)
    if (found === null) return []
    const { measures, isComplete } = await record.measures(found.patient, found.exam)
    const seen = measures.filter((one) => one.shown && !(of.withoutReserved && one.reserved))
    const searches = [...new Set(seen.flatMap(({ search }) => search ?? []))]
    const [results, hidden, isHeld] = await Promise.all([
      record.past(found.patient, searches),
      of.withoutReserved ? findPrivateResults(of, found.patient) : new Set<string>(),
      findHeldResults(found.patient, seen),
    ])
    const isPrivate = (origin: Origin) => hidden === null || (origin !== null && hidden.has(origin.id))
    const past = results.filter((one) => !isPrivate(one.origin) && !isHeld(one))
    const earlier = await Promise.all(seen.map((one) => readEarlier(of, found.patient, one)))
    const shown = seen.map((one, index) => {
      const { search: _, shown: _shown, reserved: _reserved, ucum: _ucum, origin: _origin, ...measure } = one
      const same = past.filter(
        (one) => one.code === measure.code && one.shown && !(of.withoutReserved && one.reserved),
      )
      const course = same.map(({ at, reported }) => ({ at, reported }))
      return {
        ...measure,
        decimals: Math.max(
          measure.decimals,
          ...same.flatMap(({ unit, decimals }) => (unit === null || unit === measure.unit ? decimals : [])),
        ),
        earlier: earlier[index] ?? [],
        course,
        history: exactHistory(course, measure.unit),
      }
    })
    return isComplete ? shown : [...shown, restOfResults]
  }

  async function listMeasures(of: Reading, id: number): Promise<readonly ArchivedMeasure[]> {
    const found = await findExam(of, id)
    if (found === null) return []
    const { measures } = await record.measures(found.patient, found.exam)
    const seen = measures.filter((one) => one.shown && !(of.withoutReserved && one.reserved))
    return Promise.all(
      seen.map(async (measure, index) => {
        const { code, name, search, reported, value, text, unit, ucum, low, high, reference_text } = measure
        return {
          ...{ exam_id: id, position: index + 1, code, name, reported },
          loinc: search?.startsWith('http://loinc.org|') ? code : null,
          earlier: await readEarlier(of, found.patient, measure),
          ...{ value, text, unit, ucum, low, high, reference_text },
        }
      }),
    )
  }

  async function listFiles(of: Reading, id: number) {
    if (!isExternalId(id)) return own.examFiles(of, id)
    return (await findDocuments(of, id)).map(({ title }, index) => ({
      key: `${documentKeyPrefix}${of.patientId}:${id}:${index}`,
      name: title?.replace(/(\.pdf)?$/i, '.pdf') ?? 'examen.pdf',
      number: index,
    }))
  }

  const listPage: ClinicalArchive['exams'] = async (of, type, page, filter = {}) => {
    const [mine, found] = await Promise.all([
      own.exams(of, type, { page: 1, limit: exactTotal + 1 }, filter),
      findExams(of, page.page === 1),
    ])
    const theirs = await filterExams(
      of,
      found.exams.filter((one) => one.type === type),
      filter,
    )
    const all = [...mine.rows, ...theirs].toSorted(
      (one, other) => other.taken_at.getTime() - one.taken_at.getTime(),
    )
    const { rows, total, more } = pageOfAll(all, page)
    const shown = rows.flatMap((one) => ('source' in one ? [one.source] : []))
    const ids = await numbers.of('exam', of.patientId, shown)
    // Only a list that a person reads says how many results lie where.
    const counted = of.reader === undefined ? null : found.patient
    return {
      rows: await Promise.all(
        rows.map(async (one) =>
          'source' in one
            ? {
                ...examRow(of, one),
                id: ids.get(one.source) ?? 0,
                patient_id: of.patientId,
                levels: counted && (await countLevels(of, counted, one)),
              }
            : one,
        ),
      ),
      total,
      more: more || mine.more,
      ...(await patients.describeGaps(of.patientId, found.unreadable)),
    }
  }

  const archive: Omit<
    ClinicalArchive,
    'upcoming' | 'upcomingUntil' | 'past' | 'agenda' | 'cancelled' | 'appointment'
  > = {
    heldExams: async (patientId) => {
      const patient = heldResults.isInUse() ? await patients.findPatientOnServer(patientId) : null
      const held = patient === null ? [] : await findHeldExams(patient)
      const sources = held.map(({ exam }) => exam.source)
      const ids = await numbers.of('exam', patientId, sources)
      const theirs = held.flatMap(({ exam: { source, type, taken_at }, hold }) => {
        const id = ids.get(source)
        return id === undefined ? [] : [{ id, type, taken_at, hold }]
      })
      return [...(await own.heldExams(patientId)), ...theirs]
    },
    exams: listPage,
    recentExams: async (of, types, since) => {
      const first = { page: 1, limit: mostOfPatient }
      const pages = await Promise.all(
        of.flatMap((one) =>
          types.map(async (type) =>
            (await listPage(one, type, first)).rows.map(({ conclusion, ...row }) => ({ ...row, type })),
          ),
        ),
      )
      return pages
        .flat()
        .filter(({ taken_at }) => taken_at >= since)
        .toSorted((one, other) => other.taken_at.getTime() - one.taken_at.getTime())
    },
    examsOfVisit: async (of, visit) => {
      const [mine, found] = await Promise.all([own.examsOfVisit(of, visit), findExams(of)])
      const theirs = found.exams.filter(({ attention_number, taken_at }) =>
        attention_number === ''
          ? visit.attention_number === '' && toDay(taken_at) === toDay(visit.taken_at)
          : attention_number === visit.attention_number,
      )
      const ids = await numbers.of(
        'exam',
        of.patientId,
        theirs.map(({ source }) => source),
      )
      return [
        ...mine,
        ...theirs.map((one) => ({
          ...examRow(of, one),
          type: one.type,
          id: ids.get(one.source) ?? 0,
          patient_id: of.patientId,
        })),
      ]
        .toSorted((one, other) => one.taken_at.getTime() - other.taken_at.getTime())
        .slice(0, visitMax)
    },
    exam: async (of, id, type) => {
      if (!isExternalId(id)) return own.exam(of, id, type)
      const found = await findArchivedExam(of, id)
      return found?.type === type ? found : null
    },
    examsById: async (of, ids) => {
      const [mine, theirs] = await Promise.all([
        own.examsById(
          of,
          ids.filter((id) => !isExternalId(id)),
        ),
        Promise.all(ids.filter(isExternalId).map((id) => findArchivedExam(of, id))),
      ])
      return [...mine, ...theirs.filter((one) => one !== null)]
    },
    results: (of, id) => (isExternalId(id) ? listResults(of, id) : own.results(of, id)),
    measures: async (of, ids) => {
      const all = [
        ...(await own.measures(
          of,
          ids.filter((id) => !isExternalId(id)),
        )),
      ]
      const theirs = ids.filter(isExternalId)
      for (let at = 0; at < theirs.length; at += atOnce) {
        const read = theirs.slice(at, at + atOnce).map((id) => listMeasures(of, id))
        all.push(...(await Promise.all(read)).flat())
      }
      return all
    },
    examFiles: listFiles,
    reportText: async (of, id) => {
      if (!isExternalId(id)) return own.reportText(of, id)
      const report = (await findExam(of, id))?.exam.report
      if (report === undefined || !hasReportText(report)) return []
      return (await findExamWithDocuments(of, id)) === null ? [] : record.readReportText(report)
    },
    accessionNumber: findAccessionNumber,
    isAccessionNumberWithheld: isNumberWithheld,
    hasUnshowableFile: async (of, id) => {
      if (!isExternalId(id)) return own.hasUnshowableFile(of, id)
      const report = (await findExam(of, id))?.exam.report
      return (
        report !== undefined && hasUnshowablePaper(report) && (await findExamWithDocuments(of, id)) !== null
      )
    },
  }

  return { archive, mayKnow, findDocuments }
}
