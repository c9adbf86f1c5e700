import { bookingEndpoints } from '@mi-portal/contract/booking/bookings'
import { examCatalogueEndpoints } from '@mi-portal/contract/booking/exam-catalogue'
import { procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { questionnaireEndpoints } from '@mi-portal/contract/booking/questionnaires'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import { operation } from '../../platform/context/operation.ts'
import { getScheduling } from './choose-scheduling.ts'
import { readIdempotencyKey } from './repeat-booking.ts'

export const serviceOperations = {
  offices: operation(serviceEndpoints.offices, async (ctx, { query }) => ({
    data: await getScheduling(ctx).listOffices(ctx, query),
  })),
  specialties: operation(serviceEndpoints.specialties, async (ctx, { query }) => ({
    data: await getScheduling(ctx).listSpecialties(ctx, query),
  })),
  professionals: operation(serviceEndpoints.professionals, async (ctx, { query }) => ({
    data: await getScheduling(ctx).listProfessionals(ctx, query),
  })),
}

export const slotOperations = {
  slots: operation(slotEndpoints.slots, async (ctx, { query }) => ({
    data: await getScheduling(ctx).listFreeSlots(ctx, query),
  })),
  hold: operation(slotEndpoints.hold, async (ctx, { body }) => ({
    data: await getScheduling(ctx).holdSlot(ctx, body.slot_id),
  })),
  release: operation(slotEndpoints.release, async (ctx, { params }) => {
    await getScheduling(ctx).releaseHold(ctx, params.hold_id)
    return {}
  }),
}

export const bookingOperations = {
  check: operation(bookingEndpoints.check, async (ctx, { params, body }) => ({
    data: await getScheduling(ctx).checkBooking(ctx, params.hold_id, body),
  })),
  book: operation(bookingEndpoints.book, async (ctx, { body, request }) =>
    getScheduling(ctx).book(ctx, body, readIdempotencyKey(request)),
  ),
}

export const catalogueOperations = {
  specialties: operation(examCatalogueEndpoints.specialties, async (ctx, { body }) => ({
    data: await getScheduling(ctx).listExamSpecialties(ctx, body),
  })),
  exams: operation(examCatalogueEndpoints.exams, async (ctx, { body }) => {
    const asked = { ...body, specialty_code: body.specialty_code.toUpperCase(), part: body.part ?? null }
    return { data: await getScheduling(ctx).listExams(ctx, asked) }
  }),
  indications: operation(examCatalogueEndpoints.indications, async (ctx, { body }) => ({
    info: await getScheduling(ctx).readIndications(ctx, Number(body.code)),
  })),
  indicationsFile: operation(examCatalogueEndpoints.indicationsFile, async (ctx, { params, reply }) => {
    const file = await getScheduling(ctx).readIndicationsFile(ctx, params.key)
    return reply
      .header('content-disposition', `inline; filename="${params.key}.pdf"`)
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .type('application/pdf')
      .send(Buffer.from(file))
  }),
}

export const procedureOperations = {
  procedureCategories: operation(procedureEndpoints.procedureCategories, async (ctx, { query }) => ({
    data: await getScheduling(ctx).listCategories(ctx, query),
  })),
  procedures: operation(procedureEndpoints.procedures, async (ctx, { query }) => {
    const asked = { ...query, category: query.category.toUpperCase() }
    return { data: await getScheduling(ctx).listProcedures(ctx, asked) }
  }),
  procedureIndications: operation(procedureEndpoints.procedureIndications, async (ctx, { query }) => ({
    data: await getScheduling(ctx).readProcedureIndications(ctx, query.code.toUpperCase()),
  })),
}

export const questionnaireOperations = {
  questionnaires: operation(questionnaireEndpoints.questionnaires, async (ctx) => ({
    data: await getScheduling(ctx).listQuestionnaires(ctx),
  })),
  examQuestionnaire: operation(questionnaireEndpoints.examQuestionnaire, async (ctx, { params, query }) => ({
    data: await getScheduling(ctx).readQuestionnaire(ctx, { ...params, ...query }),
  })),
  answerQuestionnaire: operation(
    questionnaireEndpoints.answerQuestionnaire,
    async (ctx, { params, body }) => ({
      data: await getScheduling(ctx).answerQuestionnaire(ctx, { ...params, ...body }),
    }),
  ),
}

export const waitingOperations = {
  wait: operation(waitingEndpoints.wait, async (ctx, { body }) => ({
    data: await getScheduling(ctx).addWait(ctx, body),
  })),
  waiting: operation(waitingEndpoints.waiting, async (ctx) => ({
    data: await getScheduling(ctx).listWaits(ctx),
  })),
  stopWaiting: operation(waitingEndpoints.stopWaiting, async (ctx, { params }) => {
    await getScheduling(ctx).stopWait(ctx, params.id)
    return {}
  }),
  offers: operation(waitingEndpoints.offers, async (ctx) => ({
    data: await getScheduling(ctx).listOffers(ctx),
  })),
}
