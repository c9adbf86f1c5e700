import { emergencyContactEndpoints } from '@mi-portal/contract/emergency-contacts'
import { operation } from '../../platform/context/operation.ts'
import { deleteEmergencyContact } from './emergency-contacts.sql.ts'

export const removeEmergencyContact = operation(
  emergencyContactEndpoints.remove,
  async ({ db, actor, audit }) => {
    await db.transaction(async (tx) => {
      const removed = await tx.run(deleteEmergencyContact, { person_id: actor.id })
      if (removed.length > 0) await audit.add(tx, 'emergency-contacts.remove', { patientId: actor.id })
    })
    return { contact: null }
  },
)
