import type { Endpoint, Reply, Sent } from '@mi-portal/contract/calls/endpoint'
import type { Queries } from '../platform/database/database.ts'
import type { AssertedPatient } from '../platform/security/assertion.ts'

export type AppointmentCancellation = {
  /** Asks the external system of an appointment, if any, to cancel it before the portal does. Throws its error. */
  readonly requestCancellation: (appointmentId: number) => Promise<void>
  /** Returns false unless the appointment is booked and has not begun at `now`. Of concurrent calls only one returns true. */
  readonly cancel: (tx: Queries, appointmentId: number, now: Date) => Promise<boolean>
}

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
  readonly getPatientNumber: (patient: VisitingPatient) => Promise<number>
  readonly isCancelled: (as: VisitingPatient, appointmentId: number) => Promise<boolean>
  readonly indications: (key: string) => Promise<Uint8Array | null>
}
