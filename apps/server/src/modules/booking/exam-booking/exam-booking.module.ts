import type { FastifyInstance } from 'fastify'
import { examBookingSamples } from './exam-booking.mails.ts'
import { examBookingRoutes } from './exam-booking.routes.ts'
import type { ExamCalls } from './exam-booking.service.ts'

export function examBookingModule(exams: ExamCalls) {
  return {
    routes: (app: FastifyInstance) => examBookingRoutes(app, exams),
    mailSamples: examBookingSamples,
  }
}
