import { AppointmentsPage } from '../features/appointments/appointments.page.tsx'
import { DocumentsPanel } from '../features/documents/documents-panel.tsx'

/** A patient's hours, with the documents they asked for in a tab of the same page. */
export function HoursPage() {
  return <AppointmentsPage documents={DocumentsPanel} />
}
