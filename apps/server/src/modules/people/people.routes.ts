import { peopleEndpoints } from '@mi-portal/contract/people'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { PeopleService } from './people.service.ts'

export function mountPeopleRoutes(app: FastifyInstance, people: PeopleService) {
  mount(app, peopleEndpoints, {
    self: async ({ patient, actor }) => ({ data: await people.read(patient, actor) }),
    one: async ({ patient, actor }) => ({ data: await people.read(patient, actor) }),
  })
}
