import {
  type Appointment,
  type AppointmentList,
  appointmentEndpoints,
  appointmentSummarySize,
  toAppointment,
} from '@mi-portal/contract/appointments/appointments'
import { type Page, toPageFields } from '@mi-portal/contract/calls/paging'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import type { Reading } from '../../ports/clinical-archive.ts'

type Asked = { readonly patient: AuthorizedPatient<'appointments'>; readonly query?: Page }

const summary: Page = { page: 1, limit: appointmentSummarySize }

const toReading = ({ id, withoutReserved }: Asked['patient']): Reading => ({ patientId: id, withoutReserved })

async function readList(
  { clock, config, ports }: Context,
  period: 'upcoming' | 'past',
  { patient, query = summary }: Asked,
): Promise<AppointmentList> {
  const now = clock.now()
  const found = await ports.archive[period](toReading(patient), now, query)
  return {
    appointments: found.rows.map((row) => toAppointment(row, { address: config.telemedicineUrl, now })),
    count_appointment: found.total,
    ...toPageFields(found, query),
  }
}

const readUpcoming = (ctx: Context, asked: Asked) => readList(ctx, 'upcoming', asked)
const readHistory = (ctx: Context, asked: Asked) => readList(ctx, 'past', asked)

export const summarizeUpcoming = operation(appointmentEndpoints.upcomingSummary, readUpcoming)
export const listUpcoming = operation(appointmentEndpoints.upcoming, readUpcoming)
export const listUpcomingOfPatient = operation(appointmentEndpoints.upcomingOf, readUpcoming)
export const summarizeHistory = operation(appointmentEndpoints.historySummary, readHistory)
export const listHistory = operation(appointmentEndpoints.history, readHistory)
export const listHistoryOfPatient = operation(appointmentEndpoints.historyOf, readHistory)

export async function readUpcomingUntil(
  { clock, config, ports }: Context,
  patients: readonly Asked['patient'][],
  until: Date,
): Promise<Appointment[]> {
  const now = clock.now()
  const found = await ports.archive.upcomingUntil(patients.map(toReading), now, until)
  return found.map((row) => toAppointment(row, { address: config.telemedicineUrl, now }))
}
