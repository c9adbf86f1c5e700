/** A page of appointments that have begun, with the attendance of each and the buttons that record it. */
import type { StartedAppointment, StartedAppointments } from '@mi-portal/contract/attendance'
import { IconCalendarOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatTime, formatTimestamp } from '../../lib/dates.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingPage } from '../../ui/existing-page.ts'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AttendanceChoice, RecordedAttendance } from './attendance-choice.tsx'

const recorded: readonly Column<StartedAppointment>[] = [
  { header: 'Profesional', cell: ({ doctor_name }) => doctor_name },
  { header: 'Lugar', cell: ({ place }) => place },
  {
    header: 'Asistencia',
    oneLine: true,
    cell: (appointment) => <RecordedAttendance appointment={appointment} />,
  },
  {
    header: 'Acciones',
    role: 'actions',
    cell: (appointment) => <AttendanceChoice appointment={appointment} />,
  },
]
const columnsOf = {
  day: [
    { header: 'Hora', oneLine: true, cell: ({ starts_at }) => formatTime(starts_at) },
    { header: 'Paciente', role: 'title', cell: ({ patient_full_name }) => patient_full_name },
    ...recorded,
  ],
  patient: [
    { header: 'Fecha', role: 'title', cell: ({ starts_at }) => formatTimestamp(starts_at) },
    ...recorded,
  ],
} satisfies Record<string, readonly Column<StartedAppointment>[]>

interface AttendanceTableProps {
  query: UseQueryResult<StartedAppointments>
  of: keyof typeof columnsOf
  caption: string
  /** The title of an empty list. */
  none: string
  page: number
  onPage(page: number): void
}

export function AttendanceTable({ query, of, caption, none, page, onPage }: AttendanceTableProps) {
  useExistingPage(query.data, onPage)
  return (
    <QueryContent query={query}>
      {({ appointments, total, total_more, limit }) =>
        total === 0 ? (
          <EmptyState icon={IconCalendarOff} title={none} />
        ) : (
          <PagedTable
            caption={caption}
            columns={columnsOf[of]}
            rows={appointments}
            rowKey={({ id_appointment }) => id_appointment}
            cardHeading="h3"
            paging={{
              page,
              limit,
              total,
              ...(total_more === undefined ? {} : { total_more }),
              noun: 'horas',
              onPage,
            }}
          />
        )
      }
    </QueryContent>
  )
}
