/**
 * The past appointments of a patient on the patient's page. They are loaded on demand, or where the address names a page
 * or an order of theirs, because each read is written to the audit log.
 */
import { attendanceColumns, type StartedAppointment } from '@mi-portal/contract/attendance'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Card } from '../../ui/layout/layout.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { patientAttendanceQuery } from './attendance.queries.ts'
import { AttendanceChoice, RecordedAttendance } from './attendance-choice.tsx'

const columns: readonly Column<StartedAppointment>[] = [
  {
    header: 'Fecha',
    sortName: 'starts_at',
    role: 'title',
    cell: ({ starts_at }) => formatTimestamp(starts_at),
  },
  { header: 'Profesional', sortName: 'doctor_name', cell: ({ doctor_name }) => doctor_name },
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

export function PatientAttendance({ patientId }: { patientId: number }) {
  const { page, filas, orden } = useSearch({ strict: false })
  const [isOpen, setIsOpen] = useState(page !== undefined || filas !== undefined || orden !== undefined)
  return (
    <Card aria-labelledby="asistencia" className="mt-4 grid gap-4">
      <h2 id="asistencia">Asistencia a sus horas</h2>
      {isOpen ? (
        <PastAppointments patientId={patientId} />
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => setIsOpen(true)}>
          Ver sus horas pasadas
        </Button>
      )}
    </Card>
  )
}

function PastAppointments({ patientId }: { patientId: number }) {
  const list = useListAddress({ columns: attendanceColumns })
  const query = useQuery(patientAttendanceQuery(patientId, list))
  useExistingListPage(list, query)
  return (
    <QueryContent query={query}>
      {({ appointments, ...paging }) =>
        paging.total === 0 ? (
          <EmptyState icon={IconCalendarOff} title="No tiene horas pasadas en las sedes que atiendes" />
        ) : (
          <PagedTable
            caption="Horas pasadas y su asistencia"
            columns={columns}
            rows={appointments}
            rowKey={({ id_appointment }) => id_appointment}
            cardHeading="h3"
            stale={query.isPlaceholderData}
            {...list.describeTable(paging, 'horas')}
          />
        )
      }
    </QueryContent>
  )
}
