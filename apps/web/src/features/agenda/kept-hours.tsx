/**
 * Lists the appointments that were booked in the portal's own calendars before an external service took over. They
 * can still be cancelled here.
 */
import type { CalendarAppointment } from '@mi-portal/contract/agenda/calendar-appointments'
import { IconCalendar } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { cancelHour, keptHoursQuery } from './agenda.queries.ts'

const columnsWith = (
  onCancel: (hour: CalendarAppointment) => void,
): readonly Column<CalendarAppointment>[] => [
  { header: 'Cuándo', cell: ({ starts_at }) => formatMoment(starts_at) },
  { header: 'Paciente', role: 'title', cell: ({ patient_full_name }) => patient_full_name },
  { header: 'Profesional', cell: ({ doctor_name }) => doctor_name },
  { header: 'Lugar', cell: ({ place }) => place },
  {
    header: 'Acciones',
    role: 'actions',
    cell: (hour) => (
      <Button
        size="sm"
        variant="default"
        aria-label={`Cancelar la hora de ${hour.patient_full_name}, ${formatMoment(hour.starts_at)}`}
        onClick={() => onCancel(hour)}
      >
        Cancelar
      </Button>
    ),
  },
]

interface KeptHoursProps {
  page: number
  onPage(page: number): void
}

export function KeptHours({ page, onPage }: KeptHoursProps) {
  const query = useQuery(keptHoursQuery(page))
  const client = useQueryClient()
  const [asking, setAsking] = useState<CalendarAppointment | null>(null)
  const cancel = useMutation({
    mutationFn: (hour: CalendarAppointment) => cancelHour(hour.id_appointment, hour.sequence),
    onSuccess: async () => {
      setAsking(null)
      await client.invalidateQueries({ queryKey: keptHoursQuery(page).queryKey.slice(0, -1) })
    },
  })
  useExistingPage(query.data, onPage)
  return (
    <Loaded query={query}>
      {({ hours, total, total_more, limit }) => (
        <>
          {total === 0 ? (
            <EmptyState icon={IconCalendar} title="No quedan horas de los calendarios del portal" />
          ) : (
            <PagedTable
              caption="Horas reservadas antes en el portal"
              columns={columnsWith(setAsking)}
              rows={hours}
              rowKey={({ id_appointment }) => id_appointment}
              paging={{
                page,
                limit,
                total,
                ...(total_more === undefined ? {} : { total_more }),
                noun: 'horas',
                onPage,
              }}
            />
          )}
          <ConfirmDialog
            opened={asking !== null}
            title="¿Cancelar esta hora?"
            confirm="Cancelar hora"
            danger
            loading={cancel.isPending}
            onConfirm={() => asking && cancel.mutate(asking)}
            onClose={() => {
              cancel.reset()
              setAsking(null)
            }}
          >
            <p>
              {asking?.patient_full_name}, {asking && formatMoment(asking.starts_at)}. Le avisaremos por
              correo y en su portal.
            </p>
            {cancel.isError && <ErrorNotice error={cancel.error} />}
          </ConfirmDialog>
        </>
      )}
    </Loaded>
  )
}
