/** The scheduling service, implemented by the portal's own calendars or by a service outside of it. */
import type { BookingCheck, BookingReply, BookingRequest } from '@mi-portal/contract/booking/bookings'
import type { Office, OfficeCode, Professional, ServiceNeed } from '@mi-portal/contract/booking/services'
import type { Hold, Slot, SlotsQuery } from '@mi-portal/contract/booking/slots'
import type { PeriodicJob } from '../../platform/jobs.ts'
import type { AppointmentCancellation } from '../../ports/scheduling.ts'
import type { Caller } from './booking-access.service.ts'
import type { ExamCalls } from './exam-booking/exam-booking.service.ts'
import type { WaitingService } from './waiting/waiting.service.ts'

type Modality = Slot['modality']

export type SpecialtiesQuery = {
  readonly office_id?: OfficeCode | undefined
  readonly spec_id?: string[] | undefined
  readonly modality?: Modality | undefined
}
export type ProfessionalsQuery = {
  readonly office_id?: OfficeCode | undefined
  readonly specialty?: string[] | undefined
  readonly rut_professional?: string | undefined
  readonly modality?: Modality | undefined
}

/** What every scheduling service can do. The rules about who may book for whom are the portal's own in either case. */
export type SchedulingCalls = {
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

/** A scheduling service: the portal's own calendars, or a service outside of it with the same API. */
export type SchedulingService = {
  readonly calls: SchedulingCalls
  readonly exams: ExamCalls
  readonly waiting: WaitingService
  /** Cancels an appointment where its calendar is, before the portal's record does. */
  readonly requestCancellation: AppointmentCancellation['requestCancellation']
  /** Whether the calendars are the portal's own, so that staff edit them here. */
  readonly hasOwnCalendars: boolean
  readonly jobs: readonly PeriodicJob[]
}
