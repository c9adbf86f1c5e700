import type { ExamType } from '@mi-portal/contract/exams/exams'
import { formatConclusion } from '@mi-portal/contract/results/fhir/report-conclusion'
import { isNeverShown } from '@mi-portal/contract/results/never-shown'
import { hasReleaseTag, type ReleasableExam } from '@mi-portal/contract/results/release/result-release'
import { resultStatuses } from '@mi-portal/contract/results/reported-result'
import { type DatePrecision, readPartialDate } from '@mi-portal/contract/values/partial-date'
import type { ArchivedExam } from '../../../../ports/clinical-archive.ts'
import { IncludedResources } from '../included-resources.ts'
import type { createReserve } from '../reserved-data.ts'
import { describeConcept, firstText, listCodes, listConceptNames, parseInstant } from '../resource-fields.ts'
import { encounterResource, type Report, reportResource, serviceRequestResource } from '../resources.ts'
import { hasReportText } from './report-text.ts'
import type { Patient, RecordDependencies, ResourceReader } from './resource-reader.ts'

export type FhirExam = Omit<ArchivedExam, 'id' | 'patient_id' | 'is_private'> & {
  readonly source: string
  readonly type: ExamType
  readonly reserved: boolean
  readonly accession_number: string | null
  readonly report: Report
}

export const finalStatuses = 'final,amended,corrected,appended'
const imaging = new Set([
  ...['RAD', 'IMG', 'RX', 'CT', 'NMR', 'CUS', 'OUS', 'NMS', 'RUS', 'VUS', 'XRC', 'imaging'],
  ...['LP29684-5', '18748-4'],
])
const laboratory = new Set([
  ...['LAB', 'CH', 'HM', 'MB', 'SR', 'CP', 'BLB', 'IMM', 'TX', 'VR', 'MYC', 'PAR', 'SP', 'CG', 'laboratory'],
  ...['LP29693-6', '26436-6', '11502-2'],
])
const kindsOfPatient: Readonly<Record<string, string>> = {
  AMB: 'Ambulatorio',
  EMER: 'Urgencia',
  IMP: 'Hospitalizado',
  ACUTE: 'Hospitalizado',
  NONAC: 'Hospitalizado',
}

function isLaboratory(report: Report): boolean {
  const codes = listCodes(report.category)
  if (codes.some((code) => laboratory.has(code))) return true
  return !codes.some((code) => imaging.has(code)) && (report.result ?? []).length > 0
}

function listAccessionNumbers({ identifier }: Report): readonly string[] {
  const marked = (identifier ?? []).filter(({ type }) => listCodes(type && [type]).includes('ACSN'))
  return marked.flatMap(({ value }) => value?.trim() || [])
}

function findTakenAt(report: Report): Date | null {
  return (
    parseInstant(report.effectiveDateTime) ??
    parseInstant(report.effectivePeriod?.start) ??
    parseInstant(report.issued) ??
    parseInstant(report.meta?.lastUpdated)
  )
}

function getPrecision({ effectiveDateTime, effectivePeriod, issued }: Report): DatePrecision {
  return readPartialDate(effectiveDateTime ?? effectivePeriod?.start ?? issued ?? '').precision
}

export type ReleasableReport = Pick<FhirExam, 'type' | 'type_exam' | 'taken_at' | 'report'>

/**
 * Returns what decides when the result of an exam is visible. A corrected report does not say when its first version was issued. Its
 * days count from the exam, so that a correction never hides a result that was visible.
 */
export function releasableExam({ type, type_exam, taken_at, report }: ReleasableReport): ReleasableExam {
  const issued = report.status === 'final' ? parseInstant(report.issued) : null
  const is_released = hasReleaseTag(report.meta?.tag)
  return { type, type_exam, taken_at, available_at: issued ?? taken_at, is_released }
}

type JudgedReport = Pick<FhirExam, 'report' | 'type' | 'reserved' | 'type_exam'> & {
  readonly neverShown: boolean
  readonly taken_at: Date | null
}

