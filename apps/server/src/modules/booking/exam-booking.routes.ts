import { examBookingEndpoints } from '@mi-portal/contract/exam-booking'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ExamBookingService } from './exam-booking.service.ts'

export function examBookingRoutes(app: FastifyInstance, exams: ExamBookingService) {
  mount(app, robotCheckEndpoints, {
    challenge: async ({ query, origin }) => exams.challenge(query.form, origin.ip),
  })
  mount(app, examBookingEndpoints, {
    specialties: async ({ body }) => ({ data: await exams.specialties(body.type_patient) }),
    exams: async ({ body }) => ({
      data: await exams.exams(body.type, body.specialty_code.toUpperCase(), body.part ?? null, body.idOffice),
    }),
    indications: async ({ body }) => ({ info: await exams.indications(Number(body.code)) }),
    contact: async (caller) => ({ data: { id: await exams.contact(caller, caller.form) } }),
    procedureCategories: async ({ query }) => ({ data: await exams.categories(query.branch_office, query) }),
    procedures: async ({ query }) => ({
      data: await exams.procedures(query.branch_office, query.category.toUpperCase(), query),
    }),
    procedureIndications: async ({ query }) => ({
      data: await exams.procedureIndications(query.code.toUpperCase()),
    }),
    questionnaires: async () => ({ data: await exams.questionnaires() }),
    indicationsFile: async ({ params, reply }) => {
      const file = await exams.file(params.key)
      return reply
        .header('content-disposition', `inline; filename="${params.key}.pdf"`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .type('application/pdf')
        .send(Buffer.from(file))
    },
  })
}
