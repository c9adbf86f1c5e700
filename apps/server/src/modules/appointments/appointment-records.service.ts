/**
 * The portal's record of appointments, for every domain that books, moves, cancels or receives one. The functions run in the
 * transaction of the caller, who decides whether the change is allowed. The database decides whether the time is free.
 */
import type { AppointmentRecordsStore } from './appointment-records.store.ts'
import type { FreedTimesStore } from './freed-times.store.ts'

export type { AppointmentSlot, BookedAppointment, ReceivedAppointment } from './appointment-records.store.ts'

type AppointmentRecordsDependencies = {
  readonly store: AppointmentRecordsStore
  readonly freedTimes: FreedTimesStore
}

export function createAppointmentRecordsService({ store, freedTimes }: AppointmentRecordsDependencies) {
  return {
    ...store,
    /** Times that became free, for the waiting list. */
    freedTimes,
  }
}

export type AppointmentRecords = ReturnType<typeof createAppointmentRecordsService>
