/** The emergency contact of a patient: the patient writes it, and the patient and staff read it. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { EmergencyContact } from '@mi-portal/contract/emergency-contacts'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { EmergencyContactsStore } from './emergency-contacts.store.ts'

type EmergencyContactsDependencies = {
  readonly db: Database
  readonly store: EmergencyContactsStore
  readonly people: Pick<PeopleService, 'byId'>
  readonly audit: Audit
  readonly clock: Clock
}

export function createEmergencyContactsService({
  db,
  store,
  people,
  audit,
  clock,
}: EmergencyContactsDependencies) {
  const entry = (actor: Actor, action: string, patientId: number, origin: Origin) => ({
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId,
    origin,
  })

  return {
    own: (actor: Actor) => store.find(actor.id),

    save: async (actor: Actor, contact: EmergencyContact, origin: Origin): Promise<EmergencyContact> => {
      await db.transaction(async (tx) => {
        await store.save(tx, actor.id, contact, clock.now())
        await audit.add(tx, entry(actor, 'emergency-contacts.save', actor.id, origin))
      })
      return contact
    },

    remove: async (actor: Actor, origin: Origin): Promise<void> => {
      await db.transaction(async (tx) => {
        if (await store.remove(tx, actor.id))
          await audit.add(tx, entry(actor, 'emergency-contacts.remove', actor.id, origin))
      })
    },

    /** Returns the contact of a patient to staff; throws 404 for a person who is no patient. */
    ofPatient: async (actor: Actor, id: number, origin: Origin): Promise<EmergencyContact | null> => {
      const person = await people.byId(id)
      if (person === null || person.rol !== 'STANDART_ROLE') throw new ApiError('notFound')
      const contact = await store.find(id)
      await audit.record(entry(actor, 'emergency-contacts.read', id, origin))
      return contact
    },
  }
}

export type EmergencyContactsService = ReturnType<typeof createEmergencyContactsService>