export function createExamReader(
  { client, catalogue, readTarget, logUnreadable }: RecordDependencies,
  { readAll, fetchMissing, isOfPatient, searchAll }: ResourceReader,
  reserve: ReturnType<typeof createReserve>,
) {
  async function getName({ code }: Report): Promise<string> {
    const codes = listCodes([code])
    return (
      describeConcept(code) ??
      (await catalogue.findExamName(codes)) ??
      ['Examen', ...codes.slice(0, 1)].join(' ')
    )
  }

  const isKeptFromAll = ({ code }: Report, name: string) =>
    isNeverShown([name, ...listConceptNames([code])], listCodes([code]))

  async function toFhirExam(report: Report, included: IncludedResources): Promise<FhirExam | null> {
    const name = await getName(report)
    const taken_at = findTakenAt(report)
    if (taken_at === null || isKeptFromAll(report, name) || !finalStatuses.split(',').includes(report.status))
      return null
    const request = included.get(serviceRequestResource, readTarget(report.basedOn?.[0]))
    const encounter = included.get(encounterResource, readTarget(report.encounter))
    return {
      source: report.id,
      type: isLaboratory(report) ? 'laboratory' : 'imaging',
      attention_number: encounter?.identifier?.[0]?.value ?? report.encounter?.identifier?.value ?? '',
      type_exam: name,
      doctor_solicite:
        firstText(
          request?.requester?.display,
          report.basedOn?.[0]?.display,
          ...(report.performer ?? []).map(({ display }) => display),
        ) ?? 'No informado',
      type_patient: kindsOfPatient[encounter?.class?.code ?? 'AMB'] ?? 'Ambulatorio',
      taken_at,
      taken_precision: getPrecision(report),
      status: resultStatuses.find((status) => status === report.status) ?? 'final',
      corrected_at: null,
      conclusion: formatConclusion(report),
      has_report_text: hasReportText(report),
      // Related documents are searched for only when the exam is opened.
      has_document: true,
      reserved: await reserve.report(report),
      accession_number: listAccessionNumbers(report)[0] ?? null,
      report,
    }
  }

  async function readExams(patient: Patient, resources: readonly unknown[], included: IncludedResources) {
    const { found } = readAll('DiagnosticReport', reportResource, resources)
    const reports = found.filter(({ subject }) => isOfPatient(patient, [subject]))
    return (await Promise.all(reports.map((one) => toFhirExam(one, included)))).filter((one) => one !== null)
  }

  async function searchExams(patient: Patient) {
    let unreadable = 0
    const exams = await searchAll(
      'DiagnosticReport',
      { patient: `Patient/${patient.source}`, status: finalStatuses, _sort: '-date', _count: '100' },
      async (page, included) => {
        const readReports = await readExams(patient, page, included)
        unreadable += readAll('DiagnosticReport', reportResource, page).unreadable
        await fetchMissing(
          included,
          readReports.flatMap(({ report }) => [
            readTarget(report.basedOn?.[0]),
            readTarget(report.encounter),
          ]),
        )
        return (await Promise.all(readReports.map(({ report }) => toFhirExam(report, included)))).filter(
          (one) => one !== null,
        )
      },
    )
    return { exams, unreadable }
  }

  /**
   * Returns the reports of a patient with this accession number. They include those that no list shows: reports that are never
   * shown, and reports that are not final yet. `unreadable` counts the reports whose number is not known.
   */
  async function searchByAccessionNumber(patient: Patient, accessionNumber: string) {
    let unreadable = 0
    const query = { patient: `Patient/${patient.source}`, _count: '100' }
    const reports = await searchAll('DiagnosticReport', query, async (page): Promise<JudgedReport[]> => {
      const read = readAll('DiagnosticReport', reportResource, page)
      unreadable += read.unreadable
      const same = read.found.filter(
        (report) =>
          isOfPatient(patient, [report.subject]) &&
          report.status !== 'entered-in-error' &&
          listAccessionNumbers(report).includes(accessionNumber),
      )
      return Promise.all(
        same.map(async (report) => {
          const type_exam = await getName(report)
          return {
            report,
            type: isLaboratory(report) ? ('laboratory' as const) : ('imaging' as const),
            type_exam,
            taken_at: findTakenAt(report),
            reserved: await reserve.report(report),
            neverShown: isKeptFromAll(report, type_exam),
          }
        }),
      )
    })
    return { reports, unreadable }
  }

  const readReports = (patient: Patient, reports: readonly unknown[]) =>
    readExams(patient, reports, new IncludedResources(logUnreadable))

  async function readExam(patient: Patient, source: string): Promise<FhirExam | null> {
    const included = new IncludedResources(logUnreadable)
    const [readReports] = await readExams(
      patient,
      [await client.read(`DiagnosticReport/${source}`)],
      included,
    )
    if (readReports === undefined) return null
    await fetchMissing(included, [
      readTarget(readReports.report.basedOn?.[0]),
      readTarget(readReports.report.encounter),
    ])
    return toFhirExam(readReports.report, included)
  }

  return { exams: searchExams, byAccessionNumber: searchByAccessionNumber, readReports, exam: readExam }
}
