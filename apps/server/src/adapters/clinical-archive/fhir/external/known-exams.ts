import type { ResultHold } from '@mi-portal/contract/results/release/result-release'
import { toDay } from '@mi-portal/contract/values/dates'
import { createReadCache } from '../../../../platform/external/read-cache.ts'
import type { Reading } from '../../../../ports/clinical-archive.ts'
import type { HeldResults } from '../../held-results.ts'
import { isExternalId } from '../numbers.ts'
import { type FhirExam, type ReleasableReport, releasableExam } from '../record/exams.ts'
import type { FhirMeasure } from '../record/measures.ts'
import type { Patient } from '../record/resource-reader.ts'
import type { ExternalRecordDependencies } from './appointments.ts'

type Origin = FhirMeasure['origin']

export type FoundExam = FhirExam & { readonly is_private: boolean; readonly hold: ResultHold | null }

export type ExternalExamsDependencies = ExternalRecordDependencies & {
  readonly held: Pick<HeldResults, 'createJudge' | 'isInUse'>
}

export function createKnownExams(dependencies: ExternalExamsDependencies) {
  const { own, record, numbers, patients, clock, held: heldResults } = dependencies
  const cachedExams = createReadCache<{ readonly exams: readonly FhirExam[]; readonly unreadable: number }>(
    15,
    clock,
  )

  const isRecent = ({ examsFrom }: Reading, { type, taken_at }: FhirExam) =>
    examsFrom === undefined || toDay(taken_at) >= examsFrom[type]

  async function findHolds(patientId: number) {
    const judge = await heldResults.createJudge([patientId])
    return (exam: ReleasableReport) => judge(patientId, releasableExam(exam))
  }

  /** A guardian does not know of exams that are reserved or private, or of which all results are reserved. */
  async function mayKnow(
    of: Reading,
    patient: Patient,
    exam: FhirExam,
    privateSources: ReadonlySet<string>,
  ): Promise<boolean> {
    if (!isRecent(of, exam)) return false
    if (!of.withoutReserved) return true
    if (exam.reserved || privateSources.has(exam.source)) return false
    const { result = [], contained = [] } = exam.report
    if (result.length + contained.length === 0) return true
    const { measures, isComplete, holdsReserved } = await record.measures(patient, exam)
    // A result that the server names but does not return could be reserved.
    return isComplete && (!holdsReserved || measures.some(({ reserved }) => !reserved))
  }

  const readExams = (patient: Patient, needsPresent = false) =>
    cachedExams.get(String(patient.id), () => record.exams(patient), needsPresent)

  async function findExams(
    of: Reading,
    needsPresent = false,
  ): Promise<{ patient: Patient | null; exams: readonly FoundExam[]; unreadable: number }> {
    const patient = await patients.findPatientOnServer(of.patientId)
    if (patient === null) return { patient, exams: [], unreadable: 0 }
    const { exams: all, unreadable } = await readExams(patient, needsPresent)
    // Both are read after the exams, so that no cached list outlives a mark or a hold.
    const privateSources = await numbers.privateSources('exam', of.patientId)
    const findHold = await findHolds(of.patientId)
    const listed = all
      .map((one) => ({ ...one, is_private: privateSources.has(one.source), hold: findHold(one) }))
      .filter(({ hold }) => of.withHeld === true || hold === null)
    const known = await Promise.all(listed.map((one) => mayKnow(of, patient, one, privateSources)))
    return { patient, exams: listed.filter((_, index) => known[index]), unreadable }
  }

  /**
   * Returns the resources of the results of the exams that the patient keeps private. A result without an exam that can be read is
   * not known, so null is returned then, and no earlier results are shown.
   */
  async function findPrivateResults(of: Reading, patient: Patient): Promise<ReadonlySet<string> | null> {
    const found = new Set<string>()
    for (const source of await numbers.privateSources('exam', of.patientId)) {
      const exam = await record.exam(patient, source)
      if (exam === null) return null
      const { measures, isComplete } = await record.measures(patient, exam)
      if (!isComplete) return null
      for (const { origin } of measures) if (origin !== null) found.add(origin.id)
    }
    return found
  }

  async function findHeldExams(
    patient: Patient,
  ): Promise<readonly { readonly exam: FhirExam; readonly hold: ResultHold }[]> {
    if (!heldResults.isInUse()) return []
    const { exams: all } = await readExams(patient)
    const findHold = await findHolds(patient.id)
    return all.flatMap((exam) => {
      const hold = findHold(exam)
      return hold === null ? [] : [{ exam, hold }]
    })
  }

  /**
   * Returns a function that says whether a past result belongs to an exam whose result is not visible yet. If the server does not
   * return all results of such an exam, everything from its day on counts as held, but for the results of the exam that is read.
   */
  async function findHeldResults(patient: Patient, read: readonly { readonly origin: Origin }[]) {
    const held = new Set<string>()
    let heldFrom = Number.POSITIVE_INFINITY
    for (const { exam } of await findHeldExams(patient)) {
      const { measures, isComplete } = await record.measures(patient, exam)
      for (const { origin } of measures) if (origin !== null) held.add(origin.id)
      if (!isComplete) heldFrom = Math.min(heldFrom, exam.taken_at.getTime())
    }
    const own = new Set(read.flatMap(({ origin }) => origin?.id ?? []))
    return ({ origin, at }: { readonly origin: Origin; readonly at: Date }): boolean => {
      if (origin !== null && own.has(origin.id)) return false
      return (origin !== null && held.has(origin.id)) || at.getTime() >= heldFrom
    }
  }

  async function findExam(of: Reading, id: number) {
    const [known] = await numbers.found('exam', [id])
    const patient =
      known?.patient_id === of.patientId ? await patients.findPatientOnServer(of.patientId) : null
    const exam = known && patient ? await record.exam(patient, known.source) : null
    if (patient === null || exam === null) return null
    const [findHold, privateSources] = await Promise.all([
      findHolds(of.patientId),
      numbers.privateSources('exam', of.patientId),
    ])
    if (findHold(exam) !== null || !(await mayKnow(of, patient, exam, privateSources))) return null
    return { patient, exam: { ...exam, is_private: privateSources.has(exam.source), hold: null } }
  }

  async function isDocumentWithheld(
    of: Reading,
    patient: Patient,
    exam: Pick<FhirExam, 'report' | 'type'>,
  ): Promise<boolean> {
    const { isDocumentJudged, holdsReserved, holdsNeverShown } = await record.measures(patient, exam)
    return holdsNeverShown || (of.withoutReserved && (holdsReserved || !isDocumentJudged))
  }

  async function findExamWithDocuments(of: Reading, id: number) {
    const found = await findExam(of, id)
    return found === null || (await isDocumentWithheld(of, found.patient, found.exam)) ? null : found
  }

  async function isNumberWithheldByServer(of: Reading, accessionNumber: string): Promise<boolean> {
    const patient = await patients.findPatientOnServer(of.patientId)
    // Of several records with the patient's document it is not known which ones hold a reserved exam.
    if (patient === null) return of.withoutReserved && (await patients.hasSeveralRecords(of.patientId))
    const { reports, unreadable } = await record.byAccessionNumber(patient, accessionNumber)
    const privateSources = await numbers.privateSources('exam', of.patientId)
    if (of.withoutReserved && unreadable > 0) return true
    const findHold = await findHolds(of.patientId)
    const isKept = (one: (typeof reports)[number]): boolean => {
      const { taken_at } = one
      const isPrivate = one.reserved || privateSources.has(one.report.id)
      const isHeld = taken_at !== null && findHold({ ...one, taken_at }) !== null
      return one.neverShown || isHeld || (of.withoutReserved && isPrivate)
    }
    for (const one of reports) if (isKept(one) || (await isDocumentWithheld(of, patient, one))) return true
    return false
  }

  async function isNumberWithheld(of: Reading, accessionNumber: string): Promise<boolean> {
    return (
      (await own.isAccessionNumberWithheld(of, accessionNumber)) ||
      (await isNumberWithheldByServer(of, accessionNumber))
    )
  }

  /** Returns the accession number of an exam, unless an exam with it is kept from this reader in one of the two archives. */
  async function findAccessionNumber(of: Reading, id: number): Promise<string | null> {
    if (!isExternalId(id)) {
      const number = await own.accessionNumber(of, id)
      return number === null || (await isNumberWithheldByServer(of, number)) ? null : number
    }
    const number = (await findExamWithDocuments(of, id))?.exam.accession_number ?? null
    return number === null || (await isNumberWithheld(of, number)) ? null : number
  }

  async function findDocuments(of: Reading, id: number) {
    const found = await findExamWithDocuments(of, id)
    return found === null ? [] : record.findDocuments(found.patient, found.exam.report)
  }

  return {
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
  }
}
