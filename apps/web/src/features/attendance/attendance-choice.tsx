/** Buttons that record whether the patient arrived and attended. Once it is final: what was recorded, and a button that corrects it. */
import {
  type Attendance,
  attendanceNames,
  type ExpectedAppointment,
  type StartedAppointment,
} from '@mi-portal/contract/attendance'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ActionMenu, MenuButton } from '../../ui/layers/action-menu.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { attendanceLooks, listRecordable } from './arrivals.rules.ts'
import { useRecordAttendance } from './attendance.queries.ts'

/** Says what is recorded, when and by whom. */
export function RecordedAttendance({ appointment }: { appointment: StartedAppointment }) {
  const { attendance, attendance_at, attendance_by } = appointment
  if (attendance === null) return <StatusBadge look="attention">Sin registrar</StatusBadge>
  return (
    <span className="inline-grid justify-items-start gap-1">
      <StatusBadge look={attendanceLooks[attendance]}>{attendanceNames[attendance]}</StatusBadge>
      <span className="type-meta text-muted">
        {attendance_by ?? 'Sistema de la clínica'}
        {attendance_at && `, ${formatTimestamp(attendance_at)}`}
      </span>
    </span>
  )
}

/** Records and corrects the attendance of one appointment, with the dialog that asks before a correction. */
function useAttendanceActions(appointment: StartedAppointment | ExpectedAppointment) {
  const record = useRecordAttendance()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const { attendance, patient_full_name, starts_at } = appointment
  const which = `${patient_full_name}, ${formatTimestamp(starts_at)}`
  const other = attendance === 'attended' ? 'missed' : 'attended'
  const canCorrect = attendance === 'attended' || attendance === 'missed'
  return {
    which,
    recordable: listRecordable(appointment, now()),
    isPending: record.isPending,
    pending: record.isPending ? record.variables.attendance : undefined,
    save: (state: Attendance | null) => record.mutate({ of: appointment, attendance: state }),
    correct: canCorrect ? () => setIsCorrecting(true) : null,
    outcome: (
      <>
        {record.isError && !isCorrecting && <ErrorNotice error={record.error} />}
        <ConfirmDialog
          opened={isCorrecting && canCorrect}
          title={`¿Corregir a «${attendanceNames[other]}»?`}
          confirm="Corregir"
          loading={record.isPending}
          onConfirm={() =>
            record.mutate({ of: appointment, attendance: other }, { onSuccess: () => setIsCorrecting(false) })
          }
          onClose={() => {
            record.reset()
            setIsCorrecting(false)
          }}
        >
          <p>{which}. La corrección queda en el registro de accesos.</p>
          {attendance === 'attended' && (
            <p>Los certificados de esta atención que ya se emitieron dejan de ser válidos.</p>
          )}
          {record.isError && <ErrorNotice error={record.error} />}
        </ConfirmDialog>
      </>
    ),
  }
}

/** All that can be recorded, as buttons. */
export function AttendanceChoice({ appointment }: { appointment: StartedAppointment }) {
  const { which, recordable, isPending, pending, save, correct, outcome } = useAttendanceActions(appointment)
  return (
    <>
      {recordable.map((state) => (
        <Button
          key={state}
          size="sm"
          variant="outline"
          loading={pending === state}
          disabled={isPending}
          aria-label={`${attendanceNames[state]}: ${which}`}
          onClick={() => save(state)}
        >
          {attendanceNames[state]}
        </Button>
      ))}
      {correct && (
        <Button size="sm" variant="text" aria-label={`Corregir la asistencia: ${which}`} onClick={correct}>
          Corregir
        </Button>
      )}
      {outcome}
    </>
  )
}

/** The next step of the visit as a button, and everything else in a menu. */
export function ArrivalActions({ appointment }: { appointment: ExpectedAppointment }) {
  const { which, recordable, isPending, pending, save, correct, outcome } = useAttendanceActions(appointment)
  const [next, ...others] = recordable
  const isArrived = appointment.attendance === 'arrived'
  return (
    <>
      {next && (
        <Button
          size="xs"
          variant="soft"
          loading={pending === next}
          disabled={isPending}
          aria-label={`${attendanceNames[next]}: ${which}`}
          onClick={() => save(next)}
        >
          {attendanceNames[next]}
        </Button>
      )}
      {(others.length > 0 || isArrived || correct) && (
        <ActionMenu label={`Más acciones: ${which}`} title={appointment.patient_full_name}>
          {others.map((state) => (
            <MenuButton key={state} onClick={() => save(state)}>
              {attendanceNames[state]}
            </MenuButton>
          ))}
          {isArrived && <MenuButton onClick={() => save(null)}>Deshacer la llegada</MenuButton>}
          {correct && <MenuButton onClick={correct}>Corregir la asistencia</MenuButton>}
        </ActionMenu>
      )}
      {outcome}
    </>
  )
}
