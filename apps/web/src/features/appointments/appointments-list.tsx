/** Shows a page of appointments by day, of one person or of all people whose appointments the user may see. */
import type { Agenda, AgendaAppointment } from '@mi-portal/contract/appointment-agenda'
import type { Appointment } from '@mi-portal/contract/appointments'
import { IconCalendarOff, IconHistory } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react'
import { today } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PagePicker } from '../../ui/page-picker.tsx'
import { useMayBookFor } from '../people/delegated/delegated-people.queries.ts'
import { RecordContent } from '../people/record-content.tsx'
import { AppointmentCard, type CalendarButtonProps } from './appointment-card.tsx'
import type { AppointmentPeriod } from './appointments.queries.ts'
import { describeDay, groupByDay } from './appointments.rules.ts'
import classes from './appointments-list.module.css'

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
  calendarButton: ComponentType<CalendarButtonProps>
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
  const { query, ownId, period, namesPatient, page, calendarButton, onPage, onRebook } = props
  const [cancelling, setCancelling] = useState<AgendaAppointment | null>(null)
  const list = useRef<HTMLDivElement>(null)

  useExistingPage(query.data, onPage)

  function closeDialog() {
    setCancelling(null)
    // The button that opened the dialog disappeared with its row, so the focus moves to the list.
    setTimeout(() => {
      if (document.activeElement === document.body) list.current?.focus()
    })
  }

  return (
    <div ref={list} tabIndex={-1} className={classes.frame}>
      <RecordContent query={query} onBack={props.onBack}>
        {(agenda) =>
          agenda.appointments.length === 0 ? (
            <NoAppointments period={period} toUpcoming={props.toUpcoming} bookFor={props.bookFor} />
          ) : (
            <>
              <div
                className={query.isPlaceholderData ? `${classes.days} ${classes.stale}` : classes.days}
                aria-busy={query.isPlaceholderData || undefined}
              >
                {groupByDay(agenda.appointments).map(({ day, appointments }) => (
                  <section key={day} aria-labelledby={`dia-${day}`}>
                    <h2 id={`dia-${day}`} className={classes.day}>
                      {describeDay(day, today())}
                    </h2>
                    <ul className={classes.list}>
                      {appointments.map((appointment) => (
                        <AppointmentCard
                          key={appointment.id_appointment}
                          appointment={appointment}
                          ownId={ownId}
                          period={period}
                          namesPatient={namesPatient}
                          calendarButton={calendarButton}
                          expectedResult={props.expectedResult}
                          onCancel={() => setCancelling(appointment)}
                        />
                      ))}
                    </ul>
                  </section>
                ))}
              </div>
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
    return (
      <EmptyState
        icon={IconHistory}
        title="Aún no tienes horas médicas pasadas en este historial"
        action={toUpcoming || book}
      />
    )
  return (
    <EmptyState
      icon={IconCalendarOff}
      title="Aún no tienes próximas horas médicas reservadas"
      action={book}
    />
  )
}
