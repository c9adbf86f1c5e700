/** Shows a page of appointments, of one person or of all people whose appointments the user may see. */
import type { Agenda, AgendaAppointment } from '@mi-portal/contract/appointments/appointment-agenda'
import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { IconCalendarOff, IconHistory } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { join } from '../../ui/layout/layout.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PagePicker } from '../../ui/page-picker.tsx'
import { RecordContent } from '../people/record-content.tsx'
import { useMayBookFor } from '../people/visible-people.queries.ts'
import { AppointmentCard, type UseSaveCalendarFile } from './appointment-card.tsx'
import type { AppointmentPeriod } from './appointments.queries.ts'
import { nameBriefly, noPastAppointments, noUpcomingAppointments } from './appointments.rules.ts'

const CancelAppointmentDialog = lazyComponent(
  async () => (await import('./cancel-appointment-dialog.tsx')).CancelAppointmentDialog,
)

interface AppointmentsListProps {
  query: UseQueryResult<Agenda>
  ownId: number
  period: AppointmentPeriod
  /** Whether the list has appointments of several people. */
  namesPatient: boolean
  page: number
  useSaveCalendarFile: UseSaveCalendarFile
  /** Component that says when the result of a past appointment is expected. */
  expectedResult: ComponentType<{ appointment: AgendaAppointment }>
  /** What an empty list of past appointments offers instead of booking. */
  toUpcoming?: ReactNode
  /** The person for whom an empty list offers to book, if it is not the user. */
  bookFor: number | undefined
  onPage(page: number): unknown
  /** Returns to the user's own record. */
  onBack(): unknown
  /** Called when the user wants another appointment with the same professional. */
  onRebook(appointment: Appointment): void
}

export function AppointmentsList(props: AppointmentsListProps) {
  const { query, ownId, period, namesPatient, page, onPage, onRebook } = props
  const [cancelling, setCancelling] = useState<AgendaAppointment | null>(null)
  const [printed, setPrinted] = useState<number | null>(null)
  const list = useRef<HTMLDivElement>(null)

  useExistingPage(query.data, onPage)

  // The other appointments are hidden from paper when the effect runs.
  useEffect(() => {
    if (printed === null) return
    window.print()
    setPrinted(null)
  }, [printed])

  function closeDialog() {
    setCancelling(null)
    // The button that opened the dialog disappeared with its row, so the focus moves to the list.
    setTimeout(() => {
      if (document.activeElement === document.body) list.current?.focus()
    })
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <RecordContent query={query} onBack={props.onBack}>
        {(agenda) =>
          agenda.appointments.length === 0 ? (
            <NoAppointments period={period} toUpcoming={props.toUpcoming} bookFor={props.bookFor} />
          ) : (
            <>
              <ul
                className={join(
                  'plain-list grid gap-4 desktop:rows desktop:gap-0 desktop:rounded-card desktop:bg-card desktop:px-6 desktop:shadow-e1',
                  query.isPlaceholderData && 'opacity-90',
                )}
                aria-busy={query.isPlaceholderData || undefined}
              >
                {agenda.appointments.map((appointment, index) => (
                  <AppointmentCard
                    key={appointment.id_appointment}
                    appointment={appointment}
                    ownId={ownId}
                    period={period}
                    patientName={
                      namesPatient && appointment.patient_id !== ownId
                        ? nameBriefly(appointment, agenda.people)
                        : undefined
                    }
                    isNext={page === 1 && index === 0}
                    className={
                      printed !== null && printed !== appointment.id_appointment ? 'print:hidden' : ''
                    }
                    useSaveCalendarFile={props.useSaveCalendarFile}
                    expectedResult={props.expectedResult}
                    onPrint={() => setPrinted(appointment.id_appointment)}
                    onCancel={() => setCancelling(appointment)}
                  />
                ))}
              </ul>
              <PagePicker {...agenda} page={page} noun="horas" onPage={onPage} />
            </>
          )
        }
      </RecordContent>
      {cancelling && (
        <Suspense>
          <CancelAppointmentDialog
            appointment={cancelling}
            onClose={closeDialog}
            onRebook={() => {
              closeDialog()
              onRebook(cancelling)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

type NoAppointmentsProps = Pick<AppointmentsListProps, 'period' | 'toUpcoming' | 'bookFor'>

function NoAppointments({ period, toUpcoming, bookFor }: NoAppointmentsProps) {
  const mayBook = useMayBookFor(bookFor)
  const book = mayBook && (
    <ButtonLink to="/dashboard/agenda" search={{ patient_id: bookFor }}>
      RESERVAR HORA
    </ButtonLink>
  )
  if (period === 'history')
    return <EmptyState icon={IconHistory} title={noPastAppointments} action={toUpcoming || book} />
  return <EmptyState icon={IconCalendarOff} title={noUpcomingAppointments} action={book} />
}
