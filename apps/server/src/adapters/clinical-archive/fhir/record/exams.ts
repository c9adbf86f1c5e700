/** Reads the exams of one patient from the reports of a FHIR server. */
import type { ExamType } from '@mi-portal/contract/exams'
import { resultStatuses } from '@mi-portal/contract/results/reported-result'
import { isNeverShown } from '@mi-portal/contract/values/never-shown'
import type { ArchivedExam } from '../../../../ports/clinical-archive.ts'
import { Beside } from '../beside.ts'
import type { reserveOf } from '../reserve.ts'
import { encounterResource, type Report, reportResource, serviceRequestResource } from '../resources.ts'
import { codesOf, firstText, momentOf, namesOf, wordsOf } from '../told-words.ts'
import type { Patient, RecordDependencies, ResourceReader } from './resource-reader.ts'

export type ToldExam = Omit<ArchivedExam, 'id' | 'patient_id'> & {
  readonly source: string
  readonly type: ExamType
  readonly reserved: boolean
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
  const codes = codesOf(report.category)
  if (codes.some((code) => laboratory.has(code))) return true
  return !codes.some((code) => imaging.has(code)) && (report.result ?? []).length > 0
}

export function examReader(
  { line, catalogue, targetOf, noteUnreadable }: RecordDependencies,
  { readAll, fetchMissing, isOfPatient, searchAll }: ResourceReader,
  reserve: ReturnType<typeof reserveOf>,
) {
  async function toldExam(report: Report, beside: Beside): Promise<ToldExam | null> {
    const codes = codesOf([report.code])
    const name =
      wordsOf(report.code) ??
      (await catalogue.examNameOf(codes)) ??
      ['Examen', ...codes.slice(0, 1)].join(' ')
    const taken_at =
      momentOf(report.effectiveDateTime) ??
      momentOf(report.effectivePeriod?.start) ??
      momentOf(report.issued) ??
      momentOf(report.meta?.lastUpdated)
    if (
      taken_at === null ||
      isNeverShown([name, ...namesOf([report.code])], codes) ||
      !finalStatuses.split(',').includes(report.status)
    )
      return null
    const request = beside.get(serviceRequestResource, targetOf(report.basedOn?.[0]))
    const encounter = beside.get(encounterResource, targetOf(report.encounter))
    return {
      source: report.id,
      type: isLaboratory(report) ? 'laboratory' : 'imaging',
      attention_number:
        encounter?.identifier?.[0]?.value ??
        report.encounter?.identifier?.value ??
        report.identifier?.[0]?.value ??
        report.id,
      type_exam: name,
      doctor_solicite:
        firstText(
          request?.requester?.display,
          report.basedOn?.[0]?.display,
          ...(report.performer ?? []).map(({ display }) => display),
        ) ?? 'No informado',
      type_patient: kindsOfPatient[encounter?.class?.code ?? 'AMB'] ?? 'Ambulatorio',
      taken_at,
      status: resultStatuses.find((status) => status === report.status) ?? 'final',
      corrected_at: null,
      conclusion: report.conclusion ?? null,
      reserved: await reserve.report(report),
      report,
    }
  }

  async function toldExams(patient: Patient, resources: readonly unknown[], beside: Beside) {
    const { found } = readAll('DiagnosticReport', reportResource, resources)
    const reports = found.filter(({ subject }) => isOfPatient(patient, [subject]))
    return (await Promise.all(reports.map((one) => toldExam(one, beside)))).filter((one) => one !== null)
  }

  /** Returns the exams, and the number of reports that cannot be read. */
  async function searchExams(patient: Patient) {
    let unreadable = 0
    const exams = await searchAll(
      'DiagnosticReport',
      { patient: `Patient/${patient.source}`, status: finalStatuses, _sort: '-date', _count: '100' },
      async (page, beside) => {
        const told = await toldExams(patient, page, beside)
        unreadable += readAll('DiagnosticReport', reportResource, page).unreadable
        await fetchMissing(
          beside,
          told.flatMap(({ report }) => [targetOf(report.basedOn?.[0]), targetOf(report.encounter)]),
        )
        return (await Promise.all(told.map(({ report }) => toldExam(report, beside)))).filter(
          (one) => one !== null,
        )
      },
    )
    return { exams, unreadable }
  }

  /** Returns those of the reports that belong to the patient, are final and may be shown. */
  const readReports = (patient: Patient, reports: readonly unknown[]) =>
    toldExams(patient, reports, new Beside(noteUnreadable))

  async function readExam(patient: Patient, source: string): Promise<ToldExam | null> {
    const beside = new Beside(noteUnreadable)
    const [told] = await toldExams(patient, [await line.read(`DiagnosticReport/${source}`)], beside)
    if (told === undefined) return null
    await fetchMissing(beside, [targetOf(told.report.basedOn?.[0]), targetOf(told.report.encounter)])
    return toldExam(told.report, beside)
  }

  return { exams: searchExams, told: readReports, exam: readExam }
}
