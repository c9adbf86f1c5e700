import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AppointmentsPage } from '../../features/appointments/appointments.page.tsx'
import { useBookingChat } from '../../features/booking/chat/booking-chat.tsx'
import { useSaveCalendarFile } from '../../features/booking/scheduling.queries.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const WaitingListOffers = lazyComponent(
  async () => (await import('../../features/booking/waiting/offers.tsx')).WaitingListOffers,
  { isOptional: true },
)
const ExpectedResult = lazyComponent(
  async () => (await import('../../features/exams/awaited/awaited-results.tsx')).ExpectedResult,
  { isOptional: true },
)

// Most visits start at the appointments.
const DocumentsPanel = lazyComponent(
  async () => (await import('../../features/service-requests/documents/documents-panel.tsx')).DocumentsPanel,
)

/**
 * A patient's appointments, and in another tab of the same page the requested documents. A cancelled appointment
 * can be booked again.
 */
export function PatientAppointmentsPage() {
  const openChat = useBookingChat()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const { patient_id } = useSearch({ strict: false })
  return (
    <>
      <AppointmentsPage
        documents={DocumentsPanel}
        useSaveCalendarFile={useSaveCalendarFile}
        expectedResult={ExpectedResult}
        onRebook={(appointment) => openChat({ kind: 'again', hour: appointment })}
      />
      {id === undefined && patient_id === undefined && (
        <Suspense>
          <WaitingListOffers onAccept={(search) => navigate({ to: '/reservas', search })} />
        </Suspense>
      )}
    </>
  )
}
