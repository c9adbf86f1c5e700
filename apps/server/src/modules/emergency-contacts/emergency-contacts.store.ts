import type { EmergencyContact } from '@mi-portal/contract/emergency-contacts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

const find = statement<EmergencyContact, { person_id: number }>(
  'emergencyContacts.find',
  'select name, relationship, phone from emergency_contacts where person_id = :person_id',
)
const save = statement<never, EmergencyContact & { person_id: number; now: Date }>(
  'emergencyContacts.save',
  `insert into emergency_contacts (person_id, name, relationship, phone, updated_at)
   values (:person_id, :name, :relationship, :phone, :now::timestamptz)
   on conflict (person_id) do update set name = excluded.name, relationship = excluded.relationship,
     phone = excluded.phone, updated_at = excluded.updated_at`,
)
const remove = statement<{ person_id: number }, { person_id: number }>(
  'emergencyContacts.remove',
  'delete from emergency_contacts where person_id = :person_id returning person_id',
)

export function createEmergencyContactsStore(db: Database) {
  return {
    find: async (personId: number) => (await db.run(find, { person_id: personId }))[0] ?? null,
    save: async (tx: Queries, personId: number, contact: EmergencyContact, now: Date) => {
      await tx.run(save, { ...contact, person_id: personId, now })
    },
    /** Returns false if there was no contact. */
    remove: async (tx: Queries, personId: number) =>
      (await tx.run(remove, { person_id: personId })).length > 0,
  }
}

export type EmergencyContactsStore = ReturnType<typeof createEmergencyContactsStore>
