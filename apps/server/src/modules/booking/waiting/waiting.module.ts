import type { FastifyInstance } from 'fastify'
import type { SchedulingService } from '../scheduling.service.ts'
import { waitingJobs } from './waiting.jobs.ts'
import { waitingSamples } from './waiting.mails.ts'
import { waitingRoutes } from './waiting.routes.ts'

export function waitingModule(waiting: SchedulingService['waiting']) {
  return {
    routes: (app: FastifyInstance) => waitingRoutes(app, waiting),
    jobs: waitingJobs(waiting),
    mailSamples: waitingSamples,
  }
}
