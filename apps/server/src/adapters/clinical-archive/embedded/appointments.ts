import type { Database } from '../../../platform/database/database.ts'
import type {
  ArchivedAppointment,
  ClinicalArchive,
  ListedAppointment,
} from '../../../ports/clinical-archive.ts'
import { paged, toWindow } from '../counted-page.ts'
import * as appointmentsSql from './appointments.sql.ts'
import { chosen, several } from './readings.ts'

type AppointmentReading = Pick<
  ClinicalArchive,
  'agenda' | 'upcoming' | 'upcomingUntil' | 'past' | 'cancelled' | 'appointment'
>

export function createAppointmentReading(db: Database): AppointmentReading {
  const { upcoming, past, cancelled, agenda, upcomingUntil, selectAppointment } = appointmentsSql
  return {
    agenda: async (readings, period, now, page) =>
      paged<ListedAppointment>(
        await db.run(agenda[period], {
          patient_ids: readings.map(({ patientId }) => patientId),
          without_reserved: readings.map(({ withoutReserved }) => (withoutReserved ? 1 : 0)),
          bookers: readings.map(({ onlyBookedBy }) => onlyBookedBy ?? 0),
          now,
          last_row: page.page * page.limit,
          ...toWindow(page),
        }),
      ),
    upcoming: async (of, now, page) =>
      paged<ArchivedAppointment>(
        await db.run(chosen(upcoming, of), { patient_id: of.patientId, now, ...toWindow(page) }),
      ),
    upcomingUntil: (of, now, until) => db.run(upcomingUntil, { ...several(of), now, until }),
    past: async (of, now, page) =>
      paged<ArchivedAppointment>(
        await db.run(chosen(past, of), { patient_id: of.patientId, now, ...toWindow(page) }),
      ),
    cancelled: async (of, page) =>
      paged<ArchivedAppointment>(
        await db.run(chosen(cancelled, of), { patient_id: of.patientId, ...toWindow(page) }),
      ),
    appointment: async (id) => (await db.run(selectAppointment, { id }))[0] ?? null,
  }
}
