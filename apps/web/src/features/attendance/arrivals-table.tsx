/**
 * The list of arrivals. Within it, the arrow keys choose a row, and L, A and N record that its patient arrived, attended or did not
 * come.
 */
import {
  type Attendance,
  arrivalStateNames,
  type ExpectedAppointment,
  getArrivalState,
} from '@mi-portal/contract/attendance'
import type { KeyboardEvent } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTime } from '../../lib/dates.ts'
import { hasPermission } from '../../lib/permissions.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { arrivalLooks, describeAge, listRecordable } from './arrivals.rules.ts'
import { useRecordAttendance } from './attendance.queries.ts'
import { ArrivalActions } from './attendance-choice.tsx'

function State({ appointment }: { appointment: ExpectedAppointment }) {
  const state = getArrivalState(appointment)
  const { attendance_at } = appointment
  const minutes =
    state === 'arrived' && attendance_at !== null
      ? Math.max(0, Math.floor((now().getTime() - Date.parse(attendance_at)) / 60_000))
      : null
  return (
    <span className="inline-flex items-center gap-2">
      <StatusBadge {...arrivalLooks[state]}>{arrivalStateNames[state]}</StatusBadge>
      {minutes !== null && <span className="type-meta text-muted">hace {minutes} min</span>}
    </span>
  )
}

function Patient({ appointment }: { appointment: ExpectedAppointment }) {
  const mayOpen = hasPermission(useCurrentUser(), 'users.read')
  const { patient_id, patient_full_name, document, age, id_appointment } = appointment
  return (
    <>
      {mayOpen ? (
        <TextLink
          to="/admin/pacientes/$id"
          params={{ id: String(patient_id) }}
          data-appointment={id_appointment}
        >
          {patient_full_name}
        </TextLink>
      ) : (
        <span className="font-strong text-strong">{patient_full_name}</span>
      )}
      <span className="type-meta block text-muted">
        {document}
        {age !== null && ` · ${describeAge(age)}`}
      </span>
    </>
  )
}

const columns: readonly Column<ExpectedAppointment>[] = [
  { header: 'Hora', sortName: 'hora', oneLine: true, cell: ({ starts_at }) => formatTime(starts_at) },
  {
    header: 'Paciente',
    sortName: 'paciente',
    role: 'title',
    oneLine: true,
    cell: (appointment) => <Patient appointment={appointment} />,
  },
  {
    header: 'Teléfono',
    oneLine: true,
    cell: ({ phone }) =>
      phone ? <PhoneLink number={phone} /> : <span className="text-error">sin teléfono</span>,
  },
  {
    header: 'Profesional',
    sortName: 'profesional',
    cell: ({ doctor_name }) => <span className="type-meta block">{doctor_name}</span>,
  },
  { header: 'Lugar', cell: ({ place }) => <span className="type-meta block">{place}</span> },
  {
    header: 'Estado',
    sortName: 'estado',
    oneLine: true,
    cell: (appointment) => <State appointment={appointment} />,
  },
  {
    header: 'Acciones',
    role: 'actions',
    cell: (appointment) => <ArrivalActions appointment={appointment} />,
  },
]

const keys: Readonly<Record<string, Attendance>> = { l: 'arrived', a: 'attended', n: 'missed' }

interface ArrivalsTableProps {
  appointments: readonly ExpectedAppointment[]
  /** The pages and the order of the list. */
  list: Pick<Parameters<typeof PagedTable<ExpectedAppointment>>[0], 'dense' | 'paging' | 'order'>
}

export function ArrivalsTable({ appointments, list }: ArrivalsTableProps) {
  const record = useRecordAttendance()
  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-appointment]')]
    const at = rows.findIndex((row) => row.closest('tr, li')?.contains(event.target as Node))
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      rows[at + step]?.focus()
      return
    }
    const attendance = keys[event.key.toLowerCase()]
    const of = appointments.find(
      ({ id_appointment }) => String(id_appointment) === rows[at]?.dataset.appointment,
    )
    if (attendance && of && !record.isPending && listRecordable(of, now()).includes(attendance))
      record.mutate({ of, attendance })
  }
  return (
    // The keys act only while the focus is in the list, so that they do not take letters that are typed elsewhere.
    <section aria-label="Lista de llegadas" onKeyDown={handleKey}>
      {record.isError && <ErrorNotice error={record.error} />}
      <PagedTable
        {...list}
        caption="Llegadas"
        columns={columns}
        rows={appointments}
        rowKey={({ id_appointment }) => id_appointment}
      />
      <p className="type-meta mt-2 text-muted max-desktop:hidden print:hidden">
        Con el teclado: J lleva a la primera fila, ↑ ↓ eligen otra, L llegó, A se atendió, N no se presentó,
        Entrar abre al paciente.
      </p>
    </section>
  )
}
