import { bookingEndpoints } from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { Bearer } from '../../platform/security/bearer.ts'
import type { BookingCalls, BookingService, Caller } from './booking.service.ts'
import type { CalendarFileService } from './calendar-file.service.ts'

type BookingRouteParts = {
  /** Where the calendars are kept. */
  readonly calls: BookingCalls
  /** What the portal's record says of booked hours. */
  readonly record: Pick<BookingService, 'booked' | 'entry'>
  readonly bearer: Bearer
  readonly calendarFile: CalendarFileService
  /** Gives an hour up as the portal's own call does. */
  readonly cancelHour: (actor: Caller['actor'], id: number, origin: Caller['origin']) => Promise<void>
}

/** The header that makes a repeated booking answer as the first did; null where there is none. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(key))
    throw new Failure('invalid', { msg: 'Idempotency-Key inválida' })
  return key
}

export function bookingRoutes(app: FastifyInstance, parts: BookingRouteParts) {
  const { calls, record, bearer, calendarFile, cancelHour } = parts
  mount(app, bookingEndpoints, {
    token: async ({ actor }) => bearer.make(actor.sessionId),
    offices: async (caller) => ({ data: await calls.offices(caller) }),
    specialties: async (caller) => ({ data: await calls.specialties(caller, caller.query) }),
    professionals: async (caller) => ({ data: await calls.professionals(caller, caller.query) }),
    slots: async (caller) => ({ data: await calls.slots(caller, caller.query) }),
    hold: async (caller) => ({ data: await calls.hold(caller, caller.body.slot_id) }),
    release: async (caller) => {
      await calls.release(caller, caller.params.hold_id)
      return {}
    },
    check: async (caller) => ({ data: await calls.check(caller, caller.params.hold_id, caller.body) }),
    book: (caller) => calls.book(caller, caller.body, keyOf(caller.request)),
    booked: async (caller) => ({ data: await record.booked(caller) }),
    cancel: async ({ actor, params, origin }) => {
      await cancelHour(actor, params.id_appointment, origin)
      return {}
    },
    calendarFile: async (caller) => {
      const file = await calendarFile.write(await record.entry(caller, caller.params.id_appointment))
      return caller.reply
        .header('content-disposition', `attachment; filename="hora-${caller.params.id_appointment}.ics"`)
        .type('text/calendar; charset=utf-8')
        .serializer(String)
        .send(file)
    },
  })
}
