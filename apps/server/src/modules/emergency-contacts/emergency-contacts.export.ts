import type { ExportPart } from '../../platform/context/export-part.ts'
import { deleteEmergencyContact, listExportedEmergencyContacts } from './emergency-contacts.sql.ts'

export const emergencyContactExport: ExportPart = {
  key: 'emergency',
  title: 'Contacto de emergencia',
  columns: ['Nombre', 'Relación', 'Teléfono'],
  rows: listExportedEmergencyContacts,
  erase: deleteEmergencyContact,
}
