import type { FastifyInstance } from 'fastify'
import type { SchedulingService } from '../scheduling.service.ts'
import { waitingJobs } from './waiting.jobs.ts'
import { waitingSamples } from './waiting.mails.ts'
import { waitingRoutes } from './waiting.routes.ts'

export function waitingModule({ scheduling }: { readonly scheduling: SchedulingService }) {
  return {
    routes: (app: FastifyInstance) => waitingRoutes(app, scheduling.waiting),
    jobs: waitingJobs(scheduling.waiting),
    mailSamples: waitingSamples,
  }
}
