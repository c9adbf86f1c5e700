import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { operation } from '../../platform/context/operation.ts'
import { upsertEmergencyContact } from './emergency-contacts.sql.ts'

export const saveEmergencyContact = operation(
  emergencyContactEndpoints.save,
  async ({ db, actor, audit, clock }, { body }) => {
    await db.transaction(async (tx) => {
      await tx.run(upsertEmergencyContact, { ...body, person_id: actor.id, now: clock.now() })
      await audit.add(tx, 'emergency-contacts.save', { patientId: actor.id })
    })
    return { contact: body }
  },
)
