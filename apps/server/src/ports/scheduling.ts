/** The clinic's calendars: whose hour is when, and which are free. */
import type { Endpoint, Reply, Sent } from '@mi-portal/contract/endpoint'
import type { Queries } from '../platform/database/database.ts'
import type { AssertedPatient } from '../platform/security/assertion.ts'

export type Scheduling = {
  /**
   * Asks whoever keeps the calendar to give an hour back, before the record says so. The portal's own calendars are the
   * record; an outside service is asked, and its refusal is thrown.
   */
  readonly giveUp: (hourId: number) => Promise<void>
  /**
   * Gives an hour back that is booked and has not begun at `now`. False when it is not, also because somebody else
   * cancelled it at the same moment: of several at once one gets true.
   */
  readonly cancel: (tx: Queries, hourId: number, now: Date) => Promise<boolean>
}

/** A patient as an outside service is told of them. */
export type VisitingPatient = AssertedPatient & { readonly id: number }

/** An outside scheduling service, which speaks the calls of the portal's own (`/agenda/…`). */
export type OutsideScheduling = {
  /**
   * Makes a call in the name of a patient. Throws the service's own refusals (400, 404, 409) with its words, and
   * `schedulingDown` (503) where it does not answer in time, answers 5xx, or answers what is no answer to that call.
   */
  readonly ask: <E extends Endpoint>(
    as: VisitingPatient,
    endpoint: E,
    sent: Sent<E>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply<E>>
  /** The number under which the service knows a patient. */
  readonly numberOf: (patient: VisitingPatient) => Promise<number>
  /** Whether an hour is cancelled there, as its calendar file says. */
  readonly isCancelled: (as: VisitingPatient, hourId: number) => Promise<boolean>
  /** A document of how to prepare, or null where there is none. */
  readonly indications: (key: string) => Promise<Uint8Array | null>
}
