import type { FastifyInstance } from 'fastify'
import type { SchedulingService } from '../scheduling.service.ts'
import { createWaitingJobs } from './waiting.jobs.ts'
import { waitingSamples } from './waiting.mails.ts'
import { mountWaitingRoutes } from './waiting.routes.ts'

export function createWaitingModule(waiting: SchedulingService['waiting']) {
  return {
    routes: (app: FastifyInstance) => mountWaitingRoutes(app, waiting),
    jobs: createWaitingJobs(waiting),
    mailSamples: waitingSamples,
  }
}
