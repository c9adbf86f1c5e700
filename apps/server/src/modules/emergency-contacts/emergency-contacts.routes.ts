import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { EmergencyContactsService } from './emergency-contacts.service.ts'

export function mountEmergencyContactsRoutes(app: FastifyInstance, contacts: EmergencyContactsService) {
  mount(app, emergencyContactEndpoints, {
    own: async ({ actor }) => ({ contact: await contacts.own(actor) }),
    save: async ({ actor, body, origin }) => ({ contact: await contacts.save(actor, body, origin) }),
    remove: async ({ actor, origin }) => {
      await contacts.remove(actor, origin)
      return { contact: null }
    },
    ofPatient: async ({ actor, params, origin }) => ({
      contact: await contacts.ofPatient(actor, params.id, origin),
    }),
  })
}
