/** The appointments that a caller booked or may see while they book, and their calendar files. */

import { appointmentOf } from '@mi-portal/contract/appointments'
import type { BusyTime } from '@mi-portal/contract/booking/bookings'
import { addDays, type Day, momentOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import * as bookedAppointmentsSql from './booked-appointments.sql.ts'
import { type BookingAccess, type Caller, toAuditRole } from './booking-access.service.ts'

type BookedAppointmentsDependencies = {
  readonly db: Database
  readonly access: BookingAccess
  readonly audit: Audit
  readonly clock: Clock
}

export function createBookedAppointmentsService({
  db,
  access,
  audit,
  clock,
}: BookedAppointmentsDependencies) {
  const { findRight, maySee, entry } = access
  return {
    /** Returns upcoming appointments that the caller booked for adults; only those that begin before `until` if given. */
    booked: async ({ actor, origin }: Caller, until?: Date) => {
      const found = await bookedAppointmentsSql.bookedFor(db, actor.id, clock.now())
      const appointments = found.filter(({ starts_at }) => until === undefined || starts_at < until)
      const rights = await Promise.all(
        appointments.map((appointment) => findRight(actor, appointment.patient_id)),
      )
      const shown = appointments.filter((_, index) => rights[index] === 'leader')
      await audit.recordEach({ actorId: actor.id, actorRole: 'leader', action: 'booking.booked', origin }, [
        ...new Set(shown.map(({ patient_id }) => patient_id)),
      ])
      return shown.map((appointment) => ({
        ...appointmentOf(appointment, null),
        patient_full_name: appointment.patient_full_name,
      }))
    },
    /**
     * Returns the times of appointments in these days of the caller, of minors in their care, and of adults for whom they booked.
     * Appointments that the caller may not see are left out.
     */
    busyTimes: async (
      { actor, origin }: Caller,
      { from, to }: { from: Day; to: Day },
    ): Promise<BusyTime[]> => {
      const found = await bookedAppointmentsSql.busyTimes(
        db,
        actor.booksFor ?? actor.id,
        momentOf(from, '00:00'),
        momentOf(addDays(to, 1), '00:00'),
      )
      const rights = await Promise.all(found.map(({ patient_id }) => findRight(actor, patient_id)))
      const seen = await Promise.all(
        found.map((one, index) => {
          const right = rights[index] ?? null
          return right !== null && maySee(actor, one, right)
        }),
      )
      const shown = found.filter((_, index) => seen[index])
      for (const actorRole of ['guardian', 'delegate', 'leader'] as const) {
        const of = found.filter((_, index) => seen[index] && rights[index] === actorRole)
        await audit.recordEach({ actorId: actor.id, actorRole, action: 'booking.busyTimes', origin }, [
          ...new Set(of.map(({ patient_id }) => patient_id)),
        ])
      }
      return shown.map(({ id, patient_id, first_name, starts_at, ends_at }) => ({
        id_appointment: id,
        patient_id,
        first_name,
        starts_at: starts_at.toISOString(),
        ends_at: ends_at.toISOString(),
      }))
    },
    entry,
    /** Returns an appointment for a calendar file and writes an audit entry. Throws 404 like {@link entry}. */
    calendarEntry: async (caller: Caller, id: number) => {
      const found = await entry(caller, id)
      await audit.record({
        actorId: caller.actor.id,
        actorRole: toAuditRole(found.right, caller.actor),
        action: 'booking.calendarFile',
        patientId: found.patient_id,
        object: `id_appointment=${id}`,
        origin: caller.origin,
      })
      return found
    },
  }
}

export type BookedAppointments = ReturnType<typeof createBookedAppointmentsService>
