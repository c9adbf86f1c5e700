import { type Attendance, attendanceEndpoints, type StartedAppointment } from '@mi-portal/contract/attendance'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

const key = ['attendance'] as const
const fallback = 'Error server al obtener las horas'

export interface DayRequest {
  day: string
  show: 'all' | 'pending'
  /** Words of the patient's name or document; empty for all patients. */
  filter: string
  page: number
}

export function dayAttendanceQuery(body: DayRequest) {
  return queryOptions({
    queryKey: [...key, 'day', body],
    // Each read is written to the audit log.
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call(attendanceEndpoints.ofDay, { body }, { signal, fallback }),
  })
}

export function patientAttendanceQuery(id: number, page: number) {
  return queryOptions({
    queryKey: [...key, 'patient', id, page],
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      call(attendanceEndpoints.ofPatient, { params: { id }, query: { page } }, { signal, fallback }),
  })
}

/** Loads an appointment that has begun, with its attendance. */
export function attendanceQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'one', id],
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      call(
        attendanceEndpoints.one,
        { params: { id } },
        { signal, fallback: 'Error server al obtener la asistencia' },
      ),
  })
}

/** Records whether the patient of an appointment attended, and reloads the lists. */
export function useRecordAttendance({ id_appointment: id, attendance: previous }: StartedAppointment) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (attendance: Attendance | null) =>
      call(
        attendanceEndpoints.record,
        { params: { id }, body: { attendance, previous } },
        { fallback: 'No ha sido posible registrar la asistencia' },
      ),
    // Also after a rejection, because the attendance may have been recorded by another member of staff.
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
