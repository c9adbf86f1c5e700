/** Composes the clinical archive and everything about appointments: booking, the patient's list, and the calendars of staff. */
import { createAgendaModule } from '../modules/agenda/agenda.module.ts'
import {
  createAppointmentRecordsModule,
  createAppointmentsModule,
} from '../modules/appointments/appointments.module.ts'
import { createBookingModule, createSchedulingApiModule } from '../modules/booking/booking.module.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export type Appointments = ReturnType<typeof composeAppointments>

export function composeAppointments(
  { platform, add, adapters, clinic, settings }: ServerParts,
  { common, stored, published, records, calendarFile }: Foundations,
) {
  const { remoteScheduling, robotCheck } = adapters
  const { archive, watch } = records

  const recorded = createAppointmentRecordsModule(platform, common)
  const { appointmentRecords } = recorded
  const written = { ...common, archive, ...recorded }
  const { reminderDays } = settings
  const bookable = {
    ...written,
    ...records,
    remoteScheduling,
    robotCheck,
    clinic,
    ...published,
    reminderDays,
  }
  const { booking } = add(createBookingModule(platform, bookable))
  const { cancellation } = booking
  const { appointments } = add(createAppointmentsModule(platform, { ...written, cancellation }))
  const called = { ...common, ...booking, appointments, calendarFile }
  const { openBearer } = add(createSchedulingApiModule(platform, called))
  const edited = { ...common, ...stored, ...booking, appointmentRecords, watch }
  const { announceChange } = add(createAgendaModule(platform, edited))

  return { booking, appointments, appointmentRecords, announceChange, openBearer }
}
