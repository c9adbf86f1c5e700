import type { FastifyInstance } from 'fastify'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Platform } from '../../platform/composition/module.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import { mountEmergencyContactsRoutes } from './emergency-contacts.routes.ts'
import { createEmergencyContactsService } from './emergency-contacts.service.ts'
import { createEmergencyContactsStore } from './emergency-contacts.store.ts'

type EmergencyContactsModuleDependencies = {
  readonly people: PeopleService
  readonly accountClosed: DomainEvent<AccountEnded>
}

export function createEmergencyContactsModule(
  { db, audit, clock }: Platform,
  { people, accountClosed }: EmergencyContactsModuleDependencies,
) {
  const store = createEmergencyContactsStore(db)
  accountClosed.on(async (tx, { personId }) => {
    await store.remove(tx, personId)
  })
  const contacts = createEmergencyContactsService({ db, store, people, audit, clock })
  return { routes: (app: FastifyInstance) => mountEmergencyContactsRoutes(app, contacts) }
}
