/** Queries and calls of the staff's calendar screens. */

import {
  type CalendarAppointment,
  calendarAppointmentEndpoints,
  type Decision,
  type MoveTarget,
} from '@mi-portal/contract/agenda/calendar-appointments'
import {
  type BlockedTime,
  calendarExceptionEndpoints,
  type OpenedTime,
} from '@mi-portal/contract/agenda/calendar-exceptions'
import {
  calendarImportEndpoints,
  fileTooLarge,
  importLimits,
} from '@mi-portal/contract/agenda/calendar-import'
import { calendarWeekEndpoints } from '@mi-portal/contract/agenda/calendar-week'
import { type CalendarHoliday, holidayEndpoints } from '@mi-portal/contract/agenda/holidays'
import { professionalImageEndpoints } from '@mi-portal/contract/agenda/professional-images'
import {
  type professionalColumns,
  professionalEndpoints,
  type WeeklyBlock,
  type WholeProfessional,
} from '@mi-portal/contract/agenda/professionals'
import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { OrderedPage } from '@mi-portal/contract/calls/paging'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { encodeBase64 } from '../../lib/browser/encode-base64.ts'
import { call } from '../../lib/call.ts'
import { imageUploadFailed, readingFailed } from '../../lib/explain-error.ts'
import { cancellationFallback } from '../appointments/appointments.queries.ts'
import { professionalsFallback } from '../booking/booking.queries.ts'
import { callsDueQuery } from '../calls-due/calls-due.queries.ts'

export const staffCalendarsKey = ['staff-calendars'] as const
const fallback = 'Error server al obtener la agenda'
const changeOptions = { fallback: 'No ha sido posible guardar el cambio' }

export type WeekData = Reply<typeof calendarWeekEndpoints.week>

export const placesQuery = queryOptions({
  queryKey: [...staffCalendarsKey, 'places'],
  staleTime: 600_000,
  queryFn: ({ signal }) => call(professionalEndpoints.places, {}, { signal, fallback }),
})

export function professionalsQuery(
  searchText: string,
  { page, limit, order }: OrderedPage<typeof professionalColumns>,
) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'professionals', searchText, page, limit, order],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        professionalEndpoints.professionals,
        { query: { ...(searchText === '' ? {} : { filter: searchText }), page, limit, order } },
        { signal, fallback: professionalsFallback },
      ),
  })
}

/** Loads a professional, always from the server, because another member of staff may have changed them. */
export function professionalQuery(id: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'professional', id],
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) =>
      (
        await call(
          professionalEndpoints.professional,
          { params: { id } },
          { signal, fallback: 'Error server al obtener el profesional' },
        )
      ).professional,
  })
}

export function weekQuery(id: number, from: string) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'week', id, from],
    // Patients book meanwhile, so the week is reloaded. Each read is written to the audit log, so the interval is
    // long.
    refetchInterval: 120_000,
    queryFn: ({ signal }) =>
      call(calendarWeekEndpoints.week, { params: { id }, query: { from } }, { signal, fallback }),
  })
}

/** Returns a function that reads the calendars again. */
export function useReloadCalendars() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: staffCalendarsKey })
}

export function targetsQuery(id: number, from: string, of: 'same' | 'any') {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'targets', id, from, of],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          calendarAppointmentEndpoints.targets,
          { params: { id }, query: { from, of } },
          { signal, fallback: 'Error server al obtener las horas libres' },
        )
      ).slots,
  })
}

export function exceptionAppointmentsQuery(id: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'exception', id],
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await call(calendarExceptionEndpoints.exceptionAppointments, { params: { id } }, { signal, fallback }))
        .hours,
  })
}

export function holidaysQuery(year: number) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'holidays', year],
    queryFn: async ({ signal }) =>
      (
        await call(
          holidayEndpoints.holidays,
          { query: { year } },
          { signal, fallback: 'Error server al obtener los feriados' },
        )
      ).holidays,
  })
}

export async function listAppointmentsWithin(id: number, time: BlockedTime) {
  return (await call(calendarExceptionEndpoints.booked, { params: { id }, body: time }, { fallback })).hours
}

/** Returns a mutation that makes the calendars outdated, and the list of people whom staff have to call. */
function useCalendarChange<Input, Answer>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: staffCalendarsKey })
      void client.invalidateQueries({ queryKey: callsDueQuery.queryKey })
    },
  })
}

interface Block {
  time: BlockedTime
  reason: string
  /** Null until staff have seen the appointments in that time. */
  decisions: Decision[] | null
}

/** Blocks a time. Without decisions it returns the appointments in that time, if any, and blocks nothing. */
export function useBlockTime(id: number) {
  return useCalendarChange(async ({ time, reason, decisions }: Block) => {
    const booked = decisions === null ? await listAppointmentsWithin(id, time) : []
    if (booked.length > 0) return booked
    const body = { ...time, reason: reason.trim(), decisions: decisions ?? [] }
    await call(calendarExceptionEndpoints.block, { params: { id }, body }, changeOptions)
    return null
  })
}

