import type { Platform } from '../../platform/composition/module.ts'
import { appointmentRecordsService } from './appointment-records.service.ts'
import { appointmentRecordsStore } from './appointment-records.store.ts'
import { externalAppointmentsStore } from './external-appointments.store.ts'
import { freedTimesStore } from './freed-times.store.ts'

/** Writes the record of appointments. Domains that are composed before the patient's appointments need it. */
export function appointmentRecordsModule({ db }: Platform) {
  return {
    appointmentRecords: appointmentRecordsService({
      store: appointmentRecordsStore,
      external: externalAppointmentsStore(db),
      freedTimes: freedTimesStore,
    }),
  }
}
