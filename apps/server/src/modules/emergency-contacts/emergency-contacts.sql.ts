import { defineSql } from '../../platform/database/statement.ts'
import type { EmergencyContactsSql } from './emergency-contacts.sql.generated.ts'

const sql = defineSql<EmergencyContactsSql>('emergencyContacts')

export const findEmergencyContact = sql('find')`
  select name, relationship, phone from emergency_contacts where person_id = :person_id`

export const upsertEmergencyContact = sql('save')`
  insert into emergency_contacts (person_id, name, relationship, phone, updated_at)
  values (:person_id, :name, :relationship, :phone, :now::timestamptz)
  on conflict (person_id) do update set name = excluded.name, relationship = excluded.relationship,
    phone = excluded.phone, updated_at = excluded.updated_at`

export const deleteEmergencyContact = sql('remove')`
  delete from emergency_contacts where person_id = :person_id returning person_id`

export const listExportedEmergencyContacts = sql('export')`
  select array[name, relationship, phone] as cells! from emergency_contacts where person_id = :person_id`
