import { waitingEndpoints } from '@mi-portal/contract/booking/waiting-list'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http/mount.ts'
import type { WaitingList } from '../../../ports/scheduling.ts'

export function mountWaitingRoutes(app: FastifyInstance, waiting: WaitingList) {
  mount(app, waitingEndpoints, {
    wait: async ({ actor, body }) => ({ data: await waiting.wait(actor, body) }),
    waiting: async ({ actor }) => ({ data: await waiting.list(actor) }),
    stopWaiting: async ({ actor, params }) => {
      await waiting.stop(actor, params.id)
      return {}
    },
    offers: async ({ actor }) => ({ data: await waiting.offers(actor) }),
  })
}
