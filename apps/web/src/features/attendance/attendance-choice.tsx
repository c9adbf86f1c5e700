/** Two buttons that record whether the patient attended. Once it is recorded: what was recorded, and a button that corrects it. */
import { attendanceNames, type StartedAppointment } from '@mi-portal/contract/attendance'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './attendance.module.css'
import { useRecordAttendance } from './attendance.queries.ts'

const states = ['attended', 'missed'] as const

/** Says what is recorded, when and by whom. */
export function RecordedAttendance({ appointment }: { appointment: StartedAppointment }) {
  const { attendance, attendance_at, attendance_by } = appointment
  if (attendance === null) return <StatusBadge look="attention">Sin registrar</StatusBadge>
  return (
    <span className={classes.recorded}>
      <StatusBadge look={attendance === 'attended' ? 'success' : 'error'}>
        {attendanceNames[attendance]}
      </StatusBadge>
      <span className={classes.who}>
        {attendance_by ?? 'Sistema de la clínica'}
        {attendance_at && `, ${formatTimestamp(attendance_at)}`}
      </span>
    </span>
  )
}

export function AttendanceChoice({ appointment }: { appointment: StartedAppointment }) {
  const record = useRecordAttendance(appointment)
  const [isCorrecting, setIsCorrecting] = useState(false)
  const { attendance, patient_full_name, starts_at } = appointment
  const which = `${patient_full_name}, ${formatTimestamp(starts_at)}`
  const other = attendance === 'attended' ? 'missed' : 'attended'
  return (
    <>
      <div className={classes.choice}>
        {attendance === null ? (
          states.map((state) => (
            <Button
              key={state}
              size="sm"
              variant="default"
              loading={record.isPending && record.variables === state}
              disabled={record.isPending}
              aria-label={`${attendanceNames[state]}: ${which}`}
              onClick={() => record.mutate(state)}
            >
              {attendanceNames[state]}
            </Button>
          ))
        ) : (
          <Button
            size="sm"
            variant="subtle"
            aria-label={`Corregir la asistencia: ${which}`}
            onClick={() => setIsCorrecting(true)}
          >
            Corregir
          </Button>
        )}
      </div>
      {record.isError && !isCorrecting && <ErrorNotice error={record.error} />}
      <ConfirmDialog
        opened={isCorrecting && attendance !== null}
        title={`¿Corregir a «${attendanceNames[other]}»?`}
        confirm="Corregir"
        loading={record.isPending}
        onConfirm={() => record.mutate(other, { onSuccess: () => setIsCorrecting(false) })}
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
  )
}
