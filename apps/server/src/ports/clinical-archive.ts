/**
 * The clinic's record of hours and exams. The portal asks about one patient at a time; whether the caller may is
 * settled before. `withoutReserved` leaves out what the law keeps from an adolescent's guardian: such hours, exams
 * and results are absent from lists, counts and files.
 */

import type { ExamType } from '@mi-portal/contract/exams'
import type { Page, Paged } from '@mi-portal/contract/paging'

export type Hour = {
  readonly id: number
  readonly patient_id: number
  readonly rut_professional: string
  readonly doctor_name: string
  readonly specialty_code: number
  readonly specialty: string
  readonly sub_context: string
  readonly place_care: string
  readonly place_detail: string
  readonly modality: 'presencial' | 'telemedicina'
  readonly starts_at: Date
  readonly ends_at: Date
  /** False of an hour that can only be moved where it is kept. */
  readonly can_move?: boolean
}

export type ArchivedExam = {
  readonly id: number
  readonly attention_number: string
  readonly patient_id: number
  readonly type_exam: string
  readonly doctor_solicite: string
  readonly type_patient: string
  readonly taken_at: Date
}

export type Measure = {
  readonly code: string
  readonly name: string
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  /** Of the value, its range and its history. */
  readonly decimals: number
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
  /** Oldest first, this one included. */
  readonly history: readonly { readonly at: Date; readonly value: number }[]
}

/** A result without its history, as it is passed on. */
export type ArchivedMeasure = {
  readonly exam_id: number
  readonly position: number
  readonly code: string
  readonly name: string
  readonly loinc: string | null
  readonly value: number | null
  readonly text: string | null
  readonly unit: string | null
  readonly ucum: string | null
  readonly low: number | null
  readonly high: number | null
  readonly reference_text: string | null
}

export type Reading = { readonly patientId: number; readonly withoutReserved: boolean }

/** An hour whatever became of it. */
export type KeptHour = Hour & {
  readonly state: 'booked' | 'cancelled'
  /** One that the law keeps from an adolescent's guardian. */
  readonly reserved: boolean
  /** Who booked it, where that is known. */
  readonly booked_by: number | null
}

export type ClinicalArchive = {
  /** Hours that have not ended at `now`, soonest first. */
  readonly upcoming: (of: Reading, now: Date, page: Page) => Promise<Paged<Hour>>
  /** Hours that have ended, latest first. */
  readonly past: (of: Reading, now: Date, page: Page) => Promise<Paged<Hour>>
  /** Hours that were cancelled, latest first, as far as they are kept. */
  readonly cancelled: (of: Reading, page: Page) => Promise<Paged<Hour>>
  readonly hour: (id: number) => Promise<KeptHour | null>
  readonly exams: (of: Reading, type: ExamType, page: Page) => Promise<Paged<ArchivedExam>>
  readonly exam: (of: Reading, id: number, type: ExamType) => Promise<ArchivedExam | null>
  /** Of these ids those that may be shown, in no order. */
  readonly examsById: (
    of: Reading,
    ids: readonly number[],
  ) => Promise<readonly (ArchivedExam & { readonly type: ExamType })[]>
  readonly results: (of: Reading, examId: number) => Promise<readonly Measure[]>
  /** What of several exams may be shown, by exam and in its order. */
  readonly measures: (of: Reading, examIds: readonly number[]) => Promise<readonly ArchivedMeasure[]>
  /** The key in the file store and the name to save under, or null where the exam has no file. */
  readonly examFile: (
    of: Reading,
    examId: number,
  ) => Promise<{ readonly key: string; readonly name: string } | null>
}

/** An archive elsewhere, asked for what is new there. */
export type ArchiveNews = {
  /** Writes down whom to tell of what came since the last time, each exam once; gives back how many it found. */
  readonly collect: () => Promise<number>
}
