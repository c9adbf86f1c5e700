/**
 * The clinical archive: the clinic's record of appointments and exams. Each query is about one patient, and access was
 * authorized before. `withoutReserved` leaves out what the law keeps from an adolescent's guardian, and what the patient keeps from
 * everybody else («Solo yo»): these appointments, exams and results are absent from lists, counts and files. Results that are not visible
 * yet (`results/release/result-release.ts`) are absent from every reading; only a list of exams `withHeld` names them.
 */

import type { AppointmentFacts } from '@mi-portal/contract/appointments/appointments'
import type { Attendance } from '@mi-portal/contract/attendance'
import type { Page, Paged } from '@mi-portal/contract/calls/paging'
import type { ExamType } from '@mi-portal/contract/exams/exams'
import type { ResultHold } from '@mi-portal/contract/results/release/result-release'
import type { ReportBlock } from '@mi-portal/contract/results/report/report-text'
import type { ReportedResult, ResultStatus } from '@mi-portal/contract/results/reported-result'
import type { LevelCounts } from '@mi-portal/contract/results/takeaway'
import type { Day } from '@mi-portal/contract/values/dates'
import type { DatePrecision } from '@mi-portal/contract/values/partial-date'
import type { Queries } from '../platform/database/database.ts'

export type ArchivedAppointment = AppointmentFacts & { readonly is_private: boolean }

export type ArchivedExam = {
  readonly id: number
  readonly attention_number: string
  readonly patient_id: number
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly type_patient: string
  readonly taken_at: Date
  /** How precisely `taken_at` is known: to the second if it is missing. */
  readonly taken_precision?: DatePrecision
  readonly status: ResultStatus
  /** When a corrected report replaced one that was shown here; null if that is not known. */
  readonly corrected_at: Date | null
  readonly has_document: boolean
  /** The report's conclusion as text; null if it has none, or if it may reveal a result that this reader must not see. */
  readonly conclusion: string | null
  /** What a list with a `reader` knows besides of a recent exam of the portal's own archive. */
  readonly is_opened?: boolean | null
  readonly reader_since?: Date | null
  readonly is_private: boolean
  readonly accession_number?: string | null
  readonly has_report_text?: boolean
  /** How many of the results that this reader sees lie where; null without results, or if that is not known. Only in lists of one patient. */
  readonly levels?: LevelCounts | null
  /** Why the result is not visible yet. Only a list `withHeld` contains such exams, without their content. */
  readonly hold?: ResultHold | null
}

type EarlierResult = {
  readonly name: string
  readonly reported: ReportedResult
  readonly replaced_at: Date
}

type RecentExam = Omit<ArchivedExam, 'conclusion'> & { readonly type: ExamType }

export const mostOfPatient = 50

export type Measure = {
  readonly code: string
  readonly name: string
  /** The result exactly as the laboratory reported it. The plain fields below are derived from it. */
  readonly reported: ReportedResult
  readonly earlier: readonly EarlierResult[]
  /** All results of this measure, exact numbers or not, oldest first, this one included. */
  readonly course: readonly { readonly at: Date; readonly reported: ReportedResult }[]
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly decimals: number
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
  readonly history: readonly { readonly at: Date; readonly value: number }[]
}

export type ArchivedMeasure = Omit<Measure, 'course' | 'decimals' | 'history'> & {
  readonly exam_id: number
  readonly position: number
  readonly loinc: string | null
  readonly ucum: string | null
}

export type Reading = {
  readonly patientId: number
  readonly withoutReserved: boolean
  readonly examsFrom?: ExamsFrom
  /** Whether a list has the exams whose result is not visible yet, as rows without content. All else leaves them out. */
  readonly withHeld?: boolean
  /**
   * The person who reads a list of exams. With it the portal's own archive says of exams taken from `recentFrom` on whether the
   * person opened them and since when they have access, so that the list needs no further statement.
   */
  readonly reader?: { readonly id: number; readonly recentFrom: Date }
}

export type ExamFilter = {
  readonly q?: string
  readonly year?: number
}

export type ExamsFrom = Readonly<Record<ExamType, Day>>

export type ListedAppointment = ArchivedAppointment & {
  readonly patient_full_name: string | null
  readonly booked_by: number | null
  /** The booker's name; null for the patient, staff, a closed account or an unknown booker. */
  readonly booker_name: string | null
  readonly site: string | null
  readonly confirmed_at: Date | null
  readonly in_own_calendar: boolean
  readonly has_order: boolean | null
  readonly needs_order: boolean
  readonly attendance: Attendance | null
}

export type StoredAppointment = ListedAppointment & {
  readonly state: 'booked' | 'cancelled'
  readonly reserved: boolean
}

export type AgendaReading = Reading & {
  readonly onlyBookedBy: number | null
}

export type LabTest = {
  readonly codes: readonly string[]
  readonly names: readonly string[]
  readonly categories?: readonly string[]
}

/** Returns the confidentiality group of a lab test that the law keeps from an adolescent's guardian, or null. */
export type GetReservedGroup = (test: LabTest) => Promise<string | null>

export type ExamFile = {
  readonly key: string
  readonly name: string
  /** Identifies a document of the exam, and stays the same if another document is withdrawn; 0 is the main document. */
  readonly number: number
}

