import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/composition/module.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { OutsideScheduling } from '../../../ports/scheduling.ts'
import type { Reach } from '../../family/reach.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { outsideBookingStore } from '../outside/outside-booking.store.ts'
import { outsideWaitsService } from '../outside/outside-waits.service.ts'
import { outsideWaitsStore } from '../outside/outside-waits.store.ts'
import { waitingJobs } from './waiting.jobs.ts'
import { waitingSamples } from './waiting.mails.ts'
import { waitingRoutes } from './waiting.routes.ts'
import { waitingService } from './waiting.service.ts'
import { waitingStore } from './waiting.store.ts'

type WaitingModuleDependencies = {
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  /** The external scheduling service, or null if the portal has its own calendars. */
  readonly external: OutsideScheduling | null
}

export function waitingModule(
  { db, clock }: Platform,
  { reach, people, notifications, mail, external }: WaitingModuleDependencies,
) {
  const parts = { db, reach, people, notifications, mail, clock }
  const waiting = external
    ? outsideWaitsService({
        ...parts,
        store: outsideWaitsStore(db),
        holds: outsideBookingStore(db),
        outside: external,
      })
    : waitingService({ ...parts, store: waitingStore(db) })
  return {
    routes: (app: FastifyInstance) => waitingRoutes(app, waiting),
    jobs: waitingJobs(waiting),
    mailSamples: waitingSamples,
  }
}
