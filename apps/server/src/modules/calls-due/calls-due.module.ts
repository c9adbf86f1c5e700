import { callDueEndpoints } from '@mi-portal/contract/calls-due'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/composition/module.ts'
import { mount } from '../../platform/http/mount.ts'
import { createCallsDueService } from './calls-due.service.ts'
import { createCallsDueStore } from './calls-due.store.ts'

export function createCallsDueModule({ db, audit, clock }: Platform) {
  const callsDue = createCallsDueService({ db, store: createCallsDueStore(db), audit, clock })
  return {
    callsDue,
    routes: (app: FastifyInstance) =>
      mount(app, callDueEndpoints, {
        list: async (staff) => ({ calls: await callsDue.list(staff) }),
        done: async (staff) => {
          await callsDue.finish(staff, staff.params.id)
          return {}
        },
      }),
  }
}
