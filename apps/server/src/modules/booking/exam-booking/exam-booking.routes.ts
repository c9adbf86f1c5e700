import { callRequestEndpoints } from '@mi-portal/contract/booking/call-request'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { ExamCalls } from './exam-booking.service.ts'

export function mountExamBookingRoutes(app: FastifyInstance, exams: ExamCalls) {
  mount(app, robotCheckEndpoints, {
    challenge: async ({ query, origin }) => exams.challenge(query.form, origin.ip),
  })
  mount(app, examCatalogueEndpoints, {
    specialties: async (caller) => ({ data: await exams.specialties(caller, caller.body.type_patient) }),
    exams: async (caller) => {
      const { type, specialty_code, part, idOffice } = caller.body
      return { data: await exams.exams(caller, type, specialty_code.toUpperCase(), part ?? null, idOffice) }
    },
    indications: async (caller) => ({ info: await exams.indications(caller, Number(caller.body.code)) }),
    indicationsFile: async ({ params, reply }) => {
      const file = await exams.file(params.key)
      return reply
        .header('content-disposition', `inline; filename="${params.key}.pdf"`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .type('application/pdf')
        .send(Buffer.from(file))
    },
  })
  mount(app, callRequestEndpoints, {
    contact: async (caller) => ({ data: { id: await exams.contact(caller, caller.form) } }),
  })
  mount(app, procedureEndpoints, {
    procedureCategories: async (caller) => ({
      data: await exams.categories(caller, caller.query.branch_office, caller.query),
    }),
    procedures: async (caller) => {
      const { branch_office, category } = caller.query
      return { data: await exams.procedures(caller, branch_office, category.toUpperCase(), caller.query) }
    },
    procedureIndications: async (caller) => ({
      data: await exams.procedureIndications(caller, caller.query.code.toUpperCase()),
    }),
  })
  mount(app, questionnaireEndpoints, {
    questionnaires: async (caller) => ({ data: await exams.questionnaires(caller) }),
    examQuestionnaire: async (caller) => ({
      data: await exams.readQuestionnaire(caller, { ...caller.params, ...caller.query }),
    }),
    answerQuestionnaire: async (caller) => {
      const { answers, ...asked } = caller.body
      return { data: await exams.answerQuestionnaire(caller, { ...caller.params, ...asked }, answers) }
    },
  })
}
