/** The clinic's calendars: free slots, bookings, exams with their questionnaires, and the waiting list. */
import type { BookingCheck, BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import type {
  BodyPart,
  BookableExam,
  ExamSpecialty,
  PatientKind,
} from '@mi-portal/contract/booking/exam-catalogue'
import type { Procedure } from '@mi-portal/contract/booking/procedures'
import type {
  AnsweredBy,
  ExamQuestionnaire,
  Questionnaire,
  QuestionnaireAnswers,
} from '@mi-portal/contract/booking/questionnaires'
import type {
  Office,
  OfficeCode,
  Professional,
  Service,
  ServiceNeed,
} from '@mi-portal/contract/booking/services'
import type { Hold, Slot, SlotsQuery } from '@mi-portal/contract/booking/slots'
import type { Offer, Waiting, WaitingDraft } from '@mi-portal/contract/booking/waiting-list'
import type { Endpoint, Reply, Sent } from '@mi-portal/contract/endpoint'
import type { Queries } from '../platform/database/database.ts'
import type { Actor, Origin } from '../platform/http/actor.ts'
import type { PeriodicJob } from '../platform/jobs.ts'
import type { AssertedPatient } from '../platform/security/assertion.ts'

/** The caller, and where the request comes from. */
export type Caller = { readonly actor: Actor; readonly origin: Origin }

type Modality = Slot['modality']

export type SpecialtiesQuery = {
  readonly office_id?: OfficeCode | undefined
  readonly spec_id?: string[] | undefined
  readonly modality?: Modality | undefined
  readonly patient_id?: number | undefined
}
export type ProfessionalsQuery = {
  readonly office_id?: OfficeCode | undefined
  readonly specialty?: string[] | undefined
  readonly rut_professional?: string | undefined
  readonly modality?: Modality | undefined
}

/** Searching, holding and booking slots. */
export type SlotBooking = {
  /** Returns the sites. With a search, only the sites at which a professional offers it. */
  readonly offices: (caller: Caller, query: ServiceNeed) => Promise<Office[]>
  readonly specialties: (caller: Caller, query: SpecialtiesQuery) => Promise<Professional['specialties']>
  readonly professionals: (caller: Caller, query: ProfessionalsQuery) => Promise<Professional[]>
  /** Returns the free slots. Throws 404 for an unknown exam or procedure. */
  readonly slots: (caller: Caller, query: SlotsQuery) => Promise<Slot[]>
  /** Holds a slot. A repeated request returns the same hold. Throws 404 for an unknown slot, 409 if it is held or taken. */
  readonly hold: (caller: Caller, slotId: number) => Promise<Hold>
  /** Throws 404 if the caller does not have the hold. */
  readonly release: (caller: Caller, holdId: number) => Promise<void>
  /** Throws the same errors as the booking would, and returns a warning. */
  readonly check: (caller: Caller, holdId: number, check: BookingCheck) => Promise<{ warning: string | null }>
  /**
   * Books the held slot, or moves an appointment to it. The same idempotency `key` returns the response of the first
   * request.
   */
  readonly book: (caller: Caller, request: BookingRequest, key: string | null) => Promise<BookingReply>
}

/** A questionnaire that is read or answered. */
export type QuestionnaireRequest = {
  readonly exam_id: number
  readonly patient_id: number
  readonly answered_by?: AnsweredBy
}

export type GivenAnswers = readonly { readonly id: string; readonly yes: boolean }[]

/** Limits a search to procedures for adults or for children. */
export type ProcedureFlags = {
  readonly able_for_adults?: string | undefined
  readonly able_for_children?: string | undefined
}

/** The exams and procedures that can be booked, their questionnaires and how to prepare for them. */
export type ExamCatalogue = {
  readonly specialties: (caller: Caller, kind: PatientKind) => Promise<ExamSpecialty[]>
  /** Returns the exams of a specialty. `part` null: of all parts of the body; `office` 0: at all sites. */
  readonly exams: (
    caller: Caller,
    kind: PatientKind,
    specialty: string,
    part: BodyPart | null,
    office: number,
  ) => Promise<BookableExam[]>
  readonly questionnaires: (caller: Caller) => Promise<Questionnaire[]>
  /** Returns the questionnaire of an exam for a patient. Throws 404 if the caller may not book for the patient. */
  readonly readQuestionnaire: (caller: Caller, asked: QuestionnaireRequest) => Promise<ExamQuestionnaire>
  /** Stores the answers to all questions of an exam. Throws 400 if a question is not answered. */
  readonly answerQuestionnaire: (
    caller: Caller,
    asked: QuestionnaireRequest,
    given: GivenAnswers,
  ) => Promise<QuestionnaireAnswers>
  readonly categories: (caller: Caller, office: number, flags: ProcedureFlags) => Promise<Service[]>
  readonly procedures: (
    caller: Caller,
    office: number,
    category: string,
    flags: ProcedureFlags,
  ) => Promise<Procedure[]>
  /** Returns how to prepare for an exam; throws 404 if there is no such text. */
  readonly indications: (caller: Caller, examId: number) => Promise<{ indications: string; pdf: string }>
  readonly procedureIndications: (caller: Caller, code: string) => Promise<{ pdf: string }>
  /** Returns the PDF with preparation instructions; throws 404 for an unknown key. */
  readonly file: (key: string) => Promise<Uint8Array>
}

/** The waiting list. Released slots are offered to the patients on it. */
export type WaitingList = {
  /**
   * Adds an entry to the list. A repeated request returns the same entry. Throws 404 if the caller may not book for the
   * patient.
   */
  readonly wait: (actor: Actor, draft: WaitingDraft) => Promise<Waiting>
  readonly list: (actor: Actor) => Promise<Waiting[]>
  readonly stop: (actor: Actor, id: number) => Promise<void>
  readonly offers: (actor: Actor) => Promise<Offer[]>
  /** Offers released slots to the first waiting persons and returns the counts. */
  readonly offerFreed: () => Promise<{ lapsed: number; offered: number }>
}

/** A scheduling service: the portal's own calendars, or an external service. Who may book for whom is decided by the portal. */
export type Scheduling = {
  readonly calls: SlotBooking
  readonly exams: ExamCatalogue
  readonly waiting: WaitingList
  /** Cancels an appointment where its calendar is, before the portal's record does. */
  readonly requestCancellation: AppointmentCancellation['requestCancellation']
  /** Whether the calendars are the portal's own, so that staff edit them here. */
  readonly hasOwnCalendars: boolean
  readonly jobs: readonly PeriodicJob[]
}

/** Cancels a booked appointment in the portal's calendars or in the external system that manages it. */
export type AppointmentCancellation = {
  /**
   * Asks the external system of an appointment, if there is one, to cancel it before the portal does. Throws the error of the
   * external system. The portal's own calendars need no question.
   */
  readonly requestCancellation: (appointmentId: number) => Promise<void>
  /**
   * Cancels an appointment that is booked and has not begun at `now`. Returns false otherwise. Of several concurrent
   * cancellations only one returns true.
   */
  readonly cancel: (tx: Queries, appointmentId: number, now: Date) => Promise<boolean>
}

/** A patient's data as they are sent to an external service. */
export type VisitingPatient = AssertedPatient & { readonly id: number }

/** An external scheduling service, which has the same API as the portal's own (`/agenda/…`). */
export type RemoteScheduling = {
  /**
   * Sends a request on behalf of a patient. Throws the service's own errors (400, 404, 409) with its messages. Throws
   * `schedulingDown` (503) if the service does not answer in time, answers 5xx, or sends an invalid response.
   */
  readonly ask: <E extends Endpoint>(
    as: VisitingPatient,
    endpoint: E,
    sent: Sent<E>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply<E>>
  /** Returns the id of a patient in the service. */
  readonly getPatientNumber: (patient: VisitingPatient) => Promise<number>
  /** Returns whether an appointment is cancelled in the service, according to its calendar file. */
  readonly isCancelled: (as: VisitingPatient, appointmentId: number) => Promise<boolean>
  /** Returns the document with the preparation for an exam, or null if the exam has no such document. */
  readonly indications: (key: string) => Promise<Uint8Array | null>
}
