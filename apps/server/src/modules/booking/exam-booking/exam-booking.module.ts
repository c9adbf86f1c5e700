import type { FastifyInstance } from 'fastify'
import type { SchedulingService } from '../scheduling.service.ts'
import { examBookingSamples } from './exam-booking.mails.ts'
import { examBookingRoutes } from './exam-booking.routes.ts'

export function examBookingModule({ scheduling }: { readonly scheduling: SchedulingService }) {
  return {
    routes: (app: FastifyInstance) => examBookingRoutes(app, scheduling.exams),
    mailSamples: examBookingSamples,
  }
}
