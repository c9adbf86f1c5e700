import { consentEndpoints } from '@mi-portal/contract/consents'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { ConsentsService } from './consents.service.ts'

export function mountConsentsRoutes(app: FastifyInstance, consents: ConsentsService) {
  mount(app, consentEndpoints, {
    list: ({ actor }) => consents.list(actor),
    text: ({ actor, params }) => consents.text(actor, params.id),
    pending: ({ actor }) => consents.pending(actor),
    give: async ({ actor, body, origin }) => {
      await consents.accept(actor, body, origin)
      return {}
    },
    withdraw: async ({ actor, params, body, origin }) => {
      await consents.withdraw(actor, params.kind, body.patient_id ?? null, origin)
      return {}
    },
    reminders: async ({ actor, body, origin }) => {
      await consents.turnReminders(actor, body.on, origin)
      return {}
    },
  })
}
