import { AgendaPage } from '../../features/agenda/agenda.page.tsx'
import { SlotDialog } from '../../features/front-desk/booking/slot-dialog.tsx'

/** The calendars, whose free slots the front desk books. */
export function CalendarsPage() {
  return <AgendaPage SlotDialog={SlotDialog} />
}