export const visitMax = 50

export type HeldExam = {
  readonly id: number
  readonly type: ExamType
  readonly taken_at: Date
  readonly hold: ResultHold
}

export type ClinicalArchive = {
  readonly heldExams: (patientId: number) => Promise<readonly HeldExam[]>
  /** Returns appointments that have not ended at `now`, the earliest first. */
  readonly upcoming: (of: Reading, now: Date, page: Page) => Promise<Paged<ArchivedAppointment>>
  /** Returns the appointments of several patients that have not ended at `now` and begin before `until`, the earliest first. */
  readonly upcomingUntil: (
    of: readonly Reading[],
    now: Date,
    until: Date,
  ) => Promise<readonly ArchivedAppointment[]>
  /** Returns appointments that have ended, the latest first. */
  readonly past: (of: Reading, now: Date, page: Page) => Promise<Paged<ArchivedAppointment>>
  readonly agenda: (
    of: readonly AgendaReading[],
    period: 'upcoming' | 'past',
    now: Date,
    page: Page,
  ) => Promise<Paged<ListedAppointment>>
  readonly cancelled: (of: Reading, page: Page) => Promise<Paged<ArchivedAppointment>>
  readonly appointment: (id: number) => Promise<StoredAppointment | null>
  readonly exams: (
    of: Reading,
    type: ExamType,
    page: Page,
    filter?: ExamFilter,
  ) => Promise<Paged<ArchivedExam>>
  readonly recentExams: (
    of: readonly Reading[],
    types: readonly ExamType[],
    since: Date,
  ) => Promise<readonly RecentExam[]>
  /** Oldest first, at most {@link visitMax}: those with the number of the visit, or those without one of its day. */
  readonly examsOfVisit: (
    of: Reading,
    visit: Pick<ArchivedExam, 'attention_number' | 'taken_at'>,
  ) => Promise<readonly (ArchivedExam & { readonly type: ExamType })[]>
  readonly exam: (of: Reading, id: number, type: ExamType) => Promise<ArchivedExam | null>
  readonly examsById: (
    of: Reading,
    ids: readonly number[],
  ) => Promise<readonly (ArchivedExam & { readonly type: ExamType })[]>
  readonly results: (of: Reading, examId: number) => Promise<readonly Measure[]>
  readonly measures: (of: Reading, examIds: readonly number[]) => Promise<readonly ArchivedMeasure[]>
  readonly examFiles: (of: Reading, examId: number) => Promise<readonly ExamFile[]>
  /** Returns the text of a report; empty if it has none. It is kept from this reader where the documents are. */
  readonly reportText: (of: Reading, examId: number) => Promise<readonly ReportBlock[]>
  /** Returns whether the report has a document that is not a PDF and cannot be shown; false if this reader must not know of it. */
  readonly hasUnshowableFile: (of: Reading, examId: number) => Promise<boolean>
  /**
   * Returns the number of an exam in the image archive. Images show the whole exam, so the number is null where the documents
   * are kept from this reader: of this exam, or of another exam of the patient with the same number.
   */
  readonly accessionNumber: (of: Reading, examId: number) => Promise<string | null>
  /** Whether an exam with this accession number is kept from this reader, in whole or in part, in any of the archives. */
  readonly isAccessionNumberWithheld: (of: Reading, accessionNumber: string) => Promise<boolean>
}

/** An upcoming appointment of an external archive; `other` is neither booked nor cancelled, for instance proposed. */
export type ExternalAppointment = Pick<
  ArchivedAppointment,
  'starts_at' | 'ends_at' | 'doctor_name' | 'modality'
> & {
  readonly source: string
  readonly state: 'booked' | 'cancelled' | 'other'
  readonly place: string
  readonly reserved: boolean
}

/** An external archive that is asked for the state of appointments. Each call throws if the archive does not answer. */
export type AppointmentWatch = {
  readonly name: string
  /** Returns a patient's future appointments in any state; null if the archive does not have exactly one record of the patient. */
  readonly appointments: (patientId: number, now: Date) => Promise<readonly ExternalAppointment[] | null>
  readonly appointment: (
    patientId: number,
    source: string,
  ) => Promise<ExternalAppointment | 'gone' | 'unknown'>
}

export type NewResultsReader = {
  /** Stores which patients to notify of new exams since the last run, each exam once. Returns the number of exams. */
  readonly collect: () => Promise<number>
}

export type MarkedItem = { readonly id: number; readonly patient_id: number }

/** `absent`: the patient has no such item. `bookedByOther`: the family booked it, so it cannot be kept from them. */
export type MarkOutcome = 'stored' | 'absent' | 'bookedByOther'

/** Sets or removes a mark in the transaction of the caller. A mark that is set again keeps its first time. */
export type SetPrivate = (
  tx: Queries,
  item: MarkedItem,
  isPrivate: boolean,
  now: Date,
) => Promise<MarkOutcome>

export type ReadPrivateRevision = (patientId: number) => Promise<string>

export type PrivateItems = {
  readonly setExam: SetPrivate
  /** Marks an appointment that only the external archive has. Without an external archive there is none. */
  readonly setExternalAppointment: SetPrivate
}
