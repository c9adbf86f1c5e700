import { ApiError } from '@mi-portal/contract/api-error'
import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { SlotBooking } from '../../ports/scheduling.ts'
import type { BookedAppointments } from './booked-appointments.service.ts'
import type { Caller } from './booking-access.service.ts'
import type { CalendarFileService } from './calendar/calendar-file.service.ts'

type BookingRouteDependencies = {
  /** The functions of the scheduling service: the portal's own calendars or an external service. */
  readonly calls: SlotBooking
  /** The functions that read appointments from the portal's record. */
  readonly record: Pick<BookedAppointments, 'booked' | 'busyTimes' | 'calendarEntry' | 'entry'>
  readonly calendarFile: CalendarFileService
  /** Cancels an appointment, like the portal's endpoint for appointments. */
  readonly cancelAppointment: (actor: Caller['actor'], id: number, origin: Caller['origin']) => Promise<void>
}

/**
 * Returns the idempotency key of a request, or null if the request has none. A repeated booking with the same
 * key gets the first response.
 */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key))
    throw new ApiError('invalid', { msg: 'Idempotency-Key inválida' })
  return key
}

export function mountBookingRoutes(app: FastifyInstance, dependencies: BookingRouteDependencies) {
  const { calls, record, calendarFile, cancelAppointment: cancelHour } = dependencies
  mount(app, serviceEndpoints, {
    offices: async (caller) => ({ data: await calls.offices(caller, caller.query) }),
    specialties: async (caller) => ({ data: await calls.specialties(caller, caller.query) }),
    professionals: async (caller) => ({ data: await calls.professionals(caller, caller.query) }),
  })
  mount(app, slotEndpoints, {
    slots: async (caller) => ({ data: await calls.slots(caller, caller.query) }),
    hold: async (caller) => ({ data: await calls.hold(caller, caller.body.slot_id) }),
    release: async (caller) => {
      await calls.release(caller, caller.params.hold_id)
      return {}
    },
  })
  mount(app, bookingEndpoints, {
    check: async (caller) => ({ data: await calls.check(caller, caller.params.hold_id, caller.body) }),
    book: (caller) => calls.book(caller, caller.body, keyOf(caller.request)),
    booked: async (caller) => ({ data: await record.booked(caller) }),
    busyTimes: async (caller) => ({ data: await record.busyTimes(caller, caller.query) }),
    cancel: async (caller) => {
      const { actor, params, origin } = caller
      if (actor.booksFor !== undefined) await record.entry(caller, params.id_appointment)
      await cancelHour(actor, params.id_appointment, origin)
      return {}
    },
    calendarFile: async (caller) => {
      const file = await calendarFile.write(await record.calendarEntry(caller, caller.params.id_appointment))
      return caller.reply
        .header('content-disposition', `attachment; filename="hora-${caller.params.id_appointment}.ics"`)
        .type('text/calendar; charset=utf-8')
        .serializer(String)
        .send(file)
    },
  })
}