export function useOpenTime(id: number) {
  return useCalendarChange((opened: OpenedTime) =>
    call(calendarExceptionEndpoints.open, { params: { id }, body: opened }, changeOptions),
  )
}

export function useEndException(id: number) {
  return useCalendarChange((decisions: Decision[]) =>
    call(calendarExceptionEndpoints.endException, { params: { id }, body: { decisions } }, changeOptions),
  )
}

export function useMoveAppointment(id: number) {
  return useCalendarChange(
    (move: { slot_id: number; sequence: number; accepted_modality?: MoveTarget['modality'] }) =>
      call(
        calendarAppointmentEndpoints.move,
        { params: { id }, body: move },
        { fallback: 'No ha sido posible mover la hora' },
      ),
  )
}

/**
 * Loads a page of the future appointments that were booked in the portal's own calendars before an external service
 * took over.
 */
export function earlierAppointmentsQuery({ page, limit, order }: OrderedPage<['starts_at']>) {
  return queryOptions({
    queryKey: [...staffCalendarsKey, 'kept', page, limit, order],
    queryFn: ({ signal }) =>
      call(
        calendarAppointmentEndpoints.heldByPortal,
        { query: { page, limit, order } },
        { signal, fallback },
      ),
  })
}

export function useCancelAppointment() {
  return useCalendarChange(({ id_appointment, sequence }: CalendarAppointment) =>
    call(
      calendarAppointmentEndpoints.cancel,
      { params: { id: id_appointment }, body: { sequence } },
      { fallback: cancellationFallback },
    ),
  )
}

export async function listAppointmentsOn(day: string) {
  return (await call(holidayEndpoints.holidayAppointments, { params: { day } }, { fallback })).hours
}

interface Holiday {
  day: string
  name: string
  /** Null until staff have seen the appointments of that day. */
  decisions: Decision[] | null
}

/** Adds a holiday. Without decisions it returns the appointments of that day, if any, and adds nothing. */
export function useAddHoliday() {
  return useCalendarChange(async ({ day, name, decisions }: Holiday) => {
    const booked = decisions === null ? await listAppointmentsOn(day) : []
    if (booked.length > 0) return booked
    await call(
      holidayEndpoints.addHoliday,
      { body: { day, name, decisions: decisions ?? [] } },
      changeOptions,
    )
    return null
  })
}

export function useRemoveHoliday() {
  return useCalendarChange(({ day }: CalendarHoliday) =>
    call(holidayEndpoints.removeHoliday, { params: { day } }, changeOptions),
  )
}

interface ProfessionalDraft {
  name: string
  schedules: WeeklyBlock[]
}

export function useCreateProfessional() {
  return useCalendarChange(({ rut, name, schedules }: ProfessionalDraft & { rut: string }) =>
    call(professionalEndpoints.create, { body: { rut, name, schedules } }, changeOptions),
  )
}

/** Changes a professional. The page reloads the calendars once it is left, because its form begins again with other data. */
export function useEditProfessional({ id, updated_at }: WholeProfessional) {
  return useMutation({
    mutationFn: ({ name, active, schedules }: ProfessionalDraft & { active: boolean }) =>
      call(
        professionalEndpoints.edit,
        { params: { id }, body: { name, active, schedules, updated_at } },
        changeOptions,
      ),
  })
}

/** Stores the photo of a professional, or removes it for null. */
export function useChangeProfessionalImage(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) => {
      if (file === null) {
        await call(
          professionalImageEndpoints.remove,
          { params: { id } },
          { fallback: 'No ha sido posible quitar la imagen' },
        )
        return null
      }
      const form = new FormData()
      form.set('image', file)
      const { doctor_image } = await call(
        professionalImageEndpoints.store,
        { params: { id }, form },
        { fallback: imageUploadFailed },
      )
      return doctor_image
    },
    onSuccess: (doctor_image) =>
      client.setQueryData(professionalQuery(id).queryKey, (before) => before && { ...before, doctor_image }),
  })
}

/** Reads a file of calendars, and returns what importing it would do. */
export function usePreviewImport() {
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > importLimits.bytes) throw new Error(fileTooLarge)
      const content = await encodeBase64(file)
      const { plan } = await call(
        calendarImportEndpoints.previewImport,
        { body: { content } },
        { fallback: readingFailed },
      )
      return { name: file.name, content, plan }
    },
  })
}

export function useRunImport() {
  return useCalendarChange(
    async ({ content }: { content: string }) =>
      (await call(calendarImportEndpoints.runImport, { body: { content } }, changeOptions)).plan,
  )
}
