import { preparationEndpoints } from '@mi-portal/contract/booking/preparation'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { PreparationService } from './preparation.service.ts'

export function mountPreparationRoutes(app: FastifyInstance, preparation: PreparationService) {
  mount(app, preparationEndpoints, {
    bookedHour: async (caller) => ({
      data: await preparation.bookedHour(caller, caller.params.id_appointment),
    }),
  })
}
