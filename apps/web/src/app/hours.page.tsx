import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { AppointmentsPage } from '../features/appointments/appointments.page.tsx'
import { useBookingChat } from '../features/booking/chat/booking-chat.tsx'
import { GroupHours } from '../features/booking/group-hours.tsx'
import { Offers } from '../features/booking/waiting/offers.tsx'
import { DocumentsPanel } from '../features/documents/documents-panel.tsx'

/**
 * A patient's appointments, and in another tab of the same page the requested documents. A cancelled appointment
 * can be booked again.
 */
export function HoursPage() {
  const openChat = useBookingChat()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { patient_id } = useSearch({ strict: false })
  return (
    <>
      <AppointmentsPage documents={DocumentsPanel} onRebook={(hour) => openChat({ kind: 'again', hour })} />
      {id === undefined && patient_id === undefined && (
        <>
          <Offers onTake={(search) => navigate({ to: '/reservas', search })} />
          <GroupHours />
        </>
      )}
    </>
  )
}
