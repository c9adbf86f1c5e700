import {
  type Arrivals,
  type Attendance,
  type attendanceColumns,
  attendanceEndpoints,
  type StartedAppointment,
} from '@mi-portal/contract/attendance'
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { saveText } from '../../lib/browser/save-text.ts'
import { call } from '../../lib/call.ts'
import { now } from '../../lib/clock.ts'

const key = ['attendance'] as const
const dayKey = [...key, 'day'] as const
const fallback = 'Error server al obtener las horas'

// Each read is written to the audit log, so it is not repeated when the window is focused.
const readOnce = { refetchOnWindowFocus: false } as const

interface DayRequest {
  day: string
  /** Absent for every site. */
  office_id: number | undefined
}

export function arrivalsQuery(query: DayRequest) {
  return queryOptions({
    queryKey: [...dayKey, query],
    ...readOnce,
    queryFn: ({ signal }) => call(attendanceEndpoints.arrivals, { query }, { signal, fallback }),
  })
}

/** Downloads the list of a day as a file. */
export function useExportArrivals() {
  return useMutation({
    mutationFn: async (query: DayRequest) => {
      const { name, csv } = await call(
        attendanceEndpoints.exportArrivals,
        { query },
        { fallback: 'Error server al descargar la lista' },
      )
      saveText(name, 'text/csv;charset=utf-8', csv)
    },
  })
}

export function patientAttendanceQuery(
  id: number,
  { page, limit, order }: OrderedPage<typeof attendanceColumns>,
) {
  return queryOptions({
    queryKey: [...key, 'patient', id, page, limit, order],
    ...readOnce,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        attendanceEndpoints.ofPatient,
        { params: { id }, query: { page, limit, order } },
        { signal, fallback },
      ),
  })
}

export function attendanceQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'one', id],
    ...readOnce,
    queryFn: ({ signal }) =>
      call(
        attendanceEndpoints.one,
        { params: { id } },
        { signal, fallback: 'Error server al obtener la asistencia' },
      ),
  })
}

type Recorded = {
  of: Pick<StartedAppointment, 'id_appointment' | 'attendance'>
  attendance: Attendance | null
}

/**
 * Records whether the patient of an appointment arrived or attended. The list of the day shows it without being read again, because
 * each read leaves an entry for each patient; after a rejection all lists are read again.
 */
export function useRecordAttendance() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ of, attendance }: Recorded) =>
      call(
        attendanceEndpoints.record,
        { params: { id: of.id_appointment }, body: { attendance, previous: of.attendance } },
        { fallback: 'No ha sido posible registrar la asistencia' },
      ),
    onSuccess: (_, { of, attendance }) => {
      const attendance_at = attendance === null ? null : now().toISOString()
      // A list that is not loaded yet, or failed to, stays so.
      client.setQueriesData<Arrivals>(
        { queryKey: dayKey },
        (day) =>
          day && {
            ...day,
            appointments: day.appointments.map((one) =>
              one.id_appointment === of.id_appointment
                ? { ...one, attendance, attendance_at, attendance_by: null }
                : one,
            ),
          },
      )
      return client.invalidateQueries({
        queryKey: key,
        predicate: ({ queryKey }) => queryKey[1] !== dayKey[1],
      })
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  })
}
