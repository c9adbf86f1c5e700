import type { FastifyInstance } from 'fastify'
import { examBookingSamples } from './exam-booking.mails.ts'
import { mountExamBookingRoutes } from './exam-booking.routes.ts'
import type { ExamCalls } from './exam-booking.service.ts'

export function createExamBookingModule(exams: ExamCalls) {
  return {
    routes: (app: FastifyInstance) => mountExamBookingRoutes(app, exams),
    mailSamples: examBookingSamples,
  }
}
