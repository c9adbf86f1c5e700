import type { FastifyInstance } from 'fastify'
import type { WaitingList } from '../../../ports/scheduling.ts'
import { createWaitingJobs } from './waiting.jobs.ts'
import { waitingSamples } from './waiting.mails.ts'
import { mountWaitingRoutes } from './waiting.routes.ts'

export function createWaitingModule(waiting: WaitingList) {
  return {
    routes: (app: FastifyInstance) => mountWaitingRoutes(app, waiting),
    jobs: createWaitingJobs(waiting),
    mailSamples: waitingSamples,
  }
}
