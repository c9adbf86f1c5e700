import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { createAssertionVerifier } from '../../platform/security/assertion.ts'
import { createBearer } from '../../platform/security/bearer.ts'
import type { AppointmentsService } from '../appointments/appointments.service.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { SessionService } from '../session/session.service.ts'
import type { BookedAppointments } from './booked-appointments.service.ts'
import { bookingRoutes } from './booking.routes.ts'
import type { CalendarFileService } from './calendar/calendar-file.service.ts'
import type { SchedulingCalls } from './scheduling.service.ts'
import { visitsJobs } from './visits/visits.jobs.ts'
import { visitsRoutes } from './visits/visits.routes.ts'
import { visitsService } from './visits/visits.service.ts'
import { visitsStore } from './visits/visits.store.ts'

type SchedulingApiModuleDependencies = {
  readonly calls: SchedulingCalls
  readonly bookedAppointments: BookedAppointments
  readonly appointments: AppointmentsService
  readonly calendarFile: CalendarFileService
  readonly people: PeopleService
  readonly sessions: SessionService
}

/** The API of the scheduling service, with its own tokens, for the browser and for partner portals. */
export function schedulingApiModule(
  { config, db, audit, clock }: Platform,
  {
    calls,
    bookedAppointments,
    appointments,
    calendarFile,
    people,
    sessions,
  }: SchedulingApiModuleDependencies,
) {
  const { partners } = config.scheduling
  const store = visitsStore(db)
  const bearer = createBearer(config.secrets, clock)
  const assertions = partners.size === 0 ? null : createAssertionVerifier(partners, config.publicUrl, clock)
  const visits = visitsService({ people, bearer, assertions, store, audit })
  const cancelHour = appointments.cancel
  return {
    /** Finds the patient of a token of the scheduling service. */
    openBearer: async (token: string | undefined) =>
      (await visits.actorOf(token)) ?? sessions.openById(bearer.open(token)),
    routes: (app: FastifyInstance) => {
      bookingRoutes(app, { calls, record: bookedAppointments, calendarFile, cancelHour })
      visitsRoutes(app, visits, bearer)
    },
    jobs: visitsJobs(store, clock),
  }
}
