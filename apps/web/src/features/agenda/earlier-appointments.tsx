/**
 * Lists the appointments that were booked in the portal's own calendars before an external service took over. They
 * can still be cancelled here.
 */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { describeNotified } from '../../lib/notified.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { Notice } from '../../ui/notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { earlierAppointmentsQuery, useCancelAppointment } from './agenda.queries.ts'

const columnsWith = (
  onCancel: (appointment: CalendarAppointment) => void,
): readonly Column<CalendarAppointment>[] => [
  {
    header: 'Cuándo',
    sortName: 'starts_at',
    oneLine: true,
    cell: ({ starts_at }) => formatTimestamp(starts_at),
  },
  { header: 'Paciente', role: 'title', cell: ({ patient_full_name }) => patient_full_name },
  { header: 'Profesional', cell: ({ doctor_name }) => doctor_name },
  { header: 'Lugar', cell: ({ place }) => place },
  {
    header: 'Acciones',
    role: 'actions',
    cell: (appointment) => (
      <Button
        size="sm"
        variant="default"
        aria-label={`Cancelar la hora de ${appointment.patient_full_name}, ${formatTimestamp(appointment.starts_at)}`}
        onClick={() => onCancel(appointment)}
      >
        Cancelar
      </Button>
    ),
  },
]

export function EarlierAppointments() {
  const list = useListAddress({ columns: ['starts_at'] })
  const query = useQuery(earlierAppointmentsQuery(list))
  const [asking, setAsking] = useState<CalendarAppointment | null>(null)
  const [done, setDone] = useState<ReturnType<typeof describeNotified> | null>(null)
  const cancel = useCancelAppointment()
  const confirm = (appointment: CalendarAppointment) =>
    cancel.mutate(appointment, {
      onSuccess: (answer) => {
        setAsking(null)
        setDone(describeNotified(answer))
      },
    })
  useExistingListPage(list, query)
  return (
    <QueryContent query={query}>
      {({ hours: appointments, ...paging }) => (
        <>
          {done !== null && (
            <Notice kind={done.isUnnotified ? 'error' : 'success'} title="La hora fue cancelada" announce>
              {done.text}
            </Notice>
          )}
          {paging.total === 0 ? (
            <EmptyState icon={IconCalendar} title="No quedan horas de los calendarios del portal" />
          ) : (
            <PagedTable
              caption="Horas reservadas antes en el portal"
              columns={columnsWith(setAsking)}
              rows={appointments}
              rowKey={({ id_appointment }) => id_appointment}
              {...list.describeTable(paging, 'horas')}
            />
          )}
          <ConfirmDialog
            opened={asking !== null}
            title="¿Cancelar esta hora?"
            confirm="Cancelar hora"
            danger
            loading={cancel.isPending}
            onConfirm={() => asking && confirm(asking)}
            onClose={() => {
              cancel.reset()
              setAsking(null)
            }}
          >
            <p>
              {asking?.patient_full_name}, {asking && formatTimestamp(asking.starts_at)}. El portal avisa al
              paciente si tiene una cuenta.
            </p>
            {cancel.isError && <ErrorNotice error={cancel.error} />}
          </ConfirmDialog>
        </>
      )}
    </QueryContent>
  )
}
